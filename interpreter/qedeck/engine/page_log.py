"""The log of a page's module, as text: words at its end, and the records of values that have changed.

Also where things lie that the module keeps before the state, because the end of the log is one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from qedeck.engine import ir
from qedeck.engine.listening import SEATS_IN_WORD

HEAD = {"node": 0, "status": 4, "cards": 8, "players": 16, "fault": 24, "log": 28, "seat": 32, "given": 36}
"""What lies before the state, by its place: where play stands, how it stands, the two streams of chance (64 bits each),
what was undefined, where the log ends, whose turn it is, whether chance waits to be told."""
CHOSE, DEALT, SHUFFLED, CHANGED, CHANGED_FOR = -1, -2, -3, -4, -5
"""The first word of a record that is no telling."""


def load(name: str) -> str:
    return f"(i32.load offset={HEAD[name]} (i32.const 0))"


def store(name: str, value: str) -> str:
    return f"(i32.store offset={HEAD[name]} (i32.const 0) {value})"


def sort(region: ir.Region) -> int:
    """How a cell is read: 0 and 1 for one byte, 2 and 3 for two, 4 for four; odd where it may be below 0."""
    return 4 if region.width == 4 else (region.width - 1) * 2 + (region.low < 0)


def tells(functions: Iterable[ir.Function]) -> str:
    """Words at the end of the log; memory grows as it needs."""
    told = [s for function in functions for s in ir.walk(function.body) if isinstance(s, ir.Tell)]
    lengths = sorted(({len(s.values) for s in told} | {2, 3, 4, 5}) - {0, 1})
    several = "".join(
        f"(func $tell{n} {' '.join(f'(param $v{k} i32)' for k in range(n))}\n"
        + "".join(f"(call $tell1 (local.get $v{k}))" for k in range(n))
        + ")\n"
        for n in lengths
    )
    at = "(local.get $at)"
    return f"""
(func $tell1 (param $word i32) (local $at i32)
  (local.set $at {load("log")})
  (if (i32.gt_u (i32.add {at} (i32.const 4)) (i32.shl (memory.size) (i32.const 16)))
    (then (drop (memory.grow (i32.const 1)))))
  (i32.store {at} (local.get $word))
  {store("log", f"(i32.add {at} (i32.const 4))")})
{several}(func $tell_set (param $cards i64)
  (call $tell1 (i32.wrap_i64 (local.get $cards)))
  (call $tell1 (i32.wrap_i64 (i64.shr_u (local.get $cards) (i64.const 32)))))"""


@dataclass(frozen=True, slots=True)
class Watched:
    """A remembered value whose sight depends on the position: its number, the function that says whether a seat sees
    what is kept for somebody, for how many it is kept and how many seats there are, and where the last answers lie."""

    number: int
    region: ir.Region
    asks: str
    sizes: tuple[int, int]
    at: int

    @property
    def words(self) -> int:
        return -(-self.sizes[1] // SEATS_IN_WORD)

    @property
    def size(self) -> int:
        return 4 * self.words * self.sizes[0]

    def each(self, said: str) -> str:
        """Something for each answer: for whom it is kept, and for which seats."""
        return " ".join(
            said.format(whose=whose, word=word, at=self.at + 4 * (whose * self.words + word))
            for whose in range(self.sizes[0])
            for word in range(self.words)
        )

    def text(self, delta: int) -> str:
        """Whoever saw a value and sees it now is told that it is another one."""
        k, region = self.number, self.region
        most = f"(i32.ge_s (local.get $seat) (i32.const {self.sizes[1]}))"
        past = "(i32.ne (i32.shr_u (local.get $seat) (i32.const 4)) (local.get $word))"
        sees = f"(call ${self.asks} (local.get $seat) (local.get $whose))"
        bit = f"(i32.shl {sees} (i32.and (local.get $seat) (i32.const 15)))"
        at = f"(i32.add (i32.const {region.start}) (i32.mul (local.get $k) (i32.const {region.width})))"
        places = at, f"(i32.add {at} (i32.const {delta}))"
        after, was = (f"(call $cell {place} (i32.const {sort(region)}))" for place in places)
        whose = f"(i32.div_u (local.get $k) (i32.const {region.count // self.sizes[0]}))"
        masks = "".join(
            f"(call $tell1 (i32.and (call $seeing_{k} (local.get $whose) (i32.const {word})) (i32.load"
            f" offset={self.at + 4 * word} (i32.mul (local.get $whose) (i32.const {4 * self.words})))))"
            for word in range(self.words)
        )
        return f"""
