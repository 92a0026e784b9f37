"""Odds beside a game: what is written is read again; what is no such file, or of other rules, does not count."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from qedeck.simulation.record import OddsRecord, beside, played_of, read, written
from qedeck.simulation.tally import Outcome, Tally
from qedeck.spec.game import Game, load_text

GAME = """\
game coin
  players 1 to 2
  starts with toss

cards
  head
  tail

zones
  deck: pile of card, face down, full at start
  hand of each player: pile of card, seen by owner

phase toss
  deal 1 from deck to hand of each player
  judge over

ending over
  when yes
  won by player p where head is in hand of p
"""


def game(text: str = GAME) -> Game:
    found = load_text(text)
    assert found.sound
    return found


def tally() -> Tally:
    made = Tally(watched=3, asked=2)
    for seed, winners in ((1, (1,)), (2, (1, 2)), (3, ())):
        made.add(seed, Outcome("won", "over"), winners, seed)
    made.played.update({"head": 3})
    made.took.update({"head": 1})
    made.clauses.update({"toss": 3})
    return made


def kept(path: Path, of: Game) -> Path:
    record = OddsRecord(of.name)
    record.add(played_of(of, 2, 1, 500, tally()))
    beside(path).write_text(written(record), "utf-8")
    return beside(path)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    path = kept(tmp_path / "coin.qed", game())
    assert path.name == "coin.odds.json"
    record = read(path, game())
    (played,) = record.tables.values()
    assert (played.players, played.seed, played.limit, played.wins) == (2, 1, 500, (2, 1))
    assert played.tally.outcomes == tally().outcomes and played.tally.lengths == tally().lengths
    assert played.tally.clauses == tally().clauses and played.tally.asked == 2
    assert played.fresh(game()) and written(record) == path.read_text("utf-8")


def test_other_rules_make_it_stale_and_remarks_do_not(tmp_path: Path) -> None:
    (played,) = read(kept(tmp_path / "coin.qed", game()), game()).tables.values()
    assert played.fresh(game(GAME.replace("phase toss", "-- A remark.\nphase toss [C-01]")))
    assert played.fresh(game(GAME + "\nproperty p\n  never stuck\n"))
    assert not played.fresh(game(GAME.replace("head is in hand", "tail is in hand")))


@pytest.mark.parametrize("wrong", [
    {"wins": [1]}, {"players": 7}, {"seed": -1}, {"tally": {}}, {"tally lengths": [["a", 1]]}, {"tally games": 1.5},
    {"tally played": [[1, 1]]}, {"tally first": []},
])
def test_a_table_that_is_none_does_not_count(tmp_path: Path, wrong: dict[str, object]) -> None:
    path = kept(tmp_path / "coin.qed", game())
    data = json.loads(path.read_text("utf-8"))
    for key, value in wrong.items():
        inner = data["tables"][0]["tally"] if key.startswith("tally ") else data["tables"][0]
        inner[key.removeprefix("tally ")] = value
    path.write_text(json.dumps(data), "utf-8")
    assert read(path, game()).tables == {}


@pytest.mark.parametrize("text", ["[]", '{"schema": 2, "tables": []}', '{"schema": 1, "tables": 3}', '{"schema"'])
def test_what_is_no_such_file_has_no_tables(tmp_path: Path, text: str) -> None:
    path = tmp_path / "coin.odds.json"
    path.write_text(text, "utf-8")
    assert read(path, game()).tables == {}


def test_nothing_there_is_nothing(tmp_path: Path) -> None:
    assert read(tmp_path / "none.odds.json", game()).tables == {}


def test_a_new_run_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    path = kept(tmp_path / "coin.qed", game())
    record = read(path, game())
    record.add(played_of(game(), 1, 9, 500, Tally()))
    record.add(played_of(game(), 2, 9, 500, tally()))
    assert [(count, played.seed) for count, played in record.tables.items()] == [(2, 9), (1, 9)]
    assert [json.loads(line.strip(","))["players"] for line in written(record).splitlines()[1:-1]] == [1, 2]
