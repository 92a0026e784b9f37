"""Looking for a play: random ones, or every position of a game. Each is told only after the table has played it again.

In: what a play shall show; out: a play, how many were tried, or a verdict where every position was visited.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from qedeck.interpreter.choices import Refused
from qedeck.interpreter.play import Endless, Play
from qedeck.interpreter.trace import trace
from qedeck.proofs.formulas.lemma import nowhere
from qedeck.proofs.plays.checks import Sought, Watch
from qedeck.proofs.plays.explore import explored, promising
from qedeck.proofs.plays.plainer import Shows, plainer
from qedeck.proofs.plays.replay import replay, story
from qedeck.proofs.plays.sample import Sampler, Spot, by_itself
from qedeck.proofs.plays.seek import seek
from qedeck.proofs.plays.swept import swept
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c
from qedeck.spec.plain import counted

QUICK = 40
"""Plays that are tried before anything else, for what is plainly wrong."""
SOME = 3.0
"""Seconds for plays by the engine before the longer proofs."""
EASY = 2.0
"""Seconds that the reference has for visiting every position before the engine is asked: it has to be built first."""


# ---- telling -------------------------------------------------------------------------------------


def told(blank: Verdict, grade: Grade, play: Play, detail: str) -> Verdict:
    """The verdict with the play that shows it."""
    at = (play.cells,) if play.before is None else (play.cells, play.before)
    detail = detail if play.actions else f"at the start, before anybody decides: {detail}"
    return replace(blank, grade=grade, story=story(play), trace=dict(trace(play)), detail=detail, at=at)


def plainly(spot: Spot, core: c.Core, shows: Shows, rules: c.Expr | None) -> Play | None:
    """The play of a spot with as little out of the ordinary as it needs, played at the table."""
    return again(plainer(spot, core, shows, rules), core)


def again(spot: Spot, core: c.Core) -> Play | None:
    """The play of a spot, played at the table; None if it does not come to the same.

    A position of which nobody has asked yet whether play can go on may be one in which it cannot. A deal that cannot
    be made is only noticed when chance draws: until then the table sees nothing wrong.
    """
    try:
        play = replay(core, spot.fixed, spot.path)
    except (Refused, Endless):
        return None
    kind = play.result.kind if play.result else ""
    stopped = {"stuck": ("stuck",), "undefined": ("undefined", "")}
    same = (play.cells, play.node, play.stands) == (spot.cells, spot.node, spot.stands)
    return play if same and (spot.end not in stopped or kind in stopped[spot.end]) else None


@dataclass(frozen=True, slots=True)
class Sample:
    """What random plays came to: the first spot that shows it, the shortest of those that were seen."""

    spot: Spot | None
    plays: int


def sample(
    core: c.Core,
    shows: Shows,
    seconds: float,
    given_: c.Expr | None = None,
    count: int = 2000,
    toward: c.Expr | None = None,
) -> Sample:
    """Random plays until one shows it, a little longer for a shorter one; then plays steered `toward` a condition."""
    until = time.monotonic() + seconds
    best: Spot | None = None
    plays, sampler = 0, Sampler(core, given=given_)
    for spot in sampler.spots(seconds if toward is None else min(seconds / 3, 4.0), count):
        plays = spot.play + 1
        if spot.end == "long" or (spot.node is not None and by_itself(core, spot.node)):
            continue
        if (best is None or spot.made < best.made) and shows(spot):
            if best is None:
                until = min(until, time.monotonic() + min(2.0, seconds / 4))
            best = spot
        if best is not None and time.monotonic() > until:
            break
    if best is None and toward is not None:
        best = seek(sampler, shows, toward, until - time.monotonic())
    return Sample(best, plays)


@dataclass(frozen=True, slots=True)
class Search:
    """A search of every position, for something that shall not be found, or (`wanted`) shall be.

    With `choices` it is looked for after every choice, and `spot.before` is the table before it. For the engine it is
    also said as a claim that does not hold where it is shown; or `stop` is how play stops there, and `shows` asks for
    no more than that, the node, and what was undefined.
    """

    core: c.Core
    shows: Shows
    rules: c.Expr | None
    detail: str | Callable[[Play], str]
    """What to say of a play that comes there."""
    wanted: bool = False
    choices: bool = False
    watch: Watch | None = None
    stop: str = ""

    @property
    def sought(self) -> Sought:
        return Sought(self.watch, self.stop, self.shows)


def shown(search: Search, blank: Verdict, spot: Spot, more: str = "") -> Verdict:
    """The verdict with the play of a spot, told plainly; our own fault if the table does not come to the same."""
    play = plainly(spot, search.core, search.shows, search.rules)
    if play is None:
        return replace(blank, grade=Grade.FAULT, detail="a play that cannot be replayed")
    said = search.detail if isinstance(search.detail, str) else search.detail(play)
    return told(blank, Grade.SHOWN if search.wanted else Grade.REFUTED, play, said + more)


def searched(search: Search, blank: Verdict, seconds: float) -> Verdict | None:
    """What a search of every position comes to; None if there are too many."""
    start = time.monotonic()
    said = _searched(search, blank, min(seconds / 3, EASY))
    if said is None and promising(search.core, search.rules):
        said = _swept(search, blank, seconds / 4)
    if said is None and time.monotonic() - start < seconds / 4:
        said = _searched(search, blank, seconds / 3)
    return None if said is None else replace(said, seconds=blank.seconds + time.monotonic() - start)


def _searched(search: Search, blank: Verdict, seconds: float) -> Verdict | None:
    """By the reference: small games."""
    every = explored(search.core, seconds, search.rules)
    if not every.complete or not every.positions:
        return None
    try:
        spot = every.first(lambda spot: spot.end != "long" and search.shows(spot), 3 * seconds, search.choices)
    except TimeoutError:
        return None
    return _found(search, blank, spot, every.seen)


def _swept(search: Search, blank: Verdict, seconds: float) -> Verdict | None:
    """By the engine: games with millions of positions."""
    if search.watch is None and not search.stop:
        return None
    found = swept(search.core, search.rules, search.sought, seconds)
    if found is None or found.spot is not None and not search.shows(found.spot):
        return None
    return _found(search, blank, found.spot, found.seen)


def _found(search: Search, blank: Verdict, spot: Spot | None, seen: str) -> Verdict:
    blank, wanted = replace(blank, engine="exhaustive search"), search.wanted
    if spot is None:
        if wanted:
            return nowhere(blank, f"no play comes there: {seen}")
        return replace(blank, grade=Grade.PROVED_SIZES, detail=seen)
    return shown(search, blank, spot, f", after {counted(len(spot.path), 'decision')}: no play shows it sooner")
