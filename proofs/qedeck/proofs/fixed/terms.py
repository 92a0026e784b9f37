"""Terms with what is fixed put in its place: worth the same, and undefined in the same positions.

In: a Core, and cells of parameters and readings whose values are known; out: simpler terms, and definitions for
arguments that are known. A term is only left out where it is surely defined: what is undefined stays undefined.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping
from dataclasses import replace
from math import prod
from typing import TypeAlias, assert_never

from qedeck.interpreter.layout import layout_of
from qedeck.proofs.fixed.bounds import Plain, Scope
from qedeck.proofs.fixed.values import length, lost, put_in, worth
from qedeck.spec import core as c

Known: TypeAlias = Mapping[tuple[str, int], "bool | int"]
"""Cells by variable and place, and what they are."""
YES, NO = c.Const(True), c.Const(False)

FEW = 8
"""Members of a loop or a fold that are written out one by one; more stay together."""
MOST = 3_000
"""Definitions for known arguments; after so many, definitions stay as they are."""
SMALL = 12
"""Parts of a definition that is written where it is asked for."""
DEEP = 60
"""Definitions that are followed into each other."""


class Terms:
    """A Core whose terms are simplified; `made` are definitions for arguments that are known."""

    def __init__(self, core: c.Core, known: Known) -> None:
        self.core = core
        self.known = known
        self.layout = layout_of(core)
        self.made: dict[str, c.Define] = {}
        self.plain = Plain(ChainMap(self.made, core.defines), self.layout)
        self._bare: dict[str, c.Define] = {}
        self._waiting: list[str] = []

    def sound(self, expr: c.Expr, scope: Scope) -> bool:
        """Whether a term, simplified already, is surely defined."""
        return self.plain.sound(expr, scope)

    def term(self, expr: c.Expr, scope: Scope) -> c.Expr:
        """The same term, simpler."""
        match expr:
            case c.Const():
                return expr
            case c.Local(name):
                found = scope.get(name)
                return found if isinstance(found, c.Const) else expr
            case c.Read():
                return self._read(replace(expr, index=self._all(expr.index, scope)), scope)
            case c.Op(op) if op in ("and", "or"):
                return self._in_turn(expr, scope)
            case c.Op():
                return self._op(replace(expr, args=self._all(expr.args, scope)), scope)
            case c.Ite(condition, then, otherwise):
                asked = self.term(condition, scope)
                if isinstance(asked, c.Const):
                    return self.term(then if asked.value else otherwise, scope)
                return c.Ite(asked, self.term(then, scope), self.term(otherwise, scope))
            case c.Fold():
                return self._fold(expr, scope)
            case c.Find():
                return self._find(expr, scope)
            case c.Call():
                return self._call(replace(expr, args=self._all(expr.args, scope)), scope)
            case c.Table(_, values, index):
                at = self.term(index, scope)
                if isinstance(at, c.Const) and 0 <= at.value < len(values):
                    printed = values[int(at.value)]
                    if printed is not None:
                        return c.Const(printed)
                return replace(expr, index=at)
            case c.Need(condition, value):
                asked, inner = self.term(condition, scope), self.term(value, scope)
                return inner if asked == YES else replace(expr, condition=asked, value=inner)
            case c.Try(left, right):
                first = self.term(left, scope)
                if lost(first):
                    return self.term(right, scope)
                return first if self.sound(first, scope) else c.Try(first, self.term(right, scope))
            case c.Elsewhere(body):
                # What is fixed is fixed in both positions.
                inner = self.term(body, scope)
                return inner if isinstance(inner, c.Const) else c.Elsewhere(inner)
            case c.Cases():
                return self._cases(expr, scope)
            case _:
                assert_never(expr)

    def whichever(self, expr: c.Expr, var: str, values: range) -> c.Expr | None:
        """What a term comes to whatever a variable is of these values, if it is always the same."""
        worth = [self.term(put_in(expr, var, c.Const(value)), {}) for value in values]
        same = worth[0] if worth else None
        return same if isinstance(same, c.Const) and all(one == same for one in worth) else None

    def _all(self, exprs: tuple[c.Expr, ...], scope: Scope) -> tuple[c.Expr, ...]:
        return tuple(self.term(expr, scope) for expr in exprs)

    # ---- cells -----------------------------------------------------------------------------

    def _read(self, expr: c.Read, scope: Scope) -> c.Expr:
        sizes = self.layout.sizes[expr.var]
        if len(sizes) != len(expr.index):
            return expr
        flat: int | None = 0
        for part, size in zip(expr.index, sizes, strict=True):
            here = int(part.value) if isinstance(part, c.Const) and 0 <= part.value < size else None
            flat = None if flat is None or here is None else flat * size + here
        if flat is not None:
            found = self.known.get((expr.var, flat))
            return expr if found is None else c.Const(found)
        row = [self.known.get((expr.var, place)) for place in range(prod(sizes))]
        if None in row:
            return expr
        if len(set(row)) == 1 and self.sound(expr, scope):
            return c.Const(row[0])  # type: ignore[arg-type]
        # Where there is no such cell, there is no such entry either.
        return c.Table(expr.var, tuple(row), expr.index[0], expr.span) if len(sizes) == 1 else expr

    # ---- operators -------------------------------------------------------------------------

    def _in_turn(self, expr: c.Op, scope: Scope) -> c.Expr:
        """`and`, `or`: later parts are asked only where the earlier ones leave it open."""
        settles = c.Const(expr.op == "or")
        kept: list[c.Expr] = []
        for arg in expr.args:
            part = self.term(arg, scope)
            if part == settles:
                # What was asked before may be undefined; what would be asked after is never asked.
                return settles if all(self.sound(one, scope) for one in kept) else self._joined(expr, [*kept, part])
            if part != c.Const(not settles.value):
                kept.append(part)
        return self._joined(expr, kept) if kept else c.Const(not settles.value)

    @staticmethod
    def _joined(expr: c.Op, parts: list[c.Expr]) -> c.Expr:
        return parts[0] if len(parts) == 1 else replace(expr, args=tuple(parts))

    def _op(self, expr: c.Op, scope: Scope) -> c.Expr:
        values = [arg.value for arg in expr.args if isinstance(arg, c.Const)]
        if len(values) == len(expr.args):
            return worth(expr, values)
        match expr.op, expr.args:
            case "implies", (left, right):
                if isinstance(left, c.Const):
                    return right if left.value else YES
                if right == NO:
                    return c.Op("not", (left,), expr.span)
                return YES if right == YES and self.sound(left, scope) else expr
            case "eq" | "ne", (left, right):
                # What a thing was is another term than what it is.
                if left == right and self.sound(left, scope):
                    return c.Const(expr.op == "eq")
                for one, other in ((left, right), (right, left)):
                    if isinstance(one, c.Const) and isinstance(one.value, bool):
                        return other if one.value is (expr.op == "eq") else c.Op("not", (other,), expr.span)
        return expr

    # ---- folds -----------------------------------------------------------------------------

    def _fold(self, expr: c.Fold, scope: Scope) -> c.Expr:
        """Members that do not count are left out. Every member is asked whatever the others say: that stays so."""
        members: list[tuple[c.Expr, c.Expr]] = []
        for number in range(expr.low, expr.high):
            inner = {**scope, expr.local: c.Const(number)}
            where = YES if expr.where is None else self.term(expr.where, inner)
            if where != NO:
                members.append((where, self.term(expr.body, inner)))
        found = self._members(expr, members, scope)
        if found is not None:
            return found
        inner = {**scope, expr.local: (expr.low, expr.high - 1)}
        where_too = None if expr.where is None else self.term(expr.where, inner)
        return replace(expr, where=where_too, body=self.term(expr.body, inner))

    def _members(self, expr: c.Fold, members: list[tuple[c.Expr, c.Expr]], scope: Scope) -> c.Expr | None:
        """The members of a fold written out, where that is the same and not too long."""
        parts: list[c.Expr] = []
        match expr.kind:
            case "sum":
                for where, body in members:
                    part = body if where == YES else c.Ite(where, body, c.Const(0))
                    if part != c.Const(0):
                        parts.append(part)
                if not parts:
                    return c.Const(0)
                if len(parts) > FEW and not all(isinstance(part, c.Const) for part in parts):
                    return None
                added = parts[0]
                for part in parts[1:]:
                    added = self._op(c.Op("add", (added, part), expr.span), scope)
                return added
            case "all" | "any":
                for where, body in members:
                    joined = c.Op("and" if expr.kind == "any" else "implies", (where, body), expr.span)
                    parts.append(body if where == YES else self._short(joined, scope))
                return self._together(expr, parts, scope)
        return None

    def _short(self, expr: c.Op, scope: Scope) -> c.Expr:
        """`and` and `implies` of two parts that are simple already."""
        left, right = expr.args
        if expr.op == "implies" or left in (YES, NO):
            return self._op(expr, scope) if expr.op == "implies" else right if left == YES else NO
        if right == YES:
            return left
        return NO if right == NO and self.sound(left, scope) else expr

    def _together(self, expr: c.Fold, parts: list[c.Expr], scope: Scope) -> c.Expr | None:
        settles = c.Const(expr.kind == "any")
        idle = c.Const(not settles.value)
        parts = [part for part in dict.fromkeys(parts) if part != idle]
        if not parts:
            return idle
        doubtful = [part for part in parts if not self.sound(part, scope)]
        if settles in parts and not doubtful:
            return settles
        if len(parts) > FEW or len(doubtful) > 1:
            return None
        # The one that may be undefined comes first: then it is asked in any case.
        return self._joined(
            c.Op("or" if expr.kind == "any" else "and", (), expr.span),
            [*doubtful, *(part for part in parts if part not in doubtful)],
        )

    def _find(self, expr: c.Find, scope: Scope) -> c.Expr:
        numbers = range(expr.low, expr.high)
        fits = [self.term(expr.where, {**scope, expr.local: c.Const(number)}) for number in numbers]
        if all(isinstance(one, c.Const) for one in fits):
            found = [number for number, one in enumerate(fits, expr.low) if one == YES]
            if len(found) == 1 or (found and expr.which != "only"):
                return c.Const(found[-1] if expr.which == "last" else found[0])
        return replace(expr, where=self.term(expr.where, {**scope, expr.local: (expr.low, expr.high - 1)}))

    # ---- definitions -----------------------------------------------------------------------

    def _call(self, expr: c.Call, scope: Scope) -> c.Expr:
        """A definition for the arguments that are known, if they are in its domain."""
        limits = self.layout.params[expr.define]
        fixed = {
            place: arg
            for place, (arg, (low, high)) in enumerate(zip(expr.args, limits, strict=True))
            if isinstance(arg, c.Const) and low <= arg.value <= high
        }
        # Outside its domain it is undefined, and to be left so.
        outside = len(fixed) < sum(isinstance(arg, c.Const) for arg in expr.args)
        if expr.define in self.made or outside:
            return expr
        define = self._for(expr.define, fixed)
        if define is None:
            return expr
        rest = tuple(arg for place, arg in enumerate(expr.args) if place not in fixed)
        asked = zip(rest, self.layout.params[define.name], strict=True)
        if self.plain.of_type(define) and all(self.plain.inside(arg, *limit, scope) for arg, limit in asked):
            if isinstance(define.body, c.Const):
                return define.body
            if not rest and length(define.body) <= SMALL and self.sound(define.body, {}):
                return define.body
        return replace(expr, define=define.name, args=rest) if fixed else expr

    def _for(self, name: str, fixed: dict[int, c.Const]) -> c.Define | None:
        """A definition with some arguments put in their place; None where there are too many, or it asks itself."""
        define = self.core.defines[name]
        words = [self._word(define, place, fixed) for place in range(len(define.params))]
        made, found = f"{name}({', '.join(words)})", self.made if fixed else self._bare
        if made in found:
            return found[made]
        if made in self._waiting or len(self._waiting) >= DEEP or len(self.made) >= MOST:
            return None
        self._waiting.append(made)
        scope = self.plain.params(name) | {define.params[place][0]: value for place, value in fixed.items()}
        body = self.term(define.body, scope)
        self._waiting.pop()
        params = tuple(param for place, param in enumerate(define.params) if place not in fixed)
        limits = tuple(limit for place, limit in enumerate(self.layout.params[name]) if place not in fixed)
        self.layout.params[made] = limits
        found[made] = replace(define, name=made, params=params, body=body)
        return found[made]

    @staticmethod
    def _word(define: c.Define, place: int, fixed: dict[int, c.Const]) -> str:
        if place not in fixed:
            return "…"
        of, value = define.params[place][1], int(fixed[place].value)
        return of.members[value] if isinstance(of, c.Domain) else str(value)

    def _cases(self, expr: c.Cases, scope: Scope) -> c.Expr:
        """Rows that never apply are left out, and what is asked only where none does."""
        # A row that never applies is simplified too: where no other is left, it says of what kind the value is.
        rows = [replace(row, guard=self.term(row.guard, scope), value=self.term(row.value, scope)) for row in expr.rows]
        open_ = [row for row in rows if row.guard != NO]
        default = None if expr.default is None else self.term(expr.default, scope)
        if not open_:
            return replace(expr, rows=tuple(rows)) if default is None else default
        if len(open_) == 1:
            guard, value = open_[0].guard, open_[0].value
            if guard == YES:
                return value
            if default is not None:
                return value if value == default and self.sound(guard, scope) else c.Ite(guard, value, default)
        return self._apart(open_, scope) or replace(expr, rows=tuple(open_), default=default)

    def _apart(self, rows: list[c.CaseRow], scope: Scope) -> c.Expr | None:
        """Rows of which exactly one applies, one after the other; None if that is not plain."""
        first, last = rows[0], rows[-1]
        if all(row.guard == YES and row.value == first.value for row in rows) and self.sound(first.value, scope):
            return first.value
        opposite = len(rows) == 2 and last.guard == c.Op("not", (first.guard,))
        if not opposite and not self._by_value(rows, scope):
            return None
        asked = self.sound(first.guard, scope)
        if asked and all(row.value == first.value for row in rows):
            return first.value
        found = last.value
        for row in reversed(rows[:-1]):
            found = c.Ite(row.guard, row.value, found)
        return found

    def _by_value(self, rows: list[c.CaseRow], scope: Scope) -> bool:
        """Whether the rows ask for the values of one term, each once and all of them."""
        what: list[c.Expr] = []
        values: list[int] = []
        for row in rows:
            match row.guard:
                case c.Op("eq", (asked, c.Const(value))) if not isinstance(value, bool):
                    what.append(asked)
                    values.append(value)
                case _:
                    return False
        bounds = self.plain.bounds(what[0], scope)
        if bounds is None or any(one != what[0] for one in what) or not self.sound(what[0], scope):
            return False
        low, high = bounds
        return len(set(values)) == len(values) and set(range(low, high + 1)) <= set(values)
