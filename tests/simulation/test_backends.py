"""The engine and the reference play the same games: the same tally for the same seeds, whatever goes wrong in them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from qedeck.simulation.backends import EngineError, backend, differences, fast_batch, timed_batch
from qedeck.simulation.batches import Batch, play_batch
from qedeck.simulation.preferences import preferences
from qedeck.simulation.table import Table, table_of
from qedeck.spec.game import load, load_text

from .test_batches import STUCK

GAMES = Path(__file__).parents[1] / "games"
BEYOND = STUCK.replace("add 1 to turns", "add 5 to turns").replace("and who is both", "and who is neither")
ROUND = STUCK.replace("add 1 to turns", "turns becomes 0")
RAGGED = STUCK.replace("where c is king", "where chosen-well of c").replace("define unused: number\n  3", """\
define chosen-well of card c: yes or no
  c is king""").replace("p chooses a card c in hand of p where", "p chooses a card c where")


def table(name: str, players: int, **more: int) -> Table:
    return replace(table_of(load(GAMES / f"{name}.qed"), players), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "players", "games"),
    [("kuhn_poker", 2, 80), ("leduc_poker", 2, 30), ("tic_tac_toe", 2, 20), ("pirates_trick", 3, 12),
     ("crazy_eights", 3, 3), ("beggar_my_neighbour", 2, 3), pytest.param("hearts", 4, 4, marks=pytest.mark.slow)],
)
def test_public_games(name: str, players: int, games: int) -> None:
    here, batch = table(name, players), Batch(2**64 - 200, games)
    assert backend("auto", here) == "fast"
    assert differences(here, batch, play_batch(here, batch)) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["werewolves_and_robbers", "wolf_and_hound", "stool_pigeon", "werewolf_village"])
def test_shipped_games(name: str) -> None:
    game = load(name)
    here, batch = table_of(game, game.players.start), Batch(31, 8)
    assert differences(here, batch, play_batch(here, batch)) == []


@pytest.mark.parametrize(
    ("text", "kind"), [(STUCK, "stuck"), (BEYOND, "undefined"), (ROUND, "stuck"), (RAGGED, "drawn")]
)
def test_what_goes_wrong(text: str, kind: str) -> None:
    game = load_text(text)
    assert game.sound, [d.title for d in game.diagnostics]
    here, batch = table_of(game, 2), Batch(5, 12)
    slow = play_batch(here, batch)
    assert kind in {outcome.kind for outcome in slow.outcomes}
    assert differences(here, batch, slow) == []


def test_a_game_without_an_end() -> None:
    here, batch = table_of(load_text(ROUND), 2, {"who": "neither"}), Batch(0, 2)
    slow = play_batch(here, batch)
    assert {outcome.kind for outcome in slow.outcomes} == {"endless"}
    assert differences(here, batch, slow) == []


@pytest.mark.parametrize("limit", [1, 5, 11, 12])
def test_the_limit(limit: int) -> None:
    here, batch = table("pirates_trick", 3, limit=limit), Batch(0, 5)
    assert differences(here, batch, play_batch(here, batch)) == []


def test_a_difference_would_be_noticed() -> None:
    here = table("kuhn_poker", 2)
    seen = play_batch(here, Batch(0, 30))
    seen.winners[1, 2] += 1
    assert differences(here, Batch(0, 30), seen) == ["winners"]


def test_cut_anywhere() -> None:
    here = table("pirates_trick", 3)
    assert fast_batch(here, Batch(0, 500)) == fast_batch(here, Batch(0, 177)) + fast_batch(here, Batch(177, 323))


def test_who_plays() -> None:
    game = load(GAMES / "kuhn_poker.qed")
    plain = table_of(game, 2)
    seated = table_of(game, 2, seats={1: preferences(game, 2, "bet")})
    assert (backend("auto", plain), backend("reference", plain), backend("auto", seated)) == (
        "fast", "reference", "reference")
    with pytest.raises(EngineError, match="random and usual players only"):
        backend("fast", seated)
    assert timed_batch(plain, Batch(0, 5), "fast")[0].winners == timed_batch(plain, Batch(0, 5), "reference")[0].winners


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_game_of_the_readme(players: int) -> None:
    from ..docs.blocks import specs

    text = next(block.text for block in specs() if block.after("file") == "sun_and_moon.qed")
    here, batch = table_of(load_text(text), players), Batch(0, 8)
    assert differences(here, batch, play_batch(here, batch)) == []
