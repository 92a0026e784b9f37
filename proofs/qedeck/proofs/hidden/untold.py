"""Symbolic questions about something that a seat does or does not see, in one position and in another."""

from __future__ import annotations

from qedeck.interpreter.algebra import Value
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells
from qedeck.proofs.formulas.lemma import either
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Number, Truth
from qedeck.proofs.hidden.looks import differs
from qedeck.spec import core as c
from qedeck.spec.properties import Secret


def true_for(meaning: Meaning[Truth, Number], secret: Secret, seat: int, cells: Cells) -> Truth:
    """When the claim speaks of this seat in this position."""
    worth, fine = _worth(meaning, secret, secret.where, seat, cells)
    return SYMBOLIC.and_(fine, worth)


def otherwise_there(meaning: Meaning[Truth, Number], secret: Secret, seat: int, one: Cells, other: Cells) -> Truth:
    """When it is something else in the other position; that it is undefined there only counts, too."""
    apart = []
    for expr in secret.terms:
        (mine, fine), (theirs, fine_too) = (_worth(meaning, secret, expr, seat, cells) for cells in (one, other))
        apart.append(SYMBOLIC.and_(fine, SYMBOLIC.and_(fine_too, differs(mine, theirs))))
        apart.append(differs(fine, fine_too))
    return either(apart)


def _worth(
    meaning: Meaning[Truth, Number], secret: Secret, expr: c.Expr, seat: int, cells: Cells
) -> tuple[Value, Truth]:
    """What something is for a seat, and when it is anything at all."""
    worth, faults = meaning.value(expr, cells, {secret.local: seat})
    return worth, SYMBOLIC.not_(either(fault.guard for fault in faults))
