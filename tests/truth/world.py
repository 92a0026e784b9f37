"""Every position that play can reach, by the interpreter and nothing else.

In: a Core; out: its settings (readings and parameters), the places that play comes to, and how they lead to each
other. Written apart from the prover, so that the two do not share a mistake.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from math import prod

from qedeck.interpreter.layout import type_range
from qedeck.interpreter.position import Position, Rules
from qedeck.interpreter.state import Arrival, Cells
from qedeck.spec import core as c
from qedeck.spec.texts import Texts

Fixed = dict[str, tuple[int, ...]]
MOST_SETTINGS = 200
MOST_FALLS = 3_000
"""Ways in which cards may fall at once."""


class TooLarge(Exception):
    """There is more than anybody wants to look at in a test."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where play stands, or stops: how (over, stuck, undefined, endless; empty where it goes on), and why."""

    setting: int
    node: int | None
    cells: Cells
    end: str = ""
    codes: tuple[str, ...] = ()

    @property
    def position(self) -> bool:
        """Whether there is a table to look at: not in the middle of a step that breaks off or never comes to an end."""
        return self.node is not None or self.end == "over"


class World:
    """All places of a game: the first ones of all plays come first."""

    def __init__(self, core: c.Core, most: int, text: str = "") -> None:
        self.core, self.most, self.text = core, most, text
        self.rules = Rules(core, Texts())
        self.meaning = self.rules.meaning
        self.settings = list(self._settings())
        self.places: list[Place] = []
        self.onward: list[list[int]] = []
        self._number: dict[object, int] = {}
        self.starts = [self._add(self._first(number, fixed)) for number, fixed in enumerate(self.settings)]
        while len(self.onward) < len(self.places):
            self.onward.append([self._add(place) for place in self._after(self.places[len(self.onward)])])
            if len(self.places) > most:
                raise TooLarge("positions")

    def _add(self, place: Place) -> int:
        key = place.setting, place.node, place.end, place.cells if place.position else (place.codes, place.cells)
        number = self._number.setdefault(key, len(self.places))
        if number == len(self.places):
            self.places.append(place)
        return number

    # ---- readings and parameters --------------------------------------------------------------

    def _settings(self) -> Iterator[Fixed]:
        """Every way to set what the rulebook leaves open that it allows."""
        rigid = [var for var in self.core.vars.values() if var.role in ("parameter", "reading")]
        cells = [(var.name, prod(dim.size for dim in var.dims), values_of(var.type)) for var in rigid]
        if prod(len(values) ** size for _, size, values in cells) > MOST_SETTINGS:
            raise TooLarge("settings")
        for chosen in product(*(product(values, repeat=size) for _, size, values in cells)):
            fixed = {name: row for (name, _, _), row in zip(cells, chosen, strict=True)}
            table, _ = self.meaning.initial(fixed)
            if all(self.true(limit, table) for limit in self.core.constraints):
                yield fixed

    def true(self, term: c.Expr, cells: Cells, other: Cells | None = None) -> bool:
        """Whether something holds: what is undefined does not."""
        worth, faults = self.meaning.value(term, cells, other=other)
        return bool(worth) and not faults

    # ---- from place to place ---------------------------------------------------------------------

    def _first(self, setting: int, fixed: Fixed) -> Place:
        cells, faults = self.meaning.initial(fixed)
        if faults:
            return Place(setting, None, cells, "undefined", tuple(fault.code for fault in faults))
        return self._rest(setting, self.meaning.begin(cells))

    def _rest(self, setting: int, arrivals: list[Arrival[bool, int]]) -> Place:
        """Where play comes to a decision of somebody or of chance, or stops."""
        passed: set[tuple[int, Cells]] = set()
        while True:
            (arrival,) = arrivals
            if arrival.faults:
                return Place(setting, None, arrival.cells, "undefined", tuple(fault.code for fault in arrival.faults))
            if arrival.node is None:
                return Place(setting, None, arrival.cells, "over")
            node = self.core.nodes[arrival.node]
            if not isinstance(node, c.Decision) or node.owner.who != "nobody":
                return self._halting(Place(setting, arrival.node, arrival.cells))
            here = arrival.node, arrival.cells
            if here in passed:
                return Place(setting, None, arrival.cells, "endless")
            passed.add(here)
            if len(passed) > self.most:
                raise TooLarge("steps that nobody decides")
            arrivals = self.meaning.advance(arrival.cells, arrival.node, 0, ())

    def _halting(self, place: Place) -> Place:
        """The same place, with what stops play there."""
        assert place.node is not None
        faults = self.meaning.unclear(place.cells, place.node)
        if faults:
            return Place(*_key(place), "undefined", tuple(fault.code for fault in faults))
        if isinstance(self.core.nodes[place.node], c.Decision) and not self._at(place).legal():
            return Place(*_key(place), "stuck")
        return place

    def _at(self, place: Place) -> Position:
        position = Position(self.rules)
        position.node, position.cells = place.node, place.cells
        return position

    def _after(self, place: Place) -> Iterator[Place]:
        if place.node is None or place.end:
            return
        node, cells, meaning = self.core.nodes[place.node], place.cells, self.meaning
        at = self._at(place)
        match node:
            case c.Decision():
                for action in at.legal():
                    arrivals = meaning.advance(cells, place.node, action.choice, action.values)
                    yield self._rest(place.setting, arrivals)
            case c.DealDecision():
                amounts, _ = meaning.deal_amounts(cells, place.node)
                for outcome in deals(at.row(node.source), amounts):
                    yield self._rest(place.setting, meaning.deal(cells, place.node, outcome))
            case c.ShuffleDecision():
                row = [card for card in at.row(node.zone) if card != c.NONE]
                if len(row) > 6:
                    raise TooLarge("orders")
                for order in sorted(set(permutations(row))):
                    yield self._rest(place.setting, meaning.shuffle(cells, place.node, order))

    # ---- what is asked of it ---------------------------------------------------------------------

    def chosen(self, number: int) -> bool:
        """Whether somebody decides there, not chance."""
        node = self.places[number].node
        point = None if node is None else self.core.nodes[node]
        return isinstance(point, c.Decision) and point.owner.who != "chance"

    def steps(self) -> Iterator[tuple[Place, Place]]:
        """Every choice: the place before it and the one after."""
        for number, onward in enumerate(self.onward):
            for after in dict.fromkeys(onward):
                yield self.places[number], self.places[after]


def _key(place: Place) -> tuple[int, int | None, Cells]:
    return place.setting, place.node, place.cells


def values_of(type_: c.Type) -> list[int]:
    low, high = type_range(type_)
    return [False, True] if isinstance(type_, c.YesNo) else list(range(low, high + 1))


def deals(pile: Sequence[int], amounts: Sequence[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """How many of each card go to each target, in every way."""
    if not amounts:
        yield ()
        return
    hands = [hand for hand in product(*(range(there + 1) for there in pile)) if sum(hand) == amounts[0]]
    if len(hands) > MOST_FALLS:
        raise TooLarge("deals")
    for hand in hands:
        left = [there - gone for there, gone in zip(pile, hand, strict=True)]
        yield from ((hand, *rest) for rest in deals(left, amounts[1:]))
