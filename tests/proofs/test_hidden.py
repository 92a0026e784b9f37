"""Secrets that are kept, and broken twins that let a player tell two plays apart."""

from __future__ import annotations

import time

import pytest

from qedeck.proofs.hidden.looks import in_the_open
from qedeck.proofs.hidden.pairs import Pairs
from qedeck.proofs.hidden.two_plays import TwoPlays
from qedeck.proofs.kinds import hidden
from qedeck.proofs.verdict import Grade, Verdict

from .games import program, told, twin

SEALED = """
game sealed
  players 2
  starts with main

cards
  stone, rank 1 to 6

zones
  deck: pile of card, face down, full at start
  hand of each player: pile of card, seen by owner
  aside: pile of card, face down
  heap: pile of card, face up

remember
  count: 0 to 9

phase main
  deal 2 from deck to hand of each player
  move all from deck to aside
  for each player p clockwise from player 1
    p chooses a card c in hand of p
    move c from hand of p to heap
  count becomes size of aside
"""
"""Two cards are left over, and nobody ever looks at them."""

ROLES = """
game roles
  players 2
  starts with main

side is one of good, bad

cards
  sheep, 4 copies
  wolf

zones
  deck: pile of card, face down, full at start
  hand of each player: pile of card, seen by owner
  heap: pile of card, face up

remember
  side of each player: side, seen by owner
  score of each player: 0 to 9

phase main
  deal 2 from deck to hand of each player
  for each player p
    if a wolf is in hand of p: side of p becomes bad
  for each player p clockwise from player 1
    p chooses a card c in hand of p
    move c from hand of p to heap
  for each player p
    move all from hand of p to heap
    if side of p is bad: score of p becomes 1
"""
"""Who was dealt the wolf is bad, which only the score tells."""

VOTE = """
game vote
  players 2
  starts with main

remember
  plan: 0 to 3, secret
  shown: 0 to 3
  open: yes or no

phase main
  player 1 secretly chooses a number n from 0 to 3
  plan becomes n
  player 2 chooses a number m from 0 to 3
  shown becomes plan
  open becomes yes
"""
"""A number is written down, and turned over after the other one has chosen."""


def decided(text: str, claim: str, opinion: bool = False) -> Verdict:
    made = program(text, claim)
    return hidden.decide(made, made.claims[0], 20, opinion)


def proved(text: str, claim: str) -> None:
    said = decided(text, claim)
    assert said.grade is Grade.PROVED_SIZES, told(said)


def refuted(text: str, claim: str) -> Verdict:
    said = decided(text, claim)
    assert said.grade is Grade.REFUTED, told(said)
    assert any(line.startswith("In one play: ") for line in said.story), told(said)
    return said


def test_cards_that_nobody_looks_at() -> None:
    said = decided(SEALED, "hidden aside from player p", True)
    assert said.grade is Grade.PROVED_SIZES, told(said)
    assert said.agreed == ("z3", "cvc5")


def test_cards_that_are_shown() -> None:
    text = twin(SEALED, "  move all from deck to aside\n", "  move all from deck to aside\n  show aside to player 2\n")
    said = refuted(text, "hidden aside from player p")
    assert said.detail.startswith("player 2 can tell two plays apart"), told(said)
    proved(text, "hidden aside from player p where p is player 1")


def test_a_number_that_depends_on_them() -> None:
    text = twin(SEALED, "count becomes size of aside", "count becomes number of cards c in aside where rank of c is 1")
    assert "count is" in refuted(text, "hidden aside from player p").detail


def test_a_choice_that_depends_on_them() -> None:
    text = twin(SEALED, "in hand of p\n", "in hand of p where stone 1 is not in aside or rank of c > 2\n")
    assert "may choose" in refuted(text, "hidden aside from player p").detail


def test_a_role_until_it_is_scored() -> None:
    proved(
        ROLES,
        "hidden side of player 1 from player 2 p where p is player 2 until hand of player 1 is empty".replace(
            "player 2 p", "player p"
        ),
    )
    assert "score of player" in refuted(ROLES, "hidden side of player 1 from player p where p is player 2").detail


