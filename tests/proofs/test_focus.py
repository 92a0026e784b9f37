"""Proofs over a slice: what it keeps, what holds for those a loop has gone over, cases told apart by their place."""

from __future__ import annotations

from qedeck.proofs.plays.given import given
from qedeck.proofs.plays.sample import Sampler
from qedeck.proofs.steps.claimed import hints
from qedeck.proofs.steps.focus import focused
from qedeck.proofs.steps.induction import Aim, Proof
from qedeck.proofs.steps.rounds import gone_over
from qedeck.spec.game import load_text

from .games import COUNTDOWN, DRAUGHT, program, steps, twin

CHAPEL = """
game chapel
  players 3
  starts with main

remember
  lit of each player: yes or no
  day: 0 to 9

phase main
  repeat
    player 1 chooses a player q
    lit of q becomes no
    for each player p where not lit of p
      p chooses one
        light
          lit of p becomes yes
    add 1 to day
  until day is 9
"""
"""Everybody whose candle is out lights it again, one after the other."""


def test_those_gone_over_no_longer_meet_the_condition() -> None:
    burning = "always day is 0 or (some player p where not lit of p) or (every player p has lit of p)"
    later = "always result is not none or day is 0 or (number of players p where not lit of p) is at most 3"
    assert shown(CHAPEL, burning, 3).proved and shown(CHAPEL, later, 3).proved
    assert holds_in_loops(CHAPEL)
    assert not holds_in_loops(twin(CHAPEL, "lit of p becomes yes", "lit of p becomes no"))


def holds_in_loops(text: str) -> bool:
    """Whether those gone over never meet the condition again, at every node of the loop in some plays."""
    core = load_text(text).core(3)
    meaning = Sampler(core).meaning
    facts = gone_over(core)
    assert facts and all(len(there) == 1 for there in facts.values())
    spots = [after for _, after in steps(core, 3, 25) if after.node in facts]
    assert len(spots) > 9
    return all(meaning.value(facts[spot.node][0], spot.cells)[0] for spot in spots if spot.node is not None)


TITHE = """
game tithe
  players 3
  starts with main

remember
  paid of each player: 0 to 9
  year: 0 to 9

phase main
  repeat
    for each player p
      paid of p becomes 0
      p chooses a number n from 1 to 3
      paid of p becomes n
    add 1 to year
  until year is 9
"""
"""One after the other everybody pays: only after the last of them all have paid."""


def test_what_is_claimed_of_everybody_holds_for_those_gone_over() -> None:
    claim = "always result is none or (every player p has paid of p > 0)"
    ended = TITHE + "  judge over\n\nending over\n  when year is 9\n  nobody wins\n"
    assert shown(ended, claim, 3).proved
    assert not shown(twin(ended, "from 1 to 3", "from 0 to 3"), claim, 3).proved


# ---- proofs ------------------------------------------------------------------------------------


def shown(text: str, claims: str, players: int = 2) -> Proof:
    """Whether the last of some claims is proved, with those above it as hints."""
    made = program(text, claims, players)
    last = made.claims[-1]
    assert last.term is not None
    return focused(made.core, Aim(last.term), given(made.core, made.assuming).rules, 20, hints=hints(made, last))


def test_what_a_slice_keeps_is_proved() -> None:
    assert shown(COUNTDOWN, "always pool is at most 6").proved
    claim = "always (sum of size of hand of p for each player p) + size of deck + size of laid + size of heap is 9"
    assert shown(DRAUGHT, claim, 3).proved
    assert not shown(DRAUGHT, claim.replace("is 9", "is 8"), 3).proved


LEDGER = """
game ledger
  players 2
  starts with main

remember
  whose: player
  round: 1 to 99, starting 1
  luck: 0 to 9
  coins of each player: 0 to 99

phase main
  repeat
    whose chooses one
      earn
        add 1 to coins of whose
        chance chooses a number n from 0 to 9
        luck becomes n
      save
        add 1 to coins of whose
    if luck > 4: luck becomes 0
    whose becomes left of whose
    add 1 to round
  until no
"""
COUNTED = """always whose is player 1 and round mod 2 is 1 or whose is player 2 and round mod 2 is 0
  always (sum of coins of p for each player p) + 1 is round or (sum of coins of p for each player p) is round"""


def test_cases_are_told_apart_by_their_place() -> None:
    # Before the choice nothing is earned yet, at the draw it is: which case it is, depends on the place.
    assert shown(LEDGER, COUNTED).proved
    assert not shown(LEDGER, "always (sum of coins of p for each player p) is at most round").proved
    twice = twin(LEDGER, "      save\n        add 1", "      save\n        add 2")
    assert not shown(twice, COUNTED).proved
