"""One question about any position: asked, and what is found laid out again before anybody is told.

In: what is known, what would break the claim, and how to replay a model; out: a Verdict.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import z3

from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells, Fault
from qedeck.proofs.formulas.solver import Answer, ask, second_opinion
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Z3, Number, Truth
from qedeck.proofs.verdict import Grade, Verdict, every, every_reading
from qedeck.spec import core as c
from qedeck.spec.properties import Claim, PropertyProgram


@dataclass(frozen=True, slots=True)
class Shown:
    """What a replay showed: in words, and as a position at the table."""

    detail: str
    story: tuple[str, ...] = ()
    at: tuple[Cells, ...] = ()
    """That position, or those two."""


ANYWHERE = "it is so however the cards lie"
"""What is told of a position in which nothing matters."""
Replay = Callable[[Z3], Shown | None]
"""From a model to what the reference says of it; None if the reference sees nothing of the kind."""


def verdict(program: PropertyProgram, claim: Claim, engine: str = "lemma") -> Verdict:
    """A claim about which nothing is said yet."""
    return Verdict(program.name, claim.kind, program.core.players, Grade.UNKNOWN, engine)


def refute(
    blank: Verdict,
    known: Iterable[Z3],
    broken: Z3,
    seconds: float,
    opinion: bool,
    replay: Replay,
) -> Verdict:
    """Refuted by a position where `broken` holds, or proved because there is none."""
    known = list(known)
    answer = ask(known, broken, seconds)
    blank = replace(blank, grade=Grade.UNKNOWN, seconds=blank.seconds + answer.seconds, smt=answer.smt)
    if answer.verdict == "unknown":
        return replace(blank, detail=why(answer))
    if answer.verdict == "sat":
        return found(blank, Grade.REFUTED, replay(answer.model))
    agreed, doubt = agreement(answer, seconds, opinion)
    if doubt:
        return replace(blank, detail=doubt)
    return replace(blank, grade=Grade.PROVED_SIZES, agreed=agreed)


def show(
    blank: Verdict,
    known: Iterable[Z3],
    wanted: Z3,
    seconds: float,
    opinion: bool,
    replay: Replay,
    absent: str,
) -> Verdict:
    """Shown by a position where `wanted` holds, or refuted because there is none."""
    answer = ask(known, wanted, seconds)
    blank = replace(blank, grade=Grade.UNKNOWN, seconds=blank.seconds + answer.seconds, smt=answer.smt)
    if answer.verdict == "unknown":
        return replace(blank, detail=why(answer))
    if answer.verdict == "sat":
        return found(blank, Grade.LAID_OUT, replay(answer.model))
    agreed, doubt = agreement(answer, seconds, opinion)
    return replace(blank, detail=doubt) if doubt else nowhere(blank, absent, agreed)


def nowhere(blank: Verdict, detail: str, agreed: tuple[str, ...] = ()) -> Verdict:
    """Refuted because there is no such position or play; `agreed`: who says so."""
    return replace(blank, grade=Grade.REFUTED, nowhere=True, detail=detail, agreed=agreed)


def found(blank: Verdict, grade: Grade, shown: Shown | None) -> Verdict:
    """A position that was replayed; one that does not show what the solver said is our own fault."""
    if shown is None:
        return replace(blank, grade=Grade.FAULT, detail="the position does not show it when it is laid out")
    return replace(blank, grade=grade, detail=shown.detail, story=shown.story or (ANYWHERE,), at=shown.at)


def agreement(answer: Answer, seconds: float, opinion: bool) -> tuple[tuple[str, ...], str]:
    """Who says that there is nothing, or what is to be doubted."""
    if not opinion:
        return ("z3",), ""
    # A second opinion that takes much longer than the first is not waited for.
    other = second_opinion(answer.smt, min(seconds, max(3.0, 5 * answer.seconds)))
    if other == "sat":
        return (), "the solvers disagree: z3 says no, cvc5 yes"
    return ("z3", "cvc5") if other == "unsat" else ("z3",), ""


def why(answer: Answer) -> str:
    """Why the solver did not say."""
    if "timeout" in answer.reason or "canceled" in answer.reason:
        return "the time was up"
    return f"the solver gave up: {answer.reason}"


def holding_over(blank: Verdict, core: c.Core, seen: frozenset[str]) -> Verdict:
    """The verdict with what it quantifies over, if it is a proof."""
    return replace(blank, over=over(core, seen)) if blank.grade.good else blank


def over(core: c.Core, seen: frozenset[str]) -> tuple[str, ...]:
    """What a proof quantifies over, in words."""
    words = [every(name) for name in sorted(seen) if core.vars[name].role == "parameter"]
    words += [every_reading(name) for name in sorted(seen) if core.vars[name].role == "reading"]
    return tuple(words)


def holds(meaning: Meaning[Truth, Number], expr: c.Expr, cells: Cells, other: Cells | None = None) -> Truth:
    """The term holds and is defined (`other`: beside another position)."""
    truth, faults = meaning.value(expr, cells, other=other)
    return SYMBOLIC.and_(truth, SYMBOLIC.not_(undefined(faults)))


def undefined(faults: Iterable[Fault[Truth]]) -> Truth:
    """Whether something undefined was used."""
    return either(fault.guard for fault in faults)


def either(truths: Iterable[Truth]) -> Truth:
    """Whether any of these holds."""
    open_ = []
    for truth in truths:
        known = SYMBOLIC.known(truth)
        if known is True:
            return True
        if known is None:
            open_.append(truth)
    return z3.Or(*open_) if open_ else False
