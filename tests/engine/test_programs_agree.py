"""The law of one meaning, for code: what any program does, the engine does."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from qedeck.engine import repeating
from tests.laws.agreement import QUIET
from tests.laws.positions import Position, positions

from .agreement import as_sets, different, tidy


@pytest.fixture(autouse=True, params=[2, 100], ids=["at once", "one by one"])
def few(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs have few cards: here even few are asked at once, or none ever."""
    monkeypatch.setattr(repeating, "FEW", request.param)


@settings(QUIET, max_examples=40)
@given(positions(), st.booleans())
def test_python_agrees(position: Position, sets: bool) -> None:
    assume(tidy(position))
    assert different(as_sets(position) if sets else position, wasm=False) == ""


@settings(QUIET, max_examples=20)
@given(positions(), st.booleans())
def test_wasm_agrees(position: Position, sets: bool) -> None:
    pytest.importorskip("wasmtime")
    assume(tidy(position))
    assert different(as_sets(position) if sets else position, wasm=True) == ""
