"""The default readings first: what is said of them alone is never said of all."""

from __future__ import annotations

from typing import Any

import pytest

from qedeck.proofs.answers import Question, _TimeIsUp, _usual_first, as_usual
from qedeck.proofs.plays.leeway import Leeway
from qedeck.proofs.plays.replay import replay
from qedeck.proofs.plays.sample import Sampler
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import tree as t
from qedeck.spec.game import load_text
from qedeck.spec.properties import Claim, property_program

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


def test_the_default_readings_of_a_property_are_one_program() -> None:
    game = load_text(f"{MILLER}\nproperty asked\n  always sacks is at most 9\n")
    prop = next(clause for clause in game.clauses if isinstance(clause, t.Property))
    program = property_program(game.clauses, prop, 2)
    assert program is not None
    usual = as_usual(program, prop)
    assert usual is not program and usual is as_usual(program, prop)


MILLER = """
game miller
  players 2
  starts with main

reading pay: in-sacks, or in-coins

parameter sacks-a-day: 1 to 4
  assumed 2

parameter sacks-a-week: 1 to 40
  assumed 7 * sacks-a-day
  such that sacks-a-week is at least sacks-a-day

remember
  sacks: 0 to 9

phase main
  repeat
    player 1 chooses a number n from 1 to 2
    if pay is in-sacks: take 1 from sacks, down to 0
    add n to sacks, up to 9
  until sacks is 9
"""


def test_what_follows_from_a_drawn_value_is_assumed_anew() -> None:
    """Only what nobody's assumed value depends on is drawn without looking at the others."""
    meaning = Sampler(load_text(MILLER).core(2)).meaning
    leeway = Leeway(meaning, 1, None)
    assert leeway.leading & set(leeway.open) == {"sacks-a-day"}
    quick = [leeway.draw(number) for number in range(40)]
    leeway.leading = set(leeway.open)
    leeway.drawn = {}
    assert quick == [leeway.draw(number) for number in range(40)]
    assert len({tuple(sorted(drawn.items())) for drawn in quick if drawn is not None}) > 10


def test_what_follows_from_another_value_is_not_told() -> None:
    core = load_text(MILLER).core(2)
    told = replay(core, {"pay": (1,), "sacks-a-day": (3,), "sacks-a-week": (21,)}, ()).settings
    assert told == {"pay": "in-coins", "sacks-a-day": 3}
    told = replay(core, {"pay": (0,), "sacks-a-day": (3,), "sacks-a-week": (14,)}, ()).settings
    assert told == {"sacks-a-day": 3, "sacks-a-week": 14}
