"""Claims about any position, or any two: `any position has`, `some position has`, `any two positions have`, …

A position is any way the cards and values can lie that the table allows, whether or not play
leads there. So what is proved here holds in every game; what is refuted is shown as a position.
"""

from __future__ import annotations

from dataclasses import replace

import z3

from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells
from qedeck.proofs.lay_out import lay_out
from qedeck.proofs.positions import Position, any_position
from qedeck.proofs.solver import ask, second_opinion
from qedeck.proofs.symbolic import SYMBOLIC, Z3, Number, Truth, term
from qedeck.proofs.symbols import cells_in
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c
from qedeck.spec.properties import Claim, PropertyProgram

KINDS = ("any_position", "some_position", "any_two", "some_two")


def decide(program: PropertyProgram, claim: Claim, seconds: float, opinion: bool = True) -> Verdict:
    """One question to the solver: a counterexample, or a witness."""
    assert claim.term is not None
    core = program.core
    meaning: Meaning[Truth, Number] = Meaning(core, SYMBOLIC)
    terms = (claim.term, program.assuming)
    here = any_position(meaning, terms)
    there = any_position(meaning, terms, "other ", here) if claim.kind.endswith("two") else None
    holds, assumed = _truth(meaning, claim.term, here, there), _truth(meaning, program.assuming, here, there)
    known = [*here.known, *(there.known if there else ()), assumed]
    wants_witness = claim.kind.startswith("some")
    answer = ask(known, holds if wants_witness else z3.Not(holds), seconds)
    blank = Verdict(program.name, claim.kind, core.players, Grade.UNKNOWN, "lemma", answer.seconds, smt=answer.smt)
    if answer.verdict == "unknown":
        return replace(blank, detail=_why(answer.reason))
    if answer.verdict == "sat":
        cells = cells_in(answer.model, here.cells)
        other = cells_in(answer.model, there.cells) if there else None
        story = _story(core, here, cells, other)
        if _replayed(core, claim.term, program.assuming, cells, other) is not wants_witness:
            return replace(
                blank,
                grade=Grade.FAULT,
                story=story,
                detail="the position does not show it when it is laid out",
            )
        grade = Grade.SHOWN if wants_witness else Grade.REFUTED
        return replace(
            blank,
            grade=grade,
            story=story,
            detail="in this position" if wants_witness else "not in this position",
        )
    agreed: tuple[str, ...] = ("z3",)
    if opinion:
        other_says = second_opinion(answer.smt, seconds)
        agreed += ("cvc5",) if other_says == "unsat" else ()
        if other_says == "sat":
            return replace(blank, detail="the solvers disagree: z3 says no, cvc5 yes")
    if wants_witness:
        return replace(blank, grade=Grade.REFUTED, agreed=agreed, detail="there is no such position")
    vacuous = ask(known, z3.BoolVal(True), seconds).verdict == "unsat"
    return replace(
        blank,
        grade=Grade.PROVED_SIZES,
        agreed=agreed,
        vacuous=vacuous,
        over=over(core, here.seen),
        detail="vacuous: no position fits what is assumed" if vacuous else "",
    )


def _truth(meaning: Meaning[Truth, Number], expr: c.Expr, here: Position, there: Position | None) -> Z3:
    """The term holds and is defined."""
    truth, faults = meaning.value(expr, here.cells, other=there.cells if there else None)
    return z3.And(term(truth), *(z3.Not(term(fault.guard)) for fault in faults))


def _replayed(core: c.Core, expr: c.Expr, assuming: c.Expr, cells: Cells, other: Cells | None) -> bool | None:
    """What the reference says of the position; None if it does not even fit the assumption."""
    meaning = Meaning(core, CONCRETE)
    fits, faults = meaning.value(assuming, cells, other=other)
    if faults or not fits:
        return None
    holds, faults = meaning.value(expr, cells, other=other)
    return bool(holds) and not faults


def _story(core: c.Core, here: Position, cells: Cells, other: Cells | None) -> tuple[str, ...]:
    lines = lay_out(core, cells, here.seen)
    if other is None:
        return tuple(lines)
    return ("the one:", *lines, "the other:", *lay_out(core, other, here.seen))


def over(core: c.Core, seen: frozenset[str]) -> tuple[str, ...]:
    """What a proof quantifies over, in words."""
    words = [f"every {name}" for name in sorted(seen) if core.vars[name].role == "parameter"]
    words += [f"every reading of {name}" for name in sorted(seen) if core.vars[name].role == "reading"]
    return tuple(words)


def _why(reason: str) -> str:
    return "the time was up" if "timeout" in reason or "canceled" in reason else f"the solver gave up: {reason}"
