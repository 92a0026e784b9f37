"""Turns played by the engine and by the interpreter: nobody can tell them apart."""

from __future__ import annotations

import pytest

from qedeck.adapters.quick import Branching
from qedeck.adapters.turns import Turn, Turns
from qedeck.interpreter.chance import Chance
from qedeck.interpreter.play import Play

from ..all_games import EVERY, fewest, game


def interpreted(name: str, monkeypatch: pytest.MonkeyPatch) -> Turns:
    with monkeypatch.context() as patch:
        patch.setattr(Turns, "_quick", lambda self, play: play)
        return Turns(game(name), fewest(name))


def told(turn: Turn) -> list[tuple[int, int, str]]:
    return [(number, move.weight, move.text) for number, move in turn.moves().items()]


@pytest.mark.parametrize("name", EVERY)
def test_the_same_turns(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who decides, what may be done with which odds, all that each seat knows, and how it comes out."""
    quick, plain = Turns(game(name), fewest(name)), interpreted(name, monkeypatch)
    assert isinstance(quick.first.play, Branching) and type(plain.first.play) is Play
    for seed in range(2):
        one, two, chance = quick.first, plain.first, Chance(seed)
        for _ in range(80):
            assert one.who == two.who and told(one) == told(two) and one.way() == two.way()
            for seat in range(1, quick.players + 1):
                assert one.memory(seat) == two.memory(seat) and one.sight(seat) == two.sight(seat)
            result, other = one.play.result, two.play.result
            assert (result and (result.kind, result.winners)) == (other and (other.kind, other.winners))
            if one.who is None:
                break
            number, _, _ = told(one)[chance.below(len(told(one)))]
            one, two = one.after(number), two.after(number)


def test_a_turn_stays_when_play_goes_on() -> None:
    turns = Turns(game("connect_four"), 2)
    turn = turns.first
    before = turn.sight(1)
    ways = [turn.after(number).sight(1) for number in turn.moves()]
    assert turn.sight(1) == before and len({str(way) for way in ways}) == 7
