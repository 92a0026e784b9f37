"""The third algebra: operations on values of the program, written down by a Stage unless they can be done now."""

from __future__ import annotations

import operator
from collections.abc import Callable
from itertools import product

from qedeck.engine.ir import Region
from qedeck.engine.lanes import Lanes
from qedeck.engine.stage import Stage
from qedeck.engine.values import NO, YES, Code, Each, constant

MOST_MEMBERS = 64


class Written:
    """Booleans and numbers that a program will have."""

    def __init__(self, tables: Callable[[list[int]], Region]) -> None:
        self.stage: Stage
        self.tables = tables
        """Where rows of sets are kept."""

    @property
    def lanes(self) -> Lanes:
        assert self.stage.lanes is not None
        return self.stage.lanes

    # ---- what is certain ---------------------------------------------------------------------

    def boolean(self, value: bool, /) -> Code:
        return YES if value else NO

    def number(self, value: int, /) -> Code:
        return constant(value)

    def known(self, value: Code, /) -> bool | None:
        return self.stage.known(value)

    def known_number(self, value: Code, /) -> int | None:
        if isinstance(value, Each):
            return None
        low, high = self.stage.bounds(value)
        return low if low == high else None

    def range_of(self, value: Code, /) -> tuple[int, int]:
        if isinstance(value, Each):
            return value.low, value.high
        return self.stage.bounds(value)

    def bounded(self, value: Code, low: int, high: int, /) -> Code:
        if isinstance(value, Each):
            return value
        self.stage.narrow(value, low, high)
        return value

    def is_boolean(self, value: Code, /) -> bool:
        return value.truth

    # ---- booleans ------------------------------------------------------------------------------

    def not_(self, value: Code, /) -> Code:
        if isinstance(value, Each):
            return self.lanes.not_(value)
        return self.stage.negation(value)

    def and_(self, left: Code, right: Code, /) -> Code:
        if isinstance(left, Each) or isinstance(right, Each):
            return self.lanes.connect("and", left, right)
        return self.stage.connect("and", left, right)

    def or_(self, left: Code, right: Code, /) -> Code:
        if isinstance(left, Each) or isinstance(right, Each):
            return self.lanes.connect("or", left, right)
        return self.stage.connect("or", left, right)

    def iff(self, left: Code, right: Code, /) -> Code:
        if isinstance(left, Each) or isinstance(right, Each):
            return self.lanes.choose(left, right, self.not_(right))
        for one, two in ((left, right), (right, left)):
            known = self.known(one)
            if known is not None:
                return two if known else self.not_(two)
        return YES if left.atom == right.atom else self._pair("eq", left, right)

    def choose(self, condition: Code, then: Code, otherwise: Code, /) -> Code:
        if isinstance(condition, Each) or isinstance(then, Each) or isinstance(otherwise, Each):
            return self.lanes.choose(condition, then, otherwise)
        return self.stage.select(condition, then, otherwise)

    def ite(self, condition: Code, then: Code, otherwise: Code, /) -> Code:
        if isinstance(condition, Each) or isinstance(then, Each) or isinstance(otherwise, Each):
            return self.lanes.ite(condition, then, otherwise)
        return self.stage.select(condition, then, otherwise)

    # ---- comparing -----------------------------------------------------------------------------

    def eq(self, left: Code, right: Code, /) -> Code:
        if isinstance(left, Each) or isinstance(right, Each):
            return self.lanes.compare(operator.eq, left, right)
        (low, high), (least, most) = self.range_of(left), self.range_of(right)
        if high < least or most < low:
            return NO
        if low == high == least == most or left.atom == right.atom:
            return YES
        if low == high:
            return self._member("eq", right, low)
        if least == most:
            return self._member("eq", left, least)
        return self._pair("eq", left, right)

    def lt(self, left: Code, right: Code, /) -> Code:
        return self._order("lt", left, right)

    def le(self, left: Code, right: Code, /) -> Code:
        return self._order("le", left, right)

    def _order(self, op: str, left: Code, right: Code) -> Code:
        if isinstance(left, Each) or isinstance(right, Each):
            return self.lanes.compare(operator.lt if op == "lt" else operator.le, left, right)
        (low, high), (least, most) = self.range_of(left), self.range_of(right)
        gap = 1 if op == "lt" else 0
        if high + gap <= least:
            return YES
        if low + gap > most or left.atom == right.atom:
            return YES if left.atom == right.atom and not gap else NO
        if low == high:
            return self._member("ge", right, low + gap)
        if least == most:
            return self.not_(self._member("ge", left, least + 1 - gap))
        return self.stage.pure(op, (left, right), 0, 1, True)

    def _pair(self, op: str, left: Code, right: Code) -> Code:
        if str(left.atom) > str(right.atom):
            left, right = right, left
        return self.stage.pure(op, (left, right), 0, 1, True)

    def _member(self, op: str, value: Code, limit: int) -> Code:
        """value = limit, or value >= limit: with the set of numbers for which it holds."""
        name = value.atom
        assert isinstance(name, str)
        low, high = self.stage.base[name]
        if (low, high) == (0, 1) and (op, limit) in (("ge", 1), ("eq", 1)):
            return Code(name, 0, 1, True)
        if (low, high) == (0, 1) and (op, limit) == ("eq", 0):
            return self.not_(Code(name, 0, 1, True))
        among = None
        if high - low < MOST_MEMBERS:
            fits = [k for k in range(low, high + 1) if (k == limit if op == "eq" else k >= limit)]
            among = name, sum(1 << k - low for k in fits)
        if op == "eq":
            return self.stage.pure("eq", (value, constant(limit)), 0, 1, True, among=among)
        return self.stage.pure("le", (constant(limit), value), 0, 1, True, among=among)

    # ---- counting ------------------------------------------------------------------------------

    def add(self, left: Code, right: Code, /) -> Code:
        if isinstance(left, Each) or isinstance(right, Each):
            return self.lanes.compute(operator.add, left, right)
        one, two = self.known_number(left), self.known_number(right)
        if one is not None and two is not None:
            return constant(one + two)
        if one == 0 or two == 0:
            return right if one == 0 else left
        if isinstance(left.atom, str) and two is not None:
            op, args = self.stage.origin.get(left.atom, ("", ()))
            if op == "add" and isinstance(args[1].atom, int):
                return self.add(args[0], constant(args[1].atom + two))
        if isinstance(left.atom, int):
            left, right = right, left
        return self.stage.number("add", (left, right), lambda a, b: (a[0] + b[0], a[1] + b[1]))

    def sub(self, left: Code, right: Code, /) -> Code:
        if isinstance(left, Each) or isinstance(right, Each):
            return self.lanes.compute(operator.sub, left, right)
        one, two = self.known_number(left), self.known_number(right)
        if two is not None:
            return constant(one - two) if one is not None else self.add(left, constant(-two))
        if left.atom == right.atom:
            return constant(0)
        return self.stage.number("sub", (left, right), lambda a, b: (a[0] - b[1], a[1] - b[0]))

    def mul(self, left: Code, right: Code, /) -> Code:
        if isinstance(left, Each) or isinstance(right, Each):
            return self.lanes.compute(operator.mul, left, right)
        for one, two in ((left, right), (right, left)):
            known = self.known_number(one)
            if known == 0:
                return constant(0)
            if known == 1:
                return Code(two.atom, two.low, two.high)
        one_, two_ = self.known_number(left), self.known_number(right)
        if one_ is not None and two_ is not None:
            return constant(one_ * two_)
        return self.stage.number("mul", (left, right), _corners)

    def div(self, left: Code, right: Code, /) -> Code:
        return self._divide("div", left, right)

    def mod(self, left: Code, right: Code, /) -> Code:
        return self._divide("mod", left, right)

    def _divide(self, op: str, left: Code, right: Code) -> Code:
        if isinstance(left, Each) or isinstance(right, Each):
            return self.lanes.compute(operator.floordiv if op == "div" else operator.mod, left, right)
        one, two = self.known_number(left), self.known_number(right)
        if one is not None and two is not None:
            return constant(one // two if op == "div" else one % two)
        (low, high), (least, _) = self.range_of(left), self.range_of(right)
        if two is not None and two > 0:
            if low // two == high // two:  # the quotient is always the same
                return constant(low // two) if op == "div" else self.add(left, constant(-(low // two) * two))
            if op == "mod" and left.low >= 0 and left.high < 2 * two:  # once round the table
                return self.stage.number("wrap", (left, right), lambda a, b: (0, b[0] - 1))
        if low >= 0 and least > 0:
            op = "divide" if op == "div" else "remain"
        bounds = _quotients if op in ("div", "divide") else _remainders
        return self.stage.number(op, (left, right), bounds)

    def minimum(self, left: Code, right: Code, /) -> Code:
        if isinstance(left, Each) or isinstance(right, Each):
            return self.lanes.compute(min, left, right)
        return self._extreme(left, right, self.le(left, right))

    def maximum(self, left: Code, right: Code, /) -> Code:
        if isinstance(left, Each) or isinstance(right, Each):
            return self.lanes.compute(max, left, right)
        return self._extreme(left, right, self.le(right, left))

    def _extreme(self, left: Code, right: Code, first: Code) -> Code:
        return self.ite(first, left, right)


def _corners(one: tuple[int, int], two: tuple[int, int]) -> tuple[int, int]:
    found = [a * b for a, b in product(one, two)]
    return min(found), max(found)


def _quotients(one: tuple[int, int], two: tuple[int, int]) -> tuple[int, int]:
    by = {k for k in (*two, -1, 1) if two[0] <= k <= two[1] and k} or {1}
    found = [a // b for a, b in product(one, by)]
    return min(found), max(found)


def _remainders(one: tuple[int, int], two: tuple[int, int]) -> tuple[int, int]:
    return min(0, two[0] + 1), max(0, two[1] - 1)
