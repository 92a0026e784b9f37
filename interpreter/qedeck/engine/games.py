"""Engines: a Core compiled, once for each choice of its parameters and readings; random games played by it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from qedeck.engine.driver import BATCH, RECORD, Driver
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
    """A program running in wasmtime."""

    def __init__(self, program: Program) -> None:
        import wasmtime

        self.program = program
        self.driver = Driver(program)
        engine = wasmtime.Engine()
        module = wasmtime.Module(engine, self.driver.text())
        self._store = wasmtime.Store(engine)
        found = wasmtime.Instance(self._store, module, []).exports(self._store)
        self._memory: Any = found["memory"]
        self._games: Any = found["games"]
        self._memory.write(self._store, first_image(self.driver), self.driver.image)
        self._rate = 1000.0

    def cells(self) -> Cells:
        """The state as the last game left it."""
        return read_cells(self.program, lambda start, end: self._memory.read(self._store, start, end))

    def read(self, region: Any) -> list[int]:
        raw = self._memory.read(self._store, region.start, region.start + region.count * region.width)
        return [int.from_bytes(raw[at : at + region.width], "little") for at in range(0, len(raw), region.width)]

    def play(self, tally: Tally, first_seed: int, count: int, limit: int) -> None:
        start = self.driver.records
        while count > 0:
            many = min(count, BATCH, max(1, int(self._rate * PATIENCE)))
            before = time.perf_counter()
            seed = first_seed & MASK
            self._games(self._store, seed - (MASK + 1) if seed > MASK >> 1 else seed, many, limit)
            self._rate = many / max(1e-6, time.perf_counter() - before)
            tally.take(bytes(self._memory.read(self._store, start, start + many * RECORD)))
            count -= many
            first_seed += many


def first_image(driver: Driver) -> bytes:
    """The first state as it lies in memory."""
    memory = driver.program.memory
    image = bytearray(driver.state_size)
    row = iter(memory.flatten(memory.first))
    for region in memory.regions.values():
        for place in range(region.count):
            at = region.start - driver.state_start + place * region.width
            cell = next(row) & (1 << 8 * region.width) - 1
            image[at : at + region.width] = cell.to_bytes(region.width, "little")
    return bytes(image)


def read_cells(program: Program, read: Callable[[int, int], bytes]) -> Cells:
    """A state that lies in memory, as the interpreter has it."""
    row: list[int] = []
    for region in program.memory.regions.values():
        raw = read(region.start, region.start + region.count * region.width)
        row += [
            int.from_bytes(raw[at : at + region.width], "little", signed=region.low < 0)
            for at in range(0, len(raw), region.width)
        ]
    return program.memory.cells(row)


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
        machine.play(tally, first_seed, count, limit)
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
