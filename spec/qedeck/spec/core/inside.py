"""Beside Core, terms: which terms a term is made of, and which locals it binds. Said here and nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import assert_never

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
from qedeck.spec.source import Span


def parts(expr: Expr) -> tuple[Expr, ...]:
    """The terms directly inside this one, in the order in which they are written."""
    match expr:
        case Const() | Local():
            return ()
        case Read(_, inner) | Op(_, inner) | Call(_, inner):
            return inner
        case Ite(condition, then, otherwise):
            return condition, then, otherwise
        case Fold(where=where, body=body):
            return (body,) if where is None else (where, body)
        case Find(where=condition):
            return (condition,)
        case Table(index=index):
            return (index,)
        case Need(one, other) | Try(one, other):
            return one, other
        case Elsewhere(body):
            return (body,)
        case Cases(rows, default):
            inner = tuple(part for row in rows for part in (row.guard, row.value))
            return inner if default is None else (*inner, default)
        case _:
            assert_never(expr)


def rebuilt(expr: Expr, part: Callable[[Expr], Expr]) -> Expr:
    """The same term of other parts."""
    match expr:
        case Const() | Local():
            return expr
        case Read(var, index, span):
            return Read(var, tuple(map(part, index)), span)
        case Op(op, args, span):
            return Op(op, tuple(map(part, args)), span)
        case Call(define, args, span):
            return Call(define, tuple(map(part, args)), span)
        case Ite(condition, then, otherwise):
            return Ite(part(condition), part(then), part(otherwise))
        case Fold(where=where, body=body):
            return replace(expr, where=None if where is None else part(where), body=part(body))
        case Find(where=condition):
            return replace(expr, where=part(condition))
        case Table(index=place):
            return replace(expr, index=part(place))
        case Need(condition, value):
            return replace(expr, condition=part(condition), value=part(value))
        case Try(left, right):
            return replace(expr, left=part(left), right=part(right))
        case Elsewhere(body):
            return Elsewhere(part(body))
        case Cases(rows, default):
            made = tuple(replace(row, guard=part(row.guard), value=part(row.value)) for row in rows)
            return replace(expr, rows=made, default=None if default is None else part(default))
        case _:
            assert_never(expr)


def binds(expr: Expr) -> str | None:
    """The local that all parts of a term know, and nobody outside."""
    match expr:
        case Fold(local=local) | Find(local=local):
            return local
        case Const() | Local() | Read() | Op() | Ite() | Call() | Table() | Need() | Try() | Elsewhere() | Cases():
            return None
        case _:
            assert_never(expr)


def spans(expr: Expr) -> tuple[Span, ...]:
    """Where a term itself may turn out to be undefined, apart from its parts."""
    match expr:
        case Read(span=span) | Op(span=span) | Fold(span=span) | Find(span=span) | Call(span=span) | Table(span=span):
            return (span,)
        case Need(span=span):
            return (span,)
        case Cases(rows, span=span):
            # Two rows that apply with different values are told of one of them.
            return span, *(row.span for row in rows)
        case Const() | Local() | Ite() | Try() | Elsewhere():
            return ()
        case _:
            assert_never(expr)


def subterms(*exprs: Expr) -> Iterator[Expr]:
    """These terms and every term inside them."""
    waiting = list(exprs)
    while waiting:
        expr = waiting.pop()
        yield expr
        waiting.extend(parts(expr))


def reads(*exprs: Expr) -> set[str]:
    """The variables that these terms read themselves, not those that their definitions read."""
    return {term.var for term in subterms(*exprs) if isinstance(term, Read)}


def calls(*exprs: Expr) -> set[str]:
    """The definitions that these terms ask themselves."""
    return {term.define for term in subterms(*exprs) if isinstance(term, Call)}


def free(expr: Expr) -> frozenset[str]:
    """The locals of a term that are bound outside of it."""
    if isinstance(expr, Local):
        return frozenset({expr.name})
    return frozenset[str]().union(*map(free, parts(expr))) - {binds(expr)}


def substituted(expr: Expr, swap: Mapping[str, Expr]) -> Expr:
    """The term with others in the place of its free locals."""
    if isinstance(expr, Local):
        return swap.get(expr.name, expr)
    if isinstance(expr, Fold | Find):
        swap = {name: term for name, term in swap.items() if name != expr.local}
        taken = frozenset[str]().union(*map(free, swap.values()))
        if expr.local in taken:
            # What is put in knows the name as something else: inside, it is called otherwise.
            fresh = expr.local + "'"
            while fresh in taken | free(expr):
                fresh += "'"
            swap, expr = {**swap, expr.local: Local(fresh)}, replace(expr, local=fresh)
    return rebuilt(expr, lambda part: substituted(part, swap)) if swap else expr
