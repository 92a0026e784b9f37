"""Exhaustive search inside WebAssembly: every position that play can reach, breadth first.

    search = Search(core)                       # or Search(core, fixed): rows of parameters and readings
    search.run(seconds=10)                      # or run(10, sought): until a position shows something
    search.complete, search.reason              # or why not all were visited; run again to go on
    search.positions, search.edges, search.rate # how many; positions visited in a second
    search.stops()                              # {"over": 626, "": 4852, …}
    search.stop(k), search.table(k)             # how play stops there; node and cells of position k, 0 is the first
    search.stopping("stuck"), search.fault(k)   # all that stop so; what is undefined there: code, clause, place
    search.path(k)                              # the shortest way there: (node, action or outcome) after one another
    Search(core, fixed, renamings=…)            # positions that are the same under other names count as one
    Peeling(search).run(10)                     # whether a play can come back to a position: see engine/peeling
    search.save(path); Search.load(core, path)  # taken up again later

Positions are those of proofs/plays/explore: what nobody decides is passed. Needs wasmtime.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import comb
from pathlib import Path

from qedeck.engine.driver import Driver
from qedeck.engine.expand import MARK, MOST_FALLS, STOPS, Expand
from qedeck.engine.falls import orders
from qedeck.engine.machine import Instance, cells_in
from qedeck.engine.program import Program
from qedeck.engine.renaming import Renaming, tables
from qedeck.interpreter.state import Cells
from qedeck.spec import core as c
from qedeck.spec.source import Span

PORTION = 20_000
"""Positions that are visited before somebody may want to stop."""


class Search:
    """The positions found so far. `memory` bytes at most are used for them."""

    def __init__(
        self,
        core: c.Core,
        fixed: Mapping[str, Sequence[int]] | None = None,
        memory: int = 1 << 30,
        renamings: Sequence[Renaming] = (),
    ) -> None:
        self.core, self.memory, self.renamings = core, memory, renamings
        self.fixed = {name: tuple(row) for name, row in (fixed or {}).items()}
        self.program = Program(core, self.fixed)
        tables(self.program, renamings)
        self.driver = Driver(self.program)
        self.expand = Expand(self.driver, renamings)
        self.instance = Instance(self.driver, self.expand.text())
        self._call = self.instance.call
        self.most = min(memory // (self.expand.size + 16), (3 << 30) // self.expand.size)
        """Positions that there is memory for."""
        self.instance.set("most", self.most)
        self._call("room", 1 << 13)
        self.visited = 0
        self.seconds = 0.0
        self.reason = ""
        self.hopeless = False
        """More time would not help."""
        if self.program.memory.faults:
            self.reason, self.hopeless = "the game cannot be set up with these values", True
        else:
            self._call("first")

    # ---- searching --------------------------------------------------------------------------------

    def run(self, seconds: float, sought: Callable[[Search], bool] | None = None) -> Search:
        """Go on until all is visited, or the time or the memory is used up.

        Where play was found to stop before its end, `sought` is asked whether that is enough.
        """
        begun = time.monotonic()
        portion, odd = 256, 0
        while not self.complete and not self.hopeless:
            if sought is not None and odd != self.instance.get("odd"):
                odd = self.instance.get("odd")
                if sought(self):
                    break
            if time.monotonic() - begun > seconds:
                self.reason = f"the time was up; {self.positions:,} positions seen"
                break
            if self.positions >= self.most:
                self.reason, self.hopeless = f"the memory was full; {self.positions:,} positions seen", True
                break
            until = min(self.visited + portion, self.positions)
            reached: int = self._call("expand", self.visited, until)
            if reached < 0:
                self._too_many("a deal")
                break
            if reached == self.visited and reached < until and self.positions < self.most:
                if not self.shuffle(reached):
                    break
                reached += 1
            self.visited = reached
            portion = min(2 * portion, PORTION)
        if self.complete:
            self.reason = ""
        self.seconds += time.monotonic() - begun
        return self

    def _too_many(self, where: str) -> None:
        self.reason, self.hopeless = f"the cards may fall in too many ways in {where}", True

    def shuffle(self, number: int) -> bool:
        """Every order of a row; False if there are too many."""
        place = self.node(number)
        node = self.core.nodes[place]
        assert isinstance(node, c.ShuffleDecision)
        self._call("load", number)
        if self._call(f"prepare {place}"):
            self._mark(number, "undefined")
            return True
        region = self.program.order
        size = self.program.layout.sizes[c.card_of(node.zone.zone)][-1]
        row = [card for card in self.instance.read(region)[:size] if card != c.NONE]
        if not _few_orders(row):
            self._too_many(node.clause or node.name)
            return False
        for which, order in enumerate(orders(row)):
            self.instance.write(region, [*order, *[c.NONE] * (region.count - len(order))])
            self._call(f"fall {place}", number, which)
        return True

    # ---- what was found ------------------------------------------------------------------------------

    @property
    def complete(self) -> bool:
        return not self.hopeless and self.visited == self.positions

    @property
    def positions(self) -> int:
        return self.instance.get("count")

    @property
    def edges(self) -> int:
        """Choices, and ways that cards fall, that were followed."""
        return self.instance.get("edges") - 1

    @property
    def rate(self) -> float:
        return self.visited / self.seconds if self.seconds else 0.0

    def stop(self, number: int) -> str:
        """How play stops in a position; empty where it goes on."""
        return STOPS[self._stop(self._record(number))]

    def stops(self) -> Counter[str]:
        found = sum((Counter(stops) for _, stops in self._stops()), Counter[int]())
        return Counter({STOPS[stop]: many for stop, many in found.items()})

    def stopping(self, stop: str) -> Iterator[int]:
        """The positions in which play stops so, those that are reached first before others."""
        wanted = STOPS.index(stop)
        for first, stops in self._stops():
            at = stops.find(wanted)
            while at >= 0:
                yield first + at
                at = stops.find(wanted, at + 1)

    def fault(self, number: int) -> tuple[str, str, Span] | None:
        """What was undefined on the way to a position: its code, its clause and where that stands."""
        record = self._record(number)
        if STOPS[record[self.expand.node + 2]] != "undefined":
            return None
        return self.program.sites[self.node(number) - 1]

    def table(self, number: int) -> tuple[int | None, Cells]:
        """A position: its node, and its cells."""
        record = self._record(number)
        open_ = not record[self.expand.node + 2]
        return self.node(number) if open_ else None, cells_in(self.program, record, self.driver.state_start)

    def path(self, number: int) -> list[tuple[int, int]]:
        """The shortest way there: at each node the number of the action, or which way the cards fell."""
        key = self.expand.key + 4
        actions = [int.from_bytes(self._record(k)[key : key + 4], "little") for k in self.way(number)[1:]]
        nodes = map(self.node, self.way(number))
        return [(node, action & (1 << MARK) - 1) for node, action in zip(nodes, actions, strict=False)]

    def way(self, number: int) -> list[int]:
        """The positions on the shortest way to one, from the first to itself."""
        found = [number]
        while number > 0:
            key = self.expand.key
            number = int.from_bytes(self._record(number)[key : key + 4], "little", signed=True)
            found.append(number)
        return found[::-1]

    # ---- keeping -------------------------------------------------------------------------------------

    @property
    def weight(self) -> int:
        """Bytes that have to be kept of it."""
        return self.positions * self.expand.size

    def save(self, path: Path) -> None:
        head = {"fixed": self.fixed, "positions": self.positions, "visited": self.visited, "edges": self.edges,
                "seconds": self.seconds, "size": self.expand.size, "game": self.core.name}  # fmt: skip
        start = self.expand.base
        raw = self.instance.read_bytes(start, start + self.weight)
        path.write_bytes(json.dumps(head).encode() + b"\n" + raw)

    @classmethod
    def load(cls, core: c.Core, path: Path, memory: int = 1 << 30, renamings: Sequence[Renaming] = ()) -> Search:
        """A search that was saved; ValueError if it is of another game."""
        first, _, raw = path.read_bytes().partition(b"\n")
        head = json.loads(first)
        made = cls(core, head["fixed"], memory, renamings)
        if head["size"] != made.expand.size or head["game"] != core.name:
            raise ValueError(f"{path.name} is a search of another game")
        if len(raw) != head["positions"] * head["size"]:
            raise ValueError(f"{path.name} is not whole")
        start = made.expand.base
        made.instance.write_bytes(start, raw)
        made._call("restore", head["positions"])
        slots = 1 << 13
        while slots < 2 * head["positions"]:
            slots *= 2
        made._call("room", slots)
        made.instance.set("edges", head["edges"] + 1)
        made.instance.set("odd", 1)
        made.visited, made.seconds = head["visited"], head["seconds"]
        return made

    def beginning_at(self, number: int) -> Search:
        """Another search of the same game, of all that can follow from one position."""
        made = Search(self.core, self.fixed, self.memory, self.renamings)
        record = self._record(number)
        made.instance.write_bytes(made.expand.base, record[: made.expand.key] + (-1).to_bytes(4, "little", signed=True))
        made._call("room", 1 << 13)
        return made

    # ---- inside --------------------------------------------------------------------------------------

    def _record(self, number: int) -> bytes:
        at = self.expand.base + number * self.expand.size
        return self.instance.read_bytes(at, at + self.expand.size)

    def node(self, number: int) -> int:
        at = self.expand.node
        return int.from_bytes(self._record(number)[at : at + 2], "little")

    def _stop(self, record: bytes) -> int:
        return record[self.expand.node + 2] or record[self.expand.key + 7] >> MARK - 24

    def _stops(self) -> Iterator[tuple[int, bytes]]:
        """The first number of some positions, and how each of them stops."""
        size, start = self.expand.size, self.expand.base
        above = bytes(byte >> MARK - 24 for byte in range(256))
        for first in range(0, self.positions, PORTION):
            last = min(first + PORTION, self.positions)
            raw = self.instance.read_bytes(start + first * size, start + last * size)
            there, marked = raw[self.expand.node + 2 :: size], raw[self.expand.key + 7 :: size].translate(above)
            # A position is marked only if it did not stop on the way there: one of the two is 0.
            both = int.from_bytes(there, "little") | int.from_bytes(marked, "little")
            yield first, both.to_bytes(last - first, "little")

    def _mark(self, number: int, stop: str) -> None:
        at = self.expand.base + number * self.expand.size + self.expand.key + 7
        self.instance.write_bytes(at, bytes([STOPS.index(stop) << MARK - 24]))


def _few_orders(row: Sequence[int]) -> bool:
    ways, left = 1, len(row)
    for many in Counter(row).values():
        ways *= comb(left, many)
        left -= many
    return ways <= MOST_FALLS
