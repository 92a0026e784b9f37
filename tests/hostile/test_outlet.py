"""There is an end to what one run prints, and it says so; nobody listening is no reason to fall over."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from qedeck.commands import outlet

from .conftest import Run

LONG = """\
game long
  players 2
  starts with main

cards
  ace, rank 1 to 40

zones
  deck: pile of card, face up, full at start
  heap: row of card, up to 40, face up

remember
  round: 0 to 300

phase main
  repeat
    move all from deck to heap
    player 1 chooses a number n from 1 to 2
    move all from heap to deck
    add 1 to round
  until round is 300
"""


@pytest.fixture
def long_game(folder: Path) -> str:
    (folder / "long.qed").write_text(LONG, "utf-8")
    return "long.qed"


def test_a_long_log_is_cut(qedeck: Run, long_game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = qedeck("run", long_game, "--seed", "1")
    assert len(whole.out) > 100_000 and not whole.err
    monkeypatch.setattr(outlet, "MOST_PRINTED", 20_000)
    cut = qedeck("run", long_game, "--seed", "1")
    assert cut.code == whole.code and 10_000 < len(cut.out) <= 20_002
    assert cut.out.endswith("\n…\n") and whole.out.startswith(cut.out.removesuffix("…\n"))
    assert cut.err == "qedeck: the output was cut after 20,000 characters; --full prints all of it\n"
    full = qedeck("run", long_game, "--seed", "1", "--full")
    assert (full.out, full.err) == (whole.out, "")


def test_what_a_program_reads_is_whole_or_not_there(
    qedeck: Run, long_game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outlet, "MOST_PRINTED", 20_000)
    words = ("run", long_game, "--seed", "1", "--format", "json")
    said = qedeck(*words)
    assert (said.code, said.out) == (2, "") and "at most 20,000; --full prints all of it" in said.err
    assert json.loads(qedeck(*words, "--full").out)["game"] == "long"


def test_one_line_without_an_end(qedeck: Run, long_game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outlet, "MOST_PRINTED", 10)
    assert qedeck("run", long_game).out == "…\n"


def shell(command: str, folder: Path) -> tuple[int, str]:
    around = {**os.environ, "Q": f"{sys.executable} -m qedeck.commands"}
    done = subprocess.run(["sh", "-c", command], cwd=folder, env=around, capture_output=True, text=True, timeout=120)
    assert "Traceback" not in done.stderr and "Exception" not in done.stderr, done.stderr
    return done.returncode, done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk(long_game: str, folder: Path) -> None:
    code, said = shell("$Q run long.qed > /dev/full", folder)
    assert code == 2 and "the output cannot be written: No space left on device" in said


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
@pytest.mark.parametrize(("command", "code"), [
    ("$Q run long.qed >&-", 0), ("$Q run long.qed 2>&- >&-", 0), ("$Q play long.qed <&- > /dev/null", 0),
    ("$Q check none.qed >&- 2>&-", 2),
])
def test_closed_streams(long_game: str, folder: Path, command: str, code: int) -> None:
    assert shell(command, folder) == (code, "")


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
def test_nobody_reads_on(long_game: str, folder: Path) -> None:
    assert shell("{ $Q run long.qed; echo $? > code; } | head -n 1", folder) == (0, "")
    assert (folder / "code").read_text() == "141\n"
