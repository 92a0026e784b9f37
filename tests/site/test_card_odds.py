"""Beside a card: how often it wins its trick, for each number of players, and only as the rules are now."""

from __future__ import annotations

from dataclasses import replace
from html import unescape

from qedeck.site.book.record import Book
from qedeck.site.pages.cards import cards_page
from qedeck.site.pages.place import Library, Place

from .books import book


def told(one: Book, card: str) -> str:
    """What stands under a card."""
    page = cards_page(Place(one, Library(one.language, {one.name: one}), "cards"))
    return unescape(page.partition(f'data-find="{card}"')[2].partition("</figure>")[0])


def test_each_number_of_players_has_its_share() -> None:
    robbers = book("werewolves_and_robbers", "en")
    # With three players it stays in the box.
    assert "% with 4 players, " in told(robbers, "Seer") and "% with 3 players" not in told(robbers, "Seer")
    assert "% with 3 players, " in told(robbers, "Chest 12")
    assert "3人で" in told(book("werewolves_and_robbers", "ja"), "宝箱12")


def test_what_was_played_by_other_rules_says_nothing() -> None:
    robbers = book("werewolves_and_robbers", "en")
    assert robbers.odds is not None
    stale = replace(robbers, odds=replace(robbers.odds, tables=tuple(
        replace(one, fresh=one.players == 4) for one in robbers.odds.tables)))
    assert "% with 4 players." in told(stale, "Chest 12") and "% with 3 players" not in told(stale, "Chest 12")
    gone = replace(robbers, odds=replace(robbers.odds, tables=tuple(
        replace(one, fresh=False) for one in robbers.odds.tables)))
    assert "of the tricks" not in told(gone, "Chest 12")
