"""Several steps at once: what no single step keeps, because the position before it could not be."""

from __future__ import annotations

import pytest

from qedeck.proofs.steps import induction
from qedeck.proofs.steps.induction import Aim, Proof, prove

from .games import program, twin

ROUND = """
game round_about
  players 2
  starts with main

remember
  stone: 0 to 9
  lap: 0 to 9

phase main
  repeat
    player 1 chooses a number n from 0 to 1
    stone becomes onward
    if n is 1 and lap < 9: add 1 to lap
  until lap is 9

define onward: 0 to 9
  by stone
    0: 1
    1: 2
    6: 7
    7: 8
    8: 9
    otherwise: 0
"""
"""A stone goes round three places; from a fourth, 6, which nothing leads to, it would come to 9 in three steps."""

ON_THE_ROUND = "never stone is {}"


def shown(text: str, place: int, most: int, monkeypatch: pytest.MonkeyPatch) -> Proof:
    # Without helper facts: else one of them says where the stone can be.
    monkeypatch.setattr(induction, "MOST_STEPS", most)
    monkeypatch.setattr(induction, "_efforts", lambda *_: [(frozenset(), False, most)])
    (claim,) = (made := program(text, ON_THE_ROUND.format(place), 2)).claims
    assert claim.term is not None
    return prove(made.core, Aim(claim.term, opposite=True), 20.0, opinion=True)


@pytest.mark.parametrize(("place", "steps"), [(6, 1), (7, 2), (8, 3)])
def test_as_many_steps_as_it_takes(place: int, steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    done = shown(ROUND, place, steps, monkeypatch)
    assert done.proved and (f"{steps} steps looked at together" in done.rests) is (steps > 1)
    # That nothing leads to 6 is plain before anybody is asked.
    assert done.agreed == (("z3", "cvc5") if steps > 1 else ())


@pytest.mark.parametrize(("place", "steps"), [(7, 1), (8, 2), (9, 3)])
def test_one_step_less_does_not_do(place: int, steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not shown(ROUND, place, steps, monkeypatch).proved


def test_what_is_reached_is_never_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """A twin in which the set-up, or a step of the round, leads there: at every number of steps."""
    begun = twin(ROUND, "  stone: 0 to 9\n", "  stone: 0 to 9, starting 6\n")
    led = twin(ROUND, "    1: 2\n", "    1: 6\n")
    for steps in (1, 2, 3):
        for text in (begun, led):
            assert not shown(text, 7, steps, monkeypatch).proved
            assert not shown(text, 8, steps, monkeypatch).proved
