"""The same seed gives the same game: in the interpreter, in WebAssembly and in generated Python."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random

import pytest

from qedeck.engine import KINDS, Engine
from qedeck.engine.tally import Tally
from qedeck.interpreter.chance import GAMMA, MASK
from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.layout import type_range
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.play import Endless, Play, rules_of
from qedeck.interpreter.settings import broken_constraints
from qedeck.spec import core as c
from qedeck.spec.game import Game
from tests.all_games import EVERY, ends
from tests.all_games import game as loaded

SHORT = 40
"""Decisions of a game in the quick tests."""
SEEDS, OPENING, PATIENCE = 1_000, 24, 1_000
"""Of the slow tests: seeds of every game, decisions of an opening, and of whole games together.

The interpreter makes some hundred decisions in a second."""

pytest.importorskip("wasmtime")


@cache
def engine(name: str, players: int) -> Engine:
    return Engine(loaded(name).core(players))


def interpreted(
    game: Game, players: int, seed: int, limit: int, fixed: Mapping[str, tuple[int, ...]] | None, tally: Tally
) -> Play | None:
    """The game of this seed, told in the engine's way."""
    play = Play(rules_of(game, players), seed)
    made = choices = 0
    try:
        play.begin(fixed)
        while not play.over and made < limit:
            legal = play.legal()
            k = play.chance.below(len(legal))
            choices = (choices + 1 + (len(legal) << 16) + k) * GAMMA & MASK
            made += 1
            play.apply(legal[k])
    except Endless:
        tally.add(KINDS.index("endless"), -1, 0, 0, made, choices)
        return None
    result = play.result
    kind = "unfinished" if result is None else result.kind if result.kind in KINDS else "over"
    ending, winners = -1, 0
    if kind == "over" and result is not None:
        ending = [e.name for e in play.core.endings].index(result.ending or "")
        winners = sum(1 << seat - 1 for seat in result.winners)
    tally.add(KINDS.index(kind), ending, 0, winners, made, choices)
    return None if kind == "undefined" else play


def different(
    name: str, players: int, first: int, count: int, limit: int, fixed: Mapping[str, tuple[int, ...]] | None = None
) -> str:
    """The first seed on which the engine and the interpreter part, or nothing."""
    game, machine = loaded(name), engine(name, players).machine(fixed)
    for seed in range(first, first + count):
        mine, theirs = Tally(game.core(players), seed), Tally(game.core(players), seed)
        machine.play(mine, seed, 1, limit)
        play = interpreted(game, players, seed, limit, fixed, theirs)
        if records(mine) != records(theirs):
            return f"{players} players, seed {seed}: {records(mine)} instead of {records(theirs)}"
        if play is not None:
            cells = machine.cells()
            wrong = [var for var, row in play.cells.items() if tuple(map(int, row)) != tuple(map(int, cells[var]))]
            if wrong:
                return f"{players} players, seed {seed}: {wrong}"
    return ""


def records(tally: Tally) -> list[tuple[int, ...]]:
    rows = zip(tally.kinds, tally.endings, tally.winners, tally.decisions, tally.choices, strict=True)
    return list(rows)


def drawn(core: c.Core, random: Random) -> dict[str, tuple[int, ...]]:
    """Other readings and parameters, as the rulebook allows them."""
    meaning: Meaning[bool, int] = Meaning(core, CONCRETE)
    assumed, _ = meaning.initial()
    fixed: dict[str, tuple[int, ...]] = {}
    for name, var in core.vars.items():
        if var.role not in ("parameter", "reading") or random.random() < 0.4:
            continue
        low, high = type_range(var.type)
        row = tuple(random.randint(low, high) if random.random() < 0.7 else int(x) for x in assumed[name])
        tried = {**fixed, name: tuple(map(bool, row)) if isinstance(var.type, c.YesNo) else row}
        cells, faults = meaning.initial(tried)
        if not faults and not broken_constraints(meaning, cells, {}):
            fixed = tried
    return fixed


@pytest.mark.parametrize("name", EVERY)
def test_same_game(name: str) -> None:
    for players in ends(name):
        assert different(name, players, 1, 8, SHORT) == ""


@pytest.mark.parametrize("name", EVERY)
def test_python_plays_the_same(name: str) -> None:
    for players in ends(name):
        made = engine(name, players)
        mine, theirs = (Tally(made.core, 1) for _ in range(2))
        made.machine().play(mine, 1, 100, SHORT)
        made.stepper().play(theirs, 1, 100, SHORT)
        assert records(mine) == records(theirs)


@pytest.mark.parametrize("name", EVERY)
def test_same_game_with_other_readings(name: str) -> None:
    for number, players in enumerate(ends(name)):
        fixed = drawn(loaded(name).core(players), Random(number))
        assert different(name, players, 100 * number, 3, SHORT, fixed) == "", fixed


@pytest.mark.slow
@pytest.mark.parametrize("name", EVERY)
def test_same_game_often(name: str) -> None:
    """The openings of a thousand games, over all player counts of a game; short games are over by then."""
    counts = loaded(name).players
    for players in counts:
        assert different(name, players, 1_000, -(-SEEDS // len(counts)), OPENING) == ""


@pytest.mark.slow
@pytest.mark.parametrize("name", EVERY)
def test_same_game_to_its_end(name: str) -> None:
    """Whole games, as many as make about a thousand decisions: 3 of the longest, 100 of short ones."""
    for players in loaded(name).players:
        decisions = sum(engine(name, players).playouts(None, 5_000, 200).decisions)
        games = 200 * PATIENCE // max(1, decisions)
        assert different(name, players, 5_000, min(100, max(3, games)), 10_000) == ""


@pytest.mark.slow
@pytest.mark.parametrize("name", EVERY)
def test_same_game_with_other_readings_often(name: str) -> None:
    for players in loaded(name).players:
        core = loaded(name).core(players)
        for number in range(8):
            fixed = drawn(core, Random(number))
            assert different(name, players, 100 * number, 12, OPENING, fixed) == "", fixed
