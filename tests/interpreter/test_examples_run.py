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
