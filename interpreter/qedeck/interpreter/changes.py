"""The meaning of Core, part 2c: cells that change.

In: a moment, where something is put and when; out: the moment with other cells, and whether that was
possible (`ok`). What was not possible is undone by `settle`.
"""

from __future__ import annotations

from collections.abc import Sequence

from qedeck.interpreter.algebra import Algebra, B, N, Value
from qedeck.interpreter.layout import Layout
from qedeck.interpreter.moment import Moment
from qedeck.interpreter.operators import implies
from qedeck.interpreter.state import Cells
from qedeck.spec.source import Span


class Changing(Moment[B, N]):
    """A moment whose cells may change."""

    __slots__ = ("ok",)

    def __init__(self, layout: Layout, algebra: Algebra[B, N], cells: Cells, clause: str = "") -> None:
        super().__init__(layout, algebra, cells, clause)
        self.ok = self.yes

    def require(self, condition: B) -> None:
        self.ok = self.algebra.and_(self.ok, condition)

    def put(self, var: str, index: Sequence[N], values: Sequence[Value], when: B) -> None:
        """The cells from this index on become the values, for as many as there are; `ok` only if they fit."""
        algebra = self.algebra
        if not self.layout.yes_no[var]:
            low, high = self.layout.ranges[var]
            for value in values:
                fits = self.inside(value, low, high)
                if fits is not self.yes:
                    self.require(implies(algebra, when, fits))
            # NOTE(bounded): what is put outside its type is undone by `settle`, so whatever is
            # computed from it meanwhile counts only where these bounds do hold.
            values = [algebra.bounded(value, low, high) for value in values]
        flat = self.flat(var, index)
        if flat is None:
            self.require(implies(algebra, when, self.within(var, index)))
        self.store(var, index, flat, values, when)

    def store(self, var: str, index: Sequence[N], flat: int | None, values: Sequence[Value], when: B) -> None:
        """Put the values where they belong; `flat` is the index where it is known."""
        row = list(self.cells.rows[var])
        if flat is not None:
            self._put(row, (), (), values, when, flat)
        else:
            self._put(row, index, self.layout.sizes[var], values, when, 0)
        self.cells = self.cells.put(var, tuple(row), self.layout.readers[var])

    def _put(
        self, row: list[Value], index: Sequence[N], sizes: Sequence[int], values: Sequence[Value], when: B, flat: int
    ) -> None:
        algebra = self.algebra
        if not index:
            start = flat * len(values)
            row[start : start + len(values)] = [
                self.merge(when, new, old) for new, old in zip(values, row[start : start + len(values)], strict=True)
            ]
            return
        least, most = algebra.range_of(index[0])
        for k in range(max(least, 0), min(most, sizes[0] - 1) + 1):
            here = algebra.and_(when, algebra.eq(index[0], algebra.number(k)))
            self._put(row, index[1:], sizes[1:], values, here, flat * sizes[0] + k)

    def join(self, condition: B, then: Cells, otherwise: Cells) -> Cells:
        """One of two states, cell by cell."""
        known = self.algebra.known(condition)
        if known is not None or then is otherwise:
            return otherwise if known is False else then
        joined = then
        for name, row in then.rows.items():
            other = otherwise.rows[name]
            if row is not other:
                merged = tuple(self.merge(condition, new, old) for new, old in zip(row, other, strict=True))
                joined = joined.put(name, merged, self.layout.readers[name])
        return joined

    def change(self, code: str, span: Span) -> Cells:
        """The state before something that is undefined, by this code, unless it is `ok`: for `settle`."""
        return self.cells

    def settle(self, before: Cells) -> B:
        """Keep what was put since `before` where it was `ok`: so each cell lies in its type either way."""
        ok, self.ok = self.ok, self.yes
        self.cells = self.join(ok, self.cells, before)
        return ok
