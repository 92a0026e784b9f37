"""The generators are worth their name: every construct of Core, every fault, and plays without one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import get_args

from hypothesis import Phase, given, settings

from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.expressions import RULES
from qedeck.interpreter.meaning import Meaning
from qedeck.spec import core as c

from .agreement import QUIET, asked, outcome
from .positions import Position, positions
from .programs import cores


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

    @settings(QUIET, max_examples=160, derandomize=True, phases=[Phase.generate])
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

    @settings(QUIET, max_examples=500, derandomize=True, phases=[Phase.generate])
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
