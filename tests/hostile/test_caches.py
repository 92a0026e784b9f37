"""What is kept may be missing, broken, in the way or written by somebody else: that costs a line at most."""

from __future__ import annotations

import json
import os
import pickle
from pathlib import Path
from typing import Any

import pytest

from qedeck.spec import grammar
from qedeck.spec.store import Store

from .conftest import HEAD, MAIN, Run

FILES = ("grammar.json", "verdicts.sqlite", "simulations.sqlite")


@pytest.fixture
def cache(folder: Path) -> Path:
    low = "\nremember\n  x: 0 to 2\n\nproperty low\n  always x is 0\n"
    (folder / "g.qed").write_text(HEAD + low + MAIN, "utf-8")
    return Path(os.environ["XDG_CACHE_HOME"]) / "qedeck"


def fresh_parser() -> None:
    grammar.parser.cache_clear()
    grammar.keywords.cache_clear()


def all_verbs(qedeck: Run, line: str) -> None:
    """Each verb does its work; those that keep something say in one line that they can't."""
    fresh_parser()
    for words in (("check",), ("test",), ("run", "--seed", "1")):
        said = qedeck(words[0], "g.qed", *words[1:])
        assert (said.code, said.err) == (0, ""), said
    for words in (("simulate", "-n", "2", "--jobs", "1"), ("verify", "--own", "--jobs", "1"),
                  ("simulate", "-n", "2", "--jobs", "1", "--sweep", "players")):
        said = qedeck(words[0], "g.qed", *words[1:])
        assert said.code == 0 and len(said.err.splitlines()) == bool(line) and line in said.err, said


def test_in_the_way(cache: Path, qedeck: Run) -> None:
    cache.parent.mkdir(parents=True, exist_ok=True)
    cache.write_text("a file where the folder should be", "utf-8")
    all_verbs(qedeck, "are not kept")


def test_folders_where_files_should_be(cache: Path, qedeck: Run) -> None:
    for name in FILES:
        (cache / name).mkdir(parents=True)
    all_verbs(qedeck, "unable to open database file")


def test_nonsense(cache: Path, qedeck: Run) -> None:
    cache.mkdir(parents=True)
    for name in FILES:
        (cache / name).write_bytes(b"\x00\x1b[31mno such thing" * 99)
    all_verbs(qedeck, "file is not a database")


@pytest.mark.parametrize("place", ["/dev/null", "/proc/none", "a\0b"])
def test_impossible_places(qedeck: Run, cache: Path, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    if "\0" in place:
        store = Store(Path(place) / "x.sqlite", "create table t (x)")
        assert store.trouble
        with store.opened() as rows:
            assert rows.execute("select * from t") == []
        return
    monkeypatch.setenv("XDG_CACHE_HOME", place)
    all_verbs(qedeck, "are not kept")


def test_a_folder_that_may_not_be_written(qedeck: Run, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def deny(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    # Root may write everywhere, so the refusal is staged.
    monkeypatch.setattr(Path, "mkdir", deny)
    all_verbs(qedeck, "Permission denied")


# ---- the table of the grammar ---------------------------------------------------------------------


class Hostile:
    """A pickle that does something when it is read."""

    def __reduce__(self) -> Any:
        return os.mkdir, ("pwned",)


def test_a_pickle_is_not_read(qedeck: Run, cache: Path, folder: Path) -> None:
    cache.mkdir(parents=True)
    for name in ("grammar.json", "grammar.table"):
        (cache / name).write_bytes(pickle.dumps(Hostile()))
    all_verbs(qedeck, "")
    assert not (folder / "pwned").exists()
    json.loads((cache / "grammar.json").read_bytes())


def test_the_table_is_kept_and_means_the_same(qedeck: Run, cache: Path) -> None:
    fresh_parser()
    made, words = grammar.parser(), grammar.keywords()
    assert (cache / "grammar.json").exists() and not list(cache.glob("*.part"))
    fresh_parser()
    kept = grammar.parser()
    assert kept is not made and kept.source_path == "<deserialized>"
    assert grammar.keywords() == words
    clause = "phase main\n  player 1 chooses a number n from 1 to 2\n"
    assert kept.parse(clause) == made.parse(clause)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"key": 1}', "nul", "[" * 100_000])
def test_a_broken_table_is_made_anew(qedeck: Run, cache: Path, text: str) -> None:
    cache.mkdir(parents=True)
    (cache / "grammar.json").write_text(text, "utf-8")
    all_verbs(qedeck, "")


def test_a_table_with_the_right_key_and_nothing_in_it(qedeck: Run, cache: Path) -> None:
    fresh_parser()
    grammar.parser()
    table = json.loads((cache / "grammar.json").read_bytes())
    table["data"]["parser"] = {}
    (cache / "grammar.json").write_text(json.dumps(table), "utf-8")
    all_verbs(qedeck, "")
