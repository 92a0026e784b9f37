"""A module running in wasmtime: its functions by name, its memory in regions. The only place that knows wasmtime."""

from __future__ import annotations

import atexit
from collections.abc import Mapping, Sequence
from typing import Any
from weakref import WeakSet

from qedeck.engine.driver import Driver
from qedeck.engine.ir import Region
from qedeck.engine.program import Program
from qedeck.engine.values import Unfit
from qedeck.interpreter.state import Cells

GROWTH = 1 << 20
"""Bytes that are set aside for a memory that has to move because it grows, where address space is scarce."""
_ALIVE: WeakSet[Host] = WeakSet()


@atexit.register
def _close_all() -> None:
    """Before Python takes its modules apart: afterwards wasmtime cannot let go of anything, and complains."""
    for instance in list(_ALIVE):
        instance.close()


def running(text: str | bytes) -> tuple[Any, Any, Any]:
    """A module, as text or as it is sent, made ready: wasmtime's engine, its store and the instance."""
    import wasmtime

    config = wasmtime.Config()
    # A process that was forked has none of the threads that would compile in parallel, and would wait for them.
    config.parallel_compilation = False
    if _scarce():
        # Gigabytes that are reserved and never used would count to the limit: rather is every access checked.
        config.memory_reservation = config.memory_guard_size = 0
        config.memory_reservation_for_growth = GROWTH
    engine = wasmtime.Engine(config)
    store = wasmtime.Store(engine)
    return engine, store, wasmtime.Instance(store, wasmtime.Module(engine, text), [])


def binary(text: str) -> bytes:
    """A module's text as it is sent to a browser: without the names of its functions, which nobody calls there."""
    import wasmtime

    raw = bytes(wasmtime.wat2wasm(text))
    kept, at = raw[:8], 8
    while at < len(raw):
        size, shift, body = 0, 0, at + 1
        while True:  # how long the section is: seven bits at a time, the lowest first
            size |= (raw[body] & 0x7F) << shift
            body, shift = body + 1, shift + 7
            if not raw[body - 1] & 0x80:
                break
        if raw[at] != 0:
            kept += raw[at : body + size]
        at = body + size
    return kept


def _scarce() -> bool:
    """Whether there is a limit to the addresses of this process."""
    try:
        import resource
    except ImportError:
        return False
    return resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY


class Host:
    """A module that runs: its functions by name, its memory as bytes. ImportError without wasmtime."""

    def __init__(self, module: str | bytes) -> None:
        self._engine, self._store, made = running(module)
        self._found: Any = made.exports(self._store)
        self._memory: Any = self._found["memory"]
        _ALIVE.add(self)

    def close(self) -> None:
        self._found = self._memory = None
        self._store.close()
        self._engine.close()

    def call(self, name: str, *args: int) -> Any:
        import wasmtime

        try:
            return self._found[name](self._store, *args)
        except wasmtime.Trap as error:
            raise Unfit("a number became too large") from error

    def get(self, name: str) -> int:
        """A global."""
        return int(self._found[name].value(self._store))

    def set(self, name: str, value: int) -> None:
        self._found[name].set_value(self._store, value)

    def read_bytes(self, start: int, end: int) -> bytes:
        return bytes(self._memory.read(self._store, start, end))

    def write_bytes(self, start: int, raw: bytes) -> None:
        missing = start + len(raw) - self._memory.data_len(self._store)
        if missing > 0:
            self._memory.grow(self._store, -(-missing // 65536))
        self._memory.write(self._store, raw, start)


class Instance(Host):
    """A driver's text, compiled, with the first state of the game in its place."""

    def __init__(self, driver: Driver, text: str) -> None:
        self.driver = driver
        super().__init__(text)
        self.write_bytes(driver.image, first_image(driver))

    def read(self, region: Region) -> list[int]:
        return unpacked(region, self.read_bytes(region.start, region.start + region.count * region.width))

    def write(self, region: Region, values: list[int]) -> None:
        self.write_bytes(region.start, packed(region, values))

    def cells(self) -> Cells:
        """The state as it is now."""
        return cells_in(self.driver.program, self.read_bytes(0, self.driver.image), 0)


def packed(region: Region, values: list[int]) -> bytes:
    full = (1 << 8 * region.width) - 1
    return b"".join((int(value) & full).to_bytes(region.width, "little") for value in values)


def unpacked(region: Region, raw: bytes) -> list[int]:
    signed, width = region.low < 0, region.width
    return [int.from_bytes(raw[at : at + width], "little", signed=signed) for at in range(0, len(raw), width)]


def first_image(driver: Driver) -> bytes:
    """The first state as it lies in memory."""
    start = driver.state_start
    return state_bytes(driver, driver.program.memory.first, start + driver.state_size)[start:]


def state_bytes(driver: Driver, cells: Mapping[str, Sequence[int]], size: int) -> bytes:
    """A state as it lies in memory: the first `size` bytes, nothing but the state in them."""
    memory, raw = driver.program.memory, bytearray(size)
    row, at = memory.flatten({name: tuple(cells[name]) for name in memory.regions}), 0
    for region in memory.regions.values():
        raw[region.start : region.start + region.count * region.width] = packed(region, row[at : at + region.count])
        at += region.count
    return bytes(raw)


def cells_in(program: Program, raw: bytes, shift: int) -> Cells:
    """A state that lies in memory, from `shift` on, as the interpreter has it."""
    row: list[int] = []
    for region in program.memory.regions.values():
        start = region.start - shift
        row += unpacked(region, raw[start : start + region.count * region.width])
    return program.memory.cells(row)
