"""The small ring: its rules, and that the programs written by hand in C play and search the same game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from qedeck.engine import compiled as compiled_engine
from qedeck.interpreter.play import play_random, start
from qedeck.interpreter.settings import settled
from qedeck.proofs.plays.explore import explored
from qedeck.proofs.verdict import Grade
from qedeck.spec import core as c
from qedeck.spec.game import load_text

from ..bench.by_hand import compiled, run
from ..bench.contest import Unavailable
from .tables import decided, is_clean, random_games, table, text, twin


def by_hand(name: str, **sizes: int) -> Path:
    try:
        return compiled(name, **sizes)
    except Unavailable as why:
        pytest.skip(str(why))


def test_clean() -> None:
    is_clean("small_ring")
    is_clean("tiny_ring")


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_random_games(players: int) -> None:
    """Whoever runs out of sheep is the only one who does not win."""
    for play in random_games("small_ring", players, 10):
        assert play.result is not None
        sheep = play.cells["sheep"]
        if 0 in sheep:
            assert set(play.result.winners) == {seat + 1 for seat in range(players) if sheep[seat]}
            assert len(play.result.winners) == players - 1


@pytest.mark.parametrize("players", [3, 4, 6])
def test_the_same_games_as_by_hand(players: int) -> None:
    """Seed by seed: as many choices, the same ending, the same winners."""
    lines, _ = run(by_hand("ring_playouts", PLAYERS=players), 1, 40, "each")
    for seed, line in enumerate(lines, 1):
        play = start(table("small_ring"), players, seed)
        choices = play_random(play)
        assert play.result is not None
        winners = sum(1 << seat - 1 for seat in play.result.winners)
        assert line == f"{choices} {int(0 in play.cells['sheep'])} {winners}", seed


@pytest.mark.parametrize("players", [3, 4, 6])
def test_the_engine_plays_the_same_games_as_by_hand(players: int) -> None:
    pytest.importorskip("wasmtime", reason="wasmtime is not installed")
    lines, _ = run(by_hand("ring_playouts", PLAYERS=players), 1, 5_000, "each")
    core = table("small_ring").core(players)
    tally = compiled_engine(core).playouts(None, 1, 5_000)
    no_sheep = [core.endings[ending].name == "no-sheep" for ending in tally.endings]
    assert lines == [
        f"{choices} {int(lost)} {winners}"
        for choices, lost, winners in zip(tally.decisions, no_sheep, tally.winners, strict=True)
    ]


def dealt_out(copies: int, hand: int) -> c.Core:
    """The tiny ring of such a size, and nothing left open: the search would try every number of cards."""
    told = text("small_ring").replace("players 3 to 6", "players 4").replace("value 1 to 4", "value 1 to 2")
    told = told.replace("number-copies copies", f"{copies} copies").replace("deal hand-size", f"deal {hand}")
    told = re.sub(r"parameter .*?\n\n", "", told, flags=re.DOTALL)
    game = load_text(re.sub(r"example .*", "", told, flags=re.DOTALL))
    assert game.sound, [d.title for d in game.diagnostics]
    return game.core(4)


@pytest.mark.parametrize(("copies", "hand", "positions"), [(2, 2, 4_050), (2, 1, 7_748)])
def test_the_same_positions_as_by_hand(copies: int, hand: int, positions: int) -> None:
    """Eight cards: all of them dealt, or half of them drawn later."""
    _, counted = run(by_hand("ring_search", COPIES=copies, HAND=hand))
    whole = explored(dealt_out(copies, hand), 120)
    assert whole.complete, whole.reason
    ends = [whole.end(number) for number in range(whole.positions)]
    assert whole.positions == counted["positions"] == positions
    assert whole.edges == counted["steps"]
    assert ends.count("over") == counted["no-sheep"] + counted["no-cards"]


@pytest.mark.parametrize(
    ("copies", "positions"),
    [(2, 4_050), (3, 219_700), pytest.param(4, 4_565_934, marks=pytest.mark.slow)],
)
def test_the_engine_finds_the_same_positions_as_by_hand(copies: int, positions: int) -> None:
    pytest.importorskip("wasmtime", reason="wasmtime is not installed")
    from qedeck.engine.search import Search

    _, counted = run(by_hand("ring_search", COPIES=copies))
    faces = {f"{colour} {value}": copies for colour in ("black", "white") for value in (1, 2)}
    play = start(table("tiny_ring"), 4, 1)
    fixed = settled(play.rules.meaning, play.rules.words, {"number-copies": faces})
    found = Search(play.core, fixed).run(300)
    assert found.complete, found.reason
    assert found.positions == counted["positions"] == positions
    assert found.edges == counted["steps"]
    assert found.stops()["over"] == counted["no-sheep"] + counted["no-cards"]


def test_how_often_it_comes_out_so() -> None:
    """Half a million games by hand: the frequencies that ours are held against elsewhere."""
    _, counted = run(by_hand("ring_playouts"), 1, 500_000)
    assert counted["no-sheep"] / counted["games"] == pytest.approx(0.4476, abs=0.004)


@pytest.mark.parametrize("name", ["cards-stay", "enough-cards"])
def test_laws(name: str) -> None:
    found = decided(text("small_ring"), name, 4, 30)
    assert found.grade.good, found.detail


def test_a_card_too_many() -> None:
    found = decided(twin("small_ring", "  deal hand-size from", "  deal 9 from"), "enough-cards", 4, 30)
    assert found.grade is Grade.REFUTED, found.detail
