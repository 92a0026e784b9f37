"""Reasons, and all that a proof stands on: every question is there for others, and a wrong one is noticed."""

from __future__ import annotations

import time

import pytest
import z3

from qedeck.proofs.formulas import reasons
from qedeck.proofs.formulas.loose import LooseMeaning, spared
from qedeck.proofs.formulas.reasons import Reason, because
from qedeck.proofs.formulas.solver import second_opinion
from qedeck.proofs.formulas.symbolic import term
from qedeck.proofs.steps import book as books
from qedeck.proofs.steps.book import Book, book, defined
from qedeck.proofs.steps.induction import Aim, Proof, prove
from qedeck.proofs.steps.support import CONSERVED, Support, support
from qedeck.spec import core as c

from .games import DRAUGHT, program, twin

NEEDS = "always size of laid < players or hand of player 1 is empty"
"""Between two choices of a round the row is never full: who knows that must know whose turn it is."""


def proof(claim: str, text: str = DRAUGHT) -> Proof:
    made = program(text, claim)
    asked = made.claims[0].term
    assert asked is not None
    return prove(made.core, Aim(asked), 10.0, opinion=True)


def settled(monkeypatch: pytest.MonkeyPatch) -> Book:
    """A book of its own, with its helper facts and nothing asked of them yet."""
    monkeypatch.setattr(books, "_BOOKS", {})
    monkeypatch.setattr(books, "_BASES", {})
    core = program(DRAUGHT, NEEDS).core
    open_ = spared(core, LooseMeaning(core).layout, core.constraints)
    return book(core, open_, None, time.monotonic() + 20)


def leaning(made: Book) -> Reason:
    """A reason that leans on a helper fact: it is the fact that rules its own opposite out."""
    for node, facts in made.facts.items():
        for fact in facts:
            truth = term(defined(made.meaning, fact, made.cells))
            reason = made.why(node, [z3.Not(truth)], time.monotonic() + 10)
            if reason is not None and any(name.startswith("fact") for name in reason.used):
                return reason
    raise AssertionError("there is no helper fact at all")


def stands(made: Book, *said: Reason, seconds: float = 20.0, opinion: bool = True) -> Support:
    return support(made, said, time.monotonic() + seconds, opinion)


def by_z3(text: str) -> str:
    solver = z3.Solver()
    solver.from_string(text)
    return str(solver.check())


# ---- reasons ------------------------------------------------------------------------------------------

X, Y = z3.Ints("x y")


def test_a_reason_names_the_facts_that_it_needs() -> None:
    facts = {"small": X < 3, "idle": Y > 0, "odd name |": X != 7}
    reason = because([X > 5], facts, 4, 5.0)
    assert reason is not None and reason.used == ("small",) and reason.node == 4
    assert by_z3(reason.smt) == second_opinion(reason.smt, 5.0) == "unsat"
    # Without that fact nothing is ruled out.
    assert because([X > 5], {"idle": Y > 0}, 4, 5.0) is None
    assert because([X > 5], facts, 4, 0.0) is None
    alone = because([X > 5, X < 2], facts, None, 5.0)
    assert alone is not None and alone.used == ()


def test_the_text_says_all_that_was_said_and_no_more() -> None:
    reason = because([X > 5, Y > X], {"small": Y < 3, "idle": X != 9}, 0, 5.0)
    assert reason is not None
    assert reason.said == (X > 5, Y > X, Y < 3)
    assert reason.smt.count("(assert") == 3 and "9" not in reason.smt


def test_the_other_solver_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["unknown", "unsat"])
    monkeypatch.setattr(reasons, "second_opinion", lambda smt, seconds: next(answers))
    reason = Reason(None, (), (X > X,))
    assert [reason.second(1.0) for _ in range(4)] == ["unknown", "unsat", "unsat", "unsat"]


# ---- what a proof stands on ---------------------------------------------------------------------------


def test_every_question_of_a_proof_is_unsat_for_both_solvers() -> None:
    found = proof(NEEDS)
    assert found.proved and found.agreed == ("z3", "cvc5") and CONSERVED not in found.rests
    assert any(name.startswith("fact") for name in found.used)
    assert found.smt and all(by_z3(text) == "unsat" for text in found.smt)
    assert all(second_opinion(text, 10.0) == "unsat" for text in found.smt)


