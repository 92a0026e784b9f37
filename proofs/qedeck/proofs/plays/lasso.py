"""A lasso: a play that comes back to a position it was in, and can do the same again for ever."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import groupby

from qedeck.engine import KINDS
from qedeck.interpreter.choices import Refused
from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.play import Endless, Play
from qedeck.proofs.plays.everywhere import told
from qedeck.proofs.plays.given import Given
from qedeck.proofs.plays.many import played, walked
from qedeck.proofs.plays.replay import apply, replay, story
from qedeck.proofs.plays.roam import Place, Roamer
from qedeck.proofs.plays.sample import Sampler, Spot, by_itself, chosen, follow
from qedeck.proofs.plays.standstill import chance_undone, standstill
from qedeck.proofs.plays.walk import Walk
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c
from qedeck.spec.plain import counted

PLAYS = 4000
"""How many the reference plays at most."""
WALKED = 3
"""Of the games that the engine plays at once, so many are walked again: the longest."""
ENDLESS = KINDS.index("endless")
SHOWN = 12
"""Lines that are told of the beginning, and of the end, of a play in which nobody decides."""


def lasso(core: c.Core, assumed: Given, blank: Verdict, seconds: float) -> Verdict:
    """Random plays, watched for a position that comes again; then plays in which nothing lasting happens."""
    blank = replace(blank, engine="random plays")
    sampler = Sampler(core, given=assumed.rules)
    watched = _Watched(core, blank)
    found = watched.by_reference(sampler, seconds * 0.1) or watched.by_engine(sampler, seconds * 0.15)
    if found is not None:
        return found
    for looked_for, share in ((chance_undone, 0.35), (standstill, 0.35)):
        still = looked_for(sampler, seconds * share)
        found = repeated(core, *still, blank) if still is not None else None
        if found is not None:
            return found
    return watched.vain()


@dataclass(slots=True)
class _Watched:
    """Plays that are watched for a position that comes again."""

    core: c.Core
    blank: Verdict
    plays: int = 0
    over: int = 0

    def vain(self) -> Verdict:
        """What plays are worth of which none came back; nothing, if there were none."""
        if not self.plays:
            return replace(self.blank, detail="")
        ended = f"{self.over:,} of {counted(self.plays, 'random play')} ended"
        detail = f"{ended}, none was seen to come back to a position"
        return replace(self.blank, grade=Grade.SAMPLED, detail=detail)

    def by_reference(self, sampler: Sampler, seconds: float) -> Verdict | None:
        for _, spots in groupby(sampler.spots(seconds, PLAYS), key=lambda spot: spot.play):
            found = self._in(self._counted(spots))
            if found is not None:
                return found
        return None

    def _counted(self, spots: Iterable[Spot]) -> Iterator[Spot]:
        for spot in spots:
            # A play that is left for want of time is none.
            self.plays += spot.end != ""
            self.over += spot.end not in ("", "long")
            yield spot

    def by_engine(self, sampler: Sampler, seconds: float) -> Verdict | None:
        """Very many plays, of which the longest are walked once more, by the reference."""
        until = time.monotonic() + seconds
        for fixed, tally in played(self.core, sampler, seconds):
            self.plays += tally.games
            self.over += sum(KINDS[kind] not in ("endless", "unfinished") for kind in tally.kinds)
            longest = sorted(range(tally.games), key=lambda k: (tally.kinds[k] == ENDLESS, tally.decisions[k]))
            for k in longest[: -1 - WALKED : -1]:
                if time.monotonic() > until:
                    break
                _, steps = walked(self.core, fixed, tally.first_seed + k)
                place = Roamer(sampler).along(fixed, steps)
                found = None if place is None else self._in(_places(place)) or self._alone(place, until)
                if found is not None:
                    return found
        return None

    def _in(self, places: Iterable[Spot | Place]) -> Verdict | None:
        """One play: whether it comes back to a position."""
        seen: dict[int, int] = {}
        for place in places:
            if place.node is None:
                continue
            # Hashes are remembered, not tables: what they promise is played again before anybody is told.
            key = hash((place.node, place.cells))
            if key in seen:
                spot = place if isinstance(place, Spot) else place.spot
                found = repeated(self.core, spot, seen[key], self.blank)
                if found is not None:
                    return found
            seen[key] = place.made
        return None

    def _alone(self, place: Place, until: float) -> Verdict | None:
        """Whether nobody decides any more, and play goes round by itself."""
        if place.end != "long":
            return None
        walk = Walk(self.core)
        with suppress(TimeoutError):
            if place.before is None or place.step is None:
                at = walk.begin(place.fixed, until)
            else:
                at = walk.rest(follow(walk.meaning, place.before.cells, place.step), until)
            return repeated(self.core, replace(place.spot, node=at.node, cells=at.cells), place.made, self.blank)
        return None


def _places(last: Place) -> list[Place]:
    """The way to a place, from the first one on."""
    found: list[Place] = []
    place: Place | None = last
    while place is not None:
        found.append(place)
        place = place.before
    return found[::-1]


def repeated(core: c.Core, spot: Spot, since: int, blank: Verdict) -> Verdict | None:
    """What is said of a play that stands where it stood after `since` decisions; None if that is not so."""
    length = spot.made - since
    if not length:
        return _by_itself(core, spot, blank)
    play = _twice(core, spot, since)
    if play is None:
        return None
    who = "; only chance decides in it" if _chance(core, spot, since) else ""
    last = "the last decision" if length == 1 else f"the last {length} decisions"
    detail = f"{last} can be repeated for ever: the play comes back to the same position{who}"
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
    return not any(chosen(core, step.node) for step in spot.path[since:])
