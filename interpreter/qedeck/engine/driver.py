"""Whole games inside WebAssembly: chance and random players around the functions of a program.

Chance is that of interpreter/chance, draw for draw, so the same seed gives the same game. A
finished game leaves a record of 24 bytes: kind, ending, fault, winners, decisions, choices.
"""

from __future__ import annotations

from qedeck.engine import ir
from qedeck.engine.draws import CHANCE, deals
from qedeck.engine.program import Program
from qedeck.engine.to_wat import Printer, load_op
from qedeck.interpreter.chance import GAMMA
from qedeck.interpreter.play import MOST_AUTOMATIC
from qedeck.spec import core as c

KINDS = ("over", "undeclared", "undefined", "stuck", "endless", "unfinished")
"""How a random game may come out; an ending and its winners are told where it is over."""
RECORD = 24
BATCH = 4096
PAGE = 65536


class Driver:
    """The module of a program as text, and where things lie in its memory."""

    head = 16
    """Bytes before the state that it keeps for itself."""

    def __init__(self, program: Program) -> None:
        self.program = program
        place = self.head
        state = sorted(program.memory.regions.values(), key=lambda region: -region.width)
        self.state_start = place
        for region in state:
            region.start, place = place, place + region.count * region.width
        self.state_size = place - self.state_start
        self.state_size_padded = _aligned(self.state_size)
        self.image = self.state_start + self.state_size_padded
        place = self.image + self.state_size_padded
        for region in sorted(program.memory.others, key=lambda region: -region.width):
            place = region.start = _aligned(place)
            place += region.count * region.width
        self.records = _aligned(place)
        self.size = self.records + BATCH * RECORD
        self.pages = -(-self.size // PAGE)

    def text(self, more: str = "") -> str:
        functions = "\n".join(Printer(function).text() for function in self.program.functions)
        tables = "\n".join(_data(region) for region in self.program.memory.others if region.kind == "table")
        return f"""(module
(memory (export "memory") {self.pages})
(global $fault (mut i32) (i32.const 0))
(global $cards (mut i64) (i64.const 0))
(global $players (mut i64) (i64.const 0))
{tables}
{CHANCE}
{functions}
{deals(self.program)}
{self._game()}
{self._batch()}
{more})"""

    # ---- one game -----------------------------------------------------------------------------

    def _game(self) -> str:
        program = self.program
        nodes = [self._node(number, node) for number, node in enumerate(program.core.nodes)]
        labels = " ".join(f"$n{k}" for k in range(len(nodes)))
        opened = "".join(f"(block $n{k} " for k in reversed(range(len(nodes))))
        bodies = "\n".join(f") ;; node {k}\n{body}\n(br $go)" for k, body in enumerate(nodes))
        undefined = f"(if (global.get $fault) (then {_end(2)}))" if program.begin.faults else ""
        return f"""
(func $game (param $seed i64) (param $limit i32) (param $at i32)
  (local $pc i32) (local $auto i32) (local $made i32) (local $count i32) (local $k i32) (local $action i32)
  (local $kind i32) (local $total i64) (local $left i64) (local $hash i64)
  (memory.copy (i32.const {self.state_start}) (i32.const {self.image}) (i32.const {self.state_size}))
  (global.set $fault (i32.const 0))
  (i32.store offset={program.depth.start} (i32.const 0) (i32.const 0))
  (local.set $seed (call $mix (local.get $seed)))
  (global.set $cards (call $mix (local.get $seed)))
  (global.set $players (call $mix (i64.add (local.get $seed) (i64.const {GAMMA}))))
  (block $end
  (local.set $pc (call ${program.begin.name}))
  {undefined}
  (loop $go
    {opened}(block $over (br_table $over {labels} $over (i32.add (local.get $pc) (i32.const 1))))
    {self._finish()}
    {bodies}
  ))
  {self._record()}
  {self._marks()})"""

    def _finish(self) -> str:
        ended = self.program.memory.regions["ended"]
        load = f"({load_op(ended)} offset={ended.start} (i32.const 0))"
        return f"(local.set $kind (i32.lt_s {load} (i32.const 0))) (br $end)"

    def _record(self) -> str:
        ended, winner = (self.program.memory.regions[name] for name in ("ended", "winner"))
        mask = "(i32.const 0)"
        for k in range(min(winner.count, 32)):
            bit = f"({load_op(winner)} offset={winner.start + k * winner.width} (i32.const 0))"
            mask = f"(i32.or {mask} (i32.shl {bit} (i32.const {k})))"
        at = "(local.get $at)"
        return f"""(i32.store8 {at} (local.get $kind))
  (i32.store8 offset=1 {at} (i32.const -1)) (i32.store offset=4 {at} (i32.const 0))
  (i32.store16 offset=2 {at} (global.get $fault))
  (if (i32.eqz (local.get $kind)) (then
    (i32.store8 offset=1 {at} ({load_op(ended)} offset={ended.start} (i32.const 0)))
    (i32.store offset=4 {at} {mask})))
  (i32.store offset=8 {at} (local.get $made))
  (i64.store offset=16 {at} (local.get $hash))"""

    def _marks(self) -> str:
        """Each clause that was at work counts one more game."""
        watch = self.program.watch
        if watch is None:
            return ""
        ended, marks, clauses = self.program.memory.regions["ended"], watch.marks.start, watch.clauses.start
        k, mark = "(local.get $k)", f"(i32.load8_u offset={marks} (local.get $k))"
        count = f"(i32.load offset={clauses} (i32.shl {k} (i32.const 2)))"
        return f"""(if (i32.eqz (local.get $kind)) (then
    (i32.store8 offset={marks} ({load_op(ended)} offset={ended.start} (i32.const 0)) (i32.const 1))))
  (local.set $k (i32.const 0))
  (loop $each (i32.store offset={clauses} (i32.shl {k} (i32.const 2)) (i32.add {count} {mark}))
    (local.set $k (i32.add {k} (i32.const 1))) (br_if $each (i32.lt_s {k} (i32.const {watch.clauses.count}))))
  (memory.fill (i32.const {marks}) (i32.const 0) (i32.const {watch.marks.count}))"""

    def _node(self, number: int, node: c.Node) -> str:
        program = self.program
        apply_ = program.apply_[number]
        after = f"(if (global.get $fault) (then {_end(2)}))" if apply_.faults else ""
        endless = f"(if (i32.ge_s (local.get $auto) (i32.const {MOST_AUTOMATIC})) (then {_end(4)}))"
        tick = "(local.set $auto (i32.add (local.get $auto) (i32.const 1)))"
        if not isinstance(node, c.Decision):
            prepare = program.prepare[number]
            before = f"(if (global.get $fault) (then {_end(2)}))" if prepare.faults else ""
            if isinstance(node, c.DealDecision):
                size = program.layout.sizes[node.source.zone][-1]
                draw = f"(call $deal (i32.const {len(node.targets)}) (i32.const {size}))"
                if program.is_set(number):
                    draw = f"(call $deal_sets (i32.const {len(node.targets)}))"
            else:
                draw = f"(call $shuffle (i32.const {program.layout.sizes[node.zone.zone + '.card'][-1]}))"
            return f"""(drop (call ${prepare.name})) {before} {draw}
      (local.set $pc (call ${apply_.name})) {after} {tick}
      (if (i32.ge_s (local.get $pc) (i32.const 0)) (then {endless}))"""
        if node.owner.who == "nobody":
            return f"(local.set $pc (call ${apply_.name} (i32.const 0))) {tick} {endless} {after}"
        legal = program.legal[number]
        asked = f"(if (global.get $fault) (then {_end(2)}))" if legal.faults else ""
        choices, weights = program.legality.choices, program.legality.weights
        count, k = "(local.get $count)", "(local.get $k)"
        act = f"""(local.set $action (i32.load offset={choices.start} (i32.shl {k} (i32.const 2))))"""
        first = f"""(local.set $count (call ${legal.name})) {asked}
      (if (i32.eqz {count}) (then {_end(3)}))"""
        do = f"(local.set $pc (call ${apply_.name} (local.get $action))) {after}"
        if node.owner.who == "chance":
            weight = f"(i64.load32_u offset={weights.start} (i32.shl {k} (i32.const 2)))"
            return f"""{first} (local.set $total (i64.const 0)) (local.set $k (i32.const 0))
      (loop $sum (local.set $total (i64.add (local.get $total) {weight}))
        (local.set $k (i32.add {k} (i32.const 1))) (br_if $sum (i32.lt_s {k} {count})))
      (local.set $left (call $below_cards (local.get $total))) (local.set $k (i32.const 0))
      (block $found (loop $scan (br_if $found (i64.lt_u (local.get $left) {weight}))
        (local.set $left (i64.sub (local.get $left) {weight})) (local.set $k (i32.add {k} (i32.const 1))) (br $scan)))
      {act} {do} {tick} (if (i32.ge_s (local.get $pc) (i32.const 0)) (then {endless}))"""
        return f"""{first}
      (if (i32.ge_s (local.get $made) (local.get $limit)) (then {_end(5)}))
      (local.set $k (i32.wrap_i64 (call $below_players (i64.extend_i32_u {count})))) {act}
      (local.set $made (i32.add (local.get $made) (i32.const 1))) (local.set $auto (i32.const 0))
      (local.set $hash (i64.mul (i64.add (local.get $hash) (i64.add (i64.const 1) (i64.extend_i32_u
        (i32.add (i32.shl {count} (i32.const 16)) {k})))) (i64.const {GAMMA})))
      {do}"""

    def _batch(self) -> str:
        stamps = [r for r in self.program.memory.others if r.name.startswith("stamps ")]
        fills = "".join(
            f"(memory.fill (i32.const {r.start}) (i32.const 0) (i32.const {r.count * r.width}))" for r in stamps
        )
        epoch = self.program.epoch.start
        return f"""
(func (export "games") (param $seed i64) (param $count i32) (param $limit i32)
  (local $at i32)
  {fills}
  (i32.store offset={epoch} (i32.const 0) (i32.const 1))
  (local.set $at (i32.const {self.records}))
  (loop $more
    (call $game (local.get $seed) (local.get $limit) (local.get $at))
    (local.set $seed (i64.add (local.get $seed) (i64.const 1)))
    (local.set $at (i32.add (local.get $at) (i32.const {RECORD})))
    (local.set $count (i32.sub (local.get $count) (i32.const 1)))
    (br_if $more (i32.gt_s (local.get $count) (i32.const 0)))))"""


def _end(kind: int) -> str:
    return f"(local.set $kind (i32.const {kind})) (br $end)"


def _aligned(place: int) -> int:
    return (place + 7) // 8 * 8


def _data(region: ir.Region) -> str:
    raw = b"".join((value & (1 << 8 * region.width) - 1).to_bytes(region.width, "little") for value in region.values)
    return f'(data (i32.const {region.start}) "{"".join(f"{chr(92)}{byte:02x}" for byte in raw)}")'
