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


def test_how_long_people_talk(tmp_path: Path) -> None:
    """In minutes, once for both languages; after an announcement that there is."""
    path = tmp_path / "dawn.qed"
    path.write_text(DAWN, "utf-8")
    english = '[announcements]\nday-breaks = "The sun rises."\n[timers]\n'
    (tmp_path / "dawn.ja.toml").write_text('[announcements]\nday-breaks = "夜が明けました。"\n', "utf-8")
    for minutes, good in (("5", True), ("120", True), ("0", False), ("5000", False), ("five", False), ("-1", False)):
        (tmp_path / "dawn.en.toml").write_text(f'{english}day-breaks = "{minutes}"\n', "utf-8")
        game = load(path)
        told = [(d.code, d.title) for d in game.diagnostics if "timers" in d.title]
        assert told == ([] if good else [("Q413", f"day-breaks in [timers] is not a number of minutes: {minutes}")])
        assert [game.texts.minutes(one, "day-breaks") for one in ("en", "ja")] == [int(minutes) if good else 0] * 2
    (tmp_path / "dawn.en.toml").write_text(f'{english}night = "5"\n', "utf-8")
    told = [(d.code, d.title) for d in load(path).diagnostics]
    assert ("Q415", "this text belongs to no announcement: night") in told
