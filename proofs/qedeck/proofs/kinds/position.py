"""Claims about any position, or any two: `any position has`, `some position has`, `any two positions have`, …

A position is any way the cards and values can lie that the table allows, whether or not play
leads there. So what is proved here holds in every game; what is refuted is shown as a position.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells
from qedeck.proofs.depends import slice_
from qedeck.proofs.fixed.bounds import Scope
from qedeck.proofs.fixed.terms import NO, YES, Terms
from qedeck.proofs.formulas.lay_out import lay_out
from qedeck.proofs.formulas.lemma import Shown, holding_over, holds, refute, show, verdict
from qedeck.proofs.formulas.positions import Position, any_position
from qedeck.proofs.formulas.solver import AGAIN
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Z3, Number, Truth, term
from qedeck.proofs.formulas.symbols import cells_in
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c
from qedeck.spec.plain import counted
from qedeck.spec.properties import Claim, PropertyProgram

KINDS = ("any_position", "some_position", "any_two", "some_two")
MANY, MOST = 8, 40
"""Members of a claim from which on they are asked one by one, and how many one `every` may have for that."""


def decide(program: PropertyProgram, claim: Claim, seconds: float, opinion: bool = True) -> Verdict:
    """One question to the solver: a counterexample, or a witness; of many members, one question for each."""
    assert claim.term is not None
    if claim.kind.startswith("any"):
        found = list(_members(Terms(program.core, {}), claim.term, {}))
        if len(found) >= MANY:
            return _one_by_one(program, claim, found, seconds, opinion)
    return _decide(program, claim, claim.term, seconds, opinion)


def _members(terms: Terms, expr: c.Expr, scope: Scope, deep: int = 2) -> Iterator[c.Expr]:
    """What has to hold for every member, each by itself."""
    match expr:
        case c.Fold("all", local, low, high, where, body) if deep and high - low <= MOST:
            for number in range(low, high):
                inner: Scope = {**scope, local: c.Const(number)}
                there = YES if where is None else terms.term(where, inner)
                if there != NO:
                    body_ = body if where is None or there == YES else c.Op("implies", (where, body))
                    yield from _members(terms, body_, inner, deep - 1)
        case _:
            yield c.substituted(expr, {name: worth for name, worth in scope.items() if isinstance(worth, c.Const)})


def _one_by_one(
    program: PropertyProgram, claim: Claim, found: list[c.Expr], seconds: float, opinion: bool
) -> Verdict:
    until = time.monotonic() + seconds
    blank, texts, seen = verdict(program, claim), list[str](), set[str]()
    agreed = {"z3", "cvc5"} if opinion else {"z3"}
    for member in found:
        one = replace(claim, term=member)
        cut = slice_(replace(program, claims=(one,)), one)
        left = until - time.monotonic()
        if left <= 0:
            return replace(blank, seconds=seconds, detail="the time was up")
        said = _decide(cut, one, member, left, "cvc5" in agreed)
        if not said.grade.good:
            return replace(said, seconds=seconds - left + said.seconds)
        agreed &= set(said.agreed)
        texts.append(said.smt)
        seen |= set(said.over)
    detail, who = f"{counted(len(texts), 'question')}, one for each member", tuple(sorted(agreed, reverse=True))
    done = replace(blank, grade=Grade.PROVED_SIZES, detail=detail, agreed=who, over=tuple(sorted(seen)))
    return replace(done, smt=AGAIN.join(texts), seconds=seconds - (until - time.monotonic()))


def _decide(
    program: PropertyProgram, claim: Claim, expr: c.Expr, seconds: float, opinion: bool
) -> Verdict:
    assuming, core = program.assuming, program.core
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
        told = "in this position" if wants_witness else "not in this position"
        return Shown(told, _story(core, here, cells, other), (cells,) if other is None else (cells, other))

    blank = verdict(program, claim)
    if wants_witness:
        return show(blank, known, term(true), seconds, opinion, replay, "there is no such position")
    said = refute(blank, known, term(SYMBOLIC.not_(true)), seconds, opinion, replay)
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
