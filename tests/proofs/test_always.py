"""`always`, `never`, `each choice keeps`, `some choice makes`: true ones are proved, broken ones refuted by a play."""

from __future__ import annotations

import pytest

from qedeck.proofs.kinds import always
from qedeck.proofs.verdict import Grade

from .games import COUNTDOWN, DRAUGHT, program, shipped, told, twin

SUM = "size of deck + size of laid + size of heap + (sum of size of hand of p for each player p) is 9"


@pytest.mark.parametrize(
    ("claim", "grade"),
    [
        ("always pool is at most 6", Grade.PROVED_SIZES),
        ("always pool is not 1", Grade.REFUTED),
        ("never pool is 3", Grade.REFUTED),
        ("each choice keeps pool < was pool", Grade.PROVED_SIZES),
        ("each choice keeps pool is at least was pool - 1", Grade.REFUTED),
        ("some choice makes pool is 0", Grade.SHOWN),
    ],
)
def test_countdown(claim: str, grade: Grade) -> None:
    asked = program(COUNTDOWN, claim)
    found = always.decide(asked, asked.claims[0], 20, opinion=False)
    assert found.grade is grade, told(found)
    assert bool(found.story) is (grade is not Grade.PROVED_SIZES)


def test_a_reserve_that_never_grows_needs_helper_facts() -> None:
    asked = program(DRAUGHT, f"always {SUM}", 3)
    found = always.decide(asked, asked.claims[0], 30, opinion=True)
    assert found.grade is Grade.PROVED_SIZES, told(found)
    assert found.agreed == ("z3", "cvc5")


def test_an_assumption_about_the_position_is_kept() -> None:
    asked = program(COUNTDOWN, "always turn is player 1", more="  assuming pool is 6\n")
    found = always.decide(asked, asked.claims[0], 20, opinion=False)
    assert found.grade is Grade.PROVED_SIZES, told(found)


def test_the_broken_twin_is_refuted_by_its_play() -> None:
    broken = twin(COUNTDOWN, "    take n from pool\n", "    if n is 2: take 1 from pool\n    take 1 from pool\n")
    broken = twin(broken, "starting 6", "starting 5")
    asked = program(broken, "always pool is not 2")
    found = always.decide(asked, asked.claims[0], 20, opinion=False)
    assert found.grade is Grade.REFUTED, told(found)
    assert found.trace is not None and found.trace["steps"]


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4])
def test_no_card_leaves_the_table(players: int) -> None:
    zones = "size of deck + size of aside + size of trick"
    hands = "(sum of size of hand of p + size of taken of p for each player p)"
    asked = shipped("werewolves_and_robbers", players, f"always {zones} + {hands} is {28 if players == 3 else 36}")
    found = always.decide(asked, asked.claims[0], 60, opinion=False)
    assert found.grade is Grade.PROVED_SIZES, told(found)
