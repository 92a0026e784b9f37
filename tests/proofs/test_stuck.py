"""`never stuck` and `deal feasible`."""

from __future__ import annotations

import pytest

from qedeck.proofs.answers import deciders
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec.properties import PropertyProgram

from .games import DRAUGHT, program, shipped, told, twin

TWO_CARDS = twin(
    twin(DRAUGHT, "deal 2", "deal 3"),
    "clockwise from player 1",
    "clockwise from player 1\n    p chooses a card d in hand of p\n    move d from hand of p to heap",
)
TWO_DEALS = twin(DRAUGHT, "  repeat\n", "  deal 2 from deck to hand of each player\n  repeat\n")


def decide(asked: PropertyProgram, seconds: float = 20, opinion: bool = False) -> Verdict:
    (claim,) = asked.claims
    return deciders()[claim.kind](asked, claim, seconds, opinion)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("claim", ["never stuck", "deal feasible"])
def test_hands_that_last(claim: str, players: int) -> None:
    asked = program(DRAUGHT, claim, players)
    found = decide(asked, 20, players == 2)
    assert found.grade is Grade.PROVED_SIZES, told(found)
    assert found.engine == "induction"
    assert found.agreed == (("z3", "cvc5") if players == 2 else ("z3",))


def test_a_hand_that_runs_out() -> None:
    asked = program(TWO_CARDS, "never stuck")
    found = decide(asked)
    assert found.grade is Grade.REFUTED, told(found)
    assert found.story[-1].startswith("Stuck: Player 1 must choose")


def test_a_deck_that_runs_out() -> None:
    asked = program(TWO_DEALS, "deal feasible", 3)
    found = decide(asked)
    assert found.grade is Grade.REFUTED, told(found)
    asked = program(TWO_DEALS, "deal feasible", 2)
    assert decide(asked).grade is Grade.PROVED_SIZES


def test_nobody_is_stuck_in_werewolves_and_robbers() -> None:
    asked = shipped("werewolves_and_robbers", 3, "never stuck")
    found = decide(asked, 60)
    assert found.grade is Grade.PROVED_SIZES, told(found)
