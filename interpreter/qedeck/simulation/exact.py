"""Exact odds of a small game: every way it can go, weighed with fractions.

Positions are passed on decision by decision. Each one carries the chance of being there; ways that meet in the same
position are added up, so what is worked through are positions, not plays. Cards are weighed as a fair shuffle weighs
them, players as `likely` says: each legal choice alike, or what their preferences leave. A game that may last for ever,
or has too many positions, has no exact odds here.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from qedeck.simulation.backends import stepper_of
from qedeck.simulation.points import FastPoints, Point, Points, SlowPoints
from qedeck.simulation.table import Table
from qedeck.simulation.tally import ENDED, Outcome
from qedeck.spec import core as c

MOST = 1_000_000
"""Positions, and ways in which the cards may fall at once, before a game counts as large."""


class TooLarge(Exception):
    """Why there are no exact odds."""


@dataclass
class Odds:
    """How a game comes out, each with its exact chance."""

    outcomes: dict[Outcome, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    winners: dict[tuple[int, ...], Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    lengths: dict[int, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    positions: int = 0

    def seat(self, seat: int) -> Fraction:
        """The chance that this seat is among the winners."""
        return sum((chance for seats, chance in self.winners.items() if seat in seats), Fraction())

    @property
    def mean(self) -> Fraction:
        """How many decisions a game has on average, of those that come to an end."""
        return sum((k * chance for k, chance in self.lengths.items()), Fraction()) / sum(self.lengths.values())


def exact_odds(table: Table, seconds: float = 60.0, most: int = MOST, engine: str = "auto") -> Odds:
    """The odds at this table. TooLarge says why they cannot be found."""
    stepper = stepper_of(engine, table)
    points: Points = SlowPoints(table) if stepper is None else FastPoints(table, stepper)
    return _Weighing(table, points, seconds, most).weighed()


Chances = dict[tuple[int, Point], Fraction]
"""How many decisions people have made, and where the game stands: how likely that is."""


class _Weighing:
    def __init__(self, table: Table, points: Points, seconds: float, most: int) -> None:
        self.table, self.points, self.seconds, self.most = table, points, seconds, most
        self.until = time.monotonic() + seconds
        self.odds = Odds()

    def weighed(self) -> Odds:
        here: Chances = {}
        self._arrive(self.points.begin(), Fraction(1), 0, here)
        while here:
            there: Chances = {}
            for (made, point), chance in here.items():
                self._pass_on(made, point, chance, there)
            self.odds.positions += len(here)
            if self.odds.positions + len(there) > self.most:
                raise TooLarge(f"it has more than {self.most:,} positions")
            here = there
        return self.odds

    def _pass_on(self, made: int, point: Point, chance: Fraction, there: Chances) -> None:
        """One decision, by whoever decides: every way it can go, with its share."""
        node = self.table.core.nodes[point.node]
        ways = list(self._few(self.points.ways(point)))
        if not ways:
            self.odds.outcomes[Outcome("stuck", clause=node.clause or node.name)] += chance
            return
        if isinstance(node, c.Decision) and node.owner.who != "chance":
            made += 1
        if made > self.table.limit:
            raise TooLarge(f"it may last longer than {self.table.limit:,} decisions, perhaps for ever")
        weight = sum(share for _, share in ways)
        for way, share in ways:
            if time.monotonic() > self.until:
                raise TooLarge(f"its positions cannot all be weighed in {self.seconds:g} s")
            self._arrive(self.points.after(point, way), chance * Fraction(share, weight), made, there)

    def _few(self, ways: Iterator[Any]) -> Iterator[Any]:
        for number, way in enumerate(ways):
            if number >= self.most or time.monotonic() > self.until:
                raise TooLarge(f"its cards can fall in more than {number:,} ways")
            yield way

    def _arrive(self, point: Point, chance: Fraction, made: int, there: Chances) -> None:
        """Ways that meet are added up; what is over is entered."""
        if point.outcome is None:
            there[made, point] = there.get((made, point), Fraction()) + chance
            return
        self.odds.outcomes[point.outcome] += chance
        if point.winners:
            self.odds.winners[point.winners] += chance
        if point.outcome.kind in ENDED:
            self.odds.lengths[made] += chance
