"""A page's module plays as the interpreter does, seen through its description alone; a planted difference is noticed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from qedeck.engine.describe import PageModule, describe
from qedeck.engine.reading import Sitting
from qedeck.interpreter.play import Play, rules_of
from qedeck.spec.files import shipped_games
from qedeck.spec.game import Game, load
from tests.engine.pages import different_game

HERE = Path(__file__).parent.parent / "games"
SEEDS, STEPS = 2, 16
"""Of the quick tests; a step of the interpreter with all its views takes some milliseconds."""
MORE_SEEDS, MORE_STEPS = 60, 400

pytest.importorskip("wasmtime")


@cache
def loaded(path: Path) -> Game:
    return load(path)


@cache
def page(path: Path, players: int) -> PageModule:
    return describe(loaded(path), players)


def tables() -> Iterator[tuple[Path, int]]:
    """Every shipped game at every player count; of the public games the smallest."""
    for path in shipped_games().values():
        yield from ((Path(path), players) for players in loaded(Path(path)).players)
    for path in sorted(HERE.glob("*.qed")):
        yield path, loaded(path).players.start


def named(table: tuple[Path, int]) -> str:
    return f"{table[0].stem} {table[1]}"


TABLES = list(tables())


def different(table: tuple[Path, int], seeds: int, steps: int, made: PageModule | None = None) -> str:
    path, players = table
    sitting = Sitting(made or page(path, players))
    for seed in range(seeds):
        found = different_game(Play(rules_of(loaded(path), players), seed), sitting, seed, steps)
        if found:
            return found
    return ""


@pytest.mark.parametrize("table", TABLES, ids=named)
def test_the_page_plays_as_the_interpreter_does(table: tuple[Path, int]) -> None:
    assert different(table, SEEDS, STEPS) == ""


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES, ids=named)
def test_the_page_plays_very_many_games_as_the_interpreter_does(table: tuple[Path, int]) -> None:
    assert different(table, MORE_SEEDS, MORE_STEPS) == ""
