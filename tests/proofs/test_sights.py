"""Things that some see in some positions: what is shown to whom, what stays hidden, and broken twins."""

from __future__ import annotations

import pytest

from qedeck.proofs.kinds import hidden, shown
from qedeck.proofs.verdict import Grade, Verdict

from .games import program, told, twin

LYING = """
game lying
  players 2
  starts with main

cards
  stone, rank 1 to 4

zones
  deck: pile of card, face down, full at start
  hand of each player: pile of card, seen by owner, seen by player q where dead of q
  back of each player: row of card, up to 2, seen by others
  purse of each player: pile of card, seen by owner, otherwise unseen
  crystal: pile of card, seen by leader, otherwise unseen

remember
  leader: player
  dead of each player: yes or no
  spy: player, secret
  plan of each player: 0 to 3, seen by player q where q is spy
  omen of each player: 0 to 3, seen by others

phase main
  deal 1 from deck to hand of each player
"""


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        ("shown hand of p to player p", True),
        ("shown hand of player 1 to player p where dead of p", True),
        ("shown hand of player 1 to player p where p is player 2", False),
        ("shown back of player 1 to player p where p is not player 1", True),
        ("shown back of p to player p", False),
        ("shown size of back of p to player p", True),
        ("shown size of purse of player 1 to player 1", True),
        ("shown size of purse of player 1 to player 2", False),
        ("shown crystal to leader", True),
        ("shown size of crystal to player p where p is not leader", False),
        ("shown omen of player 1 to player 2", True),
        ("shown omen of p to player p", False),
        ("shown plan of player 1 to spy", True),
        ("shown plan of player 1 to player 1", False),
        # Whoever sees a plan is the spy, and whoever does not is not: that much is told by what one sees.
        ("shown (spy is p) to player p", True),
        ("shown plan of player 1 to player p where p is not spy", False),
    ],
)
def test_what_is_seen(claim: str, holds: bool) -> None:
    made = program(LYING, claim)
    said = shown.decide(made, made.claims[0], 60, False)
    assert said.grade is (Grade.PROVED_SIZES if holds else Grade.REFUTED), told(said)


DEAD = """
game dead-eyes
  players 2
  starts with main

cards
  stone, rank 1 to 4

zones
  deck: pile of card, face down, full at start
  hand of each player: pile of card, seen by owner, seen by player q where dead of q

remember
  dead of each player: yes or no

phase main
  deal 1 from deck to hand of each player
  player 1 may choose a player t where t is not player 1
    dead of t becomes yes
  player 2 chooses one
    wait
    go
"""

BLIND = """
game blind
  players 2
  starts with main

cards
  stone, rank 1 to 4

zones
  deck: pile of card, face down, full at start
  hand of each player: pile of card, seen by others

phase main
  deal 1 from deck to hand of each player
  player 1 chooses one
    wait
    go
"""

POCKETS = """
game pockets
  players 2
  starts with main

cards
  coin, 3 copies

zones
  pot: pile of card, unseen, full at start
  purse of each player: pile of card, seen by owner, otherwise unseen

phase main
  player 1 secretly chooses a number n from 1 to 2
  for each number k from 1 to n
    move coin from pot to purse of player 1
  player 2 chooses one
    wait
    go
"""

SPIES = """
game spies
  players 2
  starts with main

cards
  stone, rank 1 to 4

zones
  deck: pile of card, face down, full at start
  heap: pile of card, seen by player q where q is spy

remember
  spy: player, secret

phase main
  player 1 secretly chooses a player t
  spy becomes t
  draw 1 from deck to heap
  player 1 chooses one
    wait
    go
"""


def decided(text: str, claim: str) -> Verdict:
    made = program(text, claim)
    return hidden.decide(made, made.claims[0], 90, False)


@pytest.mark.parametrize(
    ("text", "claim", "holds"),
    [
        (DEAD, "hidden hand of player 1 from player 2 until dead of player 2", True),
        (DEAD, "hidden hand of player 1 from player 2", False),
        (BLIND, "hidden hand of player 1 from player 1", True),
        (twin(BLIND, "seen by others", "seen by owner"), "hidden hand of player 1 from player 1", False),
        (BLIND, "hidden hand of player 1 from player 2", False),
        (POCKETS, "hidden size of purse of player 1 from player 2", True),
        (twin(POCKETS, ", otherwise unseen", ""), "hidden size of purse of player 1 from player 2", False),
        (twin(POCKETS, "seen by owner,", "seen by others,"), "hidden size of purse of player 1 from player 2", False),
        # What one sees tells that one is the spy.
        (SPIES, "hidden spy from player 2", False),
        (twin(SPIES, "seen by player q where q is spy", "face down"), "hidden spy from player 2", True),
    ],
)
def test_what_stays_hidden(text: str, claim: str, holds: bool) -> None:
    said = decided(text, claim)
    assert said.grade is (Grade.PROVED_SIZES if holds else Grade.REFUTED), told(said)


def test_two_readings_by_which_others_see_it_differ() -> None:
    """Nothing else differs: not one card, and nobody is told anything."""
    from qedeck.proofs.kinds import readings

    text = twin(DEAD, "where dead of q", "where dead of q and ghosts is see-all")
    text = text.replace("zones\n", "reading ghosts: see-all, or see-nothing\n\nzones\n")
    made = program(text, "readings of ghosts differ")
    said = readings.decide(made, made.claims[0], 60, False)
    assert said.grade is Grade.SHOWN and any("sees hand of player 1" in line for line in said.story), told(said)
