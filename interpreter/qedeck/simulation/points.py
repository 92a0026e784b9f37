"""Points of a game where somebody or chance decides, and every way on from there: by the engine, or by the reference.

A point is a node with the cells as a key, or how the game came out. Ways have weights: cards as a fair shuffle weighs
them, players as `likely` says.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from math import comb, prod
from typing import Any, Protocol, assert_never

from qedeck.engine.driver import KINDS
from qedeck.engine.stepper import State, Stepper
from qedeck.interpreter.actions import Action
from qedeck.interpreter.play import Endless, Play
from qedeck.interpreter.position import Rules
from qedeck.simulation.batches import outcome_of
from qedeck.simulation.seats import likely
from qedeck.simulation.table import Table
from qedeck.simulation.tally import Outcome
from qedeck.spec import core as c
from qedeck.spec.texts import Texts


@dataclass(frozen=True, slots=True)
class Point:
    """Where a game stands; or, with an outcome, how it came out."""

    node: int = c.OVER
    cells: Hashable = None
    outcome: Outcome | None = None
    winners: tuple[int, ...] = ()


class Points(Protocol):
    """A game, point by point."""

    def begin(self) -> Point: ...

    def ways(self, point: Point) -> Iterator[tuple[Any, int]]:
        """Every way on with its weight; none where the game is stuck."""

    def after(self, point: Point, way: Any) -> Point: ...


class SlowPoints:
    """By the reference, for players of every kind."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.rules = Rules(table.core, Texts())

    def begin(self) -> Point:
        play = Play(self.rules, 0, auto=False)
        try:
            play.begin(self.table.fixed)
        except Endless:
            return Point(outcome=Outcome("endless"))
        return self._point(play)

    def ways(self, point: Point) -> Iterator[tuple[Any, int]]:
        play = self._at(point)
        node = play.decision
        if isinstance(node, c.DealDecision):
            amounts, faults = self.rules.meaning.deal_amounts(play.cells, point.node)
            # Without amounts there is one way on: the reference finds it undefined.
            dealt = weighed_deals(play.row(node.source), amounts) if not faults else iter([(None, 1)])
            yield from ((self._chance(point, outcome), weight) for outcome, weight in dealt)
        elif isinstance(node, c.ShuffleDecision):
            row = [card for card in play.row(node.zone) if card != c.NONE]
            yield from ((self._chance(point, (order,)), 1) for order in orders(row))
        elif play.asked is not None and play.asked.who == "chance":
            yield from ((action, play.weight(action)) for action in play.legal())
        else:
            yield from likely(play, self.table.seats)

    def after(self, point: Point, way: Any) -> Point:
        play = self._at(point)
        try:
            play.apply(way)
        except Endless:
            return Point(outcome=Outcome("endless"))
        return self._point(play)

    def _chance(self, point: Point, outcome: tuple[tuple[int, ...], ...] | None) -> Action:
        return Action(point.node, 0, outcome=outcome, words=self.rules.words)

    def _at(self, point: Point) -> Play:
        play = Play(self.rules, 0, auto=False)
        play.node, play.cells = point.node, point.cells  # type: ignore[assignment]
        return play

    def _point(self, play: Play) -> Point:
        if play.result is not None:
            return Point(outcome=outcome_of(play.result), winners=play.result.winners)
        assert play.node is not None
        return Point(play.node, play.cells)


class FastPoints:
    """By the engine, for random players."""

    def __init__(self, table: Table, stepper: Stepper) -> None:
        self.core, self.stepper = table.core, stepper
        regions = stepper.program.memory.regions
        self._ended, self._winner = regions["ended"].cell, regions["winner"].cell

    def begin(self) -> Point:
        return self._point(self.stepper.begin())

    def ways(self, point: Point) -> Iterator[tuple[Any, int]]:
        state, node, stepper = self._at(point), self.core.nodes[point.node], self.stepper
        if isinstance(node, c.DealDecision):
            pile, amounts = stepper.to_deal(state)
            yield from weighed_deals(pile, amounts) if state.result is None else [(self._point(state), 1)]
        elif isinstance(node, c.ShuffleDecision):
            yield from ((order, 1) for order in orders(stepper.to_shuffle(state)))
        else:
            numbers = list(stepper.numbers(state))
            if state.result is not None:
                yield self._point(state), 1
            elif node.owner.who == "chance":
                yield from zip(numbers, stepper.weights(state), strict=True)
            else:
                yield from ((number, 1) for number in numbers)

    def after(self, point: Point, way: Any) -> Point:
        if isinstance(way, Point):
            return way
        state = self._at(point)
        node = self.core.nodes[point.node]
        match node:
            case c.DealDecision():
                self.stepper.deal(state, way)
            case c.ShuffleDecision():
                self.stepper.shuffle(state, way)
            case c.Decision():
                self.stepper.follow(state, way)
            case _:
                assert_never(node)
        return self._point(state)

    def _at(self, point: Point) -> State:
        return State(list(point.cells), point.node)  # type: ignore[call-overload]

    def _point(self, state: State) -> Point:
        match state.result:
            case None:
                return Point(state.node, tuple(state.row))
            case "over":
                ending = self.core.endings[state.row[self._ended]]
                seats = self.core.domains["player"].size
                winners = tuple(k + 1 for k in range(seats) if state.row[self._winner + k])
                return Point(outcome=Outcome(ending.result, ending.name), winners=winners)
            case "undefined":
                code, clause, _ = self.stepper.program.sites[state.fault - 1]
                return Point(outcome=Outcome("undefined", code=code, clause=clause))
            case other:
                assert other in KINDS
                return Point(outcome=Outcome(other))


# ---- how cards may fall --------------------------------------------------------------------------------


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
