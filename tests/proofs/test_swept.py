"""Every position, searched by the engine: claims that hold everywhere, and the shortest plays that break others."""

from __future__ import annotations

import time

import pytest

from qedeck.proofs.kinds import always
from qedeck.proofs.plays import explore
from qedeck.proofs.verdict import Grade, Verdict

from .games import COUNTDOWN, program


@pytest.fixture(autouse=True)
def too_many_for_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explore, "MOST", 1)


def said(claim: str) -> Verdict:
    made = program(COUNTDOWN, claim)
    return always.decide(made, made.claims[0], 20.0, False)


@pytest.mark.parametrize("claim", ["always pool < 7", "never pool is 0 and turn is not left of right of turn"])
def test_what_holds_everywhere(claim: str) -> None:
    found = said(claim)
    assert found.grade is Grade.PROVED_SIZES and found.engine == "exhaustive search"
    assert "positions" in found.detail and "a second" in found.detail


def test_what_every_choice_keeps() -> None:
    found = said("each choice keeps pool < was pool")
    assert found.grade is Grade.PROVED_SIZES and found.engine == "exhaustive search"


@pytest.mark.parametrize(
    "claim, after",
    [("each choice keeps was (pool is not 2) or pool is 0", 3), ("each choice keeps was (pool is 6) or pool > 2", 2)],
)
def test_a_broken_twin_is_refuted_by_the_shortest_play(claim: str, after: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # Random plays would find it first.
    monkeypatch.setattr(always, "sample", lambda *_: pytest.fail("nobody plays at random here"))
    found = said(claim)
    assert found.grade is Grade.REFUTED and found.engine == "exhaustive search"
    assert f"after {after} decisions" in found.detail and found.story


def test_a_game_with_millions_of_positions_takes_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without room for the positions nothing is said, and others go on."""
    monkeypatch.setattr("qedeck.proofs.plays.swept.MANY", 2)
    start = time.monotonic()
    found = said("always pool < 7")
    assert found.engine != "exhaustive search" and time.monotonic() - start < 20
