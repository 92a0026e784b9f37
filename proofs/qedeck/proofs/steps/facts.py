"""Helper facts that a proof may need and nobody has written down: guessed here, from samples; proved elsewhere.

In: a Core and spots of random plays; out: for each node, facts that held whenever a play came by. A
fact is a term of Core, so that samples and solvers are asked the same thing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from qedeck.interpreter.layout import type_range
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells
from qedeck.spec import core as c

SEEN = 120
"""Spots of a node that are looked at."""


def guesses(core: c.Core, meaning: Meaning[bool, int], seen: dict[int, list[Cells]]) -> dict[int, list[c.Expr]]:
    """For each node that was seen, what held there each time."""
    general = list(dict.fromkeys(_templates(core)))
    gaps = [fact for zone in core.zones.values() if zone.kind == "row" for fact in _no_gaps(core, zone)]
    found: dict[int, list[c.Expr]] = {}
    for node, spots in seen.items():
        spots = spots[:SEEN]
        still = {name for name in core.vars if all(cells[name] == spots[0][name] for cells in spots)}
        empty = {name for name in map(c.size_of, core.zones) if name in still and not any(spots[0][name])}
        # What follows from values that never change here is not worth a question.
        news = [fact for fact in general if (reads := _reads(fact)) - still and not reads & empty]
        news += gaps
        facts = [fact for fact in news if all(_holds(meaning, fact, cells) for cells in spots)]
        found[node] = list(dict.fromkeys([*_measured(core, meaning, spots), *facts]))
    return found


def _reads(fact: c.Expr) -> set[str]:
    return c.reads(fact)


def _holds(meaning: Meaning[bool, int], fact: c.Expr, cells: Cells) -> bool:
    worth, faults = meaning.value(fact, cells)
    return bool(worth) and not faults


# ---- terms -----------------------------------------------------------------------------------


def op(name: str, *args: c.Expr) -> c.Op:
    return c.Op(name, args)


def number(value: int) -> c.Const:
    return c.Const(value)


def total(terms: Sequence[c.Expr]) -> c.Expr:
    made = terms[0]
    for one in terms[1:]:
        made = op("add", made, one)
    return made


def sizes(core: c.Core, zone: c.Zone) -> list[c.Expr]:
    """How many cards lie in a pile or a row, for each zone of the name."""
    if zone.kind == "grid":
        return []
    return [c.Read(c.size_of(zone.name), tuple(map(number, index))) for index in c.parts_of(core, zone)]


def _laid(row: c.Zone, player: int) -> c.Expr:
    """How many cards of a row this player has laid."""
    assert row.places is not None
    mine = [
        c.Ite(
            op(
                "and",
                op("lt", number(i), c.Read(c.size_of(row.name))),
                op("eq", c.Read(c.by_of(row.name), (number(i),)), number(player)),
            ),
            number(1),
            number(0),
        )
        for i in range(row.places.size)
    ]
    return total(mine)


def _been(core: c.Core, counter: str, first: str, player: int) -> c.Expr:
    """1 if a player has had the turn in a round that starts with `first`, else 0."""
    seats = number(core.domains["player"].size)
    away = op("mod", op("sub", op("add", number(player), seats), c.Read(first)), seats)
    return c.Ite(op("lt", away, c.Read(counter)), number(1), number(0))


# ---- templates ---------------------------------------------------------------------------------


def _templates(core: c.Core) -> Iterator[c.Expr]:
    """What tends to hold in card games, wherever it does."""
    seats = core.domains["player"].size
    alone = {name: var for name, var in core.vars.items() if not var.dims}
    players = [
        name
        for name, var in alone.items()
        if isinstance(var.type, c.Member) and var.type.domain.name == "player" and var.role in ("remembered", "control")
    ]
    counters = [name for name, var in alone.items() if var.role == "control" and isinstance(var.type, c.Whole)]
    rows = [zone for zone in core.zones.values() if zone.kind == "row" and zone.alone and zone.places]
    owned = [zone for zone in core.zones.values() if zone.owned and not zone.also and zone.kind != "grid"]
    starts = {name: name.removesuffix("#") + ".from" for name in counters}
    rounds = [(name, first) for name, first in starts.items() if first in alone]
    for one, other in combinations(players, 2):
        yield op("eq", c.Read(one), c.Read(other))
    for row in rows:
        size = c.Read(c.size_of(row.name))
        for counter in counters:
            yield op("eq", c.Read(counter), size)
        for player in players:
            for i in range(row.places.size if row.places else 0):
                seat = op("mod", op("add", c.Read(player), number(i)), number(seats))
                laid = op("eq", c.Read(c.by_of(row.name), (number(i),)), seat)
                yield op("implies", op("lt", number(i), size), laid)
    for zone in owned:
        mine = sizes(core, zone)
        shifts: list[list[c.Expr] | None] = [None]
        shifts += [[_laid(row, p) for p in range(seats)] for row in rows]
        shifts += [[_been(core, counter, first, p) for p in range(seats)] for counter, first in rounds]
        for shift in shifts:
            whole = mine if shift is None else [op("add", *pair) for pair in zip(mine, shift, strict=True)]
            for p in range(1, seats):
                yield op("eq", whole[p], whole[0])
            if shift is not None:
                for p in range(seats):
                    yield op("le", number(1), whole[p])


def _no_gaps(core: c.Core, row: c.Zone) -> Iterator[c.Expr]:
    """The cards of a row lie at its first places."""
    for index in c.parts_of(core, row):
        whose = tuple(map(number, index))
        size = c.Read(c.size_of(row.name), whose)
        for i in range(row.places.size if row.places else 0):
            lies, card = op("lt", number(i), size), c.Read(c.card_of(row.name), (*whose, number(i)))
            yield op("implies", lies, op("le", number(0), card))
            yield op("implies", op("le", number(0), card), lies)


def _measured(core: c.Core, meaning: Meaning[bool, int], spots: Sequence[Cells]) -> Iterator[c.Expr]:
    """What never changed at a node, how far it went, and sums that stayed the same."""
    gauges: list[c.Expr] = []
    for name, var in core.vars.items():
        resting = var.role in ("control", "remembered") or name in map(c.size_of, core.zones)
        if not resting or len(var.dims) > 1 or (var.dims and var.dims[0].name != "player"):
            continue
        places = [()] if not var.dims else [(number(k),) for k in range(var.dims[0].size)]
        low, high = type_range(var.type)
        for k, index in enumerate(places):
            values = [cells[name][k] for cells in spots]
            cell = c.Read(name, index)
            if len(set(values)) == 1:
                if isinstance(var.type, c.YesNo):
                    yield cell if values[0] else op("not", cell)
                else:
                    yield op("eq", cell, number(values[0]))
            elif isinstance(var.type, c.Member) and low == c.NONE < min(values):
                yield op("le", number(0), cell)
            elif isinstance(var.type, c.Whole):
                if min(values) > low:
                    yield op("le", number(low + 1), cell)
                if max(values) < high and var.role == "control":
                    yield op("le", cell, number(max(values)))
            if isinstance(var.type, c.Whole) and not var.dims:
                gauges.append(cell)
    for zone in core.zones.values():
        if not zone.alone and zone.kind != "grid":
            gauges.append(total(sizes(core, zone)))
    for name in core.copies:
        every = [s for zone in core.zones.values() if zone.cards.name == name for s in sizes(core, zone)]
        if every:
            gauges.append(total(every))
    worth = [[meaning.value(gauge, cells)[0] for cells in spots] for gauge in gauges]
    for gauge, row in zip(gauges, worth, strict=True):
        if len(set(row)) == 1:
            yield op("eq", gauge, number(row[0]))
    moving = [(gauge, row) for gauge, row in zip(gauges, worth, strict=True) if len(set(row)) > 1]
    for (one, first), (other, second) in combinations(moving, 2):
        for way in (1, -1):
            sums = {a + way * b for a, b in zip(first, second, strict=True)}
            if len(sums) == 1 and len(first) > 2:
                yield op("eq", op("add" if way > 0 else "sub", one, other), number(sums.pop()))
