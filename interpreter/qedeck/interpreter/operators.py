"""The meaning of Core, part 2b: the rules for operators, folds and finds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qedeck.interpreter.algebra import Algebra, B, N, Value
from qedeck.spec import core as c
from qedeck.spec.limits import LARGEST_PRODUCT

if TYPE_CHECKING:
    from qedeck.interpreter.moment import Moment


def op(m: Moment[B, N], expr: c.Op, guard: B) -> Value:
    if expr.op in ("and", "or", "implies"):
        return _connective(m, expr, guard)
    args = [m.value(arg, guard) for arg in expr.args]
    algebra = m.algebra
    match expr.op:
        case "eq":
            return m.same(args[0], args[1])
        case "ne":
            return algebra.not_(m.same(args[0], args[1]))
        case "not":
            return algebra.not_(args[0])
        case "div" | "mod":
            return _divide(m, expr, args[0], args[1], guard)
    combine = getattr(algebra, _NAMES[expr.op])
    result = args[0]
    for arg in args[1:]:
        result = combine(result, arg)
    if expr.op == "mul":
        known = algebra.known_number(result)
        if known is not None and abs(known) > LARGEST_PRODUCT:
            m.undefined(guard, "Q503", expr.span)
            return algebra.number(0)
    return result


_NAMES = {"lt": "lt", "le": "le", "add": "add", "sub": "sub", "mul": "mul", "min": "minimum", "max": "maximum"}


def _connective(m: Moment[B, N], expr: c.Op, guard: B) -> Value:
    """Later parts are asked only where the earlier ones leave it open: `i > 0 and card at i - 1 …`."""
    algebra = m.algebra
    result = m.value(expr.args[0], guard)
    for part in expr.args[1:]:
        open_ = algebra.not_(result) if expr.op == "or" else result
        known = algebra.known(open_)
        if known is False:
            return m.yes if expr.op == "implies" else result
        value = m.value(part, guard) if known else m.where(part, guard, open_)
        match expr.op:
            case "and":
                result = algebra.and_(result, value)
            case "or":
                result = algebra.or_(result, value)
            case _:
                result = implies(algebra, result, value)
    return result


def _divide(m: Moment[B, N], expr: c.Op, left: N, right: N, guard: B) -> Value:
    algebra = m.algebra
    zero = algebra.eq(right, algebra.number(0))
    m.undefined(algebra.and_(guard, zero), "Q511", expr.span)
    if algebra.known(zero) is True:
        return algebra.number(0)
    by = m.merge(zero, algebra.number(1), right)
    low, high = algebra.range_of(by)
    if low == 0:
        by = algebra.bounded(by, 1, high)
    divide = algebra.div if expr.op == "div" else algebra.mod
    return m.merge(zero, algebra.number(0), divide(left, by))


def fold(m: Moment[B, N], expr: c.Fold, guard: B) -> Value:
    """Every member is asked, whatever the others say: a fold has no order."""
    algebra = m.algebra
    outer = m.locals
    m.locals = inner = dict(outer)
    some = m.no
    result = of_none(m, expr.kind)
    for number in m.told(expr.where, expr.local, expr.low, expr.high):
        inner[expr.local] = algebra.number(number)
        counts = m.yes if expr.where is None else m.value(expr.where, guard)
        known = algebra.known(counts)
        if known is False:
            continue
        body = m.value(expr.body, guard if known else algebra.and_(guard, counts))
        result = join(m, expr.kind, result, some, counts, body)
        some = algebra.or_(some, counts)
    m.locals = outer
    if expr.kind in ("max", "min"):
        m.undefined(algebra.and_(guard, algebra.not_(some)), "Q510", expr.span)
    return result


def of_none(m: Moment[B, N], kind: str) -> Value:
    """A fold before its first member."""
    return m.yes if kind == "all" else m.no if kind == "any" else m.algebra.number(0)


def join(m: Moment[B, N], kind: str, so_far: Value, some: B, counts: B, body: Value) -> Value:
    """A fold with one more member, which counts or not; `some`: one did before."""
    algebra = m.algebra
    match kind:
        case "all":
            return algebra.and_(so_far, algebra.or_(algebra.not_(counts), body))
        case "any":
            return algebra.or_(so_far, algebra.and_(counts, body))
        case "sum":
            return algebra.add(so_far, m.merge(counts, body, algebra.number(0)))
    extreme = algebra.maximum if kind == "max" else algebra.minimum
    better = body if algebra.known(some) is False else m.merge(some, extreme(so_far, body), body)
    return m.merge(counts, better, so_far)


def find(m: Moment[B, N], expr: c.Find, guard: B) -> Value:
    algebra = m.algebra
    outer = m.locals
    m.locals = inner = dict(outer)
    some, several = m.no, m.no
    holds = [m.no] * (expr.high - expr.low)
    for number in m.told(expr.where, expr.local, expr.low, expr.high):
        inner[expr.local] = algebra.number(number)
        fits = m.value(expr.where, guard)
        several = algebra.or_(several, algebra.and_(some, fits))
        some = algebra.or_(some, fits)
        holds[number - expr.low] = fits
    m.locals = outer
    found = algebra.and_(some, algebra.not_(several)) if expr.which == "only" else some
    m.undefined(algebra.and_(guard, algebra.not_(found)), "Q509", expr.span)
    return position(m, holds, expr.low, last=expr.which == "last")


def position(m: Moment[B, N], holds: list[B], low: int, last: bool) -> N:
    """The first (or last) place, counted from low, that holds; 0 if none does."""
    algebra = m.algebra
    places = list(enumerate(holds, low))
    result = algebra.number(0)
    for place, fits in places if last else reversed(places):
        result = m.merge(fits, algebra.number(place), result)
    return result


def implies(algebra: Algebra[B, N], left: B, right: B) -> B:
    return algebra.or_(algebra.not_(left), right)
