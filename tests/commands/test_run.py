"""`run` and `test`: logs, scripts, traces, seeds, and the exit code for each way a game comes out."""

from __future__ import annotations

import json
import xml.etree.ElementTree as xml
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

LOG_EN = """\
small, 2 players, seed 4
assumed: points of ace 1, king 1
reading: ties is shared (default)

Player 1's hand gets a card: {0}.
Player 2's hand gets a card: {1}.
Player 1: keep.
{2} goes from Player 2's hand to the heap.
The game ends: threw. Player 2 wins.
"""


def hands(qedeck: Run) -> list[str]:
    steps = json.loads(qedeck("run", "small.qed", "--seed", "4", "--format", "json").out)["trace"]["steps"]
    return [next(iter(hand)) for hand in steps[0]["deal"]]


def test_a_script(qedeck: Run) -> None:
    first, second = hands(qedeck)
    Path("evening.txt").write_text(f"-- an evening\nplayer 1: keep\n\nthrow with {second}   -- at last\n", "utf-8")
    said = qedeck("run", "small.qed", "--seed", "4", "--script", "evening.txt")
    assert (said.code, said.out) == (0, LOG_EN.format(first, second, second.capitalize()))
    said = qedeck("run", "small.qed", "--seed", "4", "--script", "evening.txt", "--log", "ja", "--view", "1")
    assert said.out.splitlines()[-4:] == ["プレイヤー2のhandに1枚配る。", "プレイヤー1：keep。",
                                          f"プレイヤー2のhandからheapへ：{second}。",
                                          "ゲーム終了：threw。勝者：プレイヤー2。"]


def test_a_script_that_is_refused_or_too_short(qedeck: Run) -> None:
    Path("bad.txt").write_text("keep\nthrow with queen\n", "utf-8")
    said = qedeck("run", "small.qed", "--seed", "4", "--script", "bad.txt")
    assert said.code == 1 and "line 2 of the script, throw with queen, is refused" in said.out
    Path("short.txt").write_text("keep\n", "utf-8")
    said = qedeck("run", "small.qed", "--seed", "4", "--script", "short.txt")
    assert said.code == 0 and "Player 2 decides next" in said.out
    said = qedeck("run", "small.qed", "--script", "missing.txt")
    assert said.code == 2 and "the script cannot be read" in said.err


def test_save_and_replay(qedeck: Run) -> None:
    first = qedeck("run", "small.qed", "--seed", "9", "--save", "game.json")
    again = qedeck("run", "small.qed", "--replay", "game.json")
    assert again.code == 0 and again.out == first.out + "The same game as in the trace.\n"
    told = json.loads(Path("game.json").read_text("utf-8"))
    told["result"]["winners"] = [1, 2]
    Path("other.json").write_text(json.dumps(told), "utf-8")
    said = qedeck("run", "small.qed", "--replay", "other.json")
    assert said.code == 1 and "but this with" in said.out
    said = qedeck("run", "stool_pigeon", "--replay", "game.json")
    assert said.code == 2 and "a trace of small" in said.err
    assert qedeck("run", "small.qed", "--replay", "small.qed").code == 2
    assert qedeck("run", "small.qed", "--save", "no/such/folder.json").code == 2


def test_the_seed_is_echoed(qedeck: Run) -> None:
    said = json.loads(qedeck("run", "small.qed", "--format", "json").out)
    again = json.loads(qedeck("run", "small.qed", "--format", "json", "--seed", str(said["seed"])).out)
    assert again == said
    assert said["assumed"] == {"points": {"ace": 1, "king": 1}} and said["readings"] == {"ties": "shared"}


def test_settings(qedeck: Run) -> None:
    said = qedeck("run", "small.qed", "--seed", "4", "--set", "points of ace=0", "--set", "ties=lost")
    assert said.code == 0 and "set: points of ace 0, king 1" in said.out and "ties is lost\n" in said.out
    wrong = {"points": "NAME=VALUE", "point of ace=1": "did you mean points", "points of ace=77": "0 to 9"}
    for setting, told in wrong.items():
        said = qedeck("run", "small.qed", "--set", setting)
        assert said.code == 2 and told in said.err


