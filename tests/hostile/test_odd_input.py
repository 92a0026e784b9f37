"""Odd texts, saved games, scripts and numbers: whatever is handed in, a message or a game; never our own fault."""

from __future__ import annotations

import copy
import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from .conftest import HEAD, MAIN, Run

GAME = HEAD + """
parameter worth of card c: 0 to 3
  assumed 1
reading ties: shared, lost

cards
  ace, 2 copies
  king

zones
  deck: pile of card, full at start
  hand of each player: pile of card, seen by owner

remember
  x: 0 to 9

phase main
  deal 1 from deck to hand of each player
  player 1 chooses one
    keep
    go with card c, if c is in hand of player 1
      add worth of c to x
  player 2 may choose a card c in hand of player 2
    x becomes 1
"""
ASKED = MAIN.split("phase main\n")[1]


def powers(head: str, line: str, count: int) -> str:
    return head + "".join(line.format(i=i, j=i - 1) for i in range(1, count))


TEXTS = {
    "mark": "\ufeff" + GAME, "crlf": GAME.replace("\n", "\r\n"), "cr": GAME.replace("\n", "\r"),
    "mixed_ends": GAME.replace("\n", "\r\n", 5), "line_separators": GAME.replace("\n\n", "\u2028\n"),
    "next_line": GAME.replace("\n", "\x85"), "vertical_tabs": GAME.replace("  ", "\x0b "),
    "tabs": GAME.replace("  ", "\t"), "hard_spaces": GAME.replace("  ", "\xa0\xa0"),
    "apart": GAME.replace("ace", "cafe\u0301"), "filler": GAME.replace("king", "\u3164"),
    "joined": GAME.replace("king", "ki\u200dng"), "cut": GAME[:200], "twice": GAME + GAME, "no_game": "-- x\n",
    "only_indented": "   x\n", "only_head": "game g\n", "nul": "game g\0",
    "deep": HEAD + "\nphase main\n" + "".join("  " * (i + 1) + "if yes\n" for i in range(600)) + "  " * 601 + ASKED[2:],
    "powers": powers(HEAD + "\ndefine e0: number\n  999999999\n", "\ndefine e{i}: number\n  e{j} * e{j}\n", 30)
    + MAIN.replace("to 2", "to 2 where n < e29"),
    "powers_in_a_block": powers(HEAD + "\nphase main\n  let e0 be 999999999\n", "  let e{i} be e{j} * e{j}\n", 40)
    + "  if e39 > 3: show 1 to everyone\n" + ASKED,
    "product": HEAD + MAIN.replace("to 2", "to 2 where n < " + " * ".join(["999999999"] * 60)),
    "too_large_to_keep": HEAD + "\nremember\n  x: 0 to 9\n" + MAIN + "  x becomes 999999999 * 999999999\n",
    "by_nothing": HEAD + MAIN.replace("to 2", "to 1 / 0"), "no_players": GAME.replace("players 2", "players 0"),
    "crowd": GAME.replace("players 2", "players 41"), "backwards": GAME.replace("players 2", "players 5 to 2"),
    "seats": GAME.replace("players 2", "players 2\n  seats 999999999"),
    "for_ever": HEAD + "\nremember\n  x: 0 to 9\n\nphase main\n  repeat\n    x becomes 1 - x\n  until x is 5\n",
    "no_end": HEAD + "\ndefine f of number n: number\n  f of (n - 1) + f of (n - 2)\n"
    + MAIN.replace("to 2", "to 2 where f of n is 1"),
}  # fmt: skip


@pytest.mark.parametrize("name", TEXTS)
def test_texts(name: str, qedeck: Run, folder: Path) -> None:
    (folder / "g.qed").write_bytes(TEXTS[name].encode())
    sound = qedeck("check", "g.qed").code == 0
    for words in (("check", "--format", "json"), ("fmt", "--check"), ("test",), ("run", "--seed", "1")):
        code = qedeck(words[0], "g.qed", *words[1:]).code
        assert words[0] == "fmt" or code in ((0, 1, 3) if sound else (2,))


def test_old_line_ends_are_called_by_their_name(qedeck: Run, folder: Path) -> None:
    (folder / "g.qed").write_bytes(GAME.replace("\n", "\r").encode())
    assert "let your editor save the file with the usual ends" in qedeck("check", "g.qed").out


# ---- saved games -----------------------------------------------------------------------------------

JUNK: list[Any] = [None, True, -1, 10**30, 1e308, "", "x", "\x1b[2J", [], {}, [[]], {"a": 1}, ["ace"] * 50]
NO_TRACES = ["", "[]", "null", "1", "{", "[" * 100_000, '{"a":' * 100_000, '"\\ud800"', "NaN", "9" * 10_000, "\ufeff{}"]


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inner:
        yield (*path, key)
        yield from places(value, (*path, key))


def test_saved_games_that_somebody_changed(qedeck: Run, folder: Path) -> None:
    (folder / "g.qed").write_text(GAME, "utf-8")
    qedeck("run", "g.qed", "--seed", "1", "--save", "saved.json")
    saved, random = json.loads((folder / "saved.json").read_text("utf-8")), Random(1)
    for path in places(saved):
        for junk in random.sample(JUNK, 2):
            data = copy.deepcopy(saved)
            inner = data
            for key in path[:-1]:
                inner = inner[key]
            inner[path[-1]] = junk
            (folder / "other.json").write_text(json.dumps(data), "utf-8")
            assert qedeck("run", "g.qed", "--replay", "other.json").code in (0, 1, 2)


