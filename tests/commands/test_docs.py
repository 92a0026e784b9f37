"""`qedeck docs`: its own verbs, the Book as text and as data, what is wrong with the input; and `simulate --record`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]


def test_help_lists_what_there_is(qedeck: Run) -> None:
    shown = qedeck("docs", "--help")
    assert shown.code == 0 and "book" in shown.out and "qedeck docs COMMAND --help" in shown.out
    assert qedeck("docs").code == 2
    assert "usage: qedeck docs book" in qedeck("docs", "book", "--help").out
    assert qedeck("docs", "help", "book").out == qedeck("docs", "book", "--help").out


def test_a_word_that_is_none_is_told(qedeck: Run) -> None:
    wrong = qedeck("docs", "bok")
    assert wrong.code == 2 and "did you mean book?" in wrong.err


def test_the_book_as_data(qedeck: Run, tmp_path: Path) -> None:
    done = qedeck("docs", "book", "small.qed", "--lang", "ja", "--format", "json")
    data = json.loads(done.out)
    assert done.code == 0 and data["schema"] == 1 and data["language"] == "ja" and data["name"] == "small"
    assert {chapter["key"] for chapter in data["chapters"]} >= {"about", "box", "setup", "course", "options"}


def test_the_book_as_text(qedeck: Run, tmp_path: Path) -> None:
    done = qedeck("docs", "book", "small.qed")
    assert done.code == 0 and done.out.startswith("Small\n=====\n")
    assert "ace ×2" in done.out and "Open points" in done.out


def test_a_text_that_is_missing_is_an_error_if_that_is_wanted(qedeck: Run, tmp_path: Path) -> None:
    strict = qedeck("docs", "book", "small.qed", "--strict")
    assert strict.code == 1 and "small.qed: deck has no en text" in strict.err


def test_a_broken_game_has_no_book(qedeck: Run, tmp_path: Path) -> None:
    path = tmp_path / "broken.qed"
    path.write_text("game broken\n  players 2\n  starts with nothing\n", "utf-8")
    for format_ in ("text", "json"):
        assert qedeck("docs", "book", str(path), "--format", format_).code == 2
    assert qedeck("docs", "book", str(tmp_path / "none.qed")).code == 2
    assert qedeck("docs", "book").code == 2


def test_simulate_records_odds_that_the_book_shows(qedeck: Run, tmp_path: Path) -> None:
    done = qedeck("simulate", "small.qed", "-n", "20", "--record", "--jobs", "1")
    path = (tmp_path / "small.odds.json")
    assert done.code == 0 and "small.odds.json" in done.out
    first = path.read_text("utf-8")
    tables = json.loads(first)["tables"]
    assert [(table["players"], table["seed"], table["tally"]["games"]) for table in tables] == [(2, 1, 20), (3, 1, 20)]
    qedeck("simulate", "small.qed", "-n", "20", "--record", "--jobs", "1", "--fresh")
    assert path.read_text("utf-8") == first
    book = json.loads(qedeck("docs", "book", "small.qed", "--format", "json").out)
    assert [table["fresh"] for table in book["odds"]["tables"]] == [True, True]
    spec = tmp_path / "small.qed"
    spec.write_text(spec.read_text("utf-8").replace("is at least 1", "is at least 2"), "utf-8")
    stale = json.loads(qedeck("docs", "book", "small.qed", "--format", "json").out)
    assert [table["fresh"] for table in stale["odds"]["tables"]] == [False, False]


def test_one_player_count_takes_the_place_of_its_own_table(qedeck: Run, tmp_path: Path) -> None:
    qedeck("simulate", "small.qed", "-n", "20", "--record", "--jobs", "1")
    again = qedeck("simulate", "small.qed", "-n", "30", "--players", "3", "--record", "--jobs", "1", "--format", "json")
    assert json.loads(again.out)["tables"][0]["games"] == 30
    tables = json.loads((tmp_path / "small.odds.json").read_text("utf-8"))["tables"]
    assert [table["tally"]["games"] for table in tables] == [20, 30]


@pytest.mark.parametrize("words", [["--exact"], ["--sweep", "players"], ["--referee"], ["--set", "points=2"],
                                   ["--player", "1=keep"]])
def test_only_plain_odds_are_recorded(qedeck: Run, tmp_path: Path, words: list[str]) -> None:
    refused = qedeck("simulate", "small.qed", "--record", *words)
    assert refused.code == 2 and words[0] in refused.err and not (tmp_path / "small.odds.json").exists()
