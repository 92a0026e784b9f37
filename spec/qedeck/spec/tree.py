"""Stage 1: what was written. One class for each construct of the grammar, with its span.

Spans never take part in equality, so that a file and its formatted twin are equal trees.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from qedeck.spec.source import NOWHERE, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Word(Node):
    """A name as written, with its place."""

    text: str

    def __str__(self) -> str:
        return self.text


Cites: TypeAlias = tuple[Word, ...]


# ---- expressions ---------------------------------------------------------------


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
    Integer | YesNo | Nothing | PlayerCount | Name | Numbered | Call | TupleOf | Of | At | Count | Total
    | Extreme | Picker | Whichever | SeatsAway | Negative | Arithmetic | Compare | Is | In | Empty | Not
    | And | Or | Otherwise | Some | Every
)


# ---- types ------------------------------------------------------------------------


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


# ---- statements -----------------------------------------------------------------------


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
    LetBe | Becomes | Change | Move | Deal | Shuffle | Swap | Show | If | ForEach | Repeat | Choose | MayChoose
    | ChooseOne | Race | Secretly | Do | Happens | Resolve | Judge | Require
)


# ---- clauses ------------------------------------------------------------------------------


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


ExampleLine: TypeAlias = (
    WithPlayers | With | Given | WhenDo | Then | ThenRefused | ThenEnded | ThenWon | ThenAsked
)


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
    Game | Values | Cards | LeaveOut | Parameter | Reading | Zones | Remember | Define | Phase | Event
    | Trigger | Ending | Example | Property | Variant | ReplaceClause | ReplaceRow | Remove
    | RestrictPlayers | Restrict | Set
)
