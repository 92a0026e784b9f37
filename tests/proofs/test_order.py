"""Orders and circles, each beside a twin that is not what it says."""

from __future__ import annotations

import pytest

from qedeck.proofs.kinds import order, wins
from qedeck.proofs.verdict import Grade

from .games import program, shipped, told, twin

TRICK = """
game small-trick
  players 3
  starts with main

cards
  red, rank 1 to 3
  blue, rank 1 to 3

zones
  deck: pile of card, face down, full at start
  trick: row of card, up to players, face up

phase main
  deal 3 from deck to trick

define beats(place i in trick, place j in trick): yes or no
  when rank of card at i is not rank of card at j: rank of card at i > rank of card at j
  otherwise: i > j
"""

HANDS = """
game hands
  players 2
  starts with main

shape is one of rock, paper, scissors

remember
  shown of each player: shape

phase main
  player 1 chooses a shape s
  shown of player 1 becomes s

define beats(shape s, shape t): yes or no
  (s is rock and t is scissors) or (s is paper and t is rock) or (s is scissors and t is paper)
"""


def test_ranks_then_places_are_an_order() -> None:
    made = program(TRICK, "order beats is strict", 3)
    said = order.decide(made, made.claims[0], 20)
    assert said.grade is Grade.PROVED_SIZES and "z3" in said.agreed, told(said)


def test_equal_ranks_do_not_compare() -> None:
    text = twin(TRICK, "otherwise: i > j", "otherwise: no")
    made = program(text, "order beats is strict", 3)
    said = order.decide(made, made.claims[0], 20)
    assert said.grade is Grade.REFUTED and "neither beats the other" in said.detail, told(said)
    assert any(line.startswith("trick:") for line in said.story)


def test_an_assumption_can_save_it() -> None:
    text = twin(TRICK, "otherwise: i > j", "otherwise: no")
    made = program(text, "order beats is strict", 3, "  assuming every card c in trick has c is a red\n")
    assert order.decide(made, made.claims[0], 20, False).grade is Grade.PROVED_SIZES


def test_a_circle_is_told() -> None:
    made = program(HANDS, "order beats is strict")
    said = order.decide(made, made.claims[0], 20, False)
    assert said.grade is Grade.REFUTED and said.detail.count(" beats ") == 3, told(said)


def test_a_circle_that_is_intended() -> None:
    made = program(HANDS, "cycle beats is intended")
    said = order.decide(made, made.claims[0], 20, False)
    assert said.grade is Grade.LAID_OUT and said.detail.count(" beats ") == 3, told(said)


def test_an_intended_circle_must_be_there_and_compare_everything() -> None:
    made = program(TRICK, "cycle beats is intended", 3)
    said = order.decide(made, made.claims[0], 20, False)
    assert said.grade is Grade.REFUTED and "nowhere" in said.detail, told(said)
    made = program(twin(HANDS, " or (s is scissors and t is paper)", ""), "cycle beats is intended")
    said = order.decide(made, made.claims[0], 20, False)
    assert said.grade is Grade.REFUTED and "neither" in said.detail, told(said)


@pytest.mark.parametrize("players", [3, pytest.param(4, marks=pytest.mark.slow)])
def test_a_trick_of_werewolves_and_robbers_is_an_order(players: int) -> None:
    made = shipped("werewolves_and_robbers", players, "order beats is strict")
    said = order.decide(made, made.claims[0], 60, False)
    assert said.grade is Grade.PROVED_SIZES, told(said)
    assert "every reading of tie-scope" in said.over


# ---- which cards can win ---------------------------------------------------------------------------


def test_each_card_can_win() -> None:
    made = program(TRICK, "every card can win by beats", 3)
    said = wins.decide(made, made.claims[0], 20)
    assert said.grade is Grade.LAID_OUT and said.detail == "each of 6 cards", told(said)
    # A red 1 wins only over a blue 1, and only if it comes later.
    assert "red 1 wins: trick: blue 1, red 1" in said.story, told(said)


def test_a_card_that_never_wins() -> None:
    made = program(twin(TRICK, "  otherwise: i > j", "  otherwise: i < j and card at i is not red 1"), CAN_WIN, 3)
    said = wins.decide(made, made.claims[0], 20)
    assert said.grade is Grade.REFUTED and said.detail == "never wins: red 1" and "z3" in said.agreed, told(said)


def test_only_the_solver_sees_it_win() -> None:
    """Where another zone is looked at, no row is laid at random."""
    text = twin(TRICK, "  otherwise: i > j", "  otherwise: i > j and size of deck is at most 4")
    made = program(text, CAN_WIN, 3)
    said = wins.decide(made, made.claims[0], 20)
    assert said.grade is Grade.LAID_OUT, told(said)


CAN_WIN = "every card can win by beats"
