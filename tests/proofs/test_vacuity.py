"""Vacuous truths are told, of every kind: what nothing can meet, what is never met, what is not in the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from qedeck.proofs import vacuity
from qedeck.proofs.answers import answer, deciders, every_property, know
from qedeck.proofs.portfolio import questions
from qedeck.proofs.vacuity import not_vacuous
from qedeck.proofs.verdict import Grade, Verdict, brief, exit_code
from qedeck.spec.game import load_text
from qedeck.spec.properties import property_program

from .games import COUNTDOWN, told

MODES = """
game modes
  players 2 to 3
  starts with main

reading mode: alpha, or beta

parameter lim: 0 to 2
  assumed 1

cards
  ace, rank 1 to 3
  seer

with 2 players leave out
  seer

zones
  deck: pile of card, face down, full at start
  line: row of card, up to 4, face up
  aside: pile of card, unseen

remember
  x: 0 to 3

define beats(place i in line, place j in line): yes or no
  i < j

define doubled: number
  when mode is alpha: 2 * x
  otherwise: 2 * x

define twice: number
  2 * x

phase main
  draw 1 from deck to line
  draw 1 from deck to aside
  repeat
    player 1 chooses a number n from 0 to 2
    if mode is alpha or n is not 2: x becomes n
  until x is 2
  judge done, other-done

ending done
  when x is 2
  drawn

ending other-done
  when x is 1
  drawn
