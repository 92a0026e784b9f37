"""Claims about any position, or any two: `any position has`, `some position has`, `any two positions have`, …

A position is any way the cards and values can lie that the table allows, whether or not play
leads there. So what is proved here holds in every game; what is refuted is shown as a position.
"""

from __future__ import annotations

from dataclasses import replace

from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells
from qedeck.proofs.formulas.lay_out import lay_out
from qedeck.proofs.formulas.lemma import (
    Shown,
    holding_over,
    holds,
    members,
    refute,
    refute_one_by_one,
    show,
    verdict,
)
from qedeck.proofs.formulas.positions import Position, any_position
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Z3, Number, Truth, term
from qedeck.proofs.formulas.symbols import cells_in
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c
from qedeck.spec.properties import Claim, PropertyProgram

KINDS = ("any_position", "some_position", "any_two", "some_two")
MANY = 8
"""Parts of a claim from which on they are asked one by one, if they cannot be answered together."""


def decide(program: PropertyProgram, claim: Claim, seconds: float, opinion: bool = True) -> Verdict:
    """One question to the solver: a counterexample, or a witness."""
    assert claim.term is not None
    expr, assuming, core = claim.term, program.assuming, program.core
    meaning: Meaning[Truth, Number] = Meaning(core, SYMBOLIC)
    here = any_position(meaning, (expr, assuming))
    there = any_position(meaning, (expr, assuming), "other ", here) if claim.kind.endswith("two") else None
    beside = there.cells if there else None
    true, assumed = holds(meaning, expr, here.cells, beside), holds(meaning, assuming, here.cells, beside)
    known = [*here.known, *(there.known if there else ()), term(assumed)]
    wants_witness = claim.kind.startswith("some")

    def replay(model: Z3) -> Shown | None:
        cells = cells_in(model, here.cells)
        other = cells_in(model, there.cells) if there else None
        if _reference(core, expr, assuming, cells, other) is not wants_witness:
            return None
        return Shown("in this position" if wants_witness else "not in this position", _story(core, here, cells, other))

    blank = verdict(program, claim)
    if wants_witness:
        return show(blank, known, term(true), seconds, opinion, replay, "there is no such position")
    whole = len(members(term(true))) < MANY
    said = refute(blank, known, term(SYMBOLIC.not_(true)), seconds if whole else seconds / 4, opinion, replay)
    if said.grade is Grade.UNKNOWN and not said.vacuous and not whole:
        said = refute_one_by_one(replace(said, detail=""), known, term(true), seconds, opinion, replay)
    return holding_over(said, core, here.seen)


def _reference(core: c.Core, expr: c.Expr, assuming: c.Expr, cells: Cells, other: Cells | None) -> bool | None:
    """What the reference says of the position; None if it does not even fit the assumption."""
    meaning = Meaning(core, CONCRETE)
    if not holds(meaning, assuming, cells, other):
        return None
    return bool(holds(meaning, expr, cells, other))


def _story(core: c.Core, here: Position, cells: Cells, other: Cells | None) -> tuple[str, ...]:
    lines = lay_out(core, cells, here.seen)
    if other is None:
        return tuple(lines)
    return ("the one:", *lines, "the other:", *lay_out(core, other, here.seen))
