"""From the program to Python text: one function for each, over a list of cells `S`.

What is used once stands where it is used; a fault is an exception.
"""

from __future__ import annotations

from typing import assert_never

from qedeck.engine import ir
from qedeck.engine.program import CIRCLE, Program
from qedeck.engine.prune import uses

_OPS = {
    "add": "({} + {})",
    "sub": "({} - {})",
    "mul": "({} * {})",
    "add wide": "({} + {})",
    "sub wide": "({} - {})",
    "mul wide": "({} * {})",
    "eq": "({} == {})",
    "lt": "({} < {})",
    "le": "({} <= {})",
    "and": "({} and {})",
    "or": "({} or {})",
    "not": "(not {})",
    "divide": "({} // {})",
    "remain": "({} % {})",
    "wrap": "({} % {})",
    "div": "({} // {})",
    "mod": "({} % {})",
    "unite": "({} | {})",
    "both": "({} & {})",
    "without": "({} & ~{})",
    "meet": "({} & {} != 0)",
    "count": "({}).bit_count()",
    "bit": "({} >> {} & 1)",
    "lowest": "(({0} & -{0}).bit_length() - 1)",
    "highest": "(({}).bit_length() - 1)",
    "spread": "({1} if {0} else 0)",
    "put card": "({} | 1 << {})",
    "take card": "({} & ~(1 << {}))",
}


def lay_out(program: Program) -> int:
    """Every region gets its place among the cells; how many cells the state has."""
    place = 0
    for region in program.memory.regions.values():
        region.cell, place = place, place + region.count
    return place


def to_python(program: Program) -> str:
    lay_out(program)
    lines = ["class Undefined(Exception):", " pass", "def lowest(m):", " return (m & -m).bit_length() - 1"]
    if program.listener is not None:
        lines.append("LOG = []")
    for number, region in enumerate(program.memory.others):
        region.cell = number
        values = region.values if region.kind == "table" else None
        lines.append(f"R{number} = {values!r}" if values is not None else f"R{number} = [0] * {region.count}")
    for function in program.functions:
        lines += Printer(function).lines
    return "\n".join(lines) + "\n"


