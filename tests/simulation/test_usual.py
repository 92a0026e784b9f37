"""The usual player: found beside the game, kept to by all who have no seat of their own, the same for the engine."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from qedeck.interpreter.play import start
from qedeck.simulation.backends import backend, differences, fast_batch
from qedeck.simulation.batches import Batch, play_batch
from qedeck.simulation.leaning import leaning
from qedeck.simulation.preferences import PreferenceError, Preferences, preferences
from qedeck.simulation.record import Played, played_of
from qedeck.simulation.seats import USUAL, AtRandom, likely
from qedeck.simulation.table import Table, table_of
from qedeck.simulation.tally import Tally
from qedeck.simulation.usual import usual_digest, usual_file, usual_player
from qedeck.spec.game import Game, load

GAMES = Path(__file__).parents[1] / "games"
SPEC = """\
game grab
  players 2 to 3
  starts with main

remember
  points of each player: 0 to 40
  rounds: 0 to 6

phase main
  repeat
    anyone p may
      grab with number n from 1 to 3
        add n to points of p
    player 1 chooses one
      give with player q, number n from 0 to 2, if q is not player 1
        add n to points of q
      keep
      none-at-all, if rounds is 9
    left of player 1 may choose a player t where t is not player 2
      add 1 to points of t
    add 1 to rounds
  until rounds is 6
  judge richest

ending richest
  when yes
  won by player p where points of p is highest points of q for each player q
