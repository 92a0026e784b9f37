"""The tree of expressions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from qedeck.spec.tree.base import Node, Word


@dataclass(frozen=True, slots=True)
class Integer(Node):
    value: int


@dataclass(frozen=True, slots=True)
class YesNo(Node):
    value: bool


@dataclass(frozen=True, slots=True)
class Nothing(Node):
    """`none`: nobody, no card."""


@dataclass(frozen=True, slots=True)
class PlayerCount(Node):
    """`players`: how many people play."""


@dataclass(frozen=True, slots=True)
class Name(Node):
    word: str


@dataclass(frozen=True, slots=True)
class Numbered(Node):
    """`chest 7`, `player 2`."""

    word: str
    number: int


@dataclass(frozen=True, slots=True)
class Call(Node):
    word: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class TupleOf(Node):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Of(Node):
    """`suit of c`: an attribute, a zone, a remembered value, a definition, a parameter."""

    word: str
    arg: Expr


@dataclass(frozen=True, slots=True)
class Elsewhere(Node):
    """`other card at i`, `was led`: the same in the other position, or before the choice."""

    body: Expr


@dataclass(frozen=True, slots=True)
class At(Node):
    """`card at i`, `player at i`, `card at s in scene of p`."""

    word: str
    place: Expr
    zone: Expr | None


@dataclass(frozen=True, slots=True)
class Bind(Node):
    """`player p`, `card c in hand of p`, `number n from 1 to 4`."""

    type: Word
    name: Word
    within: Expr | None = None
    low: Expr | None = None
    high: Expr | None = None


@dataclass(frozen=True, slots=True)
class Count(Node):
    bind: Bind
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Total(Node):
    body: Expr
    bind: Bind
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Extreme(Node):
    """`highest points of p for each player p`; a value."""

    which: str
    body: Expr
    bind: Bind
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Picker(Node):
    """`first place i in trick where …`, `last …`, `only …`; undefined where there is none."""

    which: str
    bind: Bind
    where: Expr | None
    start: Expr | None
    """`clockwise from` this player."""


@dataclass(frozen=True, slots=True)
class Whichever(Node):
    """`whichever player p has most points of p`; undefined on a tie."""

    bind: Bind
    where: Expr | None
    which: str
    body: Expr


@dataclass(frozen=True, slots=True)
class SeatsAway(Node):
    """`2 seats after p` (clockwise) or `2 seats before p`."""

    distance: Expr
    start: Expr
    clockwise: bool


@dataclass(frozen=True, slots=True)
class Negative(Node):
    body: Expr


@dataclass(frozen=True, slots=True)
class Arithmetic(Node):
    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Compare(Node):
    """`<`, `<=`, `>`, `>=`; the wordy forms `is at least` and `is at most` end here too."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Is(Node):
    left: Expr
    right: Expr
    negated: bool


@dataclass(frozen=True, slots=True)
class In(Node):
    left: Expr
    zone: Expr
    negated: bool


@dataclass(frozen=True, slots=True)
class Empty(Node):
    zone: Expr
    negated: bool


@dataclass(frozen=True, slots=True)
class Not(Node):
    body: Expr


@dataclass(frozen=True, slots=True)
class And(Node):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Or(Node):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Otherwise(Node):
    """The left value, or the right one where the left is undefined."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Some(Node):
    bind: Bind
    body: Expr
    negated: bool


@dataclass(frozen=True, slots=True)
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
    | Not
    | And
    | Or
    | Otherwise
    | Some
    | Every
)
