"""A definition that stands in for another, beside one that does not do as well."""

from __future__ import annotations

from qedeck.proofs.kinds import same
from qedeck.proofs.verdict import Grade

from .games import program, told, twin

SIGNS = """
game signs
  players 2
  starts with main

remember
  left-pan: 0 to 5
  right-pan: 0 to 5

phase main
  player 1 chooses a number n from 0 to 5
  left-pan becomes n

define heavier: yes or no
  left-pan > right-pan

define heavier-too: yes or no
  not (left-pan <= right-pan)

define prize: number
  when heavier: left-pan - right-pan
  otherwise: 0
"""


def test_another_way_to_say_it() -> None:
    made = program(SIGNS, "same prize, heavier with heavier-too in place of heavier")
    said = same.decide(made, made.claims[0], 20)
    assert said.grade is Grade.PROVED_SIZES, told(said)


def test_not_quite_another_way() -> None:
    text = twin(SIGNS, "not (left-pan <= right-pan)", "not (left-pan < right-pan)")
    made = program(text, "same heavier with heavier-too in place of heavier")
    said = same.decide(made, made.claims[0], 20)
    assert said.grade is Grade.REFUTED and "with heavier: no; with heavier-too: yes" in said.detail, told(said)
    # Where the pans are level the prize is nothing either way.
    made = program(text, "same prize with heavier-too in place of heavier")
    assert same.decide(made, made.claims[0], 20).grade is Grade.PROVED_SIZES
