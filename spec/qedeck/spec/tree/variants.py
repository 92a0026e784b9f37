"""The tree of variants, and the sum of all clauses."""

from __future__ import annotations

from typing import TypeAlias

from qedeck.spec.tree.base import Cites, Node, Word, node
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


@node
class Variant(Node):
    name: Word
    base: Word
    cites: Cites


@node
class ReplaceClause(Node):
    clause: Clause


@node
class ReplaceRow(Node):
    key: Word
    define: Word
    row: Row
    cites: Cites


@node
class Remove(Node):
    name: Word
    cites: Cites


@node
class RestrictPlayers(Node):
    low: int
    high: int
    cites: Cites


@node
class Restrict(Node):
    name: Word
    params: tuple[Param, ...]
    condition: Expr
    cites: Cites


@node
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
