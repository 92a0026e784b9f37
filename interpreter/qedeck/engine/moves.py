"""One move at a time inside WebAssembly: what is legal after each, from Python, in about a microsecond.

    moves = Moves(engine.program())
    legal = moves.begin(seed)             # chance happens by itself, as in the interpreter
    while legal:
        legal = moves.step(choice(legal)) # the numbers of what may be chosen next; none when the game is over
    moves.kind                            # one of KINDS

A call costs 50 microseconds the way wasmtime offers it, because every argument is looked at in Python. Here it is made
through wasmtime's C interface with everything laid out beforehand. Where that has changed, the usual way is taken.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import partial
from itertools import accumulate, chain
from struct import Struct
from typing import Any, Literal

from qedeck.engine import ir
from qedeck.engine.driver import KINDS, Driver, _end
from qedeck.engine.machine import Instance
from qedeck.engine.program import Program
from qedeck.interpreter.chance import GAMMA, MASK
from qedeck.interpreter.state import Cells
from qedeck.spec import core as c

NODE = 0
"""Where in memory the node is kept at which somebody decides; nothing else lies below 16."""


class MoveDriver(Driver):
    """The module of a program that stops wherever somebody decides."""

    def _game(self) -> str:
        """From a node to the next decision: how many choices there are, or below 0 how the game came out."""
        program = self.program
        nodes = [self._node(number, node) for number, node in enumerate(program.core.nodes)]
        labels = " ".join(f"$n{k}" for k in range(len(nodes)))
        opened = "".join(f"(block $n{k} " for k in reversed(range(len(nodes))))
        bodies = "\n".join(f") ;; node {k}\n{body}\n(br $go)" for k, body in enumerate(nodes))
        return f"""
(func $onward (param $pc i32) (result i32)
  (local $auto i32) (local $count i32) (local $k i32) (local $action i32) (local $kind i32)
  (local $total i64) (local $left i64)
  (block $end
  (if (global.get $fault) (then {_end(2)}))
  (loop $go
    {opened}(block $over (br_table $over {labels} $over (i32.add (local.get $pc) (i32.const 1))))
    {self._finish()}
    {bodies}
  ))
  (i32.sub (i32.const -1) (local.get $kind)))"""

    def _node(self, number: int, node: c.Node) -> str:
        if c.who_decides(node) in ("nobody", "chance"):
            return super()._node(number, node)
        legal = self.program.legal[number]
        asked = f"(if (global.get $fault) (then {_end(2)}))" if legal.faults else ""
        return f"""(i32.store offset={NODE} (i32.const 0) (i32.const {number}))
      (local.set $count (call ${legal.name})) {asked}
      (if (i32.eqz (local.get $count)) (then {_end(3)}))
      (return (local.get $count))"""

    def _batch(self) -> str:
        program = self.program
        nodes = program.core.nodes
        decided = [k for k, node in enumerate(nodes) if isinstance(node, c.Decision)]
        labels = " ".join(f"$n{k}" if k in decided else "$none" for k in range(len(nodes)))
        opened = "".join(f"(block $n{k} " for k in reversed(decided))
        calls = "\n".join(
            f") (return (call $onward (call ${program.apply_[k].name} (local.get $action))))" for k in decided
        )
        stamps = [r for r in program.memory.others if r.name.startswith("stamps ")]
        fills = "".join(
            f"(memory.fill (i32.const {r.start}) (i32.const 0) (i32.const {r.count * r.width}))" for r in stamps
        )
        return f"""
(func (export "begin") (param $seed i64) (result i64)
  (memory.copy (i32.const {self.state_start}) (i32.const {self.image}) (i32.const {self.state_size}))
  (global.set $fault (i32.const 0))
  (i32.store offset={program.depth.start} (i32.const 0) (i32.const 0))
  {fills} (i32.store offset={program.epoch.start} (i32.const 0) (i32.const 1))
  (local.set $seed (call $mix (local.get $seed)))
  (global.set $cards (call $mix (local.get $seed)))
  (global.set $players (call $mix (i64.add (local.get $seed) (i64.const {GAMMA}))))
  (i64.extend_i32_s (call $onward (call ${program.begin.name}))))
