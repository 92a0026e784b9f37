"""What a clause says under each reading: the same however it is written, and never the same for two things."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from qedeck.interpreter.play import Endless, play_random, start
from qedeck.spec import each_way as told
from qedeck.spec import tree as t
from qedeck.spec.each_way import EachWay
from qedeck.spec.game import Game, load, load_text

from ..truth.games import Author

GAME = """game small
  players 2
  starts with main

mood is one of calm, wild
reading pace: slow, or fast
{slow}reading stop: never, or soon, or late
{never}
zones
  deck: pile of card, face up, full at start

cards
  ace, pip 1 to 3

remember
  x: 0 to 9
  lit: yes or no
  tone: mood

define half of number n: number
  n / 2

{rest}
phase main
  do move-on
"""


def game(rest: str, slow: str = "", never: str = "") -> Game:
    """The small game with these rules, and what stands under its readings."""
    made = load_text(GAME.format(rest=rest, slow=slow, never=never))
    assert made.sound, [d.title for d in made.diagnostics if d.severity == "error"]
    return made


FOUND = "define worth of number n: number\n"
STEPS = "phase move-on\n"

SAME = {
    "a case, and a definition replaced": (
        game(FOUND + "  when pace is fast: n + 1\n  otherwise: n\n" + STEPS + "  x becomes worth of 1\n"),
        game(
            FOUND + "  n\n" + STEPS + "  x becomes worth of 1\n",
            "  fast: replace define worth of number n: number\n    n + 1\n",
        ),
    ),
    "a table by the reading, and a definition replaced": (
        game(FOUND + "  by pace\n    slow: n\n    fast: n + 1\n" + STEPS + "  x becomes worth of 1\n"),
        game(
            FOUND + "  n\n" + STEPS + "  x becomes worth of 1\n",
            "  fast: replace define worth of number n: number\n    n + 1\n",
        ),
    ),
    "a row with an exception, and a row replaced": (
        game(
            "define value of mood m: number\n  by m\n    calm: 1\n      except when pace is fast: 2\n    wild: 3\n"
            + STEPS + "  x becomes value of tone\n"
        ),
        game(
            "define value of mood m: number\n  by m\n    calm: 1\n    wild: 3\n"
            + STEPS + "  x becomes value of tone\n",
            "  fast: replace row calm of value\n    calm: 2\n",
        ),
    ),
    "an if round a step, and a step added": (
        game(STEPS + "  x becomes 1\n  if pace is fast: add 1 to x\n"),
        game(STEPS + "  x becomes 1\n", "  fast: in move-on\n    add last\n      add 1 to x\n"),
    ),
    "a condition, and words replaced": (
        game(STEPS + "  if lit or pace is fast: x becomes 1\n"),
        game(STEPS + "  if lit: x becomes 1\n", "  fast: in move-on\n    replace if lit\n      x becomes 1\n"),
    ),
    "more than nothing, and more than one": (
        game(STEPS + "  if half of x > 0 and (half of x > 1 or pace is slow): x becomes 1\n"),
        game(
            STEPS + "  if half of x > 0: x becomes 1\n",
            "  fast: in move-on\n    replace half of x > 0 by half of x > 1\n",
        ),
    ),
    "more than one, or one": (
        game(STEPS + "  if half of x > 1 or (half of x is 1 and pace is slow): x becomes 1\n"),
        game(
            STEPS + "  if half of x > 0: x becomes 1\n",
            "  fast: in move-on\n    replace half of x > 0 by half of x > 1\n",
        ),
    ),
    "a definition that has a value": (
        game("define dark: yes or no\n  not lit\n" + STEPS + "  if x > 1 or (dark and pace is fast): x becomes 1\n"),
        game(
            "define dark: yes or no\n  not lit\n" + STEPS + "  if x > 1: x becomes 1\n",
            "  fast: in move-on\n    replace x > 1 by x > 1 or dark\n",
        ),
    ),
    "an exception to all the rest, and a case": (
        game(
            FOUND + "  otherwise: n\n    except when n is 0 and pace is fast: 2\n" + STEPS + "  x becomes worth of 1\n"
        ),
        game(
            FOUND + "  n\n" + STEPS + "  x becomes worth of 1\n",
            "  fast: replace define worth of number n: number\n    when n is 0: 2\n    otherwise: n\n",
        ),
    ),
    "for none of them, and removed": (
        game(STEPS + "  for each number k from 1 to 2 where pace is slow and lit\n    x becomes k\n"),
        game(
            STEPS + "  for each number k from 1 to 2 where lit\n    x becomes k\n",
            "  fast: in move-on\n    remove for each number k from 1 to 2 where lit\n",
        ),
    ),
    "beside a step that another reading replaces": (
        game(STEPS + "  if stop is soon: lit becomes yes\n  if pace is fast\n    x becomes 3\n"
             "  otherwise\n    x becomes 1\n"),
        game(
            STEPS + "  x becomes 1\n",
            "  fast: in move-on\n    replace x becomes 1\n      x becomes 3\n",
            "  soon: in move-on\n    add before x becomes 1\n      lit becomes yes\n",
        ),
    ),
    "two readings, in either order": (
        game(STEPS + "  if pace is fast\n    if stop is soon: x becomes 1\n"),
        game(STEPS + "  if stop is soon\n    if pace is fast: x becomes 1\n"),
    ),
    "a reading that makes no difference": (
        game(STEPS + "  if pace is fast\n    x becomes 1\n  otherwise\n    x becomes 1\n"),
        game(STEPS + "  x becomes 1\n"),
    ),
    "not the one, and one of the others": (
        game(STEPS + "  if stop is not never: x becomes 1\n"),
        game(STEPS + "  if stop is soon or stop is late: x becomes 1\n"),
    ),
}


@pytest.mark.parametrize("forms", SAME.values(), ids=SAME.keys())
def test_one_thing_is_told_in_one_way(forms: tuple[Game, Game]) -> None:
    one, other = forms
    assert EachWay(one.clauses).digest() == EachWay(other.clauses).digest()


DIFFERENT = {
    "the other reading": ("  if pace is fast: x becomes 1\n", "  if pace is slow: x becomes 1\n"),
    "another step": ("  if pace is fast: x becomes 1\n", "  if pace is fast: x becomes 2\n"),
    "what may be undefined is asked first, or not at all": (
        "  if half of 4 / x is 2 or pace is fast: x becomes 1\n",
        "  if pace is fast or half of 4 / x is 2: x becomes 1\n",
    ),
    "what may be undefined is asked, or not": (
        "  if lit or (half of 4 / x is 2 and pace is fast): x becomes 1\n",
        "  if lit or (pace is fast and half of 4 / x is 2): x becomes 1\n",
    ),
    "what may be undefined has been asked before, or not": (
        "  if half of 4 / x > 0 and (half of 4 / x > 1 or pace is slow): x becomes 1\n",
        "  if half of x > 0 and (half of 4 / x > 1 or pace is slow): x becomes 1\n",
    ),
    "more than one of this, or one of that": (
        "  if x > 1 or (half of x is 1 and pace is slow): x becomes 1\n",
        "  if half of x > 1 or (half of x is 1 and pace is slow): x becomes 1\n",
    ),
    "both, and either": (
        "  if pace is fast and stop is soon: x becomes 1\n",
        "  if pace is fast or stop is soon: x becomes 1\n",
    ),
    "a name for one step, and for the rest": (
        "  let y be 1\n  if pace is fast\n    let y2 be 2\n    x becomes y2\n  x becomes y\n",
        "  let y be 1\n  let y2 be 2\n  if pace is fast: x becomes y2\n  x becomes y\n",
    ),
}


@pytest.mark.parametrize("steps", DIFFERENT.values(), ids=DIFFERENT.keys())
def test_two_things_are_told_apart(steps: tuple[str, str]) -> None:
    one, other = (EachWay(game(STEPS + each).clauses).digest() for each in steps)
    assert one != other


def test_it_is_noticed_if_all_counts_as_defined(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(told.Surely, "has", lambda *_: True)
    with pytest.raises(AssertionError):
        test_two_things_are_told_apart(DIFFERENT["what may be undefined is asked, or not"])


def test_cases_that_may_meet_are_told() -> None:
    """Under one reading both cases apply where x is 0: that is a mistake in the rules, and not the same as one case."""
    case = FOUND + "  when pace is fast: 1\n  when n is 0: 2\n  otherwise: 3\n" + STEPS + "  x becomes worth of 1\n"
    meant = FOUND + "  when n is 0: 2\n  otherwise: 3\n" + STEPS + "  x becomes worth of 1\n"
    fast = "  fast: replace define worth of number n: number\n    1\n"
    assert EachWay(game(case).clauses).digest() != EachWay(game(meant, fast).clauses).digest()


# ---- the law: read so, the game plays the same -------------------------------------------------------


def settled(game: Game, read: dict[str, str]) -> Game:
    """The game with every clause as it says if all readings are read so."""
    rules = EachWay(game.clauses)

    def one(clause: t.Clause) -> t.Clause:
        if not isinstance(clause, t.Reading):
            for name, way in read.items():
                clause = rules.read_so(clause, name, way)
        return clause

    kept = [clause for clause in rules.clauses if not isinstance(clause, t.Example | t.Property)]
    return replace(game, clauses=tuple(map(one, kept)), _cores={})


def course(game: Game, seed: int, read: dict[str, str]) -> tuple[object, ...]:
    """A random game: everything that happened, and how it came out."""
    try:
        play = start(game, game.players.start, seed, dict(read))
        play_random(play, 60)
    except Endless:
        return ("for ever",)
    result, core = play.result, play.core
    table = {name: row for name, row in play.cells.items() if core.vars[name].role != "control"}
    return table, play.history(), result and (result.kind, result.ending, result.winners)


def parted(game: Game, random: Random) -> bool:
    """Whether the game and its clauses as they are read go different ways."""
    readings = [clause for clause in game.clauses if isinstance(clause, t.Reading)]
    for _ in range(3):
        read = {one.name.text: random.choice(one.alternatives).text for one in readings}
        other = settled(game, read)
        if any(course(game, seed, read) != course(other, seed, read) for seed in range(2)):
            return True
    return False


@cache
def games() -> list[Game]:
    drawn = [load_text(Author(Random(f"each way {number}")).game().text) for number in range(24)]
    pairs = [one for pair in SAME.values() for one in pair]
    read = [one for one in drawn if one.sound and EachWay(one.clauses).readings]
    return [*read, load("werewolves_and_robbers"), *pairs]


def test_read_so_the_game_plays_the_same() -> None:
    for number, one in enumerate(games()):
        assert not parted(one, Random(number)), number


MISTAKES = {
    "the other branch": ("_branch", lambda step, last: list(step.otherwise) if isinstance(step, t.If) else None),
    "any row": ("_row_for", lambda rows, way: rows[0].cases),
    "every reading is read as the first": ("_Folding", None),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_the_law_notices(mistake: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, instead = MISTAKES[mistake]
    made = told._Folding
    monkeypatch.setattr(told, name, instead or (lambda reading, way, *more: made(reading, "slow", *more)))

    def noticed(number: int, one: Game) -> bool:
        try:
            return parted(one, Random(number))
        except ValueError:
            return True

    assert any(noticed(number, one) for number, one in enumerate(games())), f"nobody noticed: {mistake}"
