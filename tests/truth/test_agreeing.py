"""What one run says of the same thing, put in several ways, does not contradict itself; nor do planted grades pass."""

from __future__ import annotations

import pytest

from qedeck.proofs.verdict import Grade

from .agreeing import BROKEN, HOLDS, Run, run


def _runs(seed: int, games: int) -> int:
    asked = 0
    for number in range(games):
        found = run(f"{seed}:{number}")
        if found is not None:
            asked += len(found.said)
            assert not list(found.contradictions()), f"{list(found.contradictions())}\n{found.said}\n{found.text}"
    return asked


def test_a_run_does_not_contradict_itself() -> None:
    assert _runs(1, 2)


@pytest.mark.slow
def test_many_runs_do_not_contradict_themselves() -> None:
    assert _runs(2, 60)


@pytest.mark.parametrize("one", HOLDS)
def test_a_contradiction_is_noticed(one: str) -> None:
    for other in BROKEN:
        grades = {"good": Grade.PROVED_SIZES, "REFUTED": Grade.REFUTED}
        if one != other:
            assert list(Run("", {one: grades[HOLDS[one]], other: grades[BROKEN[other]]}).contradictions())
