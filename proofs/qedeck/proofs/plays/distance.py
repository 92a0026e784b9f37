"""How far a position is from what is wanted: 0 where it holds, more the more is missing.

A guess that steers searching, nothing rests on it. Conditions that must hold together add up, of those that may hold
instead of each other the nearest counts; numbers are as far as they differ, anything else is 1 or 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells
from qedeck.spec import core as c

Locals = Mapping[str, int]
DEEP = 8
"""Definitions within definitions that are looked into."""
FAR = 1_000
KNOWN = 20_000
"""Distances of parts that are remembered."""
NUMBERS = frozenset({"add", "sub", "mul", "div", "mod", "min", "max"})


class Distance:
    """A wanted condition, measured at one position after the other."""

    def __init__(self, meaning: Meaning[bool, int], wanted: c.Expr, holds: bool = True) -> None:
        self.meaning = meaning
        self.core = meaning.core
        self.wanted = wanted
        self.holds = holds
        self.known: dict[tuple[object, ...], int] = {}
        self._depends: dict[int, tuple[tuple[str, ...], tuple[str, ...]]] = {}

    def depends(self, expr: c.Expr) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The variables and the locals that this part of the wanted condition depends on."""
        if id(expr) not in self._depends:
            self._depends[id(expr)] = tuple(sorted(self.meaning.layout.seen_by([expr]))), tuple(sorted(c.free(expr)))
        return self._depends[id(expr)]

    def __call__(self, cells: Cells) -> int:
        worth, faults = self.meaning.value(self.wanted, cells)
        if not faults and bool(worth) is self.holds:
            return 0
        return max(1, min(FAR, _Look(self, cells).far(self.wanted, {}, self.holds, DEEP)))


class _Look:
    """One position, looked at."""

    def __init__(self, distance: Distance, cells: Cells) -> None:
        self.core, self.meaning, self.cells = distance.core, distance.meaning, cells
        self.distance = distance

    def far(self, expr: c.Expr, bound: Locals, holds: bool, deep: int) -> int:
        """How far this condition is from holding, or from not holding."""
        if isinstance(expr, c.Fold | c.Call):
            return self._kept(expr, bound, holds, deep)
        return self._far(expr, bound, holds, deep)

    def _kept(self, expr: c.Fold | c.Call, bound: Locals, holds: bool, deep: int) -> int:
        """The same, once for all positions that do not differ in what it depends on."""
        reads, names = self.distance.depends(expr)
        key = (id(expr), holds, deep, *map(bound.get, names), *map(self.cells.rows.__getitem__, reads))
        known = self.distance.known
        if key not in known:
            if len(known) > KNOWN:
                known.clear()
            worth = self._worth(expr, bound)
            holding = worth is not None and bool(worth) is holds
            known[key] = 0 if holding else self._far(expr, bound, holds, deep)
        return known[key]

    def _far(self, expr: c.Expr, bound: Locals, holds: bool, deep: int) -> int:
        match expr:
            case c.Op("not", (inner,)):
                return self.far(inner, bound, not holds, deep)
            case c.Op("and" | "or", args):
                return _together((self.far(arg, bound, holds, deep) for arg in args), (expr.op == "and") is holds)
            case c.Op("implies", (first, then)):
                each = (self.far(first, bound, not holds, deep), self.far(then, bound, holds, deep))
                return _together(each, not holds)
            case c.Op("eq" | "ne" | "lt" | "le", (left, right)):
                return self._compared(expr.op, left, right, bound, holds)
            case c.Fold("all" | "any"):
                return self._fold(expr, bound, holds, deep)
            case c.Ite(condition, then, otherwise):
                yes = self.far(condition, bound, True, deep) + self.far(then, bound, holds, deep)
                return min(yes, self.far(condition, bound, False, deep) + self.far(otherwise, bound, holds, deep))
            case c.Need(condition, inner):
                return self.far(condition, bound, True, deep) + self.far(inner, bound, holds, deep)
            case c.Cases(rows, default):
                return self._cases(rows, default, bound, holds, deep)
            case c.Call(name, args) if deep:
                values = [self._worth(arg, bound) for arg in args]
                define = self.core.defines[name]
                if None in values:
                    return 1
                inside = {
                    name: value for (name, _), value in zip(define.params, values, strict=True) if value is not None
                }
                return self.far(define.body, inside, holds, deep - 1)
            case _:
                pass
        worth = self._worth(expr, bound)
        if worth is not None and bool(worth) is holds:
            return 0
        # What no play changes never comes to hold.
        return 1 if self.distance.depends(expr)[0] else FAR

    def _worth(self, expr: c.Expr, bound: Locals) -> int | None:
        worth, faults = self.meaning.value(expr, self.cells, dict(bound))
        return None if faults else worth

    def _compared(self, op: str, left: c.Expr, right: c.Expr, bound: Locals, holds: bool) -> int:
        one, other = self._worth(left, bound), self._worth(right, bound)
        if one is None or other is None:
            return 1
        if op in ("eq", "ne"):
            if (op == "eq") is not holds:
                return int(one == other)
            return abs(one - other) if self._counts(left) or self._counts(right) else int(one != other)
        # The least change that makes it true: one < other, one <= other, or the opposite of it.
        slack = one - other + (op == "lt") if holds else other - one + (op == "le")
        return max(0, slack)

    def _counts(self, expr: c.Expr) -> bool:
        """Whether this is a number to count with, not a word or a card."""
        match expr:
            case c.Op(op):
                return op in NUMBERS
            case c.Fold(kind):
                return kind in ("sum", "max", "min")
            case c.Read(var):
                return isinstance(self.core.vars[var].type, c.Whole)
            case c.Call(name):
                return isinstance(self.core.defines[name].type, c.Whole)
            case _:
                return False

    def _fold(self, fold: c.Fold, bound: Locals, holds: bool, deep: int) -> int:
        every = (fold.kind == "all") is holds
        each = []
        for member in range(fold.low, fold.high):
            here = {**bound, fold.local: member}
            # Either it is no member of those meant, or it must fit.
            meant = FAR * every if fold.where is None else self.far(fold.where, here, not every, deep)
            if every and not meant:
                continue
            body = self.far(fold.body, here, holds, deep)
            each.append(min(meant, body) if every else meant + body)
        return _together(each, every)

    def _cases(self, rows: tuple[c.CaseRow, ...], default: c.Expr | None, bound: Locals, holds: bool, deep: int) -> int:
        each = [self.far(r.guard, bound, True, deep) + self.far(r.value, bound, holds, deep) for r in rows]
        if default is not None:
            none = sum(self.far(row.guard, bound, False, deep) for row in rows)
            each.append(none + self.far(default, bound, holds, deep))
        return _together(each, False)


def _together(each: Iterable[int], all_of_them: bool) -> int:
    return min(FAR, sum(each)) if all_of_them else min(each, default=FAR)
