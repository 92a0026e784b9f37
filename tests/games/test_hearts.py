"""Hearts: the rules, what is proved of them, and card by card the same game as OpenSpiel's."""

from __future__ import annotations

import random

import pytest

from qedeck.interpreter.play import start
from qedeck.proofs.verdict import Grade

from .openspiel_cards import face
from .tables import deal, decided, is_clean, random_games, table, text, twin, worth

OPTIONS = {
    "pass_cards": "pass-cards",
    "no_pts_on_first_trick": "clean-first-trick",
    "can_lead_any_club": "lead-any-club",
    "jd_bonus": "jack-bonus",
    "avoid_all_tricks_bonus": "no-trick-bonus",
    "must_break_hearts": "must-break-hearts",
    "qs_breaks_hearts": "queen-breaks-hearts",
    "can_lead_hearts_instead_of_qs": "spare-the-queen",
}
"""OpenSpiel's names for what tables do differently."""
DIRECTIONS = {"No Pass": "keep", "Left": "to-the-left", "Across": "across", "Right": "to-the-right"}


def test_clean() -> None:
    is_clean("hearts")


def test_random_deals() -> None:
    """Thirteen tricks, and 26 points among four players; 78 if one of them shot the moon."""
    for play in random_games("hearts", 4, 10):
        taken = play.view().data()["zones"]
        assert sum(taken[f"taken of player {seat}"]["size"] for seat in range(1, 5)) == 52
        assert 4 * 26 - sum(worth(play)) in (26, 78)
        assert play.result is not None
        assert {worth(play)[seat - 1] for seat in play.result.winners} == {max(worth(play))}


@pytest.mark.parametrize("name", ["suit-followed", "one-moon"])
def test_laws_of_every_position(name: str) -> None:
    found = decided(text("hearts"), name, 4, 30)
    assert found.grade is Grade.PROVED_SIZES, found.detail


def test_a_card_thrown_away_too_early() -> None:
    found = decided(twin("hearts", "can-follow of p: suit of c is led", "can-follow of p: yes"), "suit-followed", 4, 30)
    assert found.grade is Grade.REFUTED, found.detail


def test_half_a_moon() -> None:
    broken = twin("hearts", "every card c where scores of c has c is in taken of p", "spade 12 is not in hand of p")
    found = decided(broken, "one-moon", 4, 30)
    assert found.grade is Grade.REFUTED, found.detail


# ---- OpenSpiel --------------------------------------------------------------------------------------


def beside_openspiel(seed: int, options: dict[str, bool]) -> None:
    """One random deal of both games: the same cards may be played at every turn, and the gains are the same."""
    pyspiel = pytest.importorskip("pyspiel", reason="open-spiel is not installed")
    chance = random.Random(seed)
    theirs = pyspiel.load_game("hearts", options).new_initial_state()
    ours = start(table("hearts"), 4, 0, {OPTIONS[name]: on for name, on in options.items()}, auto=False)
    direction = chance.choice(theirs.legal_actions())
    if options.get("pass_cards", True):
        ours.apply_words(DIRECTIONS[theirs.action_to_string(direction)])
    theirs.apply_action(direction)
    hands: list[list[str]] = [[], [], [], []]
    for number in range(52):
        card = chance.choice(theirs.legal_actions())
        hands[number % 4].append(face(theirs.action_to_string(card)))
        theirs.apply_action(card)
    deal(ours, hands)
    while not theirs.is_terminal():
        there = {face(theirs.action_to_string(action)): action for action in theirs.legal_actions()}
        here = {str(action.picks["c"]): action for action in ours.legal()}
        assert sorted(here) == sorted(there), str(theirs)
        assert ours.asked is not None and ours.asked.player == theirs.current_player() + 1
        card = chance.choice(sorted(here))
        theirs.apply_action(there[card])
        ours.apply(here[card])
    assert ours.over
    assert worth(ours) == theirs.returns()


def test_the_same_as_openspiel() -> None:
    for seed in range(8):
        beside_openspiel(seed, {})


def test_the_same_with_any_house_rules() -> None:
    for seed in range(12):
        coin = random.Random(seed)
        beside_openspiel(seed, {name: coin.random() < 0.5 for name in OPTIONS})
