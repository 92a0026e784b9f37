"""The law of one meaning, for code: what any program does, the engine does."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import find as search
from hypothesis import strategies as st

from qedeck.engine import pen, repeating, stage
from qedeck.engine.algebra import Written
from qedeck.engine.hands import Staged
from qedeck.engine.values import Code, constant
from qedeck.interpreter.state import Side
from tests.laws.agreement import QUIET, examples
from tests.laws.positions import Position, positions, surveys

from .agreement import as_sets, as_steps, different, tidy


@pytest.fixture(autouse=True, params=[2, 100], ids=["at once", "one by one"])
def few(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs have few cards: here even few are asked at once, or none ever."""
    monkeypatch.setattr(repeating, "FEW", request.param)


@examples(120)
@given(positions(), st.booleans())
def test_python_agrees(position: Position, sets: bool) -> None:
    assume(tidy(position))
    assert different(as_sets(position) if sets else position, wasm=False) == ""


@examples(50)
@given(positions(), st.booleans())
def test_wasm_agrees(position: Position, sets: bool) -> None:
    pytest.importorskip("wasmtime")
    assume(tidy(position))
    assert different(as_sets(position) if sets else position, wasm=True) == ""


@examples(150)
@given(surveys(), st.booleans(), st.booleans())
def test_all_members_agree(position: Position, sets: bool, wasm: bool) -> None:
    """Several questions in one function: what one has worked out, the next may take up."""
    if wasm:
        pytest.importorskip("wasmtime")
    assert different(as_steps(as_sets(position) if sets else position), wasm) == ""


# ---- the law has teeth: differences planted in the staging, each of which it must find -----------------------

QUICK = settings(QUIET, max_examples=2000, phases=[Phase.generate])


def _no_faults(self: Staged, guard: Code, code: str, span: object) -> None:
    """Whatever is undefined goes on."""


def _first_of_all(self: Staged, side: Side[Code], *rest: Code) -> list[Code]:
    """Of several zones of a name always the first."""
    return [*(constant(0) for _ in side.index), *rest]


@pytest.mark.parametrize("few", [100], indirect=True, ids=["one by one"])
@pytest.mark.parametrize(
    ("owner", "name", "planted"),
    [
        (Written, "le", Written.lt),
        (Staged, "undefined", _no_faults),
        (Written, "mod", Written.div),
        pytest.param(Staged, "at", _first_of_all, marks=pytest.mark.slow),
    ],
    ids=["le is lt", "no faults", "mod is div", "which zone"],
)
def test_planted_differences_are_found(
    monkeypatch: pytest.MonkeyPatch, owner: type, name: str, planted: object
) -> None:
    monkeypatch.setattr(owner, name, planted)

    def parts(position: Position) -> bool:
        try:
            return tidy(position) and different(position, wasm=False) != ""
        except (ArithmeticError, LookupError, ValueError, AssertionError, RecursionError):
            return True  # code that makes no sense is a difference too

    search(positions(), parts, settings=QUICK, random=Random(1))


@pytest.mark.slow
@pytest.mark.parametrize("few", [2], indirect=True, ids=["at once"])
def test_a_set_taken_for_a_yes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (pen, stage):
        monkeypatch.setattr(module, "same", lambda one, two: one.atom == two.atom)
    # Chance 10 comes upon it at once, others may take a minute.
    search(surveys(), lambda position: different(as_steps(position), False) != "", settings=QUICK, random=Random(10))
