"""Very many random plays, by the engine: where a claim does not hold is seen a thousand times sooner than by hand.

In: a Core and a claim that is watched; out: the shortest play seen that breaks it, walked by the reference, and how
many there were. Readings and parameters are drawn, and some hundred games are played with each of them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, zip_longest

from qedeck.engine import KINDS, Engine, Tally, Unfit
from qedeck.interpreter.play import Endless, Play, play_random
from qedeck.interpreter.position import Rules
from qedeck.proofs.plays.checks import Watch, checked, code
from qedeck.proofs.plays.leeway import Setting
from qedeck.proofs.plays.sample import LONGEST, SETTINGS, Sampler, Spot, Taken, by_itself, follow
from qedeck.spec import core as c
from qedeck.spec.texts import Texts

FEW, GAMES = 400, 10_000
"""Games with one setting of readings and parameters: first few with each, for most of what breaks breaks often."""
SOON = 3


@dataclass(frozen=True, slots=True)
class Many:
    """What very many plays came to: the shortest that was seen to break the claim, and how many there were."""

    spot: Spot | None
    plays: int


def many(core: c.Core, watch: Watch, seconds: float, seed: int = 1) -> Many:
    """Plays until one breaks the claim; none at all where the engine cannot play the game."""
    until, plays = time.monotonic() + seconds, 0
    try:
        import wasmtime  # noqa: F401  # without it the engine is hardly quicker than the reference

        game = checked(core, [watch])
        engine = Engine(game)
        sampler = Sampler(core, seed, watch.rules)
        for number, (fixed, games) in enumerate(_turns(sampler)):
            tally = engine.playouts(fixed, (seed * 1_000_003 + number) * GAMES, games, LONGEST)
            plays += tally.games
            for broken in _broken(tally)[:3]:
                spot = _walked(core, game, sampler, fixed, broken)
                if spot is not None:
                    return Many(spot, plays)
            if time.monotonic() > until:
                break
    except (Unfit, ImportError):
        pass
    return Many(None, plays)


def _turns(sampler: Sampler) -> Iterator[tuple[Setting, int]]:
    """Settings, and how many games are played with each; those that are assumed get more of them soon."""
    played: list[Setting] = []
    for fixed in in_turns(sampler):
        played.append(fixed)
        yield fixed, FEW
        if len(played) == SOON:
            yield played[0], GAMES
    while played:
        yield from ((fixed, GAMES) for fixed in played)


def in_turns(sampler: Sampler) -> Iterator[Setting]:
    """As assumed, then by turns: all drawn anew, and one reading alone read the other way."""
    first = sampler.setting(0)
    if first is None:
        return
    yield first
    drawn = (sampler.setting(number) for number in range(1, 2 * SETTINGS, 2))
    rest = chain.from_iterable(zip_longest(drawn, (s for k, s in enumerate(sampler.settings()) if k)))
    seen = [first]
    for fixed in rest:
        if fixed is not None and fixed not in seen:
            seen.append(fixed)
            yield fixed


def _broken(tally: Tally) -> list[int]:
    """The seeds of the games that were broken off for the claim, the shortest first."""
    undefined = KINDS.index("undefined")
    found = [
        (tally.decisions[k], tally.first_seed + k)
        for k, (kind, site) in enumerate(zip(tally.kinds, tally.sites, strict=True))
        if kind == undefined and site and tally.places[site - 1][0] == code(0)
    ]
    return [seed for _, seed in sorted(found)]


def _walked(core: c.Core, game: c.Core, sampler: Sampler, fixed: Setting, seed: int) -> Spot | None:
    """The play of a seed up to where the claim is broken, in the game without checks; None if it goes elsewhere."""
    play = Play(Rules(game, Texts()), seed)
    try:
        play.begin(fixed)
        play_random(play, LONGEST)
    except Endless:
        return None
    if play.result is None or play.result.code != code(0):
        return None
    steps = [Taken(a.node, a.choice, tuple(a.values), a.outcome) for a in play.actions]
    meaning = sampler.meaning
    cells, _ = meaning.initial(fixed)
    (arrival,) = meaning.begin(cells)
    before = None
    for step in (*steps, None):
        while not arrival.faults and arrival.node is not None and by_itself(core, arrival.node):
            (arrival,) = follow(meaning, arrival.cells, Taken(arrival.node))
        if step is None:
            break
        if arrival.faults or arrival.node != step.node:
            return None
        before = arrival.cells
        (arrival,) = follow(meaning, arrival.cells, step)
    end = "undefined" if arrival.faults else "over" if arrival.node is None else ""
    return Spot(arrival.node if not end else None, arrival.cells, end, before, fixed, 0, len(steps), steps)
