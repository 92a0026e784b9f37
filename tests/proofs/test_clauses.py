"""Rows that meet, rows that leave a gap, rows that never apply; each beside a sound twin."""

from __future__ import annotations

from dataclasses import replace

from qedeck.proofs.fixed.asked_with import asked_with
from qedeck.proofs.formulas.rows_alone import rows_alone
from qedeck.proofs.kinds import clauses
from qedeck.proofs.verdict import Grade, Verdict

from .games import program, shipped, told, twin

ROWS = """
game rows
  players 2 to 3
  starts with main

cards
  red, rank 1 to 3
  joker

with 2 players leave out
  joker

zones
  deck: pile of card, face down, full at start
  trick: row of card, up to players, face up

remember
  round: 0 to 9

phase main
  deal 2 from deck to trick

define worth of place i in trick: number
  by card at i
    red: rank of card at i
    joker: 9

define stage: number
  when round < 5: 1
  when round >= 5: 2
"""


def decided(text: str, claim: str, players: int = 3) -> Verdict:
    made = program(text, claim, players)
    return clauses.decide(made, made.claims[0], 20, False)


def test_sound_rows() -> None:
    for claim in ("clauses exclusive", "clauses complete", "clauses alive"):
        said = decided(ROWS, claim)
        assert said.grade is Grade.PROVED_SIZES and not said.detail, told(said)


def test_two_rows_that_meet() -> None:
    said = decided(twin(ROWS, "when round < 5", "when round <= 5"), "clauses exclusive")
    assert said.grade is Grade.REFUTED and "stage: the row case 1 says 1, the row case 2 says 2" in said.detail
    assert said.story == ("round is 5",)


def test_a_gap() -> None:
    said = decided(twin(ROWS, "when round < 5", "when round < 4"), "clauses complete")
    assert said.grade is Grade.REFUTED and "stage: no row applies" in said.detail, told(said)
    assert said.story == ("round is 4",)
    said = decided(twin(ROWS, "    joker: 9\n", ""), "clauses complete")
    assert said.grade is Grade.REFUTED and "(joker)" in said.detail, told(said)


def test_only_some_definitions() -> None:
    """A claim may name the definitions that it is about: a gap elsewhere is none of its business."""
    made = program(twin(ROWS, "when round < 5", "when round < 4"), "clauses complete", 3)
    for names, grade in ((("stage",), Grade.REFUTED), (("worth",), Grade.PROVED_SIZES)):
        claim = replace(made.claims[0], names=(*made.claims[0].names, *names))
        said = clauses.decide(made, claim, 20, False)
        assert said.grade is grade, told(said)


def test_a_row_that_never_applies() -> None:
    said = decided(twin(ROWS, "when round >= 5: 2", "when round >= 5: 2\n  when round > 9: 3"), "clauses alive")
    assert said.grade is Grade.REFUTED and "the row case 3 of stage never applies" in said.detail, told(said)


def test_a_row_for_cards_left_out_is_only_noted() -> None:
    said = decided(ROWS, "clauses alive", 2)
    assert said.grade is Grade.PROVED_SIZES, told(said)
    assert said.detail == "the row joker of worth: never with 2 players"


LENT = twin(
    ROWS,
    "define stage",
    """define lent of player p: yes or no
  by players
    2: no
    3: p is player 2

define lender of player p: player
  when lent of p: player 1
  otherwise: p

define stage""",
)
"""With three players somebody's seat is lent, with two nobody's."""


def test_a_row_for_another_player_count_is_only_noted() -> None:
    said = decided(LENT, "clauses alive", 2)
    assert said.grade is Grade.PROVED_SIZES, told(said)
    assert "the row case 1 of lender: never with 2 players" in said.detail
    assert "lender" not in decided(LENT, "clauses alive", 3).detail


def test_a_row_that_no_player_count_needs_is_idle() -> None:
    said = decided(twin(LENT, "    3: p is player 2", "    3: p is player 2 and p is player 1"), "clauses alive", 3)
    assert said.grade is Grade.REFUTED and "the row case 1 of lender never applies" in said.detail, told(said)


PACES = twin(
    ROWS,
    "  deal 2 from deck to trick",
    """  deal 2 from deck to trick
  for each place i in trick where card at i is a red
    if long-way(rank of card at i): add 1 to round, up to 9""",
) + """
define half(number n): number
  n / 2

define long-way(number n): yes or no
  by half(n)
    0: no
    1: yes

define pace(number n): number
  when n < 3: 1
  when n >= 3: 2
"""
"""The rules ask for the long way with 1, 2 and 3; nobody asks for the pace, which may be asked with any number."""


def test_a_number_is_tried_as_the_rules_ask_for_it() -> None:
    assert asked_with(program(PACES, "clauses complete", 3).core)["long-way"] == ((1, 3),)
    for claim in ("clauses exclusive", "clauses complete", "clauses alive"):
        said = decided(PACES, claim)
        assert said.grade is Grade.PROVED_SIZES and not said.detail, told(said)
    said = decided(twin(PACES, "    1: yes\n", ""), "clauses complete")
    assert said.grade is Grade.REFUTED and "no row applies (Q502)" in said.detail, told(said)
    assert said.detail.startswith(("long-way(2)", "long-way(3)")), told(said)
    said = decided(twin(PACES, "    1: yes\n", "    1: yes\n    2: yes\n"), "clauses alive")
    assert said.grade is Grade.REFUTED and "the row 2 of long-way never applies" in said.detail, told(said)


def test_a_number_that_nobody_asks_with_may_be_any() -> None:
    said = decided(twin(PACES, "when n < 3: 1", "when n <= 3: 1"), "clauses exclusive")
    assert said.grade is Grade.REFUTED and "pace(3): the row case 1 says 1" in said.detail, told(said)
    said = decided(twin(PACES, "when n >= 3: 2", "when n > 3: 2"), "clauses complete")
    assert said.grade is Grade.REFUTED and "pace(3): no row applies" in said.detail, told(said)


def test_rows_that_ask_for_much_are_told_apart_by_themselves() -> None:
    core = program(PACES, "clauses exclusive", 3).core
    alone = rows_alone(core, core.defines["long-way"])
    assert alone.open == {"half, question 1"}, "both rows ask the same question"
    assert not rows_alone(core, core.defines["pace"]).open


def test_the_rows_of_werewolves_and_robbers() -> None:
    for claim in ("clauses exclusive", "clauses complete", "clauses alive"):
        made = shipped("werewolves_and_robbers", 3, claim)
        said = clauses.decide(made, made.claims[0], 60, False)
        assert said.grade is Grade.PROVED_SIZES, told(said)
    assert "the row seer of strength: never with 3 players" in said.detail
