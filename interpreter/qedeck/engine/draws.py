"""Chance in WebAssembly: the generator of interpreter/chance, deals and shuffles, draw for draw."""

from __future__ import annotations

from qedeck.engine import ir
from qedeck.engine.program import Program
from qedeck.engine.to_wat import load_op, store_op
from qedeck.interpreter.chance import GAMMA


def deals(program: Program) -> str:
    """Cards off the pile that was set out, and a row in a new order."""

    def at(region: ir.Region, index: str, store: str = "") -> str:
        op = store_op(region) if store else load_op(region)
        scaled = f"(i32.mul {index} (i32.const {region.width}))"
        return f"({op} offset={region.start} {scaled} {store})"

    pile, dealt, amounts, order = program.pile, program.dealt, program.amounts, program.order
    sets = program.dealt_sets
    get = "(local.get ${})".format
    place = f"(i32.add (i32.mul {get('t')} {get('size')}) {get('card')})"
    more = f"(i32.add {at(dealt, place)} (i32.const 1))"
    fewer = f"(i32.sub {at(pile, get('card'))} (i32.const 1))"
    return f"""
(func $deal_sets (param $targets i32)
  (local $t i32) (local $n i32) (local $card i64) (local $left i64) (local $mask i64)
  (local.set $left (i64.load offset={program.pile_set.start} (i32.const 0)))
  (block $done (loop $target
    (br_if $done (i32.ge_s {get("t")} {get("targets")}))
    (local.set $n {at(amounts, get("t"))})
    (local.set $mask (i64.const 0))
    (block $enough (loop $one
      (br_if $enough (i32.le_s {get("n")} (i32.const 0)))
      (local.set $card (i64.shl (i64.const 1)
        (call $nth {get("left")} (call $below_cards (i64.popcnt {get("left")})))))
      (local.set $mask (i64.or {get("mask")} {get("card")}))
      (local.set $left (i64.xor {get("left")} {get("card")}))
      (local.set $n (i32.sub {get("n")} (i32.const 1)))
      (br $one)))
    {at(sets, get("t"), get("mask"))}
    (local.set $t (i32.add {get("t")} (i32.const 1)))
    (br $target))))
(func $deal (param $targets i32) (param $size i32)
  (local $t i32) (local $n i32) (local $card i32) (local $left i32) (local $total i32) (local $here i32)
  (memory.fill (i32.const {dealt.start}) (i32.const 0)
    (i32.mul (i32.mul {get("targets")} {get("size")}) (i32.const {dealt.width})))
  (block $counted (loop $count
    (br_if $counted (i32.ge_s {get("card")} {get("size")}))
    (local.set $total (i32.add {get("total")} {at(pile, get("card"))}))
    (local.set $card (i32.add {get("card")} (i32.const 1)))
    (br $count)))
  (block $done (loop $target
    (br_if $done (i32.ge_s {get("t")} {get("targets")}))
    (local.set $n {at(amounts, get("t"))})
    (block $enough (loop $one
      (br_if $enough (i32.le_s {get("n")} (i32.const 0)))
      (local.set $left (i32.wrap_i64 (call $below_cards (i64.extend_i32_u {get("total")}))))
      (local.set $card (i32.const 0))
      (block $found (loop $scan
        (local.set $here {at(pile, get("card"))})
        (br_if $found (i32.lt_s {get("left")} {get("here")}))
        (local.set $left (i32.sub {get("left")} {get("here")}))
        (local.set $card (i32.add {get("card")} (i32.const 1)))
        (br $scan)))
      {at(pile, get("card"), fewer)}
      {at(dealt, place, more)}
      (local.set $total (i32.sub {get("total")} (i32.const 1)))
      (local.set $n (i32.sub {get("n")} (i32.const 1)))
      (br $one)))
    (local.set $t (i32.add {get("t")} (i32.const 1)))
    (br $target))))
(func $shuffle (param $size i32)
  (local $n i32) (local $k i32) (local $card i32) (local $other i32)
  (block $packed (loop $pack
    (br_if $packed (i32.ge_s {get("k")} {get("size")}))
    (local.set $card {at(order, get("k"))})
    (if (i32.ge_s {get("card")} (i32.const 0)) (then
      {at(order, get("n"), get("card"))}
      (local.set $n (i32.add {get("n")} (i32.const 1)))))
    (local.set $k (i32.add {get("k")} (i32.const 1)))
    (br $pack)))
  (local.set $k {get("n")})
  (block $padded (loop $pad
    (br_if $padded (i32.ge_s {get("k")} {get("size")}))
    {at(order, get("k"), "(i32.const -1)")}
    (local.set $k (i32.add {get("k")} (i32.const 1)))
    (br $pad)))
  (block $done (loop $swap
    (local.set $n (i32.sub {get("n")} (i32.const 1)))
    (br_if $done (i32.le_s {get("n")} (i32.const 0)))
    (local.set $other (i32.wrap_i64 (call $below_cards (i64.extend_i32_u (i32.add {get("n")} (i32.const 1))))))
    (local.set $card {at(order, get("n"))})
    {at(order, get("n"), at(order, get("other")))}
    {at(order, get("other"), get("card"))}
    (br $swap))))"""


