"""What holds of every table, whatever the game: the laws that moving cards keeps.

In: a Core and a state; out: truths. Each is proved to be kept by every step of a game before
anything is built on it.
"""

from __future__ import annotations

from dataclasses import dataclass

from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Number, Truth
from qedeck.spec import core as c

SIZE = "the size of"


@dataclass(frozen=True, slots=True)
class Law:
    """A truth about a state, with a name a designer understands."""

    name: str
    truth: Truth


def table_laws(meaning: Meaning[Truth, Number], cells: Cells) -> list[Law]:
    """Sizes are what lies there, rows have no gaps, and no card comes or goes."""
    core = meaning.core
    laws = [law for zone in core.zones.values() for law in zone_laws(core, zone, cells)]
    return laws + _conservation(meaning, cells)


def zone_laws(core: c.Core, zone: c.Zone, cells: Cells) -> list[Law]:
    algebra = SYMBOLIC
    laws = []
    for part, index in enumerate(c.parts_of(core, zone)):
        said = c.called(core, zone, index)
        if zone.kind == "pile":
            width = zone.cards.size
            total: Number = 0
            for count in cells[zone.name][part * width : (part + 1) * width]:
                total = algebra.add(total, count)
            laws.append(Law(f"{SIZE} {said}", algebra.eq(total, cells[c.size_of(zone.name)][part])))
        elif zone.kind == "row":
            assert zone.places is not None
            size = cells[c.size_of(zone.name)][part]
            for place in range(zone.places.size):
                card = cells[c.card_of(zone.name)][part * zone.places.size + place]
                lies = algebra.lt(place, size)
                laws.append(Law(f"{said} has no gaps", algebra.iff(lies, algebra.le(0, card))))
    return laws


def counted(core: c.Core, zone: c.Zone, face: int, cells: Cells) -> Number:
    """How many copies of a face lie in the zones of a name, all together."""
    algebra = SYMBOLIC
    total: Number = 0
    if zone.kind == "pile":
        for count in cells[zone.name][face :: zone.cards.size]:
            total = algebra.add(total, count)
        return total
    for card in cells[c.card_of(zone.name)]:
        total = algebra.add(total, algebra.ite(algebra.eq(card, face), 1, 0))
    return total


def _conservation(meaning: Meaning[Truth, Number], cells: Cells) -> list[Law]:
    core = meaning.core
    laws = []
    for name, copies in core.copies.items():
        zones = [zone for zone in core.zones.values() if zone.cards.name == name]
        if not any(full(core, zone) for zone in zones):
            continue
        for face, term in enumerate(copies):
            total: Number = 0
            for zone in zones:
                total = SYMBOLIC.add(total, counted(core, zone, face, cells))
            there, _ = meaning.value(term, cells)
            card = core.domains[name].members[face]
            laws.append(Law(f"every {card} is somewhere, once", SYMBOLIC.eq(total, there)))
    return laws


def full(core: c.Core, zone: c.Zone) -> bool:
    """Whether all cards of the set lie there when the game begins."""
    name = c.faces_of(zone)
    return core.vars[name].init not in (c.Const(0), c.Const(c.NONE))
