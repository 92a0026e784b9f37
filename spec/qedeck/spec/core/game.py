"""The game: everything at one player count."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

from qedeck.spec.core.control import Block, Node
from qedeck.spec.core.state import Var, Zone, known_in, marked, remembers
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


def kept_for(core: Core, zone: Zone) -> tuple[Domain, ...]:
    """What there is one of a zone each of; nothing, if there is only one."""
    return (core.domains["player"], *zone.also) if zone.owned else zone.also


def parts_of(core: Core, zone: Zone) -> tuple[tuple[int, ...], ...]:
    """Every zone of this name, by its index, in the order in which their cells lie one after the other."""
    return tuple(product(*(range(domain.size) for domain in kept_for(core, zone))))


def which_of(core: Core, zone: Zone, index: tuple[int, ...]) -> tuple[str, ...]:
    """Of which members one of the zones of a name is."""
    return tuple(domain.members[k] for domain, k in zip(kept_for(core, zone), index, strict=True))


def called(core: Core, zone: Zone, index: tuple[int, ...]) -> str:
    """One of the zones of a name, as it is written: `hand of player 1`, `expedition(player 1, red)`."""
    members = which_of(core, zone, index)
    if len(members) > 1:
        return f"{zone.name}({', '.join(members)})"
    return f"{zone.name} of {members[0]}" if members else zone.name


def marks_on(core: Core, zone: Zone) -> Iterator[tuple[str, Var]]:
    """The marks on the cards of a zone, each with the variable that keeps it."""
    for var in core.vars.values():
        mark = marked(var.name)
        if mark is not None and mark[1] == zone.name:
            yield mark[0], var


def is_remembered(core: Core, zone: Zone) -> bool:
    """Whether whoever has seen a card there knows it on."""
    return known_in(zone.name) in core.vars


def spoken(core: Core, var: Var, key: tuple[str, ...]) -> str:
    """One of the cells of a variable, as it is asked for: `score of player 1`, `tapped of card at 2 in line`."""
    known = remembers(var.name)
    if known is not None:
        zone = core.zones[known]
        return f"{key[0]} knows {zone.cards.name} at {key[-1]} in {zone.name}{_whose(key[1:-1])}"
    mark = marked(var.name)
    if mark is not None:
        word, zone = mark[0], core.zones[mark[1]]
        return f"{word} of {zone.cards.name} at {key[-1]} in {zone.name}{_whose(key[:-1])}"
    if len(key) > 1:
        return f"{var.name}({', '.join(key)})"
    return f"{var.name} of {key[0]}" if key else var.name


def _whose(key: tuple[str, ...]) -> str:
    return f"({', '.join(key)})" if len(key) > 1 else f" of {key[0]}" if key else ""
