"""Exhaustive search inside WebAssembly: every position that play can reach, breadth first.

    search = Search(core)                       # or Search(core, fixed): rows of parameters and readings
    search.run(seconds=10)
    search.complete, search.reason              # or why not all were visited; run again to go on
    search.positions, search.edges, search.rate # how many; positions visited in a second
    search.stops()                              # {"over": 626, "": 4852, …}
    search.stop(k), search.table(k)             # how play stops there; node and cells of position k, 0 is the first
    search.path(k)                              # the shortest way there: (node, action or outcome) after one another
    search.save(path); Search.load(core, path)  # taken up again later

Positions are those of proofs/plays/explore: what nobody decides is passed. Needs wasmtime.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from math import comb
from pathlib import Path

from qedeck.engine.driver import Driver
from qedeck.engine.expand import MARK, MOST_FALLS, STOPS, Expand
from qedeck.engine.falls import orders
from qedeck.engine.machine import Instance, cells_in
from qedeck.engine.program import Program
from qedeck.interpreter.state import Cells
from qedeck.spec import core as c

PORTION = 20_000
"""Positions that are visited before somebody may want to stop."""


class Search:
    """The positions found so far. `memory` bytes at most are used for them."""

    def __init__(self, core: c.Core, fixed: Mapping[str, Sequence[int]] | None = None, memory: int = 1 << 30) -> None:
        self.core = core
        self.fixed = {name: tuple(row) for name, row in (fixed or {}).items()}
        self.program = Program(core, self.fixed)
        self.driver = Driver(self.program)
        self.expand = Expand(self.driver)
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

    def run(self, seconds: float) -> Search:
        """Go on until all is visited, or the time or the memory is used up."""
        begun = time.monotonic()
        portion = 256
        while not self.complete and not self.hopeless:
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
                if not self._shuffle(reached):
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

    def _shuffle(self, number: int) -> bool:
        """Every order of a row; False if there are too many."""
        place = self._node(number)
        node = self.core.nodes[place]
        assert isinstance(node, c.ShuffleDecision)
        self._call("load", number)
        if self._call(f"prepare {place}"):
            self._mark(number, "undefined")
            return True
        region = self.program.order
        size = self.program.layout.sizes[node.zone.zone + ".card"][-1]
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
        found: Counter[int] = Counter()
        size, start = self.expand.size, self.expand.base
        for first in range(0, self.positions, PORTION):
            last = min(first + PORTION, self.positions)
            raw = self.instance.read_bytes(start + first * size, start + last * size)
            found.update(self._stop(raw[at : at + size]) for at in range(0, len(raw), size))
        return Counter({STOPS[stop]: many for stop, many in found.items()})

    def table(self, number: int) -> tuple[int | None, Cells]:
        """A position: its node, and its cells."""
        record = self._record(number)
        open_ = not record[self.expand.node + 2]
        return self._node(number) if open_ else None, cells_in(self.program, record, self.driver.state_start)

    def path(self, number: int) -> list[tuple[int, int]]:
        """The shortest way there: at each node the number of the action, or which way the cards fell."""
        steps: list[tuple[int, int]] = []
        while True:
            record, key = self._record(number), self.expand.key
            parent = int.from_bytes(record[key : key + 4], "little", signed=True)
            if parent < 0:
                return steps[::-1]
            action = int.from_bytes(record[key + 4 : key + 8], "little") & (1 << MARK) - 1
            steps.append((self._node(parent), action))
            number = parent

    # ---- keeping -------------------------------------------------------------------------------------

    def save(self, path: Path) -> None:
        head = {"fixed": self.fixed, "positions": self.positions, "visited": self.visited, "edges": self.edges,
                "seconds": self.seconds, "size": self.expand.size, "game": self.core.name}  # fmt: skip
        start = self.expand.base
        raw = self.instance.read_bytes(start, start + self.positions * self.expand.size)
        path.write_bytes(json.dumps(head).encode() + b"\n" + raw)

    @classmethod
    def load(cls, core: c.Core, path: Path, memory: int = 1 << 30) -> Search:
        """A search that was saved; ValueError if it is of another game."""
        first, _, raw = path.read_bytes().partition(b"\n")
        head = json.loads(first)
        made = cls(core, head["fixed"], memory)
        if head["size"] != made.expand.size or head["game"] != core.name:
            raise ValueError(f"{path.name} is a search of another game")
        start = made.expand.base
        made.instance.write_bytes(start, raw)
        made._call("restore", head["positions"])
        slots = 1 << 13
        while slots < 2 * head["positions"]:
            slots *= 2
        made._call("room", slots)
        made.instance.set("edges", head["edges"] + 1)
        made.visited, made.seconds = head["visited"], head["seconds"]
        return made

    # ---- inside --------------------------------------------------------------------------------------

    def _record(self, number: int) -> bytes:
        at = self.expand.base + number * self.expand.size
        return self.instance.read_bytes(at, at + self.expand.size)

    def _node(self, number: int) -> int:
        at = self.expand.node
        return int.from_bytes(self._record(number)[at : at + 2], "little")

    def _stop(self, record: bytes) -> int:
        return record[self.expand.node + 2] or record[self.expand.key + 7] >> MARK - 24

    def _mark(self, number: int, stop: str) -> None:
        at = self.expand.base + number * self.expand.size + self.expand.key + 7
        self.instance.write_bytes(at, bytes([STOPS.index(stop) << MARK - 24]))


def _few_orders(row: Sequence[int]) -> bool:
    ways, left = 1, len(row)
    for many in Counter(row).values():
        ways *= comb(left, many)
        left -= many
    return ways <= MOST_FALLS
