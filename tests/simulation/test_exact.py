"""Exact odds: known fractions, chance weighed as shuffled cards are, and no odds where there are none."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import comb, factorial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qedeck.simulation.batches import Batch, play_batch
from qedeck.simulation.exact import Odds, TooLarge, exact_odds
from qedeck.simulation.figures import Rate
from qedeck.simulation.points import orders, weighed_deals
from qedeck.simulation.preferences import preferences
from qedeck.simulation.table import table_of
from qedeck.simulation.tally import Outcome
from qedeck.spec.game import load, load_text

GAMES = Path(__file__).parents[1] / "games"
COIN = """\
game coin
  players 1
  starts with main

remember
  heads: 0 to 9
  tosses: 0 to 9

phase main
  repeat
    chance chooses one
      head
        add 1 to heads
      tail
    add 1 to tosses
  until END
  judge lucky, unlucky

ending lucky
  when heads is at least 2
  won by player p where yes

ending unlucky
  when heads is at most 1
  nobody wins
"""


ENGINES = ("fast", "reference")


def odds(name: str, engine: str = "auto") -> Odds:
    game = load(GAMES / f"{name}.qed")
    return exact_odds(table_of(game, game.players.start), 120, engine=engine)


@pytest.mark.parametrize("engine", ENGINES)
def test_kuhn_poker(engine: str) -> None:
    """By hand: player 1 wins 1/2 of the showdowns (5/8 of the games); of the folds (3/8) player 2 does 2/3."""
    found = odds("kuhn_poker", engine)
    assert found.outcomes == {Outcome("won", "showdown"): Fraction(5, 8), Outcome("won", "fold"): Fraction(3, 8)}
    assert found.seat(1) == Fraction(5, 16) + Fraction(1, 4) and found.seat(2) == Fraction(7, 16)
    assert found.lengths == {2: Fraction(3, 4), 3: Fraction(1, 4)} and found.mean == Fraction(9, 4)


@pytest.mark.parametrize("engine", ["fast", pytest.param("reference", marks=pytest.mark.slow)])
def test_tic_tac_toe(engine: str) -> None:
    found = odds("tic_tac_toe", engine)
    assert (found.seat(1), found.seat(2)) == (Fraction(737, 1260), Fraction(121, 420))
    assert found.outcomes[Outcome("drawn", "full-board")] == Fraction(8, 63)


def test_with_preferences() -> None:
    game = load(GAMES / "kuhn_poker.qed")
    seats = {1: preferences(game, 2, "bet"), 2: preferences(game, 2, "call")}
    found = exact_odds(table_of(game, 2, seats=seats))
    assert found.outcomes == {Outcome("won", "showdown"): Fraction(1)} and found.seat(1) == Fraction(1, 2)


@pytest.mark.slow
def test_the_engine_and_the_reference_agree() -> None:
    fast, slow = (odds("leduc_poker", engine) for engine in ENGINES)
    assert (fast.outcomes, fast.winners, fast.lengths) == (slow.outcomes, slow.winners, slow.lengths)
    assert fast.positions == slow.positions and fast.seat(1) != fast.seat(2)


@pytest.mark.parametrize("engine", ENGINES)
def test_chance_and_the_length_of_games(engine: str) -> None:
    found = exact_odds(table_of(load_text(COIN.replace("END", "tosses is 4")), 1), engine=engine)
    assert found.seat(1) == Fraction(11, 16) and found.lengths == {0: 1}


def test_the_sample_agrees() -> None:
    table = table_of(load(GAMES / "kuhn_poker.qed"), 2, watch=False)
    exact, tally = exact_odds(table), play_batch(table, Batch(0, 600))
    for outcome, chance in exact.outcomes.items():
        low, high = Rate(tally.outcomes[outcome], tally.games).within(10)
        assert low < chance < high


@pytest.mark.parametrize("engine", ENGINES)
def test_what_has_no_exact_odds(engine: str) -> None:
    endless = load_text(COIN.replace("END", "heads is 2").replace("add 1 to tosses", "tosses becomes 0"))
    assert endless.sound
    with pytest.raises(TooLarge, match="positions"):
        exact_odds(table_of(endless, 1), 20, most=500, engine=engine)
    with pytest.raises(TooLarge, match=r"cannot all be weighed in 0\.2 s|its cards can fall"):
        exact_odds(table_of(load(GAMES / "pirates_trick.qed"), 3), 0.2, engine=engine)
    with pytest.raises(TooLarge, match="longer than 2 decisions"):
        exact_odds(table_of(load(GAMES / "kuhn_poker.qed"), 2, limit=2), engine=engine)


@given(st.lists(st.integers(0, 3), min_size=1, max_size=4), st.lists(st.integers(0, 2), max_size=3))
def test_deals_are_weighed_as_a_shuffle_weighs_them(pile: list[int], amounts: list[int]) -> None:
    dealt = list(weighed_deals(pile, amounts))
    ways, left = 1, sum(pile)
    for amount in amounts:
        ways, left = ways * comb(left, amount) if left >= amount else 0, left - amount
    assert sum(weight for _, weight in dealt) == ways
    assert len({outcome for outcome, _ in dealt}) == len(dealt)


def test_one_deal_card_by_card() -> None:
    """Two aces and a king, one card each: counted over all orders of three cards that are told apart."""
    counted = Counter()  # type: ignore[var-annotated]
    for first, second, _ in permutations((0, 0, 1)):
        counted[(int(first == 0), int(first == 1)), (int(second == 0), int(second == 1))] += 1
    assert dict(weighed_deals((2, 1), (1, 1))) == counted


@given(st.lists(st.integers(0, 3), max_size=6))
def test_orders(cards: list[int]) -> None:
    alike = 1
    for count in Counter(cards).values():
        alike *= factorial(count)
    found = list(orders(cards))
    assert len(found) == len(set(found)) == factorial(len(cards)) // alike
    assert all(sorted(order) == sorted(cards) for order in found)
