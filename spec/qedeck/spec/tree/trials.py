"""The tree of examples and properties: what must come out, and what must hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from qedeck.spec.tree.base import Cites, Node, Word
from qedeck.spec.tree.expressions import Bind, Expr
from qedeck.spec.tree.statements import Owner


@dataclass(frozen=True, slots=True)
class Setting(Node):
    """`icons of chest 3 is 2`, or `every card c has icons of c is rank of c mod 6`."""

    target: Expr
    value: Expr
    bind: Bind | None = None
    where: Expr | None = None


@dataclass(frozen=True, slots=True)
class WithPlayers(Node):
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class With(Node):
    setting: Setting


@dataclass(frozen=True, slots=True)
class Given(Node):
    target: Expr
    values: tuple[Expr, ...]
    each: bool = False


@dataclass(frozen=True, slots=True)
class Pick(Node):
    """One decision of a script: a value, or an option's name with its values, or decline."""

    option: str | None
    values: tuple[Expr, ...]
    decline: bool = False


@dataclass(frozen=True, slots=True)
class WhenDo(Node):
    phase: Word | None
    """None: go on from where the position stands."""
    args: tuple[Expr, ...]
    picks: tuple[Pick, ...]


@dataclass(frozen=True, slots=True)
class Then(Node):
    expect: Expr


@dataclass(frozen=True, slots=True)
class ThenRefused(Node):
    pass


@dataclass(frozen=True, slots=True)
class ThenEnded(Node):
    ending: Word | None
    """None: not ended."""


@dataclass(frozen=True, slots=True)
class ThenWon(Node):
    players: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class ThenAsked(Node):
    owner: Owner


ExampleLine: TypeAlias = WithPlayers | With | Given | WhenDo | Then | ThenRefused | ThenEnded | ThenWon | ThenAsked


@dataclass(frozen=True, slots=True)
class Example(Node):
    name: Word
    title: str | None
    lines: tuple[ExampleLine, ...]
    cites: Cites


@dataclass(frozen=True, slots=True)
class Claim(Node):
    """What a property says: a kind in the prover's words, with its expression and names."""

    kind: str
    body: Expr | None = None
    names: tuple[Word, ...] = ()
    bind: Bind | None = None
    where: Expr | None = None
    until: Expr | None = None


@dataclass(frozen=True, slots=True)
class Property(Node):
    name: Word
    title: str | None
    counts: WithPlayers | None
    settings: tuple[Setting, ...]
    assuming: tuple[Expr, ...]
    claims: tuple[Claim, ...]
    cites: Cites
