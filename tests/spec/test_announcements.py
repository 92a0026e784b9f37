"""What is announced has its words in the text files, in both languages, and nothing else has."""

from __future__ import annotations

from pathlib import Path

from qedeck.spec.game import load

DAWN = """game dawn
  players 2
  starts with main

phase main
  player 1 chooses one
    wait
      announce day-breaks
"""


def test_an_announcement_without_words_and_words_without_an_announcement(tmp_path: Path) -> None:
    path = tmp_path / "dawn.qed"
    path.write_text(DAWN, "utf-8")
    (tmp_path / "dawn.en.toml").write_text('[announcements]\nday-breaks = "The sun rises."\n', "utf-8")
    (tmp_path / "dawn.ja.toml").write_text('[announcements]\nday-break = "夜が明けました。"\n', "utf-8")
    told = [(d.code, d.title) for d in load(path).diagnostics if "announcement" in d.title]
    assert sorted(told) == [
        ("Q414", "the announcement day-breaks has no ja text"),
        ("Q415", "this text belongs to no announcement: day-break"),
    ]
