"""Two plays of which a seat has noticed the same: a random play, and another one that imitates it.

In: a game and what somebody shall be able to tell; out: two plays in which it is not the same, or how many pairs were
compared. The second play differs in a choice that the seat does not see, and then does what looks the same.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from qedeck.interpreter.chance import PLAYERS, Chance
from qedeck.proofs.hidden.unseen import Unseen
from qedeck.proofs.knowing.asked import Asking
from qedeck.proofs.knowing.noticing import Noticing
from qedeck.proofs.knowing.ways import Stand, Steps, Way
from qedeck.proofs.plays.sample import Sampler, Spot, Taken, by_itself
from qedeck.proofs.plays.walk import Fixed, TooMany
from qedeck.spec import core as c

SETTINGS = 20
"""Ways to read the rulebook that take turns."""
OTHERS = 40
"""Choices of the second play among which one is looked for that looks like that of the first."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two plays of which a seat has noticed the same, though it is not the same in both."""

    seat: int
    fixed: Fixed
    one: tuple[Taken, ...]
    other: tuple[Taken, ...]


class Imitation:
    """Random plays of one game, each with some that look the same to somebody."""

    def __init__(self, core: c.Core, asking: Asking, given: c.Expr | None) -> None:
        self.core, self.asking = core, asking
        self.pairs = 0
        """How many pairs looked the same after a choice that differs."""
        self._until = 0.0
        self._sampler = Sampler(core, given=given)
        self._steps = Steps(core)
        self._unseen = Unseen(self._sampler, asking.told)

    def hunt(self, seats: Sequence[int], seconds: float) -> Pair | None:
        """The first pair that is found."""
        self._until = until = time.monotonic() + seconds
        settings = list(islice(self._sampler.settings(), SETTINGS))
        for number in range(1_000_000 if settings else 0):
            fixed, chance = settings[number % len(settings)], Chance(number, PLAYERS)
            spots = [spot for spot in self._sampler.play(number, fixed) if self._decided(spot)]
            for place, spot in enumerate(spots):
                for seat in seats:
                    for other in self._unseen.others(spot, seat, chance):
                        if time.monotonic() > until:
                            return None
                        found = self._followed(spots[place:], other, seat)
                        if found is not None:
                            return found
            if time.monotonic() > until:
                return None
        return None

    def _decided(self, spot: Spot) -> bool:
        """Whether somebody or chance decided here, and play went on."""
        return spot.node is not None and not spot.end and not by_itself(self.core, spot.node)

    def _followed(self, spots: Sequence[Spot], other: Taken, seat: int) -> Pair | None:
        """The play from here on, beside another one that looks the same, until it is not the same any more."""
        noticing = Noticing(self._steps, seat)
        here = there = Stand(spots[0].node, spots[0].cells)
        path = list(spots[0].path)
        path_too = list(path)
        for made, spot in enumerate(spots):
            step = spot.taken[spot.made]
            way, seen = self._seen(noticing, here, step)
            wanted = [other] if not made else self._likely(there, step)
            found = next(((one, to) for one, to in self._ways(noticing, there, wanted, seen)), None)
            if way is None or found is None or time.monotonic() > self._until:
                return None
            self.pairs += not made
            here, there = way.to, found[1].to
            path.append(step)
            path_too.append(found[0])
            worth = [self.asking.worth(seat, at.cells) for at in (here, there)]
            if worth[0] != worth[1]:
                if self.asking.concerns(seat, here.cells):
                    return Pair(seat, dict(spot.fixed), tuple(path), tuple(path_too))
                if self.asking.concerns(seat, there.cells):
                    return Pair(seat, dict(spot.fixed), tuple(path_too), tuple(path))
        return None

    def _seen(self, noticing: Noticing, at: Stand, step: Taken) -> tuple[Way | None, list[object]]:
        way = self._steps.take(at, step)
        return way, [] if way is None else list(noticing.of(way, at))

    def _ways(
        self, noticing: Noticing, at: Stand, steps: Iterator[Taken] | list[Taken], seen: list[object]
    ) -> Iterator[tuple[Taken, Way]]:
        """Those of some choices of which the seat notices just that."""
        for step in steps:
            way, seen_too = self._seen(noticing, at, step)
            if way is not None and seen_too == seen:
                yield step, way

    def _likely(self, at: Stand, step: Taken) -> Iterator[Taken]:
        """The same choice, if it is open there, and then others."""
        if at.node is None:
            return
        if at.node == step.node and self._sampler.possible(at.cells, step):
            yield step
        try:
            yield from self._steps.each(at, OTHERS)[:OTHERS]
        except TooMany:
            return
