"""Definitions in the program: looked up in a table, written in place, or functions that remember.

What depends on nothing that changes is worked out beforehand by the interpreter. What is costly is
a function that keeps, for each argument, what it was worth and in which epoch; an epoch ends when
the state has changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from qedeck.engine import ir
from qedeck.engine.values import NO, YES, Code, Each, NotAtOnce, constant
from qedeck.engine.weights import Weights
from qedeck.interpreter.layout import type_range
from qedeck.spec import core as c
from qedeck.spec.source import NOWHERE, Span

if TYPE_CHECKING:
    from qedeck.engine.hands import Staged

MOST_ROWS = 4096
"""Tables of definitions are not longer than this."""
MOST_KEPT = 1 << 16
IN_PLACE = 40
LARGE = 2**31 - 1


class Definitions(Weights):
    """How each definition of a Core is called."""

    def __init__(self) -> None:
        super().__init__()
        self._made: dict[str, tuple[ir.Function, Code | None]] = {}
        self._tables: dict[str, tuple[ir.Region, ir.Region | None]] = {}
        self.slow: set[int] = set()
        """Expressions whose members cannot be asked at once."""
        self.long: set[int] = set()
        """Folds that do not become short when they are written out."""
        self.epoch = self.memory.scratch("epoch", 1, -LARGE, LARGE)
        self.depth = self.memory.scratch("depth", 1, 0, LARGE)

    # ---- calling -------------------------------------------------------------------------------

    def apply(self, m: Staged, define: c.Define, args: Sequence[Code], span: Span) -> Code:
        if any(isinstance(arg, Each) for arg in args):
            return self._for_each(m, define, args, span)
        match self.mode(define.name):
            case "table":
                return self._looked_up(m, define, args)
            case "in place":
                worth: Code = m.work_out(define, args, span)
                return worth
            case _:
                return self._called(m, define, args)

    def _for_each(self, m: Staged, define: c.Define, args: Sequence[Code], span: Span) -> Code:
        """All members at once: from the table where the arguments are known, else in place."""
        if define.name in self.circular:
            raise NotAtOnce
        if self.mode(define.name) == "table" and all(
            isinstance(arg, Each) and arg.values is not None or self.algebra.known_number(arg) is not None
            for arg in args
        ):
            values, faults = self._table_of(m, define)
            place = self._place(define.name, args)
            assert isinstance(place, Each) and place.values is not None
            if faults is not None and any(faults.values[k] for k in place.values):
                raise NotAtOnce
            numbers = tuple(values.values[k] for k in place.values)
            lanes = self.algebra.lanes
            truth = isinstance(define.type, c.YesNo)
            return lanes.truth(lanes.where(bool, numbers)) if truth else lanes.numbers(numbers)
        worth: Code = m.work_out(define, args, span)
        return worth

    def _table_of(self, m: Staged, define: c.Define) -> tuple[ir.Region, ir.Region | None]:
        if define.name not in self._tables:
            self._tables[define.name] = self._tabled(m, define)
        return self._tables[define.name]

    def _place(self, name: str, args: Sequence[Code]) -> Code:
        place = constant(0)
        for arg, (low, high) in zip(args, self.layout.params[name], strict=True):
            place = self.algebra.mul(place, constant(high - low + 1))
            place = self.algebra.add(place, self.algebra.sub(arg, constant(low)))
        return place

    def _looked_up(self, m: Staged, define: c.Define, args: Sequence[Code]) -> Code:
        values, faults = self._table_of(m, define)
        if faults is not None and m.stage.doubt:
            raise NotAtOnce
        place = self._place(define.name, args)
        truth = isinstance(define.type, c.YesNo)
        known = self.algebra.known_number(place)
        if faults is not None:
            site = faults.values[known] if known is not None else 0
            if known is None:
                found = m.stage.load(faults, place, 0, faults.high)
                some = self.algebra.lt(constant(0), found)
                m.stage.emit(ir.If(some.atom, [ir.Fault(found.atom)], []))
                m.stage.assume(some, False)
            elif site:
                m.stage.emit(ir.Fault(site))
        if known is not None:
            value = values.values[known]
            return (YES if value else NO) if truth else constant(value)
        if values.low == values.high:
            return (YES if values.low else NO) if truth else constant(values.low)
        return m.stage.load(values, place, values.low, values.high, truth)

    def _tabled(self, m: Staged, define: c.Define) -> tuple[ir.Region, ir.Region | None]:
        """What the interpreter says, for all arguments."""
        asked = self.memory.meaning.look(self.memory.first)
        values, sites = [], []
        for args in product(*(range(low, high + 1) for low, high in self.layout.params[define.name])):
            worth, faults = asked.apply(define, args, NOWHERE)
            values.append(int(worth))
            fault = next((f for f in faults if f.guard), None)
            sites.append(0 if fault is None else self.site(fault.code, fault.clause, fault.span))
        return self.memory.table(values), self.memory.table(sites) if any(sites) else None

    def site(self, code: str, clause: str, span: Span) -> int:
        raise NotImplementedError

    def function(self, name: str, *params: str) -> Any:
        raise NotImplementedError

    # ---- functions that remember -----------------------------------------------------------------

    def refresh(self, expr: c.Expr | None = None) -> None:
        """A new epoch, if the state may have changed since the last and somebody will ask what he asked before."""
        stage = self.algebra.stage
        if not stage.stale or expr is not None and not self._remembers(expr):
            return
        now = stage.load(self.epoch, constant(0), -LARGE, LARGE - 1)
        name = stage.fresh()
        stage.emit(ir.Let(name, "add", (now.atom, 1)))
        stage.store(self.epoch, constant(0), stage.named(name, -LARGE, LARGE))
        stage.stale = False

    def _remembers(self, expr: c.Expr) -> bool:
        for name in self.calls(expr):
            mode = self.mode(name)
            if mode == "function" or mode == "in place" and self._remembers(self.core.defines[name].body):
                return True
        return False

    def _called(self, m: Staged, define: c.Define, args: Sequence[Code]) -> Code:
        stage = m.stage
        key = ("call", define.name, *(arg.atom for arg in args))
        found: Code | None = stage.lookup(key, reads=True)
        if found is not None:
            return found
        self.refresh()
        if define.name not in self._made:
            self._write(define)
        made, worth = self._made[define.name]
        if made.faults and stage.doubt:
            raise NotAtOnce
        name = stage.fresh()
        stage.emit(ir.Call(name, made, tuple(arg.atom for arg in args)))
        truth = isinstance(define.type, c.YesNo)
        if worth is not None:
            low, high = worth.low, worth.high
        else:
            low, high = type_range(define.type)
        found = stage.named(name, low, high, truth)
        stage.keep(key, found, self.layout.reads[define.name])
        return found

    def _write(self, define: c.Define) -> None:
        ranges = self.layout.params[define.name]
        rows = prod(high - low + 1 for low, high in ranges)
        names = tuple(f"p{k}" for k in range(len(ranges)))
        with self.function(f"define_{len(self._made)}", *names) as (made, stage):
            self._made[define.name] = made, None
            stage.stale = False
            from qedeck.engine.hands import Staged

            m = Staged(self, define.clause)  # type: ignore[arg-type]
            args = [stage.named(name, low, high) for name, (low, high) in zip(names, ranges, strict=True)]
            circular = define.name in self.circular
            remember, forget = self._recall(m, define, args, rows, circular)
            with stage.inside(None) as body:
                if circular:
                    self._deeper(m)
                worth = m.work_out(define, args, NOWHERE)
                if circular:
                    self._step_back(m)
                remember(worth)
                stage.emit(ir.Return(worth.atom))
            if circular:
                # Where it is undefined nobody is at it any more: whoever asks it again is in no circle.
                with stage.inside(None) as undefined:
                    self._step_back(m)
                    forget()
                body = [ir.Attempt(body, undefined, every=True, onward=True)]
            stage.block += body
        self._made[define.name] = made, worth

    def _recall(self, m: Staged, define: c.Define, args: Sequence[Code], rows: int, circular: bool) -> Any:
        """Give back what is remembered. The answer: what keeps a new worth, and what forgets that somebody is at it."""
        if rows > MOST_KEPT:
            return (lambda worth: None), (lambda: None)
        stage = m.stage
        stamps = self.memory.scratch(f"stamps {define.name}", rows, -LARGE, LARGE)
        values = self.memory.scratch(f"values {define.name}", rows, -LARGE, LARGE)
        place = self._place(define.name, args)
        now = stage.load(self.epoch, constant(0), -LARGE, LARGE)
        stamp = stage.load(stamps, place, -LARGE, LARGE)
        kept = stage.fresh()
        again = stage.pure("eq", (stamp, now), 0, 1, True)
        stage.emit(ir.If(again.atom, [ir.Load(kept, values, place.atom, True), ir.Return(kept)], []))
        if circular:
            less = stage.fresh()
            stage.emit(ir.Let(less, "sub", (0, now.atom)))
            waiting = stage.pure("eq", (stamp, Code(less, -LARGE, LARGE)), 0, 1, True)
            m.undefined(waiting, "Q512", NOWHERE)
            stage.emit(ir.Store(stamps, place.atom, less))

        def remember(worth: Code) -> None:
            stage.emit(ir.Store(values, place.atom, worth.atom))
            stage.emit(ir.Store(stamps, place.atom, now.atom))

        def forget() -> None:
            stage.emit(ir.Store(stamps, place.atom, 0))

        return remember, forget

    def _deeper(self, m: Staged) -> None:
        deep, more = m.stage.fresh(), m.stage.fresh()
        m.stage.emit(ir.Load(deep, self.depth, 0, True))
        m.stage.emit(ir.Let(more, "add", (deep, 1)))
        m.stage.emit(ir.Store(self.depth, 0, more))
        deepest = constant(self.layout.deepest)
        too_deep = m.stage.pure("lt", (deepest, m.stage.named(more, 0, LARGE)), 0, 1, True)
        m.undefined(too_deep, "Q512", NOWHERE)

    def _step_back(self, m: Staged) -> None:
        deep, less = m.stage.fresh(), m.stage.fresh()
        m.stage.emit(ir.Load(deep, self.depth, 0, True))
        m.stage.emit(ir.Let(less, "sub", (deep, 1)))
        m.stage.emit(ir.Store(self.depth, 0, less))
