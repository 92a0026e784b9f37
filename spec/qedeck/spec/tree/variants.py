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
from qedeck.spec.tree.statements import Statement
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


@node
class Reword(Node):
    """`replace E by F`: a condition, or any part of what a clause says."""

    old: Expr
    new: Expr
    cites: Cites


@node
class Instead(Node):
    """`replace STEP` and the steps that come in its place; `remove STEP`, if none do."""

    step: Statement
    block: tuple[Statement, ...]


@node
class Insert(Node):
    """`add first`, `add last`, `add before STEP`, `add after STEP`, and steps."""

    where: str
    step: Statement | None
    block: tuple[Statement, ...]


Edit: TypeAlias = Reword | Instead | Insert


@node
class Amend(Node):
    """`in CLAUSE`: changes within a clause. A step is named by its first line."""

    name: Word
    edits: tuple[Edit, ...]
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
    | Amend
)