def _below(stream: str) -> str:
    return f"""
(func $below_{stream} (param $limit i64) (result i64)
  (local $z i64) (local $r i64)
  (loop $again
    (global.set ${stream} (i64.add (global.get ${stream}) (i64.const {GAMMA})))
    (local.set $z (call $mix (global.get ${stream})))
    (if (i64.ge_u (local.get $z) (i64.sub (i64.const 0) (local.get $limit))) (then
      (local.set $r (i64.rem_u (i64.sub (i64.const 0) (local.get $limit)) (local.get $limit)))
      (br_if $again (i32.and (i64.ne (local.get $r) (i64.const 0))
        (i64.ge_u (local.get $z) (i64.sub (i64.const 0) (local.get $r))))))))
  (i64.rem_u (local.get $z) (local.get $limit)))"""


_HALVES = "".join(
    f"""
  (local.set $many (i64.popcnt (i64.and (local.get $cards) (i64.const {(1 << half) - 1}))))
  (local.set $on (i64.ge_u (local.get $k) (local.get $many)))
  (local.set $k (select (i64.sub (local.get $k) (local.get $many)) (local.get $k) (local.get $on)))
  (local.set $cards (select (i64.shr_u (local.get $cards) (i64.const {half})) (local.get $cards) (local.get $on)))
  (local.set $place (select (i64.add (local.get $place) (i64.const {half})) (local.get $place) (local.get $on)))"""
    for half in (32, 16, 8, 4, 2, 1)
)
"""The k-th card of a set: in the lower or the upper half, and so on."""

_WIDE = "".join(
    f"""
(func ${op}_wide (param $a i32) (param $b i32) (result i32)
  (local $r i64)
  (local.set $r (i64.{op} (i64.extend_i32_s (local.get $a)) (i64.extend_i32_s (local.get $b))))
  (if (i64.ne (local.get $r) (i64.extend32_s (local.get $r))) (then unreachable))
  (i32.wrap_i64 (local.get $r)))"""
    for op in ("add", "sub", "mul")
)
"""Where a result may be too large for us the program stops, rather than to go on with another number."""

CHANCE = f"""
(func $mix (param $n i64) (result i64)
  (local.set $n (i64.mul (i64.xor (local.get $n) (i64.shr_u (local.get $n) (i64.const 30)))
    (i64.const 0xBF58476D1CE4E5B9)))
  (local.set $n (i64.mul (i64.xor (local.get $n) (i64.shr_u (local.get $n) (i64.const 27)))
    (i64.const 0x94D049BB133111EB)))
  (i64.xor (local.get $n) (i64.shr_u (local.get $n) (i64.const 31))))
(func $nth (param $cards i64) (param $k i64) (result i64)
  (local $place i64) (local $many i64) (local $on i32)
{_HALVES}
  (local.get $place))
{_below("cards")}
{_below("players")}
(func $div (param $a i32) (param $b i32) (result i32)
  (local $q i32)
  (local.set $q (i32.div_s (local.get $a) (local.get $b)))
  (i32.sub (local.get $q) (i32.and (i32.ne (i32.mul (local.get $q) (local.get $b)) (local.get $a))
    (i32.lt_s (i32.xor (local.get $a) (local.get $b)) (i32.const 0)))))
(func $mod (param $a i32) (param $b i32) (result i32)
  (i32.sub (local.get $a) (i32.mul (call $div (local.get $a) (local.get $b)) (local.get $b))))
{_WIDE}
"""
