"""What is plain of a term without asking anybody: between which numbers it lies, and that it is never undefined.

In: a Core and a term, with what is known of the locals around it; out: bounds, or none; yes only where it is sure.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias, assert_never

from qedeck.interpreter.layout import Layout, type_range
from qedeck.spec import core as c

Scope: TypeAlias = Mapping[str, "c.Const | tuple[int, int]"]
"""The locals around a term: what they are, or between which numbers; one that is not here may be anything."""
Bounds: TypeAlias = "tuple[int, int] | None"


class Plain:
    """Definitions, and what has been found of them."""

    def __init__(self, defines: Mapping[str, c.Define], layout: Layout) -> None:
        self.defines = defines
        self.layout = layout
        self._sound: dict[str, bool] = {}

    # ---- bounds ----------------------------------------------------------------------------

    def bounds(self, expr: c.Expr, scope: Scope) -> Bounds:
        """Between which numbers a term lies wherever it is defined; None if that is not plain, or it is a yes or no."""
        match expr:
            case c.Const(value):
                return None if isinstance(value, bool) else (value, value)
            case c.Local(name):
                found = scope.get(name)
                return self.bounds(found, scope) if isinstance(found, c.Const) else found
            case c.Read(var):
                return None if self.layout.yes_no[var] else self.layout.ranges[var]
            case c.Call(define):
                return self._of_define(define)
            case c.Op(op, args):
                return self._of_op(op, [self.bounds(arg, scope) for arg in args])
            case c.Ite(_, then, otherwise):
                return _around([self.bounds(then, scope), self.bounds(otherwise, scope)])
            case c.Need(_, value):
                return self.bounds(value, scope)
            case c.Try(left, right):
                return _around([self.bounds(left, scope), self.bounds(right, scope)])
            case c.Elsewhere(body):
                # A local is the same in both positions.
                return self.bounds(body, scope)
            case c.Find(_, _, low, high):
                return (low, high - 1) if low < high else None
            case c.Table(_, values):
                numbers = [value for value in values if value is not None]
                if not numbers or any(isinstance(value, bool) for value in numbers):
                    return None
                return min(numbers), max(numbers)
            case c.Cases(rows, default):
                every = [self.bounds(row.value, scope) for row in rows]
                return _around([*every, *([self.bounds(default, scope)] if default is not None else ())])
            case c.Fold():
                return None
            case _:
                assert_never(expr)

    def _of_op(self, op: str, args: list[Bounds]) -> Bounds:
        known = [arg for arg in args if arg is not None]
        if len(known) < len(args) or op not in ("add", "sub", "mul", "mod", "div", "min", "max"):
            return None
        (low, high), rest = known[0], known[1:]
        for least, most in rest:
            match op:
                case "add":
                    low, high = low + least, high + most
                case "sub":
                    low, high = low - most, high - least
                case "mul":
                    ends = [x * y for x in (low, high) for y in (least, most)]
                    low, high = min(ends), max(ends)
                case "min":
                    low, high = min(low, least), min(high, most)
                case "max":
                    low, high = max(low, least), max(high, most)
                case _:
                    if least < 1 or least != most:
                        return None
                    low, high = (0, least - 1) if op == "mod" else (low // least, high // least)
        return low, high

    def _of_define(self, name: str) -> Bounds:
        """Outside its type a definition is undefined."""
        type_ = self.defines[name].type
        return None if isinstance(type_, c.YesNo) else type_range(type_)

    def params(self, name: str) -> dict[str, c.Const | tuple[int, int]]:
        """What is known of the parameters of a definition."""
        names = (param for param, _ in self.defines[name].params)
        return dict(zip(names, self.layout.params[name], strict=True))

    # ---- never undefined -------------------------------------------------------------------

    def sound(self, expr: c.Expr, scope: Scope) -> bool:
        """Whether a term is surely defined."""
        match expr:
            case c.Const() | c.Local():
                return True
            case c.Read(var, index):
                sizes = self.layout.sizes[var]
                return len(index) == len(sizes) and all(
                    self.inside(part, 0, size - 1, scope) for part, size in zip(index, sizes, strict=True)
                )
            case c.Op(op, args):
                divides = op in ("div", "mod")
                if divides and not (len(args) == 2 and isinstance(args[1], c.Const) and args[1].value != 0):
                    return False
                return all(self.sound(arg, scope) for arg in args)
            case c.Ite(condition, then, otherwise):
                return all(self.sound(part, scope) for part in (condition, then, otherwise))
            case c.Fold(kind, local, low, high, where, body):
                inner = {**scope, local: (low, high - 1)}
                parts = (body,) if where is None else (where, body)
                return kind in ("all", "any", "sum") and all(self.sound(part, inner) for part in parts)
            case c.Call(define, args):
                limits = self.layout.params[define]
                fits = all(self.inside(arg, *limit, scope) for arg, limit in zip(args, limits, strict=True))
                return fits and self._sound_define(define)
            case c.Table(_, values, index):
                return None not in values and self.inside(index, 0, len(values) - 1, scope)
            case c.Need(condition, value):
                return condition == c.Const(True) and self.sound(value, scope)
            case c.Try(left, right):
                # A circle of definitions goes through `otherwise`: where there may be one, nothing is sure.
                return self.sound(left, scope) or (not _calls(left) and self.sound(right, scope))
            case c.Elsewhere(body):
                return self.sound(body, scope)
            case c.Cases(rows, default):
                one = len(rows) <= 1 and default is not None
                parts = (*(part for row in rows for part in (row.guard, row.value)), *((default,) if default else ()))
                return one and all(self.sound(part, scope) for part in parts)
            case c.Find():
                return False
            case _:
                assert_never(expr)

    def inside(self, expr: c.Expr, low: int, high: int, scope: Scope) -> bool:
        """Whether a term is surely defined and between these."""
        found = self.bounds(expr, scope)
        return found is not None and low <= found[0] and found[1] <= high and self.sound(expr, scope)

    def _sound_define(self, name: str) -> bool:
        if name not in self._sound:
            self._sound[name] = False  # one that asks itself is not sure
            define, scope = self.defines[name], self.params(name)
            self._sound[name] = self.of_type(define) and self.sound(define.body, scope)
        return self._sound[name]

    def of_type(self, define: c.Define) -> bool:
        """Whether what a definition comes to, where its body is defined, is surely of its type."""
        if isinstance(define.type, c.YesNo):
            return True
        params = zip((name for name, _ in define.params), self.layout.params[define.name], strict=True)
        found, (low, high) = self.bounds(define.body, dict(params)), type_range(define.type)
        return found is not None and low <= found[0] and found[1] <= high


def _calls(expr: c.Expr) -> bool:
    """Whether a definition is asked in it."""
    return isinstance(expr, c.Call) or any(map(_calls, c.parts(expr)))


def _around(found: list[Bounds]) -> Bounds:
    """Bounds for whichever of these it is."""
    known = [one for one in found if one is not None]
    if not known or len(known) < len(found):
        return None
    return min(low for low, _ in known), max(high for _, high in known)
