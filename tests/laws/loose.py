"""Names that mean nothing where they stand: no play may ever come there, but a prover asks everywhere."""

from __future__ import annotations

from collections.abc import Iterable

from qedeck.spec import core as c


def loose(expr: c.Expr, bound: frozenset[str] = frozenset()) -> frozenset[str]:
    """The locals of a term that nothing around them binds."""
    if isinstance(expr, c.Local):
        return frozenset({expr.name}) - bound
    if isinstance(expr, c.Fold | c.Find):
        bound |= {expr.local}
    return frozenset[str]().union(*(loose(part, bound) for part in c.parts(expr)))


def calls(expr: c.Expr) -> frozenset[str]:
    """The definitions that a term asks."""
    own = frozenset({expr.define}) if isinstance(expr, c.Call) else frozenset[str]()
    return own.union(*map(calls, c.parts(expr)))


def nameless(core: c.Core, asked: Iterable[c.Expr]) -> frozenset[str]:
    """The names in questions and definitions that stand for nothing."""
    bodies = [(define.body, frozenset(name for name, _ in define.params)) for define in core.defines.values()]
    closed = [*bodies, *((expr, frozenset[str]()) for expr in asked)]
    return frozenset[str]().union(*(loose(expr, bound) | calls(expr) - core.defines.keys() for expr, bound in closed))
