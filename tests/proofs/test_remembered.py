"""Marks and memory in proofs: what goes along with a card, and what is hidden whether it is remembered or not."""

from __future__ import annotations

import pytest

from qedeck.proofs.kinds import always, hidden
from qedeck.proofs.verdict import Grade

from .games import program, told, twin

SWAPPED = """
game swapped
  players 2
  starts with main

spot is one of near, far

cards
  stone, rank 1 to 4

zones
  deck: pile of card, face down, full at start
  scene of each player: grid spot of card, face down, remembered
  heap: row of card, up to 2, face up

remember
  nicked of each card in scene: yes or no
  picked: 0 to 3

phase main
  for each player p
    draw 1 from deck to card at near in scene of p
  player 1 peeks at card at near in scene of player 1
  nicked of card at near in scene of player 1 becomes yes
  player 2 chooses a number n from 0 to 3
  picked becomes n
  if picked is 0: swap card at near in scene of player 1 with card at far in scene of player 2
  player 2 chooses a number m from 0 to 3
  picked becomes m
"""
"""Player 1 looks at a card, which perhaps goes to the other scene."""
LOOK = "  player 1 peeks at card at near in scene of player 1\n"


@pytest.mark.parametrize(("claim", "holds"), [
    ("never player 2 knows card at near in scene of player 1", True),
    ("never player 1 knows card at near in scene of player 2", True),
    ("never player 1 knows card at far in scene of player 2", False),
    ("always every spot s where card at s in scene of player 2 is not none and player 1 knows card at s in scene of "
     "player 2 has nicked of card at s in scene of player 2", True),
    ("never some spot s where nicked of card at s in scene of player 2 otherwise no", False),
])  # fmt: skip
def test_they_go_along(claim: str, holds: bool) -> None:
    made = program(SWAPPED, claim)
    said = always.decide(made, made.claims[0], 20, False)
    assert said.grade is (Grade.PROVED_SIZES if holds else Grade.REFUTED), told(said)


@pytest.mark.parametrize("remembered", [", remembered", ""])
@pytest.mark.parametrize(("text", "claim", "holds"), [
    (SWAPPED, "hidden card at near in scene of player 1 from player 2", True),
    (SWAPPED, "hidden card at near in scene of player 1 from player 1", False),
    (twin(SWAPPED, LOOK, LOOK + "  show card at near in scene of player 1 to player 2\n"),
     "hidden card at near in scene of player 1 from player 2", False),
    (twin(SWAPPED, LOOK, LOOK + "  if rank of card at near in scene of player 1 is 1: show card at near in scene of "
          "player 1 to player 1\n"), "hidden card at near in scene of player 1 from player 2", True),
])  # fmt: skip
def test_what_is_hidden_stays_so(text: str, claim: str, holds: bool, remembered: str) -> None:
    """Memory tells nobody what was not noticed; and what was noticed is no secret, though nobody remembers it."""
    made = program(text.replace(", remembered", remembered), claim)
    said = hidden.decide(made, made.claims[0], 20, False)
    assert said.grade is (Grade.PROVED_SIZES if holds else Grade.REFUTED), told(said)
