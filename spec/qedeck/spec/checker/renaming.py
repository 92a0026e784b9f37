"""A binding put elsewhere: its local replaced by a term."""

from __future__ import annotations

from dataclasses import replace

from qedeck.spec import core as c
from qedeck.spec.checker.values import Bound, Value


def placed(bound: Bound, at: c.Expr) -> tuple[Value, c.Expr]:
    """The binding's value and condition with its local replaced by a term."""
    swap = {bound.local: at}
    return Value(c.substituted(bound.value.term, swap), bound.value.kind), c.substituted(bound.where, swap)


def weighed(bound: Bound, at: c.Expr) -> Bound:
    """The binding with its weight asked of a term."""
    if bound.weight is None:
        return bound
    return replace(bound, weight=c.substituted(bound.weight, {bound.local: at}))


def renamed(bound: Bound, name: str) -> tuple[c.Expr, c.Expr | None]:
    """The binding's condition and weight over another local."""
    swap: dict[str, c.Expr] = {bound.local: c.Local(name)}
    weight = c.substituted(bound.weight, swap) if bound.weight is not None else None
    return c.substituted(bound.where, swap), weight
