"""Plays that need many decisions to go right together: many plays side by side, decision by decision.

In: what a spot must show, and how far a position is from it; out: the first place that shows it, or None. After each
decision only the nearest places are kept, of several deals. Where every choice leads away, cards that still lie where
they were dealt change hands, as if they had been dealt so: chance is with us. What is found is played again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from qedeck.interpreter.chance import PLAYERS, Chance
from qedeck.interpreter.state import Cells
from qedeck.proofs.plays.distance import Distance
from qedeck.proofs.plays.leeway import Setting
from qedeck.proofs.plays.roam import Place, Roamer
from qedeck.proofs.plays.sample import Spot
from qedeck.spec import core as c

WIDTH = 24
"""Places kept after each decision."""
TRIES = 3
"""Choices tried at a place."""
DEALS = 6
"""So many times the cards of a place change hands before it is given up."""
SWAPS = 3
"""At most so many pairs of cards change hands at once."""
BACKS, BACK = 8, 8
"""How often all go back when every choice leads away, and fewer than how many decisions."""
READ = 6
"""Of so many the rulebook is then read otherwise."""
PATIENCE = 12
"""Decisions in a row that bring nobody nearer, after which all begin anew."""


@dataclass(frozen=True, slots=True)
class _Play:
    """A place, how far it is from what is wanted, and at which table it is played."""

    place: Place
    far: int
    table: int


class Beam:
    """Many plays, side by side."""

    def __init__(self, roamer: Roamer, shows: Callable[[Spot], bool], far: Distance, seed: int = 1) -> None:
        self.roamer, self.shows, self.far = roamer, shows, far
        self.chance = Chance(seed * 37 + 5, PLAYERS)
        self.begun = 0

    def search(self, seconds: float) -> Place | None:
        """The first place found that shows it."""
        until = time.monotonic() + seconds
        found = None
        while found is None and time.monotonic() < until:
            plays = self._begin()
            if not plays:
                return None
            found = self._search(plays, until)
        return found

    def _search(self, plays: list[_Play], until: float) -> Place | None:
        """From these tables on, until nobody comes nearer for long."""
        levels, backs, nearest, since = [plays], 0, _least(plays), 0
        while plays and since < PATIENCE and time.monotonic() < until:
            found, after = self._level(plays, until)
            if found is not None:
                return found
            if (not after or _least(after) > _least(plays)) and backs < BACKS:
                # All went wrong, perhaps some decisions ago: once more from there, a little otherwise.
                backs += 1
                del levels[max(1, len(levels) - self.chance.below(BACK)) :]
                plays = [self._stirred(play, False) for play in levels[-1]]
                plays += [self._stirred(play, True) for play in levels[-1][:READ] for _ in range(2)]
                continue
            plays = after
            levels.append(plays)
            least = _least(plays) if plays else nearest
            nearest, since = min(least, nearest), 0 if least < nearest else since + 1
        return None

    def _stirred(self, play: _Play, read: bool) -> _Play:
        """The same play with other cards in the hands, or with the rulebook read otherwise, if that is no worse."""
        other = self.roamer.retraced(play.place, self._setting()) if read else self._dealt_otherwise(play.place)
        far = play.far if other is None else self.far(other.cells)
        return play if other is None or far > play.far else replace(play, place=other, far=far)

    def _setting(self) -> Setting | None:
        self.begun += 1
        return self.roamer.sampler.setting(2 * self.begun + 1)

    def _begin(self) -> list[_Play]:
        """New tables, most of them with readings that are drawn."""
        plays = []
        for table in range(WIDTH):
            fixed = self._setting() if table % 4 else self.roamer.sampler.setting(0)
            place = self.roamer.begin(fixed) if fixed is not None else None
            if place is not None and place.node is not None and not place.end:
                plays.append(_Play(place, self.far(place.cells), table))
        return plays

    def _level(self, plays: list[_Play], until: float) -> tuple[Place | None, list[_Play]]:
        """One decision at every table: what shows it, or the nearest of where they lead."""
        after: dict[tuple[int, Cells], _Play] = {}
        for play in plays:
            for onward in self._onward(play):
                place = onward.place
                if place.end != "long" and (place.end or not onward.far) and self.shows(place.glance):
                    again = self.roamer.retraced(place)
                    if again is not None and self.shows(again.glance):
                        return again, []
                if place.node is not None and not place.end:
                    after.setdefault((place.node, place.cells), onward)
                if time.monotonic() > until:
                    return None, []
        return None, self._nearest(list(after.values()))

    def _onward(self, play: _Play) -> Iterator[_Play]:
        """Where some choices lead; cards change hands until one of them does not lead away."""
        for _ in range(1 + DEALS):
            away = True
            for _ in range(TRIES):
                place = self.roamer.on(play.place)
                onward = _Play(place, self.far(place.cells), play.table)
                away = away and onward.far > play.far
                yield onward
            other = self._dealt_otherwise(play.place) if away else None
            if other is None:
                return
            play = replace(play, place=other, far=self.far(other.cells))

    def _nearest(self, plays: list[_Play]) -> list[_Play]:
        """The nearest ones; of equals, some of every table."""
        seen: dict[tuple[int, int], int] = {}
        order = []
        for play in plays:
            number = seen[play.table, play.far] = seen.get((play.table, play.far), 0) + 1
            order.append((play.far, number, self.chance.next(), play))
        return [play for *_, play in sorted(order, key=lambda each: each[:3])[:WIDTH]]

    # ---- cards that change hands --------------------------------------------------------------

    def _dealt_otherwise(self, place: Place) -> Place | None:
        """The same play after another deal, in which cards nobody has touched since changed hands."""
        later = [place]
        core = self.roamer.sampler.core
        while (step := later[-1].step) is None or not isinstance(core.nodes[step.node], c.DealDecision):
            if later[-1].before is None:
                return None
            later.append(later[-1].before)
        dealt = later.pop()
        outcome = self._swapped(place, dealt)
        if outcome is None or dealt.before is None or dealt.step is None:
            return None
        other = self.roamer.again(dealt.before, replace(dealt.step, outcome=outcome))
        if other is None or other.node != dealt.node:
            return None
        changes = _changes(dealt.cells, other.cells)
        point = core.nodes[dealt.step.node]
        assert isinstance(point, c.DealDecision)
        # Whatever else depends on who was dealt what would have changed the play since.
        if not changes or not changes.keys() <= {ref.zone for ref, _ in point.targets}:
            return None
        for old in reversed(later):
            cells = _changed(old.cells, changes)
            if cells is None:
                return None
            other = replace(old, cells=cells, before=other)
        return other

    def _onto_piles(self, point: c.DealDecision) -> bool:
        """On a row each card has its place, and later ones may have closed up: nothing is exchanged there."""
        zones = self.roamer.sampler.core.zones
        return all(zones[ref.zone].kind == "pile" for ref, _ in point.targets)

    def _swapped(self, place: Place, dealt: Place) -> tuple[tuple[int, ...], ...] | None:
        """The outcome of a deal with some cards exchanged that still lie where they were dealt."""
        assert dealt.step is not None
        sampler = self.roamer.sampler
        point = sampler.core.nodes[dealt.step.node]
        assert isinstance(point, c.DealDecision)
        if not self._onto_piles(point):
            return None
        rows = [list(row) for row in dealt.step.outcome or ()]
        there = [sampler._row(place.cells, ref) for ref, _ in point.targets]
        left = [
            [min(one, other) for one, other in zip(row, now, strict=True)] for row, now in zip(rows, there, strict=True)
        ]
        held = [target for target, row in enumerate(left) if any(row)]
        if len(held) < 2:
            return None
        for _ in range(1 + self.chance.below(SWAPS)):
            one = held[self.chance.below(len(held))]
            other = held[self.chance.below(len(held))]
            if one == other:
                continue
            mine, yours = self.chance.weighted(left[one]), self.chance.weighted(left[other])
            for counts in (rows, left):
                for target, given, got in ((one, mine, yours), (other, yours, mine)):
                    counts[target][given] -= 1
                    counts[target][got] += 1
        return tuple(tuple(row) for row in rows)


def _least(plays: list[_Play]) -> int:
    return min(play.far for play in plays)


def _changes(old: Cells, new: Cells) -> dict[str, dict[int, int]]:
    """What differs: for each variable, at which of its cells by how much."""
    rows = ((name, row, new[name]) for name, row in old.items())
    return {
        name: {at: other - one for at, (one, other) in enumerate(zip(row, fresh, strict=True)) if one != other}
        for name, row, fresh in rows
        if row != fresh
    }


def _changed(cells: Cells, changes: dict[str, dict[int, int]]) -> Cells | None:
    """The position with these differences; None if a card is not there any more."""
    rows = dict(cells.rows)
    for name, places in changes.items():
        row = list(rows[name])
        for at, change in places.items():
            row[at] += change
            if row[at] < 0:
                return None
        rows[name] = tuple(row)
    return Cells(rows)
