"""Very many random plays, by the engine: what is looked for is seen a thousand times sooner than by hand.

In: a Core and what is sought, a claim that does not hold or how play stops; out: the shortest play seen that shows it,
walked by the reference, and how many there were. Readings and parameters are drawn, and some hundred games are played
with each of them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, zip_longest

from qedeck.engine import KINDS, Engine, Tally, Unfit
from qedeck.interpreter.play import Endless, Play, play_random
from qedeck.interpreter.position import Rules
from qedeck.proofs.plays.checks import Sought, checked, code
from qedeck.proofs.plays.leeway import Setting
from qedeck.proofs.plays.roam import Roamer
from qedeck.proofs.plays.sample import LONGEST, SETTINGS, Sampler, Spot, Taken
from qedeck.spec import core as c
from qedeck.spec.texts import Texts

FEW, GAMES = 400, 10_000
"""Games with one setting of readings and parameters: first few with each, for most of what breaks breaks often."""
SOON = 3
FIRST = 3
"""Games of one kind that are looked at."""


@dataclass(frozen=True, slots=True)
class Many:
    """What very many plays came to: the shortest that was seen to show it, and how many there were."""

    spot: Spot | None
    plays: int


def many(core: c.Core, sought: Sought, rules: c.Expr | None, seconds: float) -> Many:
    """Plays until one shows what is sought; none at all where the engine cannot play the game."""
    plays = 0
    game = core if sought.watch is None else checked(core, [sought.watch])
    sampler = Sampler(core, given=rules)
    for fixed, tally in played(game, sampler, seconds):
        plays += tally.games
        for seed in _showing(tally, sought):
            spot = _walked(game, sampler, sought, fixed, seed)
            if spot is not None and sought.shows(spot):
                return Many(spot, plays)
    return Many(None, plays)


def played(game: c.Core, sampler: Sampler, seconds: float) -> Iterator[tuple[Setting, Tally]]:
    """Some hundred games of one setting after the other; nothing where the engine cannot play the game."""
    until, first = time.monotonic() + seconds, sampler.seed * 1_000_003
    with suppress(Unfit, ImportError):
        import wasmtime  # noqa: F401  # without it the engine is hardly quicker than the reference

        engine = Engine(game)
        for number, (fixed, games) in enumerate(_turns(sampler)):
            yield fixed, engine.playouts(fixed, (first + number) * GAMES, games, LONGEST)
            if time.monotonic() > until:
                return


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


def _showing(tally: Tally, sought: Sought) -> list[int]:
    """Seeds of games that were broken off for the claim, or stopped so: of each place in the rules, the shortest."""
    wanted = KINDS.index("undefined" if sought.watch is not None else sought.stop)
    found: dict[int, list[tuple[int, int]]] = {}
    for k, (kind, site) in enumerate(zip(tally.kinds, tally.sites, strict=True)):
        if kind == wanted and (sought.watch is None or (site and tally.places[site - 1][0] == code(0))):
            found.setdefault(site, []).append((tally.decisions[k], tally.first_seed + k))
    return [seed for games in found.values() for _, seed in sorted(games)[:FIRST]]


def walked(game: c.Core, fixed: Setting, seed: int) -> tuple[Play, list[Taken]]:
    """The game of a seed once more, by the reference, and what was decided in it, as long as anybody decides."""
    play = Play(Rules(game, Texts()), seed)
    with suppress(Endless):
        play.begin(fixed)
        play_random(play, LONGEST)
    return play, [Taken(a.node, a.choice, tuple(a.values), a.outcome) for a in play.actions]


def _walked(game: c.Core, sampler: Sampler, sought: Sought, fixed: Setting, seed: int) -> Spot | None:
    """The play of a seed up to where it shows what is sought, in the game without checks; None if it goes elsewhere."""
    play, steps = walked(game, fixed, seed)
    result = play.result
    if result is None or (result.code != code(0) if sought.watch is not None else result.kind != sought.stop):
        return None
    roamer = Roamer(sampler)
    place = roamer.along(fixed, steps)
    if place is not None and sought.stop and place.node is not None:
        # Nothing can be done there; that it is so, whoever tries it sees.
        place = roamer.on(place)
    return None if place is None or place.made != len(steps) else place.spot
