"""Terms in the small: what an operator makes of known values, what is surely undefined, how long a term is."""

from __future__ import annotations

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
        case _:
            return False


def put_in(expr: c.Expr, var: str, value: c.Const) -> c.Expr:
    """The term with a value for a variable. In the other position it is another one: that is left as it is."""
    match expr:
        case c.Read(name, ()) if name == var:
            return value
        case c.Elsewhere():
            return expr
        case _:
            return c.rebuilt(expr, lambda part: put_in(part, var, value))


def length(expr: c.Expr) -> int:
    return sum(1 for _ in c.subterms(expr))
