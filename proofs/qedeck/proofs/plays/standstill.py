"""Looking for a game that never ends: players who do their best to change nothing for good.

In: a Sampler; out: a spot and since when it repeats itself, or None. From some place of a random play, play goes on;
where something has changed that is never seen to change back, a few decisions are taken back and made otherwise. When
play comes to where it began, the same decisions are tried a few times more: a table that is as it was is a lasso.
"""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import islice

from qedeck.interpreter.chance import CARDS, PLAYERS, Chance
from qedeck.interpreter.state import Cells
from qedeck.proofs.plays.roam import Place, Roamer
from qedeck.proofs.plays.sample import Sampler, Spot, follow
from qedeck.spec import core as c

PATIENCE = 400
"""Decisions in a row that come no further, after which another place is tried."""
LONGEST = 120
FALLS, DEALS, PLAYS = 60, 1, 3
"""Ways for the cards to fall that are tried in one position, deals of one play, and plays with each setting."""
ROUNDS = 6
"""How often the same decisions are tried again."""


def standstill(sampler: Sampler, seconds: float, seed: int = 1) -> tuple[Spot, int] | None:
    """A spot whose last decisions lead back to where they began, and after how many decisions they began."""
    until = time.monotonic() + seconds
    still = _Still(sampler, seed, seconds / 6)
    number = 0
    while time.monotonic() < until:
        fixed = sampler.setting(number)
        if fixed is None:
            return None
        place = still.somewhere(still.roamer.begin(fixed))
        found = still.search(place, until) if place is not None else None
        if found is not None:
            return found
        number += 1
    return None


def chance_undone(sampler: Sampler, seconds: float) -> tuple[Spot, int] | None:
    """Cards that fall so that all is as it was before: where they do, they may do so for ever.

    That they have to be dealt again may happen once in a hundred deals, with one reading of the rulebook only; so
    each way to read it is tried, and each deal of a play many times, without going on from it.
    """
    until = time.monotonic() + seconds
    settings = list(sampler.settings())
    for number in range(len(settings) * PLAYS):
        fixed = settings[number % len(settings)]
        spots = (spot for spot in sampler.play(number, fixed) if _of_chance(sampler.core, spot))
        for spot in islice(spots, DEALS):
            if time.monotonic() > until:
                return None
            found = _undone(sampler, spot, Chance(number, CARDS))
            if found is not None:
                return found, spot.made
    return None


def _of_chance(core: c.Core, spot: Spot) -> bool:
    return spot.node is not None and not spot.end and not isinstance(core.nodes[spot.node], c.Decision)


def _undone(sampler: Sampler, spot: Spot, chance: Chance) -> Spot | None:
    node = spot.node
    assert node is not None
    for _ in range(FALLS):
        step = sampler.decide(spot.cells, node, chance, chance)
        if step is None:
            return None
        (arrival,) = follow(sampler.meaning, spot.cells, step)
        if not arrival.faults and arrival.node == node and arrival.cells == spot.cells:
            return replace(spot, made=spot.made + 1, taken=[*spot.path, step])
    return None


class _Still:
    def __init__(self, sampler: Sampler, seed: int, seconds: float) -> None:
        self.roamer = Roamer(sampler, seed)
        self.chance = Chance(seed * 37 + 5, PLAYERS)
        self.control = [name for name, var in sampler.core.vars.items() if var.role == "control"]
        self.one_way = _one_way(sampler, seconds)

    def somewhere(self, place: Place) -> Place | None:
        """Any decision of a random play."""
        places = list[Place]()
        while place.node is not None and not place.end and len(places) < LONGEST:
            places.append(place)
            place = self.roamer.on(place)
        return places[self.chance.below(len(places))] if places else None

    def search(self, anchor: Place, until: float) -> tuple[Spot, int] | None:
        """Go on from here without lasting changes, as far as that goes."""
        walk, furthest, idle, failed = [anchor], 1, 0, 0
        same = self._lasting(anchor.cells)
        while idle < PATIENCE and time.monotonic() < until:
            place, idle = self.roamer.on(walk[-1]), idle + 1
            if place.node is None or place.end or self._lasting(place.cells) != same:
                failed += 1
                back = self.chance.below(1 + self.chance.below(1 + failed // 2))
                del walk[max(1, len(walk) - 1 - back) :]
                continue
            walk.append(place)
            if len(walk) > furthest:
                furthest, idle, failed = len(walk), 0, 0
            if place.node == anchor.node and self._course(place.cells) == self._course(anchor.cells):
                found = self._again(walk)
                if found is not None:
                    return found
        return None

    def _again(self, walk: list[Place]) -> tuple[Spot, int] | None:
        """The decisions since some earlier passage, once more: whether they lead back to here."""
        here = walk[-1]
        for since, start in enumerate(walk[:-1]):
            if start.node != here.node or self._course(start.cells) != self._course(here.cells):
                continue
            if start.cells == here.cells:
                return here.spot, start.made
            place = self._round(here, walk[since + 1 :])
            if place is not None:
                return place.spot, here.made
        return None

    def _round(self, here: Place, walk: list[Place]) -> Place | None:
        """The same decisions a few times more, until the table is as it was: cards may have to go round first."""
        place: Place | None = here
        for _ in range(ROUNDS):
            for passed in walk:
                assert passed.step is not None
                place = self.roamer.again(place, passed.step) if place is not None else None
            if place is None or place.node != here.node:
                return None
            if place.cells == here.cells:
                return place
        return None

    def _lasting(self, cells: Cells) -> tuple[tuple[int, ...], ...]:
        return tuple(cells[name] for name in self.one_way)

    def _course(self, cells: Cells) -> tuple[tuple[int, ...], ...]:
        return tuple(cells[name] for name in self.control)


def _one_way(sampler: Sampler, seconds: float) -> list[str]:
    """What only ever grows, or only ever shrinks, in random plays."""
    names = [name for name, var in sampler.core.vars.items() if var.role in ("remembered", "zone")]
    up, down = set[str](), set[str]()
    play, before = -1, Cells({})
    for spot in sampler.spots(seconds):
        if spot.play == play:
            for name in names:
                old, new = before[name], spot.cells[name]
                if old is not new and old != new:
                    changed = [(a, b) for a, b in zip(old, new, strict=True) if a != b]
                    up |= {name} if any(a < b for a, b in changed) else set()
                    down |= {name} if any(a > b for a, b in changed) else set()
        play, before = spot.play, spot.cells
    return sorted(up ^ down)
