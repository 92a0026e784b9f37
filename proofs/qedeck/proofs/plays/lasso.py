"""A lasso: a play that comes back to a position it was in, and can do the same again for ever."""

from __future__ import annotations

from dataclasses import replace

from qedeck.interpreter.choices import Refused
from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.play import Endless, Play
from qedeck.proofs.formulas.positions import visible
from qedeck.proofs.plays.circles import circle, longest
from qedeck.proofs.plays.everywhere import EASY, told
from qedeck.proofs.plays.explore import explored, promising
from qedeck.proofs.plays.given import Given
from qedeck.proofs.plays.replay import apply, replay, story
from qedeck.proofs.plays.sample import Sampler, Spot, by_itself
from qedeck.proofs.plays.standstill import chance_undone, standstill
from qedeck.proofs.plays.swept import rounds
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c

SHOWN = 12
"""Lines that are told of the beginning, and of the end, of a play in which nobody decides."""


def lasso(core: c.Core, assumed: Given, blank: Verdict, seconds: float) -> Verdict:
    """Random plays, watched for a position that comes again; then plays in which nothing lasting happens."""
    blank = replace(blank, engine="random plays")
    seen: dict[int, int] = {}
    playing, plays, over = -1, 0, 0
    sampler = Sampler(core, given=assumed.rules)
    for spot in sampler.spots(seconds * 0.2, 4000):
        if spot.play != playing:
            seen, playing, plays = {}, spot.play, plays + 1
        over += spot.end == "over"
        if spot.node is None:
            continue
        # Hashes are remembered, not tables: what they promise is played again before anybody is told.
        key = hash((spot.node, spot.cells))
        if key in seen:
            found = repeated(core, spot, seen[key], blank)
            if found is not None:
                return found
        seen[key] = spot.made
    for looked_for, share in ((chance_undone, 0.4), (standstill, 0.4)):
        still = looked_for(sampler, seconds * share)
        found = repeated(core, *still, blank) if still is not None else None
        if found is not None:
            return found
    grade = Grade.SAMPLED if plays else Grade.UNKNOWN
    return replace(blank, grade=grade, detail=f"{over} of {plays} random plays ended, none came back to a position")


def all_plays(core: c.Core, assumed: Given, blank: Verdict, seconds: float, limit: c.Expr | None) -> Verdict | None:
    """Every play of a small game: whether one comes back, or has more choices than `limit`; None if it is not small.

    A play that is too long is left to others to tell: they know the shortest.
    """
    every = explored(core, min(seconds / 2, EASY), assumed.rules)
    if not every.complete and promising(core, assumed.rules):
        said = _all_by_engine(core, assumed, blank, seconds / 3, limit)
        if said is not None:
            return said
    every = explored(core, seconds / 2, assumed.rules)
    if not every.complete or not every.positions:
        return None
    blank = replace(blank, engine="exhaustive search")
    found = circle(every)
    if found is not None:
        fault = replace(blank, grade=Grade.FAULT, detail="a play that cannot be replayed")
        return repeated(core, found.spot, found.since, blank) or fault
    if limit is None:
        most = longest(every, lambda node: True)
        detail = f"{every.seen}: no play comes back to one, none has more than {most} decisions"
        return replace(blank, grade=Grade.PROVED_SIZES, detail=detail)
    most = longest(every, lambda node: _chosen(core, node))
    allowed, faults = every.meaning.value(limit, every.table(0)[2])
    if visible(core, [limit]) or faults or most > allowed:
        return None
    return replace(blank, grade=Grade.PROVED_SIZES, detail=f"{every.seen}: no play has more than {most} choices")


def _all_by_engine(
    core: c.Core, assumed: Given, blank: Verdict, seconds: float, limit: c.Expr | None
) -> Verdict | None:
    """The same for a game with millions of positions."""
    found = rounds(core, assumed.rules, limit is None, seconds)
    if found is None:
        return None
    blank = replace(blank, engine="exhaustive search")
    if found.spot is not None:
        fault = replace(blank, grade=Grade.FAULT, detail="a play that cannot be replayed")
        return repeated(core, found.spot, found.since, blank) or fault
    if limit is None:
        detail = f"{found.seen}: no play comes back to one, none has more than {found.longest} decisions"
        return replace(blank, grade=Grade.PROVED_SIZES, detail=detail)
    meaning = Meaning(core, CONCRETE)
    allowed, faults = meaning.value(limit, meaning.initial()[0])
    if visible(core, [limit]) or faults or found.longest > allowed:
        return None
    return replace(
        blank, grade=Grade.PROVED_SIZES, detail=f"{found.seen}: no play has more than {found.longest} choices"
    )


def repeated(core: c.Core, spot: Spot, since: int, blank: Verdict) -> Verdict | None:
    """What is said of a play that stands where it stood after `since` decisions; None if that is not so."""
    length = spot.made - since
    if not length:
        return _by_itself(core, spot, blank)
    play = _twice(core, spot, since)
    if play is None:
        return None
    who = "; only chance decides in it" if _chance(core, spot, since) else ""
    detail = f"the last {length} decisions can be repeated for ever: the play comes back to the same position{who}"
    return told(blank, Grade.REFUTED, play, detail)


def _by_itself(core: c.Core, spot: Spot, blank: Verdict) -> Verdict | None:
    """A circle in which nobody decides: walked twice, and told in few lines."""
    rounds = [_round(core, spot) for _ in range(2)]
    if rounds[0] is None or rounds[0] != rounds[1]:
        return None
    try:
        play = replay(core, spot.fixed, spot.path, endless=True)
    except Refused:
        return None
    if play.over:
        return None
    lines = story(play)
    if len(lines) > 2 * SHOWN:
        lines = (*lines[:SHOWN], f"… and so on, {len(lines) - 2 * SHOWN:,} lines more …", *lines[-SHOWN:])
    detail = f"nobody decides any more, and after {rounds[0]:,} steps the play comes back to the same position"
    return replace(blank, grade=Grade.REFUTED, story=lines, detail=f"{detail}: it can be repeated for ever")


def _round(core: c.Core, spot: Spot) -> int | None:
    """After how many steps that nobody decides the table is as it was; None if somebody decides before."""
    meaning = Meaning(core, CONCRETE)
    node, cells, steps = spot.node, spot.cells, 0
    while node is not None and by_itself(core, node):
        (arrival,) = meaning.advance(cells, node, 0, ())
        node, cells, steps = None if arrival.faults else arrival.node, arrival.cells, steps + 1
        if (node, cells) == (spot.node, spot.cells):
            return steps
    return None


def _twice(core: c.Core, spot: Spot, since: int) -> Play | None:
    """The play, and its loop once more: the table must agree each time."""
    path = spot.path
    try:
        play = replay(core, spot.fixed, path[:since])
        first = play.node, play.cells
        for _ in range(2):
            for step in path[since:]:
                apply(play, step)
            if (play.node, play.cells) != first or play.over:
                return None
        return replay(core, spot.fixed, path)
    except (Refused, Endless):
        return None


def _chance(core: c.Core, spot: Spot, since: int) -> bool:
    return not any(_chosen(core, step.node) for step in spot.path[since:])


def _chosen(core: c.Core, node: int) -> bool:
    """Whether somebody decides there, neither chance nor nobody."""
    point = core.nodes[node]
    return isinstance(point, c.Decision) and point.owner.who not in ("nobody", "chance")
