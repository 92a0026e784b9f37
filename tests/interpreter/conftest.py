"""A tiny game that has a bit of everything: a deal, a secret, tricks, a parameter, a reading, two endings."""

from __future__ import annotations

import pytest

from qedeck.spec.game import Game, load_text

TINY = """\
game tiny
  players 2 to 3
  starts with evening

cards
  red, rank 1 to 4
  blue, rank 1 to 4

parameter bonus of card c: 0 to 3
  assumed 1
  such that bonus of red 1 is 1
reading equal-ranks: first-wins, last-wins

zones
  deck: pile of card, face down, full at start
  hand of each player: pile of card, seen by owner
  trick: row of card, up to players, face up
  taken of each player: pile of card, face down

remember
  leader: player
  score of each player: 0 to 50
  bid of each player: 0 to 2, secret

phase evening
  deal 2 from deck to hand of each player
  every player p secretly chooses a number n from 0 to 2 as bid of p
  repeat
    do play-trick
  until every player p has hand of p is empty
  judge ahead-wins, level

phase play-trick
  for each player p clockwise from leader
    p chooses a card c in hand of p
    move c from hand of p to trick
  leader becomes player at best
  add bonus of card at best to score of leader
  move all from trick to taken of leader

define highest-here of place i in trick: yes or no
  every place j in trick has rank of card at j <= rank of card at i

define best: place in trick
  when equal-ranks is first-wins: first place i in trick where highest-here of i
  otherwise: last place i in trick where highest-here of i

define ahead of player p: yes or no
  every player q where q is not p has score of q < score of p

ending ahead-wins
  when some player p where ahead of p
  won by player p where ahead of p

ending level
  when no player p where ahead of p
  drawn

example first "the first of two equal cards wins"
  with 2 players
  given hand of player 1 is red 3
  given hand of player 2 is blue 3
  when do play-trick choosing red 3, blue 3
  then leader is player 1
  then score of player 1 is 1

example other-reading "read the other way, the last one does"
  with 2 players
  with equal-ranks is last-wins
  given hand of player 1 is red 3
  given hand of player 2 is blue 3
  when do play-trick choosing red 3
  then asked player 2
  when choosing blue 3
  then leader is player 2

example not-held "a card must be held to be played"
  with 2 players
  given hand of player 1 is red 3
  when do play-trick choosing blue 4
  then refused

example wrong-score "fails: the other player scores"
  with 2 players
  given hand of player 1 is red 3
  given hand of player 2 is blue 4
  when do play-trick choosing red 3, blue 4
  then score of player 1 is 1

example refused-unsaid "fails: nobody says that this is refused"
  with 2 players
  given hand of player 1 is red 3
  when do play-trick choosing blue 4
  then score of player 1 is 0

example not-refused "fails: this is allowed"
  with 2 players
  given hand of player 1 is red 3
  given hand of player 2 is blue 4
  when do play-trick choosing red 3
  then refused

example never-ended "fails: no ending was judged"
  with 2 players
  given leader is player 2
  then ended with level

example wrong-asked "fails: it is player 1's turn"
  with 2 players
  given hand of player 1 is red 3
  when do play-trick
  then asked player 2
"""


@pytest.fixture(scope="session")
def tiny() -> Game:
    game = load_text(TINY, "tiny.qed")
    assert game.sound, [d.title for d in game.diagnostics]
    return game
