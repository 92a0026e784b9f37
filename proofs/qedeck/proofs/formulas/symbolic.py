"""The symbolic algebra: Z3 terms, so that the meaning of Core becomes a formula.

In: what the concrete algebra takes, with symbols among it; out: terms. What is constant stays a
Python value, and every number carries bounds, so that the meaning knows what is already certain.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

import z3

from qedeck.interpreter.algebra import Value
from qedeck.proofs.formulas import library

Z3: TypeAlias = Any
"""A Z3 term; the library has no types of its own."""


@dataclass(frozen=True, slots=True)
class Term:
    """A number that is not constant, within bounds that are."""

    z3: Z3
    low: int
    high: int


Truth: TypeAlias = bool | Z3
Number: TypeAlias = int | Term


class Symbolic:
    """Constants are folded where they are made; big terms are never simplified."""

    def boolean(self, value: bool, /) -> Truth:
        return value

    def number(self, value: int, /) -> Number:
        return value

    def known(self, value: Truth, /) -> bool | None:
        return value if isinstance(value, bool) else None

    def known_number(self, value: Number, /) -> int | None:
        return value if isinstance(value, int) else None

    def range_of(self, value: Number, /) -> tuple[int, int]:
        return (value, value) if isinstance(value, int) else (value.low, value.high)

    def bounded(self, value: Number, low: int, high: int, /) -> Number:
        if isinstance(value, int) or (value.low >= low and value.high <= high):
            return value
        low, high = max(low, value.low), min(high, value.high)
        # Bounds that exclude each other mean that nobody can get here: any number will do.
        return value if low > high else number(value.z3, low, high)

    def is_boolean(self, value: Value, /) -> bool:
        return isinstance(value, bool) or not isinstance(value, int | Term)

    # ---- booleans ----------------------------------------------------------------------

    def not_(self, value: Truth, /) -> Truth:
        if isinstance(value, bool):
            return not value
        if library.kind_of(value.ast) == z3.Z3_OP_NOT:
            return library.truth(library.parts_of(value.ast)[0])
        return library.negated(value)

    def and_(self, left: Truth, right: Truth, /) -> Truth:
        if isinstance(left, bool):
            return right if left else False
        if isinstance(right, bool):
            return left if right else False
        return left if library.same_term(left, right) else library.both(left, right)

    def or_(self, left: Truth, right: Truth, /) -> Truth:
        if isinstance(left, bool):
            return True if left else right
        if isinstance(right, bool):
            return True if right else left
        return left if library.same_term(left, right) else library.either(left, right)

    def iff(self, left: Truth, right: Truth, /) -> Truth:
        if isinstance(left, bool):
            return right if left else self.not_(right)
        if isinstance(right, bool):
            return left if right else self.not_(left)
        return True if library.same_term(left, right) else library.equal(left, right)

    def choose(self, condition: Truth, then: Truth, otherwise: Truth, /) -> Truth:
        if isinstance(condition, bool):
            return then if condition else otherwise
        if isinstance(then, bool):
            return self.or_(condition, otherwise) if then else self.and_(self.not_(condition), otherwise)
        if isinstance(otherwise, bool):
            return self.or_(self.not_(condition), then) if otherwise else self.and_(condition, then)
        return then if library.same_term(then, otherwise) else library.truth_if(condition, then, otherwise)

    # ---- numbers --------------------------------------------------------------------------

    def eq(self, left: Number, right: Number, /) -> Truth:
        (low, high), (least, most) = self.range_of(left), self.range_of(right)
        if high < least or most < low:
            return False
        if low == high == least == most or left is right:
            return True
        return library.equal(term(left), term(right))

    def lt(self, left: Number, right: Number, /) -> Truth:
        (low, high), (least, most) = self.range_of(left), self.range_of(right)
        if high < least:
            return True
        if low >= most or left is right:
            return False
        return library.less(term(left), term(right))

    def le(self, left: Number, right: Number, /) -> Truth:
        return self.not_(self.lt(right, left))

    def add(self, left: Number, right: Number, /) -> Number:
        if isinstance(left, int) and isinstance(right, int):
            return left + right
        (low, high), (least, most) = self.range_of(left), self.range_of(right)
        if low == high == 0:
            return right
        if least == most == 0:
            return left
        return number(library.plus(term(left), term(right)), low + least, high + most)

    def sub(self, left: Number, right: Number, /) -> Number:
        if isinstance(left, int) and isinstance(right, int):
            return left - right
        (low, high), (least, most) = self.range_of(left), self.range_of(right)
        if least == most == 0:
            return left
        return number(library.minus(term(left), term(right)), low - most, high - least)

    def mul(self, left: Number, right: Number, /) -> Number:
        if isinstance(left, int) and isinstance(right, int):
            return left * right
        (low, high), (least, most) = self.range_of(left), self.range_of(right)
        ends = (low * least, low * most, high * least, high * most)
        return number(term(left) * term(right), min(ends), max(ends))

    def div(self, left: Number, right: Number, /) -> Number:
        if isinstance(left, int) and isinstance(right, int):
            return left // right
        (low, high), (least, most) = self.range_of(left), self.range_of(right)
        if least > 0:
            ends = [end // by for end in (low, high) for by in (least, most)]
            return number(term(left) / term(right), min(ends), max(ends))
        bound = max(abs(low), abs(high))
        # Z3 rounds so that the remainder is not negative: that is down only for positive divisors.
        one, by = term(left), term(right)
        return number(z3.If(by > 0, one / by, (-one) / (-by)), -bound, bound)

    def mod(self, left: Number, right: Number, /) -> Number:
        if isinstance(left, int) and isinstance(right, int):
            return left % right
        (low, high), (least, most) = self.range_of(left), self.range_of(right)
        if least > 0:
            if low >= 0 and high < least:
                return left
            return number(term(left) % term(right), 0, most - 1)
        one, by = term(left), term(right)
        return number(z3.If(by > 0, one % by, -((-one) % (-by))), min(least + 1, 0), max(most - 1, 0))

    def minimum(self, left: Number, right: Number, /) -> Number:
        (low, high), (least, most) = self.range_of(left), self.range_of(right)
        return self.bounded(self.ite(self.lt(right, left), right, left), min(low, least), min(high, most))

    def maximum(self, left: Number, right: Number, /) -> Number:
        (low, high), (least, most) = self.range_of(left), self.range_of(right)
        return self.bounded(self.ite(self.lt(left, right), right, left), max(low, least), max(high, most))

    def ite(self, condition: Truth, then: Number, otherwise: Number, /) -> Number:
        if isinstance(condition, bool):
            return then if condition else otherwise
        if then is otherwise or (isinstance(then, int) and isinstance(otherwise, int) and then == otherwise):
            return then
        (low, high), (least, most) = self.range_of(then), self.range_of(otherwise)
        made = library.amount_if(condition, term(then), term(otherwise))
        return number(made, min(low, least), max(high, most))


_YES, _NO = z3.BoolVal(True), z3.BoolVal(False)


@lru_cache(maxsize=4096)
def _numeral(value: int) -> Z3:
    return z3.IntVal(value)


def number(value: Z3, low: int, high: int) -> Number:
    """A term of Z3 that lies within these bounds."""
    return low if low == high else Term(value, low, high)


def term(value: Value) -> Z3:
    """The Z3 term of a boolean or a number of this algebra."""
    if isinstance(value, bool):
        return _YES if value else _NO
    if isinstance(value, int):
        return _numeral(value)
    return value.z3 if isinstance(value, Term) else value


SYMBOLIC = Symbolic()
