"""The law of one meaning: over symbols, and then told the state, it says what the reference says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, get_args

import pytest
import z3
from hypothesis import HealthCheck, Phase, assume, find, given, settings
from hypothesis import strategies as st

from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.expressions import RULES
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Arrival, Cells, Fault, Telling
from qedeck.proofs.symbolic import SYMBOLIC, Number, Symbolic, Term, Truth, number, term
from qedeck.proofs.symbols import fresh, fresh_cells, worth
from qedeck.spec import core as c

from .positions import Position, positions, questions
from .programs import cores

FOREVER = "Q512"  # a definition that goes round in circles
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]
QUIET = {"deadline": None, "database": None, "suppress_health_check": SLOW}


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
    sides = [tuple((s.zone, s.owner, s.place) if s else None for s in (t.source, t.target)) for t in happened]
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
    answers = [meaning.value(expr, cells) for expr in (*core.constraints, *core.copies["card"])]
    return [*answers, meaning.endings_holding(cells), meaning.winners(cells, core.endings[0])]


def different_answer(position: Position, algebra: Symbolic) -> str:
    """The first question on which the algebra and the reference part, or nothing."""
    reference, symbolic = Meaning(position.core, CONCRETE), Meaning(position.core, algebra)
    cells, _, model = symbols_for(position)
    both = zip(asked(reference, position.cells), asked(symbolic, cells), strict=True)
    for number_, ((here, faults), (there, faults_too)) in enumerate(both):
        if any(fault.code == FOREVER for fault in faults):
            if FOREVER not in {code for code, _, _ in faults_in(model, faults_too)}:
                return f"question {number_}: only the reference goes round in circles"
        elif here != seen_as(model, there) or faults_in(None, faults) != faults_in(model, faults_too):
            return f"question {number_}"
    return ""


def difference(position: Position, algebra: Symbolic) -> str:
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


OPERATIONS = ("eq", "lt", "le", "add", "sub", "mul", "div", "mod", "minimum", "maximum")
SMALL = st.integers(-7, 7)
WIDTH = st.integers(0, 3)


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


@settings(max_examples=1000, **QUIET)
@given(st.sampled_from(OPERATIONS), SMALL, SMALL, st.tuples(WIDTH, WIDTH, WIDTH, WIDTH))
def test_operations_agree(op: str, left: int, right: int, widths: tuple[int, ...]) -> None:
    assert different_result(SYMBOLIC, op, left, right, widths) == ""


@settings(max_examples=120, **QUIET)
@given(questions())
def test_answers_agree(position: Position) -> None:
    assert different_answer(position, SYMBOLIC) == ""


@settings(max_examples=150, **QUIET)
@given(positions())
def test_plays_agree(position: Position) -> None:
    assert difference(position, SYMBOLIC) == ""


# ---- the law has teeth: differences planted in the algebra, each of which it must find ----------------


class TruncatingDivision(Symbolic):
    """Rounds towards 0, as many languages do."""

    def div(self, left: Number, right: Number, /) -> Number:
        (low, high), (least, most) = self.range_of(left), self.range_of(right)
        bound = max(map(abs, (low, high, least, most)))
        size = self.maximum(left, self.sub(0, left)), self.maximum(right, self.sub(0, right))
        turned = term(left) * term(right) < 0
        quotient = term(super().div(*size))
        return number(z3.If(turned, -quotient, quotient), -bound, bound)


class LessOrEqual(Symbolic):
    """Takes equal for less."""

    def lt(self, left: Number, right: Number, /) -> Truth:
        return self.not_(super().lt(right, left))

    def le(self, left: Number, right: Number, /) -> Truth:
        return self.lt(left, right)


class ForgetsElse(Symbolic):
    """Merges by keeping the first branch."""

    def ite(self, condition: Truth, then: Number, otherwise: Number, /) -> Number:
        return then


class EuclideanRemainder(Symbolic):
    """Z3's own remainder, never negative."""

    def mod(self, left: Number, right: Number, /) -> Number:
        least, most = self.range_of(right)
        return number(term(left) % term(right), 0, max(abs(least), abs(most)))


