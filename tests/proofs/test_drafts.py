"""What must be decided of the three games that were written after the first, and a twin that breaks it."""

from __future__ import annotations

import pytest

from qedeck.proofs.kinds import always, endings, ends, position, reach, readings
from qedeck.proofs.verdict import Grade

from ..all_games import rules
from .games import program, shipped, told, twin

SHEEP = "always every player p has pen of p is at most starting-sheep of p"


# ---- Wolf and Hound --------------------------------------------------------------------------------


def test_a_hound_that_brings_a_sheep_too_many() -> None:
    unclamped = twin(rules("wolf_and_hound"), "    take 1 from forest of wood\n", "")
    asked = program(unclamped, SHEEP, players=4)
    found = always.decide(asked, asked.claims[0], 60, opinion=False)
    assert found.grade is Grade.REFUTED, told(found)


def test_who_has_the_better_of_it_when_no_sheep_is_lost() -> None:
    claim = "any position has richer is {} or (some player p where pen of p is not starting-sheep of p)"
    for team, grade in (("yellow", Grade.PROVED_SIZES), ("blue", Grade.REFUTED)):
        asked = shipped("wolf_and_hound", 4, claim.format(team))
        found = position.decide(asked, asked.claims[0], 60, opinion=False)
        assert found.grade is grade, told(found)


def test_both_endings_of_wolf_and_hound() -> None:
    asked = shipped("wolf_and_hound", 4, "each ending reachable")
    found = reach.decide(asked, asked.claims[0], 60, opinion=False)
    assert found.grade is Grade.SHOWN, told(found)
    assert "out-of-sheep:" in found.story and "empty-hand:" in found.story


# ---- Werewolf village -----------------------------------------------------------------------------


def test_two_wins_at_once() -> None:
    asked = shipped("werewolf_village", 8, "endings exclusive")
    found = endings.decide(asked, asked.claims[0], 30, opinion=False)
    assert found.grade is Grade.REFUTED, told(found)
    assert "hold at once" in found.detail
    assert found.story[-1].startswith("The game ends")


@pytest.mark.slow
def test_a_village_that_never_comes_to_an_end() -> None:
    asked = shipped("werewolf_village", 12, "always ends")
    found = ends.decide(asked, asked.claims[0], 60, opinion=False)
    assert found.grade is Grade.REFUTED, told(found)
    assert "can be repeated for ever" in found.detail


# ---- Stool Pigeon -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_deck_runs_out() -> None:
    asked = shipped("stool_pigeon", 2, "reachable deck is empty")
    found = reach.decide(asked, asked.claims[0], 60, opinion=False)
    assert found.grade is Grade.SHOWN, told(found)


@pytest.mark.slow
def test_no_pigeon_has_a_twin_but_a_witness_has() -> None:
    claim = "any position has no card c where {} and twin of c"
    for cards, grade in (("pigeon of c", Grade.PROVED_SIZES), ("c is a witness", Grade.REFUTED)):
        asked = shipped("stool_pigeon", 2, claim.format(cards))
        found = position.decide(asked, asked.claims[0], 60, opinion=False)
        assert found.grade is grade, told(found)


def test_scenes_grow() -> None:
    asked = shipped("stool_pigeon", 2, "always every player p has size of scene of p is at most 4")
    found = always.decide(asked, asked.claims[0], 60, opinion=False)
    assert found.grade is Grade.REFUTED, told(found)


@pytest.mark.slow
def test_the_ways_to_break_a_tie_differ() -> None:
    asked = shipped("stool_pigeon", 2, "readings of second-tie-break agree on ahead")
    found = readings.decide(asked, asked.claims[0], 60, opinion=False)
    assert found.grade is Grade.REFUTED, told(found)
