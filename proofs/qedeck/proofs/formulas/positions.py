"""Any position at all: symbols for what a claim speaks of, and what every table obeys.

In: a Core and the terms asked; out: a state of symbols and what is known of it. Only what the
terms can see is made a symbol; cards that lie elsewhere are only known to be enough.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from qedeck.interpreter.layout import Layout, layout_of
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Z3, Number, Truth, term
from qedeck.proofs.formulas.symbols import fresh_cells
from qedeck.proofs.formulas.table import counted, full, zone_laws
from qedeck.spec import core as c


@dataclass(frozen=True, slots=True)
class Position:
    """A state of symbols with what must be asserted of it."""

    cells: Cells
    known: tuple[Z3, ...]
    seen: frozenset[str]
    """The variables that the terms can see."""


def visible(core: c.Core, terms: Iterable[c.Expr], layout: Layout | None = None) -> frozenset[str]:
    """The variables that some terms depend on, with the sizes and cards of the zones among them."""
    seen = (layout or layout_of(core)).seen_by(terms)
    for zone in core.zones.values():
        if not seen.isdisjoint(c.cells_of(zone)):
            seen.update(c.cells_of(zone))
    return frozenset(seen)


def _near(core: c.Core, seen: frozenset[str]) -> list[c.Expr]:
    """The limits of the rulebook that have to do with what is seen, directly or through others.

    One that speaks of nothing any more, because what it spoke of is settled, may rule out everything.
    """
    limits = [(limit, visible(core, [limit])) for limit in core.constraints]
    found = list[c.Expr]()
    while near := [(limit, names) for limit, names in limits if limit not in found and (not names or names & seen)]:
        found += [limit for limit, _ in near]
        seen = seen.union(*(names for _, names in near))
    return found


def any_position(
    meaning: Meaning[Truth, Number],
    terms: Iterable[c.Expr],
    prefix: str = "",
    beside: Position | None = None,
    box: bool = True,
    unseen: bool = False,
) -> Position:
    """A position of which nothing is known but what every table obeys.

    `beside`: another of the same game; without `box`, cards need not be in the box to lie somewhere. `unseen`: what no
    term can see is any value of its type, not its first one. Two steps that are compared need that: one of them may
    write what neither asks for, and where it writes the first value that would not be noticed.
    """
    core = meaning.core
    seen = visible(core, [*terms, *(copies for row in core.copies.values() for copies in row)])
    limits = _near(core, seen)
    seen |= visible(core, limits)
    start, _ = meaning.initial(
        {name: _resting(core, name) for name in core.vars if core.vars[name].role == "parameter"}
    )
    fixed = {name: start[name] for name in core.vars if name not in seen and not unseen}
    if beside is not None:
        # Two positions of one game: what the rulebook fixes is the same in both.
        rigid = [name for name in core.vars if core.vars[name].rigid]
        fixed |= {name: beside.cells[name] for name in rigid}
    cells, promises = fresh_cells(core, prefix, fixed)
    known = list(promises)
    for constraint in limits:
        truth, faults = meaning.value(constraint, cells)
        known.append(term(truth))
        known += [term(SYMBOLIC.not_(fault.guard)) for fault in faults]
    zones = [zone for zone in core.zones.values() if c.size_of(zone.name) in seen or c.card_of(zone.name) in seen]
    for zone in zones:
        known += [term(law.truth) for law in zone_laws(core, zone, cells)]
    for name, copies in core.copies.items() if box else ():
        mine = [zone for zone in zones if zone.cards.name == name]
        if not mine:
            continue
        every = [zone for zone in core.zones.values() if zone.cards.name == name]
        # Where no zone is full at the start, cards may lie in the box, and nowhere else.
        laid_out = any(full(core, zone) for zone in every)
        whole = laid_out and len(mine) == len(every)
        elsewhere: Number = 0
        for face, amount in enumerate(copies):
            total: Number = 0
            for zone in mine:
                total = SYMBOLIC.add(total, counted(core, zone, face, cells))
            there, _ = meaning.value(amount, cells)
            known.append(term(SYMBOLIC.eq(total, there) if whole else SYMBOLIC.le(total, there)))
            elsewhere = SYMBOLIC.add(elsewhere, SYMBOLIC.sub(there, total))
        room = _room(core, [zone for zone in every if zone not in mine])
        if laid_out and not whole and room is not None:
            known.append(term(SYMBOLIC.le(elsewhere, room)))
    return Position(cells, tuple(known), seen)


def _room(core: c.Core, zones: list[c.Zone]) -> int | None:
    """How many cards fit into some zones; None where there is no end to it, as on a pile."""
    room = 0
    for zone in zones:
        if zone.places is None:
            return None
        room += zone.places.size * len(c.parts_of(core, zone))
    return room


def _resting(core: c.Core, name: str) -> tuple[bool | int, ...]:
    var = core.vars[name]
    size = 1
    for dim in var.dims:
        size *= dim.size
    value: bool | int = False
    if isinstance(var.type, c.Whole):
        value = min(max(0, var.type.low), var.type.high)
    elif isinstance(var.type, c.Member):
        value = 0
    return (value,) * size
