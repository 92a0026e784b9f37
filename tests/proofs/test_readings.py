"""Readings that nobody can tell apart, and readings that part."""

from __future__ import annotations

from qedeck.proofs.kinds import readings
from qedeck.proofs.verdict import Grade, Verdict

from .games import program, shipped, told, twin

TIES = """
game ties
  players 2
  starts with main

reading level: first-wins, or second-wins

remember
  mine: 1 to 3
  yours: 4 to 6
  score of each player: 0 to 9

phase main
  player 1 chooses a number n from 1 to 3
  mine becomes n
  if first-ahead: score of player 1 becomes 1
  player 2 chooses a number m from 4 to 6
  yours becomes m

define first-ahead: yes or no
  when mine > yours: yes
  when mine < yours: no
  when mine is yours: level is first-wins
"""

SHOWS = """
game shows
  players 2
  starts with main

reading aside: kept, or shown

remember
  count: 0 to 3

phase main
  player 1 chooses a number n from 0 to 3
  count becomes n
  if aside is shown: show count to everyone
"""


def decided(text: str, claim: str) -> Verdict:
    made = program(text, claim)
    return readings.decide(made, made.claims[0], 20, False)


def test_readings_that_never_part() -> None:
    for claim in ("readings of level agree", "readings of level agree on first-ahead, score"):
        said = decided(TIES, claim)
        assert said.grade is Grade.PROVED_SIZES, told(said)
    said = decided(TIES, "readings of level differ")
    assert said.grade is Grade.REFUTED and not said.story, told(said)


def test_readings_that_part() -> None:
    text = twin(TIES, "yours: 4 to 6", "yours: 3 to 6")
    said = decided(text, "readings of level agree")
    assert said.grade is Grade.REFUTED and any("score: player 1 1" in line for line in said.story), told(said)
    said = decided(text, "readings of level agree on first-ahead")
    assert said.grade is Grade.REFUTED and {"  first-ahead: yes", "  first-ahead: no"} < set(said.story), told(said)
    said = decided(text, "readings of level differ on score")
    assert said.grade is Grade.SHOWN and any("score: player 1 1" in line for line in said.story), told(said)


def test_readings_that_part_in_what_is_shown() -> None:
    said = decided(SHOWS, "readings of aside differ")
    assert said.grade is Grade.SHOWN and "  Everyone sees: 0." in said.story, told(said)
    assert decided(SHOWS, "readings of aside agree on count").grade is Grade.PROVED_SIZES


def test_a_reading_that_nothing_asks_for() -> None:
    text = twin(SHOWS, "  if aside is shown: show count to everyone\n", "")
    said = decided(text, "readings of aside agree")
    assert said.grade is Grade.PROVED_SIZES and said.engine == "structure" and not said.agreed, told(said)


def test_the_readings_of_werewolves_and_robbers() -> None:
    made = shipped("werewolves_and_robbers", 3, "readings of tie-scope agree on beats, winning-place")
    said = readings.decide(made, made.claims[0], 60, False)
    assert said.grade is Grade.PROVED_SIZES, told(said)
    made = shipped("werewolves_and_robbers", 4, "readings of seer-before-werewolf differ on winning-place")
    said = readings.decide(made, made.claims[0], 60, False)
    assert said.grade is Grade.SHOWN and "With seer-before-werewolf as as-played:" in said.story, told(said)
