"""Plays that can be taken up again anywhere: a place knows the way to it.

In: a Sampler; out: places, each one random decision further than another. Loops that go on by themselves are passed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from qedeck.interpreter.chance import CARDS, PLAYERS, Chance
from qedeck.interpreter.state import Arrival, Cells
from qedeck.proofs.plays.leeway import Setting
from qedeck.proofs.plays.sample import Sampler, Spot, Taken, by_itself, follow

ALONE = 2_000
"""Steps in a row that nobody decides, after which a play is left: it goes round for ever."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a play stands, and where it came from."""

    node: int | None
    cells: Cells
    end: str
    """Empty while it goes on; else over, stuck, undefined or long."""
    fixed: Setting
    made: int
    step: Taken | None
    """The decision that led here."""
    before: Place | None
    code: str = ""
    """What was undefined, where play breaks off."""

    @property
    def path(self) -> tuple[Taken, ...]:
        """All decisions up to here."""
        place, steps = self, list[Taken]()
        while place.before is not None and place.step is not None:
            steps.append(place.step)
            place = place.before
        return tuple(reversed(steps))

    @property
    def spot(self) -> Spot:
        before = self.before.cells if self.before is not None else None
        return Spot(self.node, self.cells, self.end, before, self.fixed, 0, self.made, list(self.path), self.code)

    @property
    def glance(self) -> Spot:
        """The spot without the way to it, which takes time to gather."""
        before = self.before.cells if self.before is not None else None
        return Spot(self.node, self.cells, self.end, before, self.fixed, 0, 0, [], self.code)


class Roamer:
    """Random decisions from any place."""

    def __init__(self, sampler: Sampler, seed: int = 1) -> None:
        self.sampler = sampler
        self.meaning = sampler.meaning
        self.cards = Chance(seed, CARDS)
        self.players = Chance(seed, PLAYERS)

    def begin(self, fixed: Setting) -> Place:
        """The first decision of a game with this setting."""
        cells, faults = self.meaning.initial(fixed)
        if faults:
            return Place(None, cells, "undefined", fixed, 0, None, None, faults[0].code)
        return self._arrive(self.meaning.begin(cells), fixed, None, None)

    def on(self, place: Place) -> Place:
        """One decision at random, and what follows by itself; the same place, at its end, if nothing can be done."""
        assert place.node is not None
        step = self.sampler.decide(place.cells, place.node, self.cards, self.players)
        if step is None:
            end, code = self.sampler.halt(place.cells, place.node)
            return replace(place, end=end, code=code)
        return self._arrive(follow(self.meaning, place.cells, step), place.fixed, step, place)

    def again(self, place: Place, step: Taken) -> Place | None:
        """A decision that was made before, once more; None if it cannot be made here."""
        if place.node != step.node or place.end or not self.sampler.possible(place.cells, step):
            return None
        return self._arrive(follow(self.meaning, place.cells, step), place.fixed, step, place)

    def along(self, fixed: Setting, path: Iterable[Taken]) -> Place | None:
        """Where these decisions lead from the start; None if one of them cannot be made."""
        here: Place | None = self.begin(fixed)
        for step in path:
            here = self.again(here, step) if here is not None else None
        return here

    def retraced(self, place: Place, fixed: Setting | None = None) -> Place | None:
        """The same decisions from the start, perhaps with another setting; None if one of them cannot be made."""
        here = self.along(place.fixed if fixed is None else fixed, place.path)
        if here is None or here.node != place.node:
            return None
        if here.end:
            return here if here.end == place.end else None
        return replace(here, end=place.end, code=place.code)

    def _arrive(
        self, arrivals: list[Arrival[bool, int]], fixed: Setting, step: Taken | None, before: Place | None
    ) -> Place:
        (arrival,) = arrivals
        made = 0 if before is None else before.made + 1
        for _ in range(ALONE):
            node, cells = arrival.node, arrival.cells
            if arrival.faults:
                return Place(None, cells, "undefined", fixed, made, step, before, arrival.faults[0].code)
            if node is None:
                return Place(None, cells, "over", fixed, made, step, before)
            if not by_itself(self.sampler.core, node):
                return Place(node, cells, "", fixed, made, step, before)
            (arrival,) = follow(self.meaning, cells, Taken(node))
        return Place(None, arrival.cells, "long", fixed, made, step, before)
