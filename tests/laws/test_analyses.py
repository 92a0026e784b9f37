"""The laws of what is worked out from the text of a game alone: path facts, taint, slices. Each says something of every
play, so it is held against plays of random programs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
import z3
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells, Fault
from qedeck.proofs.formulas.symbolic import term
from qedeck.proofs.steps import slices as slicing
from qedeck.proofs.steps import sure as path
from qedeck.proofs.steps.focus import sliced_book
from qedeck.proofs.steps.slices import slices
from qedeck.proofs.steps.sure import sure
from qedeck.proofs.steps.sway import _Spread, sway
from qedeck.proofs.steps.views import Whole
from qedeck.spec import core as c
from qedeck.spec.core import contents
from qedeck.spec.game import load_text

from .agreement import QUIET, examples
from .positions import states
from .wandering import Stop, games, leaps, stops

SEED = st.integers(0, 9)

# ---- path facts -------------------------------------------------------------------------------------


def unsure(core: c.Core, seed: int) -> str:
    """Something that is said to be sure at a node, and does not hold when a play comes there."""
    said, meaning = sure(core), Meaning(core, CONCRETE)
    for _, here in (step for play in range(3) for step in stops(core, 3 * seed + play)):
        for fact in said[here.node] if here.node is not None else ():
            worth, faults = meaning.value(fact, here.cells)
            if faults or not worth:
                return f"at {here.node}: {fact}"
    return ""


@examples(300)
@given(games(), SEED)
def test_what_is_sure_holds(core: c.Core, seed: int) -> None:
    assert unsure(core, seed) == ""


def test_a_guard_speaks_of_the_choice_before_too() -> None:
    """What is asked of the last choice of the same name is no longer known when the next one is made."""
    text = "game again\n  players 2\n  starts with main\n\nphase main\n  player 1 chooses one\n    stay\n"
    pick = c.Pick("pass", c.YesNo(), "pass")
    guard = c.Op("and", (c.Local("pass"), c.Op("not", (c.Read("pass"),))))
    point = c.Decision("turn", c.Owner("table"), (c.Option("play", (pick,), guard, 1),))
    empty = load_text(text).core(2)
    core = replace(
        empty,
        vars=empty.vars | {"pass": c.Var("pass", c.YesNo(), (), "control", c.NOBODY, c.Const(False))},
        nodes=(point, point),
        blocks=(c.Block((), c.Decide(0)), c.Block((), c.Decide(1))),
        start=0,
    )
    assert unsure(core, 0) == ""
    assert c.Read("pass") in sure(core)[1]


# ---- taint ------------------------------------------------------------------------------------------


def swayed_unsaid(core: c.Core, source: str, cells: Cells, other: Cells) -> str:
    """Steps that carry a difference further than it is said to go."""
    said, meaning = sway(core, source), Meaning(core, CONCRETE)
    beside = {name: other[name] if name in said.vars else row for name, row in cells.items()}
    for number, block in enumerate(core.blocks):
        plays = [meaning.look(Cells(rows)) for rows in (cells, beside)]
        for play in plays:
            play.happen(block.steps, True)
        faults, faults_too = (_kept(play.faults) for play in plays)
        for code, span, clause in faults ^ faults_too:
            if span not in said.places and clause not in said.asked:
                return f"block {number}: {code} only once"
        if faults or faults_too:
            continue
        apart = {name for name in core.vars if plays[0].cells[name] != plays[1].cells[name]}
        if apart - said.vars:
            return f"block {number}: {sorted(apart - said.vars)}"
    return ""


def _kept(faults: list[Fault[bool]]) -> set[Any]:
    return {(fault.code, fault.span, fault.clause) for fault in faults if fault.guard}


@st.composite
def spreads(draw: st.DrawFn) -> tuple[c.Core, str, Cells, Cells]:
    core = draw(games())
    return core, draw(st.sampled_from(sorted(core.vars))), draw(states(core, True)), draw(states(core, True))


@examples(150)
@given(spreads())
def test_nothing_is_swayed_unsaid(spread: tuple[c.Core, str, Cells, Cells]) -> None:
    assert swayed_unsaid(*spread) == ""


# ---- slices -----------------------------------------------------------------------------------------


def impossible(core: c.Core, look: str, cells: Cells, seed: int) -> str:
    """A step of the game that some slice of it cannot take, as far as it looks."""
    steps = [*leaps(core, cells, seed), *((before, after) for before, after in stops(core, seed) if before)]
    for piece in slices(core, [_first(core, look)], 2) if steps else ():
        made = sliced_book(piece, Whole(core))
        for before, after in steps:
            assert before.node is not None
            to = c.OVER if after.node is None else after.node
            edges = [edge for edge in made.edges(before.node) if edge.to == to]
            here = [*made.known, *_is(made.cells, before, piece.kept)]
            if not any(_fits([*here, edge.whole, *_is(edge.cells, after, piece.kept)]) for edge in edges):
                return f"{before.node} to {after.node}, looking at {sorted(piece.kept)}"
    return ""


def _first(core: c.Core, name: str) -> c.Expr:
    return c.Read(name, tuple(c.Const(0) for _ in core.vars[name].dims))


def _is(cells: Cells, stop: Stop, kept: frozenset[str]) -> list[Any]:
    pairs = (pair for name in kept for pair in zip(cells[name], stop.cells[name], strict=True))
    return [term(symbol) == term(value) for symbol, value in pairs]


def _fits(said: list[Any]) -> bool:
    solver = z3.Solver()
    solver.set("timeout", 20_000)
    solver.add(*said)
    return bool(solver.check() != z3.unsat)


LOOKS = st.sampled_from(["flag", "ready", "score", "kept", "hand.size", "deck", "trick.card", "scene.card"])


@st.composite
def looked_at(draw: st.DrawFn) -> tuple[c.Core, str, Cells, int]:
    core = draw(games())
    return core, draw(LOOKS), draw(states(core, True)), draw(SEED)


@examples(100)
@given(looked_at())
def test_every_step_is_a_step_of_the_slice(drawn: tuple[c.Core, str, Cells, int]) -> None:
    assert impossible(*drawn) == ""


# ---- the laws have teeth ----------------------------------------------------------------------------


def _found(law: Callable[..., str], drawn: Any, most: int = 3000) -> None:
    quick = settings(QUIET, max_examples=most, phases=[Phase.generate])
    find(drawn, lambda one: law(*one) != "", settings=quick, random=Random(1))


def _forgetful(known: Any, changed: Any) -> Any:
    return dict(known)


def _either_way(self: Any, condition: c.Expr, holds: bool) -> Any:
    return _MET(self, condition, True)


def _nothing_chosen(core: c.Core, node: c.Node) -> set[str]:
    return set()


_MET = path._Ways._met


@pytest.mark.parametrize(
    ("where", "what", "planted"),
    [
        (path, "_without", _forgetful),
        (path._Ways, "_met", _either_way),
        (c, "chosen_at", _nothing_chosen),
    ],
    ids=["changed", "otherwise", "chosen"],
)
def test_what_is_not_sure_is_found(where: Any, what: str, planted: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(where, what, planted)
    _found(unsure, st.tuples(games(), SEED))


def _come_what_may(self: Any, terms: list[c.Expr], locals_: frozenset[str], under: bool) -> bool:
    return under


def _from_anywhere(self: _Spread, step: c.Move, locals_: frozenset[str], under: bool) -> None:
    if under or self._reads(c.own_terms(step), locals_):
        self._risk(c.own_terms(step), step.span, c.cells_at(self.core, *c.refs_of(step)))


def _one_place(expr: c.Expr) -> tuple[Any, ...]:
    return () if isinstance(expr, c.Cases) else _SPANS(expr)


_SPANS = c.spans


@pytest.mark.parametrize(
    ("where", "what", "planted"),
    [
        (_Spread, "_turns", _come_what_may),
        (_Spread, "_move", _from_anywhere),
        pytest.param(c, "spans", _one_place, marks=pytest.mark.slow),
    ],
    ids=["conditions", "cards", "rows"],
)
def test_what_is_swayed_unsaid_is_found(where: Any, what: str, planted: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(where, what, planted)
    _found(swayed_unsaid, spreads())


def _as_it_is(self: Any, expr: c.Expr, type_: Any) -> c.Expr:
    return c.Const(False) if isinstance(type_, c.YesNo) else c.Const(0)


def _never(self: Any, expr: c.Expr) -> c.Expr:
    return expr if self._sees(expr) else c.Const(False)


def _without_otherwise(step: c.Step) -> tuple[tuple[c.Step, ...], ...]:
    return (step.then,) if isinstance(step, c.When) else _BODIES(step)


_BODIES = contents.bodies


@pytest.mark.slow
@pytest.mark.parametrize(
    ("where", "what", "planted"),
    [
        (slicing._Slicer, "_any", _as_it_is),
        (slicing._Slicer, "_open", _never),
        (contents, "bodies", _without_otherwise),
    ],
    ids=["values", "conditions", "otherwise"],
)
def test_a_slice_that_is_too_small_is_found(
    where: Any, what: str, planted: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(where, what, planted)
    _found(impossible, looked_at(), 1000)
