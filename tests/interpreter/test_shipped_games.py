"""The shipped games, played at random: they come to an end, and every game can be played again from its trace."""

from __future__ import annotations

import json
from functools import cache

import pytest

from qedeck.interpreter.events import Result
from qedeck.interpreter.play import play_random, start
from qedeck.interpreter.telling import tell
from qedeck.interpreter.trace import replay, trace
from qedeck.spec.files import shipped_games
from qedeck.spec.game import Game, load

GAMES = list(shipped_games())


@cache
def shipped(name: str) -> Game:
    return load(name)


def random_game(name: str, players: int, seed: int, limit: int) -> Result | None:
    game = shipped(name)
    play = start(game, players, seed)
    play_random(play, limit)
    for seat in (None, 1, players):
        for language in ("en", "ja"):
            assert all(tell(play, language, seat))
        json.dumps(play.view(seat).data())
        json.dumps(play.history(seat))
    again = replay(game, json.loads(json.dumps(trace(play, game))))
    assert again.same, again.difference
    return play.result


@pytest.mark.parametrize("name", GAMES)
def test_a_few_games(name: str) -> None:
    players = shipped(name).players
    for seed in range(3):
        random_game(name, players[seed % len(players)], seed, 150)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_two_hundred_games(name: str) -> None:
    players = shipped(name).players
    for seed in range(200):
        count = players[seed % min(len(players), 3)]
        result = random_game(name, count, seed, 600)
        assert result is None or result.kind not in ("undefined", "stuck"), (count, seed, result)
