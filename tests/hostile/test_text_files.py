"""TOML beside a spec: nested, of the wrong kind, huge. There is a message, and never our own fault."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import HEAD, MAIN, Run

DEEP = 100_000
WRONG = {
    "arrays": "x = " + "[" * DEEP + "]" * DEEP,
    "open_arrays": "x = " + "[" * DEEP,
    "inline_tables": "x = " + "{a = " * DEEP + "1" + "}" * DEEP,
    "dotted_header": "[" + ".".join(["a"] * DEEP) + "]",
    "dotted_key": ".".join(["a"] * DEEP) + " = 1",
    "quoted_dots": '["' + '"."'.join(["a"] * DEEP) + '"]',
    "number": "[names]\nace = 7",
    "list": '[names]\nace = ["a"]',
    "date": "[clauses]\nmain = 1979-05-27",
    "section_is_text": 'names = "x"',
    "section_is_list": "[[names]]\nace = 1",
    "unknown_section": "[nmaes]\nace = 1",
    "dot_without_quotes": '[choices]\nmain.keep = "x"',
    "reading_is_text": '[readings]\nties = "x"\n[readings.more]\na = 1',
    "list_is_text": '[table]\nlists = "x"',
    "table_of_tables": "[table.lists.x.y]\nz = 1",
    "huge_number": "[names]\nx = " + "9" * 5000,
    "not_toml": "\x00",
    "twice": '[names]\na = "1"\na = "2"',
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_files(name: str, qedeck: Run, folder: Path, golden: Callable[[str, str], None]) -> None:
    (folder / "g.qed").write_text(HEAD + MAIN, "utf-8")
    (folder / "g.en.toml").write_text(WRONG[name] + "\n", "utf-8")
    before = time.process_time()
    said = qedeck("check", "g.qed")
    assert time.process_time() - before < 5
    assert said.code == 2
    golden(f"texts_{name}.txt", said.out)


def test_the_table_at_a_glance_lists_no_list(qedeck: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import io
    import sys

    spot = "\nspot is one of near, far\n\nremember\n  owner of each spot: player\n  home of each player: spot\n"
    (folder / "g.qed").write_text(HEAD + spot + MAIN, "utf-8")
    (folder / "g.en.toml").write_text(
        '[table]\nplayer = "{player}: {owner}"\n[table.lists.owner]\neach = "{home}"\nonly = "nothing"\n'
        '[table.lists.home]\neach = "{owner}"\n', "utf-8")
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n"))
    assert "Player 1: {home}, {home}" in qedeck("play", "g.qed", "--seed", "1").out
