"""The tree of statements: what happens, in order."""

from __future__ import annotations

from typing import TypeAlias

from qedeck.spec.tree.base import Cites, Node, Word, node
from qedeck.spec.tree.expressions import Bind, Expr


@node
class LetBe(Node):
    """`let far be …`: a name for a value, until the end of the block."""

    name: Word
    value: Expr
    cites: Cites


@node
class Becomes(Node):
    target: Expr
    value: Expr
    cites: Cites


@node
class Flip(Node):
    """`flip side of x`: the other one of two."""

    target: Expr
    cites: Cites


@node
class Change(Node):
    """`add 1 to x` (sign 1) and `take 1 from x` (sign -1)."""

    target: Expr
    amount: Expr
    sign: int
    limit: Expr | None
    """`up to` or `down to`: the change stops there."""
    cites: Cites


@node
class Destination(Node):
    """Where cards go: one zone, or `hand of each player`, `column of each line`."""

    zone: Expr
    each: bool = False


@node
class Move(Node):
    card: Expr | None
    """None: all of them."""
    source: Expr | None
    """None: the card is named by its place."""
    destination: Destination
    cites: Cites


@node
class Deal(Node):
    amount: Expr
    source: Expr
    destination: Destination
    cites: Cites


@node
class Shuffle(Node):
    zone: Expr
    cites: Cites


@node
class Swap(Node):
    left: Expr
    right: Expr
    cites: Cites


@node
class Show(Node):
    values: tuple[Expr, ...]
    audience: Expr | Bind | None
    """None: everyone."""
    where: Expr | None
    cites: Cites


@node
class If(Node):
    condition: Expr
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]
    cites: Cites


@node
class IfRead(If):
    """An `if` on a reading that stands there because the reading says what is otherwise under it."""


@node
class ForEach(Node):
    bind: Bind
    where: Expr | None
    start: Expr | None
    body: tuple[Statement, ...]
    cites: Cites
    every_copy: bool = False
    """Over a pile, once for each card that lies there, and not once for each face."""


@node
class EyesClosed(Node):
    """What happens in it is noticed only by one player, by those `where` it holds, or (None) by nobody."""

    awake: Expr | Bind | None
    where: Expr | None
    body: tuple[Statement, ...]
    cites: Cites


@node
class Repeat(Node):
    body: tuple[Statement, ...]
    until: Expr | None
    """None: until nobody moves in a whole round, of those who may."""
    cites: Cites


@node
class Owner(Node):
    """Who decides: `player` with an expression, or chance, table, moderator."""

    who: str
    player: Expr | None = None


@node
class Choose(Node):
    owner: Owner
    bind: Bind
    where: Expr | None
    cites: Cites
    secretly: bool = False


@node
class MayChoose(Node):
    owner: Owner
    bind: Bind
    where: Expr | None
    body: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]
    cites: Cites
    secretly: bool = False


@node
class Option(Node):
    name: Word
    binds: tuple[Bind, ...]
    guard: Expr | None
    body: tuple[Statement, ...]
    cites: Cites


@node
class ChooseOne(Node):
    owner: Owner
    options: tuple[Option, ...]
    cites: Cites
    secretly: bool = False


@node
class Race(Node):
    """`anyone p may`: whoever is first; nobody need."""

    name: Word
    options: tuple[Option, ...]
    cites: Cites


@node
class Meanwhile(Node):
    """`meanwhile, while …, anyone p may`: a race that stands from here to the end of the block."""

    condition: Expr | None
    race: Race
    cites: Cites


@node
class Secretly(Node):
    """`every player p secretly chooses … as …`: all at once, shown to nobody yet."""

    voter: Bind
    voter_where: Expr | None
    bind: Bind
    where: Expr | None
    target: Expr
    cites: Cites


@node
class Together(Node):
    """`players p where … together choose … as`: one choice of all of them, known to them and to nobody else."""

    group: Bind
    group_where: Expr | None
    bind: Bind
    where: Expr | None
    target: Expr
    cites: Cites


@node
class Do(Node):
    phase: Word
    args: tuple[Expr, ...]
    cites: Cites


@node
class Happens(Node):
    event: Word
    arg: Expr
    cites: Cites


@node
class Resolve(Node):
    event: Word
    cites: Cites
    depth_first: bool = False
    """What happens meanwhile goes before what waits already."""


@node
class Judge(Node):
    endings: tuple[Word, ...]
    cites: Cites


@node
class Require(Node):
    condition: Expr
    cites: Cites


@node
class Announce(Node):
    """Something is said aloud; what, is written in the text files."""

    what: Word
    cites: Cites


Statement: TypeAlias = (
    LetBe
    | Becomes
    | Flip
    | Change
    | Move
    | Deal
    | Shuffle
    | Swap
    | Show
    | If
    | ForEach
    | EyesClosed
    | Repeat
    | Choose
    | MayChoose
    | ChooseOne
    | Race
    | Meanwhile
    | Secretly
    | Together
    | Do
    | Happens
    | Resolve
    | Judge
    | Require
    | Announce
)
