"""What may happen next in a position, one way after the other: choices, deals, orders, and what nobody decides.

In: a Core, a node and its cells; out: every step that may be taken there, and where play comes to rest after it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import inf, prod
from typing import assert_never

from qedeck.interpreter.layout import type_range
from qedeck.interpreter.position import Position, Rules
from qedeck.interpreter.state import Arrival, Cells
from qedeck.proofs.plays.falls import deals, fewest_deals, orders, shuffles
from qedeck.proofs.plays.sample import Taken, by_itself
from qedeck.spec import core as c
from qedeck.spec.texts import Texts

SETTINGS = 64
"""Ways to set the parameters and readings that are all tried."""
OPEN = "parameters and readings can be set in too many ways"
Fixed = dict[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Rest:
    """Where play comes to rest: its node (none where it stops on the way), the table, how it stops and with which code.

    What is undefined on the way, or nobody ends, stops play there; `end` is as in a Spot.
    """

    node: int | None
    cells: Cells
    end: str = ""
    code: str = ""


class TooMany(Exception):
    """There are more ways than anybody can try, and of what."""


class Walk:
    """A Core made ready for taking every way."""

    def __init__(self, core: c.Core) -> None:
        self.core = core
        self.rules = Rules(core, Texts())
        self.meaning = self.rules.meaning

    def begin(self, fixed: Fixed, until: float = inf) -> Rest:
        """The first position of a game with this setting."""
        cells, faults = self.meaning.initial(fixed)
        return Rest(None, cells, "undefined", faults[0].code) if faults else self.rest(self.meaning.begin(cells), until)

    def rest(self, arrivals: list[Arrival[bool, int]], until: float = inf) -> Rest:
        """Pass what nobody decides. A position that comes again there is a circle, and where the play stops."""
        (arrival,) = arrivals
        seen: dict[int, int] = {}
        circle: tuple[int, Cells, int] | None = None
        for passed in range(10**9):
            node, cells = arrival.node, arrival.cells
            if arrival.faults:
                return Rest(None, cells, "undefined", arrival.faults[0].code)
            if node is None:
                return Rest(None, cells, "over")
            if not by_itself(self.core, node):
                return Rest(node, cells)
            # Hashes are remembered, and what one of them promises is looked at once more.
            if circle is not None and passed == circle[2]:
                if circle[:2] == (node, cells):
                    return Rest(node, cells, "long")
                circle = None
            since = seen.setdefault(hash((node, cells)), passed)
            if since < passed and circle is None:
                circle = node, cells, passed + passed - since
            in_time(until)
            (arrival,) = self.meaning.advance(cells, node, 0, ())
        raise AssertionError("no play is that long")

    def halt(self, node: int, cells: Cells) -> tuple[str, str]:
        """How play stops here, and with which code; empty where somebody or chance can go on."""
        faults = self.meaning.unclear(cells, node)
        if faults:
            return "undefined", faults[0].code
        able = not isinstance(self.core.nodes[node], c.Decision) or self._at(node, cells).legal()
        return "" if able else "stuck", ""

    def _at(self, node: int, cells: Cells) -> Position:
        position = Position(self.rules)
        position.node, position.cells = node, cells
        return position

    def moves(self, node: int, cells: Cells, most: int) -> Iterator[Taken]:
        """Every choice, and every way the cards may fall."""
        point = self.core.nodes[node]
        match point:
            case c.DealDecision():
                pile, amounts = self.dealt(node, cells)
                if fewest_deals(pile, amounts) > most:
                    raise TooMany("the cards can be dealt in too many ways")
                return (Taken(node, outcome=outcome) for outcome in deals(pile, amounts))
            case c.ShuffleDecision():
                row = self.shuffled(node, cells)
                if shuffles(row) > most:
                    raise TooMany("the cards can be shuffled in too many ways")
                return (Taken(node, outcome=(order,)) for order in orders(row))
            case c.Decision():
                return (Taken(node, action.choice, action.values) for action in self._at(node, cells).legal())
            case _:
                assert_never(point)

    def dealt(self, node: int, cells: Cells) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """At a deal, how many of each card there are, and how many cards go to each target."""
        point = self.core.nodes[node]
        assert isinstance(point, c.DealDecision)
        return self._at(node, cells).row(point.source), tuple(self.meaning.deal_amounts(cells, node)[0])

    def shuffled(self, node: int, cells: Cells) -> list[int]:
        """At a shuffle, the cards that get a new order."""
        point = self.core.nodes[node]
        assert isinstance(point, c.ShuffleDecision)
        return [card for card in self._at(node, cells).row(point.zone) if card != c.NONE]

    def settings(self, given: c.Expr | None) -> list[Fixed]:
        """The settings that the rulebook and the claim allow; TooMany if nobody can try them all."""
        rigid = [name for name, var in self.core.vars.items() if var.rigid]
        cells = [(name, self.core.vars[name].type) for name in rigid for _ in range(self._size(name))]
        ranges = [type_range(kind) for _, kind in cells]
        if prod(high - low + 1 for low, high in ranges) > SETTINGS**2:
            raise TooMany(OPEN)
        limits = (*self.core.constraints, *((given,) if given is not None else ()))
        found: list[Fixed] = []
        for values in product(*(range(low, high + 1) for low, high in ranges)):
            fixed: Fixed = dict.fromkeys(rigid, ())
            for (name, kind), value in zip(cells, values, strict=True):
                fixed[name] += (bool(value) if isinstance(kind, c.YesNo) else value,)
            table, _ = self.meaning.initial(fixed)
            asked = (self.meaning.value(limit, table) for limit in limits)
            if all(holds and not faults for holds, faults in asked):
                found.append(fixed)
        if len(found) > SETTINGS:
            raise TooMany(OPEN)
        return found

    def _size(self, name: str) -> int:
        return prod(self.meaning.layout.sizes[name])


def in_time(until: float) -> None:
    """TimeoutError if it is too late."""
    if time.monotonic() > until:
        raise TimeoutError
