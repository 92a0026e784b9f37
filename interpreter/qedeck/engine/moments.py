"""The one meaning, staged: what a step does becomes the code that does it.

Only structure is written here: branches, loops, loads and stores, calls, handlers. What a term is
worth, what is undefined and how cards travel is inherited.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, cast

from qedeck.engine import ir
from qedeck.engine.cells import CellMoment
from qedeck.engine.repeating import find, fold
from qedeck.engine.rows import cases
from qedeck.engine.values import Code, Each, NotAtOnce, constant
from qedeck.interpreter.expressions import RULES
from qedeck.interpreter.state import Telling
from qedeck.spec import core as c
from qedeck.spec.source import Span

if TYPE_CHECKING:
    pass

SMALL_STEPS = 60
"""Repeated steps of this weight in all are written out."""


def _ite(m: Staged, expr: c.Ite, guard: Code) -> Code:
    condition = m.value(expr.condition, guard)
    return m.stage.branch(condition, lambda: m.value(expr.then, guard), lambda: m.value(expr.otherwise, guard))


def _try(m: Staged, expr: c.Try, guard: Code) -> Code:
    m.program.refresh(expr)
    return m.attempt(lambda: m.value(expr.left, guard), lambda: m.value(expr.right, guard))


class Moments(CellMoment):
    """Terms and steps, staged; `cards` adds how cards travel."""

    rules: ClassVar[dict[type, Any]] = {**RULES, c.Ite: _ite, c.Try: _try, c.Fold: fold, c.Find: find, c.Cases: cases}

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
            nothing: Code = self.nothing_for(expr)
            return nothing

        return self.stage.branch(condition, lambda: self.value(expr, guard), otherwise)

    def attempt(self, left: Callable[[], Code], right: Callable[[], Code], every: bool = False) -> Code:
        """The left value; where it is undefined, the right one."""
        stage = self.stage
        stale, doubt, stage.doubt = stage.stale, stage.doubt, 0  # what is undefined here is caught here
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
        # Whoever comes to the handler may not have come to where definitions were asked anew.
        left_stale, stage.stale = stage.stale, stage.stale or stale
        with stage.inside(None) as handler:
            two = right()
        stage.stale = stage.stale or left_stale
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
                nothing: Code = self.nothing(isinstance(define.type, c.YesNo))  # nobody gets here
                return nothing
        return self.program.apply(cast("Staged", self), define, args, span)

    def by_cases(self, index: Code, low: int, values: Sequence[Code], default: Code) -> Code:
        """Constants are looked up in a table."""
        if isinstance(index, Each):
            return self._for_each(index, low, values, default)
        least, most = self.algebra.range_of(index)
        high = low + len(values) - 1
        here = list(values[max(least, low) - low : min(most, high) - low + 1])
        if not here or not all(isinstance(v.atom, int) for v in here) or len({v.atom for v in here}) < 2:
            found: Code = super().by_cases(index, low, values, default)
            return found
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
        """Written down if anybody listens."""
        if self.program.listener is not None:
            self.program.listener.told(cast("Staged", self), telling)


if TYPE_CHECKING:
    from qedeck.engine.hands import Staged
