"""The tree of statements: what happens, in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from qedeck.spec.tree.base import Cites, Node, Word
from qedeck.spec.tree.expressions import Bind, Expr


@dataclass(frozen=True, slots=True)
class LetBe(Node):
    """`let far be …`: a name for a value, until the end of the block."""

    name: Word
    value: Expr
    cites: Cites


@dataclass(frozen=True, slots=True)
class Becomes(Node):
    target: Expr
    value: Expr
    cites: Cites


@dataclass(frozen=True, slots=True)
class Change(Node):
    """`add 1 to x` (sign 1) and `take 1 from x` (sign -1)."""

    target: Expr
    amount: Expr
    sign: int
    limit: Expr | None
    """`up to` or `down to`: the change stops there."""
    cites: Cites


@dataclass(frozen=True, slots=True)
class Destination(Node):
    """Where cards go: one zone, or `hand of each player`."""

    zone: Expr
    each: bool = False


@dataclass(frozen=True, slots=True)
class Move(Node):
    card: Expr | None
    """None: all of them."""
    source: Expr | None
    """None: the card is named by its place."""
    destination: Destination
    cites: Cites


@dataclass(frozen=True, slots=True)
class Deal(Node):
    amount: Expr
    source: Expr
    destination: Destination
    cites: Cites


@dataclass(frozen=True, slots=True)
class Shuffle(Node):
    zone: Expr
    cites: Cites


@dataclass(frozen=True, slots=True)
class Swap(Node):
    left: Expr
    right: Expr
    cites: Cites


@dataclass(frozen=True, slots=True)
class Show(Node):
    values: tuple[Expr, ...]
    audience: Expr | Bind | None
    """None: everyone."""
    where: Expr | None
    cites: Cites


@dataclass(frozen=True, slots=True)
class If(Node):
    condition: Expr
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]
    cites: Cites


@dataclass(frozen=True, slots=True)
class ForEach(Node):
    bind: Bind
    where: Expr | None
    start: Expr | None
    body: tuple[Statement, ...]
    cites: Cites


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    body: tuple[Statement, ...]
    until: Expr
    cites: Cites


@dataclass(frozen=True, slots=True)
class Owner(Node):
    """Who decides: `player` with an expression, or chance, table, moderator."""

    who: str
    player: Expr | None = None


@dataclass(frozen=True, slots=True)
class Choose(Node):
    owner: Owner
    bind: Bind
    where: Expr | None
    cites: Cites
    secretly: bool = False


@dataclass(frozen=True, slots=True)
class MayChoose(Node):
    owner: Owner
    bind: Bind
    where: Expr | None
    body: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]
    cites: Cites
    secretly: bool = False


@dataclass(frozen=True, slots=True)
class Option(Node):
    name: Word
    binds: tuple[Bind, ...]
    guard: Expr | None
    body: tuple[Statement, ...]
    cites: Cites


@dataclass(frozen=True, slots=True)
class ChooseOne(Node):
    owner: Owner
    options: tuple[Option, ...]
    cites: Cites
    secretly: bool = False


@dataclass(frozen=True, slots=True)
class Race(Node):
    """`anyone p may`: whoever is first; nobody need."""

    name: Word
    options: tuple[Option, ...]
    cites: Cites


@dataclass(frozen=True, slots=True)
class Secretly(Node):
    """`every player p secretly chooses … as …`: all at once, shown to nobody yet."""

    voter: Bind
    voter_where: Expr | None
    bind: Bind
    where: Expr | None
    target: Expr
    cites: Cites


@dataclass(frozen=True, slots=True)
class Do(Node):
    phase: Word
    args: tuple[Expr, ...]
    cites: Cites


@dataclass(frozen=True, slots=True)
class Happens(Node):
    event: Word
    arg: Expr
    cites: Cites


@dataclass(frozen=True, slots=True)
class Resolve(Node):
    event: Word
    cites: Cites


@dataclass(frozen=True, slots=True)
class Judge(Node):
    endings: tuple[Word, ...]
    cites: Cites


@dataclass(frozen=True, slots=True)
class Require(Node):
    condition: Expr
    cites: Cites


Statement: TypeAlias = (
    LetBe
    | Becomes
    | Change
    | Move
    | Deal
    | Shuffle
    | Swap
    | Show
    | If
    | ForEach
    | Repeat
    | Choose
    | MayChoose
    | ChooseOne
    | Race
    | Secretly
    | Do
    | Happens
    | Resolve
    | Judge
    | Require
)
