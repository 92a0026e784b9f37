"""All members at once: the same operations on sets of cards instead of single ones.

`some card c in hand of p where suit of c is led` is then one intersection. Members are numbered from
`low`; a set has the bit of each member's own number. What does not fit into this raises NotAtOnce.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from qedeck.engine.values import Code, Each, NotAtOnce, Taken, constant

if TYPE_CHECKING:
    from qedeck.engine.algebra import Written

MOST_MEMBERS = 64
MOST_ROWS = 512


class Lanes:
    """The members low..high-1 that are asked at once."""

    def __init__(self, algebra: Written, low: int, high: int) -> None:
        if low < 0 or high > MOST_MEMBERS:
            raise NotAtOnce
        self.algebra = algebra
        self.low, self.high = low, high
        self.full = (1 << high) - (1 << low)

    # ---- making values -----------------------------------------------------------------------

    def members(self) -> Code:
        return self.numbers(tuple(range(self.low, self.high)))

    def numbers(self, values: tuple[int, ...]) -> Code:
        if len(set(values)) == 1:
            return constant(values[0])
        return Each(f"from {self.low} each {values}", min(values), max(values), values=values)

    def truth(self, mask: Code | int) -> Code:
        """The members of a set."""
        atom = mask if isinstance(mask, int) else mask.atom
        if atom in (0, self.full):
            return self.algebra.boolean(bool(atom))
        return Each(atom, 0, 1, True)

    def where(self, holds: Callable[[int], bool], values: tuple[int, ...]) -> int:
        return sum(1 << k for k, value in enumerate(values, self.low) if holds(value))

    def mask(self, value: Code) -> Code:
        """A yes or no as a set."""
        if isinstance(value, Each):
            if not value.truth:
                raise NotAtOnce
            return Code(value.atom, 0, 0)
        known = self.algebra.known(value)
        if known is not None:
            return Code(self.full if known else 0, 0, 0)
        return self.wide("spread", value, Code(self.full, 0, 0))

    def wide(self, op: str, *args: Code) -> Code:
        found = self.algebra.stage.pure(op, args, 0, 0)
        self.algebra.stage.function.wide.add(str(found.atom))
        return found

    # ---- yes and no ----------------------------------------------------------------------------

    def not_(self, value: Code) -> Code:
        if isinstance(value.atom, int):
            return self.truth(self.full & ~value.atom)
        return self.truth(self.wide("without", Code(self.full, 0, 0), self.mask(value)))

    def connect(self, op: str, left: Code, right: Code) -> Code:
        for one, two in ((left, right), (right, left)):
            known = self.algebra.known(one)
            if known is not None:
                return one if known == (op == "or") else two
        if left.atom == right.atom:
            return left
        one, two = self.mask(left), self.mask(right)
        if isinstance(one.atom, int) and isinstance(two.atom, int):
            return self.truth(one.atom & two.atom if op == "and" else one.atom | two.atom)
        if str(one.atom) > str(two.atom):
            one, two = two, one
        return self.truth(self.wide("both" if op == "and" else "unite", one, two))

    def choose(self, condition: Code, then: Code, otherwise: Code) -> Code:
        algebra = self.algebra
        if isinstance(condition, Each):
            yes = algebra.and_(condition, then)
            return algebra.or_(yes, algebra.and_(algebra.not_(condition), otherwise))
        one, two = self.mask(then), self.mask(otherwise)
        return then if one.atom == two.atom else self.truth(self.wide("either set", condition, one, two))

    # ---- numbers ---------------------------------------------------------------------------------

    def compare(self, holds: Callable[[int, int], bool], left: Code, right: Code) -> Code:
        one, two = self._values(left), self._values(right)
        for value, other, swapped in ((left, two, False), (right, one, True)):
            if isinstance(value, Taken):
                return self._taken(value, other, (lambda a, b: holds(b, a)) if swapped else holds)
        if one is not None and two is not None:
            both = zip(one, two, strict=True)
            return self.truth(sum(1 << k for k, (a, b) in enumerate(both, self.low) if holds(a, b)))
        for value, other, swapped in ((left, two, False), (right, one, True)):
            if isinstance(value, Each) and value.values is None and other is not None and len(set(other)) == 1:
                limit = other[0]
                zero, unit = (holds(limit, x) if swapped else holds(x, limit) for x in (0, 1))
                if zero == unit:
                    return self.algebra.boolean(zero)
                held = Each(value.atom, 0, 1, True)
                return held if unit else self.not_(held)
        if isinstance(left, Each) == isinstance(right, Each):
            raise NotAtOnce
        if one is None:  # a number that is not known: a row of sets, one for each value it may have
            return self._row(left, lambda number: self.where(lambda v: holds(number, v), two or ()))
        return self._row(right, lambda number: self.where(lambda v: holds(v, number), one or ()))

    def _taken(self, value: Taken, other: tuple[int, ...] | None, holds: Callable[[int, int], bool]) -> Code:
        """What holds of all numbers alike that are not below 0."""
        if other is None or len(set(other)) != 1:
            raise NotAtOnce
        limit = other[0]
        there, absent = {holds(number, limit) for number in range(value.high + 1)}, holds(-1, limit)
        if len(there) != 1:
            raise NotAtOnce
        if there == {absent}:
            return self.algebra.boolean(absent)
        mask = Each(value.atom, 0, 1, True)
        return self.not_(mask) if absent else mask

    def _row(self, index: Code, mask: Callable[[int], int]) -> Code:
        if isinstance(index, Each) or index.high - index.low >= MOST_ROWS:
            raise NotAtOnce
        return self.looked_up(index, index.low, [mask(number) for number in range(index.low, index.high + 1)])

    def looked_up(self, index: Code, low: int, masks: list[int]) -> Code:
        """A row of sets, at a number that is not known."""
        if len(set(masks)) == 1:
            return self.truth(masks[0])
        table = self.algebra.tables(masks)
        place = self.algebra.sub(index, constant(low))
        return self.truth(self.algebra.stage.load(table, place, 0, 0))

    def compute(self, do: Callable[[int, int], int], left: Code, right: Code) -> Code:
        one, two = self._values(left), self._values(right)
        if one is None or two is None:
            raise NotAtOnce
        return self.numbers(tuple(do(a, b) for a, b in zip(one, two, strict=True)))

    def ite(self, condition: Code, then: Code, otherwise: Code) -> Code:
        one, two = self._values(then), self._values(otherwise)
        if not isinstance(condition, Each) or not isinstance(condition.atom, int) or one is None or two is None:
            raise NotAtOnce
        chosen = enumerate(zip(one, two, strict=True), self.low)
        return self.numbers(tuple(a if condition.atom >> k & 1 else b for k, (a, b) in chosen))

    def _values(self, value: Code) -> tuple[int, ...] | None:
        """The number for each member, where it is known."""
        if isinstance(value, Each):
            return value.values
        known = self.algebra.known_number(value)
        return None if known is None else (known,) * (self.high - self.low)
