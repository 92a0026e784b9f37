"""Playing: what is legal, why something is not, how games come out, and that the same seed is the same game."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qedeck.interpreter.actions import Action
from qedeck.interpreter.choices import Refused
from qedeck.interpreter.play import Asked, Endless, Play, play_random, start
from qedeck.interpreter.settings import SettingError
from qedeck.spec import core as c
from qedeck.spec.game import Game, load_text

ONE_CARD = """\
game {name}
  players 2
  starts with evening

cards
  ace

zones
  deck: pile of card, face down, full at start
  hand of each player: pile of card, seen by owner

remember
  count: 0 to 5
  turn: player or none, starting none

phase evening
{phase}
ending enough
  when count is at least 3
  won by player p where p is player 2
ending plenty
  when count is at least 2
  nobody wins
ending unanswerable
  when 1 / (count - 3) is 0
  drawn
"""


def tiny_game(*phase: str, name: str = "little") -> Game:
    game = load_text(ONE_CARD.format(name=name, phase="".join(f"  {line}\n" for line in phase)))
    assert game.sound, [d.title for d in game.diagnostics]
    return game


def every_action(play: Play) -> list[Action]:
    """All that could be typed at this decision, allowed or not."""
    node, asked = play.decision, play.asked
    assert isinstance(node, c.Decision) and asked is not None and play.node is not None
    words, found = play.rules.words, []
    for number, option in enumerate(node.options):
        for values in product(*(words.values(pick.type) for pick in option.picks)):
            found.append(play.rules.choices.action(play.node, number, values, asked.player))
    return found


# ---- laws ------------------------------------------------------------------------------------------


@given(st.integers(0, 10**6), st.sampled_from((2, 3)), st.integers(0, 12))
def test_legal_is_what_is_not_refused(tiny: Game, seed: int, players: int, moves: int) -> None:
    play = start(tiny, players, seed)
    play_random(play, moves)
    if not play.over:
        assert play.legal() == [a for a in every_action(play) if play.refusal(a) is None]


@given(st.integers(0, 10**6))
def test_the_same_seed_is_the_same_game(tiny: Game, seed: int) -> None:
    one, two = start(tiny, 3, seed), start(tiny, 3, seed)
    play_random(one)
    play_random(two)
    assert one.cells == two.cells and one.result == two.result and one.actions == two.actions


@given(st.integers(0, 10**6))
def test_the_same_seed_deals_the_same_cards_whoever_plays(tiny: Game, seed: int) -> None:
    one, two = start(tiny, 2, seed), start(tiny, 2, seed)
    play_random(one)
    while not two.over:
        two.apply(two.legal()[0])
    assert one.history(None)[:2] == two.history(None)[:2]


def test_a_copy_goes_its_own_way(tiny: Game) -> None:
    play = start(tiny, 2, 1)
    twin = play.copy()
    twin.apply(twin.legal()[0])
    assert play.asked == Asked("player", 1) and twin.asked == Asked("player", 2) and not play.actions[1:]


def test_a_seed_is_drawn_and_kept(tiny: Game) -> None:
    play = start(tiny, 2)
    assert start(tiny, 2, play.seed).cells == play.cells


# ---- chance ------------------------------------------------------------------------------------------


def test_chance_can_be_told_what_to_do(tiny: Game) -> None:
    play = start(tiny, 2, 5, auto=False)
    (deal,) = play.legal()
    assert deal.actor == "chance" and deal.label() == "Cards are dealt from deck" and play.asked == Asked("chance")
    hands = ((1, 1, 0, 0, 0, 0, 0, 0), (0, 0, 1, 1, 0, 0, 0, 0))
    assert play.node is not None
    play.apply(Action(play.node, 0, outcome=hands, words=play.rules.words))
    assert play.cells["hand"] == hands[0] + hands[1]
    again = start(tiny, 2, 5, auto=False)
    with pytest.raises(Refused, match="cannot fall like this"):
        again.apply(Action(deal.node, 0, outcome=(hands[0], (1, 0, 0, 0, 0, 0, 0, 1)), words=again.rules.words))


def test_chance_is_weighted() -> None:
    text = """\
game draws
  players 1
  starts with evening
cards
  ace, 3 copies
  king
zones
  deck: pile of card, face down, full at start
remember
  aces: 0 to 100
phase evening
  for each number n from 1 to 100
    chance chooses a card c in deck
    if c is an ace: add 1 to aces
  judge done
ending done
  when aces is at least 0
  drawn
