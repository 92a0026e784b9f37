"""What the page about `simulate` shows is what comes out."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from qedeck.commands.main import main

from .blocks import ROOT, blocks
from .test_docs import assert_shown, runs, written

PAGE = ROOT / "docs" / "reference" / "simulate.md"
CONSOLES = [run for block in blocks(PAGE) if block.info == ("console",) for run in runs(block.text)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files of the README and of the page, as a reader would save them."""
    written(tmp_path)
    for block in blocks(PAGE):
        name = block.after("file")
        if name is not None:
            (tmp_path / name).write_text(block.text, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


@pytest.mark.parametrize(("command", "wanted"), CONSOLES, ids=[command for command, _ in CONSOLES])
def test_the_output_shown_is_what_comes_out(
    command: str, wanted: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    goes_wrong = any(line.startswith("What goes wrong") for line in wanted)
    assert main(shlex.split(command)[1:]) == (1 if goes_wrong else 0)
    assert_shown(command, wanted, capsys.readouterr().out.splitlines())


def test_the_python_shown_runs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = [block.text for block in blocks(PAGE) if block.info == ("python",)]
    exec(compile(program, "simulate.md", "exec"), {})
    games, won = map(int, capsys.readouterr().out.split())
    assert games == won == 500
