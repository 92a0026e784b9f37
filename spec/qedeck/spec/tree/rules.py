"""The tree of the rules: head, cards, table, definitions, phases, endings."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from qedeck.spec.tree.base import Cites, Node, Word, node
from qedeck.spec.tree.expressions import Bind, Expr
from qedeck.spec.tree.statements import Statement

if TYPE_CHECKING:
    from qedeck.spec.tree.variants import Clause


@node
class TypeYesNo(Node):
    pass


@node
class TypeRange(Node):
    low: int
    high: Expr


@node
class TypeName(Node):
    word: Word
    optional: bool = False


@node
class TypePlace(Node):
    zone: Word


Type: TypeAlias = TypeYesNo | TypeRange | TypeName | TypePlace


@node
class Param(Node):
    type: Word
    name: Word
    zone: Word | None


@node
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


@node
class Further(Node):
    """The list goes on; `most`: by how many at most, where that is said."""

    most: int | None


@node
class Values(Node):
    name: Word
    members: tuple[Word, ...]
    cites: Cites
    further: Further | None = None


@node
class CardLine(Node):
    family: Word
    spreads: tuple[tuple[Word, int, int], ...]
    attributes: tuple[tuple[Word, Key], ...]
    copies: Expr | None
    cites: Cites


@node
class Cards(Node):
    name: Word | None
    file: str | None
    lines: tuple[CardLine, ...]
    cites: Cites


@node
class OutLine(Node):
    family: Word
    copies: int | None
    low: int | None
    high: int | None
    cites: Cites


@node
class LeaveOut(Node):
    players: int
    lines: tuple[OutLine, ...]
    cites: Cites


@node
class Parameter(Node):
    name: Word
    params: tuple[Param, ...]
    type: Type
    assumed: Expr | By | None
    such_that: tuple[Expr, ...]
    cites: Cites


@node
class Way(Node):
    """What the rules say if a reading is this one: changes, in the words of a variant."""

    word: Word
    changes: tuple[Clause, ...]


@node
class Reading(Node):
    name: Word
    alternatives: tuple[Word, ...]
    """The first is the default."""
    cites: Cites
    ways: tuple[Way, ...] = ()


@node
class SeenBy(Node):
    """Some players see it, besides those that `sight` names."""

    bind: Bind
    where: Expr | None


@node
class Zone(Node):
    name: Word
    each: Word | None
    kind: str
    grid: Word | None
    holds: Word
    up_to: Expr | None
    sight: str
    """all, owner, others, none (face down), or unseen."""
    full: bool
    cites: Cites
    seen_by: tuple[SeenBy, ...] = ()
    otherwise_unseen: bool = False
    """Who sees nothing does not see how many there are either."""
    also: tuple[Word, ...] = ()
    """Further things of which there is one each: `expedition of each player and each colour`."""
    remembered: bool = False
    """Whoever has seen a card there knows it on, wherever it goes that can be followed."""
    gaps: bool = False
    """A row whose later cards do not close up."""

    @property
    def kept_for(self) -> tuple[Word, ...]:
        """What there is one of it each of."""
        return () if self.each is None else (self.each, *self.also)


@node
class Zones(Node):
    lines: tuple[Zone, ...]
    cites: Cites


@node
class Remembered(Node):
    name: Word
    each: Word | None
    type: Type
    starting: Expr | None
    sight: str
    cites: Cites
    also: tuple[Word, ...] = ()
    """Further things of which it is one each: `trust of each player and each suit`."""
    seen_by: tuple[SeenBy, ...] = ()
    lying_in: tuple[Word, ...] = ()
    """A mark: the rows and grids on whose cards it lies, `eliminated of each card in line`."""

    @property
    def kept_for(self) -> tuple[Word, ...]:
        """What there is one of it each of."""
        return () if self.each is None else (self.each, *self.also)


@node
class Remember(Node):
    lines: tuple[Remembered, ...]
    cites: Cites


@node
class Part(Node):
    """One result of a definition; a definition with several results names each."""

    name: Word | None
    type: Type


@node
class Key(Node):
    """A row key: a value, a card family, a number, yes, no or none."""

    word: str | None
    number: int | None


@node
class Case(Node):
    condition: Expr | None
    """None: otherwise."""
    values: tuple[Expr, ...]
    excepts: tuple[Case, ...]
    cites: Cites


@node
class Row(Node):
    keys: tuple[Key, ...]
    """Empty: otherwise."""
    cases: tuple[Case, ...]
    cites: Cites
    given: Expr | None = None
    """Under which reading the row stands there at all."""


@node
class By(Node):
    subject: Expr
    rows: tuple[Row, ...]


@node
class Cases(Node):
    cases: tuple[Case, ...]


@node
class Either(Node):
    """One body under a reading, another one otherwise."""

    given: Expr
    then: Body
    otherwise: Body


Body: TypeAlias = By | Cases | Either


@node
class Define(Node):
    name: Word
    params: tuple[Param, ...]
    parts: tuple[Part, ...]
    body: Body
    cites: Cites


@node
class Phase(Node):
    name: Word
    params: tuple[Param, ...]
    body: tuple[Statement, ...]
    cites: Cites


@node
class Event(Node):
    name: Word
    param: Param
    cites: Cites


@node
class Trigger(Node):
    event: Word
    name: Word
    where: Expr | None
    priority: int
    body: tuple[Statement, ...]
    cites: Cites
    given: Expr | None = None
    """How the rulebook must be read for this priority; otherwise it is the other one."""
    other: int = 0


@node
class Ending(Node):
    name: Word
    condition: Expr | None
    result: str
    """won, drawn or nobody."""
    bind: Bind | None
    where: Expr | None
    before: tuple[Word, ...]
    cites: Cites
