"""Every construct of the reference, used well and used badly: tests/lang/<construct>/{good,bad}/*.qed.

A bad file says in comments what is wrong with it: `-- ### Q301` at the end of a line means that a
message with this code starts there; there must be these messages and no others. A good file is
sound, stays the same game when it is formatted, passes its examples and can be played at random.
A file called base*.qed in a bad folder is only there to be varied.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from qedeck.interpreter.examples_run import run_example
from qedeck.interpreter.play import play_random, start
from qedeck.spec.game import Game, load
from qedeck.spec.printer import format_text
from qedeck.spec.reader import read
from qedeck.spec.render import render_all
from qedeck.spec.source import Source

HERE = Path(__file__).parent
CONSTRUCTS = sorted(path for path in HERE.iterdir() if path.is_dir() and not path.name.startswith("_"))
GOOD = sorted(HERE.glob("*/good/*.qed"))
BAD = sorted(path for path in HERE.glob("*/bad/*.qed") if not path.name.startswith("base"))
EXPECTED = re.compile(r"-- ### (Q\d{3}(?: Q\d{3})*)\s*$")
ELSEWHERE = re.compile(r"-- ### (Q\d{3}) in (\S+):(\d+)\s*$", re.MULTILINE)
PLAYS, DECISIONS = 20, 100

# These games are not for a table: they come without sentences for people to read, and declare what they
# show without using it. A file about one of these warnings asks for it.
QUIET = {"Q414", "Q420"}


def named(path: Path) -> str:
    return str(path.relative_to(HERE))


def expected(path: Path) -> Counter[tuple[str, int, str]]:
    """The messages that a file asks for: in which file, at which line, with which code."""
    text = path.read_text("utf-8")
    found = [(number, match[1]) for number, line in enumerate(text.split("\n"), 1) if (match := EXPECTED.search(line))]
    beside = [(match[2], int(match[3]), match[1]) for match in ELSEWHERE.finditer(text)]
    return Counter([*((path.name, number, code) for number, codes in found for code in codes.split()), *beside])


def actual(game: Game, path: Path) -> Counter[tuple[str, int, str]]:
    quiet = QUIET - {code for _, _, code in expected(path)}
    places = [(d.span, d.code) for d in game.diagnostics if d.code not in quiet]
    return Counter((Path(s.file).name, game.sources[s.file].line_of(s.start), code) for s, code in places)


def test_every_construct_has_both() -> None:
    lacking = [f"{c.name}/{kind}" for c in CONSTRUCTS for kind in ("good", "bad") if not list(c.glob(f"{kind}/*.qed"))]
    assert not lacking


@pytest.mark.parametrize("path", BAD, ids=named)
def test_bad(path: Path) -> None:
    game = load(path)
    wanted = expected(path)
    assert wanted, "a bad file says what is wrong with it: -- ### Q301"
    assert actual(game, path) == wanted, render_all(game.diagnostics, game.sources)


@pytest.mark.parametrize("path", GOOD, ids=named)
def test_good(path: Path) -> None:
    game = load(path)
    assert game.sound and actual(game, path) == expected(path), render_all(game.diagnostics, game.sources)


@pytest.mark.parametrize("path", GOOD, ids=named)
def test_formatting_keeps_the_game(path: Path) -> None:
    text = path.read_text("utf-8")
    printed = format_text(text)
    assert format_text(printed) == printed
    before, _ = read(Source(path.name, text))
    after, found = read(Source(path.name, printed))
    assert not found and after.clauses == before.clauses


@pytest.mark.parametrize("path", GOOD, ids=named)
def test_examples_hold(path: Path) -> None:
    game = load(path)
    outcomes = [run_example(program, game.texts) for program in game.examples()]
    failed = [f"{o.name}: {o.message} (expected {o.expected}, got {o.actual})" for o in outcomes if not o.passed]
    assert outcomes and not failed, "\n".join(failed)


@pytest.mark.parametrize("path", GOOD, ids=named)
def test_random_games_can_be_played(path: Path) -> None:
    game = load(path)
    ways = set()
    for seed in range(PLAYS):
        players = game.players[seed % len(game.players)]
        play = start(game, players, seed)
        play_random(play, DECISIONS)
        ways.add(play.result.kind if play.result else "still on")
    assert not ways & {"undefined", "stuck"}, ways
