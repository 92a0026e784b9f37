"""Beside Core, who sees what: a zone's faces, a value that is remembered. Said by a term, here and nowhere else.

A sight is a yes or no about whoever looks (VIEWER) and whose it is (WHOSE: the player a zone belongs to, the first
thing a value is kept for), where E does in any position. It is never undefined but for definitions that go in circles.
"""

from __future__ import annotations

from typing import assert_never

from qedeck.spec.core.inside import rebuilt, substituted
from qedeck.spec.core.terms import (
    Call,
    Cases,
    Const,
    Elsewhere,
    Expr,
    Find,
    Fold,
    Ite,
    Local,
    Need,
    Op,
    Read,
    Table,
    Try,
)

VIEWER, WHOSE = "viewer", "#0"
"""The locals that say who looks, which the audience of a Tell knows as well, and whose it is."""
EVERYBODY, NOBODY = Const(True), Const(False)
OWNER = Op("eq", (Local(VIEWER), Local(WHOSE)))
OTHERS = Op("ne", (Local(VIEWER), Local(WHOSE)))
PLAIN = {EVERYBODY: "all", OWNER: "owner", OTHERS: "others", NOBODY: "none"}
"""The sights that depend on nothing but who looks and whose it is, by their names."""


def seen_by_any(*sights: Expr) -> Expr:
    """Seen by whoever one of these names."""
    kept = [sight for sight in dict.fromkeys(sights) if sight != NOBODY]
    if EVERYBODY in kept or {OWNER, OTHERS} <= {*kept}:
        return EVERYBODY
    if not kept:
        return NOBODY
    return kept[0] if len(kept) == 1 else Op("or", tuple(kept))


def for_seat(sight: Expr, viewer: int, whose: int | None) -> Expr:
    """Whether one seat sees it: a constant where that can be told without a position."""
    known: dict[str, Expr] = {VIEWER: Const(viewer)}
    if whose is not None:
        known[WHOSE] = Const(whose)
    return _plainer(substituted(sight, known))


def _plainer(expr: Expr) -> Expr:
    """Without what can be told already; what comes first is asked first, so nothing becomes defined by this."""
    match expr:
        case Op("and" | "or" as op, args):
            kept = list[Expr]()
            for arg in map(_plainer, args):
                if isinstance(arg, Const) and bool(arg.value) is (op == "or"):
                    return arg if not kept else Op(op, (*kept, arg))
                if not isinstance(arg, Const):
                    kept.append(arg)
            return kept[0] if len(kept) == 1 else Op(op, tuple(kept)) if kept else Const(op == "and")
        case Op("not", (arg,)):
            inner = _plainer(arg)
            return Const(not inner.value) if isinstance(inner, Const) else Op("not", (inner,))
        case Op("eq" | "ne" as op, (Const(left), Const(right))):
            return Const((left == right) is (op == "eq"))
        case Try(left, right):
            inner = _plainer(left)
            return inner if isinstance(inner, Const) else Try(inner, right)
        case Ite(condition, then, otherwise):
            asked = _plainer(condition)
            if isinstance(asked, Const):
                return _plainer(then if asked.value else otherwise)
            return Ite(asked, _plainer(then), _plainer(otherwise))
        case Const() | Local() | Read() | Op() | Fold() | Find() | Call() | Table() | Need() | Elsewhere() | Cases():
            return rebuilt(expr, _plainer)
        case _:
            assert_never(expr)
