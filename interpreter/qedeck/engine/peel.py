"""Whether play can come back to a position, as WebAssembly text: positions that nothing leads to are peeled away.

Every position is expanded once more to count what leads to it, and once more when it is peeled. What is left lies on
a circle, or a circle leads to it. No way is ever kept: beside each position lie eight bytes in a memory of their own,
first how many ways lead to it, then how many decisions the longest play has that comes there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from qedeck.spec import core as c

if TYPE_CHECKING:
    from qedeck.engine.expand import Expand

COUNT, PEEL, BACK, RETURN = 1, 2, 3, 4
"""What an edge is met for: to count it, to take it away, to note one that leads there, to come back to the first."""


def chosen(node: c.Node) -> bool:
    """Whether somebody decides there, neither chance nor nobody."""
    return c.who_decides(node) not in ("nobody", "chance")


def peeling(expand: Expand) -> str:
    """`$meet` is called for every edge while `$mode` says what for."""
    get = "(local.get ${})".format

    def slot(number: str, part: int = 0) -> str:
        return f"offset={4 * part} (i32.shl {number} (i32.const 3))"

    waiting, length = f"(i32.load $before {slot(get('to'))})", f"(i32.load $before {slot(get('to'), 1)})"
    push = f"""(i32.store $before {slot(get("number"))} (global.get $peeled))
      (global.set $peeled (i32.add {get("number")} (i32.const 1)))"""
    counted = "(i32.const 0)"
    for number, node in enumerate(expand.program.core.nodes):
        if chosen(node):
            counted = f"(i32.or {counted} (i32.eq {get('node')} (i32.const {number})))"
    node_of = f"(i32.load16_u offset={expand.node} {expand.at(get('number'))})"
    return f"""
(memory $before 0)
(global $peeled (mut i32) (i32.const 0))
(global $gone (export "gone") (mut i32) (i32.const 0))
(global $longest (export "longest") (mut i32) (i32.const 0))
(global $so_far (mut i32) (i32.const 0))
(global $back_from (export "back from") (mut i32) (i32.const -1))
(global $back_by (export "back by") (mut i32) (i32.const 0))
(func $counts (param $node i32) (result i32) {counted})
(func $push (param $number i32) {push})
(func $meet (param $parent i32) (param $to i32) (param $action i32)
  (if (i32.eq (global.get $mode) (i32.const {COUNT})) (then
    (i32.store $before {slot(get("to"))} (i32.add {waiting} (i32.const 1)))
    (return)))
  (if (i32.eq (global.get $mode) (i32.const {PEEL})) (then
    (if (i32.lt_s {length} (global.get $so_far)) (then (i32.store $before {slot(get("to"), 1)} (global.get $so_far))))
    (i32.store $before {slot(get("to"))} (i32.sub {waiting} (i32.const 1)))
    (if (i32.eqz {waiting}) (then (call $push {get("to")})))
    (return)))
  (if (i32.eq (global.get $mode) (i32.const {BACK})) (then
    ;; One that is left leads here: below 0 its number stands, the first that was met.
    (if (i32.gt_s {waiting} (i32.const 0)) (then
      (if (i32.load $before {slot(get("parent"))}) (then
        (i32.store $before {slot(get("to"))} (i32.sub (i32.const -1) {get("parent")}))))))
    (return)))
  ;; A search of its own, from a position on a circle, that looks for the way back.
  (if (i32.and (i32.eqz {get("to")}) (i32.lt_s (global.get $back_from) (i32.const 0))) (then
    (global.set $back_from {get("parent")})
    (global.set $back_by {get("action")}))))
(func (export "unpeeled")
  ;; Nothing is counted, nothing is gone.
  (local $pages i32)
  (local.set $pages (i32.add (i32.shr_u (global.get $count) (i32.const 13)) (i32.const 1)))
  (if (i32.gt_u (local.get $pages) (memory.size $before)) (then
    (if (i32.lt_s (memory.grow $before (i32.sub (local.get $pages) (memory.size $before))) (i32.const 0))
      (then (unreachable)))))
  (memory.fill $before (i32.const 0) (i32.const 0) (i32.shl (global.get $count) (i32.const 3)))
  (global.set $peeled (i32.const 0))
  (global.set $gone (i32.const 0))
  (global.set $longest (i32.const 0)))
(func (export "begin peel")
  ;; The first position is the only one that nothing may lead to.
  (if (i32.eqz (i32.load $before {slot("(i32.const 0)")})) (then (call $push (i32.const 0)))))
(func (export "peel") (param $portion i32) (param $all i32) (result i32)
  ;; Up to so many positions: -1 when no more can go, -2 while there are; or the number of one whose cards are laid out
  ;; by somebody else. With `all` every decision counts for the length of a play.
  (local $number i32)
  (loop $next
    (if (i32.eqz (global.get $peeled)) (then (return (i32.const -1))))
    (if (i32.le_s (local.get $portion) (i32.const 0)) (then (return (i32.const -2))))
    (local.set $portion (i32.sub (local.get $portion) (i32.const 1)))
    (local.set $number (i32.sub (global.get $peeled) (i32.const 1)))
    (global.set $peeled (i32.load $before {slot(get("number"))}))
    (i32.store $before {slot(get("number"))} (i32.const 0))
    (global.set $gone (i32.add (global.get $gone) (i32.const 1)))
    (global.set $so_far (i32.load $before {slot(get("number"), 1)}))
    (if (i32.lt_s (global.get $longest) (global.get $so_far)) (then (global.set $longest (global.get $so_far))))
    (global.set $so_far (i32.add (global.get $so_far)
      (i32.or (local.get $all) (call $counts {node_of}))))
    (if (i32.eq (call $expand {get("number")} (i32.add {get("number")} (i32.const 1))) {get("number")})
      (then (return {get("number")})))
    (br $next))
  (unreachable))
(func (export "before") (param $number i32) (result i32) (i32.load $before {slot(get("number"))}))"""