"""


def table(game: Game, players: int, text: str) -> Table:
    return table_of(game, players, seats={USUAL: preferences(game, players, text)})


@pytest.fixture
def grab(tmp_path: Path) -> Path:
    path = tmp_path / "grab.qed"
    path.write_text(SPEC, "utf-8")
    return path


# ---- the engine plays what the reference plays --------------------------------------------------------

LINES = {
    "grab": [
        "grab when n is 2",
        "most n",
        "least n when q is player 2\nkeep",
        "most points of q\nleast n",
        "nobody",
        "grab with player 3 and 3",
        "grab when points of me < 4\nnobody",
        "when points of me > 5\nmost n when me is not player 1",
        "give with player 2 and 1",
        "most n when points of me is 99\nplayer 1",
        "2\ndecline",
        "most points of t - points of me\nwhen t is player 1",
    ],
    "kuhn_poker": ["bet when king is in hand of me\nfold-hand when jack is in hand of me"],
    "pirates_trick": ["when c is a coin\nleast rank of c", "most rank of c when trick is empty"],
}


@pytest.mark.parametrize(("name", "line"), [(name, line) for name, lines in LINES.items() for line in lines])
def test_the_engine_keeps_to_it_as_the_reference_does(name: str, line: str, grab: Path) -> None:
    game = load(grab if name == "grab" else GAMES / f"{name}.qed")
    players = game.players[-1] if "q is player 2" not in line else game.players[0]
    seated, batch = table(game, players, line), Batch(3, 40)
    assert backend("auto", seated) == "fast"
    slow = play_batch(seated, batch)
    assert differences(seated, batch, slow) == []
    # Whoever is content with everything plays other games: so the line was kept to at all.
    free = fast_batch(replace(seated, seats={}), batch)
    assert (free.winners, free.lengths) != (slow.winners, slow.lengths)


def test_lines_in_another_order_are_another_player(grab: Path) -> None:
    game, batch = load(grab), Batch(1, 30)
    one, other = (table(game, 3, text) for text in ("grab when n is 1\ngrab", "nobody\ngrab when n is 1"))
    assert play_batch(one, batch).winners != fast_batch(other, batch).winners


def test_what_no_line_speaks_of_is_left_as_it_is(grab: Path) -> None:
    game = load(grab)
    core, player = game.core(2), preferences(game, 2, "keep")
    pairs = zip(core.nodes, leaning(core, player).nodes, strict=True)
    assert sum(old != new for old, new in pairs) == 1


def test_others_at_the_table_are_left_to_the_reference(grab: Path) -> None:
    game = load(grab)
    usual = preferences(game, 3, "most n")
    assert backend("auto", table_of(game, 3, seats={USUAL: usual, 2: AtRandom()})) == "reference"


# ---- who keeps to it -----------------------------------------------------------------------------------


def test_whoever_has_no_seat_keeps_to_it(grab: Path) -> None:
    game = load(grab)
    play = start(game, 3, 1)
    usual = preferences(game, 3, "grab when n is 2")
    assert {action.spelled() for action, _ in likely(play, {USUAL: usual})} == {
        f"grab with player {k} and 2" for k in (1, 2, 3)}
    two = likely(play, {USUAL: usual, 1: AtRandom()})
    assert {action.values[1] for action, _ in two if action.player == 1} == {1, 2, 3}
    assert {action.values[1] for action, _ in two if action.player in (2, 3)} == {2}
    assert {action.player for action, _ in likely(play, {USUAL: usual}, absent=2)} == {1, 3}


# ---- the file beside the game ----------------------------------------------------------------------------


def test_it_lies_beside_the_game_or_in_its_folder(grab: Path, tmp_path: Path) -> None:
    assert usual_file(load(grab)) is None and usual_player(load(grab), 2) is None and usual_digest(load(grab)) == ""
    beside = tmp_path / "grab.usual.player"
    beside.write_text("-- Low.\nleast n\n", "utf-8")
    game = load(grab)
    assert usual_file(game) == beside and isinstance(usual_player(game, 2), Preferences)
    first = usual_digest(game)
    beside.write_text("least n  -- the same\n", "utf-8")
    assert usual_digest(game) == first
    beside.write_text("most n\n", "utf-8")
    assert usual_digest(game) != first
    folder = tmp_path / "grab_all"
    folder.mkdir()
    (folder / "rules.qed").write_text(SPEC, "utf-8")
    (folder / "usual.player").write_text("most n\n", "utf-8")
    assert usual_file(load(folder)) == folder / "usual.player"


def test_a_variant_plays_as_its_base(grab: Path, tmp_path: Path) -> None:
    (tmp_path / "grab.usual.player").write_text("least n\n", "utf-8")
    variant = tmp_path / "short_grab.qed"
    variant.write_text("variant short_grab of grab\n\nrestrict players 2 to 2\n", "utf-8")
    assert usual_file(load(variant)) == tmp_path / "grab.usual.player"
    (tmp_path / "short_grab.usual.player").write_text("most n\n", "utf-8")
    assert usual_file(load(variant)) == tmp_path / "short_grab.usual.player"


def test_a_line_that_cannot_be_read_is_told_with_its_file(grab: Path, tmp_path: Path) -> None:
    (tmp_path / "grab.usual.player").write_text("most m\n", "utf-8")
    with pytest.raises(PreferenceError, match=r"grab\.usual\.player: most m: nothing here is called m"):
        usual_player(load(grab), 2)


def test_odds_hold_for_how_one_usually_plays(grab: Path, tmp_path: Path) -> None:
    beside = tmp_path / "grab.usual.player"
    beside.write_text("least n\n", "utf-8")
    played: Played = played_of(load(grab), 2, 1, 500, Tally())
    assert played.fresh(load(grab))
    beside.write_text("most n\n", "utf-8")
    assert not played.fresh(load(grab))
    beside.unlink()
    assert not played.fresh(load(grab))


PLAYED = [path.parent.name if path.parent.name != "games" else path.name.removesuffix(".usual.player")
          for path in (Path(__file__).parents[2] / "spec/games").rglob("*usual.player")]


@pytest.mark.parametrize("name", PLAYED)
def test_shipped_ones_can_be_read_at_every_table(name: str) -> None:
    game = load(name, claims=False)
    for players in game.players:
        assert usual_player(game, players) is not None
