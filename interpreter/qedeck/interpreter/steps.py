"""The meaning of Core, part 4: what happens between two decisions.

In: a moment and steps; out: the moment with other cells, its tellings and its faults. Where it
is not known which branch is taken, both are, each on its own state, and the states are joined.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import assert_never

from qedeck.interpreter.algebra import Algebra, B, N
from qedeck.interpreter.cards import Table, Taken
from qedeck.interpreter.layout import Layout
from qedeck.interpreter.state import Cells, Side, Telling, Travel
from qedeck.spec import core as c
from qedeck.spec.source import Span


class Play(Table[B, N]):
    """A table at which things happen."""

    __slots__ = ("tellings",)

    def __init__(self, layout: Layout, algebra: Algebra[B, N], cells: Cells, clause: str = "") -> None:
        super().__init__(layout, algebra, cells, clause)
        self.tellings: list[Telling[B, N]] = []

    def happen(self, steps: Iterable[c.Step], guard: B) -> None:
        outer = self.clause
        for step in steps:
            match step:
                case c.Assign():
                    self.clause = step.clause or outer
                    self._assign(step, guard)
                case c.Move():
                    self.clause = step.clause or outer
                    self._move(step, guard)
                case c.Tell():
                    self.clause = step.clause or outer
                    self._tell(step, guard)
                case c.Check():
                    self.clause = step.clause or outer
                    holds = self.value(step.condition, guard)
                    self.undefined(self.algebra.and_(guard, self.algebra.not_(holds)), step.code, step.span)
                case c.When():
                    self._when(self.value(step.condition, guard), step.then, step.otherwise, guard)
                case c.Each():
                    self._each(step, guard)
                case c.Let():
                    self._let(step, guard)
                case _:
                    assert_never(step)
            self.clause = outer

    # ---- control inside a step ---------------------------------------------------------

    def _when(self, condition: B, then: Sequence[c.Step], otherwise: Sequence[c.Step], guard: B) -> None:
        known = self.algebra.known(condition)
        if known is not None:
            self.happen(then if known else otherwise, guard)
            return
        before = self.cells
        self.happen(then, self.algebra.and_(guard, condition))
        after, self.cells = self.cells, before
        self.happen(otherwise, self.algebra.and_(guard, self.algebra.not_(condition)))
        self.cells = self.join(condition, after, self.cells)

    def _each(self, step: c.Each, guard: B) -> None:
        outer = self.locals
        for number in range(step.low, step.high):
            self.locals = {**outer, step.local: self.algebra.number(number)}
            if step.where is None:
                self.happen(step.body, guard)
            else:
                self._when(self.value(step.where, guard), step.body, (), guard)
        self.locals = outer

    def _let(self, step: c.Let, guard: B) -> None:
        outer = self.locals
        self.locals = {**outer, step.local: self.value(step.value, guard)}
        self.happen(step.body, guard)
        self.locals = outer

    # ---- cells -----------------------------------------------------------------------------

    def _assign(self, step: c.Assign, guard: B) -> None:
        index = [self.value(part, guard) for part in step.index]
        value = self.value(step.value, guard)
        self.assign(step.var, index, value, guard, step.span)

    def assign(self, var: str, index: Sequence[N], value: B | N, guard: B, span: Span) -> None:
        """A cell outside the domain (Q506) or a value outside the type (Q503) changes nothing."""
        algebra = self.algebra
        there = self.within(var, index)
        self.undefined(algebra.and_(guard, algebra.not_(there)), "Q506", span)
        before = self.change("Q503", span)
        self.put(var, index, [value], self.yes)
        ok = self.settle(before)
        self.undefined(algebra.and_(guard, algebra.and_(there, algebra.not_(ok))), "Q503", span)

    # ---- cards -----------------------------------------------------------------------------

    def side(self, ref: c.ZoneRef, guard: B) -> Side[N]:
        """One end of a move; a move to nobody's zone, or to one that is not there, is not `ok`."""
        owner = None if ref.owner is None else self.value(ref.owner, guard)
        place = None if ref.place is None else self.value(ref.place, guard)
        if owner is not None:
            self.require(self.inside(owner, 0, self.layout.seats - 1))
        also = tuple(self.value(part, guard) for part in ref.also)
        for part, domain in zip(also, self.layout.core.zones[ref.zone].also, strict=True):
            self.require(self.inside(part, 0, domain.size - 1))
        return Side(ref.zone, owner, place, also)

    def _move(self, step: c.Move, guard: B) -> None:
        algebra = self.algebra
        card = None if step.card is None else self.value(step.card, guard)
        by = self.value(step.by, guard)
        before = self.change("Q504", step.span)
        source, target = self.side(step.source, guard), self.side(step.target, guard)
        travel = self.travel("move all", source, target, step.noticed)
        taken = self.take(source, card)
        self.lay(target, taken, by)
        ok = self.settle(before)
        self.undefined(algebra.and_(guard, algebra.not_(ok)), "Q504", step.span)
        self.told_move(travel, taken, by, algebra.and_(guard, ok))

    def travel(self, kind: str, source: Side[N], target: Side[N], noticed: c.Expr) -> Travel[B, N]:
        """Cards are about to go."""
        return Travel(kind, source, target, self.seers(source), self.awake(noticed))

    def told_move(self, travel: Travel[B, N], taken: Taken[B, N], by: N, guard: B) -> None:
        """Whoever saw the faces before or sees them now sees the faces; that a card moves, whoever sees it counted."""
        algebra, source, target = self.algebra, travel.source, travel.target
        zones = self.layout.core.zones
        faces = tuple(map(algebra.or_, travel.seen, self.seers(target)))
        counted = zones[source.zone].counted or zones[target.zone].counted
        seen = tuple(self.yes for _ in faces) if counted else faces
        if travel.awake:
            seen, faces = (tuple(map(algebra.and_, travel.awake, some)) for some in (seen, faces))
        cards = zones[source.zone].cards
        if taken.counts is not None:
            counts = tuple(c.Whole(*algebra.range_of(count)) for count in taken.counts)
            many = tuple(taken.counts)
            self._tell_all(Telling(guard, travel.kind, many, counts, seen, faces, source, target, by, self.clause))
            return
        for place, (present, face) in enumerate(taken.slots):
            at = source
            if len(taken.slots) > 1:
                at = replace(source, place=algebra.number(place))
            happens = algebra.and_(guard, present)
            self._tell_all(
                Telling(happens, "move", (face,), (c.Member(cards),), seen, faces, at, target, by, self.clause)
            )

    def seers(self, side: Side[N]) -> tuple[B, ...]:
        """For each player, whether the faces of the cards that lie there are seen, as things are."""
        sight = self.layout.core.zones[side.zone].sight
        return tuple(self.sees(sight, player, side.owner) for player in range(self.layout.seats))

    # ---- telling ----------------------------------------------------------------------------

    def _tell(self, step: c.Tell, guard: B) -> None:
        values = tuple(self.value(expr, guard) for expr, _ in step.values)
        types = tuple(type_ for _, type_ in step.values)
        outer = self.locals
        seen: list[B] = []
        for player in range(self.layout.seats):
            self.locals = {**outer, "viewer": self.algebra.number(player)}
            seen.append(self.value(step.audience, guard))
        self.locals = outer
        noticed = tuple(seen)
        self._tell_all(Telling(guard, step.kind, values, types, noticed, noticed, None, None, None, self.clause))

    def _tell_all(self, telling: Telling[B, N]) -> None:
        if self.algebra.known(telling.guard) is not False:
            self.tellings.append(telling)
