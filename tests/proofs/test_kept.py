"""Answers kept between runs: given back as they were, never when they should be asked again, never a traceback."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from qedeck.proofs import kept as module
from qedeck.proofs.kept import Allowed, Kept
from qedeck.proofs.verdict import Grade, Verdict

PROVED = Verdict(
    "one-winner", "any_position", 3, Grade.PROVED_SIZES, "lemma", 1.25, "", ("trick: 狼 1",), ("every icons",),
    ("z3", "cvc5"), trace={"steps": [{"by": "player 1"}]}, smt="(check-sat)\n",
)  # fmt: skip
UNSURE = replace(PROVED, grade=Grade.UNKNOWN, detail="the time was up")
TEN = Allowed(10.0, 4000, True)


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    return Kept(tmp_path / "deep" / "verdicts.sqlite")


def test_what_was_decided_comes_back_as_it_was(kept: Kept) -> None:
    kept.put("a", TEN, PROVED)
    found = Kept(kept.path).get("a", TEN)
    assert found == PROVED
    assert found is not None and found.kept and found.trace == PROVED.trace and found.smt == PROVED.smt
    assert kept.get("b", TEN) is None
    assert not kept.trouble


def test_what_is_decided_needs_no_more_time_but_what_is_not_does(kept: Kept) -> None:
    kept.put("sure", TEN, PROVED)
    kept.put("unsure", TEN, UNSURE)
    assert kept.get("sure", Allowed(1000.0, 9000, True)) is not None
    assert kept.get("unsure", Allowed(10.0, 4000, True)) is not None
    assert kept.get("unsure", Allowed(11.0, 4000, True)) is None
    assert kept.get("unsure", Allowed(10.0, 4001, True)) is None


def test_a_second_opinion_is_asked_for_if_nobody_did(kept: Kept) -> None:
    kept.put("a", Allowed(10.0, 4000, False), PROVED)
    assert kept.get("a", TEN) is None
    assert kept.get("a", Allowed(10.0, 4000, False)) is not None


def test_a_fault_of_ours_is_not_kept_and_doubt_does_not_replace_proof(kept: Kept) -> None:
    kept.put("a", TEN, replace(PROVED, grade=Grade.FAULT))
    assert kept.get("a", TEN) is None
    kept.put("a", TEN, PROVED)
    kept.put("a", TEN, UNSURE)
    assert kept.get("a", TEN) == PROVED


def test_another_version_does_not_trust_it(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    kept.put("a", TEN, PROVED)
    monkeypatch.setattr(module, "stamp", lambda: "another version")
    assert kept.get("a", TEN) is None


def test_the_stamp_is_that_of_the_code_and_of_the_solvers(monkeypatch: pytest.MonkeyPatch) -> None:
    first = module.stamp()
    module.stamp.cache_clear()
    assert module.stamp() == first
    module.stamp.cache_clear()
    monkeypatch.setattr(module, "version", lambda name: "0.0.1")
    assert module.stamp() != first
    module.stamp.cache_clear()


def test_a_file_that_is_no_cache_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "verdicts.sqlite"
    path.write_bytes(b"this is not a database" * 100)
    kept = Kept(path)
    assert "not a database" in kept.trouble
    kept.put("a", TEN, PROVED)
    assert kept.get("a", TEN) is None and kept.timings("game") == {}
    assert path.read_bytes().startswith(b"this is not")


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    kept = Kept(tmp_path / "file" / "verdicts.sqlite")
    assert kept.trouble
    assert kept.get("a", TEN) is None


def test_an_entry_that_makes_no_sense_is_as_none(kept: Kept) -> None:
    kept.put("a", TEN, PROVED)
    for nonsense in (b"", b"\x78\x9cnothing", "text", zlib.compress(b"[1, 2]"), zlib.compress(b"{}")):
        with sqlite3.connect(kept.path) as table:
            table.execute("update verdicts set verdict = ?", (nonsense,))
        assert kept.get("a", TEN) is None
        assert not kept.trouble


def test_how_long_it_took_is_remembered(kept: Kept) -> None:
    kept.took("small.qed", "one-winner", 0, 3, 1.5)
    kept.took("small.qed", "one-winner", 0, 3, 2.5)
    kept.took("other.qed", "one-winner", 0, 3, 9.0)
    assert kept.timings("small.qed") == {("one-winner", 0, 3): 2.5}


WRITER = """
import sys
from pathlib import Path
from qedeck.proofs.kept import Allowed, Kept
from qedeck.proofs.verdict import Grade, Verdict
kept = Kept(Path(sys.argv[1]))
for number in range(int(sys.argv[3])):
    verdict = Verdict("p", "always", 3, Grade.PROVED_SIZES, "lemma", smt="x" * 20000)
    kept.put(f"{sys.argv[2]} {number}", Allowed(1.0, 1, True), verdict)
    print(number, kept.trouble, flush=True)
"""


def _writer(path: Path, name: str, count: int) -> subprocess.Popen[str]:
    words = [sys.executable, "-c", WRITER, str(path), name, str(count)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": _roots()})


def _roots() -> str:
    return os.pathsep.join(path for path in sys.path if path)


def test_killed_in_the_middle_nothing_else_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "verdicts.sqlite"
    with _writer(path, "w", 100_000) as writing:
        assert writing.stdout is not None
        told = [writing.stdout.readline() for _ in range(15)]
        writing.send_signal(signal.SIGKILL)
        told += writing.stdout.readlines()
    done = [line.split()[0] for line in told if line.endswith("\n")]
    kept = Kept(path)
    assert all(kept.get(f"w {number}", Allowed(1.0, 1, True)) is not None for number in done)
    with sqlite3.connect(path) as table:
        assert table.execute("pragma integrity_check").fetchall() == [("ok",)]


def test_two_runs_share_the_file(tmp_path: Path) -> None:
    path = tmp_path / "verdicts.sqlite"
    with _writer(path, "one", 20) as one, _writer(path, "two", 20) as two:
        out = [run.communicate(timeout=60)[0] for run in (one, two)]
    assert all(line.strip().isdigit() for text in out for line in text.splitlines())
    kept = Kept(path)
    assert all(kept.get(f"{name} {k}", Allowed(1.0, 1, True)) for name in ("one", "two") for k in range(20))
