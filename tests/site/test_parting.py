"""Open points at two tables: the same choices, read in two ways, until something is not the same."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from qedeck.site.book.answers import Parting, Point
from qedeck.site.parting import at_two_tables

from .books import LANGUAGES, book, game

NAME = "werewolves_and_robbers"


def recorded(language: Any) -> list[tuple[Point, Parting]]:
    return [(point, one) for point in book(NAME, language).points for one in point.partings
            if one.play is not None and one.play.trace is not None]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_makes_a_difference_is_seen(language: Any) -> None:
    found = recorded(language)
    assert len({point.anchor for point, _ in found}) > 5
    for point, parting in found:
        first, second = at_two_tables(game(NAME), book(NAME, language), point, parting)
        assert first["title"] != second["title"], point.anchor
        apart = first["frames"][-1] != second["frames"][-1] or first["note"] != second["note"]
        assert apart, (point.anchor, parting.players)


def test_the_default_reading_comes_first_and_says_what_comes_of_it() -> None:
    point, parting = next(one for one in recorded("en") if one[0].anchor == "seer-before-werewolf")
    tables = at_two_tables(game(NAME), book(NAME, "en"), point, parting)
    assert [one["title"] for one in tables] == ["Played so", "Read the other way"]
    assert all(one["note"].startswith("Winning card: ") for one in tables)


def test_a_play_that_nothing_changes_has_one_table() -> None:
    point, parting = next(one for one in recorded("en") if one[0].anchor == "seer-before-werewolf")
    assert parting.play is not None and parting.play.trace is not None
    begun = replace(parting, play=replace(parting.play, trace={**parting.play.trace, "steps": []}))
    assert len(at_two_tables(game(NAME), book(NAME, "en"), point, begun)) == 1
