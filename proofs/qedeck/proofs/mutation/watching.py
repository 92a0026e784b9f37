"""Random plays, watched for many claims at once: the plays cost more than the looking.

In: a Core and what shall hold along its plays; out: the first claim that a play breaks. A play is played
again at the table before anybody is told.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from qedeck.engine import KINDS as KINDS_OF_RESULT
from qedeck.engine import Engine, Tally, Unfit
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.play import Play, play_random
from qedeck.interpreter.position import Rules
from qedeck.interpreter.recent import Recent
from qedeck.proofs.plays.checks import Watch, checked, code
from qedeck.proofs.plays.everywhere import again
from qedeck.proofs.plays.given import Given, given, hold_at
from qedeck.proofs.plays.leeway import Setting
from qedeck.proofs.plays.sample import LONGEST, Sampler, Spot, by_itself
from qedeck.proofs.steps.induction import Aim
from qedeck.spec import core as c
from qedeck.spec.properties import PropertyProgram
from qedeck.spec.texts import Texts

KINDS = frozenset({"always", "never", "each_choice", "never_stuck", "never_undefined", "deal", "endings_complete"})
"""Claims that one play can refute."""
BY_RESULT = frozenset({"never_stuck", "never_undefined", "deal"})
"""Claims that are broken by how a play comes out."""
FEW, GAMES = 40, 300
"""Games with one setting of readings and parameters: first few with each, for most of what breaks breaks often."""
TURNS = 24
"""Settings of readings and parameters that are played with at most."""
PLAYS = 60
"""How many random plays are watched at most."""


@dataclass(frozen=True, slots=True)
class Watched:
    """A claim with what is assumed for it."""

    property: str
    claim: int
    kind: str
    aim: Aim
    rules: c.Expr | None

    def broken(self, meaning: Meaning[bool, int], spot: Spot) -> bool:
        """Whether this spot refutes the claim."""
        match self.kind:
            case "never_stuck":
                return spot.end == "stuck"
            case "never_undefined":
                return spot.end == "undefined"
            case "deal":
                return spot.code == "Q505"
            case "endings_complete":
                return spot.end == "over" and not hold_at(meaning, self.aim, spot.cells)
            case "each_choice":
                done = spot.before is not None and spot.stands
                return done and not hold_at(meaning, self.aim, spot.cells, spot.before)
        return spot.stands and not hold_at(meaning, self.aim, spot.cells)


def watched(program: PropertyProgram, claim: int) -> Watched | None:
    """A claim to be watched; None if plays say nothing about it."""
    asked = program.claims[claim]
    if asked.kind not in KINDS or program.refuted:
        return None
    assumed: Given = given(program.core, program.assuming)
    if asked.term is not None:
        aim = Aim(asked.term, asked.kind == "never", assumed.position)
    else:
        aim = Aim(c.Op("ne", (c.Read("ended"), c.Const(c.NONE))), False, assumed.position)
    return Watched(program.name, claim, asked.kind, aim, assumed.rules)


@dataclass(frozen=True, slots=True)
class Seen:
    """What random plays came to: claims that they break, and whether one came to where the rules say nothing."""

    broken: tuple[Watched, ...]
    undefined: bool


def broken_by_plays(core: c.Core, claims: Sequence[Watched], seconds: float, seed: int = 1, all_: bool = False) -> Seen:
    """The claims that random plays break: the first one that is found, or with `all_` every one."""
    try:
        return _by_the_engine(core, claims, seconds, seed, all_)
    except (Unfit, ImportError):
        return _by_the_interpreter(core, claims, seconds, seed, all_)


# ---- very many plays ----------------------------------------------------------------------------------------


def _by_the_engine(core: c.Core, claims: Sequence[Watched], seconds: float, seed: int, all_: bool) -> Seen:
    """Setting after setting, some hundred games each: the claims are written into the rules, as checks."""
    import wasmtime  # noqa: F401  # without it the interpreter is as quick

    left, found, undefined = list(claims), list[Watched](), False
    game, engine = _checked(core, left)
    # Seconds of work, not of the clock: on a busy day too, each reading shall have its turn.
    until = time.process_time() + seconds
    for number, (fixed, games) in enumerate(_turns(core, seed) if claims else ()):
        broken: list[tuple[Watched, int]] | None = None
        while broken is None or (broken and all_ and left):
            tally = engine.playouts(fixed, seed * 1_000_003 + number, games, LONGEST)
            broken, breaks_off = broken_in(tally, left, speaking(core, left, fixed))
            undefined = undefined or breaks_off
            for claim, at in broken:
                if all_ or seen_again(game, fixed, at, claim, left):
                    found.append(claim)
                    if not all_:
                        return Seen(tuple(found), undefined)
            if broken:
                # What breaks a game off hides what comes after it: the same once more without.
                left = [claim for claim in left if claim not in found]
                game, engine = _checked(core, left)
        if not left or time.process_time() > (until if games == GAMES else until + seconds):
            break
    return Seen(tuple(found), undefined)


def _turns(core: c.Core, seed: int) -> Iterator[tuple[Setting, int]]:
    """Settings, and how many games are played with each."""
    played: list[Setting] = []
    for fixed in islice(Sampler(core, seed).settings(), TURNS):
        played.append(fixed)
        yield fixed, FEW
    yield from ((fixed, GAMES) for fixed in played)


_MADE = Recent[tuple[c.Core, Engine]](2)
"""Who plays on needs no other engine."""


def _checked(core: c.Core, claims: Sequence[Watched]) -> tuple[c.Core, Engine]:
    known = _MADE.known(core, *claims)
    if known is None:
        game = with_checks(core, claims)
        known = _MADE.keep((game, Engine(game)), core, *claims)
    return known


def with_checks(core: c.Core, claims: Sequence[Watched]) -> c.Core:
    """The game, with claims written into it."""
    where = {"each_choice": "choice", "endings_complete": "end"}
    return checked(core, [Watch(w.aim, where.get(w.kind, "position"), w.rules) for w in _written(claims)])


def _written(claims: Sequence[Watched]) -> list[Watched]:
    return [w for w in claims if w.kind not in BY_RESULT]


def speaking(core: c.Core, claims: Sequence[Watched], fixed: Setting) -> list[Watched]:
    """The claims that say something of this setting."""
    meaning = Rules(core, Texts()).meaning
    cells, _ = meaning.initial(fixed)
    return [w for w in claims if w.rules is None or hold_at(meaning, Aim(w.rules), cells)]


def broken_in(
    tally: Tally, claims: Sequence[Watched], said: Sequence[Watched] | None = None
) -> tuple[list[tuple[Watched, int]], bool]:
    """The claims that games break, each with the seed of one; and whether the rules say nothing in another.

    Of those that are broken by how a play comes out, only what is `said` of this setting; without that, all of them.
    """
    by_code = dict(zip(map(code, range(len(claims))), _written(claims), strict=False))
    by_kind = {w.kind: w for w in (claims if said is None else said) if w.kind in BY_RESULT}
    everywhere = by_kind.get("never_undefined")
    found: dict[Watched, int] = {}
    breaks_off = False
    for k, kind in enumerate(tally.kinds):
        claim = None
        if KINDS_OF_RESULT[kind] == "stuck":
            claim = by_kind.get("never_stuck")
        elif KINDS_OF_RESULT[kind] == "undefined":
            why = tally.places[tally.sites[k] - 1][0] if tally.sites[k] else ""
            claim = by_code.get(why) or (by_kind.get("deal", everywhere) if why == "Q505" else everywhere)
            breaks_off = breaks_off or why not in by_code
        if claim is not None:
            found.setdefault(claim, tally.first_seed + k)
    return list(found.items()), breaks_off


def seen_again(game: c.Core, fixed: Setting, seed: int, claim: Watched, claims: Sequence[Watched]) -> bool:
    """Whether the interpreter sees it too."""
    play = Play(Rules(game, Texts()), seed)
    play.begin(fixed)
    play_random(play, LONGEST)
    result = play.result
    if result is None:
        return False
    written = _written(claims)
    match claim.kind:
        case "never_stuck":
            return result.kind == "stuck"
        case "deal":
            return result.code == "Q505"
        case "never_undefined":
            return result.kind == "undefined" and result.code not in map(code, range(len(written)))
    return result.code == code(written.index(claim))


# ---- some plays ---------------------------------------------------------------------------------------------


def _by_the_interpreter(core: c.Core, claims: Sequence[Watched], seconds: float, seed: int, all_: bool) -> Seen:
    sampler = Sampler(core, seed)
    meaning = sampler.meaning
    found: list[Watched] = []
    left, looking, play = list(claims), list(claims), -1
    undefined = False
    for spot in sampler.spots(seconds, PLAYS) if claims else ():
        undefined = undefined or spot.end == "undefined"
        if spot.end == "long" or (spot.node is not None and by_itself(core, spot.node)):
            continue
        if spot.play != play:
            # Readings and parameters last for a whole play: what is assumed of them is asked once.
            play = spot.play
            looking = [w for w in left if w.rules is None or hold_at(meaning, Aim(w.rules), spot.cells)]
        for claim in [w for w in looking if w.broken(meaning, spot)]:
            if again(spot, core) is None:
                continue
            found.append(claim)
            left.remove(claim)
            looking.remove(claim)
            if not all_ or not left:
                return Seen(tuple(found), undefined)
    return Seen(tuple(found), undefined)
