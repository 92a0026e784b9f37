"""The value algebra: the operations that the meaning of Core is written in, and nothing else.

In: what a boolean and a number are (Python's own, Z3 terms, program text); out: the meaning of
Core for them. The meaning never compares, branches or counts with Python on such values.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias, TypeVar

B = TypeVar("B")
N = TypeVar("N")

Value: TypeAlias = Any
"""A boolean or a number of some algebra; the type of the expression says which."""


class Algebra(Protocol[B, N]):
    """Booleans B and whole numbers N."""

    def boolean(self, value: bool, /) -> B: ...

    def number(self, value: int, /) -> N: ...

    # Asking what is already certain. `None` is always a right answer, only a slow one.

    def known(self, value: B, /) -> bool | None:
        """The boolean, if it is the same in every state this value stands for."""

    def known_number(self, value: N, /) -> int | None:
        """The number, if it is the same in every state this value stands for."""

    def range_of(self, value: N, /) -> tuple[int, int]:
        """Bounds that hold in every state, both included."""
        ...

    def bounded(self, value: N, low: int, high: int, /) -> N:
        """The same number; the meaning has seen to it that it lies within these bounds."""
        ...

    def is_boolean(self, value: Value, /) -> bool:
        """Whether this is a B (else it is an N)."""
        ...

    # Booleans.

    def not_(self, value: B, /) -> B: ...

    def and_(self, left: B, right: B, /) -> B: ...

    def or_(self, left: B, right: B, /) -> B: ...

    def iff(self, left: B, right: B, /) -> B: ...

    def choose(self, condition: B, then: B, otherwise: B, /) -> B:
        """One of two booleans."""
        ...

    # Numbers.

    def eq(self, left: N, right: N, /) -> B: ...

    def lt(self, left: N, right: N, /) -> B: ...

    def le(self, left: N, right: N, /) -> B: ...

    def add(self, left: N, right: N, /) -> N: ...

    def sub(self, left: N, right: N, /) -> N: ...

    def mul(self, left: N, right: N, /) -> N: ...

    def div(self, left: N, right: N, /) -> N:
        """Rounded down: -7 by 2 is -4, 7 by -2 is -4. The meaning never divides by 0."""
        ...

    def mod(self, left: N, right: N, /) -> N:
        """What `div` leaves, with the sign of the divisor. The meaning never divides by 0."""
        ...

    def minimum(self, left: N, right: N, /) -> N: ...

    def maximum(self, left: N, right: N, /) -> N: ...

    def ite(self, condition: B, then: N, otherwise: N, /) -> N:
        """One of two numbers."""
        ...
