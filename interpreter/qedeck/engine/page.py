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
from qedeck.engine.listening import SEATS_IN_WORD
from qedeck.engine.machine import first_image
from qedeck.engine.page_log import CHOSE, DEALT, HEAD, SHUFFLED, Watched, changes, load, sort, store, tells
from qedeck.engine.program import Program
from qedeck.interpreter.chance import GAMMA
from qedeck.interpreter.play import MOST_AUTOMATIC
from qedeck.spec import core as c


@dataclass(frozen=True, slots=True)
class Asked:
    """Besides playing: functions to ask, by their numbers; for each node who decides there, or whose row it is."""

    functions: Sequence[ir.Function]
    owners: dict[int, ir.Function]
    sights: dict[str, ir.Function]
    """Of each variable that is seen by some in some positions: whether a seat sees what is kept for somebody."""
    noticers: dict[int, ir.Function]
    """Of each node at which only some notice what happens: whether a seat does."""


class PageDriver(Driver):
    """The module of a program that listens."""

    head = 48

    def __init__(self, program: Program, asked: Asked) -> None:
        super().__init__(program)
        self.asked = asked
        self.before = self.records
        """The state as it was when the last step began: what has changed is told by it."""
        self.masks = _aligned(self.before + self.state_size)
        """Who saw the values then whose sight depends on the position."""
        core = program.core
        self.remembered = [
            name for name, var in core.vars.items() if var.role == "remembered" and var.sight != c.NOBODY
        ]
        """The values whose changes are told."""
        self.watched = self._watched()
        self.log = _aligned(self.masks + sum(one.size for one in self.watched))
        self.pages = -(-(self.log + 1) // PAGE)

    def _watched(self) -> list[Watched]:
        """Those of them for which it is asked who sees the change."""
        program, found, at = self.program, list[Watched](), self.masks
        for number, name in enumerate(self.remembered):
            if name in self.asked.sights:
                dims, region = program.core.vars[name].dims, program.memory.regions[name]
                kept = dims[0].size if dims else 1
                asks = self.asked.sights[name].name
                found.append(Watched(number, region, asks, (kept, program.layout.seats), at))
                at += found[-1].size
        return found

    def text(self, more: str = "") -> str:
        raw = "".join(f"\\{byte:02x}" for byte in first_image(self))
        regions = [self.program.memory.regions[name] for name in self.remembered]
        space = self.state_start, self.state_size, self.before
        log = tells(self.program.functions) + changes(regions, self.watched, *space)
        return super().text(f'(data (i32.const {self.image}) "{raw}")\n{log}\n{more}')

    # ---- playing -----------------------------------------------------------------------------------

    def _game(self) -> str:
        """From a node to the next decision: how many choices there are; 0 where chance waits to be told; below 0 how
        the game came out."""
        nodes = [self._node(number, node) for number, node in enumerate(self.program.core.nodes)]
        labels = " ".join(f"$n{k}" for k in range(len(nodes)))
        opened = "".join(f"(block $n{k} " for k in reversed(range(len(nodes))))
        bodies = "\n".join(f") ;; node {k}\n{body}\n(br $go)" for k, body in enumerate(nodes))
        chance = [(k, node) for k, node in enumerate(self.program.core.nodes) if c.who_decides(node) == "chance"]
        drawn = "".join(self._drawn(number, node) for number, node in chance)
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
{drawn}"""

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
        here = store("node", f"(i32.const {number})")
        draw = f"(local.set $pc (call $draw_{number})) {onward}"
        if not isinstance(node, c.Decision):
            return f"""{here} (drop (call ${program.prepare[number].name})) {after}
      (if {load("given")} (then (return (i32.const 0)))) {draw}"""
        owner = self.asked.owners.get(number)
        seat = "(i32.const -1)" if owner is None else f"(call ${owner.name})"
        stop = f"""{here} (local.set $count (call ${program.legal[number].name})) {after}
      (if (i32.eqz (local.get $count)) (then {_end(3)})) {store("seat", seat)}"""
        if who == "chance":
            return f'{stop} (if {load("given")} (then (return (local.get $count)))) {draw}'
        return f"{stop} (return (local.get $count))"

    def _drawn(self, number: int, node: c.Node) -> str:
        """A node of chance: it is drawn, and what follows happens; the cards were told, and it happens."""
        program = self.program
        match node:
            case c.Decision():
                return f"""
(func $draw_{number} (result i32)
  {store("seat", "(i32.const -1)")}
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
      (i32.mul (local.get $k) (i32.const {order.width}))) (i32.const {sort(order)})))
    (local.set $k (i32.add (local.get $k) (i32.const 1))) (br_if $each (i32.lt_s (local.get $k) (i32.const {size}))))
  {self._noticers(number)}"""
            case _:
                assert_never(node)
        return f"""
