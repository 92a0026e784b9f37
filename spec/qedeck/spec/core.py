"""Stage 3: Core, the small language that has the meaning.

A Core is one game at one player count: finite typed state, pure definitions, and a control
graph whose nodes are the points where somebody or chance decides; between two nodes a step is
one deterministic function of the state. Everything a designer writes ends here.

Values are booleans and integers. A card, a player, a place or a word of a list is its position
in its domain, counted from 0; `none` is -1. Partial things (a card before the first, a draw
from nothing) are values too: `Need` says when they are defined, and `Try` asks.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from qedeck.spec.source import NOWHERE, Span

NONE = -1


@dataclass(frozen=True, slots=True)
class Domain:
    """A finite list of things with names: players, the cards of a set, places, words."""

    name: str
    members: tuple[str, ...]

    @property
    def size(self) -> int:
        return len(self.members)


# ---- types ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class YesNo:
    pass


@dataclass(frozen=True, slots=True)
class Whole:
    """Whole numbers from low to high, both included."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Member:
    """One of a domain; with `optional`, perhaps none."""

    domain: Domain
    optional: bool = False


Type: TypeAlias = YesNo | Whole | Member


# ---- state -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Var:
    """A cell of the state, or an array of cells: one for each combination of `dims`.

    role: parameter and reading (fixed while a game lasts), remembered, zone, control
    (loop counters and pending choices: part of the state, shown to nobody).
    sight: all, owner (the first dimension is the player who sees it), none.
    init: the first value, over locals "#0", "#1" that hold the indices.
    """

    name: str
    type: Type
    dims: tuple[Domain, ...]
    role: str
    sight: str
    init: Expr
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Zone:
    """Where cards lie. Its cells are variables named after it:

    pile  NAME[owner?, card] counts, NAME.size[owner?]
    row   NAME.card[owner?, place], NAME.by[owner?, place] (who laid it), NAME.size[owner?]
    grid  NAME.card[owner?, place]
    """

    name: str
    kind: str
    owned: bool
    cards: Domain
    places: Domain | None
    sight: str
    counted: bool = True
    """Everyone sees how many cards lie there."""


# ---- expressions -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Const:
    value: bool | int


@dataclass(frozen=True, slots=True)
class Local:
    """A variable bound by a fold, a find, a definition, a loop, or a pick."""

    name: str


