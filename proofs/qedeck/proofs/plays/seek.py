"""Plays that are steered: from places that were near to what is wanted, play goes on at random, again and again.

In: what a spot must show, and a condition to steer by; out: the first spot that shows it, or None. Quick where a long
play has to go right many times; never enough to say that there is none.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from math import prod

from qedeck.interpreter.chance import PLAYERS, Chance
from qedeck.interpreter.layout import type_range
from qedeck.proofs.plays.beam import Beam
from qedeck.proofs.plays.distance import Distance
from qedeck.proofs.plays.roam import Place, Roamer
from qedeck.proofs.plays.sample import Sampler, Spot
from qedeck.spec import core as c

FRESH = 64
"""So many times play goes on from a known place before it is begun anew."""
GREEDY = 5.0
"""Seconds after which play after play is given up for many plays side by side."""
TRIMMING = 4.0
"""Seconds spent on making a play shorter."""
KEPT = 12
"""Places kept for each distance."""
MOST = 200
"""Ways to fill in one option, above which nobody looks at each."""
STRETCHES = (1, 2, 4, 8, 16)
"""After how many decisions another place is taken up."""


def seek(
    sampler: Sampler,
    shows: Callable[[Spot], bool],
    toward: c.Expr,
    seconds: float,
    seed: int = 1,
    greedy: bool = True,
) -> Spot | None:
    """A spot that shows what is wanted, found on the way to where a condition holds: greedily, then side by side."""
    until = time.monotonic() + seconds
    far = Distance(sampler.meaning, toward)
    roamer = Roamer(sampler, seed)
    place = _greedily(roamer, shows, far, min(seconds / 2, GREEDY), seed) if greedy else None
    if place is None:
        place = Beam(roamer, shows, far, seed).search(until - time.monotonic())
    if place is None:
        return None
    return _trimmed(roamer, place, shows, min(TRIMMING, max(0.5, until - time.monotonic()))).spot


def _greedily(roamer: Roamer, shows: Callable[[Spot], bool], far: Distance, seconds: float, seed: int) -> Place | None:
    """One play after the other, taken up again most often where it was nearest."""
    until = time.monotonic() + seconds
    sampler, chance = roamer.sampler, Chance(seed * 31 + 7, PLAYERS)
    near: dict[int, _Shelf] = {}
    number = 0
    while time.monotonic() < until:
        # Now and then from the start, with other readings; otherwise from where something was near.
        place = _pick(near, chance) if near and number % FRESH else None
        if place is None:
            fixed = sampler.setting(number // FRESH)
            if fixed is None:
                return None
            place = roamer.begin(fixed)
        number += 1
        for _ in range(STRETCHES[chance.below(len(STRETCHES))]):
            if place.node is None or place.end or time.monotonic() > until:
                break
            place = roamer.on(place)
            if place.end != "long" and shows(place.glance):
                return place
            if place.node is not None and not place.end:
                near.setdefault(far(place.cells), _Shelf()).keep(place, chance)
    return None


def _trimmed(roamer: Roamer, place: Place, shows: Callable[[Spot], bool], seconds: float) -> Place:
    """The same without the decisions it does not need, as far as the time allows: many stretches led nowhere."""
    until = time.monotonic() + seconds
    size = place.made // 2
    while size:
        start = 0
        while start + size <= place.made:
            shorter = _without(roamer, place, start, size, shows, until)
            place, start = (place, start + size) if shorter is None else (shorter, start)
            if time.monotonic() > until:
                return place
        size //= 2
    return place


def _without(
    roamer: Roamer, place: Place, start: int, size: int, shows: Callable[[Spot], bool], until: float
) -> Place | None:
    """The play without some of its decisions, if it still comes there."""
    steps, before = place.path, place
    while before.made > start and before.before is not None:
        before = before.before
    for step in steps[start + size :]:
        after = roamer.again(before, step)
        if after is None or time.monotonic() > until:
            return None
        if after.end != "long" and shows(after.glance):
            return after
        before = after
    return None


@dataclass(slots=True)
class _Shelf:
    """A few places of one distance, and how often they were taken up."""

    places: list[Place] = field(default_factory=list)
    tried: int = 0

    def keep(self, place: Place, chance: Chance) -> None:
        """Later ones push earlier ones out, now and then."""
        if len(self.places) < KEPT:
            self.places.append(place)
        elif not chance.below(4):
            self.places[chance.below(KEPT)] = place
            self.tried -= self.tried // (2 * KEPT)


def _pick(near: dict[int, _Shelf], chance: Chance) -> Place:
    """Most often one of the nearest; those that were tried in vain less and less often."""
    shelves = [near[distance] for distance in sorted(near)]
    while True:
        for shelf in shelves:
            if not chance.below(2 + shelf.tried // (2 * KEPT)):
                shelf.tried += 1
                return shelf.places[chance.below(len(shelf.places))]


def blocked(core: c.Core, nodes: Iterable[int]) -> c.Expr | None:
    """That nothing can be chosen at one of these nodes, as a condition to steer by; None if it cannot be said."""
    parts = [part for part in (_blocked(core.nodes[node]) for node in nodes) if part is not None]
    return c.Op("or", tuple(parts)) if parts else None


def _blocked(point: c.Node) -> c.Expr | None:
    if not c.options_of(point):
        return None
    parts: list[c.Expr] = []
    for option in c.options_of(point):
        refused: c.Expr = c.Op("not", (option.guard,))
        ranges = [type_range(pick.type) for pick in option.picks]
        if prod(high - low + 1 for low, high in ranges) > MOST:
            return None
        for pick, (low, high) in reversed(list(zip(option.picks, ranges, strict=True))):
            refused = c.Fold("all", pick.var, low, high + 1, None, refused)
        parts.append(refused)
    return c.Op("and", tuple(parts))


def breaking(core: c.Core) -> c.Expr | None:
    """That something which steps need does not hold, as a condition to steer by; None if nothing can be said."""
    found: dict[c.Expr, None] = {}
    for block in core.blocks:
        for step in c.substeps(block.steps):
            # What only the step around it knows is asked nowhere else.
            found |= dict.fromkeys(part for part in _broken(core, step) if not c.free(part))
    return c.Op("or", tuple(found)) if found else None


def _broken(core: c.Core, step: c.Step) -> Iterator[c.Expr]:
    """When a step by itself is undefined, as far as that is plain."""
    match step:
        case c.Check(condition):
            yield c.Op("not", (condition,))
        case c.Assign(var, _, value) if isinstance(core.vars[var].type, c.Whole):
            low, high = type_range(core.vars[var].type)
            yield c.Op("or", (c.Op("lt", (value, c.Const(low))), c.Op("lt", (c.Const(high), value))))
        case c.Move(card, source) if card is not None and core.zones[source.zone].kind != "grid":
            yield c.Op("eq", (c.Read(c.size_of(source.zone), source.index), c.Const(0)))
        case _:
            pass
