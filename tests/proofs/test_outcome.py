"""Two games that come out the same, whoever is asked and whatever is remembered; and where they do not."""

from __future__ import annotations

import pytest

from qedeck.proofs.kinds import outcome
from qedeck.proofs.kinds.outcome import NO_END
from qedeck.proofs.verdict import Grade, Verdict

from .games import COUNTDOWN, program, told, twin

NOTED = twin(
    twin(COUNTDOWN, "    turn becomes left of turn\n", "    turn becomes left of turn\n    do note\n"),
    "ending last-taker",
    "phase note\n  pool becomes pool\n  add 1 to noted, up to 6\n\nremember\n  noted: 0 to 6\n\nending last-taker",
)
"""Something is remembered that decides nothing."""

WITH = "same outcome with\n    "
ASKED_ELSEWHERE = f"{WITH}in main\n      replace turn chooses a number n from 1 to 2 where n <= pool\n        "
ASKED_ELSEWHERE += "player 1 chooses a number n from 1 to 2 where n <= pool"


def said(claim: str, text: str = NOTED, seconds: float = 20.0) -> Verdict:
    made = program(text, claim)
    return outcome.decide(made, made.claims[-1], seconds, False)


@pytest.mark.parametrize("claim", ["same outcome without note", "same outcome without never-used", ASKED_ELSEWHERE])
def test_what_decides_nothing_makes_no_difference(claim: str) -> None:
    found = said(claim)
    assert found.grade is Grade.PROVED_SIZES, told(found)


def test_who_wins_is_compared() -> None:
    found = said(f"{WITH}replace ending last-taker\n      when pool is 0\n      won by player p where p is turn")
    assert found.grade is Grade.REFUTED
    assert "In this game:" in found.story and any("won by player" in line for line in found.story), found.story


def test_by_which_ending_is_compared() -> None:
    changed = "replace ending never-used\n      when pool is 0\n      won by player p where p is right of turn\n"
    found = said(f"{WITH}{changed}      before last-taker")
    assert found.grade is Grade.REFUTED and any("never-used" in line for line in found.story), found.story


def test_a_game_that_goes_on_has_not_come_out() -> None:
    more = "add before judge last-taker, never-used\n        player 1 chooses one\n          ready"
    found = said(f"{WITH}in main\n      {more}")
    assert found.grade is Grade.REFUTED and any("is asked" in line for line in found.story), found.story


def test_a_game_that_asks_something_else_first_is_not_compared_at_all() -> None:
    found = said(f"{WITH}in main\n      add first: player 1 chooses a number z from 7 to 8")
    assert (found.grade, found.detail) == (Grade.VACUOUS, NO_END)


def test_chance_is_no_player() -> None:
    by_chance = "in main\n      replace turn chooses a number n from 1 to 2 where n <= pool\n        "
    found = said(f"{WITH}{by_chance}chance chooses a number n from 1 to 2 where n <= pool")
    assert (found.grade, found.detail) == (Grade.VACUOUS, NO_END)


CARDS = """
game cards
  players 2
  starts with main

cards
  pip, rank 1 to 3

zones
  deck: pile of card, face down, full at start
  hand of each player: pile of card, seen by owner
  spare: pile of card, face down

phase main
  deal 1 from deck to hand of each player
  judge high

ending high
  when hand of player 1 is not empty
  won by player p where some card c in hand of p where rank of c is 3
"""


def test_the_same_deal_to_another_place_is_another_deal() -> None:
    deal = "in main\n      replace deal 1 from deck to hand of each player\n        deal 1 from deck to spare"
    assert said(f"{WITH}{deal}", CARDS).grade is Grade.VACUOUS
    more = "in main\n      add before judge high\n        deal 1 from deck to spare"
    assert said(f"{WITH}{more}", CARDS).grade is Grade.REFUTED
    shown = f"{WITH}in main\n      add before judge high\n        show hand of player 1 to everyone"
    assert said(shown, CARDS).grade is Grade.PROVED_SIZES


def test_another_deck_is_not_dealt_alike() -> None:
    """Cards are told apart by their place in the set: with another card in it, deals are other deals."""
    found = said(f"{WITH}cards\n      fool, rank 9", CARDS)
    assert found.grade is Grade.VACUOUS, told(found)


def test_what_goes_round_by_itself_is_left_open() -> None:
    endless = f"{WITH}in note\n      add last\n        repeat\n          pool becomes pool\n        until no"
    found = said(endless, seconds=4.0)
    assert not found.grade.good and found.grade is not Grade.REFUTED, told(found)


def test_a_mistake_in_what_is_the_same_choice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were what chance chooses a choice like any other, the test above would see it."""
    by_chance = "in main\n      replace turn chooses a number n from 1 to 2 where n <= pool\n        "
    by_chance += "chance chooses a number n from 1 to 2 where n <= pool"
    monkeypatch.setattr(outcome.c, "who_decides", lambda node: "somebody")
    assert said(f"{WITH}{by_chance}").grade is Grade.PROVED_SIZES
