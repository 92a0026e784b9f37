"""Asking the solver: one question, a time limit that is kept, and the question's text for others to check."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import z3

from qedeck.proofs.formulas.symbolic import Z3


@dataclass(frozen=True, slots=True)
class Answer:
    """sat, unsat or unknown; a model where there is one."""

    verdict: str
    model: Any
    seconds: float
    reason: str
    smt: str


Asking = Callable[[list[Z3], Z3, float], Answer]
_instead: list[Asking] = []


@contextmanager
def answered_by(asking: Asking) -> Iterator[None]:
    """Meanwhile, somebody else asks the solver: to learn what an answer rests on."""
    _instead.append(asking)
    try:
        yield
    finally:
        _instead.pop()


def ask(known: Iterable[Z3], wanted: Z3, seconds: float) -> Answer:
    """Whether `wanted` can hold where `known` holds."""
    if _instead:
        return _instead[-1](list(known), wanted, seconds)
    solver = z3.Solver()
    solver.set("timeout", max(1, int(seconds * 1000)))
    solver.add(*known, wanted)
    start = time.monotonic()
    found = solver.check()
    spent = time.monotonic() - start
    model = solver.model() if found == z3.sat else None
    reason = solver.reason_unknown() if found == z3.unknown else ""
    return Answer(str(found), model, spent, reason, solver.to_smt2())


def second_opinion(smt: str, seconds: float) -> str:
    """What cvc5 says about the same text: sat, unsat, unknown, or absent if it is not installed."""
    try:
        import cvc5
    except ImportError:
        return "absent"
    solver = cvc5.Solver()
    solver.setOption("tlimit-per", str(max(1, int(seconds * 1000))))
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, "(set-logic ALL)\n" + smt, "question")
    symbols = parser.getSymbolManager()
    answer = "unknown"
    try:
        while True:
            command = parser.nextCommand()
            if command.isNull():
                return answer
            told = command.invoke(solver, symbols).strip()
            if told in ("sat", "unsat", "unknown"):
                answer = told
    except RuntimeError:
        # z3 prints some names (with ') in a way that cvc5 does not read: then it has no opinion.
        return "unknown"