"""
"""It ends with some readings only, and with two players there is no seer."""

CLAIMS = {
    "always x < 4": "proved",
    "never x is 3": "proved",
    "each choice keeps x < 3": "proved",
    "any position has x < 4": "proved",
    "any two positions have x < 4": "proved",
    "endings exclusive": "proved",
    "endings complete": "proved",
    "order beats is strict": "proved",
    "never stuck": "proved",
    "never undefined": "proved",
    "conserved card": "proved",
    "deal feasible": "proved",
    "clauses exclusive": "proved",
    "same doubled with twice in place of doubled": "proved",
    "shown line to player q": "proved",
    "hidden aside from player q": "proved",
    "readings of mode agree on doubled": "refuted",
    "reachable x is 2": "shown",
    "some position has x is 2": "shown",
    "some two positions have x is not other x": "shown",
    "some choice makes x is 1": "shown",
    "readings of mode differ on x": "shown",
}
"""What is true where something can be: every kind of claim."""


@pytest.fixture(autouse=True)
def large() -> None:
    """Here, small games are small."""


def verdict(claim: str, more: str = "", players: int = 2, text: str = MODES) -> Verdict:
    """What is said of a claim, as a run says it."""
    game = load_text(f"{text}\nproperty asked\n{more}  {claim}\n")
    assert game.sound, [d.title for d in game.diagnostics]
    know("asked.qed", game)
    (question,) = questions(game, "asked.qed", 10.0, False, players, stock=False)
    return answer(question)


@pytest.mark.parametrize("claim", CLAIMS)
def test_a_claim_that_can_be_met_says_something(claim: str) -> None:
    found = verdict(claim, "  assuming lim is 2 or mode is alpha\n")
    assert brief(found) == CLAIMS[claim], told(found)


NOTHING = (
    "no readings and parameters fit what is assumed",
    "it is hidden from nobody",
    "what is assumed leaves no two ways to read mode",
)


@pytest.mark.parametrize("claim", CLAIMS)
@pytest.mark.parametrize("assumed", ["lim is 7", "lim is 1 and lim is 2", "mode is alpha and mode is beta"])
def test_what_nothing_can_meet_claims_nothing(claim: str, assumed: str) -> None:
    found = verdict(claim, f"  assuming {assumed}\n")
    assert found.grade is Grade.VACUOUS and exit_code(found) == 3, told(found)
    assert found.detail in NOTHING, told(found)


@pytest.mark.parametrize("claim", CLAIMS)
def test_the_default_readings_and_others_at_once(claim: str) -> None:
    found = verdict(claim, "  with default readings\n  assuming mode is beta\n")
    if claim.startswith("readings"):
        assert found.grade is not Grade.PROVED_SIZES, told(found)
    else:
        assert found.grade is Grade.VACUOUS, told(found)


@pytest.mark.parametrize(
    "claim", ["always no", "never yes", "each choice keeps no", "reachable yes", "some choice makes yes"]
)
def test_what_is_never_met_claims_nothing(claim: str) -> None:
    found = verdict(claim, "  assuming x is 3\n")
    assert found.grade is Grade.VACUOUS and found.detail == "what is assumed never comes about", told(found)


@pytest.mark.parametrize(
    "claim",
    [
        "any position has every place i in line where card at i is a seer has x is 17",
        "always every place i in line where card at i is a seer has x is 17",
        "any position has every card c in line where c is a seer has x is 17 and x is 18",
    ],
)
def test_a_card_that_is_not_in_the_game(claim: str) -> None:
    """With two players there is no seer; with three there is one."""
    found = verdict(claim)
    assert found.grade is Grade.VACUOUS and found.detail.startswith("seer is not in the game"), told(found)
    assert verdict(claim, players=3).grade is Grade.REFUTED
    twin = claim.replace("x is 17 and x is 18", "x < 4").replace("x is 17", "x < 4")
    assert verdict(twin, players=3).grade is Grade.PROVED_SIZES


def test_no_play_that_ends() -> None:
    endless = MODES.replace("  until x is 2", "  until no")
    found = verdict("endings complete", text=endless)
    assert found.grade is Grade.VACUOUS and found.detail == "no play comes to an end", told(found)


def test_an_expected_refutation_of_nothing_is_no_success() -> None:
    found = verdict("reachable x is 2", "  expected refuted\n  assuming lim is 7\n")
    assert found.grade is Grade.VACUOUS and exit_code(found) == 3, told(found)


def test_what_nobody_wrote_may_say_nothing() -> None:
    """A stock property that has nothing to ask about is no reason to worry; the same one, written down, is."""
    game = load_text(COUNTDOWN)
    know("countdown.qed", game)
    asked = [q for q in questions(game, "countdown.qed", 10.0, False) if q.property == "every deal has enough cards"]
    found = answer(asked[0])
    assert found.grade is Grade.VACUOUS and exit_code(found) == 0, told(found)
    assert exit_code(verdict("deal feasible", text=COUNTDOWN)) == 3


def test_planted_nobody_asks_whether_it_is_vacuous(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the question, what nothing can meet would be a proof."""

    def trust(decide: Callable[..., object], program: object, claim: object, found: Verdict, seconds: float) -> Verdict:
        return found

    monkeypatch.setattr("qedeck.proofs.answers.not_vacuous", trust)
    assert vacuity.not_vacuous is not trust
    assert verdict("always no", "  assuming lim is 7\n").grade is Grade.PROVED_SIZES




@pytest.mark.parametrize("claim", ["never undefined", "always ends", "always ends within 3 choices"])
def test_a_game_that_breaks_off_by_itself_may_be_what_refutes_it(claim: str) -> None:
    """Nobody ever decides; as long as it is not known what happens instead, the claim is open."""
    game = load_text(AT_ONCE.format(claim=claim))
    assert game.sound
    prop = next(one for one in every_property(game, False))
    program = property_program(game.clauses, prop, 2)
    assert program is not None
    said = program.claims[0]
    open_ = Verdict(prop.name.text, said.kind, 2, Grade.UNKNOWN, "none")
    assert not_vacuous(lambda kind: deciders()[kind], program, said, open_, 5.0).grade is Grade.UNKNOWN
    proved = replace(open_, grade=Grade.PROVED_SIZES)
    assert not_vacuous(lambda kind: deciders()[kind], program, said, proved, 5.0).grade is Grade.VACUOUS


AT_ONCE = """game at-once
  players 2
  starts with main

remember
  x: 0 to 2, starting 2

phase main
  add 1 to x
  player 1 chooses a player p

property says-something
  {claim}
"""
