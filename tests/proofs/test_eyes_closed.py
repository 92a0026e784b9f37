"""What stays hidden from those whose eyes are closed; leaks, and what the proofs say of them without any play."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from qedeck.proofs.hidden.glimpse import Glimpse
from qedeck.proofs.hidden.twins import Hunt, Twins
from qedeck.proofs.kinds import hidden, readings
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c

from .games import program, told, twin

NIGHT = """
game night
  players 3
  starts with main

cards
  stone, rank 1 to 3

zones
  deck: pile of card, unseen, full at start
  heap: pile of card, unseen

remember
  victim: player or none, secret
  quiet: yes or no

phase main
  with eyes closed but for player 1
    player 1 chooses a player t
    victim becomes t
    pass
  player 2 chooses one
    wait
    go
"""

BY_CHANCE = twin(NIGHT, "  with eyes closed but for player 1", "  with eyes closed")
BY_CHANCE = twin(BY_CHANCE, "    player 1 chooses a player t", "    chance chooses a player t")


def night(inside: str = "quiet becomes yes", text: str = NIGHT) -> str:
    return twin(text, "    pass", f"    {inside}")


AFTER = "  player 2 chooses one\n    wait"
CLAIM = "hidden victim from player 2"
SHOWN, MOVED = night("show victim to everyone"), night("if t is player 2: move stone 1 from deck to heap")
ALONE, TWO = "but for player 1", "but for player q where q is not player 3"


def after(*lines: str) -> str:
    """Something happens before player 2 is asked."""
    return twin(night(), AFTER, "".join(f"  {line}\n" for line in lines) + AFTER)


CASES = [
    (night(), CLAIM, True),
    # Of those to whom it is shown, it is shown to those who are awake.
    (SHOWN, CLAIM, True),
    (after("show victim to everyone"), CLAIM, False),
    (twin(SHOWN, ALONE, TWO), CLAIM, None),
    (twin(SHOWN, ALONE, TWO), "hidden victim from player 3", True),
    # A move is not noticed, but what lies there afterwards is seen.
    (MOVED, CLAIM, True),
    (twin(MOVED, "heap: pile of card, unseen", "heap: pile of card"), CLAIM, False),
    (twin(MOVED, ALONE, TWO), "hidden victim from player 3", True),
    # Who is awake may tell it, and to whom it is told that somebody chooses.
    (
        after("with eyes closed but for player q where q is victim", "  move stone 1 from deck to heap").replace(
            "heap: pile of card, unseen", "heap: pile of card, seen by player 1"
        ),
        CLAIM,
        False,
    ),
    (
        after("with eyes closed but for player q where q is victim or q is player 3", "  player 3 chooses one",
              "    rest", "    walk"),
        CLAIM,
        False,
    ),
]


def decided(text: str, claim: str) -> Verdict:
    made = program(text, claim, 3)
    return hidden.decide(made, made.claims[0], 60, False)


@pytest.mark.parametrize(("text", "claim", "holds"), CASES)
def test_what_stays_hidden(text: str, claim: str, holds: bool | None) -> None:
    said = decided(text, claim)
    if holds is None:
        # Nothing is done that this seat does not notice, so the claim says nothing.
        assert "no two plays were met" in said.detail, told(said)
    else:
        assert said.grade is (Grade.PROVED_SIZES if holds else Grade.REFUTED), told(said)


@pytest.mark.slow
def test_how_often_somebody_chooses_is_no_leak() -> None:
    """Those who sleep do not notice a second choice; a proof goes step by step, and leaves it open."""
    said = decided(night("if t is player 2\n      player 1 chooses a player u\n      victim becomes u"), CLAIM)
    assert said.grade is not Grade.REFUTED, told(said)


def nobody_plays(self: Twins, *args: Any) -> Hunt:
    return Hunt()


LEAKS = [(text, claim) for text, claim, holds in CASES if holds is False]


@pytest.mark.parametrize(("text", "claim"), LEAKS)
def test_no_proof_is_fooled(text: str, claim: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Twins, "hunt", nobody_plays)
    said = decided(text, claim)
    assert not said.grade.good, told(said)


def test_a_choice_out_of_sight_that_is_taken_for_an_open_one_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Twins, "hunt", nobody_plays)
    monkeypatch.setattr(Glimpse, "noticed", lambda self, node: True)
    assert any(decided(text, claim).grade is Grade.PROVED_SIZES for text, claim in LEAKS)


def test_two_readings_by_which_others_are_awake_differ() -> None:
    """Nothing else differs: the same choices, and not one value."""
    text = twin(night(), "but for player 1", "but for player q where q is player 1 or vigil is long and q is player 3")
    text = text.replace("zones\n", "reading vigil: short, or long\n\nzones\n")
    made = program(text, "readings of vigil agree", 3)
    said = readings.decide(made, made.claims[0], 60, False)
    assert said.grade is Grade.REFUTED, told(said)


def test_nobody_looks_on_where_nobody_is_awake() -> None:
    core = program(night("move stone 1 from deck to heap"), CLAIM, 3).core
    blind = c.unwatched(core)
    assert not list(c.sights_of(blind)) and {node.noticed for node in blind.nodes} <= {c.EVERYBODY, c.NOBODY}
    moves = [step for block in blind.blocks for step in c.substeps(block.steps) if c.refs_of(step)]
    assert moves and all(replace(step, noticed=c.NOBODY) == step for step in moves)  # type: ignore[call-arg]
