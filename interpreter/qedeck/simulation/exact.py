"""Exact odds of a small game: every way it can go, weighed with fractions.

Positions are passed on decision by decision. Each one carries the chance of being there; ways that meet in the same
position are added up, so what is worked through are positions, not plays. Cards are weighed as a fair shuffle weighs
them, players as `likely` says: each legal choice alike, or what their preferences leave. A game that may last for ever,
or has too many positions, has no exact odds here.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from math import comb, prod
from typing import TypeVar

from qedeck.interpreter.actions import Action
from qedeck.interpreter.play import Endless, Play
from qedeck.interpreter.position import Rules
from qedeck.interpreter.state import Cells
from qedeck.simulation.batches import outcome_of
from qedeck.simulation.seats import likely
from qedeck.simulation.table import Table
from qedeck.simulation.tally import ENDED, Outcome
from qedeck.spec import core as c
from qedeck.spec.texts import Texts

MOST = 300_000
"""Positions, and ways in which the cards may fall at once, before a game counts as large."""


T = TypeVar("T")
Chances = dict[tuple[int, int, Cells], Fraction]
"""Decisions that people made so far, the node, the cells: how likely it is to be there."""


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


def exact_odds(table: Table, seconds: float = 20.0, most: int = MOST) -> Odds:
    """The odds at this table. TooLarge says why they cannot be found."""
    return _Weighing(table, seconds, most).weighed()


class _Weighing:
    def __init__(self, table: Table, seconds: float, most: int) -> None:
        self.table, self.seconds, self.most = table, seconds, most
        self.until = time.monotonic() + seconds
        self.rules = Rules(table.core, Texts())
        self.odds = Odds()

    def weighed(self) -> Odds:
        here: Chances = {}
        self._try(lambda play: play.begin(self.table.fixed), Play(self.rules, 0, auto=False), Fraction(1), 0, here)
        while here:
            there: Chances = {}
            for (made, node, cells), chance in here.items():
                self._pass_on(made, node, cells, chance, there)
            self.odds.positions += len(here)
            if self.odds.positions + len(there) > self.most:
                raise TooLarge(f"it has more than {self.most:,} positions")
            here = there
        return self.odds

    def _pass_on(self, made: int, node: int, cells: Cells, chance: Fraction, there: Chances) -> None:
        """One decision, by whoever decides: every way it can go, with its share."""
        play = self._at(node, cells)
        chosen = made + (play.asked is not None and play.asked.who != "chance")
        if chosen > self.table.limit:
            raise TooLarge(f"it may last longer than {self.table.limit:,} decisions, perhaps for ever")
        ways = list(self._ways(play))
        if not ways:
            decision = self.table.core.nodes[node]
            self.odds.outcomes[Outcome("stuck", clause=decision.clause or decision.name)] += chance
            return
        weight = sum(share for _, share in ways)
        for action, share in ways:
            if time.monotonic() > self.until:
                raise TooLarge(f"its positions cannot all be weighed in {self.seconds:g} s")
            after = self._at(node, cells)
            self._try(partial(Play.apply, action=action), after, chance * Fraction(share, weight), chosen, there)

    def _at(self, node: int, cells: Cells) -> Play:
        play = Play(self.rules, 0, auto=False)
        play.node, play.cells = node, cells
        return play

    def _try(self, go: Callable[[Play], object], play: Play, chance: Fraction, made: int, there: Chances) -> None:
        """Go on to where somebody decides; what is over is entered."""
        try:
            go(play)
        except Endless:
            self.odds.outcomes[Outcome("endless")] += chance
            return
        result = play.result
        if result is None:
            assert play.node is not None
            place = made, play.node, play.cells
            there[place] = there.get(place, Fraction()) + chance
            return
        outcome = outcome_of(result)
        self.odds.outcomes[outcome] += chance
        if result.winners:
            self.odds.winners[result.winners] += chance
        if outcome.kind in ENDED:
            self.odds.lengths[made] += chance

    def _ways(self, play: Play) -> Iterator[tuple[Action, int]]:
        assert play.node is not None
        node, words = play.decision, self.rules.words
        if isinstance(node, c.DealDecision):
            amounts, faults = self.rules.meaning.deal_amounts(play.cells, play.node)
            if faults:
                yield Action(play.node, 0, words=words), 1
                return
            for dealt, share in self._few(weighed_deals(play.row(node.source, ""), amounts)):
                yield Action(play.node, 0, outcome=dealt, words=words), share
        elif isinstance(node, c.ShuffleDecision):
            row = sorted(card for card in play.row(node.zone, ".card") if card != c.NONE)
            for order, share in self._few((order, 1) for order in orders(row)):
                yield Action(play.node, 0, outcome=(order,), words=words), share
        elif play.asked is not None and play.asked.who == "chance":
            yield from ((action, play.weight(action)) for action in play.legal())
        else:
            yield from likely(play, self.table.seats)

    def _few(self, ways: Iterator[T]) -> Iterator[T]:
        for number, way in enumerate(ways):
            if number >= self.most or time.monotonic() > self.until:
                raise TooLarge(f"its cards can fall in more than {number:,} ways")
            yield way


def weighed_deals(pile: Sequence[int], amounts: Sequence[int]) -> Iterator[tuple[tuple[tuple[int, ...], ...], int]]:
    """For each amount how many of each card, and in how many ways a shuffled pile gives just that."""
    if not amounts:
        yield (), 1
        return
    for hand in _hands(pile, amounts[0]):
        ways = prod(comb(there, taken) for there, taken in zip(pile, hand, strict=True))
        left = [there - taken for there, taken in zip(pile, hand, strict=True)]
        for others, more in weighed_deals(left, amounts[1:]):
            yield (hand, *others), ways * more


def _hands(pile: Sequence[int], amount: int) -> Iterator[tuple[int, ...]]:
    if amount > sum(pile):
        return
    if not pile:
        yield ()
        return
    for copies in range(min(pile[0], amount) + 1):
        for others in _hands(pile[1:], amount - copies):
            yield (copies, *others)


def orders(cards: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every order of these cards that can be told apart; all are alike likely."""
    if not cards:
        yield ()
    for card in sorted(set(cards)):
        rest = list(cards)
        rest.remove(card)
        for others in orders(rest):
            yield (card, *others)
