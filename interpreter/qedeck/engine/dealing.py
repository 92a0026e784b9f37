"""Every deal of a few cards, inside WebAssembly: in the order of falls.deals, each followed as a choice would be."""

from __future__ import annotations

from qedeck.engine.ir import Region
from qedeck.engine.program import Program
from qedeck.engine.to_wat import load_op, store_op
from qedeck.spec import core as c


def dealing(program: Program, most: int) -> str:
    """`$deal_all` for each deal; the global `$ways` then says how many there were, more than `most` if too many."""
    nodes = {k: node for k, node in enumerate(program.core.nodes) if isinstance(node, c.DealDecision)}
    if not nodes:
        return ""
    pile, dealt, amounts, sets = program.pile, program.dealt, program.amounts, program.dealt_sets

    def cell(region: Region, index: str, value: str = "") -> str:
        op = store_op(region) if value else load_op(region)
        return f"({op} offset={region.start} (i32.mul {index} (i32.const {region.width})) {value})"

    get = "(local.get ${})".format
    faces, place = "(global.get $faces)", "(i32.add (i32.mul (local.get $t) (global.get $faces)) (local.get $card))"
    leaves = "".join(f"(if (i32.eq (global.get $dealing) (i32.const {k})) (then (call $fall_{k})))" for k in nodes)
    mask = f"(i64.load offset={sets.start} (i32.shl {get('t')} (i32.const 3)))"
    card = f"(i64.shl (i64.const 1) (i64.extend_i32_u {get('card')}))"
    flip = f"(i64.store offset={sets.start} (i32.shl {get('t')} (i32.const 3)) (i64.xor {mask} {card}))"
    start = "".join(_start(program, k, node) for k, node in nodes.items())
    return f"""
(global $dealing (mut i32) (i32.const 0))
(global $targets (mut i32) (i32.const 0))
(global $faces (mut i32) (i32.const 0))
(global $sets (mut i32) (i32.const 0))
(global $ways (mut i32) (i32.const 0))
(func $total (result i32) (local $card i32) (local $sum i32)
  (loop $each
    (local.set $sum (i32.add {get("sum")} {cell(pile, get("card"))}))
    (local.set $card (i32.add {get("card")} (i32.const 1)))
    (br_if $each (i32.lt_s {get("card")} {faces})))
  {get("sum")})
(func $fill (param $t i32) (param $card i32) (param $missing i32) (param $left i32)
  (local $here i32) (local $many i32)
  (if (i32.gt_s (global.get $ways) (i32.const {most})) (then (return)))
  (if (i32.ge_s {get("t")} (global.get $targets)) (then
    {leaves}
    (global.set $ways (i32.add (global.get $ways) (i32.const 1)))
    (return)))
  (if (i32.le_s {get("missing")} (i32.const 0)) (then
    (local.set $t (i32.add {get("t")} (i32.const 1)))
    (if (i32.ge_s {get("t")} (global.get $targets))
      (then (call $fill {get("t")} (i32.const 0) (i32.const 0) (i32.const 0)))
      (else (call $fill {get("t")} (i32.const 0) {cell(amounts, get("t"))} (call $total))))
    (return)))
  (if (i32.lt_s {get("left")} {get("missing")}) (then (return)))
  (local.set $here {cell(pile, get("card"))})
  (local.set $many (select {get("here")} {get("missing")} (i32.lt_s {get("here")} {get("missing")})))
  (loop $fewer
    {cell(pile, get("card"), f"(i32.sub {get('here')} {get('many')})")}
    {cell(dealt, place, get("many"))}
    (if (i32.and (global.get $sets) {get("many")}) (then {flip}))
    (call $fill {get("t")} (i32.add {get("card")} (i32.const 1)) (i32.sub {get("missing")} {get("many")})
      (i32.sub {get("left")} {get("here")}))
    (if (i32.and (global.get $sets) {get("many")}) (then {flip}))
    (local.set $many (i32.sub {get("many")} (i32.const 1)))
    (br_if $fewer (i32.ge_s {get("many")} (i32.const 0))))
  {cell(pile, get("card"), get("here"))}
  {cell(dealt, place, "(i32.const 0)")})
{start}"""


def _start(program: Program, number: int, node: c.DealDecision) -> str:
    size = program.layout.sizes[node.source.zone][-1]
    pile, dealt, amounts, sets = program.pile, program.dealt, program.amounts, program.dealt_sets
    spread = ""
    if program.is_set(number):
        spread = "".join(
            f"({store_op(pile)} offset={pile.start + k * pile.width} (i32.const 0) (i32.wrap_i64 (i64.and (i64.const 1)"
            f" (i64.shr_u (i64.load offset={program.pile_set.start} (i32.const 0)) (i64.const {k})))))"
            for k in range(size)
        )
    return f"""
(func $deal_all_{number}
  {spread}
  (memory.fill (i32.const {dealt.start}) (i32.const 0) (i32.const {dealt.count * dealt.width}))
  (memory.fill (i32.const {sets.start}) (i32.const 0) (i32.const {sets.count * 8}))
  (global.set $dealing (i32.const {number})) (global.set $targets (i32.const {len(node.targets)}))
  (global.set $faces (i32.const {size})) (global.set $sets (i32.const {int(program.is_set(number))}))
  (global.set $ways (i32.const 0))
  (call $fill (i32.const 0) (i32.const 0) (i32.load offset={amounts.start} (i32.const 0)) (call $total)))"""
