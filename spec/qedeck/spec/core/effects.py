"""Beside Core, what a step does to the state: the variables that it may change, and those on which that may depend.

The frame condition: a variable that is not written is after the step what it was before. A variable that is not read
makes no difference to whether the step is defined, to what is told, or to any other variable.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from qedeck.spec.core.contents import options_of, refs_at, substeps
from qedeck.spec.core.control import Node
from qedeck.spec.core.game import Core
from qedeck.spec.core.state import Zone, cells_of
from qedeck.spec.core.steps import Assign, Check, Each, Let, Move, Step, Tell, When, ZoneRef


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


def chosen_at(core: Core, node: Node) -> set[str]:
    """The variables that a decision itself may change: the picks of players, the cards that chance moves."""
    return {pick.var for option in options_of(node) for pick in option.picks} | cells_at(core, *refs_at(node))
