"""`shown X to player q where W`: whatever lies on the table, what q sees of it tells X.

Compared are any two positions in which q sees the same: X must be the same in both. That of cards which lie where
nobody sees them only the total is known, counts as well: who sees all the others sees these.
"""

from __future__ import annotations

from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells
from qedeck.proofs.formulas.lay_out import lay_out
from qedeck.proofs.formulas.lemma import Shown, either, holding_over, holds, refute, verdict
from qedeck.proofs.formulas.positions import any_position, visible
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Z3, Number, Truth, term
from qedeck.proofs.formulas.symbols import cells_in
from qedeck.proofs.hidden.looks import differs, table
from qedeck.proofs.hidden.untold import otherwise_there, true_for
from qedeck.proofs.verdict import Verdict
from qedeck.spec import core as c
from qedeck.spec.properties import Claim, PropertyProgram, Secret

KINDS = ("shown",)


def decide(program: PropertyProgram, claim: Claim, seconds: float, opinion: bool = True) -> Verdict:
    """One question to the solver: two positions that look the same to somebody, though X differs."""
    assert claim.secret is not None
    core, secret = program.core, claim.secret
    meaning: Meaning[Truth, Number] = Meaning(core, SYMBOLIC)
    # All that may be seen, not only what the claim speaks of, takes part in what a player sees.
    asked = [program.assuming, secret.where, *secret.terms, *map(c.Read, core.vars)]
    here = any_position(meaning, asked)
    there = any_position(meaning, asked, "other ", here)
    seats = range(core.domains["player"].size)
    untold = either(_untold(meaning, secret, seat, here.cells, there.cells) for seat in seats)
    assumed = [term(holds(meaning, program.assuming, position.cells)) for position in (here, there)]
    looked_at = here.seen & _spoken_of(core, secret)

    def replay(model: Z3) -> Shown | None:
        one, other = cells_in(model, here.cells), cells_in(model, there.cells)
        concrete = Meaning(core, CONCRETE)
        if not all(holds(concrete, program.assuming, cells) for cells in (one, other)):
            return None
        for seat in seats:
            if _untold_here(concrete, secret, seat, one, other):
                lines = lay_out(core, one, looked_at), lay_out(core, other, looked_at)
                told = f"player {seat + 1} sees the same in these two positions"
                return Shown(told, ("the one:", *lines[0], "the other:", *lines[1]))
        return None

    known = [*here.known, *there.known, *assumed]
    said = refute(verdict(program, claim), known, term(untold), seconds, opinion, replay)
    return holding_over(said, core, looked_at)


def _untold(meaning: Meaning[Truth, Number], secret: Secret, seat: int, one: Cells, other: Cells) -> Truth:
    """When a seat sees the same in two positions, and it is another one."""
    concerned = SYMBOLIC.and_(*(true_for(meaning, secret, seat, cells) for cells in (one, other)))
    seen = [table(meaning, seat, cells) for cells in (one, other)]
    alike = SYMBOLIC.not_(either(differs(mine, theirs) for mine, theirs in zip(*seen, strict=True)))
    apart = otherwise_there(meaning, secret, seat, one, other)
    return SYMBOLIC.and_(concerned, SYMBOLIC.and_(alike, apart))


def _untold_here(meaning: Meaning[bool, int], secret: Secret, seat: int, one: Cells, other: Cells) -> bool:
    """The same of two positions as they lie there, by the reference."""

    def values(expr: c.Expr, cells: Cells) -> tuple[object, bool]:
        worth, faults = meaning.value(expr, cells, {secret.local: seat})
        undefined = any(fault.guard for fault in faults)
        return (None if undefined else worth), undefined

    if not all(values(secret.where, cells)[0] for cells in (one, other)):
        return False
    if table(meaning, seat, one) != table(meaning, seat, other):
        return False
    return any(values(expr, one) != values(expr, other) for expr in secret.terms)


def _spoken_of(core: c.Core, secret: Secret) -> frozenset[str]:
    """What is laid out where the claim fails: the rest looks the same anyway."""
    return visible(core, [secret.where, *secret.terms, *c.sights_of(core)])
