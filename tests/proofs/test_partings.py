"""Secrets in games where other things are shuffled out of sight, too: only what comes to touch the secret counts."""

from __future__ import annotations

from .games import twin
from .test_hidden import proved, refuted

QUEUES = """
game queues
  players 2
  starts with main

cards
  stone, rank 1 to 8

zones
  deck: pile of card, face down, full at start
  hand of each player: pile of card, seen by owner
  stock of each player: pile of card, face down
  queue of each player: row of card, up to 2, face down
  heap: pile of card, face up

remember
  count: 0 to 9
  open: yes or no

phase main
  deal 2 from deck to hand of each player
  for each player p
    draw 2 from deck to stock of p
    move all from stock of p to queue of p
    shuffle queue of p
  player 1 chooses a card c in hand of player 1
  move c from hand of player 1 to heap
  open becomes yes
  repeat
    move card at 1 in queue of player 1 to heap
  until queue of player 1 is empty
  open becomes no
  player 2 chooses a card c in hand of player 2
  move c from hand of player 2 to heap
"""
"""Two queues are shuffled, and one is turned up, card by card."""

HAND = "hidden hand of player 1 from player q where q is player 2"
QUEUE = "hidden queue of player 1 from player q until open"
DECK = "hidden deck from player q"
HANDS_UP = "  hand of each player: pile of card, face up"
QUEUES_UP = "queue of each player: row of card, up to 2, face up"


def test_a_shuffle_that_never_touches_the_secret() -> None:
    """What is turned up tells how it was shuffled, but nothing about hands."""
    proved(QUEUES, HAND)


def test_a_shuffle_that_does() -> None:
    taken = "  move card at 2 in queue of player 1 to hand of player 1\n"
    refuted(twin(QUEUES, "  player 1 chooses", f"{taken}  player 1 chooses"), HAND)


def test_a_secret_ends_also_between_two_choices() -> None:
    proved(QUEUES, QUEUE)
    refuted(twin(QUEUES, "  open becomes yes\n", ""), QUEUE)


def test_what_lies_face_up_is_no_secret() -> None:
    """Whoever sees a hand sees how it was dealt: that is no reason to call it hidden."""
    refuted(twin(QUEUES, "  hand of each player: pile of card, seen by owner", HANDS_UP), HAND)
    refuted(twin(QUEUES, "queue of each player: row of card, up to 2, face down", QUEUES_UP), QUEUE)
    refuted(twin(QUEUES, "  deck: pile of card, face down,", "  deck: pile of card, face up,"), DECK)


def test_the_own_hand_is_seen_all_the_same() -> None:
    """The seat's own cards are not those that shall be hidden from it."""
    proved(QUEUES, "hidden hand of player 2 from player q where q is player 1")
