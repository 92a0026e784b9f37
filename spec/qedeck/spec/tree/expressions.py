"""The tree of expressions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from qedeck.spec.tree.base import Node, Word, node


@node
class Integer(Node):
    value: int


@node
class YesNo(Node):
    value: bool


@node
class Nothing(Node):
    """`none`: nobody, no card."""


@node
class PlayerCount(Node):
    """`players`: how many people play."""


@node
class Name(Node):
    word: str


@node
class Numbered(Node):
    """`chest 7`, `player 2`."""

    word: str
    number: int


@node
class Call(Node):
    word: str
    args: tuple[Expr, ...]


@node
class TupleOf(Node):
    items: tuple[Expr, ...]


@node
class Of(Node):
    """`suit of c`: an attribute, a zone, a remembered value, a definition, a parameter."""

    word: str
    arg: Expr


@node
class Elsewhere(Node):
    """`other card at i`, `was led`: the same in the other position, or before the choice."""

    body: Expr


@node
class At(Node):
    """`card at i`, `player at i`, `card at s in scene of p`."""

    word: str
    place: Expr
    zone: Expr | None


@node
class Bind(Node):
    """`player p`, `card c in hand of p`, `number n from 1 to 4`."""

    type: Word
    name: Word
    within: Expr | None = None
    low: Expr | None = None
    high: Expr | None = None


@node
class Count(Node):
    bind: Bind
    where: Expr | None


@node
class Total(Node):
    body: Expr
    bind: Bind
    where: Expr | None


@node
class Extreme(Node):
    """`highest points of p for each player p`; a value."""

    which: str
    body: Expr
    bind: Bind
    where: Expr | None


@node
class Picker(Node):
    """`first place i in trick where …`, `last …`, `only …`; undefined where there is none."""

    which: str
    bind: Bind
    where: Expr | None
    start: Expr | None
    """`clockwise from` this player."""


@node
class Whichever(Node):
    """`whichever player p has most points of p`; undefined on a tie."""

    bind: Bind
    where: Expr | None
    which: str
    body: Expr


@node
class SeatsAway(Node):
    """`2 seats after p` (clockwise) or `2 seats before p`."""

    distance: Expr
    start: Expr
    clockwise: bool


@node
class Negative(Node):
    body: Expr


@node
class Arithmetic(Node):
    op: str
    left: Expr
    right: Expr


@node
class Compare(Node):
    """`<`, `<=`, `>`, `>=`; the wordy forms `is at least` and `is at most` end here too."""

    op: str
    left: Expr
    right: Expr


@node
class Is(Node):
    left: Expr
    right: Expr
    negated: bool


@node
class In(Node):
    left: Expr
    zone: Expr
    negated: bool


@node
class Empty(Node):
    zone: Expr
    negated: bool


@node
class Knows(Node):
    """Whether a player sees the card at a place, or remembers it."""

    who: Expr
    card: Expr


@node
class Not(Node):
    body: Expr


@node
class And(Node):
    left: Expr
    right: Expr


@node
class Or(Node):
    left: Expr
    right: Expr


@node
class Otherwise(Node):
    """The left value, or the right one where the left is undefined."""

    left: Expr
    right: Expr


@node
class AsRead(Node):
    """One thing under a reading, another one otherwise: two readings of the same words."""

    given: Expr
    then: Expr
    otherwise: Expr


@node
class Some(Node):
    bind: Bind
    body: Expr
    negated: bool


@node
class Every(Node):
    bind: Bind
    where: Expr | None
    body: Expr


Expr: TypeAlias = (
    Integer
    | YesNo
    | Nothing
    | PlayerCount
    | Name
    | Numbered
    | Call
    | TupleOf
    | Of
    | Elsewhere
    | At
    | Count
    | Total
    | Extreme
    | Picker
    | Whichever
    | SeatsAway
    | Negative
    | Arithmetic
    | Compare
    | Is
    | In
    | Empty
    | Knows
    | Not
    | And
    | Or
    | Otherwise
    | AsRead
    | Some
    | Every
)


def names(part: object) -> Iterator[Name]:
    """Every name anywhere in a part of the tree, from left to right."""
    if isinstance(part, Name):
        yield part
    elif isinstance(part, tuple):
        for one in part:
            yield from names(one)
    elif isinstance(part, Node):
        for field in part.__dataclass_fields__:
            yield from names(getattr(part, field))


def bound(part: object) -> set[str]:
    """Every name that is bound anywhere in a part of the tree."""
    if isinstance(part, tuple):
        return set[str]().union(*map(bound, part))
    if not isinstance(part, Node):
        return set()
    inside = set[str]().union(*(bound(getattr(part, field)) for field in part.__dataclass_fields__))
    return inside | {part.name.text} if isinstance(part, Bind) else inside


def conjuncts(expr: Expr | None) -> Iterator[Expr]:
    """The parts that `and` joins; of no condition, none."""
    match expr:
        case None:
            return
        case And(left, right):
            yield from conjuncts(left)
            yield from conjuncts(right)
        case _:
            yield expr
