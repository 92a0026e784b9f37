"""Control: blocks of steps, and the nodes where somebody or chance decides."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from qedeck.spec.core.sights import EVERYBODY
from qedeck.spec.core.steps import Step, ZoneRef
from qedeck.spec.core.terms import Expr
from qedeck.spec.core.types import Type
from qedeck.spec.source import NOWHERE, Span


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
    noticed: Expr = EVERYBODY
    """By whom, over the local VIEWER, besides whoever decides; a secret choice by nobody, until something shows it."""
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
    noticed: Expr = EVERYBODY


@dataclass(frozen=True, slots=True)
class ShuffleDecision:
    """Chance puts the cards of a row into a new order."""

    name: str
    zone: ZoneRef
    next: int
    clause: str = ""
    span: Span = field(default=NOWHERE, compare=False, repr=False)
    noticed: Expr = EVERYBODY


Node: TypeAlias = Decision | DealDecision | ShuffleDecision

START, OVER = -2, -1
"""In the place of a node's number: before the first decision, and where the game is over."""
