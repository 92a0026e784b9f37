"""Asking the solver: one question, a time limit that is kept, and the question's text for others to check."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import z3

from qedeck.proofs.formulas.apart import apart
from qedeck.proofs.formulas.splitting import alternatives, splits
from qedeck.proofs.formulas.symbolic import Z3


@dataclass(frozen=True)
class Answer:
    """sat, unsat or unknown; a model where there is one; what was said, and the parts in which it was ruled out."""

    verdict: str
    model: Any = None
    seconds: float = 0.0
    reason: str = ""
    said: tuple[Z3, ...] = ()
    parts: tuple[tuple[Z3, ...], ...] = ()

    @cached_property
    def smt(self) -> str:
        """The question's text: written only when somebody wants it, for that can take longer than asking."""
        whole = text(self.said) if self.said else ""
        # Where the parts would be too long, the text of the whole has to do.
        return AGAIN.join(map(text, self.parts)) if self.parts and len(self.parts) * len(whole) < LONG else whole


AGAIN = "\n(reset)\n(set-logic ALL)\n"
"""Between the questions of a text with several: each begins anew."""

LONG = 800_000
"""Characters of a question that is not written out in parts."""

SHORT = 150_000
"""Characters of a question that the other solver surely answers, or gives up, within its time."""

SECOND = (("decision", "internal"), ("sat-solver", "cadical"))
"""How cvc5 is asked: it decides our questions about whole tricks so, and with its own settings hardly any of them."""

DEEPEST = 2
"""So often a question is split by the values of an unknown, one after the other."""

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
    """Whether `wanted` can hold where `known` holds: asked as a whole, then in parts, each by itself."""
    known = list(known)
    if _instead:
        return _instead[-1](known, wanted, seconds)
    start = time.monotonic()
    whole = _ask(z3.Solver(), known, wanted, min(seconds, max(2.0, seconds / 8)))
    if whole.verdict != "unknown" or time.monotonic() >= start + seconds:
        return whole
    parts = _Parts(start + seconds)
    found = parts.ask(known, wanted, DEEPEST)
    ruled_out = tuple(map(tuple, parts.asked)) if found.verdict == "unsat" else ()
    return replace(found, seconds=time.monotonic() - start, said=whole.said, parts=ruled_out)


class _Parts:
    """A question asked in parts: all that was asked and ruled out, and until when there is time."""

    def __init__(self, until: float) -> None:
        self.until = until
        self.asked: list[list[Z3]] = []

    def ask(self, known: list[Z3], wanted: Z3, deeper: int) -> Answer:
        """By the values of an unknown, then by alternatives; what is still hard, again."""
        for here, asked in splits(known, wanted) if deeper else [(known, wanted)]:
            said = self._try(counting, here, asked, 1.0)
            for part in alternatives(asked) if said.verdict == "unknown" else ():
                said = self._hard(here, part, deeper)
                if said.verdict != "unsat":
                    break
            if said.verdict != "unsat":
                return said
        return Answer("unsat")

    def _hard(self, known: list[Z3], wanted: Z3, deeper: int) -> Answer:
        """One alternative: two solvers for a moment, then in parts, then for as long as there is time."""
        moment = 0.1 * (self.until - time.monotonic())
        said = self._try(counting, known, wanted, moment)
        if said.verdict == "unknown":
            said = self._try(z3.Solver, known, wanted, moment)
        if said.verdict == "unknown" and deeper:
            said = self.ask(known, wanted, deeper - 1)
        if said.verdict == "unknown":
            said = self._try(counting, known, wanted, 0.5 * (self.until - time.monotonic()))
        if said.verdict == "unknown":
            said = self._try(z3.Solver, known, wanted, self.until - time.monotonic())
        return said

    def _try(self, solver: Callable[[], Any], known: list[Z3], wanted: Z3, seconds: float) -> Answer:
        left = self.until - time.monotonic()
        if left <= 0:
            return Answer("unknown", reason="timeout")
        said = _ask(solver(), known, wanted, min(left, max(1.0, seconds)))
        if said.verdict == "unsat":
            self.asked.append([*known, wanted])
        return said


def counting() -> Any:
    """A solver for a hard question about few values: it counts them out."""
    return z3.Tactic("qffd").solver()


def _ask(solver: Any, known: list[Z3], wanted: Z3, seconds: float) -> Answer:
    solver.set("timeout", max(1, int(seconds * 1000)))
    said = z3.And(*known, wanted)
    solver.add(said)
    start = time.monotonic()
    found = solver.check()
    spent = time.monotonic() - start
    model = solver.model() if found == z3.sat else None
    reason = solver.reason_unknown() if found == z3.unknown else ""
    return Answer(str(found), model, spent, reason, (said,))


def text(truths: Sequence[Z3]) -> str:
    """A question in SMT-LIB."""
    solver = z3.Solver()
    solver.add(*truths)
    return str(solver.to_smt2())


def second_opinion(smt: str, seconds: float) -> str:
    """What cvc5 says about the same text: sat, unsat, unknown, or absent if it is not installed."""
    try:
        import cvc5  # noqa: F401
    except ImportError:
        return "absent"
    if len(smt) < SHORT:
        return _second(smt, seconds)
    # Its limits are not kept while it prepares a long question, and then nothing here could stop it.
    return apart(lambda: _second(smt, seconds), seconds + 1.0) or "unknown"


def _second(smt: str, seconds: float) -> str:
    import cvc5

    solver = cvc5.Solver()
    solver.setOption("tlimit-per", str(max(1, int(seconds * 1000))))
    for option, value in SECOND:
        with suppress(RuntimeError):  # an older cvc5 does without
            solver.setOption(option, value)
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
