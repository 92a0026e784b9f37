"""The engine and the reference watch the same: tricks, and in how many games a clause does something."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from qedeck.interpreter.play import play_random, start
from qedeck.interpreter.watchable import asked, at_work, watchable
from qedeck.simulation.backends import differences, fast_batch
from qedeck.simulation.batches import Batch, play_batch
from qedeck.simulation.table import table_of
from qedeck.simulation.tally import Tally, tally_of
from qedeck.spec.game import Game, load, load_text

ROOT = Path(__file__).parents[2]
GAMES = {
    "pirates_trick": (ROOT / "tests/games/pirates_trick.qed", 3, 20),
    "hearts": (ROOT / "tests/games/hearts.qed", 4, 6),
    "kuhn_poker": (ROOT / "tests/games/kuhn_poker.qed", 2, 60),
    "werewolves_and_robbers": (ROOT / "spec/games/werewolves_and_robbers/rules.qed", 3, 4),
    "wolf_and_hound": (ROOT / "spec/games/wolf_and_hound/rules.qed", 3, 4),
    "stool_pigeon": (ROOT / "spec/games/stool_pigeon/rules.qed", 3, 6),
}


LONG = "stool_pigeon"
"""With players at random its games go on and on."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name == LONG else name for name in GAMES]
)
def test_they_see_the_same(name: str) -> None:
    path, players, count = GAMES[name]
    table, batch = table_of(load(path), players), Batch(11, count)
    slow, fast = play_batch(table, batch), fast_batch(table, batch)
    done = at_work(table.core)
    assert (fast.played, fast.took, fast.watched, fast.asked) == (slow.played, slow.took, count, 0)
    assert fast.clauses == {clause: games for clause, games in slow.clauses.items() if clause in done}
    assert differences(table, batch, slow) == []


def test_batches_add_up() -> None:
    table = table_of(load(GAMES["pirates_trick"][0]), 3)
    whole = fast_batch(table, Batch(0, 500))
    assert whole == fast_batch(table, Batch(0, 123)) + fast_batch(table, Batch(123, 377))
    assert sum(whole.took.values()) == 4 * 500 and sum(whole.played.values()) == 12 * 500
    assert fast_batch(replace(table, watch=False), Batch(0, 5)).watched == 0


def test_an_engine_that_sees_something_else_is_found_out() -> None:
    table, batch = table_of(load(GAMES["pirates_trick"][0]), 3), Batch(0, 3)
    slow = play_batch(table, batch)
    assert differences(table, batch, slow + Tally(took=slow.took)) == ["what was watched"]
    clause = next(name for name in slow.clauses if name in at_work(table.core))
    slow.clauses[clause] += 1
    assert differences(table, batch, slow) == ["what was watched"]


FALL = """\
game fall
  players 2
  starts with main

cards
  ace
  king

zones
  deck: pile of card, face down, full at start
  hand of each player: pile of card, seen by owner

remember
  level: 0 to 3

phase main
  deal 1 from deck to hand of each player
  repeat
    player 1 chooses one
      climb
        do up
      rest
  until level is 9

phase up
  add 1 to level
  do higher

phase higher
  add 1 to level

ending never
  when level is 9
  drawn
"""


def test_nothing_is_at_work_after_something_undefined() -> None:
    table, batch = table_of(load_text(FALL), 2), Batch(0, 30)
    slow, fast = play_batch(table, batch), fast_batch(table, batch)
    assert {outcome.code for outcome in slow.outcomes} == {"Q503"}
    assert differences(table, batch, slow) == [] and fast.clauses == slow.clauses
    assert fast.clauses["higher"] == 30 and fast.clauses["never"] == 0


def test_what_is_done_and_what_is_asked() -> None:
    core = load(GAMES["hearts"][0]).core(4)
    assert {"may-play"} <= asked(core) and {"play-trick"} <= at_work(core)
    assert not asked(core) & at_work(core) and set(watchable(core)) == asked(core) | at_work(core)


OTHERWISE = """\
game otherwise-needed
  players 2
  starts with main

cards
  plain, rank 3
  wild

zones
  deck: pile of card, face down, full at start
  hand of each player: pile of card, seen by owner

remember
  first: 0 to 9
  second: 0 to 9
  third: 0 to 9

define worth of card c: 0 to 9
  rank of c otherwise 1

phase main
  deal 1 from deck to hand of each player
  first-of becomes worth of (first card c in hand of player 1)
  second becomes rank of plain otherwise 2
  third becomes (rank of wild otherwise rank of wild) otherwise 4
""".replace("first:", "first-of:")


def test_how_often_each_otherwise_was_needed() -> None:
    game = load_text(OTHERWISE)
    table = table_of(game, 2)
    tally = play_batch(table, Batch(0, 40))
    text = game.sources["game.qed"].text
    needed = {text[slice(*map(int, place.split(":")[1:]))]: games for place, games in tally.needed.items()}
    wild = sum(1 for seed in range(40) if _worth(game, seed) == 1)
    assert 0 < wild < 40
    assert needed == {
        "rank of c otherwise 1": wild,
        "rank of wild otherwise rank of wild": 40,
        "(rank of wild otherwise rank of wild) otherwise 4": 40,
    }
    assert tally_of(tally.data()) == tally
    assert fast_batch(table, Batch(0, 40)).needed == {}


def _worth(game: Game, seed: int) -> int:
    play = start(game, 2, seed)
    play_random(play)
    return int(play.cells["first-of"][0])
