"""Folds and finds as loops: one body, written once, with accumulators; short ones are written out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qedeck.engine import ir
from qedeck.engine.values import NO, YES, Code, constant
from qedeck.interpreter.operators import join, of_none
from qedeck.spec import core as c

if TYPE_CHECKING:
    from qedeck.engine.hands import Staged

SMALL = 120
"""A loop whose bodies weigh so much in all is written out."""


def fold(m: Staged, expr: c.Fold, guard: Code) -> Code:
    members = expr.high - expr.low
    weight = m.program.weight(expr.body) + (m.program.weight(expr.where) if expr.where is not None else 0)
    if members * weight <= SMALL:
        return _written_out(m, expr, guard)
    stage, outer = m.stage, m.locals
    m.program.refresh(expr)
    first = of_none(m, expr.kind)
    extreme = expr.kind in ("max", "min")
    result, some = stage.fresh("a"), stage.fresh("a")
    stage.emit(ir.Set(result, first.atom))
    if extreme:
        stage.emit(ir.Set(some, 0))
    low, high = 0, 0

    def ask(number: Code) -> None:
        nonlocal low, high
        m.locals = {**outer, expr.local: number}
        counts = YES if expr.where is None else m.value(expr.where, guard)
        m.only(counts, lambda: count())

    def count() -> None:
        nonlocal low, high
        body = m.value(expr.body, guard)
        low, high = _reach(m, expr.kind, body, members)
        so_far = stage.named(stage.fresh(), low, high, first.truth)
        stage.emit(ir.Set(str(so_far.atom), result))
        before = NO
        if extreme:
            before = stage.named(stage.fresh(), 0, 1, True)
            stage.emit(ir.Set(str(before.atom), some))
        joined = join(m, expr.kind, so_far, before, YES, body)
        stage.emit(ir.Set(result, joined.atom))
        if extreme:
            stage.emit(ir.Set(some, 1))

    with stage.inside(None) as body:
        name = stage.fresh("i")
        ask(stage.named(name, expr.low, expr.high - 1))
        if first.truth and not any(ir.escapes(body)):
            # Nobody can be undefined any more, so whoever decides it decides it.
            stop = result if expr.kind == "any" else stage.fresh()
            if expr.kind == "all":
                stage.emit(ir.Let(stop, "not", (result,)))
            stage.emit(ir.If(stop, [ir.Break()], []))
    stage.emit(ir.Loop(name, expr.low, expr.high, body))
    m.locals = outer
    if extreme:
        m.undefined(m.algebra.not_(stage.named(some, 0, 1, True)), "Q510", expr.span)
    return stage.named(result, 0, 1, True) if first.truth else stage.named(result, low, high)


def _reach(m: Staged, kind: str, body: Code, members: int) -> tuple[int, int]:
    """The bounds of a fold whose members have these."""
    low, high = m.algebra.range_of(body)
    if kind == "sum":
        return min(0, low * members), max(0, high * members)
    return (0, 1) if body.truth else (min(0, low), max(0, high))


def _written_out(m: Staged, expr: c.Fold, guard: Code) -> Code:
    stage, outer = m.stage, m.locals
    some, result = NO, of_none(m, expr.kind)
    for number in range(expr.low, expr.high):
        m.locals = {**outer, expr.local: constant(number)}
        counts = YES if expr.where is None else m.value(expr.where, guard)
        if stage.known(counts) is False:
            continue
        body = m.value(expr.body, guard) if stage.known(counts) else m.where(expr.body, guard, counts)
        result = join(m, expr.kind, result, some, counts, body)
        some = m.algebra.or_(some, counts)
    m.locals = outer
    if expr.kind in ("max", "min"):
        m.undefined(m.algebra.not_(some), "Q510", expr.span)
    return result


def find(m: Staged, expr: c.Find, guard: Code) -> Code:
    """The first, last or only member: found, and perhaps found again."""
    stage, outer = m.stage, m.locals
    if (expr.high - expr.low) * m.program.weight(expr.where) <= SMALL:
        from qedeck.interpreter.operators import find as written_out

        return written_out(m, expr, guard)  # type: ignore[no-any-return]
    m.program.refresh(expr)
    result, several = stage.fresh("a"), stage.fresh("a")
    stage.emit(ir.Set(result, expr.low - 1))
    if expr.which == "only":
        stage.emit(ir.Set(several, 0))

    def found(number: Code) -> None:
        if expr.which == "last":
            stage.emit(ir.Set(result, number.atom))
            return
        name = stage.fresh()
        stage.emit(ir.Set(name, result))
        again = m.algebra.le(constant(expr.low), stage.named(name, expr.low - 1, expr.high - 1))
        if expr.which == "only":
            m.only(again, lambda: stage.emit(ir.Set(several, 1)))
        m.only(m.algebra.not_(again), lambda: stage.emit(ir.Set(result, number.atom)))

    with stage.inside(None) as body:
        name = stage.fresh("i")
        number = stage.named(name, expr.low, expr.high - 1)
        m.locals = {**outer, expr.local: number}
        fits = m.value(expr.where, guard)
        quiet = not any(ir.escapes(body))

        def hit() -> None:
            found(number)
            if quiet and expr.which == "first":
                stage.emit(ir.Break())

        m.only(fits, hit)
    stage.emit(ir.Loop(name, expr.low, expr.high, body))
    m.locals = outer
    place = stage.named(result, expr.low - 1, expr.high - 1)
    some = m.algebra.le(constant(expr.low), place)
    if expr.which == "only":
        some = m.algebra.and_(some, m.algebra.not_(stage.named(several, 0, 1, True)))
    m.undefined(m.algebra.not_(some), "Q509", expr.span)
    return place
