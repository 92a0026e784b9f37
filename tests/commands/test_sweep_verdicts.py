"""`verify --sweep`: each combination is decided for itself, whoever does it, and what differs is told."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
CLAIMS = """
property some-score
  never score of player 1 is at least 2

property both-ways
  reachable ties is lost
"""


@pytest.fixture
def claims(qedeck: Run) -> Run:
    text = Path("small.qed").read_text("utf-8")
    Path("small.qed").write_text(text + CLAIMS, "utf-8")
    return qedeck


def grades(said: Any) -> list[tuple[dict[str, str], dict[str, str]]]:
    found = json.loads(said.out)["sweep"]
    return [(row["combination"], {v["property"]: v["grade"] for v in row["verdicts"]}) for row in found]


WORDS = ("verify", "small.qed", "--own", "--once", "--seconds", "10", "--sweep", "players=2", "--sweep", "reading:ties",
         "--sweep", "parameter:points of ace=1..2", "--sweep", "parameter:points of king=1")


SLOW = pytest.param("own_executor:one_process", marks=pytest.mark.slow)


@pytest.mark.parametrize("executor", ["processes", SLOW])
def test_each_combination(claims: Run, executor: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "simulation"))
    said = claims(*WORDS, "--format", "json", "--executor", executor)
    assert said.code == 1
    found = grades(said)
    assert len(found) == 4
    for values, verdicts in found:
        assert (verdicts["some-score"] == "refuted") == (values["points of ace"] == "2"), (values, verdicts)
        assert (verdicts["both-ways"] == "shown by a play") == (values["ties"] == "lost"), (values, verdicts)


def test_the_table(claims: Run) -> None:
    said = claims(*WORDS, "-k", "some-score")
    lines = said.out.splitlines()
    assert lines[-3] == "What comes out differently (the other 0 do not):"
    assert lines[-1].split("  ")[1].startswith("some-score (never)") and said.out.count("refuted") == 4
    same = claims("verify", "small.qed", "--own", "--once", "--seconds", "10", "--sweep", "reading:ties", "--players",
                  "2", "-k", "some-score")
    assert same.out.endswith("Everything comes out the same in every combination.\n")


def test_wrong(claims: Run) -> None:
    for words, told in ((("--sweep", "reading:tie"), "did you mean ties"), (("--executor", "magic"), "no executor"),
                        (("--format", "junit"), "text or json"), (("--executor", "threads"), "not made for threads"),
                        (("--sweep", "parameter:points of ace=11"), "none of these combinations is possible"),
                        (("--sweep", "players=7"), "not 7")):
        said = claims("verify", "small.qed", "--sweep", "reading:ties", *words)
        assert said.code == 2 and told in said.err
