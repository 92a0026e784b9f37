"""The laws of what stands beside Core: what is said to be read and written is all that is read and written, and the
parts of a term are all of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.layout import Layout
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells
from qedeck.proofs.formulas.onward import blocks_from
from qedeck.spec import core as c
from qedeck.spec.core import contents, effects, inside

from .agreement import QUIET, examples, faults_in, outcome, told_in
from .positions import Position, positions, states
from .test_programs import things_in

NODES = {"play": 0, "stop": 0, "deal": 1, "shuffle": 2}


def steps_in(core: c.Core) -> list[c.Step]:
    return [step for block in core.blocks for step in block.steps]


def after(core: c.Core, step: c.Step, cells: Cells) -> tuple[Cells, Any, Any]:
    """What a step makes of the cells, its faults and what it tells; cells remember nothing of other steps."""
    play = Meaning(core, CONCRETE).look(Cells(cells))
    play.happen((step,), True)
    return play.cells, faults_in(None, tuple(play.faults)), told_in(None, tuple(play.tellings))


def changed_unsaid(position: Position) -> str:
    """What a step, or a decision with all that follows, changes without being said to."""
    core, cells = position.core, position.cells
    for step in steps_in(core):
        made, _, _ = after(core, step, cells)
        wrong = {name for name in core.vars if made[name] != cells[name]} - c.writes(core, (step,))
        if wrong:
            return f"{step} changes {sorted(wrong)}"
    _, (arrival,) = outcome(Meaning(core, CONCRETE), position.action, Cells(cells), position.values)
    node = core.nodes[NODES[position.action]] if position.action in NODES else None
    starts = (core.start,) if node is None else c.follows(node)
    said = set[str]() if node is None else c.chosen_at(core, node)
    said |= {v for start in starts for block in blocks_from(core, start) for v in c.writes(core, block.steps)}
    wrong = {name for name in core.vars if arrival.cells[name] != cells[name]} - said
    return f"{position.action} changes {sorted(wrong)}" if wrong else ""


def read_unsaid(position: Position, other: Cells) -> str:
    """A step that does otherwise where only something differs that it is not said to read."""
    core, cells = position.core, position.cells
    for step in steps_in(core):
        read = Layout(core).read_by((step,))
        beside = Cells({name: row if name in read else other[name] for name, row in cells.items()})
        (made, *said), (made_too, *said_too) = after(core, step, cells), after(core, step, beside)
        if said != said_too:
            return f"{step} asks for something else"
        for name, row in made.items():
            before = zip(cells[name], beside[name], row, made_too[name], strict=True)
            if any(old == new and now != now_too for old, new, now, now_too in before):
                return f"{step} makes something else of {name}"
    return ""


def passed_over(core: c.Core) -> str:
    """Things that are in a program, and not among the parts of it."""
    steps = list(c.substeps(steps_in(core)))
    asked = [
        *c.terms_of_blocks(core.blocks),
        *(term for node in core.nodes for term in c.terms_of_node(node)),
        *(define.body for define in core.defines.values()),
    ]
    terms = list(c.subterms(*asked))
    found = sorted(type(thing).__name__ for thing in (*steps, *terms))
    kinds = {cls.__name__ for union in (c.Step, c.Expr) for cls in union.__args__}
    every = [core.blocks, core.nodes, [define.body for define in core.defines.values()]]
    there = sorted(name for part in every for name in things_in(tuple(part)) if name in kinds)
    if found != there:
        return "things"
    same = all(c.rebuilt(term, lambda part: part) == term for term in terms)
    alike = all(c.with_bodies(step, lambda body: body) == step for step in steps)
    return "" if same and alike else "rebuilt"


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Position, Cells]:
    position = draw(positions())
    return position, draw(states(position.core))


@examples(200)
@given(positions())
def test_nothing_is_written_unsaid(position: Position) -> None:
    assert changed_unsaid(position) == ""


@examples(200)
@given(pairs())
def test_nothing_is_read_unsaid(pair: tuple[Position, Cells]) -> None:
    assert read_unsaid(*pair) == ""


@examples(100)
@given(positions())
def test_nothing_is_passed_over(position: Position) -> None:
    assert passed_over(position.core) == ""


def put_in_wrong(position: Position, name: str, x: int, outer: int) -> str:
    """A term with a local in the place of another is worth what it is where the other is worth that."""
    meaning = Meaning(position.core, CONCRETE)
    for define in position.core.defines.values():
        # What loops inside a definition are called outside of it too.
        own = {"x": x, "y": 0, "i1": outer, "i2": outer, "i3": outer}
        put = c.substituted(define.body, {"x": c.Local(name)})
        here, faults = meaning.value(define.body, Cells(position.cells), own | {"x": own[name]})
        there, faults_too = meaning.value(put, Cells(position.cells), own)
        if (here, faults_in(None, faults)) != (there, faults_in(None, faults_too)):
            return define.name
    return ""


PUT_IN = st.tuples(positions(), st.sampled_from(["i1", "i2", "i3", "x"]), st.integers(0, 2), st.integers(0, 2))


@examples(200)
@given(PUT_IN)
def test_putting_in_is_asking_with(drawn: tuple[Position, str, int, int]) -> None:
    assert put_in_wrong(*drawn) == ""


# ---- the laws have teeth: mistakes planted beside Core, each of which one of them must find ------------


def _found(law: Callable[..., str], drawn: Any) -> None:
    quick = settings(QUIET, max_examples=2000, phases=[Phase.generate])
    find(drawn, lambda one: law(*(one if isinstance(one, tuple) else (one,))) != "", settings=quick, random=Random(1))


def _without_otherwise(step: c.Step) -> tuple[tuple[c.Step, ...], ...]:
    return (step.then,) if isinstance(step, c.When) else _BODIES(step)


def _only_from(step: c.Step) -> tuple[c.ZoneRef, ...]:
    return _REFS(step)[:1]


def _only_to(node: c.Node) -> tuple[c.ZoneRef, ...]:
    return _REFS_AT(node)[1:]


def _nothing(step: c.Step) -> tuple[str, ...]:
    return ()


def _no_sizes(zone: c.Zone) -> tuple[str, ...]:
    return (c.faces_of(zone),)


_BODIES, _REFS, _REFS_AT = contents.bodies, effects.refs_of, effects.refs_at


@pytest.mark.parametrize(
    ("where", "what", "planted"),
    [
        (contents, "bodies", _without_otherwise),
        (effects, "refs_of", _only_from),
        (effects, "refs_at", _only_to),
        (effects, "sets", _nothing),
        (effects, "cells_of", _no_sizes),
    ],
    ids=["otherwise", "target", "source of a deal", "set", "sizes"],
)
def test_what_is_written_unsaid_is_found(
    where: Any, what: str, planted: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(where, what, planted)
    _found(changed_unsaid, positions())


def _values_only(step: c.Step) -> tuple[c.Expr, ...]:
    return (step.value,) if isinstance(step, c.Assign) else _OWN(step)


def _told_to_all(step: c.Step) -> tuple[c.Expr, ...]:
    return _OWN(step)[:-1] if isinstance(step, c.Tell) else _OWN(step)


def _noticed_by_all(step: c.Step) -> tuple[c.Expr, ...]:
    return _OWN(replace(step, noticed=c.EVERYBODY)) if isinstance(step, c.Move) else _OWN(step)


def _not_where(expr: c.Expr) -> tuple[c.Expr, ...]:
    return (expr.body,) if isinstance(expr, c.Fold) else _PARTS(expr)


def _nowhere(core: c.Core, steps: Iterable[c.Step]) -> set[str]:
    return set()


def _nobody_looks(core: c.Core, *refs: c.ZoneRef) -> tuple[c.Expr, ...]:
    return ()


def _whose(ref: c.ZoneRef) -> tuple[c.Expr, ...]:
    return tuple(part for part in (ref.owner, ref.place) if part is not None)


_OWN, _PARTS, _SIGHTS = contents.own_terms, inside.parts, effects.sights_at


def _asks_who_sees(pair: tuple[Position, Cells]) -> bool:
    """Whether a card is moved where it depends on the table who sees it: few programs have that."""
    core = pair[0].core
    return any(_SIGHTS(core, *c.refs_of(step)) for step in c.substeps(steps_in(core)))


@pytest.mark.parametrize(
    ("where", "what", "planted"),
    [
        (effects, "own_terms", _values_only),
        (effects, "own_terms", _told_to_all),
        (effects, "own_terms", _noticed_by_all),
        (effects, "sights_at", _nobody_looks),
        pytest.param(inside, "parts", _not_where, marks=pytest.mark.slow),
        (c, "looks_at", _nowhere),
        pytest.param(contents, "terms_of_ref", _whose, marks=pytest.mark.slow),
    ],
    ids=["index", "audience", "awake", "sights", "where", "moves", "which zone"],
)
def test_what_is_read_unsaid_is_found(where: Any, what: str, planted: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(where, what, planted)
    _found(read_unsaid, pairs().filter(_asks_who_sees) if planted is _nobody_looks else pairs())


@pytest.mark.parametrize(
    ("where", "what", "planted"),
    [(contents, "bodies", _without_otherwise), (contents, "own_terms", _values_only), (inside, "parts", _not_where)],
    ids=["otherwise", "index", "where"],
)
def test_what_is_passed_over_is_found(where: Any, what: str, planted: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(where, what, planted)
    _found(passed_over, positions().map(lambda position: position.core))


def _captured(expr: c.Expr) -> frozenset[str]:
    return frozenset()


def test_a_name_that_means_something_else_inside_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inside, "free", _captured)
    _found(put_in_wrong, st.tuples(positions(), st.sampled_from(["i1", "i2", "i3"]), st.just(0), st.just(1)))
