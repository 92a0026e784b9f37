"""Control characters, directions and zero-width signs, wherever a file can hold them: shown escaped, everywhere."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qedeck.commands.outlet import Outlet
from qedeck.spec.escapes import escaped

from .conftest import Run, no_raw

SIGNS = "\x1b[2J\x07\r\x08\u202e\u2066\u200b\u200d\u2060\ufeff\u00ad\u2028\x9b\x7f\U000e0041\u3164"
"""Clears a terminal, rings, goes back, turns the line round, and several ways to be nothing."""
GAME = f"""\
game g
  players 2
  starts with main

cards
  ace, 2 copies
  king

parameter worth: 0 to 3
  assumed 1
reading ties: shared, lost

zones
  deck: pile of card, face down, full at start
  hand of each player: pile of card, seen by owner

remember
  score: 0 to 9

phase main
  deal 1 from deck to hand of each player
  player 1 chooses one
    keep
    add-one
      add worth to score
  judge over

ending over
  when yes
  won by player p where p is player 1

example good "a title {SIGNS} with signs"
  then score is 0

example bad "another {SIGNS} one"
  then score is 1 -- {SIGNS}

property low "a property {SIGNS} too"
  always score is at most 0
"""
TEXTS = """\
[title]
name = "{signs}"
[names]
ace = "as{signs}"
player = "p{signs}"
deck = "d{signs}"
score = "s{signs}"
"{signs}" = "x"
[clauses]
main = "m{signs}"
[choices]
keep = "{{player}} keeps{signs}"
[log]
main = "{{player}} gets{signs} {{cards}}"
[changes]
score = "now{signs} {{value}}"
[table]
player = "{{player}} {signs} {{score}}"
""".format(signs="".join(f"\\U{ord(sign):08x}" for sign in SIGNS))


@pytest.fixture
def game(folder: Path) -> str:
    name = f"g{SIGNS.replace(chr(0), '')}"
    (folder / f"{name}.qed").write_text(GAME, "utf-8", newline="")
    for language in ("en", "ja"):
        (folder / f"{name}.{language}.toml").write_text(TEXTS, "utf-8", newline="")
    return f"{name}.qed"


def test_it_is_a_game(game: str, qedeck: Run) -> None:
    assert "fine for 2 players" in qedeck("check", game).out


def test_the_signs_are_unseen_ones() -> None:
    assert all(len(escaped(sign)) > 1 for sign in SIGNS if sign not in "[2J")


@pytest.mark.parametrize("words", [
    ("check",), ("check", "--format", "json"), ("check", "-q"), ("test",), ("test", "--format", "json"),
    ("run", "--seed", "1"), ("run", "--seed", "1", "--log", "ja"), ("run", "--seed", "1", "--format", "json"),
    ("run", "--games", "3"), ("run", "--set", f"worth={SIGNS}"), ("run", "--set", f"{SIGNS}=1"),
    ("run", "--set", SIGNS), ("run", "--script", SIGNS), ("run", "--save", f"no/{SIGNS}"), ("run", "--replay", SIGNS),
    ("test", "-k", SIGNS), ("run", "--player", f"1={SIGNS}"), ("run", "--player", SIGNS), (SIGNS,),
    ("explain", SIGNS), ("fmt", "--check"), ("simulate", "-n", "3", "--jobs", "1"),
    ("simulate", "-n", "3", "--jobs", "1", "--format", "json"),
    ("simulate", "--executor", SIGNS), ("simulate", "--sweep", SIGNS), ("simulate", "--exact", "--lang", "ja"),
    ("verify", "-k", SIGNS), ("play", "--seat", SIGNS), ("check", SIGNS), ("check", "--" + SIGNS),
])  # fmt: skip
def test_every_verb_escapes(game: str, qedeck: Run, words: tuple[str, ...]) -> None:
    said = qedeck(words[0], game, *words[1:])
    assert said.out or said.err


def test_json_says_what_was_there(game: str, qedeck: Run) -> None:
    told = json.loads(qedeck("test", game, "--format", "json").out)
    assert told["examples"][0]["title"] == f"a title {SIGNS} with signs"


@pytest.mark.parametrize("format_", ["text", "json", "junit", "sarif"])
def test_verdicts(game: str, qedeck: Run, folder: Path, format_: str) -> None:
    said = qedeck("verify", game, "--own", "--jobs", "1", "--format", format_, "--report", "report.md",
                  "--certificate", "certificate")
    assert said.code == 1
    match format_:
        case "junit":
            ElementTree.fromstring(said.out)
        case "json" | "sarif":
            json.loads(said.out)
    written = [folder / "report.md", *(folder / "certificate").iterdir()]
    assert len(written) > 2
    for path in written:
        no_raw(path.read_bytes().decode("utf-8"))


def test_junit_of_examples(game: str, qedeck: Run) -> None:
    ElementTree.fromstring(qedeck("test", game, "--format", "junit").out)


def test_at_the_table(game: str, qedeck: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"t\n{SIGNS}\n1\n"))
    for language in ("en", "ja"):
        assert "\\u202e" in qedeck("play", game, "--seed", "1", "--lang", language).out


def test_a_game_written_down_and_played_again(game: str, qedeck: Run, folder: Path) -> None:
    qedeck("run", game, "--seed", "1", "--save", "saved.json")
    no_raw((folder / "saved.json").read_bytes().decode("utf-8"))
    assert qedeck("run", game, "--replay", "saved.json").code == 0


def test_a_script(game: str, qedeck: Run, folder: Path) -> None:
    (folder / "evening.txt").write_text(f"{SIGNS}\n", "utf-8", newline="")
    assert "refused" in qedeck("run", game, "--script", "evening.txt").out


def test_what_is_formatted_for_a_file_stays_as_it_is(qedeck: Run, monkeypatch: pytest.MonkeyPatch,
                                                     capsys: pytest.CaptureFixture[str]) -> None:
    from qedeck.commands.main import main

    text = "-- 👩\u200d👩\u200d👧\ngame g\n  players 2\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    assert main(["fmt", "-"]) == 0
    assert capsys.readouterr().out == text


def test_colours_are_ours_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    stream = Terminal()
    outlet = Outlet(stream, 100)
    print("\x1b[31mred\x1b[0m", file=outlet)  # type: ignore[call-overload]
    assert stream.getvalue() == "\\u001b[31mred\\u001b[0m\n"


@given(st.text(st.characters(codec=None), max_size=40))
def test_escaping(text: str) -> None:
    shown = escaped(text)
    assert escaped(shown) == shown
    assert json.loads(escaped(json.dumps(text, ensure_ascii=False))) == text
    assert shown.isprintable() or any(not sign.isprintable() for sign in text)


def test_shapes_of_signs_are_kept() -> None:
    hearts = "♥️ 葛\U000e0100城 🐺"
    assert escaped(hearts) == hearts
    assert escaped("a\ufe0f♥\ufe0f\ufe0f") == "a\\ufe0f♥\ufe0f\\ufe0f"
