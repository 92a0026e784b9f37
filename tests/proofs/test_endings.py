"""`endings exclusive` and `endings complete`."""

from __future__ import annotations

import pytest

from qedeck.proofs.kinds import always, endings
from qedeck.proofs.verdict import Grade

from .games import WANDER, program, shipped, told, twin


@pytest.mark.parametrize("claim", ["endings exclusive", "endings complete"])
def test_true_ones_are_proved(claim: str) -> None:
    asked = program(WANDER, claim)
    found = endings.decide(asked, asked.claims[0], 20, opinion=True)
    assert found.grade is Grade.PROVED_SIZES, told(found)
    assert found.agreed == ("z3", "cvc5")


def test_two_wins_at_once() -> None:
    asked = program(twin(WANDER, "tired is 9 and place is not 3", "tired is 9"), "endings exclusive")
    found = endings.decide(asked, asked.claims[0], 30, opinion=False)
    assert found.grade is Grade.REFUTED, told(found)
    assert found.detail.startswith("there and lost hold at once")
    assert found.trace is not None


def test_a_play_that_is_over_by_nothing() -> None:
    asked = program(twin(WANDER, "judge there, lost", "judge lost"), "endings complete")
    found = endings.decide(asked, asked.claims[0], 20, opinion=False)
    assert found.grade is Grade.REFUTED, told(found)
    assert found.story[-1] == "The play is over, but by no declared ending."


def test_werewolves_and_robbers_has_one_result() -> None:
    asked = shipped("werewolves_and_robbers", 3, "endings exclusive")
    found = endings.decide(asked, asked.claims[0], 30, opinion=False)
    assert found.grade is Grade.PROVED_SIZES, told(found)


def test_how_a_game_came_out() -> None:
    claim = "always result is not there or place is 3 and (some player p where winner of p)"
    asked = program(WANDER, claim)
    said = always.decide(asked, asked.claims[0], 20, opinion=False)
    assert said.grade is Grade.PROVED_SIZES, told(said)


@pytest.mark.parametrize("claim", ["never result is there", "always result is none or no player p where winner of p"])
def test_how_a_game_did_not_come_out(claim: str) -> None:
    asked = program(WANDER, claim)
    said = always.decide(asked, asked.claims[0], 20, opinion=False)
    assert said.grade is Grade.REFUTED and said.trace is not None, told(said)
