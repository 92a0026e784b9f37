"""`qedeck verify`: grades, exit codes, answers that are kept, and formats for programs."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import xml.etree.ElementTree as xml
from pathlib import Path

import pytest

from qedeck.commands.main import main
from qedeck.commands.progress import Progress
from qedeck.commands.verdicts import as_junit, as_sarif
from qedeck.proofs.answers import Question
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec.game import load

from .conftest import hears_ctrl_c

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

property false-one "<this> & 「that」"
  any position has size of deck < 3
"""


@pytest.fixture
def tiny(tmp_path: Path) -> str:
    path = tmp_path / "tiny.qed"
    path.write_text(GAME, "utf-8")
    return str(path)


def test_a_proof_and_a_refutation(tiny: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", tiny, "--own", "--jobs", "1", "-k", "true"]) == 0
    assert "proved  true-one  2 players  any position has size of deck <= 3" in capsys.readouterr().out
    assert main(["verify", tiny, "--own", "--jobs", "1", "-k", "false"]) == 1
    out = capsys.readouterr().out
    assert "refuted" in out and "deck: red 1, red 2, red 3" in out


def test_properties_are_found_by_what_they_cite(tiny: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(tiny)
    path.write_text(GAME.replace("property true-one\n", "property true-one [TT-P-07]\n"), "utf-8")
    assert main(["verify", tiny, "--own", "--jobs", "1", "-k", "tt-p-07"]) == 0
    out = capsys.readouterr().out
    assert "true-one" in out and "false-one" not in out


def test_a_known_failure_is_expected(tiny: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(tiny)
    false = "  any position has size of deck < 3"
    path.write_text(GAME.replace(false, f"  expected refuted\n{false}"), "utf-8")
    assert main(["verify", tiny, "--own", "--jobs", "1"]) == 0
    assert "as expected" in capsys.readouterr().out
    path.write_text(GAME.replace("property true-one\n", "property true-one\n  expected refuted\n"), "utf-8")
    assert main(["verify", tiny, "--own", "--jobs", "1", "-k", "true"]) == 1
    assert "expects it to be refuted" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        ["-k", "nothing-like-this"],
        ["--players", "9"],
        ["--seconds", "0"],
        ["--seconds", "nan"],
        ["--seconds", "inf"],
        ["--jobs", "0"],
        ["--memory", "-3"],
        ["--format", "xml"],
    ],
)
def test_wrong_questions(tiny: str, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", tiny, *words]) == 2
    assert capsys.readouterr().err


# ---- kept --------------------------------------------------------------------------------------


def test_answers_are_kept_until_something_changes(tiny: str, capsys: pytest.CaptureFixture[str]) -> None:
    run = ["verify", tiny, "--own", "--jobs", "1", "-v"]
    assert main(run) == 1
    assert "kept:" not in capsys.readouterr().out
    path = Path(tiny)
    path.write_text(f"-- a remark\n\n{GAME}\nexample full\n  then size of deck is 3\n", "utf-8")
    assert main(run) == 1
    again = capsys.readouterr().out
    assert again.count("(kept: ") == 2 and "2 questions in 0 s (2 kept)" in again
    assert "deck: red 1, red 2, red 3" in again
    path.write_text(GAME.replace("deck < 3", "deck < 4"), "utf-8")
    assert main(run) == 0
    assert capsys.readouterr().out.count("(kept: ") == 1
    assert main([*run, "--fresh"]) == 0
    assert "kept:" not in capsys.readouterr().out


def test_a_spoilt_cache_costs_one_line(tiny: str, own_cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own_cache.mkdir(parents=True, exist_ok=True)
    (own_cache / "verdicts.sqlite").write_bytes(b"no database at all " * 50)
    for _ in range(2):
        assert main(["verify", tiny, "--own", "--jobs", "1"]) == 1
        said = capsys.readouterr()
        assert len(said.err.splitlines()) == 1 and "answers are not kept" in said.err
        assert "kept:" not in said.out and "true-one" in said.out


def test_a_cache_folder_that_cannot_be_written(
    tiny: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert main(["verify", tiny, "--own", "--jobs", "1", "-k", "true"]) == 0
    assert len(capsys.readouterr().err.splitlines()) == 1


SLOW = """
remember
  x: 1 to 30000
  y: 1 to 30000
  z: 1 to 30000

property slow
  any position has x * x * x + y * y * y is not z * z * z
"""


def test_stopped_with_what_is_done_and_gone_on_with(tiny: str, own_cache: Path) -> None:
    Path(tiny).write_text(GAME + SLOW, "utf-8")
    paths = os.pathsep.join(path for path in sys.path if path)
    words = [sys.executable, "-m", "qedeck.commands", "verify", tiny, "--own", "--jobs", "1", "-v", "--seconds"]
    around = os.environ | {"PYTHONPATH": paths}

    def start(seconds: str) -> subprocess.Popen[str]:
        more = {"text": True, "env": around, "start_new_session": True, "preexec_fn": hears_ctrl_c}
        return subprocess.Popen([*words, seconds], stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)

    with start("500") as run:
        assert run.stdout is not None
        first = [run.stdout.readline() for _ in range(5)]
        os.killpg(run.pid, signal.SIGINT)
        out, err = run.communicate(timeout=30)
    told = "".join(first) + out
    assert run.returncode == 130, told + err
    assert told.count("-one, 2 players") == 2 and "slow" not in told, told
    assert told.endswith("stopped: 2 of 3 questions answered; run again to go on\n")
    assert not err
    with start("0.5") as run:
        out, err = run.communicate(timeout=60)
    assert run.returncode == 1
    assert "(2 kept)" in out and "slow, 2 players" in out and "stopped:" not in out


# ---- for programs ------------------------------------------------------------------------------


def test_json(tiny: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["verify", tiny, "--own", "--jobs", "1", "--format", "json"])
    told = json.loads(capsys.readouterr().out)
    assert {v["property"]: v["good"] for v in told["verdicts"]} == {"true-one": True, "false-one": False}
    assert not told["stopped"] and not any(v["kept"] for v in told["verdicts"])


def verdicts() -> list[Verdict]:
    def made(name: str, grade: Grade, expected: bool = True) -> Verdict:
        story = ("a \x1b[31mline",)
        return Verdict(name, "any_position", 2, grade, "lemma", 1.0, "a < b & c\x00", story, expected=expected)

    return [
        made("true-one", Grade.PROVED_SIZES),
        made("true-one", Grade.PROVED_SIZES, expected=False),
        made("false-one", Grade.REFUTED, expected=False),
        made("false-one", Grade.REFUTED),
        made("false-one", Grade.UNKNOWN),
        made("false-one", Grade.SAMPLED),
        made("false-one", Grade.FAULT),
    ]


def test_junit(tiny: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", tiny, "--own", "--jobs", "1", "--format", "junit"]) == 1
    suite = xml.fromstring(capsys.readouterr().out)
    assert suite.get("tests") == "2" and suite.get("failures") == "1"
    suite = xml.fromstring(as_junit(load(tiny), verdicts(), tiny))
    hows = [[child.tag for child in case] for case in suite]
    assert hows == [[], ["failure"], ["failure"], [], ["skipped"], ["skipped"], ["error"]]
    assert (suite.get("failures"), suite.get("skipped"), suite.get("errors")) == ("2", "2", "1")
    failure = suite.find("testcase/failure")
    assert failure is not None and "a < b & c" in (failure.text or "")


def test_sarif(tiny: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", tiny, "--own", "--jobs", "1", "--format", "sarif"]) == 1
    log = json.loads(capsys.readouterr().out)
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["true-one", "false-one"]
    (result,) = run["results"]
    assert result["ruleId"] == rules[result["ruleIndex"]]["id"] == "false-one"
    assert result["level"] == "error" and "deck: red 1" in result["message"]["text"]
    (place,) = result["locations"]
    region = place["physicalLocation"]["region"]
    line = GAME.splitlines().index("  any position has size of deck < 3") + 1
    assert region["startLine"] == line and region["startColumn"] == 3
    assert place["physicalLocation"]["artifactLocation"]["uri"].endswith("tiny.qed")


def test_sarif_of_what_is_written_nowhere(tiny: str) -> None:
    unsure = Verdict("nobody is stuck", "never_stuck", 2, Grade.UNKNOWN, "none")
    (run,) = as_sarif(load(tiny), [unsure], tiny)["runs"]
    (result,) = run["results"]
    assert result["level"] == "warning"
    assert result["locations"][0]["physicalLocation"]["region"]["startLine"] == 1


# ---- progress ----------------------------------------------------------------------------------


def test_how_long_it_will_take() -> None:
    one, two, three = (Question("g", name, 0, 2, 20.0, True) for name in ("one", "two", "three"))
    progress = Progress(3, 1)
    progress.expect([one, two, three], {one: 4.0})
    assert progress.about(one) == 4.0 and progress.about(two) == 20.0
    progress.begun(one)
    since = progress.running[one]
    assert progress.left(since + 1) == 3.0 + 20.0 + 20.0
    progress.answered(one, 6.0)
    assert progress.about(two) == 6.0
    progress.begun(two)
    told = progress.line(progress.running[two] + 2)
    assert told == "1 of 3, about 10 s to go | two, 2 players: 2 of about 6 s"


def test_a_long_run_in_a_log_says_so_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    log, clock = io.StringIO(), [1000.0]
    monkeypatch.setattr("qedeck.commands.progress.time.monotonic", lambda: clock[0])
    one = Question("g", "one", 0, 2, 20.0, True)
    progress = Progress(1, 1, log)
    progress.expect([one], {})
    progress.begun(one)
    for _ in range(130):
        clock[0] += 1.0
        progress.show()
    assert log.getvalue().count("0 of 1, about") == 2
