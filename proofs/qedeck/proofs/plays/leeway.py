"""What the rulebook leaves open, drawn at random: readings and parameters, within what it says of them.

In: a Core, and what must hold of the drawn values; out: one setting after the other, the assumed one first.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import TypeAlias

import z3

from qedeck.interpreter.chance import PLAYERS, Chance
from qedeck.interpreter.layout import type_range
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.recent import Recent
from qedeck.interpreter.state import Cells
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Number, Truth, term
from qedeck.proofs.formulas.symbols import fresh_cells, worth
from qedeck.spec import core as c

Setting: TypeAlias = dict[str, tuple[int, ...]]
CELLS = 12
"""Changes that are tried one by one where a whole table cannot be drawn at once."""


_DRAWN = Recent[dict[int, Setting | None]](8)
"""Several engines look for plays of the same game."""


def _drawn(core: c.Core, seed: int, given: c.Expr | None) -> dict[int, Setting | None]:
    """What was drawn before for the same game."""
    known = _DRAWN.known(core, seed, given)
    return known if known is not None else _DRAWN.keep({}, core, seed, given)


class Leeway:
    """The settings of a game; `given`, over parameters and readings, must hold in all of them."""

    def __init__(self, meaning: Meaning[bool, int], seed: int, given: c.Expr | None) -> None:
        self.core = meaning.core
        self.meaning = meaning
        self.seed = seed
        # Each after those that its assumed value depends on: then what follows from a drawn value is assumed anew.
        roles = {name: self.core.vars[name].role for name in meaning.layout.init_order}
        self.open = tuple(name for name, role in roles.items() if role in c.RIGID)
        limits = (*self.core.constraints, *((given,) if given is not None else ()))
        self.limits = [(limit, frozenset(meaning.layout.seen_by([limit]))) for limit in limits]
        self.leading = meaning.layout.seen_by(self.core.vars[name].init for name in self.open)
        """What the assumed values of others depend on."""
        self.drawn = _drawn(self.core, seed, given)

    def draw(self, number: int) -> Setting | None:
        """The first is as assumed, the others are drawn; None if no values are allowed at all."""
        if number not in self.drawn:
            self.drawn[number] = self._draw(number)
        return self.drawn[number]

    def _draw(self, number: int) -> Setting | None:
        start: Setting = {}
        rows = self._assume(start, None)
        if rows is None:
            solved = self._solve()
            if solved is None:
                return None
            start, rows = solved, solved
        chance = Chance(self.seed * 7_919 + number, PLAYERS)
        for name in self.open if number else ():
            whole = self._row_of(chance, name, number)
            changed = self._with(name, whole, start, rows)
            rows = self._nearest(chance, name, whole, rows) if changed is None else changed
            start = {**start, name: rows[name]}
        return None if self.meaning.initial(rows)[1] else rows

    def alone(self) -> Iterator[Setting]:
        """All as assumed but for one reading, for each reading and each other way to read it."""
        first = self.draw(0)
        readings = [name for name in self.open if self.core.vars[name].role == "reading"]
        for name in readings if first is not None else ():
            assert first is not None
            for value in range(type_range(self.core.vars[name].type)[1] + 1):
                other = {**first, name: (value,)}
                if (value,) != first[name] and self.allows(other):
                    yield other

    def allows(self, rows: Setting) -> bool:
        """Whether the rulebook allows this setting, and a game can be set up with it."""
        return self._fits(rows, set(rows)) and not self.meaning.initial(rows)[1]

    def _nearest(self, chance: Chance, name: str, whole: tuple[int, ...], rows: Setting) -> Setting:
        """Cell by cell: each keeps what it had where the rulebook does not allow the new value."""
        rows = dict(rows)
        for row in _changes(self.core.vars[name], chance, whole, rows, name):
            if self._fits({**rows, name: row}, {name}):
                rows[name] = row
        return rows

    def _row_of(self, chance: Chance, name: str, number: int) -> tuple[int, ...]:
        """Values for one parameter or reading. Holes hide at the ends: often all are the least, or all the most."""
        var = self.core.vars[name]
        low, high = type_range(var.type)
        end = {1: low, 2: high}.get(number % 4) if var.role == "parameter" else None
        value = bool(end) if isinstance(var.type, c.YesNo) and end is not None else end
        size = prod(dim.size for dim in var.dims)
        return tuple(guess(chance, var.type) if value is None else value for _ in range(size))

    def _with(self, name: str, whole: tuple[int, ...], start: Setting, rows: Setting) -> Setting | None:
        """One parameter or reading set to this, and what follows from it; None if the rulebook does not allow that."""
        if name in self.leading:
            return self._assume({**start, name: whole}, rows)
        changed = {**rows, name: whole}
        return changed if self._fits(changed, {name}) else None

    def _assume(self, fixed: Setting, before: Setting | None) -> Setting | None:
        """These values, and whatever the rulebook assumes beside them; None if it does not allow that."""
        cells, faults = self.meaning.initial(fixed, self.open)
        rows = dict(cells.rows)
        changed = {name for name in self.open if before is None or rows[name] != before[name]}
        return None if faults or not self._fits(rows, changed) else rows

    def _fits(self, rows: Setting, changed: set[str]) -> bool:
        """Whether the rulebook allows these values; it did before some of them changed."""
        cells = Cells(rows)
        # What speaks of nothing is never allowed, or always: nobody changes it.
        asked = (self.meaning.value(e, cells) for e, names in self.limits if not (names and changed.isdisjoint(names)))
        return all(bool(holds) and not faults for holds, faults in asked)

    def _solve(self) -> Setting | None:
        """Values that the rulebook allows, from the solver: those that are assumed break its own limits."""
        meaning: Meaning[Truth, Number] = Meaning(self.core, SYMBOLIC)
        cells, promises = fresh_cells(self.core)
        solver = z3.Solver()
        solver.set("timeout", 5000)
        solver.add(*promises)
        for limit, _ in self.limits:
            holds, faults = meaning.value(limit, cells)
            solver.add(term(holds), *(z3.Not(term(fault.guard)) for fault in faults))
        if solver.check() != z3.sat:
            return None
        model = solver.model()
        fixed = {name: tuple(worth(model, value) for value in cells[name]) for name in self.open}
        return fixed if self._fits(fixed, set(self.open)) else None


def _changes(var: c.Var, chance: Chance, whole: tuple[int, ...], rows: Setting, name: str) -> Iterator[tuple[int, ...]]:
    """Rows that differ from the present one in a cell; then one more here and one less there, for what adds up."""
    for place in [chance.below(len(whole)) for _ in range(CELLS)] if len(whole) > CELLS else range(len(whole)):
        yield (*rows[name][:place], whole[place], *rows[name][place + 1 :])
    if isinstance(var.type, c.Whole) and len(whole) > 1:
        for _ in range(CELLS):
            row = list(rows[name])
            more, less = chance.below(len(row)), chance.below(len(row))
            row[more], row[less] = row[more] + 1, row[less] - 1
            if more != less and row[more] <= var.type.high and row[less] >= var.type.low:
                yield tuple(row)


def guess(chance: Chance, type_: c.Type) -> int:
    """Any value of this type."""
    low, high = type_range(type_)
    value = low + chance.below(high - low + 1)
    return bool(value) if isinstance(type_, c.YesNo) else value
