"""Every position at all, reachable or not: any way the cards and values can lie that the table allows.

In: a World and the terms that are asked; out: tables that differ in what the terms can see. Every card of a set lies in
one of its zones, each value fits its type, and readings and parameters are as the rulebook allows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod

from qedeck.interpreter.state import Cells
from qedeck.spec import core as c

from .world import TooLarge, World, deals, values_of

MOST_TABLES = 20_000
Rows = dict[str, tuple[int, ...]]


def tables(world: World, terms: Iterable[c.Expr]) -> Iterator[tuple[int, Cells]]:
    """The setting and the table, once for each that the terms can tell apart."""
    seen = world.meaning.layout.seen_by(terms)
    sets = {name for name in world.core.copies if any(part in seen for part in _parts(world.core, name))}
    spoken = [var for name, var in world.core.vars.items() if name in seen and var.role not in _ELSEWHERE]
    values = [_rows(var) for var in spoken]
    count = 0
    for number, fixed in enumerate(world.settings):
        start, _ = world.meaning.initial(fixed)
        lying = [list(_laid(world, name, start, seen)) for name in sorted(sets)]
        count += prod(map(len, values)) * prod(map(len, lying))
        if count > MOST_TABLES:
            raise TooLarge("tables")
        for layout in product(*lying):
            table = {**start.rows, **{name: row for rows in layout for name, row in rows.items()}}
            for chosen in product(*values):
                yield number, Cells({**table, **{var.name: row for var, row in zip(spoken, chosen, strict=True)}})


_ELSEWHERE = ("parameter", "reading", "zone")


def _parts(core: c.Core, name: str) -> list[str]:
    return [part for zone in core.zones.values() if zone.cards.name == name for part in c.cells_of(zone)]


def _rows(var: c.Var) -> list[tuple[int, ...]]:
    """Every value, for each member that it is kept for."""
    values, size = values_of(var.type), prod(dim.size for dim in var.dims)
    if len(values) ** size > MOST_TABLES:
        raise TooLarge("values")
    return list(product(values, repeat=size))


def _laid(world: World, name: str, start: Cells, seen: set[str]) -> list[Rows]:
    """Every way the cards of a set can lie, told apart by what is seen of it."""
    core = world.core
    copies = [int(world.meaning.value(amount, start)[0]) for amount in core.copies[name]]
    zones = [zone for zone in core.zones.values() if zone.cards.name == name]
    seats = world.meaning.layout.seats
    slots = [(zone, part) for zone in zones for part in range(len(c.parts_of(core, zone)))]
    found: dict[tuple[object, ...], Rows] = {}
    # Where nothing lies on the table at first, cards may stay in the box.
    boxed = all(cell == (0 if zone.kind == "pile" else c.NONE) for zone in zones for cell in start[c.faces_of(zone)])
    for tried, laid in enumerate(_layouts(slots, copies, boxed)):
        if tried > MOST_TABLES:
            raise TooLarge("layouts")
        rows: Rows = {}
        for zone in zones:
            rows |= _cells_of(zone, [cards for (other, _), cards in zip(slots, laid, strict=True) if other is zone])
        for more in _laid_by(zones, rows, seen, seats):
            found.setdefault(tuple(more[part] for part in sorted(more) if part in seen), more)
    return list(found.values())


def _laid_by(zones: list[c.Zone], rows: Rows, seen: set[str], seats: int) -> Iterator[Rows]:
    """Each card of a row may have been laid by anybody, or by nobody."""
    asked = [zone.name for zone in zones if c.by_of(zone.name) in seen]
    lying = [
        [range(c.NONE, seats) if card != c.NONE else (c.NONE,) for card in rows[c.card_of(name)]] for name in asked
    ]
    if prod(len(who) for row in lying for who in row) > MOST_TABLES:
        raise TooLarge("who laid what")
    for chosen in product(*(product(*row) for row in lying)):
        yield rows | {c.by_of(name): by for name, by in zip(asked, chosen, strict=True)}


Slot = tuple[c.Zone, int]
Laid = tuple[int, ...]
"""Of a pile how many of each card, of a row or grid the card at each place."""


def _layouts(slots: Sequence[Slot], copies: Sequence[int], boxed: bool) -> Iterator[tuple[Laid, ...]]:
    if not slots:
        if boxed or not any(copies):
            yield ()
        return
    (zone, _), rest = slots[0], slots[1:]
    for laid, used in _fillings(zone, copies):
        left = [there - gone for there, gone in zip(copies, used, strict=True)]
        yield from ((laid, *others) for others in _layouts(rest, left, boxed))


def _fillings(zone: c.Zone, copies: Sequence[int]) -> Iterator[tuple[Laid, Sequence[int]]]:
    """What may lie in a zone, and how many of each card that takes."""
    if zone.places is None:
        for amount in range(sum(copies) + 1):
            yield from ((hand, hand) for (hand,) in deals(copies, [amount]))
        return
    width = zone.places.size
    for laid in _sequences(copies, width, zone.kind == "grid"):
        padded = (*laid, *(c.NONE for _ in range(width - len(laid))))
        yield padded, [padded.count(card) for card in range(len(copies))]


def _sequences(copies: Sequence[int], width: int, gaps: bool) -> Iterator[Laid]:
    """Cards one after the other, up to so many; in a grid, places may be empty."""
    yield ()
    if not width:
        return
    for card, there in enumerate(copies):
        if there:
            left = [*copies[:card], there - 1, *copies[card + 1 :]]
            yield from ((card, *rest) for rest in _sequences(left, width - 1, gaps))
    if gaps:
        yield from ((c.NONE, *rest) for rest in _sequences(copies, width - 1, gaps) if rest)


def _cells_of(zone: c.Zone, laid: list[Laid]) -> Rows:
    name, faces = zone.name, c.faces_of(zone)
    flat = tuple(cell for cards in laid for cell in cards)
    match zone.kind:
        case "pile":
            return {faces: flat, c.size_of(name): tuple(sum(cards) for cards in laid)}
        case "row":
            sizes = tuple(sum(card != c.NONE for card in cards) for cards in laid)
            return {faces: flat, c.size_of(name): sizes, c.by_of(name): (c.NONE,) * len(flat)}
        case _:
            return {faces: flat}
