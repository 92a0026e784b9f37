"""The tree of variants, and the sum of all clauses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from qedeck.spec.tree.base import Cites, Node, Word
from qedeck.spec.tree.expressions import Expr
from qedeck.spec.tree.rules import (
    Cards,
    Define,
    Ending,
    Event,
    Game,
    LeaveOut,
    Param,
    Parameter,
    Phase,
    Reading,
    Remember,
    Row,
    Trigger,
    Values,
    Zones,
)
from qedeck.spec.tree.trials import Example, Property, Setting


@dataclass(frozen=True, slots=True)
class Variant(Node):
    name: Word
    base: Word
    cites: Cites


@dataclass(frozen=True, slots=True)
class ReplaceClause(Node):
    clause: Clause


@dataclass(frozen=True, slots=True)
class ReplaceRow(Node):
    key: Word
    define: Word
    row: Row
    cites: Cites


@dataclass(frozen=True, slots=True)
class Remove(Node):
    name: Word
    cites: Cites


@dataclass(frozen=True, slots=True)
class RestrictPlayers(Node):
    low: int
    high: int
    cites: Cites


@dataclass(frozen=True, slots=True)
class Restrict(Node):
    name: Word
    params: tuple[Param, ...]
    condition: Expr
    cites: Cites


@dataclass(frozen=True, slots=True)
class Set(Node):
    setting: Setting
    cites: Cites


Clause: TypeAlias = (
    Game
    | Values
    | Cards
    | LeaveOut
    | Parameter
    | Reading
    | Zones
    | Remember
    | Define
    | Phase
    | Event
    | Trigger
    | Ending
    | Example
    | Property
    | Variant
    | ReplaceClause
    | ReplaceRow
    | Remove
    | RestrictPlayers
    | Restrict
    | Set
)
