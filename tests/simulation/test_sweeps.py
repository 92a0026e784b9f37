"""Sweeps: every combination once, what is swept in words, and games narrowed to one combination."""

from __future__ import annotations

import pytest

from qedeck.simulation.batches import Batch, play_batch
from qedeck.simulation.sweeps import SweepError, axis_of, combinations
from qedeck.simulation.table import table_of
from qedeck.spec.game import Game, load, load_text

SMALL = """\
game small
  players 2 to 4
  starts with main

cards
  ace, 3 copies
  king, 3 copies

reading ties: shared, lost
parameter points of card c: 0 to 9
  assumed 1
parameter rounds: 1 to 5
  assumed 2

zones
  deck: pile of card, face down, full at start
  hand of each player: pile of card, seen by owner

remember
  score of each player: 0 to 60

phase main
  deal 1 from deck to hand of each player
  for each player p
    p chooses a card c in hand of p
    add points of c * rounds to score of p
  judge best

ending best
  when yes
  won by player p where score of p is highest score of q for each player q

property scores
  never score of player 1 is at least 40
"""


@pytest.fixture(scope="module")
def small() -> Game:
    game = load_text(SMALL)
    assert game.sound, [d.title for d in game.diagnostics]
    return game


def test_every_combination_once(small: Game) -> None:
    axes = [axis_of(small, text) for text in ("players", "reading:ties", "parameter:points of ace=1..3")]
    found = combinations(small, None, {"rounds": "4"}, axes)
    assert len(found) == 3 * 2 * 3 == len({(here.players, str(here.settings)) for here in found})
    assert found[0].values == {"players": "2", "ties": "shared", "points of ace": "1"}
    assert found[0].settings == {"rounds": "4", "ties": "shared", "points": {"ace": "1"}}


def test_words(small: Game) -> None:
    assert axis_of(small, "players=2..3").values == ("2", "3")
    assert axis_of(small, "players=4, 2").values == ("4", "2")
    assert axis_of(small, "reading:ties=lost").values == ("lost",)
    assert axis_of(small, "parameter:rounds=1,3").values == ("1", "3")
    assert axis_of(load("werewolves_and_robbers"), "variant:sharp_knives").values == (
        "werewolves_and_robbers", "sharp_knives")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("player", "none of players, reading:NAME"), ("players=5", "for 2 to 4 players, not 5"),
        ("players=2..", "no range"), ("reading:tie", "no reading called tie; did you mean ties"),
        ("reading:ties=won", "ties cannot be won; it is one of shared, lost"),
        ("parameter:rounds", "does not say which values"), ("parameter:round=1", "did you mean rounds"),
        ("parameter:rounds=9..1", "no range"), ("parameter:rounds=", "no value"), ("reading", "is none of"),
    ],
)
def test_what_cannot_be_swept(small: Game, text: str, told: str) -> None:
    with pytest.raises(SweepError, match=told.replace("(", r"\(")):
        axis_of(small, text)


def test_too_many_and_twice(small: Game) -> None:
    with pytest.raises(SweepError, match="combinations"):
        wide = [axis_of(small, f"parameter:{name}=0..99") for name in ("rounds", "points of ace")]
        combinations(small, None, {}, wide)
    with pytest.raises(SweepError, match="twice"):
        combinations(small, None, {}, [axis_of(small, "players"), axis_of(small, "players=2")])
    with pytest.raises(SweepError, match="no_such_game"):
        combinations(small, None, {}, [axis_of(small, "variant:no_such_game")])


def test_a_narrowed_game_leaves_nothing_else_open(small: Game) -> None:
    axes = [axis_of(small, text) for text in ("players=3", "parameter:rounds=4", "parameter:points of ace=9")]
    (here,) = combinations(small, None, {}, axes)
    narrow = here.narrowed()
    assert list(narrow.players) == [3] and len(narrow.core(3).constraints) == len(small.core(3).constraints) + 2
    # Play follows the narrowed values by itself: the same games as with the settings.
    same = play_batch(table_of(narrow, 3), Batch(0, 20)), play_batch(table_of(small, 3, here.settings), Batch(0, 20))
    assert same[0].winners == same[1].winners
    assert same[0].winners != play_batch(table_of(small, 3), Batch(0, 20)).winners
