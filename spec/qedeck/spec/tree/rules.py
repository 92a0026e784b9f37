"""The tree of the rules: head, cards, table, definitions, phases, endings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from qedeck.spec.tree.base import Cites, Node, Word
from qedeck.spec.tree.expressions import Bind, Expr
from qedeck.spec.tree.statements import Statement


@dataclass(frozen=True, slots=True)
class TypeYesNo(Node):
    pass


@dataclass(frozen=True, slots=True)
class TypeRange(Node):
    low: int
    high: Expr


@dataclass(frozen=True, slots=True)
class TypeName(Node):
    word: Word
    optional: bool = False


@dataclass(frozen=True, slots=True)
class TypePlace(Node):
    zone: Word


Type: TypeAlias = TypeYesNo | TypeRange | TypeName | TypePlace


@dataclass(frozen=True, slots=True)
class Param(Node):
    type: Word
    name: Word
    zone: Word | None


@dataclass(frozen=True, slots=True)
class Game(Node):
    name: Word
    low: int
    high: int
    seats: int | None
    ages: int | None
    minutes: int | None
    starts: Word | None
    moderated: bool
    cites: Cites


@dataclass(frozen=True, slots=True)
class Values(Node):
    name: Word
    members: tuple[Word, ...]
    cites: Cites


@dataclass(frozen=True, slots=True)
class CardLine(Node):
    family: Word
    spreads: tuple[tuple[Word, int, int], ...]
    attributes: tuple[tuple[Word, Key], ...]
    copies: Expr | None
    cites: Cites


@dataclass(frozen=True, slots=True)
class Cards(Node):
    name: Word | None
    file: str | None
    lines: tuple[CardLine, ...]
    cites: Cites


@dataclass(frozen=True, slots=True)
class OutLine(Node):
    family: Word
    copies: int | None
    low: int | None
    high: int | None
    cites: Cites


@dataclass(frozen=True, slots=True)
class LeaveOut(Node):
    players: int
    lines: tuple[OutLine, ...]
    cites: Cites


@dataclass(frozen=True, slots=True)
class Parameter(Node):
    name: Word
    params: tuple[Param, ...]
    type: Type
    assumed: Expr | By | None
    such_that: tuple[Expr, ...]
    cites: Cites


@dataclass(frozen=True, slots=True)
class Reading(Node):
    name: Word
    alternatives: tuple[Word, ...]
    """The first is the default."""
    cites: Cites


@dataclass(frozen=True, slots=True)
class Zone(Node):
    name: Word
    each: Word | None
    kind: str
    grid: Word | None
    holds: Word
    up_to: Expr | None
    sight: str
    full: bool
    cites: Cites


@dataclass(frozen=True, slots=True)
class Zones(Node):
    lines: tuple[Zone, ...]
    cites: Cites


@dataclass(frozen=True, slots=True)
class Remembered(Node):
    name: Word
    each: Word | None
    type: Type
    starting: Expr | None
    sight: str
    cites: Cites


@dataclass(frozen=True, slots=True)
class Remember(Node):
    lines: tuple[Remembered, ...]
    cites: Cites


@dataclass(frozen=True, slots=True)
class Part(Node):
    """One result of a definition; a definition with several results names each."""

    name: Word | None
    type: Type


@dataclass(frozen=True, slots=True)
class Key(Node):
    """A row key: a value, a card family, a number, yes, no or none."""

    word: str | None
    number: int | None


@dataclass(frozen=True, slots=True)
class Case(Node):
    condition: Expr | None
    """None: otherwise."""
    values: tuple[Expr, ...]
    excepts: tuple[Case, ...]
    cites: Cites


@dataclass(frozen=True, slots=True)
class Row(Node):
    keys: tuple[Key, ...]
    """Empty: otherwise."""
    cases: tuple[Case, ...]
    cites: Cites


@dataclass(frozen=True, slots=True)
class By(Node):
    subject: Expr
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Cases(Node):
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class Define(Node):
    name: Word
    params: tuple[Param, ...]
    parts: tuple[Part, ...]
    body: By | Cases
    cites: Cites


@dataclass(frozen=True, slots=True)
class Phase(Node):
    name: Word
    params: tuple[Param, ...]
    body: tuple[Statement, ...]
    cites: Cites


@dataclass(frozen=True, slots=True)
class Event(Node):
    name: Word
    param: Param
    cites: Cites


@dataclass(frozen=True, slots=True)
class Trigger(Node):
    event: Word
    name: Word
    where: Expr | None
    priority: int
    body: tuple[Statement, ...]
    cites: Cites


@dataclass(frozen=True, slots=True)
class Ending(Node):
    name: Word
    condition: Expr | None
    result: str
    """won, drawn or nobody."""
    bind: Bind | None
    where: Expr | None
    before: tuple[Word, ...]
    cites: Cites
