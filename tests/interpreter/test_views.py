"""Secrets: what a seat sees and remembers does not depend on what it may not see."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qedeck.interpreter.actions import Action
from qedeck.interpreter.play import Asked, Play, start
from qedeck.interpreter.views import Grid, Pile, Row
from qedeck.spec.game import Game, load_text

CARDS = 8


def dealt(game: Game, hands: list[int]) -> Play:
    """Two players, with these four cards in hand."""
    play = start(game, 2, 0, auto=False)
    counts = tuple(tuple(int(card in hand) for card in range(CARDS)) for hand in (hands[:2], hands[2:4]))
    assert play.node is not None
    play.apply(Action(play.node, 0, outcome=counts, words=play.rules.words))
    return play


@given(st.permutations(range(CARDS)), st.data(), st.integers(0, 2), st.integers(0, 2))
def test_hidden_cards_do_not_show(tiny: Game, cards: list[int], data: st.DataObject, bid: int, other: int) -> None:
    """Whatever player 2 and the deck hold, and whatever player 2 bids, player 1 sees the same."""
    rest = data.draw(st.permutations(cards[2:]))
    plays = [dealt(tiny, list(cards)), dealt(tiny, cards[:2] + list(rest))]
    for play, second in zip(plays, (bid, other), strict=True):
        play.apply_words("1")
        play.apply_words(str(second))
        play.apply(play.legal()[0])
    one, two = plays
    assert one.view(1) == two.view(1) and one.history(1) == two.history(1)
    assert one.cells == two.cells or one.view(None) != two.view(None)


def test_a_view(tiny: Game) -> None:
    play = start(tiny, 2, 1)
    zones = dict(play.view(1).zones)
    assert zones["hand of player 1"] == Pile(2, (("red 1", 1), ("blue 4", 1)))
    assert zones["hand of player 2"] == Pile(2, None) and zones["deck"] == Pile(4, None)
    assert zones["trick"] == Row(0, (), ())
    seen = dict(play.view(1).remembered)
    assert seen["score of player 2"] == 0 and "bid of player 1" not in seen
    assert "bid of player 1" in dict(play.view().remembered)
    assert not any("#" in key or "ended" in key for key, _ in play.view().remembered), "control is shown to nobody"
    data = json.loads(json.dumps(play.view(2).data()))
    assert data["zones"]["hand of player 2"]["cards"] == {"red 3": 1, "blue 2": 1}
    with pytest.raises(ValueError, match="no seat 3"):
        play.view(3)


def test_who_is_asked_in_secret_is_secret(tiny: Game) -> None:
    play = start(tiny, 2, 1)
    assert play.view(1).asked == Asked("player", 1) and play.view(2).asked is None


def test_secret_choices_are_in_no_other_history(tiny: Game) -> None:
    play = start(tiny, 2, 1)
    play.apply_words("2")
    own, others = play.history(1), play.history(2)
    assert own[-1]["event"] == "choice" and own[-1]["picks"] == {"n": 2}
    assert not any(e["event"] == "choice" for e in others) and play.history(None)[-1] == own[-1]


def test_a_card_is_seen_when_it_is_laid_open(tiny: Game) -> None:
    play = start(tiny, 2, 1)
    for line in ("2", "2", "red 1"):
        play.apply_words(line)
    choice, move = play.history(2)[-2:]
    assert choice["picks"] == {"c": None} and move["card"] == "red 1"


PEEK = """\
game peek
  players 2
  starts with evening
spot is one of left, right
cards
  ace
  king
zones
  deck: row of card, up to 2, face down, full at start
  place of each player: grid spot of card, face down
  box: pile of card, unseen
phase evening
  shuffle deck
  draw 1 from deck to card at left in place of player 1
  show card at left in place of player 1 to player 2
  draw 1 from deck to box
  player 1 chooses one
    stop
  judge done
ending done
  when deck is empty
  drawn
"""


def test_faces_places_and_boxes() -> None:
    game = load_text(PEEK)
    assert game.sound, [d.title for d in game.diagnostics]
    play = start(game, 2, 1)
    zones = dict(play.view(1).zones)
    assert zones["place of player 1"] == Grid((("left", None), ("right", "none")))
    assert zones["box"] == Pile(None, None)
    shows = [e for e in play.history(2) if e["event"] == "show"]
    assert len(shows) == 1 and shows[0]["values"] and not [e for e in play.history(1) if e["event"] == "show"]
