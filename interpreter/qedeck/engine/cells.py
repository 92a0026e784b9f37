"""Cells of the state, staged: loads and stores, one bit of a set, a table where nothing ever changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from qedeck.engine import ir
from qedeck.engine.values import Code, Each, NotAtOnce, Taken, constant
from qedeck.interpreter.state import Cells
from qedeck.interpreter.steps import Play
from qedeck.spec import core as c
from qedeck.spec.source import NOWHERE, Span

if TYPE_CHECKING:
    from qedeck.engine.program import Program
    from qedeck.engine.stage import Stage


class Row:
    """The cells of a variable that can change: reading one is a load."""

    def __init__(self, moment: CellMoment, var: str) -> None:
        self.moment = moment
        self.var = var

    def __getitem__(self, flat: int) -> Code:
        return self.moment.cell(self.var, constant(flat))


class CellMoment(Play[Code, Code]):
    """A table whose cells lie in the memory of the program."""

    program: Program

    def __init__(self, program: Program, clause: str = "") -> None:
        self.program = program
        if program.cells is None:
            program.cells = Cells(self._rows())
        super().__init__(program.layout, program.algebra, program.cells, clause)
        self.now: tuple[str, Span] = "Q504", NOWHERE

    def _rows(self) -> dict[str, Any]:
        """Loads of whatever can change, constants for the rest: the same for every moment."""
        program = self.program
        rows: dict[str, Any] = {}
        for name in program.core.vars:
            fixed = program.memory.rigid.get(name)
            yes_no = program.layout.yes_no[name]
            rows[name] = (
                Row(self, name)
                if fixed is None
                else tuple(program.algebra.boolean(bool(v)) if yes_no else constant(v) for v in fixed)
            )
        return rows

    @property
    def stage(self) -> Stage:
        return self.program.algebra.stage

    # ---- what the parts of a staged moment ask of each other ---------------------------------

    def only(self, condition: Code, do: Callable[[], None], otherwise: Callable[[], None] = lambda: None) -> None:
        raise NotImplementedError

    def repeat(self, low: int | Code, high: int | Code, do: Callable[[Code], None]) -> None:
        raise NotImplementedError

    # ---- cells ------------------------------------------------------------------------------

    def told(self, test: c.Expr | None, local: str, low: int, high: int) -> Sequence[int]:
        """Nothing is told before the program runs."""
        return range(low, high)

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
        if region is None or member.values != tuple(range(lanes.low, lanes.high)):
            raise NotAtOnce
        if self.stage.known(self.within(var, index)) is not True:
            raise NotAtOnce
        if not region.bits:
            if region.low != -1 or region.width != 1:
                raise NotAtOnce
            first = self.place(var, [*owner, constant(0)])
            there = self.stage.load_set(region, first, lanes.high)
            if lanes.low:
                there = lanes.wide("both", there, Code(lanes.full, 0, 0))
            return Taken(there.atom, region.low, region.high)
        cards = self.cards(var, self.place(var, owner))
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
