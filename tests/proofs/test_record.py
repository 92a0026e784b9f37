"""Verdicts beside a game: which rows count for the game as it is now, and which are stale."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from qedeck.commands.main import main
from qedeck.proofs import record as recorded
from qedeck.proofs.portfolio import questions
from qedeck.proofs.record import Record, beside, read, written
from qedeck.spec.game import Game, load

GAME = """\
game small
  players 2 to 3
  starts with main

reading ties: shared, or lost

remember
  x: 0 to 3

define low: number                        [SM-001]
  1

define high: number
  2

phase main
  player 1 chooses a number n from 0 to 3
  x becomes n

property low-is-low "as the book says"    [SM-P-01]
  any position has low < high

property in-play
  always x < 4
  always x < 3
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "small.qed"
    path.write_text(GAME, "utf-8")
    assert main(["verify", str(path), "--own", "--jobs", "1", "--seconds", "5", "--record"]) == 1
    return path


def stale(path: Path) -> set[tuple[str, int]]:
    """The claims whose rows do not count any more."""
    game = load(path)
    assert game.sound
    kept = read(beside(path), game)
    assert kept.rows
    asked = questions(game, str(path), 5.0, False, stock=False)
    return {(question.property, question.claim) for question, _, fresh in kept.current(asked) if not fresh}


def test_what_is_recorded_counts(path: Path) -> None:
    game = load(path)
    kept = read(beside(path), game)
    assert len(kept.rows) == 6 and not stale(path)
    assert written(kept, game) == beside(path).read_text("utf-8")
    refuted = kept.rows["in-play", 1, 2].verdict
    assert refuted.story and refuted.trace and refuted.witness == ("x is 3",)


@pytest.mark.parametrize(
    ("old", "new", "gone"),
    [
        ("[SM-001]", "", set()),
        ("define low", "-- a remark\ndefine low", set()),
        ('"as the book says"', '"in other words"', set()),
        ("any position has low < high", "any position has low < high + 1", {("low-is-low", 0)}),
        ("  1\n\ndefine high", "  0\n\ndefine high", {("low-is-low", 0)}),
        ("x becomes n", "x becomes 0", {("in-play", 0), ("in-play", 1)}),
        ("always x < 3", "always x < 2", {("in-play", 1)}),
        ("always x < 4", "always x < 5", {("in-play", 0), ("in-play", 1)}),
        ("  always x < 4", "  with default readings\n  always x < 4", {("in-play", 0), ("in-play", 1)}),
        ("shared, or lost", "lost, or shared", {("low-is-low", 0), ("in-play", 0), ("in-play", 1)}),
    ],
)
def test_what_makes_a_row_stale(path: Path, old: str, new: str, gone: set[tuple[str, int]]) -> None:
    assert old in GAME
    path.write_text(GAME.replace(old, new), "utf-8")
    assert stale(path) == gone


def test_a_mistake_in_the_prover_makes_all_stale(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorded, "SOUND", recorded.EDITION + 1)
    assert len(stale(path)) == 3


def test_a_mistake_in_one_engine_makes_stale_what_it_said(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engines = {row.verdict.engine for row in read(beside(path), load(path)).rows.values()}
    found = {engine: _stale_without(path, engine, monkeypatch) for engine in engines}
    assert len(engines) > 1 and all(found.values())
    assert sum(map(len, found.values())) == 3


def _stale_without(path: Path, engine: str, monkeypatch: pytest.MonkeyPatch) -> set[tuple[str, int]]:
    monkeypatch.setattr(recorded, "MENDED", {engine: recorded.EDITION + 1})
    return stale(path)


def test_rows_that_were_not_asked_stay(path: Path) -> None:
    before = json.loads(beside(path).read_text("utf-8"))["rows"]
    assert main(["verify", str(path), "--own", "--jobs", "1", "-k", "low", "--players", "2", "--record"]) == 0
    after = json.loads(beside(path).read_text("utf-8"))["rows"]
    assert len(after) == len(before)
    assert [row["digest"] for row in after] == [row["digest"] for row in before]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"schema": 9, "rows": []}', '{"schema": 1, "rows": [7]}', "[" * 9999])
def test_what_is_no_record_has_no_rows(path: Path, text: str) -> None:
    beside(path).write_text(text, "utf-8")
    assert not read(beside(path), load(path)).rows


def test_a_row_of_another_time_is_read_as_far_as_it_is_known(path: Path) -> None:
    data = json.loads(beside(path).read_text("utf-8"))
    for row in data["rows"]:
        del row["verdict"]["witness"]
        row["verdict"]["something-new"] = 1
    beside(path).write_text(json.dumps(data), "utf-8")
    assert len(read(beside(path), load(path)).rows) == 6


def test_an_empty_record_is_a_file_too(path: Path) -> None:
    game: Game = load(path)
    beside(path).write_text(written(Record("small"), game), "utf-8")
    assert not read(beside(path), game).rows
