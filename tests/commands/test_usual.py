"""`usual.player` on the command line: who keeps to it, who is told not to, and what is said of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
USUAL = Path("small.usual.player")


@pytest.fixture
def usual(qedeck: Run) -> Run:
    """Everybody keeps what they have."""
    USUAL.write_text("keep\n", "utf-8")
    return qedeck


def test_games_go_as_usual_unless_somebody_says_otherwise(usual: Run) -> None:
    kept = usual("run", "small.qed", "--games", "30", "--seed", "1").out
    assert "30 games as usual" in kept and "30  nobody: kept" in kept
    thrown = usual("run", "small.qed", "--games", "30", "--seed", "1", "--random").out
    assert "30 random games" in thrown and "won: threw" in thrown
    assert "threw" not in usual("run", "small.qed", "--seed", "1").out.lower()


def test_a_seat_may_be_somebody_elses(usual: Run) -> None:
    said = usual("simulate", "small.qed", "-n", "40", "--seed", "1", "--watch", "0", "--player", "1=throw").out
    assert "Player 1  40" in said and "Player 2   0" in said
    said = usual("simulate", "small.qed", "-n", "40", "--seed", "1", "--watch", "0", "--player", "1=random").out
    assert "Player 1  40" not in said and "Player 1   0" not in said and "Player 2   0" in said


def test_simulate_says_how_they_play(usual: Run) -> None:
    assert "20 games of usual players" in usual("simulate", "small.qed", "-n", "20", "--watch", "0").out
    assert "ふつうに遊ぶ" in usual("simulate", "small.qed", "-n", "20", "--watch", "0", "--lang", "ja").out
    said = usual("simulate", "small.qed", "-n", "20", "--watch", "0", "--random", "--format", "json").out
    assert "--random" in said
    refused = usual("simulate", "small.qed", "-n", "20", "--record", "--random")
    assert refused.code == 2 and "--random" in refused.err


def test_others_at_the_table_play_as_usual(usual: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter(["throw with ace", "throw with king"] * 3)
    monkeypatch.setattr("builtins.input", lambda *_: next(typed))
    said = usual("play", "small.qed", "--players", "3", "--seed", "4", "--seat", "2")
    assert said.code == 0 and said.out.count("keep") >= 2 and "Player 1: throw" not in said.out


@pytest.mark.parametrize("verb", ["run", "play", "simulate"])
def test_a_file_that_cannot_be_understood_is_named(qedeck: Run, verb: str) -> None:
    USUAL.write_text("kep\n", "utf-8")
    said = qedeck(verb, "small.qed")
    assert said.code == 2 and "small.usual.player: kep" in said.err and "did you mean keep" in said.err
    if verb == "run":
        assert qedeck(verb, "small.qed", "--random").code == 0
