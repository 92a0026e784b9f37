"""Positions of a game, numbered, and the ways from one to the next with each moment on them; shared by all who look.

In: a Core; out: what each choice leads to, worked out when somebody asks. A way that breaks off or goes round for ever
comes to no position, and is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice

from qedeck.interpreter.state import Arrival, Cells, Telling
from qedeck.proofs.plays.sample import Sampler, Taken, by_itself, follow
from qedeck.proofs.plays.walk import Fixed, TooMany, Walk
from qedeck.spec import core as c

MOST = 10_000
"""Positions that are kept of one game."""
SOME = 8
"""Ways to read the rulebook that are looked at where nobody can look at all of them."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What was told, and the table then: where a step ends, or a `repeat` begins again."""

    told: tuple[Telling[bool, int], ...]
    cells: Cells


@dataclass(frozen=True, slots=True)
class Stand:
    """Where play stands: at a decision of somebody or of chance, or at the end (node None)."""

    node: int | None
    cells: Cells


@dataclass(frozen=True, slots=True)
class Way:
    """From one position to the next, by a choice; the first of a play begins nowhere."""

    taken: Taken | None
    moments: tuple[Moment, ...]
    to: Stand


class Steps:
    """The steps of one game, each with all its moments."""

    def __init__(self, core: c.Core) -> None:
        self.core = core
        self.walk = Walk(core)
        self.meaning = self.walk.meaning

    def begin(self, fixed: Fixed) -> Way | None:
        """The way to the first position."""
        cells, faults = self.meaning.initial(fixed)
        return None if faults else self._way(None, self.meaning.begin(cells))

    def take(self, at: Stand, step: Taken) -> Way | None:
        """The way on by a choice that is open."""
        return self._way(step, follow(self.meaning, at.cells, step))

    def each(self, at: Stand, most: int) -> list[Taken]:
        """All that may happen next; TooMany if nobody can try it."""
        if at.node is None or self.meaning.unclear(at.cells, at.node):
            return []
        return list(self.walk.moves(at.node, at.cells, most))

    def _way(self, taken: Taken | None, arrivals: list[Arrival[bool, int]]) -> Way | None:
        (arrival,) = arrivals
        moments, passed = list[Moment](), set[tuple[int, Cells]]()
        while not arrival.faults:
            moments.append(Moment(arrival.tellings, arrival.cells))
            node, cells = arrival.node, arrival.cells
            if node is None or not by_itself(self.core, node):
                return Way(taken, tuple(moments), Stand(node, cells))
            if (node, cells) in passed:
                return None
            passed.add((node, cells))
            (arrival,) = self.meaning.advance(cells, node, 0, ())
        return None


class Ways:
    """The positions of a game as far as somebody went, by number."""

    def __init__(self, core: c.Core, given: c.Expr | None) -> None:
        self.steps = Steps(core)
        self.given = given
        self.stands: list[Stand] = []
        self._number: dict[Stand, int] = {}
        self._onward: dict[int, tuple[tuple[Way, int], ...]] = {}
        self.partly = ""
        """Why not every way to read the rulebook is looked at."""
        self._starts: tuple[tuple[Fixed, Way, int], ...] | None = None

    def starts(self) -> tuple[tuple[Fixed, Way, int], ...]:
        """The first position for each way to read the rulebook; for some of them, where there are too many."""
        if self._starts is None:
            try:
                settings = self.steps.walk.settings(self.given)
            except TooMany as stop:
                self.partly = str(stop)
                settings = list(islice(Sampler(self.steps.core, given=self.given).settings(), SOME))
            found = [(fixed, self.steps.begin(fixed)) for fixed in settings]
            self._starts = tuple((fixed, way, self._numbered(way.to)) for fixed, way in found if way is not None)
        return self._starts

    def onward(self, number: int) -> tuple[tuple[Way, int], ...]:
        """Each way on from a position, and where it leads."""
        found = self._onward.get(number)
        if found is None:
            at = self.stands[number]
            ways = (self.steps.take(at, step) for step in self.steps.each(at, MOST))
            found = tuple((way, self._numbered(way.to)) for way in ways if way is not None)
            self._onward[number] = found
        return found

    def _numbered(self, stand: Stand) -> int:
        number = self._number.setdefault(stand, len(self.stands))
        if number == len(self.stands):
            if number >= MOST:
                del self._number[stand]
                raise TooMany("there are too many positions")
            self.stands.append(stand)
        return number


_WAYS: dict[str, Ways] = {}


@contextmanager
def ways(core: c.Core, given: c.Expr | None) -> Iterator[Ways]:
    """The positions of a game, with those that somebody else has found already."""
    key = sha256(repr((core, given)).encode()).hexdigest()
    # Out of the cupboard while it changes: what is broken off from outside is not put back.
    made = _WAYS.pop(key, None) or Ways(core, given)
    yield made
    while len(_WAYS) >= 2:
        del _WAYS[next(iter(_WAYS))]
    _WAYS[key] = made
