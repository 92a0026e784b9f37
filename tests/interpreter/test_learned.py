"""Examples that say what somebody was told, or begin within a phase: what is said where they do not come out."""

from __future__ import annotations

import pytest

from qedeck.interpreter.examples_run import Outcome, run_example
from qedeck.spec.game import Game, load_text
from qedeck.spec.render import render_all

GAME = """game telling
  players 3
  starts with main

suit is one of red, blue

cards
  coin, value 1 to 9

zones
  deck: pile of card, face down, full at start
  hand of each player: pile of card, seen by owner
  gift of each player and each suit: pile of card, seen by owner
  line: row of card, up to 5, face up

remember
  leader: player or none, starting none
  round: 0 to 9

phase main
  announce dawn
  deal 1 from deck to hand of each player
  show round to player 2
  player 1 chooses one
    stay
    leave

phase gifts
  deal 1 from deck to gift of each player and each suit

phase along
  for each card c in line
    let next-one be round + value of c
    add next-one to round
  announce dusk

"""
FAILING = {
    "then player 1 was shown 0": ("player 1 was not shown this", "player 1 was shown 0", "player 1 was shown nothing"),
    "then player 2 was not shown 0": (
        "player 2 was shown this", "player 2 was not shown 0", "player 2 was shown: Shown to Player 2: 0."),
    "then player 2 was shown 1": (
        "player 2 was not shown this", "player 2 was shown 1", "player 2 was shown: Shown to Player 2: 0."),
    "then player 1 noticed coin 5": (
        "player 1 did not notice this", "player 1 noticed coin 5",
        "player 1 noticed: Dawn. Player 1's hand gets a card: coin 4. Player 2's hand gets a card. "
        "Player 3's hand gets a card."),
    "then player 3 did not notice coin 6": (
        "player 3 noticed this", "player 3 did not notice coin 6",
        "player 3 noticed: Dawn. Player 1's hand gets a card. Player 2's hand gets a card. "
        "Player 3's hand gets a card: coin 6."),
    "then everyone heard dusk": ("player 1 did not hear this", "everyone heard dusk", "player 1 heard: Dawn."),
    "then every player q where q is not player 1 heard nothing": (
        "player 2 heard something", "every player q where q is not player 1 heard nothing", "player 2 heard: Dawn."),
    "then player 3 was shown something": (
        "player 3 was shown nothing", "player 3 was shown something", "player 3 was shown nothing"),
}
DEALT = "when do main\n  when dealt coin 4 to player 1, coin 5 to player 2, coin 6 to player 3"


def outcome(lines: str) -> Outcome:
    game = load_text(f"{GAME}example e\n  {lines}\n")
    assert game.sound, render_all(game.diagnostics, game.sources)
    sources = {name: source.text for name, source in game.sources.items()}
    (program,) = game.examples()
    return run_example(program, game.texts, sources)


@pytest.mark.parametrize("line", FAILING)
def test_what_somebody_was_told_instead(line: str) -> None:
    found = outcome(f"{DEALT}\n  {line}")
    assert (found.message, found.expected, found.actual) == FAILING[line]


def test_who_is_meant_must_be_defined() -> None:
    found = outcome(f"{DEALT}\n  then leader heard dawn")
    assert (found.passed, found.code) == (False, "Q506")
    found = outcome(f"{DEALT}\n  then player 1 noticed top of line")
    assert (found.passed, found.message) == (False, "this is undefined here")


def test_a_loop_that_never_comes_there() -> None:
    found = outcome("given line is coin 1, coin 2\n  when do along from\n    let next-one be round + value of c\n"
                    "    where c is coin 3")
    assert (found.passed, found.code) == (False, "Q509")
    lines = ("given line is coin 1, coin 2, coin 3\n  when do along from\n    add next-one to round\n"
             "    where c is coin 2")
    assert outcome(f"{lines}\n  then round is 7").passed
    assert not outcome(f"{lines}\n  then round is 6").passed


def test_cards_dealt_to_several_zones_of_one_player() -> None:
    """They are told by the zone."""
    found = outcome("when do gifts\n  when dealt coin 1 to player 1")
    said = "cards are dealt to gift(player 1, red) and gift(player 1, blue): say to which of them"
    assert found.message == f"chance does otherwise: {said}"
    found = outcome("when do gifts\n  when dealt coin 1 to gift(player 1, blue), coin 2 to gift(player 1, red)\n"
                    "  then gift(player 1, blue) is coin 1\n  then gift(player 1, red) is coin 2")
    assert found.passed, found


def test_words_of_this_are_names_elsewhere() -> None:
    text = GAME.replace("  round: 0 to 9\n", "  round: 0 to 9\n  then: 0 to 9\n  given: 0 to 9\n  noticed: 0 to 9\n"
                        "  nothing: 0 to 9\n  heard: player\n")
    text += ("phase more\n  then becomes 1\n  given becomes then\n  noticed becomes 2\n  nothing becomes noticed\n"
             "  heard becomes player 3\n\nexample e\n  when do more from\n    given becomes then\n"
             "  then noticed is 2 and nothing is 2\n  then heard noticed nothing\n")
    game: Game = load_text(text)
    assert game.sound, render_all(game.diagnostics, game.sources)
    (program,) = game.examples()
    assert run_example(program).passed
