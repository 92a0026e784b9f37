"""Processes with limits: what overruns or dies is given up, and nothing else is lost."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
import z3

from qedeck.engine import Engine
from qedeck.proofs import answers
from qedeck.proofs.answers import FULL, TIME, Question, answer, know, program_of
from qedeck.proofs.portfolio import Run, _Pile, decide_all, questions
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.proofs.workers import Lost, Shift
from qedeck.spec.game import load_text
from qedeck.spec.properties import Claim, PropertyProgram

from .games import COUNTDOWN


def work(task: str) -> str:
    if task == "sleeps":
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
        time.sleep(60)
    if task == "dies":
        os.kill(os.getpid(), signal.SIGTERM)
    if task == "is killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if task == "eats":
        return f"{len(bytearray(3 * 10**9))}"
    if task == "plays":
        core = load_text(COUNTDOWN).core(2)
        engines = [Engine(core) for _ in range(30)]
        return str(sum(engine.playouts(None, 1, 10).games for engine in engines))
    return task.upper()


def through(tasks: Sequence[str], jobs: int = 2, seconds: float = 30.0) -> dict[str, str | Lost]:
    waiting = list(tasks)

    def take(last: str | None, busy: Sequence[str]) -> str | None:
        return waiting.pop(0) if waiting else None

    def limit(task: str) -> float:
        return 0.5 if task == "sleeps" else seconds

    shift: Shift[str, str] = Shift(work, limit, take, lambda result: False, memory=2000)
    return dict(shift.results(jobs))


def test_what_overruns_or_dies_costs_nobody_else() -> None:
    for jobs in (1, 2):
        found = through(["a", "sleeps", "b", "dies", "c", "is killed", "eats", "d"], jobs)
        assert [found[name] for name in "abcd"] == ["A", "B", "C", "D"]
        assert found["sleeps"] == Lost("time")
        assert found["is killed"] == found["eats"] == Lost("memory")
        died = found["dies"]
        assert isinstance(died, Lost) and "died" in died.why


def test_many_engines_fit_into_a_worker() -> None:
    """Each may keep its memory, but none may reserve what it never uses: addresses count to the limit."""
    assert through(["plays"]) == {"plays": "300"}


def test_who_stops_listening_stops_the_processes() -> None:
    waiting = ["a", "sleeps", "sleeps"]
    begun: list[str] = []

    def take(last: str | None, busy: Sequence[str]) -> str | None:
        return waiting.pop(0) if waiting else None

    shift: Shift[str, str] = Shift(work, lambda task: 60.0, take, lambda result: False, begun.append)
    results = shift.results(2)
    start = time.monotonic()
    assert next(results) == ("a", "A")
    results.close()
    assert time.monotonic() - start < 20
    assert begun[0] == "a"


# ---- questions ---------------------------------------------------------------------------------

CUBES = """
game cubes
  players 2
  starts with main

remember
  x: 1 to 30000
  y: 1 to 30000
  z: 1 to 30000
  n: 0 to 3

phase main
  player 1 chooses one
    wait
    go
      n becomes 1
  player 2 chooses one
    stay
    leave

property quick
  any position has x >= 1

property fermat
  any position has x * x * x + y * y * y is not z * z * z

property played
  always n <= 1
"""
"""Easy, as good as impossible, and a claim about play."""


def asked(text: str, seconds: float = 5.0, name: str = "cubes.qed") -> list[Question]:
    return questions(load_text(text), name, seconds, False, stock=False)


def test_the_time_of_a_question_is_kept() -> None:
    start = time.monotonic()
    found = {verdict.property: verdict for verdict in decide_all(asked(CUBES, 1.0), 1)}
    assert time.monotonic() - start < 30
    assert found["quick"].grade is found["played"].grade is Grade.PROVED_SIZES
    assert found["fermat"].grade is Grade.UNKNOWN and "time was up" in found["fermat"].detail


def test_full_memory_is_unknown_and_the_next_question_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = answers.deciders()

    def hungry(program: PropertyProgram, claim: Claim, seconds: float, opinion: bool) -> Verdict:
        if program.name == "fermat":
            bytearray(3 * 10**9)
        if program.name == "quick":
            raise z3.Z3Exception(b"out of memory")
        return usual[claim.kind](program, claim, seconds, opinion)

    monkeypatch.setattr(answers, "deciders", lambda: dict.fromkeys(usual, hungry))
    run = Run(asked(CUBES), 1, memory=2000)
    found = {verdict.property: verdict for _, verdict in run.verdicts()}
    assert found["played"].grade is Grade.PROVED_SIZES
    for name in ("quick", "fermat"):
        assert found[name].grade is Grade.UNKNOWN and found[name].detail == FULL
        assert found[name].claim == "any_position"


def test_who_was_cut_off_answers_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it was about to make was left half made: the next question gets a process of its own."""
    usual, spoilt = answers.deciders(), list[str]()

    def slow(program: PropertyProgram, claim: Claim, seconds: float, opinion: bool) -> Verdict:
        if program.name == "quick":
            spoilt.append("half made")
            time.sleep(60)
        found = usual[claim.kind](program, claim, seconds, opinion)
        return replace(found, detail=", ".join(spoilt)) if program.name == "played" else found

    monkeypatch.setattr(answers, "deciders", lambda: dict.fromkeys(usual, slow))
    monkeypatch.setattr(answers, "SOFT", 0.2)
    found = {verdict.property: verdict for verdict in decide_all(asked(CUBES, 0.5), 1)}
    assert found["quick"].grade is Grade.UNKNOWN and found["quick"].detail == TIME
    assert found["played"].grade is Grade.PROVED_SIZES and not found["played"].detail


