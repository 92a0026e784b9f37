"""Hanabi, where nobody sees the own hand: played from a seat, and beside OpenSpiel's game, step by step."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import pytest

from qedeck.interpreter.play import Action, Play, start
from qedeck.interpreter.telling import tell

from .tables import deal, is_clean, table

COLOURS = {"R": "red", "Y": "yellow", "G": "green", "W": "white", "B": "blue"}


def test_clean() -> None:
    is_clean("hanabi")


def test_a_seat_sees_all_hands_but_its_own() -> None:
    play = start(table("hanabi"), 3, 7)
    for seat in (1, 2, 3):
        for owner in (1, 2, 3):
            hand = play.view(seat).data()["zones"][f"hand of player {owner}"]
            assert hand["size"] == 5 and (None in hand["cards"]) is (seat == owner)
            told = [line for line in tell(play, player=seat) if f"Player {owner}" in line]
            assert len(told) == 5 and all((":" in line) is (seat != owner) for line in told)


def test_a_played_card_is_seen_by_all_and_the_next_one_by_the_others() -> None:
    play = start(table("hanabi"), 2, 1)
    before = len(play.events)
    play.apply(next(a for a in play.legal() if a.option == "play"))
    mine, theirs = (tell(play, player=seat, since=before) for seat in (1, 2))
    assert mine[-1] == "Player 1's hand gets a card." and re.match(r"Player 1's hand gets a card: \w+ \d", theirs[-1])
    assert mine[-2] == theirs[-2] and re.match(r"\w+ \d goes from", mine[-2])


def test_a_hint_names_places_and_no_cards() -> None:
    play = start(table("hanabi"), 2, 1)
    before = len(play.events)
    play.apply(next(a for a in play.legal() if a.option == "tell-colour"))
    heard = tell(play, player=2, since=before)
    assert heard == tell(play, player=1, since=before)
    assert heard[0].startswith("Player 1: tell colour")
    assert all(re.match(r"Everyone sees: \d", line) for line in heard[1:])


# ---- OpenSpiel --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def spiel() -> Any:
    found = pytest.importorskip("pyspiel", reason="open-spiel is not installed")
    if "hanabi" not in found.registered_names():
        pytest.skip("this OpenSpiel was built without Hanabi")
    return found


def face(told: str) -> str:
    return f"{COLOURS[told[0]]} {told[1]}"


def ours(play: Play, action: str, seat: int) -> Action:
    """The same choice in our game."""
    match re.sub(r"[()]", "", action).split():
        case [("Play" | "Discard") as what, place]:
            option, picks = what.lower(), (str(int(place) + 1),)
        case ["Reveal", "player", far, "color", colour]:
            option, picks = "tell-colour", (_after(play, seat, far), COLOURS[colour])
        case ["Reveal", "player", far, "rank", number]:
            option, picks = "tell-rank", (_after(play, seat, far), number)
        case _:
            raise AssertionError(action)
    said = [a for a in play.legal() if a.option == option and tuple(map(str, a.picks.values())) == picks]
    assert len(said) == 1, (action, said)
    return said[0]


def _after(play: Play, seat: int, far: str) -> str:
    return f"player {(seat + int(far)) % play.core.players + 1}"


def looks(text: str) -> dict[str, Any]:
    """What OpenSpiel's observation says, in our words; hands begin with the observer's own."""
    lines = text.splitlines()
    said = {line.partition(":")[0]: line.partition(":")[2].split() for line in lines}
    hands = text[text.index("Hands:") : text.index("Deck size")].replace("Cur player\n", "").split("-----")
    return {
        "lives": int(said["Life tokens"][0]),
        "hints": int(said["Info tokens"][0]),
        "deck": int(said["Deck size"][0]),
        "discarded": Counter(map(face, said["Discards"])),
        "heights": {COLOURS[pile[0]]: int(pile[1]) for pile in said["Fireworks"]},
        "hands": [[None if "XX" in card else face(card) for card in re.findall(r"^(\w\w) \|\|", hand, re.M)]
                  for hand in hands],
    }


def sees(play: Play, seat: int) -> dict[str, Any]:
    """The same of our view; seats from 0."""
    data, players = play.view(seat + 1).data(), play.core.players
    zones, kept = data["zones"], data["remembered"]
    fireworks = zones["fireworks"]["cards"]
    return {
        "lives": kept["lives"],
        "hints": kept["hints"],
        "deck": zones["deck"]["size"],
        "discarded": Counter(zones["discarded"]["cards"]),
        "heights": {word: sum(card.startswith(word) for card in fireworks) for word in COLOURS.values()},
        "hands": [zones[f"hand of player {(seat + far) % players + 1}"]["cards"] for far in range(players)],
    }


def follow(spiel: Any, players: int, seed: int) -> int:
    """One game of OpenSpiel's, step by step: who decides, what may be chosen, what each seat sees, the score."""
    theirs = spiel.load_game(f"hanabi(players={players},seed={seed})").new_initial_state()
    play, luck, made = start(table("hanabi"), players, 0, auto=False), random.Random(seed), 0
    while not theirs.is_terminal():
        if theirs.is_chance_node():
            numbers, odds = zip(*theirs.chance_outcomes(), strict=True)
            number = luck.choices(numbers, odds)[0]
            told = theirs.action_to_string(-1, number)
            theirs.apply_action(number)
            deal(play, [[face(told.strip("()").split()[1])]])
            continue
        seat = theirs.current_player()
        assert play.asked is not None and play.asked.player == seat + 1
        for watching in range(players):
            assert sees(play, watching) == looks(theirs.observation_string(watching))
        legal = {number: theirs.action_to_string(seat, number) for number in theirs.legal_actions()}
        assert len(legal) == len(play.legal())
        matched = {number: ours(play, text, seat) for number, text in legal.items()}
        number = luck.choice(theirs.legal_actions())
        theirs.apply_action(number)
        play.apply(matched[number])
        made += 1
    assert play.result is not None
    score = 0 if sees(play, 0)["lives"] == 0 else sum(sees(play, 0)["heights"].values())
    assert theirs.returns() == [float(score)] * players
    assert play.result.ending == ("too-many-mistakes" if not sees(play, 0)["lives"] else "last-round")
    return made


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_games_followed_step_by_step(spiel: Any, players: int) -> None:
    assert sum(follow(spiel, players, seed) for seed in range(4)) > 40


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("seen by others", "seen by owner"),
        ("if hints < 8", "if hints < 7"),
        ("show i to everyone", "move card at i in hand of q to discarded"),
    ],
)
def test_a_game_that_differs_is_noticed(spiel: Any, old: str, new: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from qedeck.spec.game import load_text

    from .tables import twin

    broken = load_text(twin("hanabi", old, new))
    monkeypatch.setitem(globals(), "table", lambda name: broken)
    with pytest.raises(AssertionError):
        for seed in range(40):
            follow(spiel, 2, seed)
