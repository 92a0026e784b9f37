"""A position told at the table: what lies where, and what is remembered."""

from __future__ import annotations

from collections.abc import Collection
from itertools import product
from typing import assert_never

from qedeck.interpreter.state import Cells
from qedeck.spec import core as c


def lay_out(core: c.Core, cells: Cells, seen: Collection[str]) -> list[str]:
    """One line for each zone and value that matters; empty zones and control are left out, unless all else is."""
    lines = []
    zones = [zone for zone in core.zones.values() if c.size_of(zone.name) in seen or c.card_of(zone.name) in seen]
    for zone in zones:
        lines += _zone(core, zone, cells)
    for name in core.vars:
        var = core.vars[name]
        if name in seen and var.role in ("remembered", "reading"):
            lines += _values(core, var, cells)
    for name in core.vars:
        if name in seen and core.vars[name].role == "parameter":
            lines += _values(core, core.vars[name], cells)
    return lines or [f"nothing lies in {zone.name}" for zone in zones]


def cell_by_cell(core: c.Core, cells: Cells, name: str) -> dict[str, str]:
    """A variable in words, each cell by what it is kept for; where there is nothing, none or no, it is left out.

    So what is kept for more or other things can be held against it. `lay_out` is shorter, and does not tell all.
    """
    var = core.vars[name]
    kept_for = map(", ".join, product(*(dim.members for dim in var.dims)))
    found = {key: word(var.type, value) for key, value in zip(kept_for, cells[name], strict=True)}
    return {key: value for key, value in found.items() if value not in ("0", "no", "none")}


def word(kind: c.Type, value: bool | int) -> str:
    """A value in words."""
    match kind:
        case c.YesNo():
            return "yes" if value else "no"
        case c.Whole():
            return str(value)
        case c.Member(domain):
            return domain.members[value] if 0 <= value < domain.size else "none"
        case _:
            assert_never(kind)


def _zone(core: c.Core, zone: c.Zone, cells: Cells) -> list[str]:
    lines = []
    for part, index in enumerate(c.parts_of(core, zone)):
        if zone.kind == "pile":
            counts = cells[zone.name][part * zone.cards.size : (part + 1) * zone.cards.size]
            cards = [zone.cards.members[face] for face, count in enumerate(counts) for _ in range(int(count))]
        else:
            assert zone.places is not None
            row = cells[c.card_of(zone.name)][part * zone.places.size : (part + 1) * zone.places.size]
            cards = [zone.cards.members[card] for card in row if card >= 0]
        if cards:
            lines.append(f"{c.called(core, zone, index)}: {', '.join(cards)}")
    return lines


def _values(core: c.Core, var: c.Var, cells: Cells) -> list[str]:
    row = cells[var.name]
    if not var.dims:
        return [f"{var.name} is {word(var.type, row[0])}"]
    if c.marked(var.name) is not None:
        first = var.init.value if isinstance(var.init, c.Const) else 0
        kept = zip(product(*(dim.members for dim in var.dims)), row, strict=True)
        return [f"{c.spoken(core, var, key)} is {word(var.type, value)}" for key, value in kept if value != first]
    if c.remembers(var.name) is not None:
        return [c.spoken(core, var, key) for key, value in zip(product(*(dim.members for dim in var.dims)), row,
                                                               strict=True) if value]
    if len(var.dims) > 1:
        if var.role != "remembered":
            return []
        kept = zip(product(*(dim.members for dim in var.dims)), row, strict=True)
        return [f"{var.name}({', '.join(key)}) is {word(var.type, value)}" for key, value in kept if value]
    pairs = [
        f"{member} {word(var.type, value)}"
        for member, value in zip(var.dims[0].members, row, strict=True)
        if var.role != "parameter" or value
    ]
    return [f"{var.name}: {', '.join(pairs)}"] if pairs else []
