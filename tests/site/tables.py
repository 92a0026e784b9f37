"""Tables for the tests of pictures: every shipped game and some public ones, and positions from random games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from qedeck.interpreter.play import start
from qedeck.interpreter.views import view
from qedeck.spec.files import shipped_games
from qedeck.spec.game import Game, load, load_text

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = tuple(shipped_games())
PUBLIC = ("hearts", "crazy_eights", "tic_tac_toe", "connect_four", "small_ring", "beggar_my_neighbour", "leduc_poker",
          "peeping")

TWO_PILES = """game two-piles
  players 1
  starts with main

cards
  stone, 9 copies

zones
  heap: pile of card, face up, full at start
  gone: pile of card, face up

phase main
  repeat
    player 1 chooses a card c in heap
    move c from heap to gone
  until heap is empty
  judge done

ending done
  when heap is empty
  nobody wins
"""


@cache
def game_of(name: str) -> Game:
    if name == "two_piles":
        game = load_text(TWO_PILES)
    else:
        game = load(ROOT / "tests/games" / f"{name}.qed" if name in PUBLIC else name)
    assert game.sound, [d.title for d in game.diagnostics]
    return game


def counts(name: str, few: bool = False) -> list[int]:
    """The player counts of a game; with `few` the smallest and the largest."""
    players = game_of(name).players
    return sorted({players[0], players[-1]}) if few else list(players)


def moments(name: str, players: int, seed: int, most: int = 60) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Views of a random game, each with the one before it, from seats that change."""
    play = start(game_of(name), players, seed)
    dice = Random(seed)
    yield view(play).data(), view(play).data()
    for k in range(most):
        seat = (None, *range(1, players + 1))[k % (players + 1)]
        before = view(play, seat).data()
        legal = play.legal() if not play.over else []
        if not legal:
            return
        play.apply(dice.choice(legal))
        yield view(play, seat).data(), before
