"""The meaning of Core, part 3: how cards travel between piles, rows and grids.

In: a moment and the two ends of a move; out: the moment with other cells, whether the move was
possible (`ok`), and what moved. A move that is not possible leaves every cell as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from qedeck.interpreter.algebra import B, N, Value
from qedeck.interpreter.changes import Changing
from qedeck.interpreter.operators import implies, position
from qedeck.interpreter.state import Side
from qedeck.spec import core as c


@dataclass(frozen=True, slots=True)
class Taken(Generic[B, N]):
    """Cards in the air: how many of each and in all; or in order, each with whether it is there."""

    counts: Sequence[N] | None
    total: N
    slots: Sequence[tuple[B, N]]


class Table(Changing[B, N]):
    """A moment at which cards travel."""

    __slots__ = ()

    # ---- taking -----------------------------------------------------------------------

    def at(self, side: Side[N], *rest: N) -> list[N]:
        return [*side.index, *rest]

    def faces(self, side: Side[N], name: str = "") -> list[Value]:
        """What lies there, or another variable of a row."""
        name = name or c.faces_of(self.layout.core.zones[side.zone])
        size, number = self.layout.sizes[name][-1], self.algebra.number
        first = self.flat(name, self.at(side, number(0)))
        if first is not None:
            row = self.cells.rows[name]
            return [row[first + k] for k in range(size)]
        return [self.look(name, self.at(side, number(k))) for k in range(size)]

    def resize(self, side: Side[N], change: N, when: B) -> None:
        name = c.size_of(side.zone)
        size = self.algebra.add(self.look(name, self.at(side)), change)
        self.put(name, self.at(side), [size], when)

    def take(self, side: Side[N], card: N | None) -> Taken[B, N]:
        """One card of this face, or from this place; with neither, all of them."""
        algebra = self.algebra
        zone = self.layout.core.zones[side.zone]
        one = algebra.number(1)
        if card is not None and zone.kind == "pile":
            left = algebra.sub(self.look(side.zone, self.at(side, card)), one)
            self.put(side.zone, self.at(side, card), [left], self.yes)
            self.resize(side, algebra.number(-1), self.yes)
            return Taken(None, one, ((self.yes, card),))
        if card is None and (zone.kind == "pile" or side.place is None):
            return self._take_all(side, zone)
        if side.place is None and card is not None:
            place = self.last_of(side, card)
        else:
            assert side.place is not None
            place = side.place
            self.require(self.inside(place, 0, (zone.places.size if zone.places else 0) - 1))
        present, face = self.lying(side, place)
        if card is not None:
            self.require(algebra.and_(present, algebra.eq(face, card)))
        self._clear(side, place, present)
        return Taken(None, one, ((present, face),))

    def there(self, size: N | None, place: N, face: N) -> B:
        """Whether a card lies at a place, by what is written there and how long the row is."""
        algebra = self.algebra
        there = algebra.le(algebra.number(0), face)
        return there if size is None else algebra.and_(there, algebra.lt(place, size))

    def long(self, side: Side[N]) -> N | None:
        """How many cards a row has; a grid has no such number."""
        if self.layout.core.zones[side.zone].kind != "row":
            return None
        size: N = self.look(c.size_of(side.zone), self.at(side))
        return size

    def all_there(self, side: Side[N], faces: Sequence[N]) -> list[B]:
        size = self.long(side)
        return [self.there(size, self.algebra.number(k), face) for k, face in enumerate(faces)]

    def last_of(self, side: Side[N], card: N) -> N:
        """The last place with a card of this face."""
        faces = self.faces(side)
        there = self.all_there(side, faces)
        holds = [self.algebra.and_(here, self.same(face, card)) for here, face in zip(there, faces, strict=True)]
        return position(self, holds, 0, last=True)

    def lying(self, side: Side[N], place: N) -> tuple[B, N]:
        """Whether a card lies at a place, and which."""
        faces = self.faces(side)
        there = self.all_there(side, faces)
        return self.by_cases(place, 0, there, self.no), self.by_cases(place, 0, faces, self.algebra.number(0))

    def _clear(self, side: Side[N], place: N, present: B) -> None:
        """Empty a place of a grid; in a row, later cards close up."""
        if self.layout.core.zones[side.zone].kind == "grid":
            self.put(c.card_of(side.zone), self.at(side, place), [self.algebra.number(c.NONE)], present)
            return
        self.close_up(side, c.card_of(side.zone), place, present)
        self.close_up(side, c.by_of(side.zone), place, present)
        self.resize(side, self.algebra.number(-1), present)

    def close_up(self, side: Side[N], name: str, place: N, when: B) -> None:
        """What lies after a place of a row moves up by one."""
        algebra = self.algebra
        row = self.faces(side, name)
        closed = [
            self.merge(algebra.lt(algebra.number(k), place), kept, later)
            for k, (kept, later) in enumerate(zip(row, [*row[1:], algebra.number(c.NONE)], strict=True))
        ]
        self.put(name, self.at(side), closed, when)

    def _take_all(self, side: Side[N], zone: c.Zone) -> Taken[B, N]:
        algebra = self.algebra
        zero = algebra.number(0)
        if zone.kind == "pile":
            total = self.look(c.size_of(side.zone), self.at(side))
            faces = self.lift(side)
            self.put(c.size_of(side.zone), self.at(side), [zero], self.yes)
            return Taken(faces, total, ())
        slots = self.pick_up(side)
        if zone.kind == "row":
            self.wipe(side, c.by_of(side.zone), algebra.number(c.NONE))
            self.put(c.size_of(side.zone), self.at(side), [zero], self.yes)
        return Taken(None, zero, slots)

    def wipe(self, side: Side[N], name: str, value: N) -> None:
        """The same value everywhere in a variable of a zone."""
        self.put(name, self.at(side), [value] * self.layout.sizes[name][-1], self.yes)

    def lift(self, side: Side[N]) -> Sequence[N]:
        """All cards of a pile: how many of each there were."""
        faces = self.faces(side)
        self.wipe(side, side.zone, self.algebra.number(0))
        return tuple(faces)

    def pick_up(self, side: Side[N]) -> Sequence[tuple[B, N]]:
        """All cards of a row or a grid, place by place: whether one was there, and which."""
        faces = self.faces(side)
        there = self.all_there(side, faces)
        self.wipe(side, c.card_of(side.zone), self.algebra.number(c.NONE))
        return tuple(zip(there, faces, strict=True))

    # ---- laying down ---------------------------------------------------------------------

    def lay(self, side: Side[N], taken: Taken[B, N], by: N) -> None:
        """Onto a pile; last onto a row; onto a grid at the place, or at the first empty one."""
        zone = self.layout.core.zones[side.zone]
        if zone.kind == "pile" and taken.counts is not None:
            self.heap(side, taken.counts)
            self.resize(side, taken.total, self.yes)
        else:
            self.one_by_one(side, taken, by)

    def heap(self, side: Side[N], counts: Sequence[N]) -> None:
        """So many of each card onto a pile."""
        more = [self.algebra.add(old, new) for old, new in zip(self.faces(side), counts, strict=True)]
        self.put(side.zone, self.at(side), more, self.yes)

    def one_by_one(self, side: Side[N], taken: Taken[B, N], by: N) -> None:
        zone = self.layout.core.zones[side.zone]
        slots = taken.slots if taken.counts is None else self._in_order(taken.counts, zone)
        for present, face in slots:
            self.lay_one(side, present, face, by)

    def lay_one(self, side: Side[N], present: B, face: N, by: N) -> None:
        algebra = self.algebra
        zone = self.layout.core.zones[side.zone]
        self.require(implies(algebra, present, self.inside(face, 0, zone.cards.size - 1)))
        if zone.kind == "pile":
            more = algebra.add(self.look(side.zone, self.at(side, face)), algebra.number(1))
            self.put(side.zone, self.at(side, face), [more], present)
            self.resize(side, algebra.number(1), present)
        elif zone.kind == "row":
            size = self.look(c.size_of(side.zone), self.at(side))
            self.put(c.card_of(side.zone), self.at(side, size), [face], present)
            self.put(c.by_of(side.zone), self.at(side, size), [by], present)
            self.resize(side, algebra.number(1), present)
        else:
            free, place = self.room(side)
            self.require(implies(algebra, present, free))
            self.put(c.card_of(side.zone), self.at(side, place), [face], present)

    def room(self, side: Side[N]) -> tuple[B, N]:
        """Where a card may lie on a grid, and whether that place is empty."""
        empty = [self.algebra.lt(old, self.algebra.number(0)) for old in self.faces(side)]
        place = position(self, empty, 0, last=False) if side.place is None else side.place
        return self.by_cases(place, 0, empty, self.no), place

    def _in_order(self, counts: Sequence[N], zone: c.Zone) -> tuple[tuple[B, N], ...]:
        """The cards of a pile one after the other, lowest face first: a pile has no order of its own."""
        algebra = self.algebra
        known = [algebra.known_number(count) for count in counts]
        if all(count is not None for count in known):
            return tuple((self.yes, algebra.number(k)) for k, count in enumerate(known) for _ in range(count or 0))
        up_to: list[N] = []
        for count in counts:
            up_to.append(algebra.add(up_to[-1], count) if up_to else count)
        most = min(algebra.range_of(up_to[-1])[1], zone.places.size if zone.places else 0)
        self.require(algebra.le(up_to[-1], algebra.number(most)))
        slots: list[tuple[B, N]] = []
        for place in range(most):
            here = algebra.number(place)
            face = algebra.number(len(counts) - 1)
            for k in range(len(counts) - 2, -1, -1):
                face = algebra.ite(algebra.lt(here, up_to[k]), algebra.number(k), face)
            slots.append((algebra.lt(here, up_to[-1]), face))
        return tuple(slots)

    # ---- chance ----------------------------------------------------------------------------

    def dealt(self, source: Side[N], outcome: Sequence[Sequence[N]]) -> list[N]:
        """How many of each card leave the pile."""
        dealt = [self.algebra.number(0)] * self.layout.core.zones[source.zone].cards.size
        for counts in outcome:
            dealt = [self.algebra.add(one, other) for one, other in zip(dealt, counts, strict=True)]
        return dealt

    def hand_out(self, source: Side[N], outcome: Sequence[Sequence[N]]) -> None:
        """The pile without what was dealt."""
        both = zip(self.faces(source), self.dealt(source, outcome), strict=True)
        self.put(source.zone, self.at(source), [self.algebra.sub(old, gone) for old, gone in both], self.yes)

    def padded(self, zone: c.Zone, order: Sequence[N]) -> list[N]:
        places = zone.places.size if zone.places else 0
        return [*order, *[self.algebra.number(c.NONE)] * (places - len(order))]

    def rearrange(self, side: Side[N], order: Sequence[N]) -> None:
        """The cards of a row in this order."""
        after = self.padded(self.layout.core.zones[side.zone], order)
        self.put(c.card_of(side.zone), self.at(side), after, self.yes)
