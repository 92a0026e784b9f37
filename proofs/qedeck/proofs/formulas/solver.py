"""Asking the solver: one question, a time limit that is kept, and the question's text for others to check."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
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


AGAIN = "\n(reset)\n(set-logic ALL)\n"
"""Between the questions of a text with several: each begins anew."""

LONG = 300_000
"""Characters of a question that is not written out in parts."""

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
    """Whether `wanted` can hold where `known` holds: asked as a whole, then one alternative after the other."""
    known = list(known)
    if _instead:
        return _instead[-1](known, wanted, seconds)
    until = time.monotonic() + seconds
    whole = _ask(z3.Solver(), known, wanted, min(seconds, max(2.0, seconds / 4)))
    if whole.verdict != "unknown" or time.monotonic() >= until:
        return whole
    parts = alternatives(wanted)
    if len(parts) == 1:
        # What is left is one hard question about few values: it may be easier for a solver that counts them out.
        other = _ask(z3.Tactic("qffd").solver(), known, wanted, (until - time.monotonic()) / 2)
        return other if other.verdict != "unknown" else _ask(z3.Solver(), known, wanted, until - time.monotonic())
    # Writing out long questions takes longer than asking them: then the text of the whole has to do.
    short = len(whole.smt) < LONG
    texts: list[str] = []
    for part in parts:
        one = _ask(z3.Solver(), known, part, until - time.monotonic(), short)
        if one.verdict != "unsat":
            return replace(one, seconds=time.monotonic() - until + seconds, smt=one.smt or whole.smt)
        texts.append(one.smt)
    smt = AGAIN.join(texts) if short else whole.smt
    return Answer("unsat", None, time.monotonic() - until + seconds, "", smt)


def _ask(solver: Any, known: list[Z3], wanted: Z3, seconds: float, written: bool = True) -> Answer:
    solver.set("timeout", max(1, int(seconds * 1000)))
    solver.add(z3.And(*known, wanted))
    start = time.monotonic()
    found = solver.check()
    spent = time.monotonic() - start
    model = solver.model() if found == z3.sat else None
    reason = solver.reason_unknown() if found == z3.unknown else ""
    return Answer(str(found), model, spent, reason, solver.to_smt2() if written else "")


def alternatives(truth: Z3, most: int = 60) -> list[Z3]:
    """The same truth as alternatives, not many: one of them holds if it does."""
    found, waiting = list[Z3](), [truth]
    while waiting:
        one = waiting.pop(0)
        inner = one.arg(0) if z3.is_not(one) else None
        if z3.is_or(one):
            more = one.children()
        elif inner is not None and z3.is_and(inner):
            more = [z3.Not(child) for child in inner.children()]
        elif inner is not None and z3.is_not(inner):
            more = [inner.arg(0)]
        else:
            more = []
        if more and len(found) + len(waiting) + len(more) <= most:
            waiting += more
        else:
            found.append(one)
    return found


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
    until, answers = time.monotonic() + seconds, set[str]()
    try:
        while time.monotonic() < until:
            command = parser.nextCommand()
            if command.isNull():
                return next((said for said in ("sat", "unknown", "unsat") if said in answers), "unknown")
            told = command.invoke(solver, symbols).strip()
            if told in ("sat", "unsat", "unknown"):
                answers.add(told)
        return "sat" if "sat" in answers else "unknown"
    except RuntimeError:
        # z3 prints some names (with ') in a way that cvc5 does not read: then it has no opinion.
        return "unknown"
