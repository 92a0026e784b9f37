"""Engines: a Core compiled, once for each choice of its parameters and readings; random games played by it."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from qedeck.engine.driver import BATCH, RECORD, Driver
from qedeck.engine.machine import Instance
from qedeck.engine.program import Program
from qedeck.engine.stepper import Stepper
from qedeck.engine.tally import Tally
from qedeck.interpreter.chance import MASK
from qedeck.interpreter.play import MOST_DECISIONS
from qedeck.interpreter.state import Cells
from qedeck.spec import core as c

KEPT = 8
"""Machines of one Core, and engines, that are kept."""
PATIENCE = 0.1
"""Seconds that one call into WebAssembly should take: between calls somebody may want to stop."""


class Machine:
    """A program playing random games in WebAssembly."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.driver = Driver(program)
        self.instance = Instance(self.driver, self.driver.text())
        self.read, self.write = self.instance.read, self.instance.write
        self._rate = 1000.0

    def cells(self) -> Cells:
        """The state as the last game left it."""
        return self.instance.cells()

    def play(self, tally: Tally, first_seed: int, count: int, limit: int) -> None:
        start = self.driver.records
        while count > 0:
            many = min(count, BATCH, max(1, int(self._rate * PATIENCE)))
            before = time.perf_counter()
            seed = first_seed & MASK
            self.instance.call("games", seed - (MASK + 1) if seed > MASK >> 1 else seed, many, limit)
            self._rate = many / max(1e-6, time.perf_counter() - before)
            tally.take(self.instance.read_bytes(start, start + many * RECORD))
            count -= many
            first_seed += many


class Engine:
    """One game at one player count, compiled when first needed."""

    def __init__(self, core: c.Core) -> None:
        self.core = core
        self._machines: dict[object, Any] = {}
        try:
            import wasmtime  # noqa: F401

            self.how = "wasm"
        except ImportError:
            self.how = "python"

    def program(self, fixed: Mapping[str, Sequence[int]] | None = None, watch: bool = False) -> Program:
        key = _key(fixed), watch, "program"
        return self._kept(key, lambda: Program(self.core, _rows(fixed), watch))  # type: ignore[no-any-return]

    def machine(self, fixed: Mapping[str, Sequence[int]] | None = None, watch: bool = False) -> Machine:
        """The WebAssembly of this game; ImportError without wasmtime."""
        key = _key(fixed), watch, "machine"
        return self._kept(key, lambda: Machine(self.program(fixed, watch)))  # type: ignore[no-any-return]

    def stepper(self, fixed: Mapping[str, Sequence[int]] | None = None, watch: bool = False) -> Stepper:
        """This game one move at a time."""
        key = _key(fixed), watch, "stepper"
        return self._kept(key, lambda: Stepper(self.program(fixed, watch)))  # type: ignore[no-any-return]

    def _kept(self, key: object, make: Any) -> Any:
        if key not in self._machines:
            made = make()
            while len(self._machines) >= KEPT:
                del self._machines[next(iter(self._machines))]
            self._machines[key] = made
        return self._machines[key]

    def playouts(
        self,
        fixed: Mapping[str, Sequence[int]] | None,
        first_seed: int,
        count: int,
        limit: int = MOST_DECISIONS,
        watch: bool = False,
    ) -> Tally:
        """Random games of the seeds from first_seed on, each of at most `limit` decisions."""
        machine = self.machine(fixed, watch) if self.how == "wasm" else self.stepper(fixed, watch)
        tally = Tally(self.core, first_seed, places=machine.program.sites)
        before = time.perf_counter()
        counters = machine.program.watch
        for region in counters.regions() if counters else ():
            machine.write(region, [0] * region.count)
        machine.play(tally, first_seed, count, limit)
        if counters:
            tally.played = {name: machine.read(region) for name, region in counters.played.items()}
            tally.won = {name: machine.read(region) for name, region in counters.won.items()}
            tally.clauses = dict(zip(counters.names, machine.read(counters.clauses), strict=False))
        tally.seconds = time.perf_counter() - before
        return tally


def _rows(fixed: Mapping[str, Sequence[int]] | None) -> dict[str, tuple[int, ...]] | None:
    return {name: tuple(row) for name, row in fixed.items()} if fixed else None


def _key(fixed: Mapping[str, Sequence[int]] | None) -> object:
    return tuple(sorted((name, tuple(row)) for name, row in fixed.items())) if fixed else ()


_ENGINES: dict[int, Engine] = {}


def compiled(core: c.Core) -> Engine:
    """The engine of a Core, made once. It keeps its Core alive, so the Core's identity stays its own."""
    if id(core) not in _ENGINES:
        while len(_ENGINES) >= KEPT:
            del _ENGINES[next(iter(_ENGINES))]
        _ENGINES[id(core)] = Engine(core)
    return _ENGINES[id(core)]
