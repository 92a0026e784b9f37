"""Examples: those that hold pass; those that do not say where, what was expected, and what came out."""

from __future__ import annotations

import pytest

from qedeck.interpreter.examples_run import Outcome, run_example
from qedeck.spec.game import Game, load_text

FAILING = {
    "wrong-score": ("this does not hold", "score of player 1 is 1", "score of player 1 is 0"),
    "refused-unsaid": ("blue 4 is refused: blue 4 is not among the choices", "allowed", "refused; player 1 decides"),
    "not-refused": ("the last choice was allowed", "refused", "allowed"),
    "never-ended": ("the game has not ended", "level", "no ending"),
    "wrong-asked": ("somebody else decides", "player 2", "player 1"),
}


def outcomes(game: Game) -> dict[str, Outcome]:
    sources = {name: source.text for name, source in game.sources.items()}
    return {p.name: run_example(p, game.texts, sources) for p in game.examples()}


def test_what_passes(tiny: Game) -> None:
    passed = {name for name, outcome in outcomes(tiny).items() if outcome.passed}
    assert passed == {"first", "other-reading", "not-held"}


@pytest.mark.parametrize("name", FAILING)
def test_what_fails(tiny: Game, name: str) -> None:
    outcome = outcomes(tiny)[name]
    assert (outcome.message, outcome.expected, outcome.actual) == FAILING[name] and not outcome.passed
    assert tiny.sources["tiny.qed"].text[outcome.span.start : outcome.span.end].strip()


def test_faults_and_circles_fail() -> None:
    game = load_text("""\
game faulty
  players 2
  starts with evening
cards
  ace
zones
  deck: pile of card, face down, full at start
  hand of each player: pile of card, seen by owner
remember
  count: 0 to 3
phase evening
  judge done
phase too-many
  deal 2 from deck to hand of player 1
phase round
  repeat
    count becomes 1
  until no
ending done
  when count is 0
  drawn
example undefined
  when do too-many
example endless
  when do round
example undefined-question
  then 1 / count is 1
example ended
  when do evening
  then ended with done
example nobody-won
  when do evening
  then won by player 1
""")
    assert game.sound, [d.title for d in game.diagnostics]
    found = outcomes(game)
    assert found["undefined"].code == "Q505" and "too many" in found["undefined"].message
    assert "round in a circle" in found["endless"].message and found["endless"].span.end
    assert found["undefined-question"].code == "Q511"
    assert found["ended"].passed and not found["nobody-won"].passed
    assert (found["nobody-won"].expected, found["nobody-won"].actual) == ("player 1", "nobody")


TOLD = """\
game told
  players 2
  starts with main
cards
  red, rank 1 to 6
zones
  deck: pile of card, face down, full at start
  hand of each player: pile of card, seen by owner
  line: row of card, up to 4, face up
phase main
  deal 1 from deck to hand of each player
  deal 2 from deck to line
  shuffle line
  chance chooses a number n from 1 to 2
  player 1 chooses one
    stay
example %s
  when do main
  when dealt red 1 to player 1, red 6 to player 2
"""
OTHERWISE = {
    "  when dealt red 1 to line": "chance does otherwise: there is no red 1 left in deck",
    "  when dealt red 2, red 3, red 4 to line": "chance does otherwise: nothing is dealt here",
    "  when dealt red 2 to hand of player 2": "chance does otherwise: no card that is told is dealt there",
    "  when shuffled to red 2": "chance does otherwise: nothing is shuffled here",
    "  when chance chooses 2": "chance chooses nothing here",
    "  when dealt red 2, red 3 to line\n  when shuffled to red 4":
        "chance does otherwise: there is no red 4 left in line",
    "  when dealt red 2, red 3 to line\n  when shuffled to red 3\n  when chance chooses 3":
        "3 is refused: 3 cannot be chosen here; needed: a number from 1 to 2",
    "  when dealt red 2, red 3 to line\n  when choosing stay\n  when dealt red 4 to line":
        "chance does otherwise: nothing is dealt here",
}


@pytest.mark.parametrize("lines", OTHERWISE)
def test_chance_that_does_otherwise(lines: str) -> None:
    found = outcomes(load_text(f"{TOLD % 'otherwise'}{lines}\n"))["otherwise"]
    assert not found.passed and found.message == OTHERWISE[lines]


def test_chance_waits_only_where_it_is_told() -> None:
    rest = "  when dealt red 2, red 3 to line\n  then asked player 1\n  then red 2 is in line\n"
    assert outcomes(load_text(f"{TOLD % 'waiting'}{rest}"))["waiting"].passed


def test_a_phase_that_is_done_very_often_is_laid_out_once() -> None:
    many = "\n".join(["  when do round", "  then total > 0"] * 150)
    game = load_text(
        "game long\n  players 2\n  starts with round\nremember\n  total: 0 to 9999\n"
        "phase round\n" + "  do step\n" * 30 + "phase step\n  add 1 to total\n  player 1 chooses one\n    stay\n"
        f"example long\n{many.replace('when do round', 'when do round choosing stay')}\n"
    )
    assert game.sound and outcomes(game)["long"].passed