def test_a_broken_twin_has_no_proof_to_stand_on() -> None:
    broken = twin(DRAUGHT, "laid: row of card, up to players", "laid: row of card, up to 9")
    broken = twin(broken, "  move all from laid to heap\n", "")
    assert proof("always size of laid < 3 or hand of player 1 is empty", broken).proved
    found = proof(NEEDS, broken)
    assert not found.proved and "breaks off" in found.reason


def test_helper_facts_are_followed_to_the_set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    made = settled(monkeypatch)
    first = leaning(made)
    whole = stands(made, first)
    assert not whole.problem and whole.agreed == ("z3", "cvc5")
    assert {(first.node, name) for name in first.used} <= whole.facts
    assert whole.texts[0] == first.smt and len(whole.texts) > 1
    # Each fact that is used, here or by another fact, has its own reasons among the questions.
    for node, name in whole.facts:
        for reason in made.base.reasons(node, int(name.removeprefix("fact ")), time.monotonic() + 5) or ():
            assert reason.smt in whole.texts
            assert {(reason.node, more) for more in reason.used if more.startswith("fact")} <= whole.facts
    assert all(by_z3(text) == second_opinion(text, 10.0) == "unsat" for text in whole.texts)


def test_what_needs_no_fact_stands_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    made = settled(monkeypatch)
    whole = stands(made, Reason(0, (), (X > X,)))
    assert len(whole.texts) == 1 and not whole.facts and not whole.rests and not whole.problem


def test_a_law_of_the_table_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    made = settled(monkeypatch)
    assert stands(made, Reason(0, ("law 0",), (X > X,))).rests == (CONSERVED,)


def test_a_planted_wrong_reason_is_a_disagreement(monkeypatch: pytest.MonkeyPatch) -> None:
    made = settled(monkeypatch)
    right, wrong = Reason(None, (), (X > X,)), Reason(None, (), (X > 0,))
    for said in ((wrong,), (right, wrong), (wrong, right)):
        whole = stands(made, *said)
        assert whole.problem == "the solvers disagree: z3 says no, cvc5 yes"
        assert wrong.smt in whole.texts
    # Nobody else is asked: then only z3 has agreed, and nothing else is claimed.
    alone = stands(made, right, opinion=False)
    assert alone.agreed == ("z3",) and not alone.problem


def test_a_wrong_reason_of_a_helper_fact_is_noticed_too(monkeypatch: pytest.MonkeyPatch) -> None:
    made = settled(monkeypatch)
    first = leaning(made)
    monkeypatch.setattr(made.base, "reasons", lambda node, k, until: [Reason(None, (), (X > 0,))])
    assert "disagree" in stands(made, first).problem


def test_a_wrong_reason_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole way: an induction whose questions the other solver answers with yes is not told as one."""
    monkeypatch.setattr(reasons, "second_opinion", lambda smt, seconds: "sat")
    monkeypatch.setattr(books, "_BOOKS", {})
    monkeypatch.setattr(books, "_BASES", {})
    found = proof(NEEDS)
    assert not found.proved and "disagree" in found.reason


def test_who_has_no_opinion_does_not_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    made = settled(monkeypatch)
    for answer in ("unknown", "absent"):
        monkeypatch.setattr(reasons, "second_opinion", lambda smt, seconds, answer=answer: answer)
        whole = stands(made, Reason(None, (), (X > X,)))
        assert whole.agreed == ("z3",) and not whole.problem


def test_a_fact_that_is_not_kept_carries_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    made = settled(monkeypatch)
    first = leaning(made)
    assert first.node is not None
    k = int(first.used[0].removeprefix("fact "))
    late = stands(made, first, seconds=-1.0, opinion=False)
    assert not late.problem and late.agreed == ("z3",)
    # The same with time enough, but with a fact that is false: nine cards in the deck, from the first deal on.
    monkeypatch.setattr(made.base, "_reasons", {})
    assert not stands(made, first).problem
    monkeypatch.setattr(made.base, "_reasons", {})
    made.base.facts[first.node][k] = c.Op("eq", (c.Read("deck.size"), c.Const(8)))
    assert stands(made, first).problem == "a fact that it needs is not kept"
