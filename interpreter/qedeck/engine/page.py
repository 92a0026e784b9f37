"""The module that a page plays with: it stops wherever somebody decides, tells what happened, and answers questions.

In: a Program that listens, and what may be asked of it; out: the text of the module. All that a game is made of lies in
memory below `image`: copying those bytes is how a page goes back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from qedeck.engine import ir
from qedeck.engine.driver import PAGE, Driver, _aligned, _end
from qedeck.engine.machine import first_image
from qedeck.engine.program import Program
from qedeck.interpreter.chance import GAMMA
from qedeck.interpreter.play import MOST_AUTOMATIC
from qedeck.spec import core as c

HEAD = {"node": 0, "status": 4, "cards": 8, "players": 16, "fault": 24, "log": 28, "seat": 32, "given": 36}
"""What lies before the state, by its place: where play stands, how it stands, the two streams of chance (64 bits each),
what was undefined, where the log ends, whose turn it is, whether chance waits to be told."""
CHOSE, DEALT, SHUFFLED, CHANGED = -1, -2, -3, -4
"""The first word of a record that is no telling."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Besides playing: functions to ask, by their numbers; for each node who decides there, or whose row it is."""

    functions: Sequence[ir.Function]
    owners: dict[int, ir.Function]


class PageDriver(Driver):
    """The module of a program that listens."""

    head = 48

    def __init__(self, program: Program, asked: Asked) -> None:
        super().__init__(program)
        self.asked = asked
        self.before = self.records
        """The state as it was when the last step began: what has changed is told by it."""
        self.log = _aligned(self.before + self.state_size)
        self.pages = -(-(self.log + 1) // PAGE)
        core = program.core
        self.remembered = [
            name for name, var in core.vars.items() if var.role == "remembered" and var.sight != "none"
        ]
        """The values whose changes are told."""

    def text(self, more: str = "") -> str:
        raw = "".join(f"\\{byte:02x}" for byte in first_image(self))
        return super().text(f'(data (i32.const {self.image}) "{raw}")\n{self._telling()}\n{self._changes()}\n{more}')

    # ---- telling -----------------------------------------------------------------------------------

    def _telling(self) -> str:
        """Words at the end of the log; memory grows as it needs."""
        told = [s for f in self.program.functions for s in ir.walk(f.body) if isinstance(s, ir.Tell)]
        lengths = sorted({len(s.values) for s in told} | {2, 3, 4, 5} - {0, 1})
        several = "".join(
            f"(func $tell{n} {' '.join(f'(param $v{k} i32)' for k in range(n))}\n"
            + "".join(f"(call $tell1 (local.get $v{k}))" for k in range(n))
            + ")\n"
            for n in lengths
            if n > 1
        )
        at = "(local.get $at)"
        return f"""
(func $tell1 (param $word i32) (local $at i32)
  (local.set $at {_load("log")})
  (if (i32.gt_u (i32.add {at} (i32.const 4)) (i32.shl (memory.size) (i32.const 16)))
    (then (drop (memory.grow (i32.const 1)))))
  (i32.store {at} (local.get $word))
  {_store("log", f"(i32.add {at} (i32.const 4))")})
{several}(func $tell_set (param $cards i64)
  (call $tell1 (i32.wrap_i64 (local.get $cards)))
  (call $tell1 (i32.wrap_i64 (i64.shr_u (local.get $cards) (i64.const 32)))))"""

    def _changes(self) -> str:
        """A step has come to its end at `pc`: what is remembered and has changed is told."""
        beside = self.before - self.state_start
        regions = [self.program.memory.regions[name] for name in self.remembered]
        calls = "\n".join(
            f"(call $changed (i32.const {k}) (i32.const {region.start}) (i32.const {region.count})"
            f" (i32.const {_sort(region)}))"
            for k, region in enumerate(regions)
        )
        at = "(local.get $at)"
        after = f"(call $cell {at} (local.get $sort))"
        before = f"(call $cell (i32.add {at} (i32.const {beside})) (local.get $sort))"
        loads = ["i32.load8_u", "i32.load8_s", "i32.load16_u", "i32.load16_s", "i32.load"]
        opened = "".join(f"(block $s{k} " for k in reversed(range(len(loads))))
        labels = " ".join(f"$s{k}" for k in range(len(loads)))
        closed = "".join(f") (return ({load} (local.get $at)))" for load in loads)
        return f"""
(func $cell (param $at i32) (param $sort i32) (result i32)
  {opened}(br_table {labels} (local.get $sort)){closed})
(func $changed (param $value i32) (param $at i32) (param $count i32) (param $sort i32) (local $k i32)
  (loop $each
    (if (i32.ne {after} {before}) (then
      (call $tell5 (i32.const {CHANGED}) (local.get $value) (local.get $k) {before} {after})))
    (local.set $at (i32.add {at} (i32.shl (i32.const 1) (i32.shr_u (local.get $sort) (i32.const 1)))))
    (local.set $k (i32.add (local.get $k) (i32.const 1)))
    (br_if $each (i32.lt_s (local.get $k) (local.get $count)))))
(func $arrived (param $pc i32) (result i32)
  (if (global.get $fault) (then (return (local.get $pc))))
  {calls}
  (call $remember)
  (local.get $pc))
(func $remember
  (memory.copy (i32.const {self.before}) (i32.const {self.state_start}) (i32.const {self.state_size})))"""

    # ---- playing -----------------------------------------------------------------------------------

    def _game(self) -> str:
        """From a node to the next decision: how many choices there are; 0 where chance waits to be told; below 0 how
        the game came out."""
        nodes = [self._node(number, node) for number, node in enumerate(self.program.core.nodes)]
        labels = " ".join(f"$n{k}" for k in range(len(nodes)))
        opened = "".join(f"(block $n{k} " for k in reversed(range(len(nodes))))
        bodies = "\n".join(f") ;; node {k}\n{body}\n(br $go)" for k, body in enumerate(nodes))
        return f"""
(func $onward (param $pc i32) (result i32)
  (local $auto i32) (local $count i32) (local $kind i32)
  (block $end
  (if (global.get $fault) (then {_end(2)}))
  (loop $go
    {opened}(block $over (br_table $over {labels} $over (i32.add (local.get $pc) (i32.const 1))))
    {self._finish()}
    {bodies}
  ))
  (i32.sub (i32.const -1) (local.get $kind)))
{self._chance()}"""

    def _node(self, number: int, node: c.Node) -> str:
        program = self.program
        after = f"(if (global.get $fault) (then {_end(2)}))"
        tick = "(local.set $auto (i32.add (local.get $auto) (i32.const 1)))"
        endless = f"(if (i32.ge_s (local.get $auto) (i32.const {MOST_AUTOMATIC})) (then {_end(4)}))"
        onward = f"{after} {tick} (if (i32.ge_s (local.get $pc) (i32.const 0)) (then {endless}))"
        who = c.who_decides(node)
        if who == "nobody":
            passed = f"(call $arrived (call ${program.apply_[number].name} (i32.const 0)))"
            return f"(local.set $pc {passed}) {tick} {endless} {after}"
        here = _store("node", f"(i32.const {number})")
        draw = f"(local.set $pc (call $draw_{number})) {onward}"
        if not isinstance(node, c.Decision):
            return f"""{here} (drop (call ${program.prepare[number].name})) {after}
      (if {_load("given")} (then (return (i32.const 0)))) {draw}"""
        owner = self.asked.owners.get(number)
        seat = "(i32.const -1)" if owner is None else f"(call ${owner.name})"
        stop = f"""{here} (local.set $count (call ${program.legal[number].name})) {after}
      (if (i32.eqz (local.get $count)) (then {_end(3)})) {_store("seat", seat)}"""
        if who == "chance":
            return f'{stop} (if {_load("given")} (then (return (local.get $count)))) {draw}'
        return f"{stop} (return (local.get $count))"

    def _chance(self) -> str:
        """For each node of chance: it is drawn, and what follows happens; the cards were told, and it happens."""
        made = []
        for number, node in enumerate(self.program.core.nodes):
            if c.who_decides(node) == "chance":
                made.append(self._drawn(number, node))
        return "".join(made)

    def _drawn(self, number: int, node: c.Node) -> str:
        program = self.program
        match node:
            case c.Decision():
                return f"""
(func $draw_{number} (result i32)
  {_store("seat", "(i32.const -1)")}
  (call $chosen_{number} (call $weighted (call ${program.legal[number].name}))))"""
            case c.DealDecision():
                size = program.layout.sizes[node.source.zone][-1]
                cards = f"(call $deal (i32.const {len(node.targets)}) (i32.const {size}))"
                if program.is_set(number):
                    cards = f"(call $deal_sets (i32.const {len(node.targets)}))"
                told = f"(call $tell2 (i32.const {DEALT}) (i32.const {number}))"
            case c.ShuffleDecision():
                size = program.layout.sizes[c.card_of(node.zone.zone)][-1]
                cards = f"(call $shuffle (i32.const {size}))"
                owner = self.asked.owners.get(number)
                whose = "(i32.const -1)" if owner is None else f"(call ${owner.name})"
                order = program.order
                told = f"""(call $tell3 (i32.const {SHUFFLED}) (i32.const {number}) {whose})
  (loop $each (call $tell1 (call $cell (i32.add (i32.const {order.start})
      (i32.mul (local.get $k) (i32.const {order.width}))) (i32.const {_sort(order)})))
    (local.set $k (i32.add (local.get $k) (i32.const 1))) (br_if $each (i32.lt_s (local.get $k) (i32.const {size}))))"""
            case _:
                assert_never(node)
        return f"""
(func $draw_{number} (result i32)
  (drop (call ${program.prepare[number].name}))
  (if (result i32) (global.get $fault) (then (i32.const 0)) (else {cards} (call $fallen_{number}))))
(func $fallen_{number} (result i32) (local $k i32)
  {told}
  (call $arrived (call ${program.apply_[number].name})))"""

    def _batch(self) -> str:
        """What a page calls: begin, step, draw, fallen, resume, pick, ask."""
        program, nodes = self.program, self.program.core.nodes
        choosing = [k for k, node in enumerate(nodes) if isinstance(node, c.Decision) and node.owner.who != "nobody"]
        chance = [k for k, node in enumerate(nodes) if c.who_decides(node) == "chance"]
        cards = [k for k in chance if k not in choosing]
        chosen = "".join(
            f"""
(func $chosen_{k} (param $action i32) (result i32)
  (call $tell4 (i32.const {CHOSE}) (i32.const {k}) (local.get $action) {_load("seat")})
  (call $arrived (call ${program.apply_[k].name} (local.get $action))))"""
            for k in choosing
        )
        stamps = [r for r in program.memory.others if r.name.startswith("stamps ")]
        fills = "".join(
            f"(memory.fill (i32.const {r.start}) (i32.const 0) (i32.const {r.count * r.width}))" for r in stamps
        )
        assert program.listener is not None
        marks, seed = program.listener.marks, "(local.get $seed)"
        return f"""{chosen}
{self._weighted() if any(k in choosing for k in chance) else ""}
(func $enter
  (global.set $fault (i32.const 0))
  (i32.store offset={program.depth.start} (i32.const 0) (i32.const 0))
  (global.set $cards (i64.load offset={HEAD["cards"]} (i32.const 0)))
  {_store("log", f"(i32.const {self.log})")}
  (memory.fill (i32.const {marks.start}) (i32.const 0) (i32.const {marks.count}))
  (call $remember))
(func $leave (param $status i32) (result i32)
  (i64.store offset={HEAD["cards"]} (i32.const 0) (global.get $cards))
  {_store("fault", "(global.get $fault)")} {_store("status", "(local.get $status)")}
  (local.get $status))
(func (export "begin") (param $seed i64) (param $given i32) (result i32)
  (memory.copy (i32.const {self.state_start}) (i32.const {self.image}) (i32.const {self.state_size}))
  {_store("given", "(local.get $given)")} {_store("node", "(i32.const -1)")} {_store("seat", "(i32.const -1)")}
  {fills} (i32.store offset={program.epoch.start} (i32.const 0) (i32.const 1))
  (local.set $seed (call $mix {seed}))
  (i64.store offset={HEAD["cards"]} (i32.const 0) (call $mix {seed}))
  (i64.store offset={HEAD["players"]} (i32.const 0) (call $mix (i64.add {seed} (i64.const {GAMMA}))))
  (call $enter)
  (call $leave (call $onward (call $arrived (call ${program.begin.name})))))
(func (export "resume") (param $node i32) (result i32)
  (call $enter) (call $leave (call $onward (local.get $node))))
(func (export "step") (param $action i32) (result i32)
  (call $enter) {_switch(choosing, nodes, "(call $chosen_{} (local.get $action))")})
(func (export "draw") (result i32)
  (call $enter) {_switch(chance, nodes, "(call $draw_{})")})
(func (export "fallen") (result i32)
  (call $enter) {_switch(cards, nodes, "(call $fallen_{})")})
(func (export "pick") (param $count i32) (result i32) (local $found i32)
  (global.set $players (i64.load offset={HEAD["players"]} (i32.const 0)))
  (local.set $found (i32.wrap_i64 (call $below_players (i64.extend_i32_u (local.get $count)))))
  (i64.store offset={HEAD["players"]} (i32.const 0) (global.get $players))
  (local.get $found))
{self._ask()}"""

    def _weighted(self) -> str:
        """One of so many choices of chance, by their weights."""
        legality, k = self.program.legality, "(local.get $k)"
        weight = f"(i64.load32_u offset={legality.weights.start} (i32.shl {k} (i32.const 2)))"
        return f"""
(func $weighted (param $count i32) (result i32) (local $k i32) (local $total i64) (local $left i64)
  (loop $sum (local.set $total (i64.add (local.get $total) {weight}))
    (local.set $k (i32.add {k} (i32.const 1))) (br_if $sum (i32.lt_s {k} (local.get $count))))
  (local.set $left (call $below_cards (local.get $total))) (local.set $k (i32.const 0))
  (block $found (loop $scan (br_if $found (i64.lt_u (local.get $left) {weight}))
    (local.set $left (i64.sub (local.get $left) {weight})) (local.set $k (i32.add {k} (i32.const 1))) (br $scan)))
  (i32.load offset={legality.choices.start} (i32.shl {k} (i32.const 2))))"""

    def _ask(self) -> str:
        """One door for all questions; what they tell is at the beginning of the log."""
        functions = self.asked.functions
        most = max((len(function.params) for function in functions), default=0)
        params = " ".join(f"(param $a{k} i32)" for k in range(most))
        labels = " ".join(f"$q{k}" for k in range(len(functions)))
        opened = "".join(f"(block $q{k} " for k in reversed(range(len(functions))))
        calls = "".join(
            f") (local.set $found (call ${function.name}"
            f" {' '.join(f'(local.get $a{k})' for k in range(len(function.params)))})) (br $done)\n"
            for function in functions
        )
        return f"""
(func (export "ask") (param $which i32) {params} (result i32) (local $found i32)
  (global.set $fault (i32.const 0))
  (i32.store offset={self.program.depth.start} (i32.const 0) (i32.const 0))
  {_store("log", f"(i32.const {self.log})")}
  (block $done {opened}(br_table {labels} $done (local.get $which))
  {calls})
  {_store("fault", "(global.get $fault)")}
  (local.get $found))"""


def _switch(numbers: Sequence[int], nodes: Sequence[c.Node], call: str) -> str:
    """What happens at the node where play stands, and on from there."""
    labels = " ".join(f"$n{k}" if k in numbers else "$none" for k in range(len(nodes)))
    opened = "".join(f"(block $n{k} " for k in reversed(numbers))
    calls = "\n".join(f") (return (call $leave (call $onward {call.format(k)})))" for k in numbers)
    return f"""(block $none {opened}(br_table {labels} $none {_load("node")})
  {calls})
  {_load("status")}"""


def _load(name: str) -> str:
    return f"(i32.load offset={HEAD[name]} (i32.const 0))"


def _store(name: str, value: str) -> str:
    return f"(i32.store offset={HEAD[name]} (i32.const 0) {value})"


def _sort(region: ir.Region) -> int:
    """How a cell is read: 0 and 1 for one byte, 2 and 3 for two, 4 for four; odd where it may be below 0."""
    return 4 if region.width == 4 else (region.width - 1) * 2 + (region.low < 0)