;; A step is called with ~action: if the call fails, the number below 0 is still there and tells.
(func (export "step") (param $action i32) (result i32)
  (local.set $action (i32.xor (local.get $action) (i32.const -1)))
  (block $none {opened}(br_table {labels} $none (i32.load offset={NODE} (i32.const 0)))
  {calls})
  (i32.const {-1 - KINDS.index("undefined")}))"""


class Moves:
    """A game that one plays move by move, changing it in place."""

    def __init__(self, program: Program) -> None:
        self.program, self.driver = program, MoveDriver(program)
        self._instance = Instance(self.driver, self.driver.text())
        self._store, self._found = self._instance._store, self._instance._found
        memory = self._found["memory"]
        self.kind: str | None = None
        """How the game came out; None while it goes on."""
        first = memory.data_ptr(self._store)
        whole = (ctypes.c_char * memory.data_len(self._store)).from_address(ctypes.addressof(first.contents))
        self._bytes = memoryview(whole).cast("B")
        regions = program.memory.regions.values()
        lying = sorted(regions, key=lambda region: region.start)
        codes = "".join(f"{region.count}{_code(region)}" for region in lying)
        self._state = Struct(f"<{codes}")
        before = dict(zip(map(id, lying), accumulate((region.count for region in lying), initial=0), strict=False))
        self._parts = [slice(before[id(region)], before[id(region)] + region.count) for region in regions]
        self._kept: list[object] = []
        self._rows: list[Callable[[], tuple[int, ...]]] = []
        """For each number of choices, what reads that many."""
        self._traps: list[ctypes.c_void_p] = []
        self._calls: dict[str, Callable[[], None]] = {}
        self._seed = self._laid_out("begin", "q")
        self.step = self._stepping()

    def begin(self, seed: int) -> tuple[int, ...]:
        """A new game up to its first decision: the numbers of what may be chosen."""
        seed &= MASK
        self._seed[0] = seed - (MASK + 1) if seed > MASK >> 1 else seed
        self._calls["begin"]()
        return self._told(int(self._seed[0]))

    @property
    def node(self) -> int:
        """Where somebody decides, or did last."""
        return int.from_bytes(self._bytes[NODE : NODE + 4], "little")

    def cells(self) -> Cells:
        """The table as the interpreter has it."""
        values = self._state.unpack_from(self._bytes, self.driver.state_start)
        return self.program.memory.cells(list(chain.from_iterable(values[part] for part in self._parts)))

    def save(self) -> bytes:
        """Where the game stands, to come back to."""
        return bytes(self._bytes[: self.driver.image])

    def load(self, saved: bytes) -> None:
        """Go back there. What was legal there is known to whoever saved it; chance goes on where it is."""
        self._bytes[: self.driver.image] = saved
        self.kind = None

    # ---- calling ---------------------------------------------------------------------------------

    def _stepping(self) -> Callable[[int], tuple[int, ...]]:
        """Every name that a step needs is at hand: looking them up would take as long as the step."""
        given, call, rows, told = self._laid_out("step", "i"), self._calls["step"], self._rows, self._told

        def step(number: int) -> tuple[int, ...]:
            """Choose this: the numbers of what may be chosen next, none when the game is over."""
            given[0] = ~number
            call()
            count = given[0]
            return rows[count]() if 0 < count < len(rows) else told(count)

        return step

    def _told(self, count: int) -> tuple[int, ...]:
        if count < 0 and any(trap.value for trap in self._traps):
            raise RuntimeError(f"the engine failed in {self.program.core.name}")
        self.kind = None if count > 0 else KINDS[-1 - count]
        start = self.program.legality.choices.start
        while len(self._rows) <= count:
            self._rows.append(partial(Struct(f"<{len(self._rows)}i").unpack_from, self._bytes, start))
        return self._rows[count]() if count > 0 else ()

    def _laid_out(self, name: str, code: Literal["i", "q"]) -> Any:
        """Where the one number goes that a function takes, and where its result comes; all else is laid out now."""
        import wasmtime

        try:
            ffi, func, context = wasmtime._ffi, self._found[name]._func, self._store._context()
            call = ctypes.PyDLL(ffi.dll._name).wasmtime_func_call_unchecked
            slot, trap = (ffi.wasmtime_val_raw_t * 1)(), ctypes.c_void_p()
        except AttributeError:
            plain, usual = [0], partial(self._found[name], self._store)
            self._calls[name] = lambda: plain.__setitem__(0, usual(plain[0]))
            return plain
        call.restype = None
        self._kept += [func, slot]
        self._traps.append(trap)
        places = [ctypes.addressof(func), ctypes.addressof(slot), 1, ctypes.addressof(trap)]
        self._calls[name] = partial(call, ctypes.cast(context, ctypes.c_void_p), *map(ctypes.c_void_p, places))
        return memoryview(slot).cast("B").cast(code)


def _code(region: ir.Region) -> str:
    """How one cell of a region is told to struct."""
    code = {1: "b", 2: "h", 4: "i", 8: "q"}[region.width]
    return code if region.low < 0 else code.upper()
