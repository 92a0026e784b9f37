"""A binding put elsewhere: its local replaced by a term."""

from __future__ import annotations

from qedeck.spec import core as c
from qedeck.spec.checker.values import Bound, Value


def placed(bound: Bound, at: c.Expr) -> tuple[Value, c.Expr]:
    """The binding's value and condition with its local replaced by a term."""
    swap = {bound.local: at}
    return Value(substitute(bound.value.term, swap), bound.value.kind), substitute(bound.where, swap)


def renamed(bound: Bound, name: str) -> tuple[c.Expr, c.Expr | None]:
    """The binding's condition and weight over another local."""
    swap: dict[str, c.Expr] = {bound.local: c.Local(name)}
    weight = substitute(bound.weight, swap) if bound.weight is not None else None
    return substitute(bound.where, swap), weight


def substitute(expr: c.Expr, swap: dict[str, c.Expr]) -> c.Expr:
    """Replace locals in the plain terms that bindings are made of."""
    match expr:
        case c.Local(name):
            return swap.get(name, expr)
        case c.Read(var, index, span):
            return c.Read(var, tuple(substitute(i, swap) for i in index), span)
        case c.Op(op, args, span):
            return c.Op(op, tuple(substitute(a, swap) for a in args), span)
        case _:
            return expr