ONCE = settings(max_examples=2000, derandomize=True, phases=[Phase.generate], **QUIET)


@pytest.mark.parametrize("wrong", [TruncatingDivision, EuclideanRemainder, LessOrEqual])
def test_planted_difference_is_found_in_operations(wrong: type[Symbolic]) -> None:
    anything = st.tuples(st.sampled_from(OPERATIONS), SMALL, SMALL, st.tuples(WIDTH, WIDTH, WIDTH, WIDTH))
    assert find(anything, lambda operation: different_result(wrong(), *operation) != "", settings=ONCE)


@pytest.mark.parametrize("wrong", [TruncatingDivision, LessOrEqual, ForgetsElse])
def test_planted_difference_is_found_in_answers(wrong: type[Symbolic]) -> None:
    assert find(questions(), lambda position: different_answer(position, wrong()) != "", settings=ONCE)


@pytest.mark.parametrize("wrong", [LessOrEqual, ForgetsElse])
def test_planted_difference_is_found_in_plays(wrong: type[Symbolic]) -> None:
    assert find(positions(), lambda position: difference(position, wrong()) != "", settings=ONCE)


# ---- the programs are about everything -----------------------------------------------------------------


def things_in(thing: object) -> Iterator[str]:
    """The name of every Core class inside, and each word that chooses between its meanings."""
    if isinstance(thing, tuple):
        for item in thing:
            yield from things_in(item)
    elif isinstance(thing, dict):
        yield from things_in(tuple(thing.values()))
    elif is_dataclass(thing) and not isinstance(thing, type):
        name = type(thing).__name__
        yield name
        for field in fields(thing):
            value = getattr(thing, field.name)
            if field.name in ("op", "kind", "which") and name in ("Op", "Fold", "Find", "Zone"):
                yield f"{name} {value}"
            yield from things_in(value)


def test_programs_contain_everything() -> None:
    found: Counter[str] = Counter()

    @settings(max_examples=150, derandomize=True, phases=[Phase.generate], **QUIET)
    @given(cores())
    def collect(core: c.Core) -> None:
        found.update(things_in(core))

    collect()
    classes = {cls.__name__ for union in (c.Expr, c.Step, c.Exit, c.Node, c.Type) for cls in get_args(union)}
    others = {"Domain", "Var", "Zone", "CaseRow", "Define", "ZoneRef", "Block", "Pick", "Option", "Owner", "Ending"}
    words = {f"Op {op}" for op in ("and", "or", "not", "implies", "eq", "ne", "lt", "le", "add", "sub", "mul")}
    words |= {f"Op {op}" for op in ("div", "mod", "min", "max")}
    words |= {f"Fold {kind}" for kind in ("all", "any", "sum", "max", "min")}
    words |= {f"Find {which}" for which in ("first", "last", "only")}
    words |= {f"Zone {kind}" for kind in ("pile", "row", "grid")}
    assert {thing for thing in classes | others | words if found[thing] < 3} == set()


def test_every_expression_has_a_rule() -> None:
    assert set(RULES) == set(get_args(c.Expr))


CODES = {f"Q5{k:02}" for k in range(1, 13)} | {"Q600", "Q601"}


def test_positions_meet_every_fault_and_none() -> None:
    """A law about faults says little if they never occur, and one about moves if they always do."""
    met: Counter[str] = Counter()

    @settings(max_examples=400, derandomize=True, phases=[Phase.generate], **QUIET)
    @given(positions())
    def meet(position: Position) -> None:
        meaning = Meaning(position.core, CONCRETE)
        _, (arrival,) = outcome(meaning, position.action, position.cells, position.values)
        met.update({fault.code for fault in arrival.faults} or {"none"})
        met.update({fault.code for _, faults in asked(meaning, position.cells) for fault in faults})
        if not arrival.faults:
            met.update({"moved" for telling in arrival.tellings if telling.kind != "look"})

    meet()
    assert {code for code in CODES | {"none", "moved"} if not met[code]} == set()
