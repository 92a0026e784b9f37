"""Facts that Spacer finds: an idea only, which counts when plain Z3 and cvc5 have seen that every step keeps it."""

from __future__ import annotations

import pytest
import z3

from qedeck.proofs.formulas.solver import second_opinion
from qedeck.proofs.kinds import always
from qedeck.proofs.plays import throughout
from qedeck.proofs.steps import spacer
from qedeck.proofs.steps.induction import Aim, Proof
from qedeck.proofs.steps.spacer import by_spacer
from qedeck.proofs.verdict import Grade

from .games import program, twin
from .test_runs import ROUND

FAR = "never stone is 9"
"""What only several steps at once, or a fact that nobody wrote down, can show."""
LED = twin(ROUND, "    1: 2\n", "    1: 6\n")

TWO_PURSES = """
game two_purses
  players 2
  starts with main

remember
  mine: 0 to 40
  yours: 0 to 40
  rounds: 0 to 9

phase main
  repeat
    player 1 chooses a number n from 0 to 3
    add n to mine, up to 40
    if n > 1: add n - 1 to yours, up to 40
    add 1 to rounds
  until rounds is 9
"""
"""Yours grows only together with mine, and always by less."""
BEHIND = "always yours <= mine"
AHEAD = twin(TWO_PURSES, "add n - 1 to yours", "add n + 1 to yours")


def shown(text: str, claim: str, seconds: float = 20.0) -> Proof:
    (asked,) = (made := program(text, claim, 2)).claims
    assert asked.term is not None
    return by_spacer(made.core, Aim(asked.term, asked.kind == "never"), seconds, True, None, None)


@pytest.mark.parametrize(("text", "claim"), [(ROUND, FAR), (TWO_PURSES, BEHIND)])
def test_an_idea_that_holds(text: str, claim: str) -> None:
    done = shown(text, claim)
    assert done.proved and done.engine == "Spacer" and done.agreed == ("z3", "cvc5")
    for question in done.smt:
        solver = z3.Solver()
        solver.from_string(question)
        assert solver.check() == z3.unsat and second_opinion(question, 5.0) == "unsat"


@pytest.mark.parametrize(("text", "claim"), [(LED, FAR), (AHEAD, BEHIND)])
def test_a_broken_twin_is_not_proved(text: str, claim: str) -> None:
    assert not shown(text, claim).proved


def test_a_wrong_idea_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Had Spacer said that nothing can be anywhere, or that everything can, nobody would believe it."""
    assert shown(ROUND, FAR).proved
    for said in (z3.BoolVal(False), z3.BoolVal(True)):
        monkeypatch.setattr(spacer._Horn, "idea", lambda self, _, said=said: dict.fromkeys(self.nodes, said))
        assert not shown(ROUND, FAR).proved


def test_in_a_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no other proof is made, the verdict names Spacer; the twin is refuted by a play."""
    for name in ("prove", "shown"):
        monkeypatch.setattr(throughout, name, lambda *_, **__: Proof(False, "not tried"))
    monkeypatch.setattr(throughout, "searched", lambda *_: None)
    good, bad = (always.decide(made, made.claims[0], 10.0) for made in (program(ROUND, FAR), program(LED, FAR)))
    assert (good.grade, good.engine) == (Grade.PROVED_SIZES, "Spacer")
    assert "facts that Spacer found" in good.rests
    assert bad.grade is Grade.REFUTED and bad.story
