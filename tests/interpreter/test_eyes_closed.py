"""With eyes closed: who notices what happens, in the interpreter and in the module of a page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from qedeck.interpreter.events import Chose, Event, Happened, Shuffled, noticed
from qedeck.interpreter.play import Play, play_random, rules_of, start
from qedeck.interpreter.position import Rules
from qedeck.interpreter.telling import tell
from qedeck.spec.game import Game, load
from qedeck.spec.texts import Texts

NIGHT = Path(__file__).parents[1] / "lang" / "eyes_closed" / "good" / "night.qed"


@pytest.fixture(scope="module")
def night() -> Game:
    return load(NIGHT)


def played(game: Game, seed: int) -> Play:
    play = start(game, 3, seed)
    play_random(play)
    return play


def roles(play: Play) -> Iterator[tuple[str, int]]:
    for seat in (1, 2, 3):
        zones = dict(play.view(seat).zones)
        for card, _ in zones[f"role of player {seat}"].cards or ():  # type: ignore[union-attr]
            yield card, seat


@pytest.mark.parametrize("seed", range(6))
def test_only_those_who_are_awake_notice_anything(night: Game, seed: int) -> None:
    play = played(night, seed)
    who = dict(roles(play))
    wolf, seer = who["wolf"], who["seer"]

    def seats(kind: type, clause: str = "night") -> list[set[int]]:
        """Who noticed each of these events."""
        found = [e for e in play.events if isinstance(e, kind) and told_by(e) == clause]
        return [{seat for seat in (1, 2, 3) if noticed(event, seat) is not None} for event in found]

    # The wolf bites, the seer looks, and what the moderator picks is noticed by nobody anyway.
    assert seats(Chose) == [{wolf}, {seer}, set()]
    assert seats(Shuffled) == [set()]
    # The bite is drawn while the wolf is awake; the role is shown to the seer; all is cleared while all sleep.
    assert [seen for seen in seats(Happened) if seen] == [{wolf}, {seer}, {seer}, {seer}]
    # Of blocks in blocks the innermost counts, and the cards are dealt before anybody sleeps.
    assert seats(Happened, "counted") == [{1}]
    assert seats(Happened, "evening") == [{1, 2, 3}] * 4


def told_by(event: Event) -> str:
    match event:
        case Chose(action):
            return action.phase
        case Shuffled(clause=clause):
            return clause
        case Happened(telling):
            return telling.clause
        case _:
            return ""


def test_who_is_asked_with_eyes_closed_is_told_to_those_who_are_awake(night: Game) -> None:
    play = start(night, 3, 2)
    wolf = dict(roles(play))["wolf"]
    assert play.asked is not None and play.asked.player == wolf
    assert [play.view(seat).asked is not None for seat in (1, 2, 3)] == [seat == wolf for seat in (1, 2, 3)]


TEXTS = {
    "en": {"announcements": {"night-falls": "night falls over the village", "seer-sleeps": ""}},
    "ja": {"announcements": {"night-falls": "夜になりました。"}},
}


def test_what_is_announced_is_read_out_to_those_who_are_awake(night: Game) -> None:
    play = Play(Rules(night.core(3), Texts(TEXTS)), 2)
    play.begin()
    assert [tell(play, "en", seat)[0] for seat in (None, 1, 2, 3)] == ["Night falls over the village."] * 4
    assert tell(play, "ja")[0] == "夜になりました。"
    play_random(play)
    seer = dict(roles(play))["seer"]
    for seat in (1, 2, 3):
        # An announcement without words is none in English; in Japanese nobody has written it, so its name is read.
        assert "seer sleeps" not in " ".join(tell(play, "en", seat)).lower()
        assert ("seer sleeps。" in tell(play, "ja", seat)) == (seat == seer)
    assert {"event": "announce night-falls", "values": []} in play.history(1)


@pytest.mark.parametrize("players", [3, 4])
def test_a_page_tells_the_same(night: Game, players: int) -> None:
    pytest.importorskip("wasmtime")
    from qedeck.engine.describe import describe
    from qedeck.engine.reading import Sitting
    from tests.engine.pages import different_game

    page = describe(night, players)
    for seed in range(12):
        play = Play(rules_of(night, players), seed)
        assert different_game(play, Sitting(page), seed, 40) == ""