"""
    game = load_text(text)
    assert game.sound, [d.title for d in game.diagnostics]
    play = start(game, 1, 3)
    assert play.over and 60 <= play.cells["aces"][0] <= 90


# ---- refusals -------------------------------------------------------------------------------------------


def refused(play: Play, line: str) -> Refused:
    with pytest.raises(Refused) as caught:
        play.apply_words(line)
    return caught.value


def test_why_not(tiny: Game) -> None:
    play = start(tiny, 2, 1)  # player 1 holds red 1 and blue 4, player 2 red 3 and blue 2
    late = play.legal()[0]
    assert "player 1" in refused(play, "player 2: 1").reason.lower()
    assert refused(play, "player 2: 1").kind == "turn"
    assert refused(play, "7").kind == "choice"
    play.apply_words("player 1: 0")
    play.apply_words("2")
    answer = refused(play, "red 3")
    assert (answer.kind, answer.reason) == ("choice", "red 3 is not among the choices")
    assert answer.told("ja") == "red 3は選択肢にありません"
    assert "did you mean red 1" in refused(play, "red1").reason
    assert refused(play, "knock with red 1").reason.startswith("there is no option knock here")
    with pytest.raises(Refused, match="there is no n to choose now"):
        play.apply(late)
    play.apply_words("red 1")
    with pytest.raises(Refused, match="not the turn of Player 1: Player 2 decides"):
        play.apply(Action(play.node or 0, 0, (7,), player=1, words=play.rules.words))
    play_random(play)
    assert refused(play, "red 1").kind == "over"


def test_an_option_that_is_not_open() -> None:
    game = tiny_game("player 1 chooses one", "  knock, if count is 1", "    add 1 to count", "  wait",
                     "    add 2 to count", "judge enough, plenty")
    play = start(game, 2, 0)
    assert [a.spelled() for a in play.legal()] == ["wait"]
    answer = refused(play, "knock")
    assert (answer.kind, answer.reason) == ("rule", "knock is not allowed now (evening)")
    play.apply_words("wait")
    assert play.result is not None and play.result.kind == "nobody" and play.result.ending == "plenty"


# ---- how games come out -----------------------------------------------------------------------------------


def test_every_ending_that_holds_is_named() -> None:
    play = start(tiny_game("add 3 to count", "judge enough, plenty"), 2, 0)
    assert play.result is not None
    assert (play.result.kind, play.result.ending, play.result.winners) == ("won", "enough", (2,))
    assert play.result.holding == ("enough", "plenty"), "what cannot be asked here does not hold"


def test_no_declared_ending() -> None:
    play = start(tiny_game("judge enough, plenty", "add 1 to count"), 2, 0)
    assert play.result is not None and play.result.kind == "undeclared"


def test_stuck() -> None:
    play = start(tiny_game("player 2 chooses a card c in hand of player 2", "judge enough, plenty"), 2, 0)
    assert play.over and play.legal() == [] and play.asked is None
    assert play.result is not None and play.result.kind == "stuck"
    assert play.result.reason == "Player 2 must choose in evening, but nothing can be chosen"


@pytest.mark.parametrize(("line", "code"), [
    ("deal count + 2 from deck to hand of player 1", "Q505"),
    ("add 9 to count", "Q503"),
    ("move ace from hand of player 1 to deck", "Q504"),
    ("require count is 1", "Q513"),
    ("turn chooses a card c in deck", "Q506"),
])
def test_undefined(line: str, code: str) -> None:
    play = start(tiny_game(line, "judge enough, plenty"), 2, 0)
    assert play.result is not None and (play.result.kind, play.result.code) == ("undefined", code)
    assert play.result.clause == "evening" and play.result.span.file


def test_endless_without_a_decision() -> None:
    with pytest.raises(Endless, match="round in a circle in evening"):
        start(tiny_game("repeat", "  count becomes 1 - count", "until no", "judge enough, plenty"), 2, 0)


def test_endless_by_chance() -> None:
    game = tiny_game("repeat", "  deal 1 from deck to hand of player 1", "  move all from hand of player 1 to deck",
                     "until no", "judge enough, plenty")
    with pytest.raises(Endless, match="nobody decides"):
        start(game, 2, 0)


def test_random_players_give_up() -> None:
    game = tiny_game("repeat", "  player 1 chooses one", "    this", "    that", "until no", "judge enough, plenty")
    play = start(game, 2, 0)
    assert play_random(play, 50) == 50 and not play.over and play.result is None


# ---- settings ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("settings", "message"), [
    ({"bonsu": 1}, "did you mean bonus"),
    ({"score": 1}, "no parameter or reading called score"),
    ({"bonus": 2}, "bonus is a table; say which entry is meant, for instance bonus of red 1"),
    ({"bonus": {"red 9": 2}}, "has no entry for red 9"),
    ({"bonus": {"red 2": 4}}, "it is a number from 0 to 3"),
    ({"bonus": {"red 2": [1]}}, "cannot be"),
    ({"bonus": {"red 1": 2}}, "break what the rulebook says: bonus of red 1 is 1"),
    ({"equal-ranks": "last-win"}, "did you mean last-wins"),
    ({"equal-ranks": {"red 1": 1}}, "has one value"),
])
def test_settings_are_checked(tiny: Game, settings: dict[str, Any], message: str) -> None:
    with pytest.raises(SettingError, match=message.replace("?", "\\?")):
        start(tiny, 2, 0, settings)


def test_settings_are_used(tiny: Game) -> None:
    play = start(tiny, 2, 1, {"bonus": {"blue 4": 3, "red 3": "2"}, "equal-ranks": "last-wins"})
    for line in ("0", "0", "blue 4", "red 3", "red 1", "blue 2"):
        play.apply_words(line)
    assert play.cells["score"] == (3, 1) and play.result is not None and play.result.winners == (1,)


def test_the_number_of_players_is_checked(tiny: Game) -> None:
    with pytest.raises(ValueError, match="is for 2 to 3 players, not 4"):
        start(tiny, 4)
