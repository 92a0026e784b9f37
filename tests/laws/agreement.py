"""What it means that an algebra agrees with the reference: on operations, on answers, on plays.

Each `different_…` runs the one meaning twice: over the concrete algebra, and over symbols with a
model that says what they stand for. It returns where the two part, or nothing.
"""

from __future__ import annotations

from typing import Any

import z3
from hypothesis import HealthCheck, assume, settings

from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Arrival, Cells, Fault, Telling
from qedeck.proofs.formulas.symbolic import Symbolic, Term, term
from qedeck.proofs.formulas.symbols import fresh, fresh_cells, worth
from qedeck.spec import core as c

from .positions import Position

QUIET = settings(
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)
"""Programs are large things to draw, and slow ones are not wrong."""


def examples(many: int) -> settings:
    """So many where new ones are drawn each time; a third of them in the quick tests, always the same ones."""
    return settings(QUIET, max_examples=many // 3 if settings.default.derandomize else many)

FOREVER = "Q512"  # a definition that goes round in circles


def outcome(meaning: Meaning[Any, Any], action: str, cells: Cells, values: tuple[Any, ...]) -> tuple[Any, Any]:
    """Whether it is legal, and where it leads."""
    match action:
        case "begin":
            return meaning.algebra.boolean(True), meaning.begin(cells)
        case "play" | "stop":
            option = 0 if action == "play" else 1
            return meaning.legal(cells, 0, option, values), meaning.advance(cells, 0, option, values)
        case "deal":
            width = meaning.core.domains["card"].size
            dealt = [values[k : k + width] for k in range(0, len(values), width)]
            return meaning.deal_legal(cells, 1, dealt), meaning.deal(cells, 1, dealt)
    return meaning.shuffle_legal(cells, 2, values), meaning.shuffle(cells, 2, values)


def symbols_for(position: Position) -> tuple[Cells, tuple[Any, ...], Any]:
    """The same position with symbols in it, and a model that says what they stand for."""
    told = {name: position.cells[name] for name in position.told}
    cells, promises = fresh_cells(position.core, fixed=told)
    values = []
    for place, value in enumerate(position.values):
        type_ = c.YesNo() if isinstance(value, bool) else c.Whole(-1, 2)
        symbol, promised = fresh(f"value {place}", type_)
        values.append(symbol)
        promises += promised
    solver = z3.Solver()
    solver.add(promises)
    for name, row in cells.items():
        solver.add([term(x) == term(y) for x, y in zip(row, position.cells[name], strict=True)])
    solver.add([term(x) == term(y) for x, y in zip(values, position.values, strict=True)])
    assert solver.check() == z3.sat, "a random state is of its types"
    return cells, tuple(values), solver.model()


def seen_as(model: Any, thing: Any) -> Any:
    """Anything made of values, with the values that a model gives them."""
    if model is None:
        return thing
    if isinstance(thing, tuple):
        return tuple(seen_as(model, item) for item in thing)
    if thing is None or isinstance(thing, str):
        return thing
    found = worth(model, thing)
    if isinstance(thing, Term) and not thing.low <= found <= thing.high:
        return f"{found}, out of its bounds"
    return found


def faults_in(model: Any, faults: tuple[Fault[Any], ...]) -> set[tuple[str, int, str]]:
    return {(f.code, f.span.start, f.clause) for f in faults if seen_as(model, f.guard)}


def told_in(model: Any, tellings: tuple[Telling[Any, Any], ...]) -> list[Any]:
    happened = [t for t in tellings if seen_as(model, t.guard)]
    sides = [tuple((s.zone, *s.index, s.place) if s else None for s in (t.source, t.target)) for t in happened]
    return [
        (t.kind, t.clause, seen_as(model, (t.values, t.seen, t.faces, t.by, side)))
        for t, side in zip(happened, sides, strict=True)
    ]


def arrival_in(model: Any, arrivals: list[Arrival[Any, Any]]) -> Arrival[Any, Any]:
    (here,) = [arrival for arrival in arrivals if seen_as(model, arrival.guard)]
    return here


def asked(meaning: Meaning[Any, Any], cells: Cells) -> list[tuple[Any, tuple[Fault[Any], ...]]]:
    """The answers to every question of a program."""
    core = meaning.core
    other, _ = meaning.initial()
    answers = [meaning.value(expr, cells, other=other) for expr in (*core.constraints, *core.copies["card"])]
    return [*answers, meaning.endings_holding(cells), meaning.winners(cells, core.endings[0])]


def different_answer(position: Position, algebra: Symbolic) -> str:
    """The first question on which the algebra and the reference part, or nothing."""
    reference, symbolic = Meaning(position.core, CONCRETE), Meaning(position.core, algebra)
    cells, _, model = symbols_for(position)
    both = zip(asked(reference, position.cells), asked(symbolic, cells), strict=True)
    for place, ((here, faults), (there, faults_too)) in enumerate(both):
        if any(fault.code == FOREVER for fault in faults):
            if FOREVER not in {code for code, _, _ in faults_in(model, faults_too)}:
                return f"question {place}: only the reference goes round in circles"
        elif here != seen_as(model, there) or faults_in(None, faults) != faults_in(model, faults_too):
            return f"question {place}"
    return ""


def different_play(position: Position, algebra: Symbolic) -> str:
    """Where the algebra and the reference part, or nothing."""
    reference = Meaning(position.core, CONCRETE)
    legal, arrivals = outcome(reference, position.action, position.cells, position.values)
    assert len(arrivals) == 1, "where everything is known there is one way on"
    symbolic = Meaning(position.core, algebra)
    cells, values, model = symbols_for(position)
    legal_too, arrivals_too = outcome(symbolic, position.action, cells, values)
    if any(fault.code == FOREVER for fault in arrivals[0].faults):
        return ""  # whatever comes after it means nothing
    if len([a for a in arrivals_too if seen_as(model, a.guard)]) != 1:
        return "ways on"
    here, there = arrivals[0], arrival_in(model, arrivals_too)
    if faults_in(None, here.faults) != faults_in(model, there.faults):
        return "faults"
    if here.node != there.node:
        return "node"
    if told_in(None, here.tellings) != told_in(model, there.tellings):
        return "tellings"
    if legal != seen_as(model, legal_too):
        return "legal"
    wrong = [name for name, row in here.cells.items() if row != seen_as(model, there.cells[name])]
    return f"cells {wrong}" if wrong else ""


def different_result(algebra: Symbolic, op: str, left: int, right: int, widths: tuple[int, ...]) -> str:
    """Where one operation and the reference part: on symbols that may be a little more or less."""
    assume(right != 0 or op not in ("div", "mod"))
    below, above, under, over = widths
    if op in ("div", "mod") and right - under <= 0 <= right + over:
        under = over = 0  # the meaning never divides by what may be 0
    one, _ = fresh("one", c.Whole(left - below, left + above))
    two, _ = fresh("two", c.Whole(right - under, right + over))
    solver = z3.Solver()
    solver.add(z3.Int("one") == left, z3.Int("two") == right)
    solver.check()
    result = seen_as(solver.model(), getattr(algebra, op)(one, two))
    return "" if result == getattr(CONCRETE, op)(left, right) else f"{op} is {result}"
