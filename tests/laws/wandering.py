"""Random plays of random programs: from a first position on, each decision made by chance among what is legal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from random import Random

from hypothesis import strategies as st

from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.layout import type_range
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Arrival, Cells
from qedeck.spec import core as c

from .programs import cores

LONGEST = 6


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a play stands between two decisions; None at the end."""

    node: int | None
    cells: Cells


@st.composite
def games(draw: st.DrawFn) -> c.Core:
    """A program that begins with cards to move, two of each in every deck, and whose parameters may be anything."""
    core = draw(cores())
    width = core.zones["deck"].cards.size
    full = {"deck": c.Const(2), c.size_of("deck"): c.Const(2 * width)}
    vars_ = {name: replace(var, init=full.get(name, var.init)) for name, var in core.vars.items()}
    return replace(core, vars=vars_, constraints=())


def stops(core: c.Core, seed: int) -> Iterator[tuple[Stop | None, Stop]]:
    """The steps of one play: from where (None: from the beginning) to where; it ends where something is undefined."""
    chance, meaning = Random(seed), Meaning(core, CONCRETE)
    fixed = {name: _any(core, name, chance) for name, var in core.vars.items() if var.rigid}
    cells, faults = meaning.initial(fixed)
    arrivals = [] if faults else meaning.begin(cells)
    before: Stop | None = None
    for _ in range(LONGEST):
        if len(arrivals) != 1 or arrivals[0].faults:
            return
        here = Stop(arrivals[0].node, Cells(arrivals[0].cells))
        yield before, here
        if here.node is None:
            return
        before, arrivals = here, _decided(meaning, here.node, here.cells, chance)


def leaps(core: c.Core, cells: Cells, seed: int) -> Iterator[tuple[Stop, Stop]]:
    """One step from each decision in any position, whether or not a play comes there."""
    chance, meaning = Random(seed), Meaning(core, CONCRETE)
    for node in range(len(core.nodes)):
        arrivals = _decided(meaning, node, Cells(cells), chance)
        if len(arrivals) == 1 and not arrivals[0].faults:
            yield Stop(node, Cells(cells)), Stop(arrivals[0].node, Cells(arrivals[0].cells))


def _any(core: c.Core, name: str, chance: Random) -> tuple[bool | int, ...]:
    var = core.vars[name]
    low, high = type_range(var.type)
    drawn = (chance.randint(low, high) for _ in product(*(range(dim.size) for dim in var.dims)))
    return tuple(bool(one) if isinstance(var.type, c.YesNo) else one for one in drawn)


def _decided(
    meaning: Meaning[bool, int], node: int, cells: Cells, chance: Random
) -> list[Arrival[bool, int]]:
    """What follows from a decision; nothing if none is legal."""
    if meaning.unclear(cells, node):
        return []
    point = meaning.core.nodes[node]
    match point:
        case c.Decision(options=options):
            ways = [
                (number, picks)
                for number, option in enumerate(options)
                for picks in product(*(_values(pick.type) for pick in option.picks))
            ]
            chance.shuffle(ways)
            for number, picks in ways:
                if meaning.legal(cells, node, number, picks):
                    return meaning.advance(cells, node, number, picks)
            return []
        case c.DealDecision(source=source):
            amounts, _ = meaning.deal_amounts(cells, node)
            cards = meaning.core.zones[source.zone].cards.size
            for _ in range(20):
                dealt = [[0] * cards for _ in amounts]
                for row, amount in zip(dealt, amounts, strict=True):
                    for _ in range(amount):
                        row[chance.randrange(cards)] += 1
                if meaning.deal_legal(cells, node, dealt):
                    return meaning.deal(cells, node, dealt)
            return []
        case c.ShuffleDecision(zone=ref):
            row = cells[c.card_of(ref.zone)]
            part = meaning.part(ref, cells)
            width = meaning.layout.sizes[c.card_of(ref.zone)][-1]
            lying = [card for card in row[part * width : (part + 1) * width] if card != c.NONE]
            chance.shuffle(lying)
            return meaning.shuffle(cells, node, lying) if meaning.shuffle_legal(cells, node, lying) else []


def _values(type_: c.Type) -> list[bool | int]:
    low, high = type_range(type_)
    return [False, True] if isinstance(type_, c.YesNo) else list(range(low, high + 1))
