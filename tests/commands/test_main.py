"""The front door: help, misspelt commands, our own faults, closed pipes, and how fast it opens."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from qedeck.commands import check
from qedeck.commands.main import VERBS, main

ROOT = Path(__file__).resolve().parents[2]
Run = Callable[..., Any]


def environment() -> dict[str, str]:
    roots = os.pathsep.join(str(ROOT / part) for part in ("spec", "interpreter", "proofs"))
    return {**os.environ, "PYTHONPATH": roots, "PYTHONIOENCODING": "utf-8"}


def test_help_lists_every_command(qedeck: Run) -> None:
    said = qedeck("--help")
    assert said.code == 0 and all(verb in said.out for verb in VERBS)
    assert qedeck().code == 2


@pytest.mark.parametrize("verb", VERBS)
def test_every_command_has_help_with_an_example(qedeck: Run, verb: str) -> None:
    said = qedeck(verb, "--help")
    assert said.code == 0 and "for instance:" in said.out and f"qedeck {verb}" in said.out
    assert qedeck("help", verb).out == said.out


def test_a_misspelt_command(qedeck: Run) -> None:
    said = qedeck("chekc", "small.qed")
    assert said.code == 2 and "did you mean check?" in said.err
    assert qedeck("frobnicate").code == 2


def test_wrong_usage_is_2(qedeck: Run) -> None:
    assert qedeck("check").code == 2
    assert qedeck("run", "small.qed", "--players", "many").code == 2
    assert qedeck("run", "small.qed", "--colour").code == 2
    assert qedeck("version").code == 0


def test_our_own_fault_is_4(qedeck: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(argv: object) -> int:
        raise ZeroDivisionError("dealt by nought")

    monkeypatch.setattr(check, "command", fail)
    said = qedeck("check", "small.qed")
    assert said.code == 4 and "sorry" in said.err and "dealt by nought" in said.err and "report" in said.err
    monkeypatch.setenv("QEDECK_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        main(["check", "small.qed"])


def test_interrupted_is_130(qedeck: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(argv: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(check, "command", stop)
    said = qedeck("check", "small.qed")
    assert said.code == 130 and not said.out + said.err


def test_a_closed_pipe_is_no_accident(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "qedeck.commands", "explain"]
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as closed:
        done = subprocess.run(command, stdout=closed, stderr=subprocess.PIPE, env=environment(), check=False,
                              timeout=60)
    assert done.returncode == 141 and done.stderr == b""


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    code = ("import sys; from qedeck.commands.main import main; main(['--help']); "
            "print(sorted(m for m in sys.modules if m.split('.')[0] in ('lark', 'rich', 'z3', 'argparse') "
            "or m.startswith('qedeck.')), file=sys.stderr)")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment(), check=True, timeout=60)
    assert done.stderr.decode().strip() == str([
        "qedeck.commands", "qedeck.commands.exits", "qedeck.commands.main", "qedeck.commands.outlet", "qedeck.spec",
        "qedeck.spec.escapes",
    ])


def test_a_terminal_without_kanji(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "qedeck.commands", "run", "werewolves_and_robbers", "--seed", "1", "--log", "ja"]
    env = environment() | {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, capture_output=True, env=env, check=False, timeout=120)
    assert done.returncode == 0 and b"?" in done.stdout and done.stderr == b""


VARIANT = "variant smaller of small\n\nproperty points-count\n  never score of player 1 is more than 30\n"


@pytest.mark.parametrize(
    "words",
    ["check", "test", "run --seed 1", "run --games 2 --seed 1", "simulate --games 2 --seed 1", "verify --own --once",
     "verify --own --once --sweep players=2"],
)  # fmt: skip
def test_every_verb_says_of_which_variant_it_speaks(qedeck: Run, words: str) -> None:
    Path("smaller.qed").write_text(VARIANT, "utf-8")
    verb, *more = words.split()
    found = json.loads(qedeck(verb, "smaller.qed", *more, "--format", "json").out)
    one = found["games"][0] if verb == "check" else found
    assert (one["game"], one["variant"]) == ("small", "smaller")
