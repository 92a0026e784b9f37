"""The meaning of Core, part 1: a moment of play, as expressions see it.

In: a state, locals, and the path condition under which anybody asks; out: a value. Nothing is
raised: what is undefined counts as no or 0, and a Fault says under which condition it was used.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import ClassVar, Generic

from qedeck.interpreter.algebra import Algebra, B, N, Value
from qedeck.interpreter.expressions import RULES, Rule
from qedeck.interpreter.layout import STACK, Layout, type_range
from qedeck.interpreter.state import Cells, Fault, gather
from qedeck.spec import core as c
from qedeck.spec.source import Span

sys.setrecursionlimit(max(sys.getrecursionlimit(), STACK + 2000))


class Moment(Generic[B, N]):
    """A state being looked at: the locals in scope, the faults found so far, the clause at work."""

    __slots__ = ("algebra", "calls", "cells", "clause", "faults", "layout", "locals", "no", "other", "yes")

    def __init__(self, layout: Layout, algebra: Algebra[B, N], cells: Cells, clause: str = "") -> None:
        self.layout = layout
        self.algebra = algebra
        self.cells = cells
        self.clause = clause
        self.other: Cells | None = None
        self.locals: dict[str, Value] = {}
        self.faults: list[Fault[B]] = []
        self.calls: set[tuple[str, tuple[int, ...]]] = set()
        self.yes = algebra.boolean(True)
        self.no = algebra.boolean(False)

    rules: ClassVar[Mapping[type, Rule]] = RULES
    """How each expression is evaluated. Who emits code instead of values replaces those that branch and repeat."""

    def value(self, expr: c.Expr, guard: B) -> Value:
        return self.rules[expr.__class__](self, expr, guard)

    def where(self, expr: c.Expr, guard: B, condition: B) -> Value:
        """What an expression is worth where a condition holds that is not known; elsewhere nobody looks at it."""
        return self.value(expr, self.algebra.and_(guard, condition))

    # ---- what is undefined ---------------------------------------------------------

    def undefined(self, guard: B, code: str, span: Span) -> None:
        if self.algebra.known(guard) is not False:
            self.faults.append(Fault(guard, code, span, self.clause))

    def nothing(self, yes_no: bool) -> Value:
        """What an undefined value counts as."""
        return self.no if yes_no else self.algebra.number(0)

    def nothing_for(self, expr: c.Expr) -> Value:
        is_boolean = self.algebra.is_boolean
        return self.nothing(self.layout.is_yes_no(expr, {name: is_boolean(v) for name, v in self.locals.items()}))

    # ---- who sees ------------------------------------------------------------------

    def sees(self, sight: c.Expr, viewer: int, whose: N | None) -> B:
        """Whether a seat, counted from 0, sees it as things are; where that is undefined, it does not."""
        outer, self.locals = self.locals, {c.VIEWER: self.algebra.number(viewer)}
        if whose is not None:
            self.locals[c.WHOSE] = whose
        found = self.surely(sight)
        self.locals = outer
        return found

    def awake(self, noticed: c.Expr) -> tuple[B, ...]:
        """For each player, whether they notice what happens here and now; nothing if everybody does."""
        if noticed == c.EVERYBODY:
            return ()
        outer, found = self.locals, list[B]()
        for player in range(self.layout.seats):
            self.locals = {**outer, c.VIEWER: self.algebra.number(player)}
            found.append(self.surely(noticed))
        self.locals = outer
        return tuple(found)

    def surely(self, sight: c.Expr) -> B:
        """Whether it holds; what is undefined does not, and is no fault."""
        algebra = self.algebra
        if isinstance(sight, c.Const):
            return algebra.boolean(bool(sight.value))
        outer, self.faults = self.faults, []
        found: B = self.value(sight, self.yes)
        for fault in self.faults:
            found = algebra.and_(found, algebra.not_(fault.guard))
        self.faults = outer
        return found

    # ---- merging -----------------------------------------------------------------------

    def merge(self, condition: B, then: Value, otherwise: Value) -> Value:
        """One of two values of the same kind."""
        if then is otherwise:
            return then
        algebra = self.algebra
        known = algebra.known(condition)
        if known is not None:
            return then if known else otherwise
        if algebra.is_boolean(then):
            return algebra.choose(condition, then, otherwise)
        return algebra.ite(condition, then, otherwise)

    def same(self, left: Value, right: Value) -> B:
        if self.algebra.is_boolean(left):
            return self.algebra.iff(left, right)
        return self.algebra.eq(left, right)

    def inside(self, number: N, low: int, high: int) -> B:
        algebra = self.algebra
        least, most = algebra.range_of(number)
        if low <= least and most <= high:
            return self.yes
        return algebra.and_(algebra.le(algebra.number(low), number), algebra.le(number, algebra.number(high)))

    def by_cases(self, index: N, low: int, values: Sequence[Value], default: Value) -> Value:
        """values[index - low], or the default outside: one test for each stretch of equal values."""
        algebra = self.algebra
        least, most = algebra.range_of(index)
        high = low + len(values) - 1
        if least > high or most < low:
            return default
        first, last = max(low, least), min(high, most)
        result = default if most > high else values[last - low]
        end = last
        while end >= first:
            value, start = values[end - low], end
            while start > first and values[start - 1 - low] is value:  # `is`: missing an equal pair only costs a test
                start -= 1
            if value is not result:
                limit = algebra.number(end)
                test = algebra.eq(index, limit) if start == end else algebra.le(index, limit)
                result = self.merge(test, value, result)
            end = start - 1
        if least < low:
            result = self.merge(algebra.lt(index, algebra.number(low)), default, result)
        return result

    # ---- cells ----------------------------------------------------------------------------

    def within(self, var: str, index: Sequence[N]) -> B:
        """Whether every index lies in its domain."""
        ok = self.yes
        for number, size in zip(index, self.layout.sizes[var], strict=False):
            ok = self.algebra.and_(ok, self.inside(number, 0, size - 1))
        return ok

    def flat(self, var: str, index: Sequence[N]) -> int | None:
        """Where in its row the cell is, if that is known and there is one."""
        known_number = self.algebra.known_number
        flat = 0
        for number, size in zip(index, self.layout.sizes[var], strict=False):
            known = known_number(number)
            if known is None or not 0 <= known < size:
                return None
            flat = flat * size + known
        return flat

    def told(self, test: c.Expr | None, local: str, low: int, high: int) -> Sequence[int]:
        """Of low to high - 1, those for which the test may hold.

        Most places of a large grid are empty, and it is told at a glance which. What is left out would have been false,
        and would have asked for nothing else.
        """
        every = range(low, high)
        while isinstance(test, c.Op) and test.op == "and":
            test = test.args[0]
        if not isinstance(test, c.Op) or test.op not in ("ne", "eq") or test.args[1] != c.Const(c.NONE):
            return every
        cell = test.args[0]
        if not isinstance(cell, c.Read) or not cell.index or cell.index[-1] != c.Local(local):
            return every
        *whose, _ = cell.index
        if low < 0 or high > self.layout.sizes[cell.var][-1] or not all(_plain(part, local) for part in whose):
            return every
        flat = self.flat(cell.var, [*(self.value(part, self.no) for part in whose), self.algebra.number(0)])
        if flat is None:
            return every
        row, known = self.cells.rows[cell.var], self.algebra.known_number
        no = [c.NONE] if test.op == "ne" else range(c.NONE + 1, self.layout.ranges[cell.var][1] + 1)
        return [place for place in every if known(row[flat + place]) not in no]

    def look(self, var: str, index: Sequence[N]) -> Value:
        """The cell; outside its domain, what an undefined value counts as."""
        flat = self.flat(var, index)
        if flat is not None:
            return self.cells.rows[var][flat]
        nothing = self.nothing(self.layout.yes_no[var])
        return self._look_by_cases(self.cells.rows[var], index, self.layout.sizes[var], nothing, 0)

    def _look_by_cases(
        self, row: tuple[Value, ...], index: Sequence[N], sizes: Sequence[int], default: Value, flat: int
    ) -> Value:
        if not sizes:
            return row[flat]
        least, most = self.algebra.range_of(index[0])
        low, high = max(least, 0), min(most, sizes[0] - 1)
        found = [
            self._look_by_cases(row, index[1:], sizes[1:], default, flat * sizes[0] + k) for k in range(low, high + 1)
        ]
        return self.by_cases(index[0], low, found, default)

    # ---- definitions -------------------------------------------------------------------------

    def apply(self, define: c.Define, args: tuple[int, ...], span: Span) -> tuple[Value, tuple[Fault[B], ...]]:
        """What a definition is worth in this state, for everyone who asks: no path condition."""
        memo = self.cells.memo.setdefault(define.name, {})
        if args in memo:
            found: tuple[Value, tuple[Fault[B], ...]] = memo[args]
            return found
        call = (define.name, args)
        if call in self.calls or len(self.calls) >= self.layout.deepest:
            return self.nothing(isinstance(define.type, c.YesNo)), (Fault(self.yes, "Q512", span, define.clause),)
        outer, self.faults = self.faults, []
        self.calls.add(call)
        worth = self.work_out(define, [self.algebra.number(arg) for arg in args], span)
        # Whoever asks takes over each of them under its own condition: the fewer there are, the better.
        faults = gather(self.algebra, self.faults) if len(self.faults) > 1 else tuple(self.faults)
        self.calls.discard(call)
        self.faults = outer
        memo[args] = worth, faults
        return worth, faults

    def work_out(self, define: c.Define, args: Sequence[N], span: Span) -> Value:
        """The body of a definition for these arguments; what it gives must be of its type (Q503)."""
        outer = self.locals, self.clause
        self.locals = {name: arg for (name, _), arg in zip(define.params, args, strict=True)}
        self.clause = define.clause
        worth = self.value(define.body, self.yes)
        if not isinstance(define.type, c.YesNo):
            inside = self.inside(worth, *type_range(define.type))
            self.undefined(self.algebra.not_(inside), "Q503", span)
        self.locals, self.clause = outer
        return worth

    def call(self, define: c.Define, args: Sequence[N], fixed: tuple[int, ...], guard: B, span: Span) -> Value:
        """`apply` for arguments that need not be known: by cases over their domains."""
        algebra = self.algebra
        if len(fixed) == len(args):
            worth, faults = self.apply(define, fixed, span)
            for fault in faults:
                under = algebra.and_(guard, fault.guard)
                if algebra.known(under) is not False:
                    self.faults.append(Fault(under, fault.code, fault.span, fault.clause))
            return worth
        arg = args[len(fixed)]
        low, high = self.layout.params[define.name][len(fixed)]
        known = algebra.known_number(arg)
        if known is not None and low <= known <= high:
            return self.call(define, args, (*fixed, known), guard, span)
        self.accept(arg, low, high, guard, span)
        least, most = algebra.range_of(arg)
        first, last = max(low, least), min(high, most)
        found = [
            self.call(define, args, (*fixed, k), algebra.and_(guard, algebra.eq(arg, algebra.number(k))), span)
            for k in range(first, last + 1)
        ]
        return self.by_cases(arg, first, found, self.nothing(isinstance(define.type, c.YesNo)))

    def accept(self, arg: N, low: int, high: int, guard: B, span: Span) -> None:
        """An argument must lie in its domain."""
        algebra = self.algebra
        self.undefined(algebra.and_(guard, algebra.not_(self.inside(arg, low, high))), "Q508", span)


def _plain(expr: c.Expr, local: str) -> bool:
    """A constant or another local: whoever asks for it asks nothing else."""
    return isinstance(expr, c.Const) or isinstance(expr, c.Local) and expr.name != local
