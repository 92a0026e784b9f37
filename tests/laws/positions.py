"""Random states of a Core, and something to happen in each."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any

from hypothesis import strategies as st

from qedeck.interpreter.layout import type_range
from qedeck.interpreter.state import Cells
from qedeck.spec import core as c

from .programs import cores


@dataclass(frozen=True, slots=True)
class Position:
    """A program, a state of it, what happens, and which rows a solver is told beforehand."""

    core: c.Core
    cells: Cells
    action: str
    values: tuple[Any, ...]
    told: frozenset[str]


@st.composite
def states(draw: st.DrawFn, core: c.Core, tidy: bool = False) -> Cells:
    rows: dict[str, tuple[Any, ...]] = {}
    for name, var in core.vars.items():
        low, high = type_range(var.type)
        cell = st.booleans() if isinstance(var.type, c.YesNo) else st.integers(low, high)
        size = prod(dim.size for dim in var.dims)
        rows[name] = tuple(draw(st.lists(cell, min_size=size, max_size=size)))
    # The meaning must agree on any cells; but cards lie in order often enough to be moved.
    if tidy or draw(st.integers(0, 3)):
        for zone in core.zones.values():
            _tidy(rows, zone, len(c.parts_of(core, zone)))
    return Cells(rows)


def _tidy(rows: dict[str, tuple[Any, ...]], zone: c.Zone, many: int) -> None:
    """Sizes are right; in a row there are cards up to its size, and none beyond."""
    name = zone.name
    if zone.kind == "pile":
        width = zone.cards.size
        rows[name + ".size"] = tuple(sum(rows[name][k * width : (k + 1) * width]) for k in range(many))
    elif zone.kind == "row" and zone.places is not None:
        width = zone.places.size
        faces, by = list(rows[name + ".card"]), list(rows[name + ".by"])
        for part in range(many):
            for place in range(width):
                here, beyond = part * width + place, place >= rows[name + ".size"][part]
                faces[here] = c.NONE if beyond else max(0, faces[here])
                by[here] = c.NONE if beyond else max(0, by[here])
        rows[name + ".card"], rows[name + ".by"] = tuple(faces), tuple(by)


@st.composite
def questions(draw: st.DrawFn) -> Position:
    """A position in which nothing happens, but much is asked."""
    core = draw(cores(questions=9))
    told = frozenset(draw(st.sets(st.sampled_from(sorted(core.vars)))))
    return Position(core, draw(states(core)), "ask", (), told)


@st.composite
def surveys(draw: st.DrawFn) -> Position:
    """A position in which all cards are asked the same, again and again."""
    core = draw(cores(questions=0, surveys=8))
    return Position(core, draw(states(core, tidy=True)), "ask", (), frozenset())


@st.composite
def positions(draw: st.DrawFn) -> Position:
    core = draw(cores())
    cells = draw(states(core))
    told = frozenset(draw(st.sets(st.sampled_from(sorted(core.vars)))))
    action = draw(st.sampled_from(("begin", "play", "play", "stop", "deal", "shuffle")))
    values: tuple[Any, ...] = ()
    decision, deal = core.nodes[0], core.nodes[1]
    if action == "play" and isinstance(decision, c.Decision):
        values = tuple(
            draw(st.booleans() if isinstance(pick.type, c.YesNo) else st.integers(*type_range(pick.type)))
            for pick in decision.options[0].picks
        )
    elif action == "deal" and isinstance(deal, c.DealDecision):
        cards = core.domains["card"].size
        values = tuple(draw(st.integers(0, 2)) for _ in range(cards * len(deal.targets)))
    elif action == "shuffle":
        cards = core.domains["card"].size
        values = tuple(draw(st.integers(c.NONE, cards - 1)) for _ in range(core.domains["place"].size))
    return Position(core, cells, action, values, told)
