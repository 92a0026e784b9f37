"""The command line for hostile input: never our own fault, never a traceback, never a sign that nobody sees."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from qedeck.commands.exits import OURS
from qedeck.commands.main import main
from qedeck.spec.escapes import escaped

GOLDEN = Path(__file__).parent / "golden"
HEAD = "game g\n  players 2\n  starts with main\n"
MAIN = "\nphase main\n  player 1 chooses a number n from 1 to 2\n"
"""A head and a phase: with both, whatever stands between them is a game."""


@dataclass(frozen=True, slots=True)
class Said:
    code: int
    out: str
    err: str


Run = Callable[..., Said]


def no_raw(text: str) -> None:
    assert escaped(text, keep="\n") == text, f"printed raw: {escaped(text, keep=chr(10))!r}"


@pytest.fixture
def folder(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to be in, and a cache of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
    monkeypatch.delenv("QEDECK_DEBUG", raising=False)
    return tmp_path


@pytest.fixture
def qedeck(folder: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*words: str) -> Said:
        code = main(list(words))
        said = capsys.readouterr()
        both = said.out + said.err
        assert code != OURS and "Traceback" not in both, both
        no_raw(both)
        return Said(code, said.out, said.err)

    return run


@pytest.fixture
def golden() -> Callable[[str, str], None]:
    """Compare with tests/hostile/golden/<name>. To accept new output: UPDATE_GOLDEN=1 pytest, then read the diff."""

    def check(name: str, actual: str) -> None:
        path = GOLDEN / name
        if os.environ.get("UPDATE_GOLDEN"):
            path.parent.mkdir(exist_ok=True)
            path.write_text(actual, "utf-8")
        assert path.exists(), f"no golden file {name}; run once with UPDATE_GOLDEN=1 and read what it wrote"
        assert actual == path.read_text("utf-8")

    return check
