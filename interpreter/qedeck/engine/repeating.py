"""Folds and finds as loops: one body, written once, with accumulators; short ones are written out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qedeck.engine import ir
from qedeck.engine.at_once import find_at_once, fold_at_once, nested, those_that_count
from qedeck.engine.values import NO, YES, Code, NotAtOnce, constant
from qedeck.interpreter.operators import find as written_out
from qedeck.interpreter.operators import join, of_none
from qedeck.spec import core as c

if TYPE_CHECKING:
    from qedeck.engine.hands import Staged

FEW = 4
"""Fewer members than this are not worth asking at once."""
WORTH_TRYING = 2000
SMALL = 220
"""A loop whose bodies weigh so much in all is written out."""


def fold(m: Staged, expr: c.Fold, guard: Code) -> Code:
    members = expr.high - expr.low
    number = m.program.canon(expr).number
    those: Code | None = None
    bound = nested(m, expr)
    if members >= FEW and number not in m.program.slow and not bound:
        whole = fold_at_once(m, expr, guard)
        if whole is not None:
            return whole
        those = those_that_count(m, expr, guard)
        if those is None:
            m.program.slow.add(number)
    weight = m.program.weight(expr.body) + (m.program.weight(expr.where) if expr.where is not None else 0)
    if members * weight <= SMALL and those is None:
        return _written_out(m, expr, guard)
    if bound:
        raise NotAtOnce
    if members * weight <= WORTH_TRYING and those is None and number not in m.program.long:
        short = _shortened(m, expr, guard, members * weight)
        if short is not None:
            return short
        m.program.long.add(number)
    stage, outer = m.stage, m.locals
    m.program.refresh(expr)
    hoist(m, [part for part in (expr.where, expr.body) if part is not None], expr.local, guard)
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
        counts = YES if expr.where is None or those is not None else m.value(expr.where, guard)
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
        if those is not None:
            stage.keep(("bit", those.atom, name), constant(1))
        ask(stage.named(name, expr.low, expr.high - 1))
        if first.truth and not any(ir.escapes(body)):
            # Nobody can be undefined any more, so whoever decides it decides it.
            stop = result if expr.kind == "any" else stage.fresh()
            if expr.kind == "all":
                stage.emit(ir.Let(stop, "not", (result,)))
            stage.emit(ir.If(stop, [ir.Break()], []))
    loop = ir.Loop(name, expr.low, expr.high, body) if those is None else ir.Bits(name, those.atom, body)
    stage.emit(loop)
    m.locals = outer
    if extreme:
        m.undefined(m.algebra.not_(stage.named(some, 0, 1, True)), "Q510", expr.span)
    return stage.named(result, 0, 1, True) if first.truth else stage.named(result, low, high)


def hoist(m: Staged, exprs: list[c.Expr], local: str, guard: Code) -> None:
    """What is the same for all members, and cannot be undefined, is worked out before them."""
    for expr in exprs:
        known = m.program.canon(expr)
        apart = local not in known.free and m.locals.keys() >= set(known.free)
        if not apart or not isinstance(expr, c.Call | c.Try | c.Fold | c.Find | c.Cases):
            if not isinstance(expr, c.Const | c.Local):
                hoist(m, list(c.parts(expr)), local, guard)
            continue
        stale = m.stage.stale
        with m.stage.inside(None) as body:
            m.value(expr, guard)
            found = m.stage.scope
        if any(ir.escapes(body)):
            m.stage.stale = stale
        else:
            m.stage.block += body
            m.stage.share(found, every=True)


def _shortened(m: Staged, expr: c.Fold, guard: Code, weight: int) -> Code | None:
    """Written out, if most of it then is known beforehand: the lines of a board are."""
    stage = m.stage
    stale = stage.stale
    with stage.inside(None) as body:
        result = _written_out(m, expr, guard)
        found = stage.scope
    if len(body) > weight // 3 or not all(isinstance(s, ir.Let | ir.Load) for s in body):
        stage.stale = stale
        return None
    stage.block += body
    stage.share(found, every=True)
    return result


def _reach(m: Staged, kind: str, body: Code, members: int) -> tuple[int, int]:
    """The bounds of a fold whose members have these."""
    low, high = m.algebra.range_of(body)
    if kind == "sum":
        return min(0, low * members), max(0, high * members)
    return (0, 1) if body.truth else (min(0, low), max(0, high))


def _written_out(m: Staged, expr: c.Fold, guard: Code) -> Code:
    stage, outer = m.stage, m.locals
    some = NO
    result: Code = of_none(m, expr.kind)
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
    number = m.program.canon(expr).number
    bound = nested(m, expr)
    if expr.high - expr.low >= FEW and number not in m.program.slow and not bound:
        whole = find_at_once(m, expr, guard)
        if whole is not None:
            some, place = whole
            m.undefined(m.algebra.not_(some), "Q509", expr.span)
            return place
        m.program.slow.add(number)
    if (expr.high - expr.low) * m.program.weight(expr.where) <= SMALL:
        worth: Code = written_out(m, expr, guard)
        return worth
    if bound:
        raise NotAtOnce
    m.program.refresh(expr)
    hoist(m, [expr.where], expr.local, guard)
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
        member = stage.named(name, expr.low, expr.high - 1)
        m.locals = {**outer, expr.local: member}
        fits = m.value(expr.where, guard)
        quiet = not any(ir.escapes(body))

        def hit() -> None:
            found(member)
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
