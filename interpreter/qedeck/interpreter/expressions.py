"""The meaning of Core, part 2: one rule for each expression, in the order of spec/core.py.

In: a moment, an expression, the path condition; out: what the expression is worth there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from qedeck.interpreter.algebra import B, N, Value
from qedeck.interpreter.operators import find, fold, op
from qedeck.spec import core as c

if TYPE_CHECKING:  # a moment knows the rules; the rules only use it
    from qedeck.interpreter.moment import Moment


def _const(m: Moment[B, N], expr: c.Const, guard: B) -> Value:
    value = expr.value
    return m.algebra.boolean(value) if isinstance(value, bool) else m.algebra.number(value)


def _local(m: Moment[B, N], expr: c.Local, guard: B) -> Value:
    return m.locals[expr.name]


def _read(m: Moment[B, N], expr: c.Read, guard: B) -> Value:
    if not expr.index:
        return m.cells.rows[expr.var][0]
    algebra = m.algebra
    index = [m.value(part, guard) for part in expr.index]
    flat = m.flat(expr.var, index)
    if flat is not None:
        return m.cells.rows[expr.var][flat]
    m.undefined(algebra.and_(guard, algebra.not_(m.within(expr.var, index))), "Q506", expr.span)
    return m.look(expr.var, index)


def _ite(m: Moment[B, N], expr: c.Ite, guard: B) -> Value:
    condition = m.value(expr.condition, guard)
    known = m.algebra.known(condition)
    if known is not None:
        return m.value(expr.then if known else expr.otherwise, guard)
    then = m.value(expr.then, m.algebra.and_(guard, condition))
    otherwise = m.value(expr.otherwise, m.algebra.and_(guard, m.algebra.not_(condition)))
    return m.merge(condition, then, otherwise)


def _call(m: Moment[B, N], expr: c.Call, guard: B) -> Value:
    args = [m.value(arg, guard) for arg in expr.args]
    return m.call(m.layout.core.defines[expr.define], args, (), guard, expr.span)


def _table(m: Moment[B, N], expr: c.Table, guard: B) -> Value:
    index = m.value(expr.index, guard)
    algebra = m.algebra
    last = len(expr.values) - 1
    known = algebra.known_number(index)
    printed = expr.values[known] if known is not None and 0 <= known <= last else None
    if printed is not None:
        return _const(m, c.Const(printed), guard)
    m.undefined(algebra.and_(guard, algebra.not_(m.inside(index, 0, last))), "Q506", expr.span)
    missing = m.by_cases(index, 0, [m.yes if value is None else m.no for value in expr.values], m.no)
    m.undefined(algebra.and_(guard, missing), "Q507", expr.span)
    nothing = m.nothing(any(isinstance(value, bool) for value in expr.values))
    entries = [nothing if value is None else _const(m, c.Const(value), guard) for value in expr.values]
    return m.by_cases(index, 0, entries, nothing)


def _need(m: Moment[B, N], expr: c.Need, guard: B) -> Value:
    algebra = m.algebra
    condition = m.value(expr.condition, guard)
    m.undefined(algebra.and_(guard, algebra.not_(condition)), expr.code, expr.span)
    known = algebra.known(condition)
    if known is False:
        return m.nothing_for(expr.value)
    value = m.value(expr.value, guard if known else algebra.and_(guard, condition))
    return m.merge(condition, value, m.nothing(algebra.is_boolean(value)))


def _try(m: Moment[B, N], expr: c.Try, guard: B) -> Value:
    algebra = m.algebra
    outer, m.faults = m.faults, []
    left = m.value(expr.left, guard)
    found, m.faults = m.faults, outer
    undefined = m.no
    for fault in found:
        if fault.code == "Q512":
            # A definition that goes round in a circle is a mistake in the text, not a missing
            # value: `otherwise` must not hide it.
            m.faults.append(fault)
        else:
            undefined = algebra.or_(undefined, fault.guard)
    known = algebra.known(undefined)
    if known is False:
        return left
    right = m.value(expr.right, guard if known else algebra.and_(guard, undefined))
    return m.merge(undefined, right, left)


def _elsewhere(m: Moment[B, N], expr: c.Elsewhere, guard: B) -> Value:
    if m.other is None:
        return m.value(expr.body, guard)
    m.cells, m.other = m.other, m.cells
    value = m.value(expr.body, guard)
    m.cells, m.other = m.other, m.cells
    return value


def _cases(m: Moment[B, N], expr: c.Cases, guard: B) -> Value:
    """Rows have no order: every guard is asked, and two that apply must agree."""
    algebra = m.algebra
    taken = m.no
    result: Value = None
    for row in expr.rows:
        applies = m.value(row.guard, guard)
        known = algebra.known(applies)
        if known is False:
            continue
        value = m.value(row.value, guard) if known else m.where(row.value, guard, applies)
        if result is None:
            result = m.merge(applies, value, m.nothing(algebra.is_boolean(value)))
        else:
            both = algebra.and_(taken, applies)
            if algebra.known(both) is not False:
                differ = algebra.and_(both, algebra.not_(m.same(result, value)))
                m.undefined(algebra.and_(guard, differ), "Q501", row.span)
            result = m.merge(algebra.and_(applies, algebra.not_(taken)), value, result)
        taken = algebra.or_(taken, applies)
    if algebra.known(taken) is True:
        return result
    gap = algebra.and_(guard, algebra.not_(taken))
    if expr.default is None:
        m.undefined(gap, "Q502", expr.span)
        return m.nothing_for(expr) if result is None else result
    default = m.where(expr.default, guard, algebra.not_(taken))
    return default if result is None else m.merge(taken, result, default)


Rule: TypeAlias = "Callable[[Moment[Any, Any], Any, Any], Any]"

RULES: dict[type, Rule] = {
    c.Const: _const,
    c.Local: _local,
    c.Read: _read,
    c.Op: op,
    c.Ite: _ite,
    c.Fold: fold,
    c.Find: find,
    c.Call: _call,
    c.Table: _table,
    c.Need: _need,
    c.Try: _try,
    c.Elsewhere: _elsewhere,
    c.Cases: _cases,
}
