"""`never undefined`: the rules always say what happens."""

from __future__ import annotations

import pytest

from qedeck.proofs.kinds import undefined
from qedeck.proofs.mutation.watching import broken_by_plays, watched
from qedeck.proofs.plays import explore
from qedeck.proofs.verdict import Grade, Verdict

from .games import DRAUGHT, program, told, twin

LADDER = """
game ladder
  players 2
  starts with main

side is one of left, right, middle

reading start: low, or high

remember
  rung: 0 to 30
  turn: player
  way: side

define next-way of side s: side
  by s
    left: right
    right: left
    middle: left

define lead: player
  by way
    left: player 1
    right, middle: player 2

phase main
  turn becomes lead
  if start is high: add 1 to rung
  repeat
    turn chooses a number n from 1 to 9 where n <= 30
    if rung + n <= 30: add n to rung
    turn becomes left of turn
    way becomes next-way of way
  until rung > 25
  judge up

ending up
  when rung > 25
  won by player p where p is lead
"""
"""Two players climb; who leads and which way is next is said for every position."""

NO_CASE = twin(LADDER, "    middle: left\n\n", "\n")
REACHED = twin(
    NO_CASE, "way becomes next-way of way", "way becomes next-way of way\n    if rung > 5: way becomes middle"
)
NOBODY = twin(
    twin(LADDER, "turn: player\n", "turn: player or none\n"),
    "    turn becomes left of turn\n",
    "    turn becomes left of turn\n    if rung > 7: turn becomes none\n",
)
TOO_HIGH = twin(LADDER, "if rung + n <= 30: add n to rung", "add n to rung")
ONE_READING = twin(LADDER, "if start is high: add 1 to rung", "if start is high: take 1 from rung")
EMPTY_PILE = twin(
    DRAUGHT,
    "    p chooses a card c in hand of p\n",
    "    p chooses a card c in hand of p\n    draw 1 from deck to heap\n",
)

EACH_A_HEAP = "  heap of each player: pile of card, face up\n\nremember\n  leader: player\n"
TAKEN = twin(
    twin(DRAUGHT, "  heap: pile of card, face up\n", EACH_A_HEAP),
    "  move all from laid to heap\n",
    "  leader becomes left of leader\n  move all from laid to heap of leader\n",
)
"""A whole row goes to somebody's pile: there is room for every card there is."""
TAKEN_BY_NOBODY = twin(
    twin(TAKEN, "leader: player\n", "leader: player or none, starting player 1\n"),
    "leader becomes left of leader",
    "if hand of player 1 is empty: leader becomes none",
)


def decided(text: str, players: int = 2, more: str = "", seconds: float = 20, opinion: bool = False) -> Verdict:
    asked = program(text, "never undefined", players, more)
    return undefined.decide(asked, asked.claims[0], seconds, opinion)


def test_the_rules_say_all() -> None:
    found = decided(LADDER, opinion=True)
    assert found.grade is Grade.PROVED_SIZES, told(found)


def test_a_gap_that_is_never_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    """No step shows that the way is never in the middle before it is asked; every position does."""
    monkeypatch.setattr(explore, "MOST", 100_000)
    found = decided(NO_CASE)
    assert found.grade is Grade.PROVED_SIZES and found.engine == "exhaustive search", told(found)


def test_a_lemma_above_is_used() -> None:
    """It is proved first, and the verdict says so."""
    said = "always rung <= 30\n  never undefined"
    asked = program(LADDER, said)
    found = undefined.decide(asked, asked.claims[1], 20, False)
    assert found.grade is Grade.PROVED_SIZES and "what is claimed above it" in found.rests, told(found)


@pytest.mark.parametrize(
    ("text", "clause", "code"),
    [
        (REACHED, "next-way", "Q502"),
        (NOBODY, "main", "Q50"),
        (TOO_HIGH, "main", "Q503"),
        (ONE_READING, "main", "Q503"),
    ],
    ids=["no case for a position", "nobody is asked", "a number out of its range", "only in one reading"],
)
def test_where_they_say_nothing(text: str, clause: str, code: str) -> None:
    found = decided(text)
    assert found.grade is Grade.REFUTED, told(found)
    assert f"in {clause} ({code}" in found.detail
    assert "Undefined: the rules say nothing here" in found.story[-1]


def test_only_with_the_other_reading() -> None:
    assert decided(ONE_READING, more="  with start is low\n").grade is Grade.PROVED_SIZES
    assert any("With start: high" in line for line in decided(ONE_READING).story)


@pytest.mark.parametrize("players", [2, 3])
def test_hands_that_last(players: int) -> None:
    found = decided(DRAUGHT, players, opinion=players == 2)
    assert found.grade is Grade.PROVED_SIZES, told(found)
    assert found.engine == "induction"
    assert found.agreed == (("z3", "cvc5") if players == 2 else ("z3",))


def test_a_row_goes_to_somebody() -> None:
    """Where that might be nobody, it is no matter of room; and then the trick goes nowhere."""
    found, broken = decided(TAKEN, 3), decided(TAKEN_BY_NOBODY, 3)
    assert found.grade is Grade.PROVED_SIZES and "no card is lost or made" in found.rests, told(found)
    assert broken.grade is Grade.REFUTED and "one-round" in broken.detail, told(broken)


def test_a_pile_that_runs_out() -> None:
    found = decided(EMPTY_PILE, 3)
    assert found.grade is Grade.REFUTED, told(found)
    assert found.detail.endswith("(Q505)")


def test_plays_that_break_off_are_noticed() -> None:
    for text, broken in ((TOO_HIGH, 1), (LADDER, 0)):
        asked = program(text, "never undefined")
        claim = watched(asked, 0)
        assert claim is not None
        assert len(broken_by_plays(asked.core, [claim], 4.0).broken) == broken


def test_a_result_outside_its_type_is_undefined() -> None:
    """A definition that promises a player and comes to none."""
    by_side = "  by way\n    left: player 1\n    right, middle: player 2\n"
    chief = twin(LADDER, "  turn: player\n", "  turn: player\n  chief: player or none, starting none\n")
    text = twin(chief, by_side, "  chief\n")
    asked = program(text, "never undefined")
    found = undefined.decide(asked, asked.claims[0], 20, opinion=False)
    assert found.grade is Grade.REFUTED, told(found)
    asked = program(twin(text, "starting none", "starting player 1"), "never undefined")
    assert undefined.decide(asked, asked.claims[0], 30, opinion=False).grade is Grade.PROVED_SIZES
