"""Every kind of claim, crossed with what is said of a reading: what is claimed is what is decided.

Under `alpha` all is well in this game; under `beta` nothing is. So a claim for every reading fails, one for the default
readings holds, and one that assumes `beta` is never narrowed to what contradicts it.
"""

from __future__ import annotations

import pytest

from qedeck.proofs import answers
from qedeck.proofs.answers import Decide, Question, answer, know
from qedeck.proofs.kinds import hidden
from qedeck.proofs.plays import explore, two_tables
from qedeck.proofs.portfolio import questions
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec.game import load_text
from qedeck.spec.properties import Claim, PropertyProgram, read_by_default

from .games import told

GAME = """
game twofold
  players 3
  starts with main

reading mode: alpha, or beta

cards
  ace, rank 1 to 6

zones
  deck: pile of card, face down, full at start
  hand of each player: pile of card, seen by owner
  line: row of card, up to 3, face up

remember
  x: 0 to 4
  y: 0 to 3
  rounds: 0 to 9

define good: yes or no
  mode is alpha

define beats(card c, card d): yes or no
  rank of c > rank of d and (good or rank of c is not 2)

define other-beats(card c, card d): yes or no
  rank of c > rank of d

define strongest: number
  number of cards c where beats(c, ace 1)

define cases: number
  when x < 3: 1
  when x is 3 and good: 2
  when x is 4: 3

phase main
  deal 1 from deck to hand of each player
  if not good: show hand of player 1 to player 2
  repeat
    player 1 chooses a number n from 0 to 4 where good or x is not 2
    x becomes n
    if not good and x is 3: y becomes 1
    if not good and x is 1: take 1 from y
    if good: add 1 to rounds
    if not good and x is 0
      draw 6 from deck to line
  until rounds is 4 or (x is 3 and not good)
  judge done, other-done

ending done
  when rounds is 4
  drawn

ending other-done
  when x is 3 and not good or rounds is 4 and not good
  drawn
"""

HOLDS_AS_ALPHA = (
    "always y is 0",
    "never y is 1",
    "each choice keeps y is was y",
    "any position has cases > 0",
    "any two positions have cases > 0 or other cases > 3",
    "never stuck",
    "never undefined",
    "always ends",
    "always ends within 4 choices",
    "order beats is strict",
    "clauses complete",
    "same strongest with other-beats in place of beats",
    "hidden hand of player 1 from player q where q is player 2",
    "deal feasible",
)
ONLY_AS_BETA = (
    "reachable y is 1",
    "some choice makes y is not was y",
    "some position has x is 3 and not good",
    "some two positions have mode is beta and x is not other x",
)
SAID = {
    "": (False, True),
    "  with default readings\n": (True, False),
    "  assuming mode is beta\n": (False, True),
    "  assuming mode is not alpha\n": (False, True),
    "  assuming not (mode is alpha)\n": (False, True),
    "  with mode is beta\n": (False, True),
    "  with mode is beta\n  with default readings\n": (False, True),
    "  assuming mode is alpha\n": (True, False),
    "  with mode is alpha\n": (True, False),
    "  assuming not good\n": (False, True),
    "  assuming good\n": (True, False),
}
"""What is said of the reading; whether what holds as alpha holds then, and whether what comes about as beta does."""
HELD = (Grade.PROVED_SIZES, Grade.PROVED, Grade.SHOWN, Grade.LAID_OUT)


@pytest.fixture
def large() -> None:
    """Small games are small, unless a test says otherwise."""


def verdict(claim: str, said: str, opinion: bool = False) -> Verdict:
    game = load_text(f"{GAME}\nproperty asked\n{said}  {claim}\n")
    assert game.sound, [d.title for d in game.diagnostics]
    know("asked.qed", game)
    asked: list[Question] = questions(game, "asked.qed", 6.0, opinion, stock=False)
    return answer(asked[0])


@pytest.mark.parametrize("claim", [*HOLDS_AS_ALPHA, *ONLY_AS_BETA])
@pytest.mark.parametrize("said", SAID)
def test_what_is_claimed_is_what_is_decided(claim: str, said: str) -> None:
    holds = SAID[said][claim in ONLY_AS_BETA]
    found = verdict(claim, said)
    assert found.grade in HELD if holds else found.grade is Grade.REFUTED, told(found)
    assert found.default_readings is ("default" in said)


@pytest.mark.slow
@pytest.mark.parametrize("claim", [*HOLDS_AS_ALPHA, *ONLY_AS_BETA])
@pytest.mark.parametrize("said", SAID)
def test_nothing_else_is_said_by_the_other_engines(claim: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody visits every position, it may be open, but never wrong."""
    monkeypatch.setattr(explore, "MOST", 0)
    monkeypatch.setattr(two_tables, "MOST", 0)
    holds = SAID[said][claim in ONLY_AS_BETA]
    found = verdict(claim, said)
    assert found.grade is not Grade.FAULT, told(found)
    assert found.grade not in (Grade.REFUTED, Grade.VACUOUS) if holds else not found.grade.good, told(found)


@pytest.mark.parametrize("claim", HOLDS_AS_ALPHA)
def test_a_refutation_is_a_play_of_the_other_reading(claim: str) -> None:
    found = verdict(claim, "")
    assert found.grade is Grade.REFUTED and found.story, told(found)
    assert any("beta" in line for line in found.story) or "order" in claim or "same" in claim, told(found)


# ---- planted ----------------------------------------------------------------------------------------


def test_planted_narrowed_to_the_default_readings(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a question were asked of the default readings only, what fails with another one would not be refuted."""
    usual = answers.settling

    def narrowing(decide: Decide) -> Decide:
        def decided(program: PropertyProgram, claim: Claim, seconds: float, opinion: bool) -> Verdict:
            return usual(decide)(read_by_default(program), claim, seconds, opinion)

        return decided

    claim = "each choice keeps y is was y"
    assert verdict(claim, "").grade is Grade.REFUTED
    monkeypatch.setattr(answers, "settling", narrowing)
    assert verdict(claim, "").grade is Grade.PROVED_SIZES
    assert verdict(claim, "  assuming mode is beta\n").grade is not Grade.REFUTED


def test_planted_seats_by_default_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """If `where` were asked with the default readings only, it would be hidden from nobody who sees it."""
    claim = "hidden hand of player 1 from player q where q is player 3 or q is player 2 and not good"
    assert verdict(claim, "").grade is Grade.REFUTED
    monkeypatch.setattr(hidden, "seats_of", lambda core, secret: [2])
    assert verdict(claim, "").grade is Grade.PROVED_SIZES
