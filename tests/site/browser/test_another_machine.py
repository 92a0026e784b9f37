"""A link that somebody sends: another build of the game, in another folder, another browser, another language."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from qedeck.commands.main import main
from qedeck.site.serve import News, server
from tests.site.books import first_game, written

pytestmark = pytest.mark.browser
pytest.importorskip("mkdocs", reason="the site needs the extra: pip install qedeck[docs]")

HERE = "games/sun_and_moon"
SEEN = """() => { const t = document.querySelector("qed-table");
  return [t.view, t.play.at, String(t.play.seed), t.seat, t.players, t.play.moves]; }"""


def built(folder: Path, text: str) -> Path:
    (folder / "text").mkdir(parents=True)
    path = written(folder / "text", text)
    assert main(["docs", "build", str(path), "--out", str(folder / "site")]) == 0
    return folder / "site"


@pytest.fixture(scope="module")
def sent(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Any]:
    """What stands in the address after a few moves, and what is seen there."""
    site = built(tmp_path_factory.mktemp("one"), first_game())
    context = chromium.new_context()
    page = context.new_page()
    page.goto(f"{site.as_uri()}/en/{HERE}/table.html#game=sun_and_moon&players=3&seed=11&seat=1")
    for _ in range(3):
        page.locator("qed-table .qt-choices button").first.click()
        page.wait_for_function("!document.querySelector('.qt-choices button:disabled')")
    page.wait_for_timeout(500)
    assert "moves=" in page.url
    seen, link = page.evaluate(SEEN), page.url.partition("#")[2]
    context.close()
    return link, seen


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Built again somewhere else, and served over http."""
    site = built(tmp_path_factory.mktemp("two"), first_game())
    listening = server(site, News(), "127.0.0.1", 0)
    Thread(target=listening.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{listening.server_address[1]}"
    listening.shutdown()
    listening.server_close()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_link_opens_in_the_same_position(
    chromium: Any, sent: tuple[str, Any], elsewhere: str, language: str
) -> None:
    link, seen = sent
    assert seen[1] >= 3 and seen[3] == 1 and seen[4] == 3
    context = chromium.new_context(locale="de-DE", color_scheme="dark")
    page = context.new_page()
    page.goto(f"{elsewhere}/{language}/{HERE}/table.html#{link}")
    page.wait_for_function("document.querySelector('qed-table').play?.at > 0")
    page.wait_for_timeout(300)
    assert page.evaluate(SEEN) == seen
    # Nothing is said of other rules: they are the same.
    assert page.is_hidden(".qt-note")
    context.close()


def test_with_other_rules_it_says_so(chromium: Any, sent: tuple[str, Any], tmp_path: Path) -> None:
    """The same link, where the lowest card takes the trick."""
    text = first_game().replace("whichever place i in trick has most", "whichever place i in trick has least")
    assert text != first_game()
    site = built(tmp_path, text)
    page = chromium.new_page()
    page.goto(f"{site.as_uri()}/en/{HERE}/table.html#{sent[0]}")
    page.wait_for_function("document.querySelector('.qt-note')?.hidden === false")
    told = page.inner_text(".qt-note")
    assert "made with other rules" in told and "“Winning place”" in told, told
    page.close()
