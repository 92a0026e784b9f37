"""Values of the third algebra: where a number will be when the program runs, and what is known of it already."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from qedeck.engine.ir import Atom

Formula: TypeAlias = tuple[tuple[str, ...], int]
"""Names of yes-or-nos, and the truth table over them: bit k of it for the k-th combination."""
MOST_NAMES = 6
LARGEST = 2**31 - 1


class Unfit(Exception):
    """This game cannot be compiled; the interpreter plays it all the same."""


@dataclass(frozen=True, slots=True)
class Code:
    """A value of the program: a constant or a name, its bounds, whether it is a yes or no.

    `formula`: a yes or no as a combination of others. `among`: it holds just where a number is one
    of these (the number's name, a mask counted from its lowest value).
    """

    atom: Atom
    low: int
    high: int
    truth: bool = False
    formula: Formula | None = None
    among: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Each(Code):
    """A value for each of up to 64 members at once, such as all cards.

    A yes or no: the set of members for which it holds, as a mask. A number: `values`, known for
    each member; or 0 and 1, by a mask.
    """

    values: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Taken(Each):
    """A number for each member, of which only is known who has one: those in the mask have 0 or more, the others -1."""


def same(one: Code, two: Code) -> bool:
    """Whether two values are one. The atom alone does not tell: 1 is yes, and it is the set of the first member."""
    return one.atom == two.atom and isinstance(one, Each) == isinstance(two, Each)


class NotAtOnce(Exception):
    """This cannot be said of all members at once: they are asked one after the other."""


YES = Code(1, 1, 1, True)
NO = Code(0, 0, 0, True)


def constant(value: int) -> Code:
    if -FEW_CONSTANTS < value < FEW_CONSTANTS:
        return _CONSTANTS[value]
    if abs(value) > LARGEST:
        raise Unfit(f"the number {value} is too large")
    return Code(int(value), int(value), int(value))


FEW_CONSTANTS = 256
_CONSTANTS = {value: Code(value, value, value) for value in range(1 - FEW_CONSTANTS, FEW_CONSTANTS)}


def formula_of(value: Code) -> Formula | None:
    if isinstance(value.atom, int):
        return (), 1 if value.atom else 0
    return value.formula or ((value.atom,), 0b10)


def combine(op: str, left: Formula | None, right: Formula | None) -> Formula | None:
    """and, or, xor of two formulas; None where that takes too many names."""
    if left is None or right is None:
        return None
    names = tuple(sorted({*left[0], *right[0]}))
    if len(names) > MOST_NAMES:
        return None
    one, two = _over(left, names), _over(right, names)
    table = one & two if op == "and" else one | two if op == "or" else one ^ two
    return names, table


def negate(formula: Formula | None) -> Formula | None:
    if formula is None:
        return None
    names, table = formula
    return names, table ^ ((1 << (1 << len(names))) - 1)


def _over(formula: Formula, names: tuple[str, ...]) -> int:
    """The truth table over more names."""
    own, table = formula
    if own == names:
        return table
    places = [names.index(name) for name in own]
    result = 0
    for row in range(1 << len(names)):
        here = 0
        for k, place in enumerate(places):
            here |= (row >> place & 1) << k
        result |= (table >> here & 1) << row
    return result


def settled(formula: Formula, facts: dict[str, bool]) -> bool | None:
    """Whether a formula is the same wherever these facts hold."""
    names, table = formula
    seen = set()
    for row in range(1 << len(names)):
        if all(facts.get(name, bool(row >> k & 1)) == bool(row >> k & 1) for k, name in enumerate(names)):
            seen.add(table >> row & 1)
    return bool(seen.pop()) if len(seen) == 1 else None
