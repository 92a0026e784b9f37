"""Players with preferences: what a line means, what is refused, and that a better player wins more."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from qedeck.interpreter.play import Action, Play, start
from qedeck.interpreter.position import Position
from qedeck.simulation.batches import Batch, play_batch
from qedeck.simulation.preferences import PreferenceError, preferences
from qedeck.simulation.seats import Player, likely, play_on
from qedeck.simulation.table import table_of
from qedeck.spec import core as c
from qedeck.spec.game import Game, load, load_text

GAMES = Path(__file__).parents[1] / "games"
RACE = """\
game quick
  players 3
  starts with main

remember
  points of each player: 0 to 9
  rounds: 0 to 3

phase main
  repeat
    anyone p may
      grab with number n from 1 to 3
        add n to points of p
    add 1 to rounds
  until rounds is 3
  judge richest

ending richest
  when rounds is 3
  won by player p where points of p is highest points of q for each player q
"""


def wins(game: Game, players: int, seats: dict[int, Player], games: int) -> list[int]:
    tally = play_batch(table_of(game, players, seats=seats, watch=False), Batch(0, games))
    return [sum(n for seats, n in tally.winners.items() if seat in seats) for seat in range(1, players + 1)]


def words(actions: Sequence[Action]) -> list[str]:
    return [action.spelled() for action in actions]


@pytest.fixture(scope="module")
def poker() -> Game:
    return load(GAMES / "kuhn_poker.qed")


def test_a_stronger_player_wins_more(poker: Game) -> None:
    bold = preferences(poker, 2, "call\nbet")
    meek = preferences(poker, 2, "fold-hand\ncheck")
    random = wins(poker, 2, {}, 300)
    assert wins(poker, 2, {1: bold, 2: meek}, 300)[0] > random[0] > wins(poker, 2, {1: meek, 2: bold}, 300)[0]


def test_in_tic_tac_toe_taking_a_line_wins_nearly_always() -> None:
    game = load(GAMES / "tic_tac_toe.qed")
    text = """
    when completes(me, s)  -- win now
    when completes(left of me, s)  -- or the other one does
    b2
    """
    more = """
define has-or-is(player p, square s, square here): yes or no
  here is s or holds(p, here)

define completes(player p, square s): yes or no
  some line l where goes-through(l, s) and has-or-is(p, s, end of squares of l) and has-or-is(p, s, middle of squares of l) and has-or-is(p, s, far of squares of l)

define goes-through(line l, square s): yes or no
  end of squares of l is s or middle of squares of l is s or far of squares of l is s
"""  # noqa: E501
    clever = load_text((GAMES / "tic_tac_toe.qed").read_text("utf-8") + more)
    assert clever.sound, [d.title for d in clever.diagnostics]
    assert game.sound
    player = preferences(clever, 2, text)
    assert wins(clever, 2, {2: player}, 20)[1] > 12


def test_lines(poker: Game) -> None:
    game = load(GAMES / "pirates_trick.qed")
    play = start(game, 3, 4)
    legal = play.legal()

    def liked(text: str) -> list[str]:
        return words(preferences(game, 3, text)(play, legal))

    cards = words(legal)
    coins = sorted(card for card in cards if card.startswith("coin"))
    assert len(coins) >= 2
    assert liked("most rank of c otherwise 0") == coins[-1:]
    assert liked("when c is a coin\nleast rank of c") == coins[:1]
    assert liked(coins[0]) == coins[:1]
    assert liked("when rank of c is 99") == cards  # nothing is told apart
    assert liked("most 1") == cards
    assert liked("most rank of c") == [card for card in cards if card == coins[-1] or card not in coins]


def test_a_line_may_have_a_condition(poker: Game) -> None:
    sane = preferences(poker, 2, "bet when king is in hand of me\ncall when king is in hand of me\n"
                                 "fold-hand when jack is in hand of me\ncheck")
    for seed in range(12):
        play = start(poker, 2, seed)
        king = play.row(c.ZoneRef("hand", c.Const(0)))[2]
        assert words(sane(play, play.legal())) == (["bet"] if king else ["check"])
        play.apply_words("check")
        play.apply_words("bet")
        jack = play.row(c.ZoneRef("hand", c.Const(0)))[0]
        wanted = ["call"] if king else ["fold-hand"] if jack else ["fold-hand", "call"]
        assert words(sane(play, play.legal())) == wanted
    game = load(GAMES / "pirates_trick.qed")
    play = start(game, 3, 4)
    early = preferences(game, 3, "most rank of c when trick is not empty")
    assert early(play, play.legal()) == play.legal()


def test_what_is_refused(poker: Game) -> None:
    game = load(GAMES / "pirates_trick.qed")
    for text, told in (
        ("most rnk of c", "did you mean rank? (Q201)"),
        ("pirat", "nothing that can be chosen is called pirat; did you mean pirate?"),
        ("when rank of c", "yes or no is needed here (Q301)"),
        ("most rank of d", "nothing here is called d (Q201)"),
        ("most rank of", "the line ends too early"),
        ("when always", "nothing here is called always (Q201)"),
        ("most rank of c when", "when is not expected here"),
        ("most rank of c when rank of c", "yes or no is needed here (Q301)"),
        ("-- nothing but a comment", "there is no preference in it"),
    ):
        with pytest.raises(PreferenceError) as refused:
            preferences(game, 3, text)
        assert told in str(refused.value)


def test_random_players_are_those_of_play_random() -> None:
    game = load(GAMES / "pirates_trick.qed")
    first, second = start(game, 3, 8), start(game, 3, 8)
    play_on(first, {}, 100)
    while not second.over:
        second.apply(second.random_action())
    assert first.actions == second.actions


def test_who_is_first_in_a_race_stays_chance() -> None:
    game = load_text(RACE)
    assert game.sound, [d.title for d in game.diagnostics]
    play = start(game, 3, 1)
    player = preferences(game, 3, "most n")
    shares: dict[str, int] = {}
    found = likely(play, {2: player})
    for action, weight in found:
        name = f"{action.player}: {action.spelled()}"
        shares[name] = shares.get(name, 0) + weight
    total = sum(shares.values())
    assert sum(n for name, n in shares.items() if name.startswith("2:")) * 10 == 3 * total
    assert {name for name in shares if name.startswith("2:")} == {"2: grab with player 2 and 3"}
    out = preferences(game, 3, "nobody")
    quiet = likely(play, {2: out})
    assert not any(action.player == 2 for action, _ in quiet)


def only_first(position: Position, legal: Sequence[Action]) -> Sequence[Action]:
    return legal[:1]


def cheat(position: Position, legal: Sequence[Action]) -> Sequence[Action]:
    return []


def test_a_player_may_be_a_function(poker: Game) -> None:
    play = start(poker, 2, 3)
    assert isinstance(play, Play)
    assert words([action for action, _ in likely(play, {1: only_first})]) == words(play.legal()[:1])
    with pytest.raises(ValueError, match="a player wants what may not be done"):
        likely(play, {1: cheat})
