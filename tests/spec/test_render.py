"""Messages as people and programs see them. The golden files are meant to be read."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from qedeck.spec.diagnostic import ERROR, WARNING, Diagnostic, Note
from qedeck.spec.game import load_text
from qedeck.spec.reader import read
from qedeck.spec.render import WIDEST, count_line, render, render_all, to_json
from qedeck.spec.source import NOWHERE, Source, Span

SYNTAX = sorted((Path(__file__).parent / "golden" / "syntax").glob("*.qed"))
CHECKED = sorted((Path(__file__).parent / "golden" / "checked").glob("*.qed"))
VILLAGE = """game 人狼村
  players 8 to 18

zones
  手札 of each player: pile of カード, seen by owner
\tdeck: pile of card,\tface down
  捨て札: pile of カード, face up
"""


def at(text: str, word: str, name: str = "village.qed") -> Span:
    start = text.index(word)
    return Span(name, start, start + len(word))


@pytest.mark.parametrize("path", CHECKED, ids=lambda path: path.stem)
def test_messages_of_the_checker(path: Path, golden: Callable[[str, str], None]) -> None:
    game = load_text(path.read_text("utf-8"), path.name)
    golden(f"checked/{path.stem}.txt", render_all([d for d in game.diagnostics if d.severity == ERROR], game.sources))


@pytest.mark.parametrize("path", SYNTAX, ids=lambda path: path.stem)
def test_syntax_messages(path: Path, golden: Callable[[str, str], None]) -> None:
    source = Source(path.name, path.read_text("utf-8"))
    _, found = read(source)
    golden(f"syntax/{path.stem}.txt", render_all(found, {source.name: source}))


CASES: dict[str, list[Diagnostic]] = {
    "double_width": [Diagnostic("Q201", "nothing is called カード", at(VILLAGE, "カード"), "did you mean card?")],
    "after_tabs": [Diagnostic("Q101", "face is not expected here", at(VILLAGE, "face down"))],
    "two_places": [
        Diagnostic("Q202", "捨て札 is declared twice", at(VILLAGE, "捨て札"), "give one of them another name",
                   (Note("the first one is here", at(VILLAGE, "手札")), Note("so says the game", NOWHERE))),
    ],
    "many_lines": [Diagnostic("Q401", "these zones hold nothing", Span("village.qed", 28, len(VILLAGE)))],
    "at_the_end": [Diagnostic("Q101", "the clause ends too early", Span("village.qed", 9999, 10000))],
    "sorted_and_counted": [
        Diagnostic("Q301", "later in the file", at(VILLAGE, "捨て札")),
        Diagnostic("Q410", "no Japanese name for owner", at(VILLAGE, "owner"), severity=WARNING),
        Diagnostic("Q101", "earlier in the file", at(VILLAGE, "8 to 18"), "first hint\nand its second line"),
        Diagnostic("Q001", "there is no file another.qed", Span("another.qed", 0, 0)),
    ],
    "hostile": [
        Diagnostic("Q101", "\x1b[2J\u202e is not expected here", at("x\x1b]0;hi\x07\u202ey", "y", "x.qed")),
        Diagnostic("Q101", "in a very long line", Span("long.qed", 5000, 5004)),
    ],
}
SOURCES = {
    "village.qed": Source("village.qed", VILLAGE),
    "x.qed": Source("x.qed", "x\x1b]0;hi\x07\u202ey"),
    "long.qed": Source("long.qed", "word " * 2000),
}


@pytest.mark.parametrize("name", CASES)
def test_rendering(name: str, golden: Callable[[str, str], None]) -> None:
    golden(f"render/{name}.txt", render_all(CASES[name], SOURCES))


def test_colour_changes_nothing_but_colour() -> None:
    for found in CASES.values():
        plain, coloured = render_all(found, SOURCES), render_all(found, SOURCES, colour=True)
        assert "\x1b[" in coloured and "\x1b" not in plain
        assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain


def test_nothing_found_is_nothing_said() -> None:
    assert render_all([], {}) == ""
    assert count_line([]) == "no errors"


def test_json_columns_count_characters_and_editor_units() -> None:
    text = "-- 👪 party\nzones 👪x"
    found = Diagnostic("Q101", "odd", at(text, "x", "e.qed"), notes=(Note("no file", NOWHERE),))
    shown = to_json(found, {"e.qed": Source("e.qed", text)})
    assert shown["start"] == {"line": 2, "column": 8, "utf16": 9}
    assert shown["end"] == {"line": 2, "column": 9, "utf16": 10}
    assert shown["notes"] == [{"text": "no file", "file": "", "start": None, "end": None}]
    assert json.loads(json.dumps(shown)) == shown


@given(st.text(), st.integers(-5, 60), st.integers(-5, 60))
def test_any_place_in_any_text_can_be_shown(text: str, start: int, end: int) -> None:
    found = Diagnostic("Q101", text, Span("t.qed", start, end), text)
    sources = {"t.qed": Source("t.qed", text)}
    to_json(found, sources)
    rows = render(found, sources).split("\n")
    assert rows[0].startswith("error Q101: ")
    assert not any(ch in "".join(rows) for ch in "\x1b\r\x07\u202e\u2028")


@given(st.text(st.sampled_from("aあ\t、ｱ́ [\u3000"), max_size=400), st.data())
def test_the_mark_stands_under_the_character(line: str, data: st.DataObject) -> None:
    text = line + "Z" + data.draw(st.sampled_from(["", "あ", " tail" * 80]))
    rows = render(Diagnostic("Q101", "here", at(text, "Z", "t.qed")), {"t.qed": Source("t.qed", text)}).split("\n")
    shown, mark = rows[3], rows[4]
    assert cell_len(mark.rstrip("^")) == cell_len(shown[: shown.index("Z")])
    assert cell_len(shown) <= WIDEST + 8
