"""Two games at two tables: the same choices at both, until something is not the same.

In: two Cores with the same players; out: the shortest play that was found in which they part, or that all positions
were seen and none parts them. What only one of the games has (a value, a zone, a reading) is not looked at. All that
both have must be the same, who is asked and what may be chosen, what everybody is shown, and how the game comes out.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import TypeAlias, assert_never

from qedeck.interpreter.actions import Action
from qedeck.interpreter.choices import Refused
from qedeck.interpreter.events import Changed, Event, Over, brief
from qedeck.interpreter.play import Endless, Play
from qedeck.interpreter.telling import tell
from qedeck.proofs.formulas.lay_out import cell_by_cell, lay_out
from qedeck.proofs.plays.onlookers import Onlookers
from qedeck.proofs.plays.replay import apply, replay
from qedeck.proofs.plays.sample import LONGEST, Sampler, Taken
from qedeck.proofs.plays.walk import Fixed, TooMany, Walk, in_time
from qedeck.spec import core as c

Lines: TypeAlias = tuple[str, ...]
MOST = 20_000
"""Pairs of positions that are looked at before the games count as large."""
BEGINNING, EARLY = 10, 0.4
"""Decisions in the beginning of a play, and how much of the time is for beginnings."""
LINES = 6
"""Lines that are told of each table."""


@dataclass(frozen=True, slots=True)
class Parting:
    """A play of the first game, and what its last step came to at each table."""

    play: Play
    choices: int
    first: Lines
    second: Lines


@dataclass(frozen=True, slots=True)
class Looked:
    """What came of looking: where they part, or how much was seen."""

    parting: Parting | None
    positions: int = 0
    """All of them, if there is a number."""
    plays: int = 0
    shortest: bool = False
    """Whether no shorter play parts them."""


def shared(one: c.Core, other: c.Core) -> list[str]:
    """The values and zones that both games have; control variables are nobody's to see."""
    both = [(name, var, other.vars[name]) for name, var in one.vars.items() if name in other.vars]
    seen = [(name, a, b) for name, a, b in both if "control" not in (a.role, b.role)]
    return [name for name, a, b in seen if _role(a) == _role(b)]


def _role(var: c.Var) -> object:
    """What the rulebook leaves open is the same only where the same may be chosen."""
    return (var.role, var.type, var.dims) if var.rigid else ""