(func $seeing_{k} (param $whose i32) (param $word i32) (result i32) (local $seat i32) (local $mask i32)
  (local.set $seat (i32.shl (local.get $word) (i32.const 4)))
  (block $done (loop $each (br_if $done (i32.or {most} {past}))
    (local.set $mask (i32.or (local.get $mask) {bit}))
    (local.set $seat (i32.add (local.get $seat) (i32.const 1))) (br $each)))
  (local.get $mask))
(func $changed_{k} (local $k i32) (local $whose i32)
  (loop $each
    (if (i32.ne {after} {was}) (then
      (local.set $whose {whose})
      (call $tell5 (i32.const {CHANGED_FOR}) (i32.const {k}) (local.get $k) {was} {after}) {masks}))
    (local.set $k (i32.add (local.get $k) (i32.const 1)))
    (br_if $each (i32.lt_s (local.get $k) (i32.const {region.count})))))"""


def changes(regions: Sequence[ir.Region], watched: Sequence[Watched], state: int, size: int, before: int) -> str:
    """A step has come to its end at `pc`: what is another value than `before`, a copy of the state, is told."""
    asked = {one.number for one in watched}
    calls = "\n".join(
        f"(call $changed_{k})" if k in asked else
        f"(call $changed (i32.const {k}) (i32.const {region.start}) (i32.const {region.count})"
        f" (i32.const {sort(region)}))"
        for k, region in enumerate(regions)
    )
    seers = "".join(one.text(before - state) for one in watched)
    keep = " ".join(
        one.each(f"(i32.store offset={{at}} (i32.const 0) (call $seeing_{one.number}"
                 " (i32.const {whose}) (i32.const {word})))")
        for one in watched
    )
    at = "(local.get $at)"
    after = f"(call $cell {at} (local.get $sort))"
    was = f"(call $cell (i32.add {at} (i32.const {before - state})) (local.get $sort))"
    loads = ["i32.load8_u", "i32.load8_s", "i32.load16_u", "i32.load16_s", "i32.load"]
    opened = "".join(f"(block $s{k} " for k in reversed(range(len(loads))))
    labels = " ".join(f"$s{k}" for k in range(len(loads)))
    closed = "".join(f") (return ({load_} (local.get $at)))" for load_ in loads)
    return f"""
(func $cell (param $at i32) (param $sort i32) (result i32)
  {opened}(br_table {labels} (local.get $sort)){closed})
(func $changed (param $value i32) (param $at i32) (param $count i32) (param $sort i32) (local $k i32)
  (loop $each
    (if (i32.ne {after} {was}) (then
      (call $tell5 (i32.const {CHANGED}) (local.get $value) (local.get $k) {was} {after})))
    (local.set $at (i32.add {at} (i32.shl (i32.const 1) (i32.shr_u (local.get $sort) (i32.const 1)))))
    (local.set $k (i32.add (local.get $k) (i32.const 1)))
    (br_if $each (i32.lt_s (local.get $k) (local.get $count)))))
(func $arrived (param $pc i32) (result i32)
  (if (global.get $fault) (then (return (local.get $pc))))
  {calls}
  (call $remember)
  (local.get $pc))
(func $remember
  (memory.copy (i32.const {before}) (i32.const {state}) (i32.const {size})){keep}){seers}"""