def test_any_executor_will_do() -> None:
    with ThreadPoolExecutor(1) as pool:
        found = list(decide_all(asked(CUBES)[:1], executor=pool))
    assert [verdict.grade for verdict in found] == [Grade.PROVED_SIZES]


def test_a_question_that_cannot_be_asked_is_our_own_fault() -> None:
    know("cubes.qed", load_text(CUBES))
    found = answer(Question("cubes.qed", "quick", 7, 2, 1.0, False))
    assert found.grade is Grade.FAULT and "IndexError" in found.detail


def test_cheap_questions_first_and_then_by_what_they_share() -> None:
    claims = {"b": "always pool <= 6", "c": "never pool > 6", "plain": "any position has pool <= 6"}
    text = COUNTDOWN.replace("players 2", "players 2 to 3")
    text += "".join(f"\nproperty {name}\n  {claim}\n" for name, claim in claims.items())
    every = questions(load_text(text), "countdown.qed", 5.0, False, stock=False)
    took = {q: 9.0 for q in every if q.property == "b"} | {q: 1.0 for q in every if q.property == "c"}
    pile = _Pile(every, took)
    first, second = pile.take(None, []), pile.take(None, [])
    assert first is not None and second is not None
    assert {first.property, second.property} == {"plain"}
    one = pile.take(first, [])
    assert one is not None and one.property == "c"
    other = pile.take(None, [one])
    assert other is not None and other.players != one.players
    again = pile.take(one, [other])
    assert again is not None and again.players == one.players and again.property == "b"
    last = pile.take(one, [other])
    assert last is not None and pile.take(one, []) is None


def test_a_second_run_asks_nothing(tmp_path: object) -> None:
    from pathlib import Path

    from qedeck.proofs.kept import Kept

    kept = Kept(Path(str(tmp_path)) / "verdicts.sqlite")

    def run(text: str, seconds: float = 0.5, fresh: bool = False) -> tuple[list[str], list[Verdict]]:
        begun: list[str] = []
        made = Run(asked(text, seconds), 1, kept, fresh, begun=lambda question: begun.append(question.property))
        verdicts = [verdict for _, verdict in made.verdicts()]
        assert not kept.trouble
        return sorted(begun), verdicts

    everything = ["fermat", "played", "quick"]
    assert run(CUBES)[0] == everything
    begun, verdicts = run(f"-- a remark\n\n{CUBES}\nexample more\n  then n is 0\n")
    assert begun == [] and all(verdict.kept for verdict in verdicts)
    assert run(CUBES, 0.6)[0] == ["fermat"]
    assert run(CUBES, 0.3)[0] == []
    assert run(CUBES.replace("n becomes 1", "n becomes 2"))[0] == ["played"]
    assert run(CUBES.replace("property quick", "property renamed"))[0] == []
    assert run(CUBES, 0.3, fresh=True)[0] == everything
    assert set(Run(asked(CUBES), kept=kept).estimates()) == set(asked(CUBES))
    assert program_of(asked(CUBES)[0]).name == "quick"


def test_what_two_properties_claim_is_asked_once() -> None:
    begun: list[str] = []
    text = f"{CUBES}\nproperty also-played\n  always n <= 1\n\nproperty other\n  always n <= 2\n"
    every = [question for question in asked(text) if question.property not in ("quick", "fermat")]
    made = Run(every, 1, begun=lambda question: begun.append(question.property))
    found = {question.property: verdict for question, verdict in made.verdicts()}
    assert sorted(begun) == ["other", "played"]
    assert found["also-played"].property == "also-played" and found["also-played"].grade is found["played"].grade
    assert "the same question as played" in found["also-played"].detail
    assert "the same" not in found["other"].detail
