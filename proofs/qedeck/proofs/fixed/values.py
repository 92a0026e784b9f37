"""Terms in the small: what an operator makes of known values, what is surely undefined, how long a term is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

from qedeck.spec import core as c

NO = c.Const(False)


def worth(expr: c.Op, values: list[bool | int]) -> c.Expr:
    """An operator on values that are known."""
    first, rest = values[0], values[1:]
    match expr.op:
        case "not":
            return c.Const(not first)
        case "implies" if len(values) == 2:
            return c.Const(not first or bool(values[1]))
        case "eq" | "ne":
            return c.Const((first == rest[0]) is (expr.op == "eq"))
        case "lt" | "le":
            return c.Const(first < rest[0] or (expr.op == "le" and first == rest[0]))
        case "div" | "mod":
            if rest[0] == 0:
                return expr
            return c.Const(first // rest[0] if expr.op == "div" else first % rest[0])
        case "add":
            return c.Const(sum(values))
        case "min" | "max":
            return c.Const(min(values) if expr.op == "min" else max(values))
        case "sub" | "mul":
            for one in rest:
                first = first - one if expr.op == "sub" else first * one
            return c.Const(first)
    return expr


def lost(expr: c.Expr) -> bool:
    """Whether a term is surely undefined: something that is not printed on the card."""
    match expr:
        case c.Table(_, values, c.Const(at)):
            return 0 <= at < len(values) and values[int(at)] is None
        case c.Need(condition):
            return condition == NO
    return False


def put_in(expr: c.Expr, var: str, value: c.Const) -> c.Expr:
    """The term with a value for a variable. In the other position it is another one: that is left as it is."""
    match expr:
        case c.Read(name, ()) if name == var:
            return value
        case c.Elsewhere():
            return expr
    return rebuilt(expr, lambda part: put_in(part, var, value))


def parts(expr: c.Expr) -> Iterator[c.Expr]:
    waiting: list[object] = [expr]
    while waiting:
        found = waiting.pop()
        if isinstance(found, c.Expr):
            yield found
        if isinstance(found, c.Expr | c.CaseRow):
            waiting.extend(getattr(found, field.name) for field in fields(found) if field.name != "span")
        elif isinstance(found, tuple):
            waiting.extend(found)


def length(expr: c.Expr) -> int:
    return sum(1 for _ in parts(expr))


def rebuilt(expr: c.Expr, part: Callable[[c.Expr], c.Expr]) -> c.Expr:
    """The same expression of other parts."""

    def made(found: object) -> object:
        if isinstance(found, c.CaseRow):
            return replace(found, guard=part(found.guard), value=part(found.value))
        if isinstance(found, tuple):
            return tuple(map(made, found))
        return part(found) if isinstance(found, c.Expr) else found

    parts: dict[str, Any] = {field.name: made(getattr(expr, field.name)) for field in fields(expr)}
    return replace(expr, **parts)


def called(expr: c.Expr, names: Mapping[str, object]) -> c.Expr:
    """The same term, with what is known of its names put in."""
    if isinstance(expr, c.Local):
        found = names.get(expr.name)
        return found if isinstance(found, c.Const) else expr
    return rebuilt(expr, lambda part: called(part, names))
