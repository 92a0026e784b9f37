"""What is kept over a choice and all that follows it by itself, round and round, without following every round."""

from __future__ import annotations

import time

import pytest

from qedeck.proofs.kinds import always
from qedeck.proofs.steps.book import Book
from qedeck.proofs.steps.carried import carried
from qedeck.proofs.steps.induction import Aim
from qedeck.proofs.verdict import Grade
from qedeck.spec import core as c

from .games import program, twin

MILL = """
game mill
  players 2
  starts with main

remember
  hour: 0 to 99
  flour: 0 to 99
  wind: yes or no

phase main
  repeat
    if wind
      add 1 to flour, up to 99
    otherwise
      player 1 chooses one
        wait
        set-sail
          wind becomes yes
    add 1 to hour
    if hour mod 5 is 0: wind becomes no
  until hour is 99
"""
"""While the wind blows the mill grinds hour after hour, and nobody is asked."""

EARNED = "each choice keeps hour > was hour or (hour is was hour and flour is was flour)"


def why(text: str, *claims: str) -> object:
    """Why the last of some claims is kept; the others stand beside it."""
    made = program(text, "\n  ".join(claims))
    terms = [claim.term for claim in made.claims if claim.term is not None]
    until = time.monotonic() + 20
    return carried(Book(made.core, frozenset(), None), Aim(terms[-1]), until, 5.0, terms[:-1])


def test_what_holds_from_the_first_round_on_is_carried_along() -> None:
    assert isinstance(why(MILL, EARNED), list)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    add 1 to hour\n", "    if not wind: add 1 to hour\n"),
        ("        wait\n", "        wait\n          hour becomes 0\n"),
    ],
    ids=["the clock stands still", "the clock is put back"],
)
def test_a_broken_mill_is_not_proved(old: str, new: str) -> None:
    assert isinstance(why(twin(MILL, old, new), EARNED), str)


def test_what_is_claimed_beside_it_may_help() -> None:
    """One hour or more goes by; alone, nobody knows at the mill how much went by before."""
    stays = "each choice keeps hour > was hour or flour is was flour"
    grows = "each choice keeps flour is at least was flour"
    assert isinstance(why(MILL, stays, grows), list)
    assert isinstance(why(twin(MILL, "        wait\n", "        wait\n          flour becomes 0\n"), stays, grows), str)


def test_what_has_not_changed_yet_is_known_on_the_way() -> None:
    """The flour of the next hour is ground after the clock has struck: until then there is as much as before."""
    early = twin(MILL, "  repeat\n", "  repeat\n    add 2 to flour, up to 99\n")
    two_more = "each choice keeps hour is not 1 + was hour or hour is 99 or flour is 2 + was flour or flour is 99"
    assert isinstance(why(early, two_more), list)
    assert isinstance(why(twin(early, "        wait\n", "        wait\n          flour becomes 0\n"), two_more), str)
    assert isinstance(why(twin(early, "add 2", "add 3"), two_more), str)


def test_what_has_grown_is_known_on_the_way() -> None:
    same_hour = "each choice keeps hour is not 1 + was hour or flour is was flour"
    assert isinstance(why(MILL, same_hour), list)
    assert isinstance(why(twin(MILL, "    add 1 to hour\n", "    if not wind: add 1 to hour\n"), same_hour), str)


def test_it_decides_claims_about_each_choice() -> None:
    made = program(MILL, EARNED)
    assert always.decide(made, made.claims[0], 10, opinion=False).grade is Grade.PROVED_SIZES
    broken = program(twin(MILL, "        wait\n", "        wait\n          hour becomes 0\n"), EARNED)
    assert always.decide(broken, broken.claims[0], 10, opinion=False).grade is Grade.REFUTED
    assert any(isinstance(node, c.Decision) and node.owner.who == "nobody" for node in made.core.nodes)
