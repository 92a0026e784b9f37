"""A batch is the games that `qedeck run` plays with those seeds, however it is cut and whoever watches."""

from __future__ import annotations

import pickle
from collections import Counter
from pathlib import Path

import pytest

from qedeck.interpreter.play import play_random, start
from qedeck.interpreter.watchable import watchable
from qedeck.simulation.backends import differences
from qedeck.simulation.batches import Batch, outcome_of, play_batch
from qedeck.simulation.table import Table, table_of
from qedeck.simulation.tally import Outcome
from qedeck.spec.game import Game, load, load_text

GAMES = Path(__file__).parents[1] / "games"
STUCK = """\
game corner
  players 2
  starts with main

cards
  ace
  king

reading who: both, or neither

zones
  deck: pile of card, face down, full at start
  hand of each player: pile of card, seen by owner

remember
  turns: 0 to 9

phase main
  deal 1 from deck to hand of each player
  repeat
    for each player p
      if ace is in hand of p and who is both
        p chooses a card c in hand of p where c is king
    add 1 to turns
  until turns is 9
  judge tired

phase never-done
  turns becomes 0

define unused: number
  3

ending tired
  when turns is 9
  drawn

ending early
  when turns is 8
  nobody wins
"""


def game(name: str) -> Game:
    return load(GAMES / f"{name}.qed")


@pytest.mark.parametrize(("name", "players", "count"), [("kuhn_poker", 2, 60), ("pirates_trick", 3, 6)])
def test_the_games_are_those_of_run(name: str, players: int, count: int) -> None:
    table = table_of(game(name), players)
    tally = play_batch(table, Batch(40, count))
    outcomes: Counter[Outcome] = Counter()
    winners: Counter[tuple[int, ...]] = Counter()
    lengths: Counter[int] = Counter()
    for seed in range(40, 40 + count):
        play = start(game(name), players, seed)
        lengths[play_random(play)] += 1
        assert play.result is not None
        outcomes[outcome_of(play.result)] += 1
        winners[play.result.winners] += 1
    assert (tally.games, tally.outcomes, tally.winners, tally.lengths) == (count, outcomes, winners, lengths)


def test_cut_and_watched_or_not() -> None:
    table = table_of(game("kuhn_poker"), 2)
    whole = play_batch(table, Batch(0, 50))
    assert whole == play_batch(table, Batch(0, 13)) + play_batch(table, Batch(13, 37))
    unwatched = play_batch(Table(table.core, watch=False), Batch(0, 50))
    assert unwatched.watched == 0 and not unwatched.clauses
    for name in ("outcomes", "first", "winners", "lengths"):
        assert getattr(unwatched, name) == getattr(whole, name)


def test_a_table_can_be_sent() -> None:
    table = table_of(game("pirates_trick"), 3)
    sent = pickle.loads(pickle.dumps(table))
    assert sent.key == table.key
    assert play_batch(sent, Batch(5, 3)) == play_batch(table, Batch(5, 3))


def test_keys_tell_tables_apart() -> None:
    corner = load_text(STUCK)
    tables = [table_of(corner, 2), table_of(corner, 2, {"who": "neither"}), table_of(corner, 2, limit=7),
              table_of(corner, 2, watch=False), table_of(load_text(STUCK.replace("9", "8")), 2)]
    assert len({table.key for table in tables}) == len(tables)
    assert table_of(load_text(f"-- a comment\n{STUCK}"), 2).key == tables[0].key


def test_what_goes_wrong_has_a_seed() -> None:
    corner = load_text(STUCK)
    tally = play_batch(table_of(corner, 2), Batch(3, 8))
    stuck = Outcome("stuck", clause="main")
    assert tally.outcomes == {stuck: 8} and tally.first == {stuck: 3} and not tally.lengths
    play = start(corner, 2, tally.first[stuck])
    play_random(play)
    assert play.result is not None and play.result.kind == "stuck"
    free = play_batch(table_of(corner, 2, {"who": "neither"}), Batch(3, 8))
    assert free.outcomes == {Outcome("drawn", "tired"): 8} and free.lengths == {0: 8}


def test_clauses_at_work() -> None:
    corner = load_text(STUCK)
    core = corner.core(2)
    names = watchable(core)
    assert "unused" not in names and "never-done" not in names
    tally = play_batch(table_of(corner, 2, {"who": "neither"}), Batch(0, 4))
    assert {name: tally.clauses[name] for name in names} == {"who": 4, "main": 4, "tired": 4, "early": 0}


def test_tricks() -> None:
    tally = play_batch(table_of(game("pirates_trick"), 3), Batch(0, 20))
    assert sum(tally.took.values()) == 20 * 4 and sum(tally.played.values()) == 20 * 12
    assert all(tally.took[card] <= n for card, n in tally.played.items())
    assert tally.took["captain"] / tally.played["captain"] > tally.took["coin 1"] / tally.played["coin 1"]


def test_tricks_without_a_definition_go_by_who_takes_them() -> None:
    """The same deal with the winner found in a phase: whoever gets the cards laid the winning one."""
    text = (GAMES / "pirates_trick.qed").read_text("utf-8")
    text = text.replace("wake: pile of card, face down", "wake of each player: pile of card, face down")
    text = text.replace("to wake\n", "to wake of leader\n")
    plain = load_text(text)
    assert plain.sound
    asked = text.replace("define winning-place: place in trick\n  only place i in trick where wins of i\n", "")
    asked = asked.replace("player at winning-place", "player at only place i in trick where wins of i")
    asked = "\n".join(line for line in asked.splitlines() if "winning-place is" not in line)
    other = load_text(asked + "\n")
    assert other.sound, [d.title for d in other.diagnostics]
    first, second = (play_batch(table_of(g, 3), Batch(0, 10)) for g in (plain, other))
    assert first.took == second.took and first.played == second.played and sum(first.took.values()) == 40
    assert differences(table_of(other, 3), Batch(0, 10), second) == []


def test_the_limit() -> None:
    tally = play_batch(table_of(game("pirates_trick"), 3, limit=5), Batch(0, 3))
    assert tally.outcomes == {Outcome("unfinished"): 3} and not tally.lengths
