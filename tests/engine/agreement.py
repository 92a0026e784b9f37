"""What it means that the engine agrees with the interpreter: on one step of any program, and on whole games."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from qedeck.engine.driver import Driver
from qedeck.engine.program import Program
from qedeck.engine.to_python import to_python
from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells
from qedeck.spec import core as c
from tests.laws.positions import Position

FOREVER = "Q512"


def as_sets(position: Position) -> Position:
    """The same with at most one of each card in a pile, so that the engine keeps piles as sets."""
    core, rows = position.core, dict(position.cells)
    variables = dict(core.vars)
    for name, zone in core.zones.items():
        if zone.kind == "pile":
            variables[name] = replace(variables[name], type=c.Whole(0, 1))
            rows[name] = tuple(min(1, count) for count in rows[name])
            width = zone.cards.size
            rows[name + ".size"] = tuple(
                sum(rows[name][k * width : (k + 1) * width]) for k in range(len(rows[name]) // width)
            )
    return replace(position, core=replace(core, vars=variables), cells=Cells(rows))


def tidy(position: Position) -> bool:
    """Beyond the length of a row there is nothing: no play makes it otherwise, and the engine counts on it."""
    for name, zone in position.core.zones.items():
        if zone.kind == "row" and zone.places is not None:
            width = zone.places.size
            for part in (".card", ".by"):
                for at, cell in enumerate(position.cells[name + part]):
                    if at % width >= position.cells[name + ".size"][at // width] and cell != c.NONE:
                        return False
    return True


class Stepped:
    """A position put into generated Python, or into WebAssembly."""

    def __init__(self, position: Position, wasm: bool) -> None:
        self.position = position
        core = position.core
        rigid = {name: position.cells[name] for name, var in core.vars.items() if var.role in ("parameter", "reading")}
        self.program = Program(core, rigid)
        self.start = self.program.memory.flatten(position.cells)
        self.wasm = wasm
        if wasm:
            self._instantiate()
        else:
            self.made: dict[str, Any] = {}
            exec(to_python(self.program), self.made)

    def _instantiate(self) -> None:
        import wasmtime

        names = [function.name for function in self.program.functions if not function.name.startswith("define")]
        exports = "".join(f'(export "{name}" (func ${name}))' for name in names)
        fault = '(func (export "fault") (result i32) (global.get $fault) (global.set $fault (i32.const 0)))'
        driver = Driver(self.program)
        store = self.store = wasmtime.Store()
        module = wasmtime.Module(store.engine, driver.text(exports + fault))
        self.exports = wasmtime.Instance(store, module, []).exports(store)
        self.memory: Any = self.exports["memory"]
        self.write(self.program.epoch, [1])

    def write(self, region: Any, values: list[int]) -> None:
        if self.wasm:
            full = (1 << 8 * region.width) - 1
            raw = b"".join((int(value) & full).to_bytes(region.width, "little") for value in values)
            self.memory.write(self.store, raw, region.start)
        else:
            self.made[f"R{region.cell}"][: len(values)] = values

    def read(self, region: Any, count: int | None = None) -> list[int]:
        many = region.count if count is None else count
        if not self.wasm:
            return list(self.made[f"R{region.cell}"][:many])
        raw = bytes(self.memory.read(self.store, region.start, region.start + many * region.width))
        sizes = range(0, len(raw), region.width)
        return [int.from_bytes(raw[k : k + region.width], "little", signed=region.low < 0) for k in sizes]

    def call(self, name: str, *args: int) -> int | None:
        """What a function answers; None if it meets something undefined."""
        if self.wasm:
            found = self.exports[name](self.store, *args)  # type: ignore[operator]
            return None if self.exports["fault"](self.store) else found  # type: ignore[operator]
        try:
            return int(self.made[name](self.row, *args))
        except self.made["Undefined"]:
            return None

    def set_out(self) -> None:
        if not self.wasm:
            self.row = self.start[:]
            return
        at = 0
        for region in self.program.memory.regions.values():
            self.write(region, self.start[at : at + region.count])
            at += region.count

    def cells(self) -> Cells:
        if not self.wasm:
            return self.program.memory.cells([int(value) for value in self.row])
        row = [cell for region in self.program.memory.regions.values() for cell in self.read(region)]
        return self.program.memory.cells(row)


def different(position: Position, wasm: bool) -> str:
    """Where the engine and the interpreter part on one step, or nothing."""
    core, cells = position.core, position.cells
    reference: Meaning[bool, int] = Meaning(core, CONCRETE)
    engine = Stepped(position, wasm)
    engine.set_out()
    match position.action:
        case "begin":
            arrivals, name, args = reference.begin(cells), engine.program.begin.name, ()
        case "play" | "stop":
            option = 0 if position.action == "play" else 1
            picks = position.values
            found = different_choices(position, reference, engine)
            if found or not reference.legal(cells, 0, option, picks):
                return found
            engine.set_out()
            args = (number_of(engine.program, 0, option, picks),)
            arrivals, name = reference.advance(cells, 0, option, picks), "apply_0"
        case "deal":
            width = core.domains["card"].size
            dealt = [position.values[k : k + width] for k in range(0, len(position.values), width)]
            if not reference.deal_legal(cells, 1, dealt):
                return ""
            engine.write(engine.program.dealt, list(position.values))
            masks = [sum(many << card for card, many in enumerate(hand)) for hand in dealt]
            engine.write(engine.program.dealt_sets, masks)
            arrivals, name, args = reference.deal(cells, 1, dealt), "apply_1", ()
        case _:
            if not reference.shuffle_legal(cells, 2, position.values):
                return ""
            engine.write(engine.program.order, list(position.values))
            arrivals, name, args = reference.shuffle(cells, 2, position.values), "apply_2", ()
    (here,) = arrivals
    if any(fault.code == FOREVER for fault in here.faults):
        return ""
    node = engine.call(name, *args)
    if here.faults or node is None:
        return "" if here.faults and node is None else f"faults {[f.code for f in here.faults]} {node}"
    if node != (c.OVER if here.node is None else here.node):
        return f"node {here.node} {node}"
    there = engine.cells()
    wrong = [name for name in core.vars if tuple(map(int, here.cells[name])) != tuple(map(int, there[name]))]
    return f"cells {wrong}" if wrong else ""


def as_steps(position: Position) -> Position:
    """Every question asked in one step, one after the other, and the answers put down."""
    core, cells = position.core, position.cells
    which = c.Domain("question", tuple(f"question {k}" for k in range(len(core.constraints))))
    answers = c.Var("answers", c.YesNo(), (which,), "remembered", c.EVERYBODY, c.Const(False), "the answers")
    steps = tuple(
        c.Assign("answers", (c.Const(k),), c.Try(question, c.Const(False)), "asking")
        for k, question in enumerate(core.constraints)
    )
    block = c.Block(steps, c.Finish())
    asked = replace(core, vars={**core.vars, "answers": answers}, blocks=(block,), nodes=(), constraints=())
    return replace(position, core=asked, cells=Cells({**cells, "answers": (False,) * which.size}), action="begin")


def number_of(program: Program, node: int, option: int, picks: tuple[Any, ...]) -> int:
    decision = program.core.nodes[node]
    assert isinstance(decision, c.Decision)
    number = 0
    for (low, size), value in zip(program.sizes(decision.options[option]), picks, strict=True):
        number = number * size + int(value) - low
    return program.bases(decision)[option] + number


def different_choices(position: Position, reference: Meaning[bool, int], engine: Stepped) -> str:
    """Whether the same actions are legal."""
    core, cells = position.core, position.cells
    decision = core.nodes[0]
    assert isinstance(decision, c.Decision) and decision.owner.player is not None
    seat, faults = reference.value(decision.owner.player, cells)
    if any(fault.code == FOREVER for fault in faults):
        return ""
    many = engine.call("legal_0")
    if faults or not 0 <= seat < core.domains["player"].size:
        return "" if many is None else "it is undefined who decides"
    if many is None:
        return "it is clear who decides"
    found = set(engine.read(engine.program.legality.choices, many))
    for option, picks in [(0, position.values if position.action == "play" else None), (1, ())]:
        if picks is not None:
            legal = reference.legal(cells, 0, option, picks)
            if legal != (number_of(engine.program, 0, option, picks) in found):
                return f"legal {option} {picks}: {legal}"
    return ""
