"""A condition taken apart as it is written: so it can be told which part fails, of whom, and what is so instead.

In: the tree of a condition and what checks expressions; out: its parts, each with a term of Core and its place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.checker.expressions import Expressions
from qedeck.spec.checker.kinds import Number
from qedeck.spec.checker.terms import both
from qedeck.spec.checker.values import UNBOUNDED, Env, Value
from qedeck.spec.source import Span


class Shape(Enum):
    """How a condition is made of its parts."""

    BOTH = auto()
    EITHER = auto()
    NOT = auto()
    EVERY = auto()
    SOME = auto()
    PLAIN = auto()


@dataclass(frozen=True, slots=True)
class Side:
    """A value that a condition compares: where it is written, and what kind of thing it is."""

    term: c.Expr
    type: c.Type
    span: Span


@dataclass(frozen=True, slots=True)
class Lying:
    """A zone that a condition asks about: where it is written."""

    zone: c.ZoneRef
    span: Span


@dataclass(frozen=True, slots=True)
class Range:
    """What an `every` or `some` runs through: local = low..high-1 where; `value` is what the name stands for."""

    name: str
    local: str
    low: int
    high: int
    where: c.Expr
    value: Side


@dataclass(frozen=True, slots=True)
class Part:
    """A condition, or a part of one."""

    shape: Shape
    term: c.Expr
    span: Span
    parts: tuple[Part, ...] = ()
    range: Range | None = None
    sides: tuple[Side, ...] = ()
    lying: tuple[Lying, ...] = ()


def anatomy(exprs: Expressions, expr: t.Expr, env: Env) -> Part:
    """The parts of a condition that is known to be sound."""

    def made(shape: Shape, *inside: t.Expr) -> Part:
        return Part(shape, exprs.condition(expr, env), expr.span, tuple(anatomy(exprs, one, env) for one in inside))

    match expr:
        case t.And(left, right):
            return made(Shape.BOTH, left, right)
        case t.Or(left, right):
            return made(Shape.EITHER, left, right)
        case t.Not(body):
            return made(Shape.NOT, body)
        case t.Every(bind, where, body):
            return _ranging(exprs, Shape.EVERY, expr, bind, (where, body, env))
        case t.Some(bind, body, negated):
            some = _ranging(exprs, Shape.SOME, expr, bind, (None, body, env))
            if not negated:
                return some
            return Part(Shape.NOT, exprs.condition(expr, env), expr.span, (some,))
        case t.Is(left, right) | t.Compare(_, left, right):
            return Part(Shape.PLAIN, exprs.condition(expr, env), expr.span, sides=_compared(exprs, left, right, env))
        case t.Empty(zone) | t.In(_, zone):
            ref = exprs.zone(zone, env)
            assert ref is not None, "only sound conditions are taken apart"
            return Part(Shape.PLAIN, exprs.condition(expr, env), expr.span, lying=(Lying(ref, zone.span),))
        case _:
            return made(Shape.PLAIN)


def conjuncts(part: Part) -> Iterator[Part]:
    """The conditions that must all hold, in their order."""
    if part.shape is Shape.BOTH:
        for one in part.parts:
            yield from conjuncts(one)
    else:
        yield part


def _ranging(
    exprs: Expressions, shape: Shape, expr: t.Expr, bind: t.Bind, inside: tuple[t.Expr | None, t.Expr, Env]
) -> Part:
    where, body, env = inside
    bound = exprs.open(bind, env)
    assert bound is not None, "only sound conditions are taken apart"
    inner = anatomy(exprs, body, bound.env)
    runs = Range(
        bind.name.text,
        bound.local,
        bound.low,
        bound.high,
        both(bound.where, exprs.condition(where, bound.env)),
        Side(bound.value.term, _type(bound.value) or UNBOUNDED, bind.span),
    )
    kind = "all" if shape is Shape.EVERY else "any"
    term = c.Fold(kind, bound.local, bound.low, bound.high, runs.where, inner.term, expr.span)
    return Part(shape, term, expr.span, (inner,), runs)


def _compared(exprs: Expressions, left: t.Expr, right: t.Expr, env: Env) -> tuple[Side, ...]:
    if exprs.loose(left, env) and not exprs.loose(right, env):
        left, right = right, left
    first = exprs.check(left, env, None)
    if isinstance(first.kind, c.Member) and first.kind.domain.name in exprs.scope.sets:
        # The other side may be a whole family of cards, which is no value.
        return _sides(first, left.span)
    return (*_sides(first, left.span), *_sides(exprs.check(right, env, first.kind), right.span))


def _sides(value: Value, span: Span) -> tuple[Side, ...]:
    """What there is to say of one side of a comparison: nothing where it says so itself."""
    kinds = [(part.term, _type(part)) for part in value.parts or (value,)]
    return tuple(Side(term, kind, span) for term, kind in kinds if kind is not None and not isinstance(term, c.Const))


def _type(value: Value) -> c.Type | None:
    if isinstance(value.kind, c.YesNo | c.Member):
        return value.kind
    return UNBOUNDED if isinstance(value.kind, Number) else None