class Printer:
    """One function as lines."""

    def __init__(self, function: ir.Function) -> None:
        self.function = function
        self.once = {name for name, many in uses(function.body).items() if many == 1}
        self.waiting: dict[str, tuple[str, bool]] = {}
        """What stands where it is used, and whether it loads something."""
        params = ", ".join(("S", *function.params))
        self.lines = [f"def {function.name}({params}):"]
        early = sorted(unsure(function.body, set(function.params)))
        if early:
            self._put(1, " = ".join(early) + " = 0")
        self._block(function.body, 1)
        if len(self.lines) == 1:
            self.lines.append(" return 0")

    def _put(self, deep: int, line: str) -> None:
        self.lines.append(" " * deep + line)

    def _atom(self, atom: ir.Atom) -> str:
        if isinstance(atom, int):
            return f"({atom})" if atom < 0 else str(atom)
        if atom in self.waiting:
            return self.waiting.pop(atom)[0]
        return atom

    def _loads(self, atoms: tuple[ir.Atom, ...]) -> bool:
        return any(self.waiting[atom][1] for atom in atoms if isinstance(atom, str) and atom in self.waiting)

    def _settle(self, deep: int, every: bool = True) -> None:
        """What waits is worked out now: all of it, or what loads."""
        for name, (text, loads) in list(self.waiting.items()):
            if every or loads:
                self._put(deep, f"{name} = {text}")
                del self.waiting[name]

    def _block(self, block: list[ir.Statement], deep: int) -> None:
        before = len(self.lines)
        for statement in block:
            self._statement(statement, deep)
        if len(self.lines) == before:
            self._put(deep, "pass")

    def _keep(self, name: str, text: str, loads: bool, deep: int) -> None:
        if name in self.once and len(text) < 200:
            self.waiting[name] = text, loads
        else:
            self._put(deep, f"{name} = {text}")

    def _statement(self, statement: ir.Statement, deep: int) -> None:
        match statement:
            case ir.Let(name, op, args):
                loads = self._loads(args)
                self._keep(name, self._operation(op, args), loads, deep)
            case ir.Load(name, region, index, many=many) if many:
                first, row = self._atom(index), "S" if region.kind == "state" else f"R{region.cell}"
                start = f"{region.cell} + {first}" if region.kind == "state" else first
                cells = f"enumerate({row}[{start}:{start} + {many}])"
                self._put(deep, f"{name} = sum((cell >= 0) << k for k, cell in {cells})")
            case ir.Load(name, region, index):
                self._keep(name, self._cell(region, index), True, deep)
            case ir.Set(name, value):
                self._put(deep, f"{name} = {self._atom(value)}")
            case ir.Store(region, index, value):
                given = self._atom(value)
                place = self._cell(region, index)
                self._settle(deep, every=False)
                self._put(deep, f"{place} = {given}")
            case ir.If(condition, then, otherwise):
                self._if(condition, then, otherwise, deep, "if")
            case ir.Loop(name, low, high, body):
                bounds = f"{self._atom(low)}, {self._atom(high)}" if low != 0 else self._atom(high)
                self._settle(deep)
                self._put(deep, f"for {name} in range({bounds}):")
                self._body(body, deep)
            case ir.Bits(name, mask, body):
                given = self._atom(mask)
                self._settle(deep)
                self._put(deep, f"{name}_left = {given}")
                self._put(deep, f"while {name}_left:")
                self._put(deep + 1, f"{name} = ({name}_left & -{name}_left).bit_length() - 1")
                self._put(deep + 1, f"{name}_left &= {name}_left - 1")
                self._body(body, deep)
            case ir.Break():
                self._put(deep, "break")
            case ir.Fault(site):
                self._put(deep, f"raise Undefined({self._atom(site)})")
            case ir.Attempt(body, handler, every, onward):
                self._settle(deep)
                self._put(deep, "try:")
                self._body(body, deep)
                self._put(deep, "except Undefined as met:")
                if not every:
                    self._put(deep + 1, f"if met.args[0] >= {CIRCLE}: raise")
                self._body(handler, deep)
                if onward:
                    self._put(deep + 1, "raise")
            case ir.Call(name, to, args):
                given = ", ".join(["S", *map(self._atom, args)])
                self._settle(deep, every=False)
                self._put(deep, f"{name} = {to.name}({given})")
            case ir.Return(value):
                self._put(deep, f"return {self._atom(value)}")
            case ir.Tell():
                given = ", ".join(map(self._atom, ir.atoms(statement)))
                self._put(deep, f"LOG.extend(({given},))")
            case _:
                assert_never(statement)

    def _body(self, body: list[ir.Statement], deep: int) -> None:
        self._block(body, deep + 1)
        self._settle(deep + 1)

    def _if(
        self, condition: ir.Atom, then: list[ir.Statement], otherwise: list[ir.Statement], deep: int, word: str
    ) -> None:
        given = self._atom(condition)
        if word == "if":
            self._settle(deep)
        if not then and otherwise:
            given, then, otherwise = f"not {given}", otherwise, []
        self._put(deep, f"{word} {given}:")
        self._body(then, deep)
        if len(otherwise) == 1 and isinstance(otherwise[0], ir.If):
            self._if(otherwise[0].condition, otherwise[0].then, otherwise[0].otherwise, deep, "elif")
        elif otherwise:
            self._put(deep, "else:")
            self._body(otherwise, deep)

    # ---- expressions ---------------------------------------------------------------------------

    def _operation(self, op: str, args: tuple[ir.Atom, ...]) -> str:
        given = [self._atom(arg) for arg in args]
        if op in ("select", "either set"):
            return f"({given[1]} if {given[0]} else {given[2]})"
        if op == "lowest" and not given[0].isidentifier():
            return f"lowest({given[0]})"
        if op == "put bit":
            mask, card, value = given
            return f"({mask} & ~(1 << {card}) | {value} << {card})"
        return _OPS[op].format(*given)

    def _cell(self, region: ir.Region, index: ir.Atom) -> str:
        place = self._atom(index)
        if region.kind != "state":
            return f"R{region.cell}[{place}]"
        if isinstance(index, int):
            return f"S[{region.cell + index}]"
        return f"S[{place}]" if not region.cell else f"S[{region.cell} + {place}]"


def unsure(block: list[ir.Statement], sure: set[str]) -> set[str]:
    """Names that may be read before they are set: where that happens, nobody looks at what comes of it."""
    found: set[str] = set()
    for statement in block:
        found.update(atom for atom in ir.atoms(statement) if isinstance(atom, str) and atom not in sure)
        match statement:
            case ir.If(_, then, otherwise):
                one, two = set(sure), set(sure)
                found |= unsure(then, one) | unsure(otherwise, two)
                sure |= (one if not _leaves(then) else two) & (two if not _leaves(otherwise) else one)
            case ir.Loop(name, _, _, body) | ir.Bits(name, _, body):
                found |= unsure(body, sure | {name})
            case ir.Attempt(body, handler, _, onward):
                one, two = set(sure), set(sure)
                found |= unsure(body, one) | unsure(handler, two)
                sure |= one if onward else one & two
            case ir.Let(name) | ir.Load(name) | ir.Set(name) | ir.Call(name):
                sure.add(name)
            case _:
                pass
    return found


def _leaves(block: list[ir.Statement]) -> bool:
    return bool(block) and isinstance(block[-1], ir.Return | ir.Fault | ir.Break)
