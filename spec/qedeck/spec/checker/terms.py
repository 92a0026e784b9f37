"""Terms of Core built with their constants folded: what is known at checking time stays known."""

from __future__ import annotations

from typing import assert_never

from qedeck.spec import core as c
from qedeck.spec.limits import LARGEST_PRODUCT
from qedeck.spec.source import NOWHERE, Span

TRUE = c.Const(True)
FALSE = c.Const(False)


def constant(expr: c.Expr) -> int | bool | None:
    return expr.value if isinstance(expr, c.Const) else None


def both(*parts: c.Expr | None) -> c.Expr:
    """The conjunction; None and `yes` drop out."""
    kept: list[c.Expr] = []
    for part in parts:
        if part is None or part == TRUE:
            continue
        if part == FALSE:
            return FALSE
        kept.append(part)
    if not kept:
        return TRUE
    return kept[0] if len(kept) == 1 else c.Op("and", tuple(kept))


def either(*parts: c.Expr) -> c.Expr:
    kept = [p for p in parts if p != FALSE]
    if any(p == TRUE for p in kept):
        return TRUE
    if not kept:
        return FALSE
    return kept[0] if len(kept) == 1 else c.Op("or", tuple(kept))


def negated(expr: c.Expr) -> c.Expr:
    if isinstance(expr, c.Const):
        return c.Const(not expr.value)
    if isinstance(expr, c.Op) and expr.op == "not":
        return expr.args[0]
    return c.Op("not", (expr,))


def same(left: c.Expr, right: c.Expr) -> c.Expr:
    if isinstance(left, c.Const) and isinstance(right, c.Const):
        return c.Const(left.value == right.value)
    return c.Op("eq", (left, right))


def arithmetic(op: str, left: c.Expr, right: c.Expr, span: Span = NOWHERE) -> c.Expr:
    """add sub mul div mod lt le min max of two terms."""
    if isinstance(left, c.Const) and isinstance(right, c.Const):
        a, b = int(left.value), int(right.value)
        match op:
            case "add":
                return c.Const(a + b)
            case "sub":
                return c.Const(a - b)
            case "mul" if abs(a * b) <= LARGEST_PRODUCT:
                return c.Const(a * b)
            case "div" if b != 0:
                return c.Const(a // b)
            case "mod" if b != 0:
                return c.Const(a % b)
            case "lt":
                return c.Const(a < b)
            case "le":
                return c.Const(a <= b)
            case "min":
                return c.Const(min(a, b))
            case "max":
                return c.Const(max(a, b))
    if op in ("add", "sub") and right == c.Const(0):
        return left
    return c.Op(op, (left, right), span)


def seats_after(start: c.Expr, distance: c.Expr, seats: int) -> c.Expr:
    return arithmetic("mod", arithmetic("add", start, distance), c.Const(seats))


def greatest(expr: c.Expr, variables: dict[str, c.Var]) -> int | None:
    """An upper bound that holds whatever the state, where one is plain to see."""
    match expr:
        case c.Const(value):
            return int(value)
        case c.Read(var):
            kind = variables[var].type
            return kind.high if isinstance(kind, c.Whole) else None
        case c.Op("add", (left, right)):
            a, b = greatest(left, variables), greatest(right, variables)
            return a + b if a is not None and b is not None else None
        case c.Op("sub", (left, c.Const(value))):
            a = greatest(left, variables)
            return a - int(value) if a is not None else None
        case c.Op("mul", (left, c.Const(value))) if int(value) >= 0:
            a = greatest(left, variables)
            return a * int(value) if a is not None else None
        case c.Op("div", (left, c.Const(value))) if int(value) > 0:
            a = greatest(left, variables)
            return a // int(value) if a is not None else None
        case c.Table(_, values):
            numbers = [int(v) for v in values if v is not None]
            return max(numbers) if numbers else None
        case c.Ite(_, then, otherwise):
            a, b = greatest(then, variables), greatest(otherwise, variables)
            return max(a, b) if a is not None and b is not None else None
        case _:
            return None


def resting(kind: c.Type) -> c.Const:
    """The first value of its kind: no, none, 0 or the nearest to it."""
    match kind:
        case c.YesNo():
            return c.Const(False)
        case c.Whole(low, high):
            return c.Const(min(max(0, low), high))
        case c.Member(_, optional):
            return c.Const(c.NONE if optional else 0)
        case _:
            assert_never(kind)
