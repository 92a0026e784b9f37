"""Why a condition does not hold in a position: of whom, by which part of it, and what is so instead.

In: a condition taken apart and a position; out: names and values in words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import assert_never

from qedeck.interpreter.algebra import Value
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells
from qedeck.interpreter.words import Words, in_words
from qedeck.spec import core as c
from qedeck.spec.anatomy import Part, Shape, Side
from qedeck.spec.source import Span

FEW = 20
"""Cards of a zone that are named."""
Text = Callable[[Span], str]
"""What is written at a place."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing to say: a member that a name stands for, or what some part of the condition is."""

    what: str
    found: str
    asked: bool = False
    """It is a question in itself, so that it is answered with yes or no."""

    def __str__(self) -> str:
        return f"{self.what}: {self.found}" if self.asked else f"{self.what} is {self.found}"


@dataclass(frozen=True, slots=True)
class Table:
    """A position to be asked about, perhaps beside another one, and how things are called there."""

    meaning: Meaning[bool, int]
    words: Words
    cells: Cells
    other: Cells | None
    text: Text

    def value(self, term: c.Expr, bound: Mapping[str, Value]) -> Value | None:
        """What a term is worth; None where it is undefined."""
        worth, faults = self.meaning.value(term, self.cells, bound, other=self.other)
        return None if faults else worth

    def lying(self, ref: c.ZoneRef, bound: Mapping[str, Value]) -> str:
        """The cards of a zone, in their order if they have one; of a grid, place by place."""
        zone = self.meaning.core.zones[ref.zone]
        index = tuple(self.value(part, bound) for part in ref.index)
        row = self.cells[ref.zone if zone.places is None else c.card_of(ref.zone)]
        width = zone.cards.size if zone.places is None else zone.places.size
        parts = c.parts_of(self.meaning.core, zone)
        start = parts.index(index) * width if index in parts else 0
        here, names = row[start : start + width], zone.cards.members
        if zone.kind == "grid" and zone.places is not None:
            taken = zip(zone.places.members, here, strict=True)
            cards = [f"{names[card]} at {place}" for place, card in taken if card != c.NONE]
        elif zone.kind == "row":
            cards = [names[card] for card in here if card != c.NONE]
        else:
            cards = [name for name, many in zip(names, here, strict=True) for _ in range(many)]
        more = f" and {len(cards) - FEW} more" if len(cards) > FEW else ""
        return (", ".join(cards[:FEW]) or "empty") + more

    def undefined(self, term: c.Expr, bound: Mapping[str, Value]) -> str:
        """What is written where a term comes upon something undefined."""
        _, faults = self.meaning.value(term, self.cells, bound, other=self.other)
        return next(filter(None, (self.text(fault.span) for fault in faults)), "")


def why(table: Table, part: Part, wanted: bool) -> tuple[Reason, ...]:
    """Why a condition is not as wanted in this position; nothing where it is, or where there is nothing to name."""
    return tuple(dict.fromkeys(_why(table, part, wanted, {})))


def _why(table: Table, part: Part, wanted: bool, bound: dict[str, Value]) -> Iterator[Reason]:
    worth = table.value(part.term, bound)
    if worth is wanted:
        return
    match part.shape:
        case Shape.NOT:
            yield from _why(table, part.parts[0], not wanted, bound)
        case Shape.BOTH | Shape.EITHER:
            # One part is enough to make `and` fail or `or` hold; the other way round it takes all of them.
            enough = wanted is (part.shape is Shape.BOTH)
            failing = [one for one in part.parts if table.value(one.term, bound) is not wanted]
            for one in failing[:1] if enough else failing:
                yield from _why(table, one, wanted, bound)
        case Shape.EVERY | Shape.SOME:
            if worth is None or wanted is (part.shape is Shape.EVERY):
                yield from _member(table, part, wanted, bound)
        case Shape.PLAIN:
            if worth is None:
                what = table.undefined(part.term, bound) or table.text(part.span)
                yield Reason(what, "undefined")
            elif part.sides:
                yield from _sides(table, part.sides, bound)
            elif part.lying:
                for there in part.lying:
                    yield Reason(table.text(there.span), table.lying(there.zone, bound))
            else:
                what = table.text(part.span)
                yield Reason(what, in_words(worth), asked=" " in what)
        case _:
            assert_never(part.shape)


def _member(table: Table, part: Part, wanted: bool, bound: dict[str, Value]) -> Iterator[Reason]:
    """The first member that breaks an `every`, or makes a `some`."""
    runs = part.range
    assert runs is not None
    for number in range(runs.low, runs.high):
        inner = {**bound, runs.local: number}
        there = table.value(runs.where, inner)
        if there is None:
            yield Reason(table.undefined(runs.where, inner) or table.text(part.span), "undefined")
            return
        if there and table.value(part.parts[0].term, inner) is not wanted:
            yield Reason(runs.name, _named(table, runs.value, inner))
            yield from _why(table, part.parts[0], wanted, inner)
            return


def _sides(table: Table, sides: tuple[Side, ...], bound: dict[str, Value]) -> Iterator[Reason]:
    """Each thing compared with what it is; several results of one thing together."""
    for span, parts in groupby(sides, key=lambda side: side.span):
        found = [_named(table, side, bound) for side in parts if not isinstance(side.term, c.Local)]
        if found:
            yield Reason(table.text(span), found[0] if len(found) == 1 else f"({', '.join(found)})")


def _named(table: Table, side: Side, bound: dict[str, Value]) -> str:
    worth = table.value(side.term, bound)
    return "undefined" if worth is None else in_words(table.words.word(side.type, worth))
