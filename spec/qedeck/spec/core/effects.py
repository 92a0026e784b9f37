"""Beside Core, what a step does to the state: the variables that it may change, and those on which that may depend.

The frame condition: a variable that is not written is after the step what it was before. A variable that is not read
makes no difference to whether the step is defined, to what is told, or to any other variable. To tell of a move, it
is asked who sees the zones at its ends: a step asks more than the terms that it is made of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from qedeck.spec.core.contents import options_of, own_terms, refs_at, substeps, terms_of_node
from qedeck.spec.core.control import Node
from qedeck.spec.core.game import Core
from qedeck.spec.core.sights import PLAIN
from qedeck.spec.core.state import Zone, cells_of
from qedeck.spec.core.steps import Assign, Check, Each, Let, Move, Step, Tell, When, ZoneRef
from qedeck.spec.core.terms import Expr


def cells_at(core: Core, *refs: ZoneRef) -> set[str]:
    """The variables that zones are made of."""
    return {name for ref in refs for name in cells_of(core.zones[ref.zone])}


def zone_of(core: Core, var: str) -> Zone | None:
    """The zone that a variable is a part of."""
    return next((zone for zone in core.zones.values() if var in cells_of(zone)), None)


def sets(step: Step) -> tuple[str, ...]:
    """The variables that a step sets by name, or one cell of them; not those inside it."""
    match step:
        case Assign(var):
            return (var,)
        case Move() | Tell() | Check() | When() | Each() | Let():
            return ()
        case _:
            assert_never(step)


def refs_of(step: Step) -> tuple[ZoneRef, ...]:
    """The zones between which a step moves cards: from the first to the second."""
    match step:
        case Move(source=source, target=target):
            return source, target
        case Assign() | Tell() | Check() | When() | Each() | Let():
            return ()
        case _:
            assert_never(step)


def writes(core: Core, steps: Iterable[Step]) -> set[str]:
    """The variables that some steps may change."""
    found: set[str] = set()
    for step in substeps(steps):
        found.update(sets(step))
        found |= cells_at(core, *refs_of(step))
    return found


def looks_at(core: Core, steps: Iterable[Step]) -> set[str]:
    """The variables that some steps look at besides what their terms ask: where cards lie that are moved."""
    return set[str]().union(*(cells_at(core, *refs_of(step)) for step in substeps(steps)))


def sights_at(core: Core, *refs: ZoneRef) -> tuple[Expr, ...]:
    """The sights of zones that ask for anything, over who looks and whose it is."""
    sights = dict.fromkeys(core.zones[ref.zone].sight for ref in refs)
    return tuple(sight for sight in sights if sight not in PLAIN)


def asked_by(core: Core, step: Step) -> tuple[Expr, ...]:
    """What a step asks itself, also in order to tell of it; the steps inside it ask more."""
    return *own_terms(step), *sights_at(core, *refs_of(step))


def asked_by_all(core: Core, steps: Iterable[Step]) -> Iterator[Expr]:
    """Everything that steps ask, and the steps inside them."""
    for step in substeps(steps):
        yield from asked_by(core, step)


def asked_at(core: Core, node: Node) -> tuple[Expr, ...]:
    """What is asked at a decision itself, also in order to tell how chance moves cards."""
    return *terms_of_node(node), *sights_at(core, *refs_at(node))


def chosen_at(core: Core, node: Node) -> set[str]:
    """The variables that a decision itself may change: the picks of players, the cards that chance moves."""
    return {pick.var for option in options_of(node) for pick in option.picks} | cells_at(core, *refs_at(node))
