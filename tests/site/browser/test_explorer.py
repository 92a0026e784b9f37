"""The explorer: what each card of a row counts as and which row said so, who wins; other definitions; its link."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.site.browser.laid import game_of, lay, opened

pytestmark = pytest.mark.browser

GAME = "werewolves_and_robbers"
TRICKS = {GAME: 20, "sharp_knives": 1}
"""Games whose examples lay tricks, and how many there are at least."""
GIVEN = re.compile(r"^  given trick is (.*)$", re.M)
WON = re.compile(r"then winning-place is (\d+)")
COUNTS = re.compile(r"strength of (\d+) is \((\w+), (\d+)\)")


def explorer(definition: str, players: int = 4, more: str = "", game: str = GAME) -> str:
    return (f'<qed-explorer game="{game}" players="{players}" definition="{definition}" packs="./" {more}>'
            "</qed-explorer>")


def tricks(game: str) -> list[tuple[str, int, list[str], str]]:
    """Every example of the game that lays a trick and says who wins it: name, players, cards, what it says."""
    home = game_of(game).homes[0].resolve().parent
    files = {Path(name).resolve(): one.text for name, one in game_of(game).sources.items()}
    # What a variant has from its base need not be so any more.
    own = [text for path, text in files.items() if path.suffix == ".qed" and path.parent == home]
    source = "\n".join(own) + "\n-- end"
    found = []
    for clause in re.findall(r"^example .*?(?=^\S)", source, re.M | re.S):
        given, players = GIVEN.findall(clause), re.search(r"with (\d) players", clause)
        if len(given) == 1 and players and WON.search(clause) and " is " not in clause.partition("given")[0]:
            cards = [card.strip() for card in given[0].split("--")[0].split(",")]
            found.append((clause.split()[1], int(players[1]), cards, clause))
    return found


def wrong(page: Any, folder: Path, game: str, changed: dict[str, str] | None = None) -> list[str]:
    """The examples of tricks that come out otherwise in the page."""
    examples, found = tricks(game), list[str]()
    assert len(examples) >= TRICKS[game]
    address = lay(folder, explorer("strength", game=game), "en", *((game, players) for players in (3, 4, 5)),
                  changed=changed)
    for name, players, cards, clause in examples:
        opened(page, f"{address}#ask=strength&game={game}&players={players}&trick={','.join(cards)}")
        page.wait_for_selector(".qt-row li b")
        won = page.evaluate("[...document.querySelectorAll('.qt-row li')].findIndex((li) => li.matches('.qt-won')) + 1")
        worths = page.locator(".qt-row .qt-worth").all_inner_texts()
        told = WON.search(clause)
        good = told is not None and won == int(told[1])
        for place, suit, rank in COUNTS.findall(clause):
            words = page.evaluate(f"document.querySelector('qed-explorer').words.name('{suit}')")
            good = good and worths[int(place) - 1] == f"{words} {rank}"
        found += [] if good else [name]
    return found


@pytest.mark.parametrize("game", TRICKS)
def test_the_winner_of_every_trick_example(page: Any, tmp_path: Path, game: str) -> None:
    assert not wrong(page, tmp_path, game)


def test_a_planted_mistake_is_seen(page: Any, tmp_path: Path) -> None:
    laid = '(given.get(laid.zone.name) || "").split(",")'
    assert wrong(page, tmp_path, "sharp_knives", {laid: f"{laid}.slice(1)"})


def test_which_row_applied(page: Any, tmp_path: Path) -> None:
    opened(page, lay(tmp_path, explorer("strength", 4, 'lay="seer, werewolf, robber 6, knife"'), "en", (GAME, 4)))
    page.wait_for_selector(".qt-won")
    rows = page.locator(".qt-row small").all_inner_texts()
    assert rows == ["row “Seer, except”", "row “Werewolf, otherwise”", "row “Chest, Robber”", "row “Knife”"]
    assert "Led suit" in page.inner_text(".qt-answer")


def test_cards_are_laid_and_taken_away_and_the_link_holds_it(page: Any, tmp_path: Path, chromium: Any) -> None:
    address = lay(tmp_path, explorer("strength"), "ja", (GAME, 4))
    opened(page, address)
    for card in ("werewolf", "werewolf", "robber 6", "chest 15"):
        page.click(f".qt-palette [data-card='{card}']")
    assert page.is_disabled(".qt-palette [data-card='werewolf']"), "there are two"
    assert page.inner_text(".qt-won b") == "人狼"
    other = chromium.new_context().new_page()
    opened(other, page.url)
    other.wait_for_selector(".qt-won")
    assert other.inner_text(".qt-laid") == page.inner_text(".qt-laid")
    other.context.close()
    page.click(".qt-row .qt-pick >> nth=1")
    assert page.locator(".qt-row li").count() == 3


def test_other_definitions(page: Any, tmp_path: Path) -> None:
    """Over two places, over piles and what is remembered, over arguments alone."""
    body = explorer("beats", 4, 'lay="chest 4, chest 9, robber 1"') + explorer("own-points")
    body += explorer("aimed-at", 4, game="wolf_and_hound")
    opened(page, lay(tmp_path, body, "en", (GAME, 4), ("wolf_and_hound", 4)))
    page.wait_for_function("document.querySelectorAll('section.qt').length === 3")
    cells = page.locator(".qt-matrix tbody td").all_inner_texts()
    assert cells == ["–", "no", "no", "yes", "–", "no", "yes", "yes", "–"]
    points = page.locator("qed-explorer").nth(1)
    points.locator("[data-card='chest 5']").click()
    points.locator("[data-card='chest 4']").click()
    assert points.locator(".qt-answer .qt-worth").inner_text() == "9"
    points.locator("[data-card='werewolf']").click()
    assert points.locator(".qt-answer .qt-worth").inner_text() == "4"
    points.locator("select").nth(1).select_option(label="Werewolf")
    assert points.locator(".qt-answer .qt-worth").inner_text() == "0"
    aimed = page.locator("qed-explorer").nth(2)
    aimed.locator("select").first.select_option(index=1)
    assert aimed.locator(".qt-answer .qt-worth").inner_text() == "Player 2"
