"""The default readings first: what is said of them alone is never said of all."""

from __future__ import annotations

from typing import Any

import pytest

from qedeck.proofs.answers import Question, _TimeIsUp, _usual_first
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec.properties import Claim

QUESTION = Question("game", "asked", 0, 2, 10.0, False)


def said(grade: Grade, vacuous: bool = False) -> Verdict:
    return Verdict("asked", "always", 2, grade, "none", detail=f"seen: {grade.name}", vacuous=vacuous)


def decided(usual: Verdict, every: Verdict | None) -> tuple[Verdict, list[str]]:
    """The verdict of two, and who was asked; None: the bell rings before there is one."""
    asked: list[str] = []

    def decide(program: Any, claim: Any, seconds: float, opinion: bool) -> Verdict:
        asked.append(program)
        found = usual if program == "usual" else every
        if found is None:
            raise _TimeIsUp
        return found

    programs: Any = ("every", "usual")
    claim = Claim("always", None, ())
    return _usual_first(QUESTION, *programs, claim, decide), asked


def test_a_play_with_the_default_readings_is_enough() -> None:
    found, asked = decided(said(Grade.REFUTED), said(Grade.PROVED_SIZES))
    assert found.grade is Grade.REFUTED and asked == ["usual"]


def test_what_is_proved_with_every_reading() -> None:
    found, asked = decided(said(Grade.PROVED_SIZES), said(Grade.PROVED_SIZES))
    assert found.detail == "seen: PROVED_SIZES" and asked == ["usual", "every"]


@pytest.mark.parametrize("every", [Grade.UNKNOWN, Grade.SAMPLED, Grade.REFUTED])
def test_what_is_proved_with_the_default_ones_only_says_so(every: Grade) -> None:
    found, _ = decided(said(Grade.PROVED_SIZES), said(every))
    assert found.grade is Grade.PROVED_SIZES and found.detail.startswith("with the default readings")
    assert ("not with these" in found.detail) is (every is Grade.REFUTED)


def test_what_is_vacuous_with_the_default_readings_says_nothing_of_the_others() -> None:
    found, _ = decided(said(Grade.PROVED_SIZES, vacuous=True), said(Grade.UNKNOWN))
    assert found.grade is Grade.UNKNOWN


def test_what_is_not_decided_says_with_which_readings() -> None:
    found, _ = decided(said(Grade.SAMPLED), said(Grade.UNKNOWN))
    assert found.grade is Grade.SAMPLED and found.detail == "with the default readings: seen: SAMPLED"


@pytest.mark.parametrize("usual", [Grade.PROVED_SIZES, Grade.SAMPLED])
def test_what_is_seen_before_the_bell_rings_is_not_lost(usual: Grade) -> None:
    found, _ = decided(said(usual), None)
    assert found.grade is usual and found.detail.startswith(f"with the default readings: seen: {usual.name}")