@pytest.mark.parametrize("text", NO_TRACES, ids=lambda text: text[:5])
def test_what_is_no_saved_game(text: str, qedeck: Run, folder: Path) -> None:
    (folder / "g.qed").write_text(GAME, "utf-8")
    (folder / "saved.json").write_bytes(text.encode())
    assert qedeck("run", "g.qed", "--replay", "saved.json").code == 2


# ---- scripts, preferences, choices ------------------------------------------------------------------

LINES = [
    "keep", "go with", "go with ace and king", "player 9: keep", "player : keep", "player 99999999999999999999: keep",
    "\x1b[2J", "go with " + "x" * 100_000, "keep\r\ndecline\r\n", "keep\u2028decline", "9" * 100, "go and and", "(((",
    '"', ":::", ", , ,", "player 1: player 1: keep", "when", "most", "least x of y", "when x is", "most 1 / 0",
]  # fmt: skip


@pytest.mark.parametrize("line", LINES, ids=lambda line: repr(line[:12]))
def test_scripts_and_preferences(line: str, qedeck: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "g.qed").write_text(GAME, "utf-8")
    (folder / "lines.txt").write_bytes(line.encode())
    qedeck("run", "g.qed", "--seed", "1", "--script", "lines.txt")
    qedeck("run", "g.qed", "--seed", "1", "--player", f"1={line}")
    qedeck("run", "g.qed", "--seed", "1", "--player", "1=lines.txt")
    monkeypatch.setattr(sys, "stdin", io.StringIO(line + "\n"))
    qedeck("play", "g.qed", "--seed", "1")


# ---- options --------------------------------------------------------------------------------------

NUMBERS = ["-1", "0", "99999999999999999999", "9" * 5000, "abc", "1.5", "", "nan", "inf", "٣"]


@pytest.mark.parametrize("option", [
    ("run", "--games"), ("run", "--limit"), ("simulate", "-n"), ("simulate", "--jobs"), ("simulate", "--limit"),
    ("simulate", "--exact", "--seconds"), ("verify", "--seconds"), ("verify", "--jobs"), ("verify", "--memory"),
    ("verify", "--mutate", "--mutants"), ("verify", "--mutate", "--changes"), ("run", "--players"), ("run", "--view"),
    ("verify", "--players"), ("simulate", "--players"), ("play", "--players"), ("play", "--seat"), ("run", "--seed"),
], ids=" ".join)  # fmt: skip
def test_numbers(option: tuple[str, ...], qedeck: Run, folder: Path) -> None:
    (folder / "g.qed").write_text(GAME, "utf-8")
    harmless = {"--seed": {"0"}, "--seconds": {"99999999999999999999", "1.5", "٣"}, "--changes": {"0", "٣"}, "-n": {""}}
    for number in NUMBERS:
        if number in harmless.get(option[-1], ()):
            continue
        given = f"-n{number}" if option[-1] == "-n" else f"{option[-1]}={number}"
        said = qedeck(option[0], "g.qed", *option[1:-1], given)
        assert said.code == 2 and said.err, (option, number)


@pytest.mark.parametrize("setting", [
    "", "=", "x=", "=x", "worth=1", "worth of ace=4", "worth of ace=x", "worth of nobody=1", "worth of ace of king=1",
    "ties=x", "ties of ace=lost", "worth of ace=-1", "worth of =1", " of ace=1", "worth of ace=1.5", "worth of ace=1e1",
])  # fmt: skip
def test_settings(setting: str, qedeck: Run, folder: Path) -> None:
    (folder / "g.qed").write_text(GAME, "utf-8")
    assert qedeck("run", "g.qed", "--set", setting).code == 2
    assert qedeck("simulate", "g.qed", "-n", "1", "--set", setting).code == 2


# ---- recorded verdicts -------------------------------------------------------------------------------


def test_records_that_somebody_changed(qedeck: Run, folder: Path) -> None:
    claims = "\nremember\n  x: 0 to 9\n" + MAIN + "  x becomes n\n\nproperty low\n  always x is at most 1\n"
    (folder / "g.qed").write_text(HEAD + claims, "utf-8")
    assert qedeck("verify", "g.qed", "--own", "--jobs", "1", "--record", "verdicts.json").code == 1
    saved, random = json.loads((folder / "verdicts.json").read_text("utf-8")), Random(2)
    for path in places(saved):
        data = copy.deepcopy(saved)
        inner = data
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = random.choice(JUNK)
        (folder / "other.json").write_text(json.dumps(data), "utf-8")
        format_ = random.choice(("text", "json", "junit", "sarif"))
        said = qedeck("verify", "g.qed", "--own", "--record", "other.json", "--recorded", "--format", format_,
                      "--report", "report.md")
        assert said.code in (0, 1, 2, 3)


def test_charts_of_odd_names(qedeck: Run, folder: Path) -> None:
    pytest.importorskip("matplotlib")
    (folder / "g.qed").write_text(GAME, "utf-8")
    (folder / "g.en.toml").write_text('[names]\nplayer = "$\\\\bad{$ <b>&\\u202e' + "x" * 500 + '"\n', "utf-8")
    assert qedeck("simulate", "g.qed", "-n", "20", "--jobs", "1", "--charts", "charts").code in (0, 1)
    for path in (folder / "charts").iterdir():
        assert "\u202e" not in path.read_text("utf-8")
