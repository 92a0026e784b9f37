"""The log of a page's module, as text: words at its end, and the records of values that have changed.

Also where things lie that the module keeps before the state, because the end of the log is one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from qedeck.engine import ir

HEAD = {"node": 0, "status": 4, "cards": 8, "players": 16, "fault": 24, "log": 28, "seat": 32, "given": 36}
"""What lies before the state, by its place: where play stands, how it stands, the two streams of chance (64 bits each),
what was undefined, where the log ends, whose turn it is, whether chance waits to be told."""
CHOSE, DEALT, SHUFFLED, CHANGED = -1, -2, -3, -4
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


def changes(regions: Sequence[ir.Region], state: int, size: int, before: int) -> str:
    """A step has come to its end at `pc`: what is another value than `before`, a copy of the state, is told."""
    calls = "\n".join(
        f"(call $changed (i32.const {k}) (i32.const {region.start}) (i32.const {region.count})"
        f" (i32.const {sort(region)}))"
        for k, region in enumerate(regions)
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
  (memory.copy (i32.const {before}) (i32.const {state}) (i32.const {size})))"""
