"""What conditions come to, whatever the language: a condition before its consequence, a change, several of a kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

from qedeck.site.book.fill.coding import nodes
from qedeck.spec import tree as t

CONDITIONS = (t.Compare, t.Is, t.In, t.Empty, t.Knows, t.Not, t.And, t.Or, t.Some, t.Every)


THERE = {
    "before": ("before", "選ぶ前"),
    "begun": ("when it began", "始まったとき"),
    "other": ("in the other", "もう一方"),
}
"""Where `was` and `other` look, in English and Japanese: before a choice, where a phase began, in another position."""


def asks(expr: t.Expr, yes_no: set[str]) -> bool:
    """Whether it is a word of the game that is so or not."""
    return isinstance(expr, t.Name | t.Of | t.Call) and expr.word in yes_no


def arguments(expr: t.Name | t.Of | t.Call) -> list[t.Expr]:
    """Of whom or what it is asked."""
    match expr:
        case t.Call(args=args):
            return list(args)
        case t.Of(arg=arg):
            return [arg]
        case t.Name():
            return []


def plain_value(value: t.Expr) -> bool:
    """One that a sentence about something can end with: a number, a word, a pair of them."""
    match value:
        case t.TupleOf(items=items):
            return all(map(plain_value, items))
        case _:
            return isinstance(value, t.Integer | t.Name | t.Numbered)


def conditions(parts: list[t.Expr]) -> tuple[list[t.Expr], list[t.Expr]]:
    """`not A or B` is told as `if A, B`: the parts that deny something, then the others."""
    given = [part for part in parts if _denies(part)]
    return given, [part for part in parts if not _denies(part)]


def _denies(part: t.Expr) -> bool:
    match part:
        case t.Not():
            return True
        case t.Is(left, right, negated):
            if left == t.Name("result") and right == t.Nothing():
                return True  # while the game goes on, a claim about its end says nothing
            # That nothing changes, or that the game goes on no more, is the usual reason why a claim says nothing.
            return negated or right == t.YesNo(False) or change(left, right) == 0
        case t.Empty(negated=negated) | t.In(negated=negated) | t.Some(negated=negated):
            return negated
        case t.Compare(op, left, right):
            return op == ">" and change(left, right) is not None
        case t.Elsewhere():
            return True
        case _:
            return False


def opposite(part: t.Expr) -> t.Expr:
    """What is so where this is not."""
    match part:
        case t.Not(body):
            return body
        case t.Is(left, t.YesNo(value), negated):
            return t.Is(left, t.YesNo(value == negated), False)
        case t.Is() | t.Empty() | t.In() | t.Some():
            return replace(part, negated=not part.negated)
        case t.Elsewhere(body):
            return t.Elsewhere(opposite(body))
        case _:
            return t.Not(part)


def nested(expr: t.Some) -> tuple[list[t.Bind], list[t.Expr]]:
    """`some i where some j where …` as one: what is bound, and all that must be so."""
    parts: list[t.Expr] = operands(expr.body) if isinstance(expr.body, t.And) else [expr.body]
    *others, last = parts
    if not isinstance(last, t.Some) or last.negated:
        return [expr.bind], parts
    binds, more = nested(last)
    return [expr.bind, *binds], [*others, *more]


def operands(expr: t.And | t.Or) -> list[t.Expr]:
    """`a and b and c` as a list."""
    found: list[t.Expr] = []
    for side in (expr.left, expr.right):
        if isinstance(side, t.And | t.Or) and type(side) is type(expr):
            found += operands(side)
        else:
            found.append(side)
    return found


def looking_back(expr: t.Expr, fixed: Callable[[str], bool]) -> t.Expr:
    """`was x is 3` is told as `before, x is 3`, wherever the other side is the same at any time.

    `fixed` says of a word whether it is: a member of a list, not a value that changes.
    """
    match expr:
        case t.Is(t.Elsewhere(body), right, negated) if _same_at_any_time(right, fixed):
            return t.Elsewhere(t.Is(looking_back(body, fixed), right, negated))
        case t.Compare(op, t.Elsewhere(body), right) if _same_at_any_time(right, fixed):
            return t.Elsewhere(t.Compare(op, looking_back(body, fixed), right))
        case t.Empty(t.Elsewhere(body), negated):
            return t.Elsewhere(t.Empty(body, negated))
        case _:
            parts = {field.name: getattr(expr, field.name) for field in fields(expr)}
            inner: dict[str, Any] = {
                name: looking_back(part, fixed) for name, part in parts.items() if isinstance(part, t.Expr)}
            return replace(expr, **inner) if inner else expr


def _same_at_any_time(value: t.Expr, fixed: Callable[[str], bool]) -> bool:
    match value:
        case t.Name(word):
            return fixed(word)
        case _:
            return isinstance(value, t.Integer | t.YesNo | t.Nothing | t.Numbered)


def change(left: t.Expr, right: t.Expr) -> int | None:
    """`x is was x` is 0, `x is 1 + was x` is 1; None if the two sides are no such pair."""
    match right:
        case t.Elsewhere(body) if body == left:
            return 0
        case t.Arithmetic("+", t.Integer(value), t.Elsewhere(body)) if body == left:
            return value
        case t.Arithmetic("+", t.Elsewhere(body), t.Integer(value)) if body == left:
            return value
        case _:
            return None


def crowded(part: object) -> frozenset[str]:
    """Kinds of things of which one is bound while another is."""
    found: set[str] = set()
    params = getattr(part, "params", ()) if isinstance(part, t.Define) else ()
    kinds = [param.type.text for param in params]
    found |= {kind for kind in kinds if kinds.count(kind) > 1 or kind in _bound(part)}
    for node in nodes(part):
        bind = getattr(node, "bind", None)
        if isinstance(bind, t.Bind):
            found |= {_kind(bind)} & _bound(node, but=bind)
    return frozenset(found) - {"number"}


def _bound(part: object, but: t.Bind | None = None) -> set[str]:
    """The kinds of what is bound in it."""
    binds = (getattr(node, "bind", None) for node in nodes(part))
    return {_kind(bind) for bind in binds if isinstance(bind, t.Bind) and bind is not but}


def _kind(bind: t.Bind) -> str:
    """`cards` and `card` are the same."""
    return bind.type.text.removesuffix("s")
