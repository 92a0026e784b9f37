"""A seat hears how the game ended and who won: which other endings hold may be somebody's secret."""

from __future__ import annotations

from qedeck.interpreter.events import brief
from qedeck.interpreter.play import Play
from qedeck.interpreter.position import Rules
from qedeck.interpreter.views import view
from qedeck.spec.game import load_text
from qedeck.spec.texts import Texts

GAME = """
game vote
  players 2
  starts with main

remember
  vote of each player: yes or no, secret

phase main
  player 1 secretly chooses one
    for-it
      vote of player 1 becomes yes
    against
  judge over, carried

ending over
  when yes
  nobody wins

ending carried
  when vote of player 1
  nobody wins
"""


def test_which_other_endings_hold_is_not_announced() -> None:
    ends = []
    for choice in (0, 1):
        play = Play(Rules(load_text(GAME).core(2), Texts()), 1, auto=False)
        play.begin({})
        play.apply(play.legal()[choice])
        ends.append(play)
    one, other = ends
    assert one.result is not None and other.result is not None
    assert (one.result.holding, other.result.holding) == (("over", "carried"), ("over",))
    assert view(one, 2) == view(other, 2) and view(one) != view(other)
    heard = [[brief(event) for event in play.noticed(2, 0)] for play in ends]
    assert heard[0] == heard[1] and heard[0][-1]["result"]["ending"] == "over"