@pytest.mark.parametrize("words", [("--players", "9"), ("--players", "-1"), ("--seed", "-4"), ("--view", "7"),
                                   ("--games", "3", "--save", "x.json")])
def test_wrong_usage(qedeck: Run, words: tuple[str, ...]) -> None:
    said = qedeck("run", "small.qed", *words)
    assert said.code == 2 and said.err.count("\n") == 1


def test_many_games(qedeck: Run) -> None:
    said = json.loads(qedeck("run", "small.qed", "--games", "40", "--seed", "0", "--format", "json").out)
    assert sum(row["games"] for row in said["outcomes"]) == 40
    assert {row["kind"] for row in said["outcomes"]} <= {"won", "nobody"}
    text = qedeck("run", "small.qed", "--games", "40", "--seed", "0").out
    assert text.startswith("small, 2 players, 40 random games")


# ---- games that come out badly ---------------------------------------------------------------------------

HEAD = """\
game odd
  players 2 to 4
  starts with evening
cards
  ace, 3 copies
zones
  deck: pile of card, face down, full at start
  hand of each player: pile of card, seen by owner
remember
  count: 0 to 9, starting 3
ending done
  when deck is empty
  drawn
phase evening
"""
ODD = {
    "endless": ("  repeat\n    count becomes 1\n  until no\n  judge done\n", 1, "endless: the game goes round in"),
    "stuck": ("  player 1 chooses a card c in hand of player 1\n  judge done\n", 1, "Stuck: Player 1 must choose"),
    "undefined": ("  draw count + 1 from deck to hand of player 1\n  judge done\n", 1, "Undefined: "),
    "unfinished": ("  repeat\n    player 1 chooses one\n      this\n      that\n  until no\n  judge done\n", 3,
                   "Not over after 60 decisions"),
    "undeclared": ("  judge done\n", 0, "by no declared ending"),
}


@pytest.mark.parametrize("name", ODD)
def test_how_games_come_out(qedeck: Run, name: str) -> None:
    phase, code, told = ODD[name]
    Path("odd.qed").write_text(HEAD + phase, "utf-8")
    said = qedeck("run", "odd.qed", "--seed", "1", "--limit", "60")
    assert said.code == code and told in said.out
    many = qedeck("run", "odd.qed", "--seed", "1", "--limit", "60", "--games", "3")
    assert many.code == code and name in many.out
    as_json = qedeck("run", "odd.qed", "--seed", "1", "--limit", "60", "--format", "json")
    assert as_json.code == code and json.loads(as_json.out)["seed"] == 1


def test_a_game_that_cannot_be_dealt_at_a_count(qedeck: Run) -> None:
    Path("odd.qed").write_text(HEAD + "  deal 1 from deck to hand of each player\n  judge done\n", "utf-8")
    said = qedeck("check", "odd.qed")
    assert said.code == 2 and "Q406" in said.out and "with 4 players" in said.out


# ---- test --------------------------------------------------------------------------------------------------


def test_examples(qedeck: Run) -> None:
    said = qedeck("test", "small.qed")
    assert said.code == 0
    assert said.out == "ok    throws  a card thrown away scores\nsmall: 1 example, all as the rules say\n"
    wrong = Path("small.qed").read_text("utf-8").replace("ended with kept", "ended with threw")
    Path("small.qed").write_text(wrong, "utf-8")
    said = qedeck("test", "small.qed")
    assert said.code == 1 and "FAIL  throws" in said.out
    assert "expected: threw" in said.out and "but got:  kept" in said.out
    assert "small.qed:" in said.out and "small: 1 example of 1 failed" in said.out
    (found,) = json.loads(qedeck("test", "small.qed", "--format", "json").out)["examples"]
    assert not found["passed"] and found["line"] > 40
    suite = xml.fromstring(qedeck("test", "small.qed", "--format", "junit").out)
    assert suite.get("failures") == "1" and suite[0][0].get("message") == "the game ended otherwise"


def test_one_example_by_name(qedeck: Run) -> None:
    assert qedeck("test", "small.qed", "-k", "THROWN").code == 0
    said = qedeck("test", "small.qed", "-k", "throw5")
    assert said.code == 2 and "did you mean throws?" in said.err
