"""Knowledge by subset construction: for one seat, the sets of positions that it cannot tell apart.

In: the positions of a game and a seat; out: each such set, after fewest things noticed first, with what was noticed
until then. A set is closed under steps of which the seat notices nothing: they may have happened or not.
"""

from __future__ import annotations

import time
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from qedeck.interpreter.chance import PLAYERS, Chance
from qedeck.proofs.knowing.noticing import Noticed, Noticing
from qedeck.proofs.knowing.ways import Ways
from qedeck.proofs.plays.sample import Taken
from qedeck.proofs.plays.walk import Fixed, TooMany, in_time

ITEMS = 300_000
"""Positions in all sets together, each as often as it lies in one."""
LONG = 400
"""Things noticed after which a play at random is left."""

Things: TypeAlias = tuple[int, ...]
"""Things that were noticed, by number."""
Item: TypeAlias = tuple[int, Things]
"""A position, and what is still to be noticed before play stands there; nothing: it stands there."""


@dataclass(frozen=True, eq=False)
class Belief:
    """Where play may stand, for all that the seat has noticed."""

    start: int
    """Which of the first positions it begins with: how the rulebook is read is known to everybody."""
    items: frozenset[Item]
    before: Belief | None = None
    thing: int = -1
    """What was noticed last."""

    @cached_property
    def standing(self) -> list[int]:
        return sorted(number for number, rest in self.items if not rest)

    @property
    def noticed(self) -> Things:
        found, here = list[int](), self
        while here.before is not None:
            found.append(here.thing)
            here = here.before
        return tuple(reversed(found))


class Beliefs:
    """All that one seat, counted from 0, may know of one game."""

    def __init__(self, ways: Ways, seat: int) -> None:
        self.ways, self.seat = ways, seat
        self.complete, self.reason = False, ""
        self._noticing = Noticing(ways.steps, seat)
        self._numbers: dict[Noticed, int] = {}
        self._onward: dict[int, tuple[Item, ...]] = {}
        self._left = ITEMS

    # ---- every set --------------------------------------------------------------------------------

    def each(self, until: float) -> Iterator[Belief]:
        """Every set, once; afterwards it is known whether these were all of them."""
        reason, seen = "", set[frozenset[Item]]()
        try:
            waiting = deque(self._first())
            reason = self.ways.partly
            while waiting:
                in_time(until)
                belief = waiting.popleft()
                if belief.items in seen:
                    continue
                seen.add(belief.items)
                yield belief
                try:
                    waiting.extend(self._after(belief, until))
                except TooMany as stop:
                    reason = str(stop)
        except TooMany as stop:
            reason = str(stop)
        except TimeoutError:
            reason = "the time was up"
        self.complete, self.reason = not reason, reason

    def at_random(self, until: float) -> Iterator[Belief]:
        """The sets along one play after the other."""
        number, first = 0, list[Belief]()
        try:
            first = self._first()
            while first and time.monotonic() < until:
                chance, number = Chance(number, PLAYERS), number + 1
                belief = first[chance.below(len(first))]
                for _ in range(LONG):
                    self._left = ITEMS
                    onward = list(self._after(belief, until))
                    if not onward:
                        break
                    belief = onward[chance.below(len(onward))]
                    yield belief
        except (TooMany, TimeoutError):
            return

    def _first(self) -> list[Belief]:
        found = []
        for start, (_, way, number) in enumerate(self.ways.starts()):
            found.append(Belief(start, frozenset([(number, self._named(self._noticing.of(way, None)))])))
        return found

    def _after(self, belief: Belief, until: float) -> Iterator[Belief]:
        """By one thing more that is noticed."""
        by = defaultdict[int, set[Item]](set)
        for number, rest in belief.items:
            if rest:
                by[rest[0]].add((number, rest[1:]))
        for thing, items in sorted(by.items()):
            yield Belief(belief.start, self._closed(items, until), belief, thing)

    def _closed(self, items: set[Item], until: float) -> frozenset[Item]:
        """With all that may have happened unnoticed, and what may be noticed next."""
        waiting = [number for number, rest in items if not rest]
        while waiting:
            in_time(until)
            for item in self._from(waiting.pop()):
                if item not in items:
                    items.add(item)
                    if not item[1]:
                        waiting.append(item[0])
            if len(items) > self._left:
                raise TooMany("too many positions look alike")
        self._left -= len(items)
        return frozenset(items)

    def _from(self, number: int) -> tuple[Item, ...]:
        """Where each choice leads, and what is noticed on the way."""
        if number not in self._onward:
            before = self.ways.stands[number]
            ways = self.ways.onward(number)
            self._onward[number] = tuple((to, self._named(self._noticing.of(way, before))) for way, to in ways)
        return self._onward[number]

    def _named(self, noticed: Iterable[Noticed]) -> Things:
        return tuple(self._numbers.setdefault(one, len(self._numbers)) for one in noticed)

    # ---- a play --------------------------------------------------------------------------------------

    def path(self, belief: Belief, number: int) -> tuple[Fixed, tuple[Taken, ...]]:
        """The shortest play to a position of a set, of which the seat has noticed just that."""
        fixed, way, first = self.ways.starts()[belief.start]
        noticed = belief.noticed
        begun = first, len(self._named(self._noticing.of(way, None)))
        came: dict[tuple[int, int], tuple[tuple[int, int], Taken] | None] = {begun: None}
        waiting, wanted = deque([begun]), (number, len(noticed))
        while wanted not in came:
            here, made = waiting.popleft()
            for (onward, _), (to, things) in zip(self.ways.onward(here), self._from(here), strict=True):
                there = to, made + len(things)
                if noticed[made : made + len(things)] == things and there not in came:
                    assert onward.taken is not None
                    came[there] = (here, made), onward.taken
                    waiting.append(there)
        steps, at = list[Taken](), came[wanted]
        while at is not None:
            steps.append(at[1])
            at = came[at[0]]
        return dict(fixed), tuple(reversed(steps))