(func $draw_{number} (result i32)
  (drop (call ${program.prepare[number].name}))
  (if (result i32) (global.get $fault) (then (i32.const 0)) (else {cards} (call $fallen_{number}))))
(func $fallen_{number} (result i32) (local $k i32)
  {told}
  (call $arrived (call ${program.apply_[number].name})))"""

    def _noticers(self, number: int) -> str:
        """Who notices it, if that is asked: a bit for each seat."""
        asks, seats = self.asked.noticers.get(number), range(self.program.layout.seats)
        if asks is None:
            return ""
        told = ""
        for first in seats[::SEATS_IN_WORD]:
            mask = "(i32.const 0)"
            for bit, seat in enumerate(seats[first : first + SEATS_IN_WORD]):
                mask = f"(i32.or {mask} (i32.shl (call ${asks.name} (i32.const {seat})) (i32.const {bit})))"
            told += f"(call $tell1 {mask})"
        return told

    def _batch(self) -> str:
        """What a page calls: begin, step, draw, fallen, resume, pick, ask."""
        program, nodes = self.program, self.program.core.nodes
        choosing = [k for k, node in enumerate(nodes) if isinstance(node, c.Decision) and node.owner.who != "nobody"]
        chance = [k for k, node in enumerate(nodes) if c.who_decides(node) == "chance"]
        cards = [k for k in chance if k not in choosing]
        chosen = "".join(
            f"""
(func $chosen_{k} (param $action i32) (result i32)
  (call $tell4 (i32.const {CHOSE}) (i32.const {k}) (local.get $action) {load("seat")}) {self._noticers(k)}
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
  {store("log", f"(i32.const {self.log})")}
  (memory.fill (i32.const {marks.start}) (i32.const 0) (i32.const {marks.count}))
  (call $remember))
(func $leave (param $status i32) (result i32)
  (i64.store offset={HEAD["cards"]} (i32.const 0) (global.get $cards))
  {store("fault", "(global.get $fault)")} {store("status", "(local.get $status)")}
  (local.get $status))
(func (export "begin") (param $seed i64) (param $given i32) (result i32)
  (memory.copy (i32.const {self.state_start}) (i32.const {self.image}) (i32.const {self.state_size}))
  {store("given", "(local.get $given)")} {store("node", "(i32.const -1)")} {store("seat", "(i32.const -1)")}
  {fills} (i32.store offset={program.epoch.start} (i32.const 0) (i32.const 1))
  {"" if program.set_up is None else f"(global.set $fault (i32.const 0)) (drop (call ${program.set_up.name}))"}
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
  {store("log", f"(i32.const {self.log})")}
  (block $done {opened}(br_table {labels} $done (local.get $which))
  {calls})
  {store("fault", "(global.get $fault)")}
  (local.get $found))"""


def _switch(numbers: Sequence[int], nodes: Sequence[c.Node], call: str) -> str:
    """What happens at the node where play stands, and on from there."""
    labels = " ".join(f"$n{k}" if k in numbers else "$none" for k in range(len(nodes)))
    opened = "".join(f"(block $n{k} " for k in reversed(numbers))
    calls = "\n".join(f") (return (call $leave (call $onward {call.format(k)})))" for k in numbers)
    return f"""(block $none {opened}(br_table {labels} $none {load("node")})
  {calls})
  {load("status")}"""
