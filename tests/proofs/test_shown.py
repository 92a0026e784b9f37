"""What lies face up is seen, what lies face down is not; each claim beside a broken twin."""

from __future__ import annotations

import pytest

from qedeck.proofs.kinds import shown
from qedeck.proofs.verdict import Grade, Verdict

from .games import program, told, twin

TABLE = """
game table
  players 2
  starts with main

side is one of good, bad

cards
  stone, rank 1 to 4

zones
  deck: pile of card, face down, full at start
  hand of each player: pile of card, seen by owner
  lane: row of card, up to 2, face up
  pit: pile of card, face up
  well: pile of card, face down

remember
  side of each player: side, seen by owner
  score: 0 to 9
  plan: 0 to 3, secret
  turn: player

define doubled: number
  score + score

define rest: number
  10 - plan - plan - plan - plan

phase main
  deal 1 from deck to hand of each player
  player 1 chooses a card c in hand of player 1
  move c from hand of player 1 to lane
"""


def decided(claim: str, text: str = TABLE, opinion: bool = False) -> Verdict:
    made = program(text, claim)
    return shown.decide(made, made.claims[0], 20, opinion)


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        ("shown lane to player p", True),
        ("shown pit to player p", True),
        ("shown well to player p", False),
        ("shown deck to player p", False),
        ("shown hand of p to player p", True),
        ("shown hand of (left of p) to player p", False),
        ("shown hand of player 1 to player p", False),
        ("shown hand of player 1 to player p where p is player 1", True),
        ("shown side of p to player p", True),
        ("shown side of (left of p) to player p", False),
        ("shown score to player p", True),
        ("shown plan to player p", False),
        # How many cards lie somewhere is seen by everybody.
        ("shown size of well to player p", True),
        ("shown size of hand of (left of p) to player p", True),
        # What can be worked out is seen.
        ("shown doubled to player p", True),
        ("shown (lane is empty or score > 3) to player p", True),
        ("shown (lane is empty or plan > 2) to player p", False),
        # Undefined in one of two positions that look alike, and defined in the other.
        ("shown rest to player p", False),
    ],
)
def test_what_is_seen(claim: str, holds: bool) -> None:
    said = decided(claim)
    assert said.grade is (Grade.PROVED_SIZES if holds else Grade.REFUTED), told(said)


def test_two_positions_that_look_the_same_are_laid_out() -> None:
    said = decided("shown hand of player 2 to player p where p is player 1")
    assert said.detail == "player 1 sees the same in these two positions"
    assert "the one:" in said.story and "the other:" in said.story, told(said)


def test_the_solvers_agree() -> None:
    assert decided("shown lane to player p", opinion=True).agreed == ("z3", "cvc5")


def test_who_sees_all_other_cards_sees_these() -> None:
    """With the deck, the well and the hands face up, only the rest can lie in the pit."""
    text = twin(TABLE, "  pit: pile of card, face up\n", "  pit: pile of card, face down\n")
    assert decided("shown pit to player p", text).grade is Grade.REFUTED
    for face_up in ("deck: pile of card, face down", "well: pile of card, face down"):
        text = twin(text, face_up, face_up.replace("down", "up"))
    text = twin(text, "pile of card, seen by owner", "pile of card, face up")
    assert decided("shown pit to player p", text).grade is Grade.PROVED_SIZES


def test_what_is_assumed_holds_in_both_positions() -> None:
    made = program(TABLE, "assuming plan is 2\n  shown plan to player p")
    assert shown.decide(made, made.claims[0], 20, False).grade is Grade.PROVED_SIZES
