"""From the program to WebAssembly text, function by function.

A fault is a jump to the nearest handler; between functions it is the global `fault`, which whoever
calls a function that may fault looks at afterwards.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from qedeck.engine import ir
from qedeck.engine.program import CIRCLE

_BINARY = {
    "add": "i32.add",
    "sub": "i32.sub",
    "mul": "i32.mul",
    "eq": "i32.eq",
    "lt": "i32.lt_s",
    "le": "i32.le_s",
    "and": "i32.and",
    "or": "i32.or",
    "divide": "i32.div_u",
    "remain": "i32.rem_u",
    "add wide": "call $add_wide",
    "sub wide": "call $sub_wide",
    "mul wide": "call $mul_wide",
    "div": "call $div",
    "mod": "call $mod",
    "unite": "i64.or",
    "both": "i64.and",
}
ONES, GATHER = 0x0101010101010101, 0x0102040810204080
"""A bit in each byte; and what gathers them, each at a distance of its own, into the highest byte."""
_WIDE = ("unite", "without", "put bit", "meet", "both", "count", "bit", "put card", "take card", "lowest", "highest")


class Printer:
    """One function as text."""

    def __init__(self, function: ir.Function) -> None:
        self.function = function
        self.lines: list[str] = []
        self.locals: dict[str, str] = {}
        self._labels = 0
        self._handlers: list[str] = []
        self._loops: list[str] = []

    def text(self) -> str:
        self._block(self.function.body)
        params = " ".join(f"(param ${name} i32)" for name in self.function.params)
        taken = set(self.function.params)
        names = " ".join(f"(local ${name} {kind})" for name, kind in self.locals.items() if name not in taken)
        body = "\n".join(self.lines)
        return f"(func ${self.function.name} {params} (result i32) {names}\n{body}\n(i32.const 0))"

    # ---- statements ------------------------------------------------------------------------

    def _label(self) -> int:
        self._labels += 1
        return self._labels

    def _name(self, name: str, kind: str = "") -> str:
        self.locals[name] = kind or ("i64" if name in self.function.wide else "i32")
        return f"${name}"

    def _block(self, block: list[ir.Statement]) -> None:
        for statement in block:
            self._statement(statement)

    def _statement(self, statement: ir.Statement) -> None:
        put = self.lines.append
        match statement:
            case ir.Let(name, op, args):
                put(f"(local.set {self._name(name)} {self._operation(op, args)})")
            case ir.Set(name, value):
                put(f"(local.set {self._name(name)} {self._atom(value, name in self.function.wide)})")
            case ir.Load(name, region, index, many=many) if many:
                put(f"(local.set {self._name(name)} {self._not_below_zero(region, index, many)})")
            case ir.Load(name, region, index):
                put(f"(local.set {self._name(name)} {self._access(load_op(region), region, index)})")
            case ir.Store(region, index, value):
                put(self._access(store_op(region), region, index, self._atom(value, region.bits)))
            case ir.If(condition, then, otherwise):
                put(f"(if {self._atom(condition)} (then")
                self._block(then)
                if otherwise:
                    put(") (else")
                    self._block(otherwise)
                put("))")
            case ir.Loop(name, low, high, body):
                self._loop(name, low, high, body)
            case ir.Bits(name, mask, body):
                self._bits(name, mask, body)
            case ir.Break():
                put(f"(br {self._loops[-1]})")
            case ir.Fault(site):
                self._leave(f"(global.set $fault {self._atom(site)})")
            case ir.Attempt():
                self._attempt(statement)
            case ir.Call(name, to, args):
                given = " ".join(map(self._atom, args))
                put(f"(local.set {self._name(name)} (call ${to.name} {given}))")
                if to.faults:
                    put("(if (global.get $fault) (then")
                    self._leave()
                    put("))")
            case ir.Return(value):
                put(f"(return {self._atom(value)})")
            case ir.Tell(values, cards):
                if values:
                    put(f"(call $tell{len(values)} {' '.join(map(self._atom, values))})")
                if cards is not None:
                    put(f"(call $tell_set {self._atom(cards, True)})")
            case _:
                assert_never(statement)

    def _leave(self, first: str = "") -> None:
        self.lines.append(first + (f"(br {self._handlers[-1]})" if self._handlers else "(return (i32.const 0))"))

    def _attempt(self, statement: ir.Attempt) -> None:
        number = self._label()
        self.lines.append(f"(block $e{number} (block $h{number}")
        self._handlers.append(f"$h{number}")
        self._block(statement.body)
        self._handlers.pop()
        self.lines.append(f"(br $e{number}))")
        if not statement.every and ir.escapes(statement.body)[1]:
            self.lines.append(f"(if (i32.ge_s (global.get $fault) (i32.const {CIRCLE})) (then")
            self._leave()
            self.lines.append("))")
        if not statement.onward:
            self.lines.append("(global.set $fault (i32.const 0))")
        self._block(statement.handler)
        if statement.onward:
            self._leave()
        self.lines.append(")")

    def _loop(self, name: str, low: ir.Atom, high: ir.Atom, body: list[ir.Statement]) -> None:
        number, i = self._label(), self._name(name)
        certain = isinstance(low, int) and isinstance(high, int) and low < high
        self.lines.append(f"(local.set {i} {self._atom(low)}) (block $b{number} (loop $l{number}")
        if not certain:
            self.lines.append(f"(br_if $b{number} (i32.ge_s (local.get {i}) {self._atom(high)}))")
        self._loops.append(f"$b{number}")
        self._block(body)
        self._loops.pop()
        self.lines.append(f"(local.set {i} (i32.add (local.get {i}) (i32.const 1)))")
        again = f"(br_if $l{number} (i32.lt_s (local.get {i}) {self._atom(high)}))" if certain else f"(br $l{number})"
        self.lines.append(f"{again}))")

    def _bits(self, name: str, mask: ir.Atom, body: list[ir.Statement]) -> None:
        number, i = self._label(), self._name(name)
        left = self._name(f"{name}_left", "i64")
        get = f"(local.get {left})"
        self.lines.append(f"(local.set {left} {self._atom(mask, True)}) (block $b{number} (loop $l{number}")
        self.lines.append(f"(br_if $b{number} (i64.eqz {get})) (local.set {i} (i32.wrap_i64 (i64.ctz {get})))")
        self.lines.append(f"(local.set {left} (i64.and {get} (i64.sub {get} (i64.const 1))))")
        self._loops.append(f"$b{number}")
        self._block(body)
        self._loops.pop()
        self.lines.append(f"(br $l{number})))")

    # ---- expressions -----------------------------------------------------------------------

    def _atom(self, atom: ir.Atom, wide: bool = False) -> str:
        if isinstance(atom, int):
            return f"({'i64' if wide else 'i32'}.const {atom})"
        return f"(local.get {self._name(atom)})"  # perhaps never set: where that is so, nobody gets here

    def _operation(self, op: str, args: tuple[ir.Atom, ...]) -> str:
        if op in ("select", "either set"):
            condition, then, otherwise = args
            wide = op == "either set"
            return f"(select {self._atom(then, wide)} {self._atom(otherwise, wide)} {self._atom(condition)})"
        if op == "not":
            return f"(i32.eqz {self._atom(args[0])})"
        if op == "wrap":
            value, round_ = map(self._atom, args)
            return f"(select {value} (i32.sub {value} {round_}) (i32.lt_s {value} {round_}))"
        if op == "spread":
            return f"(select {self._atom(args[1], True)} (i64.const 0) {self._atom(args[0])})"
        if op not in _WIDE:
            return f"({_BINARY[op]} {' '.join(map(self._atom, args))})"
        mask = self._atom(args[0], True)
        match op:
            case "unite" | "both":
                return f"({_BINARY[op]} {mask} {self._atom(args[1], True)})"
            case "without":
                return f"(i64.and {mask} (i64.xor {self._atom(args[1], True)} (i64.const -1)))"
            case "meet":
                return f"(i64.ne (i64.and {mask} {self._atom(args[1], True)}) (i64.const 0))"
            case "lowest":
                return f"(i32.wrap_i64 (i64.ctz {mask}))"
            case "highest":
                return f"(i32.wrap_i64 (i64.sub (i64.const 63) (i64.clz {mask})))"
            case "count":
                return f"(i32.wrap_i64 (i64.popcnt {mask}))"
        card = f"(i64.extend_i32_u {self._atom(args[1])})"
        if op == "bit":
            return f"(i32.wrap_i64 (i64.and (i64.shr_u {mask} {card}) (i64.const 1)))"
        if op == "put card":
            return f"(i64.or {mask} (i64.shl (i64.const 1) {card}))"
        if op == "take card":
            return f"(i64.and {mask} (i64.rotl (i64.const -2) {card}))"
        kept = f"(i64.and {mask} (i64.rotl (i64.const -2) {card}))"
        return f"(i64.or {kept} (i64.shl (i64.extend_i32_u {self._atom(args[2])}) {card}))"

    def _access(self, op: str, region: ir.Region, index: ir.Atom, *value: str) -> str:
        given = (" " + value[0]) if value else ""
        if isinstance(index, int):
            place = region.start + index * region.width
            return f"({op} offset={place} (i32.const 0){given})"
        shift = {1: 0, 2: 1, 4: 2, 8: 3}[region.width]
        scaled = self._atom(index) if not shift else f"(i32.shl {self._atom(index)} (i32.const {shift}))"
        return f"({op} offset={region.start} {scaled}{given})"


    def _not_below_zero(self, region: ir.Region, index: ir.Atom, many: int) -> str:
        """Eight cells at once: the sign of each byte, gathered into the top byte of a product.

        Behind the state there is more memory than is read here too much.
        """
        found = []
        for k in range(0, many, 8):
            part = replace(region, start=region.start + k)
            signs = f"(i64.and (i64.shr_u {self._access('i64.load', part, index)} (i64.const 7)) (i64.const {ONES}))"
            eight = f"(i64.shr_u (i64.mul {signs} (i64.const {GATHER})) (i64.const 56))"
            found.append(eight if not k else f"(i64.shl {eight} (i64.const {k}))")
        below = found[0]
        for more in found[1:]:
            below = f"(i64.or {below} {more})"
        every = (1 << many) - 1
        every -= (1 << 64) if every >= 1 << 63 else 0
        return f"(i64.and (i64.xor {below} (i64.const -1)) (i64.const {every}))"


def load_op(region: ir.Region) -> str:
    sign = "s" if region.low < 0 else "u"
    return {1: f"i32.load8_{sign}", 2: f"i32.load16_{sign}", 4: "i32.load", 8: "i64.load"}[region.width]


def store_op(region: ir.Region) -> str:
    return {1: "i32.store8", 2: "i32.store16", 4: "i32.store", 8: "i64.store"}[region.width]
