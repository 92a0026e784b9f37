"""`check`, `fmt` and `explain`: whatever is handed in, the answer helps."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]


def test_a_sound_game(qedeck: Run) -> None:
    said = qedeck("check", "small.qed")
    assert said.code == 0
    assert said.out.splitlines()[-1].startswith("small: fine for 2 and 3 players (")
    assert qedeck("check", "--strict", "small.qed").code == 1, "texts are missing"


def test_as_json(qedeck: Run) -> None:
    (found,) = json.loads(qedeck("check", "small.qed", "--format", "json").out)["games"]
    assert found["sound"] and found["players"] == [2, 3] and found["clauses"] > 5
    Path("broken.qed").write_text("game x\n  players 2\n  starts with nothing\n", "utf-8")
    said = qedeck("check", "broken.qed", "--format", "json")
    (found,) = json.loads(said.out)["games"]
    assert said.code == 2 and not found["sound"] and found["diagnostics"][0]["code"]


FILES: dict[str, tuple[str, bytes | None, str]] = {
    "missing": ("missing.qed", None, "Q001"),
    "not a game": ("stool_pigoen", None, "did you mean stool_pigeon?"),
    "binary": ("binary.qed", b"\x89PNG\r\n\x1a\n\0\0\0", "Q006"),
    "huge": ("huge.qed", b"x" * 2_000_001, "Q004"),
    "other encoding": ("old.qed", "game 札\n  players 2\n".encode("cp932"), "Shift_JIS"),
    "empty": ("empty.qed", b"", "Q008"),
    "broken": ("broken.qed", b"game broken\n  players two\n", "Q101"),
    "a table": ("cards.csv", b"family\nace\n", "Q007"),
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("verb", ["check", "run", "test", "play"])
def test_bad_files_are_2_for_every_verb(qedeck: Run, name: str, verb: str) -> None:
    path, raw, told = FILES[name]
    if raw is not None:
        Path(path).write_bytes(raw)
    said = qedeck(verb, path)
    assert said.code == 2 and told in said.out + said.err


def test_a_folder(qedeck: Run) -> None:
    Path("folder").mkdir()
    for words in (("check", "folder"), ("run", "folder"), ("fmt", "folder")):
        said = qedeck(*words)
        assert said.code == 2 and "Q002" in said.out + said.err


def test_several_games(qedeck: Run) -> None:
    said = qedeck("check", "small.qed", "missing.qed")
    assert said.code == 2 and "small: fine" in said.out and "Q001" in said.out


# ---- fmt ---------------------------------------------------------------------------------------------


def test_fmt(qedeck: Run) -> None:
    wide = Path("small.qed").read_text("utf-8").replace("when some", "when   some")
    Path("wide.qed").write_text(wide, "utf-8")
    Path("wide.qed").chmod(0o640)
    said = qedeck("fmt", "--check", "wide.qed")
    assert said.code == 1 and "would change wide.qed" in said.out and Path("wide.qed").read_text("utf-8") == wide
    assert qedeck("fmt", "wide.qed").code == 0
    assert "when   some" not in Path("wide.qed").read_text("utf-8") and Path("wide.qed").stat().st_mode & 0o777 == 0o640
    assert qedeck("fmt", "--check", "wide.qed").out == "1 file, nothing to change\n"
    assert sorted(p.name for p in Path().iterdir()) == ["small.qed", "wide.qed"]


def test_fmt_goes_on_after_a_bad_file(qedeck: Run) -> None:
    Path("wide.qed").write_text("game   x\n", "utf-8")
    said = qedeck("fmt", "missing.qed", "wide.qed", "--format", "json")
    assert said.code == 2 and json.loads(said.out)["changed"] == ["wide.qed"]
    assert Path("wide.qed").read_text("utf-8") == "game x\n"


# ---- explain -------------------------------------------------------------------------------------------


def test_explain(qedeck: Run) -> None:
    assert qedeck("explain", "q201").out.startswith("Q201: ")
    assert "Q504" in qedeck("explain").out
    assert json.loads(qedeck("explain", "Q504", "--format", "json").out)["code"] == "Q504"
    assert len(json.loads(qedeck("explain", "--format", "json").out)) > 40
    said = qedeck("explain", "Q999")
    assert said.code == 2 and "Q010" in said.err


@pytest.mark.parametrize("verb", ["check", "run", "test", "simulate", "verify"])
@pytest.mark.parametrize(("assumed", "said"), [("9", "points of c < 5"), ("10", "points is undefined")])
def test_assumed_values_that_the_rulebook_forbids(
    qedeck: Callable[..., Any], verb: str, assumed: str, said: str
) -> None:
    game = Path("small.qed").read_text("utf-8")
    game = game.replace("assumed 1", f"assumed {assumed}\n  such that points of c < 5")
    Path("small.qed").write_text(game, "utf-8")
    found = qedeck(verb, "small.qed")
    assert found.code == 2
    assert f"Q421: the assumed values break a limit at 2 players: {said}" in found.out + found.err
