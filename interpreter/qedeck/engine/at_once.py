"""Folds and finds whose members are all asked at once, as sets; None where that cannot be."""

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
    """For each member of a set, one after the other: perhaps for nobody, and then nothing is asked anew."""
    stage = m.stage
    stale = stage.stale
    with stage.inside(None) as body:
        member = stage.named(stage.fresh("i"), low, high - 1)
        stage.keep(("bit", cards.atom, member.atom), constant(1))
        do(member)
    stage.emit(ir.Bits(str(member.atom), cards.atom, body))
    stage.stale = stage.stale or stale


def fold_at_once(m: Staged, expr: c.Fold, guard: Code) -> Code | None:
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
        one: Code = join(m, expr.kind, of_none(m, expr.kind), NO, counts, body)
        if not isinstance(one, Each):
            return one
        if expr.kind == "any":
            return _some(m, lanes.mask(one), lanes)
        return m.algebra.not_(_some(m, lanes.mask(lanes.not_(one)), lanes))

    if expr.kind in ("max", "min") or expr.kind == "sum" and expr.where is None:
        return None
    return at_once(m, expr.low, expr.high, ask)


def nested(m: Staged, expr: c.Fold | c.Find) -> bool:
    """Whether it speaks of members of another fold that are being asked at once."""
    return any(isinstance(m.locals[name], Each) for name in m.program.canon(expr).free)


def _some(m: Staged, cards: Code, lanes: Lanes) -> Code:
    return m.stage.pure("meet", (cards, Code(lanes.full, 0, 0)), 0, 1, True)


def those_that_count(m: Staged, expr: c.Fold, guard: Code) -> Code | None:
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


def find_at_once(m: Staged, expr: c.Find, guard: Code) -> tuple[Code, Code] | None:
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
