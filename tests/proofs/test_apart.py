"""Work in a process of its own: its word comes back, and it cannot hold anybody up."""

from __future__ import annotations

import os
import time

import pytest

from qedeck.proofs.formulas import apart as aparts
from qedeck.proofs.formulas import solver
from qedeck.proofs.formulas.apart import apart


def test_a_word_comes_back() -> None:
    here = os.getpid()
    assert apart(lambda: f"{os.getpid() != here}", 5.0) == f"{aparts.POSSIBLE}"


@pytest.mark.skipif(not aparts.POSSIBLE, reason="a process cannot be doubled here")
def test_what_takes_too_long_is_ended() -> None:
    start = time.monotonic()
    assert apart(lambda: time.sleep(30) or "late", 0.2) is None
    assert time.monotonic() - start < 10


@pytest.mark.skipif(not aparts.POSSIBLE, reason="a process cannot be doubled here")
def test_what_fails_has_no_word() -> None:
    assert apart(lambda: str(1 // 0), 5.0) is None


@pytest.mark.parametrize("value, says", [(1, "sat"), (2, "unsat")])
def test_a_long_question_gets_the_same_answer(value: int, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("cvc5")
    asked = f"(declare-const x Int)\n(assert (and (< 0 x 2) (= x {value})))\n(check-sat)\n"
    assert solver.second_opinion(asked, 5.0) == says
    monkeypatch.setattr(solver, "SHORT", 0)
    assert solver.second_opinion(asked, 5.0) == says
