"""All games that there are: the shipped ones and those of tests/games."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from qedeck.spec.files import shipped_games
from qedeck.spec.game import Game, load

FILES = {**shipped_games(), **{path.stem: path for path in (Path(__file__).parents[1] / "games").glob("*.qed")}}
NAMES = sorted(FILES)
UNDECIDED = ("beggar_my_neighbour",)
"""Nobody decides anything in them."""


@cache
def game(name: str) -> Game:
    return load(FILES[name])


def fewest(name: str) -> int:
    return game(name).players.start


def most(name: str) -> int:
    return game(name).players.stop - 1
