"""Crazy Eights: the rules, what is proved of them, and move by move the same game as OpenSpiel's."""

from __future__ import annotations

import random

import pytest

from qedeck.interpreter.play import start
from qedeck.proofs.verdict import Grade

from .openspiel_cards import SUITS, face
from .tables import deal, decided, is_clean, random_games, table, text, twin, worth


def test_clean() -> None:
    is_clean("crazy_eights")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games(players: int) -> None:
    plays = random_games("crazy_eights", players, 12)
    dry = 0
    for play in plays:
        zones = play.view().data()["zones"]
        sizes = [zone["size"] for zone in zones.values()]
        assert sum(sizes) == 52
        dry += zones["deck"]["size"] == 0
        assert play.result is not None
        assert {worth(play)[seat - 1] for seat in play.result.winners} == {max(worth(play))}
        if play.result.ending == "out":
            assert max(worth(play)) == 0
    assert dry, "the deck runs out now and then"


@pytest.mark.parametrize("name", ["always-a-move", "eights-fit", "rid-of-everything"])
def test_laws_of_every_position(name: str) -> None:
    found = decided(text("crazy_eights"), name, 2, 30)
    assert found.grade is Grade.PROVED_SIZES, found.detail


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("always-a-move", "(deck is empty or drawn is most-draws)", "drawn is most-draws"),
        ("eights-fit", "otherwise: eight of c or suit of c", "otherwise: suit of c"),
        ("rid-of-everything", "  sum of cost of c for each card c in hand of p", "  50 + size of hand of p"),
    ],
)
def test_broken_twins(name: str, old: str, new: str) -> None:
    found = decided(twin("crazy_eights", old, new), name, 2, 30)
    assert found.grade is Grade.REFUTED, found.detail


# ---- OpenSpiel --------------------------------------------------------------------------------------


def move(told: str) -> str:
    """A move of OpenSpiel in our words."""
    if told.startswith("Nominate"):
        return SUITS[told[-1]]
    return {"Draw": "take-card", "Pass": "pass"}.get(told) or f"lay with {face(told)}"


def beside_openspiel(players: int, seed: int, special: bool, reshuffle: bool, draws: int, plays: int) -> None:
    """One random game of both: the same moves at every turn, and the same points at the end."""
    pyspiel = pytest.importorskip("pyspiel", reason="open-spiel is not installed")
    chance = random.Random(seed)
    options = {"use_special_cards": special, "reshuffle": reshuffle, "max_draw_cards": draws, "max_turns": plays}
    settings = {"special-cards": special, "reshuffle": reshuffle, "most-draws": draws, "most-plays": plays}
    theirs = pyspiel.load_game("crazy_eights", {"players": players, **options}).new_initial_state()
    ours = start(table("crazy_eights"), players, 0, {"small-cards": "place-in-deck", **settings}, auto=False)

    def drawn() -> str:
        number = chance.choice(theirs.legal_actions())
        told = str(theirs.action_to_string(number))
        theirs.apply_action(number)
        return told

    dealer = int(drawn().split()[2])
    ours.apply_words(f"player {dealer + 1}")
    hands: list[list[str]] = [[] for _ in range(players)]
    for number in range(players * (7 if players == 2 else 5)):
        hands[(dealer + 1 + number) % players].append(face(drawn()))
    deal(ours, hands)
    first = face(drawn())
    while first.endswith(" 8"):  # they put an eight back and draw again; we never turn one up
        first = face(drawn())
    ours.apply_words(first)
    while not theirs.is_terminal():
        if theirs.is_chance_node():
            assert ours.asked is not None and ours.asked.who == "chance"
            deal(ours, [[face(drawn())]])
            continue
        there = {move(theirs.action_to_string(action)): action for action in theirs.legal_actions()}
        here = {action.spelled(): action for action in ours.legal()}
        assert sorted(here) == sorted(there), str(theirs)
        assert ours.asked is not None and ours.asked.player == theirs.current_player() + 1
        chosen = chance.choice(sorted(here))
        theirs.apply_action(there[chosen])
        ours.apply(here[chosen])
    assert ours.over
    assert worth(ours) == theirs.returns()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_same_as_openspiel(players: int) -> None:
    for seed in range(5):
        beside_openspiel(players, seed, special=False, reshuffle=False, draws=5, plays=100)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_same_with_any_house_rules(players: int) -> None:
    for seed in range(8):
        coin = random.Random(seed)
        beside_openspiel(
            players, seed, coin.random() < 0.7, coin.random() < 0.5, coin.choice([1, 2, 5]), coin.choice([10, 100])
        )
