"""`reachable` and `each ending reachable`: the witness is a play, the shortest where we say so."""

from __future__ import annotations

import pytest

from qedeck.proofs.kinds import reach
from qedeck.proofs.verdict import Grade

from .games import COUNTDOWN, WANDER, program, shipped, told, twin


def test_the_shortest_play() -> None:
    asked = program(COUNTDOWN, "reachable pool is 1")
    found = reach.decide(asked, asked.claims[0], 12, opinion=False)
    assert found.grade is Grade.SHOWN, told(found)
    assert "shortest play there: 3 steps" in found.detail
    assert len(found.story) == 3


def test_what_no_play_comes_to() -> None:
    asked = program(twin(COUNTDOWN, "from 1 to 2", "from 2 to 2"), "reachable pool is 3")
    found = reach.decide(asked, asked.claims[0], 12, opinion=False)
    assert found.grade is Grade.REFUTED, told(found)


def test_an_ending_that_never_comes() -> None:
    asked = program(COUNTDOWN, "each ending reachable")
    found = reach.decide(asked, asked.claims[0], 12, opinion=False)
    assert found.grade is Grade.REFUTED, told(found)
    assert found.detail.startswith("never-used is never the end")


def test_endings_that_come() -> None:
    asked = program(WANDER, "each ending reachable")
    found = reach.decide(asked, asked.claims[0], 12, opinion=False)
    assert found.grade is Grade.SHOWN, told(found)


@pytest.mark.slow
def test_every_ending_of_werewolves_and_robbers() -> None:
    asked = shipped("werewolves_and_robbers", 3, "each ending reachable")
    found = reach.decide(asked, asked.claims[0], 90, opinion=False)
    assert found.grade is Grade.SHOWN, told(found)
    assert "sole-winner:" in found.story and "shared-win:" in found.story
