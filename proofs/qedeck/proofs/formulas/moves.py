"""One step of a game with nothing known: every way on from a node, as formulas.

In: a meaning over symbols and a state at a node; out: for each option whether it is legal, and
where it leads.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, assert_never

from qedeck.interpreter.algebra import Value
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Arrival, Cells
from qedeck.proofs.formulas.symbolic import Z3, Number, Truth
from qedeck.proofs.formulas.symbols import fresh, fresh_picks
from qedeck.spec import core as c


@dataclass(frozen=True, slots=True)
class Way:
    """One way on: an option with its picks, or an outcome of chance."""

    node: int
    option: int
    picks: tuple[Value, ...]
    """For a deal, the counts for each target one after the other; for a shuffle, the cards in order."""
    legal: Truth
    promises: tuple[Z3, ...]
    arrivals: tuple[Arrival[Any, Any], ...]


def ways(meaning: Meaning[Truth, Number], cells: Cells, node: int, prefix: str = "") -> list[Way]:
    """Every way on from this node."""
    point = meaning.core.nodes[node]
    if isinstance(point, c.DealDecision):
        return [_deal(meaning, cells, node, point, prefix)]
    if isinstance(point, c.ShuffleDecision):
        return [_shuffle(meaning, cells, node, point, prefix)]
    found = []
    for number, option in enumerate(point.options):
        picks, promises = fresh_picks(option, f"{prefix}{number}:")
        legal = meaning.legal(cells, node, number, picks)
        if meaning.algebra.known(legal) is False:
            continue
        arrivals = meaning.advance(cells, node, number, picks)
        found.append(Way(node, number, picks, legal, tuple(promises), tuple(arrivals)))
    return found


def _deal(meaning: Meaning[Truth, Number], cells: Cells, node: int, point: c.DealDecision, prefix: str) -> Way:
    core = meaning.core
    zone = core.zones[point.source.zone]
    kind = core.vars[zone.name].type
    outcome, promises = [], []
    for target in range(len(point.targets)):
        row = []
        for face in range(zone.cards.size):
            count, promised = fresh(f"{prefix}deal {target},{face}", kind)
            row.append(count)
            promises += promised
        outcome.append(tuple(row))
    legal = meaning.deal_legal(cells, node, outcome)
    arrivals = meaning.deal(cells, node, outcome)
    return Way(node, 0, tuple(v for row in outcome for v in row), legal, tuple(promises), tuple(arrivals))


def _shuffle(meaning: Meaning[Truth, Number], cells: Cells, node: int, point: c.ShuffleDecision, prefix: str) -> Way:
    zone = meaning.core.zones[point.zone.zone]
    assert zone.places is not None
    order, promises = [], []
    for place in range(zone.places.size):
        card, promised = fresh(f"{prefix}shuffle {place}", c.Member(zone.cards, True))
        order.append(card)
        promises += promised
    legal = meaning.shuffle_legal(cells, node, order)
    arrivals = meaning.shuffle(cells, node, order)
    return Way(node, 0, tuple(order), legal, tuple(promises), tuple(arrivals))


def taken(
    meaning: Meaning[bool, int], way: Way, picks: tuple[bool | int, ...], cells: Cells
) -> tuple[bool, list[Arrival[bool, int]]]:
    """The same way gone by the reference, with these picks: whether it is legal, and where it leads."""
    if way.node == c.START:
        return True, meaning.begin(cells)
    node = meaning.core.nodes[way.node]
    match node:
        case c.Decision():
            legal = meaning.legal(cells, way.node, way.option, picks)
            return legal, meaning.advance(cells, way.node, way.option, picks) if legal else []
        case c.DealDecision():
            width = len(picks) // len(node.targets)
            dealt = [picks[k * width : (k + 1) * width] for k in range(len(node.targets))]
            legal = meaning.deal_legal(cells, way.node, dealt)
            return legal, meaning.deal(cells, way.node, dealt) if legal else []
        case c.ShuffleDecision():
            legal = meaning.shuffle_legal(cells, way.node, picks)
            return legal, meaning.shuffle(cells, way.node, picks) if legal else []
        case _:
            assert_never(node)
