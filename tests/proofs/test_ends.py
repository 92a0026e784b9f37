"""`always ends`, with and without a measure, and within so many choices; refuted by a play that repeats."""

from __future__ import annotations

import pytest

from qedeck.proofs.kinds import ends
from qedeck.proofs.verdict import Grade

from .games import COUNTDOWN, DRAUGHT, WANDER, program, shipped, told, twin

ENDLESS = twin(WANDER, "    add 1 to tired\n", "")


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        (COUNTDOWN, "always ends"),
        (COUNTDOWN, "always ends as pool shrinks"),
        (COUNTDOWN, "always ends within 6 choices"),
        (DRAUGHT, "always ends"),
        (WANDER, "always ends"),
    ],
)
def test_true_ones_are_proved(text: str, claim: str) -> None:
    asked = program(text, claim)
    found = ends.decide(asked, asked.claims[0], 12, opinion=False)
    assert found.grade is Grade.PROVED_SIZES, told(found)


def test_a_walk_without_end_is_a_lasso() -> None:
    asked = program(ENDLESS, "always ends")
    found = ends.decide(asked, asked.claims[0], 20, opinion=False)
    assert found.grade is Grade.REFUTED, told(found)
    assert "can be repeated for ever" in found.detail


def test_a_measure_that_does_not_shrink_proves_nothing() -> None:
    asked = program(WANDER, "always ends as place shrinks")
    found = ends.decide(asked, asked.claims[0], 6, opinion=False)
    assert not found.grade.good, told(found)


def test_one_choice_too_many() -> None:
    asked = program(COUNTDOWN, "always ends within 5 choices")
    found = ends.decide(asked, asked.claims[0], 12, opinion=False)
    assert found.grade is Grade.REFUTED, told(found)
    assert len(found.story) == 7


def test_werewolves_and_robbers_may_deal_for_ever() -> None:
    asked = shipped("werewolves_and_robbers", 3, "always ends")
    found = ends.decide(asked, asked.claims[0], 60, opinion=False)
    assert found.grade is Grade.REFUTED, told(found)
    assert "only chance decides" in found.detail
