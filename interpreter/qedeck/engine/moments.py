"""The one meaning, staged: what a step does becomes the code that does it.

Only structure is written here: branches, loops, loads and stores, calls, handlers. What a term is
worth, what is undefined and how cards travel is inherited.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from qedeck.engine import ir
from qedeck.engine.repeating import find, fold
from qedeck.engine.values import Code, Each, NotAtOnce, constant
from qedeck.interpreter.expressions import RULES
from qedeck.interpreter.state import Cells, Telling
from qedeck.interpreter.steps import Play
from qedeck.spec import core as c
from qedeck.spec.source import NOWHERE, Span

if TYPE_CHECKING:
    from qedeck.engine.program import Program
    from qedeck.engine.stage import Stage

SMALL_STEPS = 60
"""Repeated steps of this weight in all are written out."""


class Row:
    """The cells of a variable that can change: reading one is a load."""

    def __init__(self, moment: Staged, var: str) -> None:
        self.moment = moment
        self.var = var

    def __getitem__(self, flat: int) -> Code:
        return self.moment.cell(self.var, constant(flat))


def _ite(m: Staged, expr: c.Ite, guard: Code) -> Code:
    condition = m.value(expr.condition, guard)
    return m.stage.branch(condition, lambda: m.value(expr.then, guard), lambda: m.value(expr.otherwise, guard))


def _try(m: Staged, expr: c.Try, guard: Code) -> Code:
    return m.attempt(lambda: m.value(expr.left, guard), lambda: m.value(expr.right, guard))


class Moments(Play[Code, Code]):
    """Terms and steps, staged; `cards` adds how cards travel."""

    rules: ClassVar[dict[type, Any]] = {**RULES, c.Ite: _ite, c.Try: _try, c.Fold: fold, c.Find: find}

    def __init__(self, program: Program, clause: str = "") -> None:
        self.program = program
        rows: dict[str, Any] = {}
        for name in program.core.vars:
            fixed = program.memory.rigid.get(name)
            yes_no = program.layout.yes_no[name]
            rows[name] = (
                Row(self, name)  # type: ignore[arg-type]
                if fixed is None
                else tuple(program.algebra.boolean(bool(v)) if yes_no else constant(v) for v in fixed)
            )
        super().__init__(program.layout, program.algebra, Cells(rows), clause)
        self.now: tuple[str, Span] = "Q504", NOWHERE

    @property
    def stage(self) -> Stage:
        return self.program.algebra.stage

    # ---- terms ------------------------------------------------------------------------------

    def value(self, expr: c.Expr, guard: Code) -> Code:
        kind = expr.__class__
        if kind is c.Const or kind is c.Local:
            return self.rules[kind](self, expr, guard)  # type: ignore[no-any-return]
        known = self.program.canon(expr)
        key = ("value", known.number, *(self.locals[name].atom for name in known.free))
        found: Code | None = self.stage.lookup(key, reads=True)
        if found is None:
            found = self.rules[kind](self, expr, guard)
            assert found is not None
            self.stage.keep(key, found, known.reads)
        return found

    def where(self, expr: c.Expr, guard: Code, condition: Code) -> Code:
        def otherwise() -> Code:
            return self.nothing_for(expr)

        return self.stage.branch(condition, lambda: self.value(expr, guard), otherwise)

    def attempt(self, left: Callable[[], Code], right: Callable[[], Code], every: bool = False) -> Code:
        """The left value; where it is undefined, the right one."""
        stage = self.stage
        doubt, stage.doubt = stage.doubt, 0  # what is undefined here is caught here
        with stage.inside(None) as body:
            one = left()
            found = stage.scope
        stage.doubt = doubt
        if doubt and not every and ir.escapes(body)[1]:
            raise NotAtOnce
        if not any(ir.escapes(body)):
            stage.block += body
            stage.share(found, every=True)
            return one
        with stage.inside(None) as handler:
            two = right()
        if isinstance(one, Each) or isinstance(two, Each):
            result = stage.sets(body, one, handler, two)
            stage.emit(ir.Attempt(body, handler, every))
            return result
        name = stage.fresh("r")
        body.append(ir.Set(name, one.atom))
        handler.append(ir.Set(name, two.atom))
        stage.emit(ir.Attempt(body, handler, every))
        return stage.named(name, min(one.low, two.low), max(one.high, two.high), one.truth)

    def undefined(self, guard: Code, code: str, span: Span) -> None:
        known = self.stage.known(guard)
        if known is False:
            return
        if self.stage.doubt or isinstance(guard, Each):
            raise NotAtOnce
        fault = ir.Fault(self.program.site(code, self.clause, span), code == "Q512")
        if known:
            self.stage.emit(fault)
        else:
            self.stage.emit(ir.If(guard.atom, [fault], []))
            self.stage.assume(guard, False)

    def call(self, define: c.Define, args: Sequence[Code], fixed: tuple[int, ...], guard: Code, span: Span) -> Code:
        for arg, (low, high) in zip(args, self.layout.params[define.name], strict=True):
            self.accept(arg, low, high, guard, span)
            if self.stage.known(self.inside(arg, low, high)) is False:
                return self.nothing(isinstance(define.type, c.YesNo))  # nobody gets here
        return self.program.apply(self, define, args, span)

    def by_cases(self, index: Code, low: int, values: Sequence[Code], default: Code) -> Code:
        """Constants are looked up in a table."""
        if isinstance(index, Each):
            return self._for_each(index, low, values, default)
        least, most = self.algebra.range_of(index)
        high = low + len(values) - 1
        here = list(values[max(least, low) - low : min(most, high) - low + 1])
        if not here or not all(isinstance(v.atom, int) for v in here) or len({v.atom for v in here}) < 2:
            return super().by_cases(index, low, values, default)
        inside = self.inside(index, low, high)
        return self.stage.branch(inside, lambda: self._entry(index, low, values), lambda: default)

    def _for_each(self, index: Each, low: int, values: Sequence[Code], default: Code) -> Code:
        inside = [k - low if 0 <= k - low < len(values) else None for k in index.values or ()]
        found = [default if k is None else values[k] for k in inside]
        if not found or not all(isinstance(value.atom, int) for value in found):
            raise NotAtOnce
        numbers = tuple(int(value.atom) for value in found)
        lanes = self.program.algebra.lanes
        return lanes.truth(lanes.where(bool, numbers)) if found[0].truth else lanes.numbers(numbers)

    def _entry(self, index: Code, low: int, values: Sequence[Code]) -> Code:
        region = self.program.memory.table([int(v.atom) for v in values])
        place = self.algebra.sub(index, constant(low))
        return self.stage.load(region, place, region.low, region.high, values[0].truth)

    # ---- cells ------------------------------------------------------------------------------

    def look(self, var: str, index: Sequence[Code]) -> Code:
        if any(isinstance(number, Each) for number in index):
            return self._look_for_each(var, index)
        flat = self.flat(var, index)
        if flat is not None:
            return self.cells.rows[var][flat]  # type: ignore[no-any-return]
        nothing = self.nothing(self.layout.yes_no[var])
        return self.stage.branch(
            self.within(var, index), lambda: self.cell(var, self.place(var, index)), lambda: nothing
        )

    def _look_for_each(self, var: str, index: Sequence[Code]) -> Code:
        """The cell of each member: of a pile that is a set, or of what never changes."""
        lanes, fixed = self.program.algebra.lanes, self.program.memory.rigid.get(var)
        *owner, member = index
        if not isinstance(member, Each) or member.values is None or any(isinstance(o, Each) for o in owner):
            raise NotAtOnce
        if fixed is not None and not owner:
            if not all(0 <= k < len(fixed) for k in member.values):
                raise NotAtOnce
            numbers = tuple(int(fixed[k]) for k in member.values)
            return lanes.truth(lanes.where(bool, numbers)) if self.layout.yes_no[var] else lanes.numbers(numbers)
        region = self.program.memory.regions.get(var)
        if region is None or not region.bits or member.values != tuple(range(lanes.low, lanes.high)):
            raise NotAtOnce
        if self.stage.known(self.within(var, index)) is not True:
            raise NotAtOnce
        cards = self.cards(var, owner[0] if owner else constant(0))
        if lanes.high - lanes.low < self.layout.sizes[var][-1]:
            cards = lanes.wide("both", cards, Code(lanes.full, 0, 0))
        return Each(cards.atom, 0, 1)

    def place(self, var: str, index: Sequence[Code]) -> Code:
        """Where in its row the cell is."""
        place = constant(0)
        for number, size in zip(index, self.layout.sizes[var], strict=False):
            place = self.algebra.add(self.algebra.mul(place, constant(size)), number)
        return place

    def cell(self, var: str, place: Code) -> Code:
        """The cell at a place of its row that exists."""
        low, high = self.layout.ranges[var]
        truth = self.layout.yes_no[var]
        fixed = self.program.memory.rigid.get(var)
        if fixed is not None:
            region = self.program.memory.table([int(value) for value in fixed])
            return self.stage.load(region, place, region.low, region.high, truth)
        region = self.program.memory.regions[var]
        if not region.bits:
            return self.stage.load(region, place, low, high, truth)
        owner, card = self.split(var, place)
        return self.stage.pure("bit", (self.cards(var, owner), card), 0, 1)

    def split(self, var: str, place: Code) -> tuple[Code, Code]:
        """The owner's part of a pile that is a set, and the card."""
        if len(self.layout.sizes[var]) == 1:
            return constant(0), place
        if isinstance(place.atom, int):
            owner, card = divmod(place.atom, self.layout.sizes[var][-1])
            return constant(owner), constant(card)
        width = constant(self.layout.sizes[var][-1])
        op, args = self.stage.origin.get(place.atom, ("", ()))
        if op == "add" and isinstance(args[0].atom, str):  # as `place` made it: owner * width + card
            inner, factors = self.stage.origin.get(args[0].atom, ("", ()))
            if inner == "mul" and factors[1].atom == width.atom:
                return factors[0], args[1]
        return self.algebra.div(place, width), self.algebra.mod(place, width)

    def cards(self, var: str, owner: Code) -> Code:
        """All cards of a pile that is a set."""
        return self.stage.load(self.program.memory.regions[var], owner, 0, 0)

    def require(self, condition: Code) -> None:
        self.undefined(self.algebra.not_(condition), *self.now)

    def change(self, code: str, span: Span) -> Cells:
        self.now = code, span
        return self.cells

    def settle(self, before: Cells) -> Code:
        """Whatever was not ok has left by now."""
        return self.yes

    def store(self, var: str, index: Sequence[Code], flat: int | None, values: Sequence[Code], when: Code) -> None:
        self.only(when, lambda: self._store(var, index, values))

    def _store(self, var: str, index: Sequence[Code], values: Sequence[Code]) -> None:
        region = self.program.memory.regions[var]
        start = self.algebra.mul(self.place(var, index), constant(len(values)))
        if region.bits:
            self._store_bits(var, start, values)
        elif len({value.atom for value in values}) == 1 and len(values) > 4:
            self.repeat(0, len(values), lambda k: self._put_at(region, start, k, values[0]))
        else:
            for k, value in enumerate(values):
                self._put_at(region, start, constant(k), value)

    def _put_at(self, region: ir.Region, start: Code, k: Code, value: Code) -> None:
        self.stage.store(region, self.algebra.add(start, k), value)

    def _store_bits(self, var: str, start: Code, values: Sequence[Code]) -> None:
        region, stage = self.program.memory.regions[var], self.stage
        owner, card = self.split(var, start)
        if len(values) == self.layout.sizes[var][-1] and all(value.atom == 0 for value in values):
            stage.store(region, owner, constant(0))
            return
        for k, value in enumerate(values):
            here = self.algebra.add(card, constant(k))
            known = self.algebra.known_number(value)
            if known is None:
                self.set_cards(var, owner, "put bit", here, value)
            else:
                self.set_cards(var, owner, "put card" if known else "take card", here)

    def set_cards(self, var: str, owner: Code, op: str, *args: Code) -> None:
        """The set of cards there, changed by an operation on sets."""
        self.stage.store(self.program.memory.regions[var], owner, self.wide(op, self.cards(var, owner), *args))

    def wide(self, op: str, *args: Code) -> Code:
        """An operation that gives a set of cards."""
        found = self.stage.pure(op, args, 0, 0)
        self.stage.function.wide.add(str(found.atom))
        return found

    # ---- control inside a step --------------------------------------------------------------------

    def only(self, condition: Code, do: Callable[[], None], otherwise: Callable[[], None] = lambda: None) -> None:
        """Steps that happen only where something holds."""
        known = self.stage.known(condition)
        if known is not None:
            (do if known else otherwise)()
            return
        before = self.stage.stale
        with self.stage.inside(condition) as then:
            do()
        stale, self.stage.stale = self.stage.stale, before
        with self.stage.inside(condition, False) as other:
            otherwise()
        self.stage.stale = self.stage.stale or stale
        self.stage.emit(ir.If(condition.atom, then, other))

    def repeat(self, low: int | Code, high: int | Code, do: Callable[[Code], None]) -> None:
        """Steps for one number after the other."""
        stage = self.stage
        first, last = (constant(x) if isinstance(x, int) else x for x in (low, high))
        least, most = self.algebra.range_of(first)[0], self.algebra.range_of(last)[1] - 1
        if least > most:
            return
        name = stage.fresh("i")
        body = self.again_and_again(lambda: do(stage.named(name, least, most)))
        stage.emit(ir.Loop(name, first.atom, last.atom, body))

    def again_and_again(self, do: Callable[[], None]) -> list[ir.Statement]:
        """The body of a loop. What definitions were worth lasts through it unless it changes what they read."""
        stage = self.stage
        stale, stage.stale = stage.stale, False
        with stage.inside(None, barrier=True) as body:
            do()
        if stage.stale:
            with stage.inside(None, barrier=True) as body:
                do()
            return body
        if stale and any(isinstance(s, ir.Call) and s.to.pure for s in ir.walk(body)):
            stage.stale = True
            self.program.refresh()
        else:
            stage.stale = stale
        return body

    def _when(self, condition: Code, then: Sequence[c.Step], otherwise: Sequence[c.Step], guard: Code) -> None:
        self.only(condition, lambda: self.happen(then, guard), lambda: self.happen(otherwise, guard))

    def _each(self, step: c.Each, guard: Code) -> None:
        if (step.high - step.low) * self.program.weigh(step.body) <= SMALL_STEPS:
            super()._each(step, guard)
            return
        outer = self.locals

        def once(number: Code) -> None:
            self.locals = {**outer, step.local: number}
            if step.where is None:
                self.happen(step.body, guard)
            else:
                self._when(self.value(step.where, guard), step.body, (), guard)

        self.repeat(step.low, step.high, once)
        self.locals = outer

    def _tell_all(self, telling: Telling[Code, Code]) -> None:
        """Nobody listens."""


if TYPE_CHECKING:
    from qedeck.engine.hands import Staged
