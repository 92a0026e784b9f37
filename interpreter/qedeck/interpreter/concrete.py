"""The concrete algebra: Python's booleans and whole numbers. The reference for all others."""

from __future__ import annotations

import operator

from qedeck.interpreter.algebra import Value


class Concrete:
    """Everything is known, so no branch is ever evaluated that is not taken."""

    # Operators of the standard library are used as they are, so that the most frequent
    # operations cost no Python frame of our own.
    not_ = staticmethod(operator.not_)
    iff = staticmethod(operator.is_)
    eq = staticmethod(operator.eq)
    lt = staticmethod(operator.lt)
    le = staticmethod(operator.le)
    add = staticmethod(operator.add)
    sub = staticmethod(operator.sub)
    mul = staticmethod(operator.mul)
    div = staticmethod(operator.floordiv)
    mod = staticmethod(operator.mod)
    and_ = staticmethod(operator.and_)
    or_ = staticmethod(operator.or_)

    def boolean(self, value: bool, /) -> bool:
        return value

    def number(self, value: int, /) -> int:
        return value

    def known(self, value: bool, /) -> bool | None:
        return value

    def known_number(self, value: int, /) -> int | None:
        return value

    def range_of(self, value: int, /) -> tuple[int, int]:
        return value, value

    def bounded(self, value: int, low: int, high: int, /) -> int:
        return value

    def is_boolean(self, value: Value, /) -> bool:
        return isinstance(value, bool)

    def choose(self, condition: bool, then: bool, otherwise: bool, /) -> bool:
        return then if condition else otherwise

    def ite(self, condition: bool, then: int, otherwise: int, /) -> int:
        return then if condition else otherwise

    def minimum(self, left: int, right: int, /) -> int:
        return left if left <= right else right

    def maximum(self, left: int, right: int, /) -> int:
        return left if left >= right else right


CONCRETE = Concrete()