class Tables:
    """Two games made ready for being played side by side; `given`, over what the rulebook fixes, must hold.

    `reading`: one that is not the same in both, and nobody's to see.
    """

    def __init__(self, one: c.Core, other: c.Core, given: c.Expr | None = None, reading: str = "") -> None:
        self.one, self.other, self.given = one, other, given
        self.names = [name for name in shared(one, other) if name != reading]
        self.moving = [name for name in self.names if not one.vars[name].rigid]
        self.rigid = [name for name in self.names if one.vars[name].rigid]
        self.walk = Walk(one)
        self._onlookers = Onlookers(one, other)
        self._numbers = count()

    # ---- every position --------------------------------------------------------------------------

    def everywhere(self, seconds: float) -> Looked | None:
        """Breadth first, so that the first parting is the shortest; None if there is too much to look at."""
        until = time.monotonic() + seconds
        try:
            return self._everywhere(until)
        except (TooMany, TimeoutError, Endless):
            return None

    def _everywhere(self, until: float) -> Looked:
        waiting: deque[tuple[Play, Play, Fixed, tuple[Taken, ...]]] = deque()
        for fixed, theirs in self._settings():
            one, other = replay(self.one, fixed, ()), replay(self.other, theirs, ())
            if said := self.apart(one, other, 0, 0):
                return Looked(Parting(one, 0, *said), shortest=True)
            waiting.append((one, other, fixed, ()))
        if not waiting:
            # No play at all is no proof.
            raise TooMany("no setting is allowed in both games")
        seen = {self._pair(one, other, fixed) for one, other, fixed, _ in waiting}
        while waiting:
            one, other, fixed, path = waiting.popleft()
            if one.over or one.node is None:
                continue
            for step in self.walk.moves(one.node, one.cells, MOST):
                in_time(until)
                here, there = one.copy(), other.copy()
                before = len(here.events), len(there.events)
                apply(here, step)
                if not self.follow(there, step):
                    continue
                if said := self.apart(here, there, *before):
                    return Looked(Parting(replay(self.one, fixed, (*path, step)), len(path) + 1, *said), shortest=True)
                if (pair := self._pair(here, there, fixed)) not in seen:
                    seen.add(pair)
                    waiting.append((here, there, fixed, (*path, step)))
                if len(seen) > MOST:
                    raise TooMany("there are too many positions")
        return Looked(None, positions=len(seen))

    def _settings(self) -> Iterator[tuple[Fixed, Fixed]]:
        """Every way to set what the rulebooks leave open, alike where both leave it open."""
        theirs = Walk(self.other).settings(None)
        for fixed in self.walk.settings(self.given):
            for other in theirs:
                if all(other[name] == fixed[name] for name in self.rigid):
                    yield fixed, other

    def _pair(self, one: Play, other: Play, fixed: Fixed) -> tuple[object, ...]:
        return one.node, one.cells, other.node, other.cells, tuple(sorted(fixed.items()))

    # ---- at random -------------------------------------------------------------------------------

    def at_random(self, seconds: float) -> Looked:
        """Random plays of the first game, each played along at the other table; other ones each time."""
        # Most games part early if at all: many beginnings first, whole plays afterwards.
        early = self._at_random(seconds * EARLY, BEGINNING)
        if early.parting is not None:
            return early
        late = self._at_random(seconds * (1 - EARLY), LONGEST)
        return replace(late, plays=early.plays + late.plays)

    def _at_random(self, seconds: float, longest: int) -> Looked:
        """Plays of at most so many decisions, and shorter and shorter ones."""
        until = time.monotonic() + seconds
        sampler, theirs = Sampler(self.one, given=self.given), Sampler(self.other)
        best: Parting | None = None
        plays = 0
        for number in self._numbers:
            fixed, other = sampler.setting(number), theirs.setting(number)
            if time.monotonic() > until or longest < 0 or fixed is None or other is None:
                break
            both = theirs.allowed({**other, **{name: fixed[name] for name in self.rigid}})
            if both is None:
                continue
            found = self._along(sampler, number, fixed, both, longest, until)
            plays += 1
            if found is not None:
                best, longest = found, found.choices - 1
        return Looked(best, plays=plays, shortest=best is not None and not best.choices)

    def along(self, path: tuple[Taken, ...], fixed: Fixed, theirs: Fixed) -> Parting | None:
        """One play at both tables, as far as they go alike."""
        try:
            one, other = replay(self.one, fixed, ()), replay(self.other, theirs, ())
            before = 0, 0
            for made in range(len(path) + 1):
                if said := self.apart(one, other, *before):
                    return Parting(replay(self.one, fixed, path[:made]), made, *said)
                if one.over or made == len(path):
                    return None
                before = len(one.events), len(other.events)
                apply(one, path[made])
                if not self.follow(other, path[made]):
                    return None
        except (Refused, Endless):
            return None
        return None

    def _along(
        self, sampler: Sampler, number: int, fixed: Fixed, theirs: Fixed, longest: int, until: float
    ) -> Parting | None:
        path: tuple[Taken, ...] = ()
        for spot in sampler.play(number, fixed, longest):
            path = spot.path
            if time.monotonic() > until:
                break
        return self.along(path, fixed, theirs)

    # ---- side by side ----------------------------------------------------------------------------

    def follow(self, other: Play, step: Taken) -> bool:
        """The same decision at the other table, where it was seen to be open; no: there is nothing more to compare."""
        assert other.node is not None
        if step.outcome is not None:
            other.apply(Action(other.node, 0, outcome=step.outcome, words=other.rules.words))
            return True
        mine = self.one.nodes[step.node]
        assert isinstance(mine, c.Decision)
        wanted = named(self.walk.rules.choices.action(step.node, step.option, step.values, None))
        other.apply(next(action for action in other.legal() if named(action) == wanted))
        return True

    def apart(self, one: Play, other: Play, since: int, since_too: int) -> tuple[Lines, Lines] | None:
        """What each table has that the other has not; None if they are alike, as far as both speak of it."""
        if lost(one) and lost(other):
            return None
        kinds = [how(play) for play in (one, other)]
        cells = [name for name in self.moving if self._differs(name, one, other)]
        if kinds[0] != kinds[1] or not cells and self._open(one) != self._open(other):
            lines = [[how, *self._open_lines(play)] for how, play in zip(kinds, (one, other), strict=True)]
        elif cells or self._shown(one, since) != self._shown(other, since_too):
            lines = [
                [*tell(play, since=seen), *lay_out(play.core, play.cells, cells)]
                for play, seen in ((one, since), (other, since_too))
            ]
            if lines[0] == lines[1]:
                unlike = ("somebody is shown this who is not at the other table, or not shown it who is there",)
                return unlike, unlike
        elif (mine := self._onlookers.seen(one, 0)) != (yours := self._onlookers.seen(other, 1)):
            lines = [mine, yours]
        else:
            return None
        return _only(lines[0], lines[1]), _only(lines[1], lines[0])

    def _differs(self, name: str, one: Play, other: Play) -> bool:
        """Values of other kinds (a set of cards that has more cards, say) are compared in words."""
        mine, theirs = self.one.vars[name], other.core.vars[name]
        numbers = isinstance(mine.type, c.Whole) and isinstance(theirs.type, c.Whole)
        if mine.dims == theirs.dims and (numbers or mine.type == theirs.type):
            return one.cells[name] != other.cells[name]
        return cell_by_cell(one.core, one.cells, name) != cell_by_cell(other.core, other.cells, name)

    def _open(self, play: Play) -> object:
        """Who is asked, and what may be chosen."""
        match play.decision:
            case None:
                return None
            case c.Decision():
                return play.asked, frozenset(map(named, play.legal()))
            case c.DealDecision(source=source) as deal:
                assert play.node is not None
                zones = tuple(ref.zone for ref, _ in deal.targets)
                cards = play.core.zones[source.zone].cards
                return source.zone, cards, zones, tuple(play.rules.meaning.deal_amounts(play.cells, play.node)[0])
            case c.ShuffleDecision(zone=zone):
                return zone.zone, play.core.zones[zone.zone].cards
            case _:
                assert_never(play.decision)

    def _open_lines(self, play: Play) -> list[str]:
        if not isinstance(play.decision, c.Decision):
            return []
        return sorted({f"{action.label()} is open" for action in play.legal()})

    def _shown(self, play: Play, since: int) -> list[object]:
        """What has happened, as everybody has noticed it."""
        seats = range(1, self.one.domains["player"].size + 1)
        return [[brief(e) for e in play.noticed(seat, since) if self._counts(e)] for seat in (None, *seats)]

    def _counts(self, event: Event) -> bool:
        """How it came out is compared by itself; what only one game remembers is not compared."""
        if isinstance(event, Changed):
            return event.value in self.moving
        return not isinstance(event, Over)


def named(action: Action) -> tuple[object, ...]:
    """An action in words, which are the same in both games."""
    return action.option, tuple(action.picks.items())


def lost(play: Play) -> bool:
    return play.result is not None and play.result.kind == "undefined"


def how(play: Play) -> str:
    """How the game stands, in words."""
    if play.result is None:
        asked = play.asked
        return "the game goes on" if asked is None or asked.player is None else f"player {asked.player} is asked"
    winners = ", ".join(f"player {seat}" for seat in play.result.winners)
    kind = f"{play.result.kind} {play.result.ending or ''}".strip()
    return f"the game is over: {kind}" + (f", won by {winners}" if winners else "")


def _only(lines: list[str], others: list[str]) -> tuple[str, ...]:
    """The lines that the other table does not have, the first few of them."""
    found = [line for line in lines if line not in others]
    return (*found[:LINES], "…") if len(found) > LINES else tuple(found) or ("nothing of this",)
