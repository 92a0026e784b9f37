"""The game: everything at one player count."""

from __future__ import annotations

from dataclasses import dataclass, field

from qedeck.spec.core.control import Block, Node
from qedeck.spec.core.state import Var, Zone
from qedeck.spec.core.terms import Define, Expr
from qedeck.spec.core.types import Domain
from qedeck.spec.source import NOWHERE, Span


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
