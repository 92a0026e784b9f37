"""One move at a time inside WebAssembly: the games of the engine and of the interpreter, choice by choice."""

from __future__ import annotations

import pytest

pytest.importorskip("wasmtime", reason="wasmtime is not installed")

import wasmtime  # type: ignore[import-untyped,unused-ignore]

from qedeck.engine import KINDS, compiled
from qedeck.engine.moves import Moves
from qedeck.interpreter.chance import PLAYERS, Chance
from qedeck.interpreter.play import start

from ..all_games import EVERY, fewest, game

LIMIT = 300


def ready(name: str) -> Moves:
    return Moves(compiled(game(name).core(fewest(name))).program())


def played(moves: Moves, seed: int) -> tuple[int, str]:
    """A random game of this seed: how many choices were made, and how it came out."""
    chance, legal, made = Chance(seed, PLAYERS), moves.begin(seed), 0
    while legal and made < LIMIT:
        legal, made = moves.step(legal[chance.below(len(legal))]), made + 1
    return made, moves.kind or "unfinished"


@pytest.mark.parametrize("name", EVERY)
def test_the_games_of_the_engine(name: str) -> None:
    moves = ready(name)
    tally = compiled(game(name).core(fewest(name))).playouts(None, 1, 100, limit=LIMIT)
    expected = [(made, KINDS[kind]) for made, kind in zip(tally.decisions, tally.kinds, strict=True)]
    assert [played(moves, seed) for seed in range(1, 101)] == expected


@pytest.mark.parametrize("name", EVERY)
def test_the_positions_of_the_interpreter(name: str) -> None:
    """As many legal choices at the same node, and the same table, all the way."""
    moves = ready(name)
    for seed in range(2):
        play, legal = start(game(name), fewest(name), seed), moves.begin(seed)
        for _ in range(40):
            if play.over:
                assert not legal
                break
            actions = play.legal()
            assert len(legal) == len(actions) and moves.node == play.node
            assert {var: moves.cells()[var] for var in play.core.vars} == {v: play.cells[v] for v in play.core.vars}
            chosen = play.chance.below(len(legal))
            play.apply(actions[chosen])
            legal = moves.step(legal[chosen])


def test_going_back() -> None:
    moves = ready("connect_four")
    legal = moves.begin(1)
    saved = moves.save()
    first = [moves.step(number) for number in (3, 3, 3, 3)]
    moves.load(saved)
    assert [moves.step(number) for number in (3, 3, 3, 3)] == first
    moves.load(saved)
    for number in (0, 1, 0, 1, 0, 1, 0):
        assert legal
        legal = moves.step(number)
    assert legal == () and moves.kind == "over"


def test_the_usual_way_is_taken_where_the_fast_one_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = [played(ready("small_ring"), seed) for seed in range(5)]
    monkeypatch.delattr(wasmtime._ffi, "wasmtime_val_raw_t")
    assert [played(ready("small_ring"), seed) for seed in range(5)] == expected
