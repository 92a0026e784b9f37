"""Folds and finds as loops: one body, written once, with accumulators; short ones are written out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from qedeck.engine import ir
from qedeck.engine.lanes import Lanes
from qedeck.engine.values import NO, YES, Code, Each, NotAtOnce, constant
from qedeck.interpreter.operators import join, of_none
from qedeck.spec import core as c

if TYPE_CHECKING:
    from qedeck.engine.hands import Staged

FEW = 4
"""Fewer members than this are not worth asking at once."""
WORTH_TRYING = 2000
SMALL = 220
"""A loop whose bodies weigh so much in all is written out."""


T = TypeVar("T")


def at_once(m: Staged, low: int, high: int, ask: Callable[[Lanes], T]) -> T | None:
    """What `ask` makes of all members at once; None, and nothing written, if that cannot be."""
    stage = m.stage
    before = m.locals, m.clause, stage.lanes, stage.doubt, stage.stale
    try:
        with stage.inside(None) as body:
            stage.lanes = Lanes(m.program.algebra, low, high)
            result = ask(stage.lanes)
            found = stage.scope
    except NotAtOnce:
        m.locals, m.clause, stage.lanes, stage.doubt, stage.stale = before
        return None
    m.locals, m.clause, stage.lanes = before[:3]
    stage.block += body
    stage.share(found, every=True)
    return result


def each_of(m: Staged, cards: Code, low: int, high: int, do: Callable[[Code], None]) -> None:
    """For each member of a set, one after the other."""
    stage = m.stage
    with stage.inside(None) as body:
        member = stage.named(stage.fresh("i"), low, high - 1)
        stage.keep(("bit", cards.atom, member.atom), constant(1))
        do(member)
    stage.emit(ir.Bits(str(member.atom), cards.atom, body))


def _fold_at_once(m: Staged, expr: c.Fold, guard: Code) -> Code | None:
    """any, all and sums of constants are one operation on sets."""
    outer = m.locals

    def ask(lanes: Lanes) -> Code:
        m.locals = {**outer, expr.local: lanes.members()}
        counts = YES if expr.where is None else m.value(expr.where, guard)
        body = m.value(expr.body, guard) if m.stage.known(counts) else m.where(expr.body, guard, counts)
        if expr.kind == "sum":
            known = m.algebra.known_number(body)
            if not isinstance(counts, Each) or known is None:
                raise NotAtOnce
            many = m.stage.pure("count", (lanes.mask(counts),), 0, lanes.high - lanes.low)
            return m.algebra.mul(many, constant(known))
        one = join(m, expr.kind, of_none(m, expr.kind), NO, counts, body)
        if not isinstance(one, Each):
            return one
        if expr.kind == "any":
            return _some(m, lanes.mask(one), lanes)
        return m.algebra.not_(_some(m, lanes.mask(lanes.not_(one)), lanes))

    if expr.kind in ("max", "min") or expr.kind == "sum" and expr.where is None:
        return None
    return at_once(m, expr.low, expr.high, ask)


def _nested(m: Staged, expr: c.Fold | c.Find) -> bool:
    """Whether it speaks of members of another fold that are being asked at once."""
    return any(isinstance(m.locals[name], Each) for name in m.program.canon(expr).free)


def _some(m: Staged, cards: Code, lanes: Lanes) -> Code:
    return m.stage.pure("meet", (cards, Code(lanes.full, 0, 0)), 0, 1, True)


def _those(m: Staged, expr: c.Fold, guard: Code) -> Code | None:
    """The set of members that count."""
    outer, where = m.locals, expr.where
    if where is None:
        return None

    def ask(lanes: Lanes) -> Code:
        m.locals = {**outer, expr.local: lanes.members()}
        counts = m.value(where, guard)
        if not isinstance(counts, Each):
            raise NotAtOnce
        return lanes.mask(counts)

    return at_once(m, expr.low, expr.high, ask)


def fold(m: Staged, expr: c.Fold, guard: Code) -> Code:
    members = expr.high - expr.low
    number = m.program.canon(expr).number
    those: Code | None = None
    nested = _nested(m, expr)
    if members >= FEW and number not in m.program.slow and not nested:
        whole = _fold_at_once(m, expr, guard)
        if whole is not None:
            return whole
        those = _those(m, expr, guard)
        if those is None:
            m.program.slow.add(number)
    weight = m.program.weight(expr.body) + (m.program.weight(expr.where) if expr.where is not None else 0)
    if members * weight <= SMALL and those is None:
        return _written_out(m, expr, guard)
    if nested:
        raise NotAtOnce
    if members * weight <= WORTH_TRYING and those is None and number not in m.program.long:
        short = _shortened(m, expr, guard, members * weight)
        if short is not None:
            return short
        m.program.long.add(number)
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


def _find_at_once(m: Staged, expr: c.Find, guard: Code) -> tuple[Code, Code] | None:
    outer = m.locals

    def ask(lanes: Lanes) -> tuple[Code, Code]:
        m.locals = {**outer, expr.local: lanes.members()}
        fits = m.value(expr.where, guard)
        if not isinstance(fits, Each):
            raise NotAtOnce
        cards = lanes.mask(fits)
        some = _some(m, cards, lanes)
        if expr.which == "only":
            many = m.stage.pure("count", (cards,), 0, lanes.high - lanes.low)
            some = m.algebra.eq(many, constant(1))
        op = "highest" if expr.which == "last" else "lowest"
        return some, m.stage.pure(op, (cards,), expr.low, expr.high - 1)

    return at_once(m, expr.low, expr.high, ask)


def find(m: Staged, expr: c.Find, guard: Code) -> Code:
    """The first, last or only member: found, and perhaps found again."""
    stage, outer = m.stage, m.locals
    number = m.program.canon(expr).number
    nested = _nested(m, expr)
    if expr.high - expr.low >= FEW and number not in m.program.slow and not nested:
        whole = _find_at_once(m, expr, guard)
        if whole is not None:
            some, place = whole
            m.undefined(m.algebra.not_(some), "Q509", expr.span)
            return place
        m.program.slow.add(number)
    if (expr.high - expr.low) * m.program.weight(expr.where) <= SMALL:
        from qedeck.interpreter.operators import find as written_out

        return written_out(m, expr, guard)  # type: ignore[no-any-return]
    if nested:
        raise NotAtOnce
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
