"""The kernel of exhaustive search as WebAssembly text: from a position, every position one decision further on.

A position is a record: the state as it lies in memory, the node, how play stopped; then its number's
parent and the action that led to it. Records lie one after the other, a table of hashes beside
them in a second memory, so it can grow and be made anew.
"""

from __future__ import annotations

from collections.abc import Sequence

from qedeck.engine.dealing import dealing
from qedeck.engine.driver import Driver
from qedeck.engine.peel import peeling
from qedeck.engine.renaming import Renaming, smallest
from qedeck.engine.to_wat import load_op
from qedeck.interpreter.play import MOST_AUTOMATIC
from qedeck.spec import core as c

STOPS = ("", "over", "undeclared", "undefined", "stuck", "endless")
MOST_FALLS = 200_000
"""Ways in which the cards of one deal or shuffle may fall."""
MARK = 28
"""Above these bits of the action stands how play was found to stop."""


class Expand:
    """The text, and where records and their parts lie."""

    def __init__(self, driver: Driver, renamings: Sequence[Renaming] = ()) -> None:
        self.driver = driver
        self.renamings = renamings
        """Positions that one of them makes the same count as one."""
        self.program = driver.program
        self.node = driver.state_size_padded
        """Where in a record the node is, and two bytes after it how play stopped."""
        self.key = self.node + 8
        """So long is what makes a position the same as another; the way there comes after it."""
        self.words = self.key // 8
        self.size = self.key + 8
        self.base = -(-driver.size // 64) * 64

    def text(self) -> str:
        return self.driver.text(f"""
(memory $table 1)
(global $count (export "count") (mut i32) (i32.const 0))
(global $edges (export "edges") (mut i64) (i64.const 0))
(global $slots (mut i32) (i32.const 0))
(global $most (export "most") (mut i32) (i32.const 0))
(global $odd (export "odd") (mut i32) (i32.const 0))
(global $mode (export "mode") (mut i32) (i32.const 0))
(global $kind (mut i32) (i32.const 0))
(global $from (mut i32) (i32.const 0))
{self._hash()}
{self._insert()}
{self._rest()}
{self._expand()}
{self._falls()}
{peeling(self)}
{smallest(self, self.renamings) if self.renamings else ""}
""")

    # ---- one position -------------------------------------------------------------------------

    def at(self, number: str) -> str:
        return f"(i32.add (i32.const {self.base}) (i32.mul {number} (i32.const {self.size})))"

    def _hash(self) -> str:
        steps = "".join(
            f"""
  (local.set $h (i64.mul (i64.xor (local.get $h) (i64.load offset={8 * k} (local.get $at)))
    (i64.const 0x9E3779B97F4A7C15)))
  (local.set $h (i64.xor (local.get $h) (i64.shr_u (local.get $h) (i64.const 29))))"""
            for k in range(self.words)
        )
        same = "(i32.const 1)"
        for k in range(self.words):
            pair = f"(i64.load offset={8 * k} (local.get $a)) (i64.load offset={8 * k} (local.get $b))"
            same = f"(if (result i32) (i64.eq {pair}) (then {same}) (else (i32.const 0)))"
        return f"""
(func $hash (param $at i32) (result i64) (local $h i64) {steps}
  (call $mix (local.get $h)))
(func $same (param $a i32) (param $b i32) (result i32) {same})
(func $keep (param $h i64) (param $number i32) (result i32)
  ;; The number of an equal position, or -1 and the new one is kept.
  (local $slot i32) (local $found i64) (local $other i32)
  (local.set $slot (i32.and (i32.wrap_i64 (local.get $h)) (i32.sub (global.get $slots) (i32.const 1))))
  (loop $probe
    (local.set $found (i64.load $table (i32.shl (local.get $slot) (i32.const 3))))
    (if (i64.eqz (local.get $found)) (then
      (i64.store $table (i32.shl (local.get $slot) (i32.const 3))
        (i64.or (i64.and (local.get $h) (i64.const 0xFFFFFFFF00000000))
          (i64.extend_i32_u (i32.add (local.get $number) (i32.const 1)))))
      (return (i32.const -1))))
    (if (i64.eq (i64.shr_u (local.get $found) (i64.const 32)) (i64.shr_u (local.get $h) (i64.const 32))) (then
      (local.set $other (i32.sub (i32.wrap_i64 (local.get $found)) (i32.const 1)))
      (if (call $same {self.at("(local.get $other)")} {self.at("(local.get $number)")})
        (then (return (local.get $other))))))
    (local.set $slot (i32.and (i32.add (local.get $slot) (i32.const 1))
      (i32.sub (global.get $slots) (i32.const 1))))
    (br $probe))
  (unreachable))
(func $room (export "room") (param $slots i32)
  ;; A table of so many places, with every position in it.
  (local $k i32)
  (drop (memory.grow $table (i32.sub (i32.shr_u (local.get $slots) (i32.const 13)) (memory.size $table))))
  (memory.fill $table (i32.const 0) (i32.const 0) (i32.shl (local.get $slots) (i32.const 3)))
  (global.set $slots (local.get $slots))
  (block $done (loop $each
    (br_if $done (i32.ge_s (local.get $k) (global.get $count)))
    (drop (call $keep (call $hash {self.at("(local.get $k)")}) (local.get $k)))
    (local.set $k (i32.add (local.get $k) (i32.const 1)))
    (br $each))))
(func (export "restore") (param $count i32) (global.set $count (local.get $count)))"""

    def copy(self, to: str, source: str) -> str:
        """The state, from one place to another."""
        size = self.driver.state_size_padded
        if size > 256:
            return f"(memory.copy {to} {source} (i32.const {size}))"
        return "".join(f"(i64.store offset={k} {to} (i64.load offset={k} {source}))" for k in range(0, size, 8))

    def _insert(self) -> str:
        idle = "".join(
            f"(memory.fill (i32.const {region.start}) (i32.const 0) (i32.const {region.count * region.width}))"
            for name, region in self.program.memory.regions.items()
            if self.program.core.vars[name].rests
        )
        start, at = self.driver.state_start, "(local.get $at)"
        beside = f"(i32.add {at} (i32.const {self.size}))"
        same = f"(call $smallest {at} {beside})" if self.renamings else ""
        return f"""
(func $insert (param $node i32) (param $parent i32) (param $action i32)
  (local $at i32) (local $other i32)
  (local.set $at {self.at("(global.get $count)")})
  (if (i32.ge_u (i32.add {at} (i32.const {2 * self.size})) (i32.shl (memory.size) (i32.const 16))) (then
    (if (i32.lt_s (memory.grow (i32.const 64)) (i32.const 0)) (then (unreachable)))))
  ;; Nobody needs a counter or a choice any more when the game is over.
  (if (i32.eq (global.get $kind) (i32.const 1)) (then {idle}))
  (if (i32.eq (global.get $kind) (i32.const 3)) (then
    (memory.fill (i32.const {start}) (i32.const 0) (i32.const {self.driver.state_size_padded}))
    (local.set $node (global.get $fault))))
  {self.copy(at, f"(i32.const {start})")}
  {same}
  (i64.store offset={self.node} {at} (i64.const 0))
  (i32.store16 offset={self.node} {at} (local.get $node))
  (i32.store16 offset={self.node + 2} {at} (global.get $kind))
  (i32.store offset={self.key} {at} (local.get $parent))
  (i32.store offset={self.key + 4} {at} (local.get $action))
  (global.set $edges (i64.add (global.get $edges) (i64.const 1)))
  (local.set $other (call $keep (call $hash {at}) (global.get $count)))
  (if (i32.ge_s (local.get $other) (i32.const 0)) (then
    (if (global.get $mode) (then (call $meet (local.get $parent) (local.get $other) (local.get $action))))
    (return)))
  (global.set $count (i32.add (global.get $count) (i32.const 1)))
  (global.set $odd (i32.add (global.get $odd) (i32.ge_s (global.get $kind) (i32.const 3))))
  (if (i32.gt_u (global.get $count) (i32.shr_u (i32.mul (global.get $slots) (i32.const 5)) (i32.const 3)))
    (then (call $room (i32.shl (global.get $slots) (i32.const 1))))))"""

    def _rest(self) -> str:
        """Past what nobody decides; the kind of stop is left in the global."""
        program = self.program
        cases = "".join(
            f"""
    (if (i32.eq (local.get $pc) (i32.const {number})) (then
      (local.set $auto (i32.add (local.get $auto) (i32.const 1)))
      (if (i32.ge_s (local.get $auto) (i32.const {MOST_AUTOMATIC})) (then
        (global.set $kind (i32.const 5)) (return (i32.const -1))))
      (local.set $pc (call ${program.apply_[number].name} (i32.const 0)))
      (br $go)))"""
            for number, node in enumerate(program.core.nodes)
            if c.who_decides(node) == "nobody"
        )
        ended = program.memory.regions["ended"]
        return f"""
(func $rest (param $pc i32) (result i32)
  (local $auto i32)
  (loop $go
    (if (global.get $fault) (then (global.set $kind (i32.const 3)) (return (i32.const -1))))
    (if (i32.lt_s (local.get $pc) (i32.const 0)) (then
      (global.set $kind (i32.add (i32.const 1)
        (i32.lt_s ({load_op(ended)} offset={ended.start} (i32.const 0)) (i32.const 0))))
      (return (i32.const -1))))
    {cases})
  (global.set $kind (i32.const 0))
  (local.get $pc))
(func (export "first")
  {self.copy(f"(i32.const {self.driver.state_start})", f"(i32.const {self.driver.image})")}
  (global.set $fault (i32.const 0))
  (call $insert (call $rest (call ${program.begin.name})) (i32.const -1) (i32.const 0)))"""

    def _expand(self) -> str:
        program, at = self.program, "(local.get $at)"
        cases = "".join(self._case(number, node) for number, node in enumerate(program.core.nodes))
        return f"""
(func $load (param $at i32)
  {self.copy(f"(i32.const {self.driver.state_start})", at)}
  (global.set $fault (i32.const 0))
  (i32.store offset={program.depth.start} (i32.const 0) (i32.const 0)))
(func (export "load") (param $number i32) (call $load {self.at("(local.get $number)")}))
(func $expand (export "expand") (param $from i32) (param $until i32) (result i32)
  ;; Every position from the first number to the last; where cards fall, or the limit is met, it stops.
  (local $at i32) (local $node i32) (local $count i32) (local $k i32) (local $action i32)
  (loop $next
    (if (i32.or (i32.ge_s (local.get $from) (local.get $until))
        (i32.ge_u (global.get $count) (global.get $most)))
      (then (return (local.get $from))))
    (local.set $at {self.at("(local.get $from)")})
    (if (i32.eqz (i32.load16_u offset={self.node + 2} {at})) (then
      (local.set $node (i32.load16_u offset={self.node} {at}))
      (block $done {cases}
        (return (local.get $from)))))
    (local.set $from (i32.add (local.get $from) (i32.const 1)))
    (br $next))
  (unreachable))"""

    def _case(self, number: int, node: c.Node) -> str:
        program, at = self.program, "(local.get $at)"
        if isinstance(node, c.DealDecision):
            return f"""
      (if (i32.eq (local.get $node) (i32.const {number})) (then
        (call $load {at})
        (global.set $from (local.get $from))
        (drop (call ${program.prepare[number].name}))
        (if (global.get $fault) (then {self._mark(3)} (br $done)))
        (call $deal_all_{number})
        (if (i32.gt_s (global.get $ways) (i32.const {MOST_FALLS})) (then (return (i32.const -1))))
        (br $done)))"""
        if number not in program.legal:
            return ""
        legal, apply_ = program.legal[number], program.apply_[number]
        choice = f"(i32.load offset={program.legality.choices.start} (i32.shl (local.get $k) (i32.const 2)))"
        asked = ""
        if legal.faults:
            asked = f"(if (global.get $fault) (then {self._mark(3)} (br $done)))"
        return f"""
      (if (i32.eq (local.get $node) (i32.const {number})) (then
        (call $load {at})
        (local.set $count (call ${legal.name})) {asked}
        (if (i32.eqz (local.get $count)) (then {self._mark(4)} (br $done)))
        (local.set $k (i32.const 0))
        (loop $each
          (local.set $action {choice})
          (call $insert (call $rest (call ${apply_.name} (local.get $action))) (local.get $from) (local.get $action))
          (local.set $k (i32.add (local.get $k) (i32.const 1)))
          (if (i32.lt_s (local.get $k) (local.get $count)) (then (call $load {at}) (br $each))))
        (br $done)))"""

    def _mark(self, kind: int) -> str:
        """That play stops here was found out here: it is no part of what makes positions the same."""
        place = f"offset={self.key + 4} (local.get $at)"
        return f"""(i32.store {place} (i32.or (i32.load {place}) (i32.const {kind << MARK})))
          (global.set $odd (i32.add (global.get $odd) (i32.const 1)))"""

    # ---- chance --------------------------------------------------------------------------------

    def _falls(self) -> str:
        """What follows from an outcome that was written where the program looks for it."""
        text = ""
        for number, node in enumerate(self.program.core.nodes):
            if isinstance(node, c.Decision):
                continue
            prepare, apply_ = self.program.prepare[number], self.program.apply_[number]
            if isinstance(node, c.DealDecision):
                text += f"""
(func $fall_{number}
  (call $load {self.at("(global.get $from)")})
  (call $insert (call $rest (call ${apply_.name})) (global.get $from) (global.get $ways)))"""
                continue
            assert isinstance(node, c.ShuffleDecision)
            text += f"""
(func (export "prepare {number}") (result i32) (drop (call ${prepare.name})) (global.get $fault))
(func (export "fall {number}") (param $from i32) (param $which i32)
  (call $load {self.at("(local.get $from)")})
  (call $insert (call $rest (call ${apply_.name})) (local.get $from) (local.get $which)))"""
        return text + dealing(self.program, MOST_FALLS)
