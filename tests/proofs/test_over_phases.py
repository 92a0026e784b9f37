"""Claims over a phase: what shall be so whenever it ends, compared with how it began; how often something is done."""

from __future__ import annotations

import pytest

from qedeck.proofs.answers import Question, answer, know
from qedeck.proofs.depends import key
from qedeck.proofs.kinds import phases
from qedeck.proofs.kinds.phases import CIRCLE
from qedeck.proofs.mutation.finding import Fate
from qedeck.proofs.mutation.mutation import Bench
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec.game import load_text

from .games import program

NIGHTS = """
game nights
  players 2
  starts with main

remember
  alive of each player: yes or no, starting yes
  score: 0 to 9
  days: 0 to 3

event death of player p

phase main
  repeat
    do night
    add 1 to days
    judge over
  until days is 3

phase night
  table chooses a player p
  if alive of p: do strike(p)
  player 1 may choose a player q where alive of q
    do strike(q)
  resolve death

phase strike(player p)
  alive of p becomes no
  death of p happens

phase idle
  score becomes 9

on death of q
  add 2 to score, up to 9
  judge early

ending over
  when (number of players p where alive of p) is 0
  nobody wins

ending early
  when score is at least 4
  won by player p where p is player 1
"""

OFFERS = """
game offers
  players 2
  starts with main

remember
  x: 0 to 9
  again: 0 to 1

phase main
  meanwhile, while again is 0 and x > 0, anyone q may
    once-more
      again becomes 1
      do night
  do night
  player 1 chooses one
    stay

phase night
  add 1 to x
  player 1 chooses one
    up
      add 2 to x
    down
"""
"""A night that may begin again while it is under way."""

ROUND = """
game round
  players 2
  starts with main

remember
  x: 0 to 1

phase main
  repeat
    do turn
    if x is 1: do for-ever
  until no

phase turn
  player 1 chooses a number n from 0 to 1
  x becomes n

phase for-ever
  repeat
    x becomes 1
  until no

define even of number n: yes or no
  when n is 0: yes
  otherwise: not even of (n - 1)
"""


def said(text: str, claim: str, more: str = "", seconds: float = 30.0) -> Verdict:
    made = program(text, claim, 2, more)
    return phases.decide(made, made.claims[-1], seconds, False)


@pytest.mark.parametrize(
    "claim",
    [
        "each night keeps score is at least was score",
        "each night keeps number of times strike is at most 2",
        "each night keeps number of times death is number of times strike or result is early",
        "each night keeps (was (number of times strike)) is 0",
        "each strike(player p) keeps was (alive of p) and not alive of p",
        "each strike of player victim keeps not alive of victim",
        "each main keeps number of times night is at most 3",
        "each main keeps result is not none or days is 3",
    ],
)
def test_what_a_night_keeps(claim: str) -> None:
    found = said(NIGHTS, claim)
    assert (found.grade, found.claim) == (Grade.PROVED_SIZES, "each_phase"), found


def test_a_night_that_is_not_kept_is_told_with_where_it_began() -> None:
    found = said(NIGHTS, "each night keeps number of times death is at most 0 or days is 0")
    assert found.grade is Grade.REFUTED
    assert "night number 2 of this play, begun after 2 decisions, does not keep it" in found.detail
    assert found.trace is not None and len(found.story) >= 3


def test_an_ending_that_stops_play_ends_the_night() -> None:
    """Two deaths in one night end the game in the middle of it."""
    found = said(NIGHTS, "each night keeps score is at most 3")
    assert found.grade is Grade.REFUTED and "won" in f"{found.trace}"
    assert said(NIGHTS, "each night keeps result is none or score is 4").grade.good


def test_a_night_in_a_night_has_its_own() -> None:
    inner = said(OFFERS, "each night keeps x is at most 3 + was x")
    assert inner.grade is Grade.REFUTED and "night number 1 " in inner.detail, "with the second inside it grows by 6"
    assert said(OFFERS, "each night keeps x is at most 3 + was x or number of times night is 1").grade.good
    assert said(OFFERS, "each main keeps number of times night is at most 2").grade.good


def test_what_breaks_off_or_never_ends_is_not_asked() -> None:
    assert said(ROUND, "each for-ever keeps x is 0").grade.good, "and vacuity says so"
    assert said(ROUND, "each turn keeps x is 0").grade.good, "no position comes after the turn in which it is 1"
    assert said(ROUND, "each turn keeps x is was x", seconds=3.0).grade is not Grade.REFUTED


def test_what_is_assumed_of_the_position_is_asked_where_it_ends() -> None:
    claim = "each night keeps number of times death is 0"
    assert said(NIGHTS, claim).grade is Grade.REFUTED
    assert said(NIGHTS, claim, more="  assuming score is was score\n").grade.good


def test_a_definition_that_asks_for_itself_is_left_open() -> None:
    """Were it to go round in a circle, the play that is watched would break off."""
    found = said(ROUND, "each turn keeps even of 2")
    assert (found.grade, found.detail) == (Grade.UNKNOWN, CIRCLE)


def test_a_phase_that_never_ends_claims_nothing() -> None:
    text = f"{NIGHTS}\nproperty idle-keeps\n  each idle keeps score is 3\n"
    text += "\nproperty fine\n  each night keeps score is 0 or score > 0\n"
    know(text, load_text(text))
    idle, fine = (answer(Question(text, name, 0, 2, 30.0, False)) for name in ("idle-keeps", "fine"))
    assert (idle.grade, idle.detail) == (Grade.VACUOUS, "no such phase ever ends")
    assert fine.grade.good and fine.met


def test_its_key_is_that_of_the_game_with_it() -> None:
    """What a phase does, and what is claimed, makes another question of it; a citation does not."""
    claim = "each night keeps score is at least was score"

    def key_of(text: str, words: str = claim) -> str:
        made = program(text, words, 2)
        return key(made, made.claims[0])

    assert key_of(NIGHTS) == key_of(NIGHTS.replace("phase night\n", "phase night [A-1]\n"))
    assert key_of(NIGHTS) != key_of(NIGHTS, "each night keeps score is at most 3 + was score")
    assert key_of(NIGHTS) != key_of(NIGHTS.replace("add 2 to score", "add 1 to score"))


def test_a_change_is_noticed_by_what_a_phase_keeps() -> None:
    text = OFFERS.replace("  do night\n  player 1 chooses one\n    stay", "  do night")
    text = text[: text.index("  meanwhile")] + text[text.index("  do night\n\nphase night") :]
    game = load_text(f"{text}\nproperty grows\n  each night keeps x is was x + 1 or x is was x + 3\n")
    assert game.sound, [d.title for d in game.diagnostics]
    bench = Bench(game, 5.0)
    (number,) = (m.number for m in bench.mutants if m.words == "drop `add 1 to x`")
    dropped = bench.examine(number)
    assert (dropped.fate, dropped.by) == (Fate.NOTICED, "grows"), dropped
