"""The law of closed eyes: what is proved to stay hidden no play gives away, in random games of nights.

Proofs are asked alone, without the plays that would refute a claim first; the truth comes from every play there is.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from qedeck.proofs.hidden.glimpse import Glimpse
from qedeck.proofs.hidden.twins import Hunt, Twins
from qedeck.proofs.kinds import hidden
from qedeck.proofs.verdict import Grade
from tests.truth.unseen import Watcher
from tests.truth.world import TooLarge, World

from .games import program
from .nights import nights

SECONDS = 20.0


@cache
def noticed(text: str, seat: int) -> bool | None:
    """Whether some play gives it away; None if there are too many plays."""
    made = program(text, f"hidden victim from player {seat}", 3)
    secret = made.claims[0].secret
    assert secret is not None
    try:
        return Watcher(World(made.core, 500), secret, seat - 1).notices({0})
    except TooLarge:
        return None


def proved(text: str, seat: int) -> bool:
    made = program(text, f"hidden victim from player {seat}", 3)
    return hidden.decide(made, made.claims[0], SECONDS, False).grade is Grade.PROVED_SIZES


def wrongly_proved(first: int, last: int) -> tuple[str, Counter[str]]:
    """A game and a seat of which something is proved that is not so; and how often it was and was not."""
    came: Counter[str] = Counter()
    for text in nights(first, last):
        for seat in (1, 2, 3):
            leaks = noticed(text, seat)
            if leaks is None:
                continue
            came["leaks" if leaks else "keeps"] += 1
            if proved(text, seat):
                if leaks:
                    return f"player {seat}:\n{text}", came
                came["proved"] += 1
    return "", came


def nobody_plays(self: Twins, *args: Any) -> Hunt:
    return Hunt()


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Twins, "hunt", nobody_plays)


def test_what_is_proved_is_never_noticed() -> None:
    wrong, came = wrongly_proved(0, 20)
    assert wrong == ""
    assert came["leaks"] > 3 and came["proved"] > 3, came


# ---- mistakes that somebody could make, which the law has to find ---------------------------------------


def _open_choices(self: Glimpse, node: int) -> bool:
    """Everybody is taken to be awake."""
    return True


def _asked_alike(self: Glimpse, node: int, swap: Any) -> bool:
    """Who is asked is taken to be no news."""
    return False


@pytest.mark.parametrize(("what", "planted"), [("noticed", _open_choices), ("asked_apart", _asked_alike)])
def test_planted_mistakes_are_found(what: str, planted: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Glimpse, what, planted)
    wrong, _ = wrongly_proved(0, 60)
    assert wrong
