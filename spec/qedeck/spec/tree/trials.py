"""The tree of examples and properties: what must come out, and what must hold."""

from __future__ import annotations

from typing import Any, TypeAlias

from qedeck.spec.tree.base import Cites, Node, Word, node
from qedeck.spec.tree.expressions import Bind, Expr
from qedeck.spec.tree.rules import Param
from qedeck.spec.tree.statements import Owner, Statement


@node
class Setting(Node):
    """`icons of chest 3 is 2`, or `every card c has icons of c is rank of c mod 6`."""

    target: Expr
    value: Expr
    bind: Bind | None = None
    where: Expr | None = None


@node
class WithPlayers(Node):
    low: int
    high: int


@node
class With(Node):
    setting: Setting


@node
class Given(Node):
    target: Expr
    values: tuple[Expr, ...]
    each: bool = False


@node
class Pick(Node):
    """One decision of a script: a value, or an option's name with its values, or decline."""

    option: str | None
    values: tuple[Expr, ...]
    decline: bool = False


@node
class WhenDo(Node):
    phase: Word | None
    """None: go on from where the position stands."""
    args: tuple[Expr, ...]
    picks: tuple[Pick, ...]


@node
class WhenFrom(Node):
    """`when do play-trick from p chooses a card c in hand of p`: begin within a phase, at this step."""

    phase: Word
    args: tuple[Expr, ...]
    step: Statement
    """Its first line, as in changes of a clause."""
    where: Expr | None
    """What the phase has fixed by then: `p is player 3 and c is red 1`."""
    picks: tuple[Pick, ...]


@node
class Dealt(Node):
    """Cards in the order in which they are dealt, and to whom or where."""

    cards: tuple[Expr, ...]
    to: Expr | None
    """None: there is only one place where cards go."""


@node
class WhenDealt(Node):
    """`when dealt red 1, red 2 to player 1`: what the next deals come to."""

    dealt: tuple[Dealt, ...]


@node
class WhenShuffled(Node):
    """`when shuffled to red 1, red 2`: what lies on top after the shuffle, the last of them uppermost."""

    cards: tuple[Expr, ...]


@node
class WhenChance(Node):
    """`when chance chooses red 1`."""

    pick: Pick


@node
class Then(Node):
    expect: Expr
    more: tuple[Expr, ...] = ()
    """The other cards of a list: `trick is red 1, knife`."""


@node
class ThenRefused(Node):
    pass


@node
class ThenEnded(Node):
    ending: Word | None
    """None: not ended."""


@node
class ThenWon(Node):
    players: tuple[Expr, ...]


@node
class ThenAsked(Node):
    owner: Owner


@node
class ThenLearns(Node):
    """`then player 2 was shown red 1`, `then everyone heard dawn`, `then player 3 noticed nothing`."""

    who: Expr | Bind | None
    """None: everyone."""
    where: Expr | None
    how: str
    """shown, noticed or heard."""
    negated: bool
    what: tuple[Expr, ...]
    whatever: Word | None = None
    """In the place of what: nothing, something, anything."""


ToldChance: TypeAlias = WhenDealt | WhenShuffled | WhenChance
"""What chance does, told in the order in which it comes."""
ExampleLine: TypeAlias = (
    WithPlayers
    | With
    | Given
    | WhenDo
    | WhenFrom
    | ToldChance
    | Then
    | ThenRefused
    | ThenEnded
    | ThenWon
    | ThenAsked
    | ThenLearns
)


@node
class Example(Node):
    name: Word
    title: str | None
    lines: tuple[ExampleLine, ...]
    cites: Cites


TELLING = ("can_tell", "never_tell", "may_tell")
"""Kinds of claims about what somebody can tell; `where` is when."""
SIGHTED = ("hidden", "shown", *TELLING)
"""Kinds of claims about something that somebody does or does not see."""


@node
class Claim(Node):
    """What a property says: a kind in the prover's words, with its expression and names."""

    kind: str
    body: Expr | None = None
    names: tuple[Word, ...] = ()
    bind: Bind | None = None
    where: Expr | None = None
    until: Expr | None = None
    beside: tuple[Any, ...] = ()
    """The clauses of the game that `same game as` names, once it is read."""
    changes: tuple[Any, ...] = ()
    """What `same game with` changes: clauses, as a variant has them."""
    params: tuple[Param, ...] = ()
    """What a claim over a phase calls the things that the phase is done with."""


@node
class Property(Node):
    name: Word
    title: str | None
    counts: WithPlayers | None
    settings: tuple[Setting, ...]
    assuming: tuple[Expr, ...]
    claims: tuple[Claim, ...]
    cites: Cites
    default_readings: bool = False
    """`with default readings`: claimed only of games in which all is read by default, but for what is set here."""
    refuted: bool = False
    """`expected refuted`: the rulebook does not keep this promise, and we know it."""
    follows: tuple[Word, ...] = ()
    """`follows from A, B`: properties above whose claims may help to prove these."""
