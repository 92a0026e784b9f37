"""`qedeck verify`: grades, exit codes, and the questions written out for others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from qedeck.commands.main import main

GAME = """\
game tiny
  players 2
  starts with main

cards
  red, rank 1 to 3

zones
  deck: pile of card, face down, full at start

phase main
  chance chooses a player p

property true-one
  any position has size of deck <= 3

property false-one
  any position has size of deck < 3
"""


@pytest.fixture
def tiny(tmp_path: Path) -> str:
    path = tmp_path / "tiny.qed"
    path.write_text(GAME, "utf-8")
    return str(path)


def test_a_proof_and_a_refutation(tiny: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", tiny, "--own", "--jobs", "1", "-k", "true"]) == 0
    assert "proved for these sizes      true-one, 2 players" in capsys.readouterr().out
    assert main(["verify", tiny, "--own", "--jobs", "1", "-k", "false"]) == 1
    out = capsys.readouterr().out
    assert "refuted" in out and "deck: red 1, red 2, red 3" in out


def test_json_and_certificates(tiny: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "proofs"
    main(["verify", tiny, "--own", "--jobs", "1", "--format", "json", "--certificate", str(folder)])
    told = json.loads(capsys.readouterr().out)
    assert {v["property"]: v["good"] for v in told["verdicts"]} == {"true-one": True, "false-one": False}
    assert sorted(p.suffix for p in folder.iterdir()) == [".smt2", ".smt2"]
    assert "check-sat" in (folder / "true-one-any_position-2.smt2").read_text("utf-8")


def test_a_known_failure_is_expected(tiny: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(tiny)
    path.write_text(GAME.replace("property false-one\n", "property false-one\n  expected refuted\n"), "utf-8")
    assert main(["verify", tiny, "--own", "--jobs", "1"]) == 0
    assert "as expected" in capsys.readouterr().out
    path.write_text(GAME.replace("property true-one\n", "property true-one\n  expected refuted\n"), "utf-8")
    assert main(["verify", tiny, "--own", "--jobs", "1", "-k", "true"]) == 1
    assert "expects it to be refuted" in capsys.readouterr().out


def test_wrong_questions(tiny: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", tiny, "-k", "nothing-like-this"]) == 2
    assert main(["verify", tiny, "--players", "9"]) == 2
    assert "2 to 2 players" in capsys.readouterr().err