@dataclass(frozen=True, slots=True)
class Read:
    var: str
    index: tuple[Expr, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Op:
    """and or not implies | eq ne lt le | add sub mul div mod min max.

    `div` and `mod` round down (-7 div 2 is -4) and are undefined for a divisor of 0.
    """

    op: str
    args: tuple[Expr, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Ite:
    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Fold:
    """all any sum max min of `body` over local in low..high-1 where `where`; max and min of nothing are undefined."""

    kind: str
    local: str
    low: int
    high: int
    where: Expr | None
    body: Expr
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Find:
    """The first, last or only local in low..high-1 where; undefined without one (only: without exactly one)."""

    which: str
    local: str
    low: int
    high: int
    where: Expr
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Call:
    """A definition applied; undefined where an argument is outside its domain."""

    define: str
    args: tuple[Expr, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Table:
    """A printed attribute: one constant for each member, None where the card has none."""

    name: str
    values: tuple[int | bool | None, ...]
    index: Expr
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Need:
    """`value`, defined only where `condition` holds."""

    condition: Expr
    value: Expr
    code: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Try:
    """`left` where it is defined, else `right`."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class CaseRow:
    name: str
    guard: Expr
    value: Expr
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Cases:
    """Rows with no order: two that apply with different values are a conflict (Q501), none a gap (Q502)."""

    rows: tuple[CaseRow, ...]
    default: Expr | None
    span: Span = field(default=NOWHERE, compare=False, repr=False)


Expr: TypeAlias = Const | Local | Read | Op | Ite | Fold | Find | Call | Table | Need | Try | Cases


@dataclass(frozen=True, slots=True)
class Define:
    name: str
    params: tuple[tuple[str, Domain | Whole], ...]
    """Each parameter ranges over a domain, or over whole numbers."""
    type: Type
    body: Expr
    clause: str


# ---- steps: what happens between two decisions -----------------------------------------------


@dataclass(frozen=True, slots=True)
class ZoneRef:
    """A zone, whose (owner) and which place of it (grids and rows)."""

    zone: str
    owner: Expr | None = None
    place: Expr | None = None


@dataclass(frozen=True, slots=True)
class Assign:
    """The cell becomes the value; outside the variable's type it is undefined (Q503)."""

    var: str
    index: tuple[Expr, ...]
    value: Expr
    clause: str = ""
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Move:
    """One card (or, with None, all of them) from zone to zone: the only way cards travel.

    From a pile the card must be there; from a row or a grid it is taken from `place`, or, from
    a row without a place, the last one of that face. Later cards of a row close up. Onto a row
    it comes last and remembers `by`. Sizes are kept here and nowhere else. Undefined: Q504.
    """

    card: Expr | None
    source: ZoneRef
    target: ZoneRef
    by: Expr
    clause: str = ""
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Tell:
    """Shown to those for whom `audience` holds over the local "viewer": part of their history.

    kind "show": some values; "show ZONE": all that lies there (a pile: how many of each card;
    a row or grid: the card at each place); "swap": two places changed cards.
    """

    kind: str
    values: tuple[tuple[Expr, Type], ...]
    audience: Expr
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """Undefined unless it holds."""

    condition: Expr
    code: str
    clause: str = ""
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class When:
    condition: Expr
    then: tuple[Step, ...]
    otherwise: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Each:
    """The body for local = low..high-1 in this order, where."""

    local: str
    low: int
    high: int
    where: Expr | None
    body: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Let:
    """Evaluated once, then fixed for the body."""

    local: str
    value: Expr
    body: tuple[Step, ...]


Step: TypeAlias = Assign | Move | Tell | Check | When | Each | Let


# ---- control -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Jump:
    block: int


@dataclass(frozen=True, slots=True)
class Branch:
    condition: Expr
    then: int
    otherwise: int


@dataclass(frozen=True, slots=True)
class Decide:
    node: int


@dataclass(frozen=True, slots=True)
class Finish:
    """The game is over; the variable "ended" says how."""


Exit: TypeAlias = Jump | Branch | Decide | Finish


@dataclass(frozen=True, slots=True)
class Block:
    """Steps, then where to go. Every cycle of blocks passes a Decide."""

    steps: tuple[Step, ...]
    exit: Exit


@dataclass(frozen=True, slots=True)
class Pick:
    """A value that the decision binds: a control variable of this name receives it."""

    var: str
    type: Type
    label: str


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to choose. Guard and weight see the picks as locals named after their variables."""

    name: str
    picks: tuple[Pick, ...]
    guard: Expr
    next: int
    weight: Expr | None = None
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Owner:
    """Who decides: player, anyone (a race: the first pick says who), chance, table (nobody is
    named by the rules), moderator, nobody (a loop's head: goes on by itself)."""

    who: str
    player: Expr | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    name: str
    owner: Owner
    options: tuple[Option, ...]
    secret: bool = False
    """The choice is kept from the others until something shows it."""
    clause: str = ""
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class DealDecision:
    """Chance splits cards off a pile: for each target that many cards, every outcome of a fair
    shuffle alike. With fewer cards than asked for it is undefined (Q505)."""

    name: str
    source: ZoneRef
    targets: tuple[tuple[ZoneRef, Expr], ...]
    next: int
    clause: str = ""
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ShuffleDecision:
    """Chance puts the cards of a row into a new order."""

    name: str
    zone: ZoneRef
    next: int
    clause: str = ""
    span: Span = field(default=NOWHERE, compare=False, repr=False)


Node: TypeAlias = Decision | DealDecision | ShuffleDecision


# ---- the game ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game may end; `winner` holds over the local "p" for those who win."""

    name: str
    condition: Expr
    result: str
    winner: Expr
    before: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Clause:
    """What was written under a name: the statements it cites, and where it stands."""

    name: str
    kind: str
    cites: tuple[str, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Core:
    """One game at one player count."""

    name: str
    players: int
    moderated: bool
    domains: dict[str, Domain]
    families: dict[str, tuple[str, ...]]
    """For each card set, the family of each card."""
    copies: dict[str, tuple[Expr, ...]]
    """For each card set, how many of each card are in play."""
    vars: dict[str, Var]
    zones: dict[str, Zone]
    defines: dict[str, Define]
    constraints: tuple[Expr, ...]
    """What the rulebook says about its parameters."""
    endings: tuple[Ending, ...]
    blocks: tuple[Block, ...]
    nodes: tuple[Node, ...]
    start: int
    clauses: dict[str, Clause]
