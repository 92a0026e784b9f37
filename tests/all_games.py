"""All games that there are: the shipped ones and those of tests/games, each read once, when it is asked for."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from qedeck.spec.files import shipped_games
from qedeck.spec.game import Game, load
from qedeck.spec.home import parts

SHIPPED = shipped_games()
FILES = {**SHIPPED, **{path.stem: path for path in (Path(__file__).parent / "games").glob("*.qed")}}
NAMES = sorted(FILES)
LIKE_OTHERS = ("wolf_and_hound_match", "wolf_and_hound_two_flocks")
"""Variants of the largest game that change a few lines of it; another one is in the quick tests."""


def slow_if_like_others(name: str) -> Any:
    return pytest.param(name, marks=pytest.mark.slow) if name in LIKE_OTHERS else name


EVERY = list(map(slow_if_like_others, NAMES))
UNDECIDED = ("beggar_my_neighbour",)
"""Nobody decides anything in them."""


@cache
def game(name: str) -> Game:
    return load(FILES[name])


@cache
def text(name: str, but: tuple[str, ...] = ()) -> str:
    """All that is written of a shipped game, its files one after the other; or without some of them."""
    files = [SHIPPED[name], *parts(SHIPPED[name])]
    return "\n".join(path.read_text("utf-8") for path in files if path.stem not in but)


def rules(name: str) -> str:
    """What is written of it without its examples and properties, which is read much sooner."""
    return text(name, but=("examples", "properties"))


def fewest(name: str) -> int:
    return game(name).players.start


def most(name: str) -> int:
    return game(name).players.stop - 1


def ends(name: str) -> list[int]:
    """The fewest and the most players."""
    return sorted({fewest(name), most(name)})
