"""Proved by looking: the table, as a seat sees it now, tells it, in any position at all.

Who has noticed the same in two plays sees the same table. So this is enough, and needs no play; that the table alone
does not tell it says nothing: the seat may remember.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from qedeck.interpreter.meaning import Meaning
from qedeck.proofs.formulas.lemma import Shown, either, holding_over, holds, refute
from qedeck.proofs.formulas.positions import any_position, visible
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Number, Truth, term
from qedeck.proofs.hidden.looks import differs, remembered, table
from qedeck.proofs.hidden.untold import otherwise_there, true_for
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c
from qedeck.spec.properties import Secret


def by_looks(
    core: c.Core, told: Secret, rules: c.Expr | None, seats: Iterable[int], blank: Verdict, budget: tuple[float, bool]
) -> Verdict:
    """Proved, or open; `budget`: seconds, and whether a second opinion is wanted."""
    meaning: Meaning[Truth, Number] = Meaning(core, SYMBOLIC)
    asked = [told.where, *told.terms, *map(c.Read, core.vars), *([] if rules is None else [rules])]
    here = any_position(meaning, asked)
    there = any_position(meaning, asked, "other ", here)
    untold = []
    for seat in seats:
        looks = [
            (*table(meaning, seat, at.cells), *remembered(meaning, seat, at.cells)) for at in (here, there)
        ]
        alike = SYMBOLIC.not_(either(differs(mine, theirs) for mine, theirs in zip(*looks, strict=True)))
        apart = otherwise_there(meaning, told, seat, here.cells, there.cells)
        concerned = true_for(meaning, told, seat, here.cells)
        untold.append(SYMBOLIC.and_(concerned, SYMBOLIC.and_(alike, apart)))
    known = [*here.known, *there.known]
    known += [] if rules is None else [term(holds(meaning, rules, here.cells))]
    said = refute(replace(blank, engine="lemma"), known, term(either(untold)), *budget, lambda model: Shown("untold"))
    if said.grade is Grade.REFUTED:
        return replace(blank, seconds=said.seconds, detail="what lies on the table does not tell it in every position")
    return holding_over(said, core, visible(core, [told.where, *told.terms, *c.sights_of(core)]))
