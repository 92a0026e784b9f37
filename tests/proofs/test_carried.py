"""What is kept over a choice and all that follows it by itself, round and round, without following every round."""

from __future__ import annotations

import time

import pytest
import z3

from qedeck.proofs.kinds import always
from qedeck.proofs.steps.book import Book
from qedeck.proofs.steps.carried import carried, in_parts
from qedeck.proofs.steps.induction import Aim
from qedeck.proofs.steps.views import all_of
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


def why(text: str, *claims: str, players: int = 2) -> object:
    """Why the last of some claims is kept; the others stand beside it."""
    made = program(text, "\n  ".join(claims), players)
    terms = [claim.term for claim in made.claims if claim.term is not None]
    until = time.monotonic() + 20
    return carried(Book(all_of(made.core)), Aim(terms[-1]), until, 5.0, terms[:-1])


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


ORCHARD = """
game orchard
  players 4
  starts with main

remember
  basket of each player: 0 to 99, starting 50
  turn: player
  day: 0 to 99

phase main
  repeat
    take 1 from basket of turn
    if turn is not player 4
      turn chooses one
        eat
        save
    turn becomes left of turn
    add 1 to day
  until day is 40
"""
"""Everybody loses an apple as a turn begins; player 4 is asked for nothing, so two turns may pass in one choice."""

ONE_APPLE = "each choice keeps every player p has basket of p + 1 is at least was basket of p"


def test_whose_turn_has_passed_by_itself_is_told_from_the_others() -> None:
    assert isinstance(why(ORCHARD, ONE_APPLE, players=4), list)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "    take 1 from basket of turn\n",
            "    take 1 from basket of turn\n    take 1 from basket of left of turn\n",
        ),
        ("        eat\n", "        eat\n          take 1 from basket of turn\n          turn becomes right of turn\n"),
    ],
    ids=["a neighbour loses one too", "a turn comes twice"],
)
def test_a_broken_orchard_is_not_proved(old: str, new: str) -> None:
    assert isinstance(why(twin(ORCHARD, old, new), ONE_APPLE, players=4), str)


def test_a_truth_in_parts_is_the_same_truth() -> None:
    a, b, p, q, r = z3.Bools("a b p q r")
    for truth, parts in (
        (z3.And(p, q), 2),
        (z3.Or(a, b, z3.And(p, q, r)), 3),
        (z3.Or(a, z3.Not(z3.Or(p, q))), 2),
        (z3.Or(z3.And(a, b), z3.And(p, q)), 1),
        (z3.Or(a, b), 1),
        (a, 1),
    ):
        found = in_parts(truth)
        assert len(found) == parts
        solver = z3.Solver()
        solver.add(z3.And(found) != truth)
        assert solver.check() == z3.unsat


def test_a_change_may_be_older_than_the_last_hour() -> None:
    """Whoever is asked is paid first: after one hour that is all, and whatever came before is two hours old."""
    paid = twin(MILL, "      player 1 chooses", "      add 1 to flour, up to 99\n      player 1 chooses")
    claim = "each choice keeps not (hour is 1 + was hour and flour is not 1 + was flour and flour < 99 and hour < 99)"
    assert isinstance(why(paid, claim), list)
    twice = twin(paid, "        wait\n", "        wait\n          add 1 to flour, up to 99\n")
    assert isinstance(why(twice, claim), str)
