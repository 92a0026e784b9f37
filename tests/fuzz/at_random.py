"""Somebody who plays at random: straight on the meaning, with no table, no views and no traces between."""

from __future__ import annotations

from random import Random

from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Arrival
from qedeck.spec import core as c

TRIES = 40
"""How many combinations of picks are tried for an option before it counts as closed."""


def play_at_random(core: c.Core, random: Random, most: int) -> str:
    """Play up to `most` decisions; the answer says how it went: over, stuck, still on, or the code of a fault."""
    meaning = Meaning(core, CONCRETE)
    cells, faults = meaning.initial()
    if faults:
        return faults[0].code
    arrivals = meaning.begin(cells)
    for _ in range(most):
        (arrival,) = arrivals
        if arrival.faults:
            return arrival.faults[0].code
        if arrival.node is None:
            return "over"
        moved = _decide(meaning, arrival, arrival.node, random)
        if isinstance(moved, str):
            return moved
        arrivals = moved
    return "still on"


def _decide(
    meaning: Meaning[bool, int], arrival: Arrival[bool, int], number: int, random: Random
) -> list[Arrival[bool, int]] | str:
    node = meaning.core.nodes[number]
    if isinstance(node, c.DealDecision):
        return _deal(meaning, arrival, number, node, random)
    if isinstance(node, c.ShuffleDecision):
        part = meaning.part(node.zone, arrival.cells)
        places = meaning.core.zones[node.zone.zone].places
        assert places is not None
        row = arrival.cells[f"{node.zone.zone}.card"][part * places.size : (part + 1) * places.size]
        order = [int(card) for card in row if card != c.NONE]
        random.shuffle(order)
        assert meaning.shuffle_legal(arrival.cells, number, order)
        return meaning.shuffle(arrival.cells, number, order)
    for option in random.sample(range(len(node.options)), len(node.options)):
        for _ in range(TRIES):
            picks = [_pick(pick.type, random) for pick in node.options[option].picks]
            if meaning.legal(arrival.cells, number, option, picks):
                return meaning.advance(arrival.cells, number, option, picks)
            if not picks:
                break
    return "stuck"


def _deal(
    meaning: Meaning[bool, int], arrival: Arrival[bool, int], number: int, node: c.DealDecision, random: Random
) -> list[Arrival[bool, int]] | str:
    amounts, faults = meaning.deal_amounts(arrival.cells, number)
    if faults:
        return faults[0].code
    part = meaning.part(node.source, arrival.cells)
    size = meaning.core.zones[node.source.zone].cards.size
    counts = arrival.cells[node.source.zone][part * size : (part + 1) * size]
    pile = [card for card, count in enumerate(counts) for _ in range(count)]
    random.shuffle(pile)
    outcome = []
    for amount in amounts:
        dealt = [pile.pop() for _ in range(amount)]
        outcome.append([dealt.count(card) for card in range(size)])
    assert meaning.deal_legal(arrival.cells, number, outcome)
    return meaning.deal(arrival.cells, number, outcome)


def _pick(kind: c.Type, random: Random) -> int | bool:
    match kind:
        case c.YesNo():
            return random.random() < 0.5
        case c.Whole(low, high):
            return random.randint(low, high)
        case c.Member(domain):
            return random.randrange(domain.size)