def test_a_role_that_a_rule_gives_away() -> None:
    text = twin(
        ROLES, "side of p becomes bad\n", "side of p becomes bad\n    if a wolf is in hand of p: score of p becomes 2\n"
    )
    refuted(text, "hidden side of player 1 from player p where p is player 2 until hand of player 1 is empty")


def test_a_secret_choice() -> None:
    proved(VOTE, "hidden plan from player p where p is player 2 until open")
    refuted(VOTE, "hidden plan from player p where p is player 2")
    at_once = twin(VOTE, "  plan becomes n\n", "  plan becomes n\n  shown becomes n mod 2\n")
    refuted(at_once, "hidden plan from player p where p is player 2 until open")


def test_hidden_from_nobody() -> None:
    said = decided(SEALED, "hidden aside from player p where p is not p")
    assert said.grade is Grade.VACUOUS and said.detail == "it is hidden from nobody", told(said)


def test_nothing_is_left_over() -> None:
    text = twin(SEALED, "deal 2 from", "deal 3 from")
    said = decided(text, "hidden aside from player p")
    assert said.grade is Grade.VACUOUS and said.detail.startswith("it is always the same"), told(said)


WON = SEALED.replace(
    """phase main
""",
    """define best: number
  highest rank of c for each card c in heap

define lowly: number
  lowest rank of c for each card c in aside

phase main
""",
).replace("count becomes size of aside", "count becomes best")
"""What is counted in the end lies in the open, or (`lowly`) does not."""


def test_what_lies_in_the_open_may_be_anything() -> None:
    made = program(WON, "hidden aside from player p")
    assert in_the_open(made.core) == {"best"}
    proved(WON, "hidden aside from player p")
    assert _open_proof(WON, frozenset({"best"}))


def test_an_open_definition_that_asks_for_the_secret() -> None:
    leaky = WON.replace("count becomes best", "count becomes lowly")
    refuted(leaky, "hidden aside from player p")
    # Left open, it may still differ where what it asks for differs.
    assert not _open_proof(leaky, frozenset({"lowly"}))


def _open_proof(text: str, loose: frozenset[str]) -> bool:
    made = program(text, "hidden aside from player p")
    secret = made.claims[0].secret
    assert secret is not None
    plays = TwoPlays(made.core, secret, 0, None, time.monotonic() + 20, loose)
    return not Pairs(plays).prove(False)


ROUNDS = SEALED.replace(
    """  for each player p clockwise from player 1
    p chooses a card c in hand of p
    move c from hand of p to heap
""",
    """  repeat
    for each player p clockwise from player 1
      if hand of p is not empty
        p chooses a card c in hand of p
        move c from hand of p to heap
      otherwise
        p chooses one
          over
            show hand of p to everyone
  until count > 0
""",
)
"""A hand is shown where there is nothing left of it."""


def test_what_is_sure_at_a_node_needs_no_helper_facts(monkeypatch: pytest.MonkeyPatch) -> None:
    """That a hand has no cards is known from the way there, and that it is empty then from the laws of the table."""
    claim = "hidden hand of player 1 from player p where p is player 2"
    monkeypatch.setattr("qedeck.proofs.hidden.two_plays.prepared", _absent)
    assert _by_pairs(ROUNDS, claim)
    shown = twin(ROUNDS, "hand of p is not empty", "size of hand of p > 1")
    refuted(shown, claim)
    assert not _by_pairs(shown, claim)


def _by_pairs(text: str, claim: str) -> bool:
    made = program(text, claim)
    secret = made.claims[0].secret
    assert secret is not None
    try:
        return not Pairs(TwoPlays(made.core, secret, 1, None, time.monotonic() + 20)).prove(False)
    except LookupError:
        return False


def _absent(*_: object) -> None:
    raise LookupError("helper facts are asked for")
