"""What surely has a value: never more than what play finds to have one."""

from __future__ import annotations

from qedeck.spec.game import load, load_text
from qedeck.spec.surely import Surely

GAME = """game small
  players 2
  starts with main

mood is one of calm, wild

cards
  ace, tone calm
  joker

zones
  deck: pile of card, face up, full at start
  hand of each player: pile of card, face up

remember
  lit: yes or no
  x: 0 to 9
  chosen: player or none
  score of each player: 0 to 9
  bond of each player and each player: 0 to 9

parameter luck of card c: mood
  assumed by c
    ace: calm
    otherwise: wild

define dark: yes or no
  not lit

define tone-or-luck of card c: mood
  tone of c otherwise luck of c

define rich of player p: yes or no
  score of p > 3 and dark

define bare of player p: yes or no
  hand of p is empty

define chosen-is-rich: yes or no
  rich of chosen

define printed of card c: mood
  tone of c

define half: 0 to 3
  x

define share: yes or no
  4 / x is 2

define either of player p: yes or no
  when lit: yes
  when rich of p: no
  otherwise: no

define round-again of player p: yes or no
  round-again of p

phase main
  x becomes 1
"""


def test_what_surely_has_a_value() -> None:
    sure = Surely(load_text(GAME).clauses)
    assert sure.plain == {"lit", "x", "chosen", "calm", "wild", "dark"}
    assert sure.tables == {"score", "luck", "tone-or-luck", "rich", "bare"}


def test_of_the_games_that_are_there() -> None:
    sure = Surely(load("wolf_and_hound").clauses)
    assert {"pace-on", "nature", "pen", "face"} <= sure.tables and "last-turn" in sure.plain
    assert not {"acts-as", "steps", "walked", "losers"} & (sure.tables | sure.plain)
