"""Definitions near to a claim are real, those far away are left open: enough to prove, never to prove too much."""

from __future__ import annotations

from qedeck.proofs.kinds import always
from qedeck.proofs.steps.nearby import far_away
from qedeck.proofs.verdict import Grade

from .games import program, told, twin

STAKES = """
game stakes
  players 2
  starts with main

remember
  luck: 0 to 9
  stake: 0 to 9
  total: 0 to 9
  score: 0 to 9

define doubled: number
  luck * 2

define bonus: number
  when total > 3: 1
  otherwise: 0

phase main
  repeat
    player 1 chooses a number n from 0 to 3
    if score is 0
      score becomes bonus
    total becomes stake
    stake becomes doubled
    luck becomes n
  until score is 1
"""
"""The score hangs on the total, the total on the stake; only the stake hangs on luck."""
CLAIM = "each choice keeps score is was score or score is was score + 1"


def test_what_changes_it_and_what_changes_that_is_near() -> None:
    made = program(STAKES, CLAIM)
    asked = made.claims[0].term
    assert asked is not None
    assert far_away(made.core, [asked]) == {"doubled"}


def test_a_claim_that_needs_what_is_near() -> None:
    made = program(STAKES, CLAIM)
    said = always.decide(made, made.claims[0], 20, False)
    assert said.grade is Grade.PROVED_SIZES, told(said)


def test_a_claim_that_what_is_near_breaks() -> None:
    made = program(twin(STAKES, "when total > 3: 1", "when total > 3: 2"), CLAIM)
    said = always.decide(made, made.claims[0], 20, False)
    assert said.grade is Grade.REFUTED, told(said)
