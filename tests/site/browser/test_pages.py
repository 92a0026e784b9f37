"""The whole site in a real browser: nothing from another host, search, both languages, a phone, a keyboard."""

from __future__ import annotations

import gzip
import os
import re
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import pytest

from qedeck.commands.main import main
from qedeck.interpreter.trace import replay
from qedeck.proofs.record import beside, read
from qedeck.proofs.verdict import Grade
from qedeck.site.serve import News, server
from qedeck.spec.files import shipped_games
from qedeck.spec.game import load
from tests.docs.blocks import ROOT
from tests.site.books import book

pytestmark = pytest.mark.browser
pytest.importorskip("mkdocs", reason="the site needs the extra: pip install qedeck[docs]")

WOLF, ROBBERS = "games/wolf_and_hound", "games/werewolves_and_robbers"
KINDS = [
    "index.html", f"{WOLF}/index.html", f"{WOLF}/rules.html", f"{WOLF}/examples.html", f"{WOLF}/cards.html",
    f"{WOLF}/table.html", f"{WOLF}/promises.html", f"{WOLF}/open.html", f"{WOLF}/odds.html", f"{WOLF}/variants.html",
    f"{WOLF}/print.html",
    f"{ROBBERS}/rules.html", f"{ROBBERS}/table.html", f"{ROBBERS}/open.html",
    # Promises that are proved, shown by a play, refuted by one, shown by two tables, and asked of every game.
    f"{ROBBERS}/promises/all-gathered.html", f"{ROBBERS}/promises/dealt-again-for-two-cards.html",
    f"{ROBBERS}/promises/everybody-looks.html", f"{ROBBERS}/promises/seers-read-apart.html",
    f"{WOLF}/promises/hands-are-secret.html", f"{ROBBERS}/promises/stock..nobody.is.stuck.html",
    "games/sharp_knives/variants.html",
    # Drafts.
    "games/stool_pigeon/index.html", "games/stool_pigeon/rules.html", "games/stool_pigeon/table.html",
    "games/werewolf_village/rules.html", "games/werewolf_village/table.html",
    "games/werewolf_village/evening.html",
    "guide/first-game.html", "reference/language.html", "reference/commands.html", "reference/messages/names.html",
    "reference/api.html", "project/decisions/0003-one-evaluator-over-an-algebra.html", "project/architecture.html",
    "project/benchmarks.html", "project/reports/werewolves_and_robbers.html",
]
AXE = Path(os.environ.get("AXE", ROOT / ".venv/axe/package/axe.min.js"))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All shipped games, with the documentation; QEDECK_SITE names one that is built already."""
    if "QEDECK_SITE" in os.environ:
        return Path(os.environ["QEDECK_SITE"]).resolve()
    out = tmp_path_factory.mktemp("whole") / "site"
    assert main(["docs", "build", "--out", str(out)]) == 0
    return out


@pytest.fixture(scope="module", params=["http", "file"])
def address(request: pytest.FixtureRequest, site: Path) -> Iterator[str]:
    if request.param == "file":
        yield site.as_uri()
        return
    listening = server(site, News(), "127.0.0.1", 0)
    Thread(target=listening.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{listening.server_address[1]}"
    listening.shutdown()
    listening.server_close()


def watch(page: Any, address: str) -> list[str]:
    """What is wrong with a page, as it comes: a request to another host, and anything that fails."""
    wrong: list[str] = []
    own = urlsplit(address).netloc
    page.on("request", lambda request: None if _own(request.url, own) else wrong.append(request.url))
    # Whoever goes on before a page is whole leaves requests behind.
    page.on("requestfailed", lambda request: wrong.append(f"{request.failure}: {request.url}")
            if request.failure != "net::ERR_ABORTED" else None)
    page.on("response", lambda answer: wrong.append(f"{answer.status}: {answer.url}") if answer.status >= 400 else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda line: wrong.append(line.text) if line.type == "error" else None)
    return wrong


@pytest.fixture
def watched(chromium: Any, address: str) -> Iterator[Any]:
    """A page whose every request and complaint is noted; another host, or anything that fails, fails the test."""
    page = chromium.new_page(viewport={"width": 1280, "height": 900})
    wrong = watch(page, address)
    yield page
    page.close()
    assert not wrong, wrong


def _own(url: str, host: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme in ("data", "blob", "about") or parts.netloc == host


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_kind_of_page_opens_and_asks_nobody_else(watched: Any, address: str, language: str) -> None:
    for kind in KINDS:
        watched.goto(f"{address}/{language}/{kind}")
        assert watched.locator("h1").first.inner_text().strip(), kind
    watched.goto(f"{address}/{language}/{WOLF}/table.html")
    watched.locator("qed-table .qt-choices button").first.wait_for()
    watched.goto(f"{address}/{language}/{WOLF}/rules.html")
    folded = watched.locator("details.qed-try:has(qed-explorer)").first
    folded.locator("summary").click()
    folded.locator("qed-explorer .qt").wait_for()


@pytest.mark.parametrize("planted", [
    "new Image().src = 'https://elsewhere.example/x.png'", "fetch('https://elsewhere.example/x.json').catch(() => 0)",
    "import('https://elsewhere.example/x.js').catch(() => 0)", "document.body.append(Object.assign("
    "document.createElement('link'), {rel: 'stylesheet', href: '//elsewhere.example/x.css'}))",
])
def test_a_request_to_another_host_is_seen(chromium: Any, address: str, planted: str) -> None:
    page = chromium.new_page()
    # Nothing leaves this machine: whoever asks is answered here.
    page.route("**/elsewhere.example/**", lambda route: route.fulfill(body=""))
    page.goto(f"{address}/en/index.html")
    wrong = watch(page, address)
    page.evaluate(f"() => {{ {planted}; }}")
    page.wait_for_timeout(300)
    page.close()
    assert any("elsewhere" in one for one in wrong), wrong


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_single_page_opens_and_asks_nobody_else(watched: Any, address: str, site: Path, language: str) -> None:
    for path in sorted((site / language).rglob("*.html")):
        watched.goto(f"{address}/{path.relative_to(site).as_posix()}")
        assert watched.locator("h1").first.inner_text().strip(), path


def test_the_door_leads_to_the_readers_language(chromium: Any, address: str) -> None:
    for locale, language in (("ja-JP", "ja"), ("de-DE", "en"), ("en-GB", "en")):
        context = chromium.new_context(locale=locale)
        page = context.new_page()
        page.goto(f"{address}/index.html")
        page.wait_for_url(f"**/{language}/index.html")
        context.close()


@pytest.mark.parametrize(("language", "words", "expected"), [
    ("ja", "捨て札", "捨て札"), ("ja", "人狼カード", "人狼カード"), ("ja", "ジジウルフ", "ジジウルフ"),
    ("ja", "じじうるふ", "ジジウルフ"),
    ("en", "grandfather wolf", "Grandfather wolf"), ("en", "wolves", "wol"), ("en", "Q201", "Q201"),
])
def test_search_finds(watched: Any, address: str, language: str, words: str, expected: str) -> None:
    watched.goto(f"{address}/{language}/index.html")
    watched.keyboard.press("/")
    watched.locator("dialog.qed-search input").fill(words)
    first = watched.locator("#qed-found li").first
    first.wait_for()
    assert expected.lower() in watched.locator("#qed-found").inner_text().lower()
    watched.keyboard.press("Enter")
    watched.wait_for_url(re.compile(rf"/{language}/(?!index\.html)"))
    assert expected.lower() in watched.locator("article").inner_text().lower()


def test_what_a_variant_says_in_the_same_words_is_found_once(watched: Any, address: str) -> None:
    for language, words in (("ja", "ジジウルフ"), ("en", "grandfather wolf")):
        watched.goto(f"{address}/{language}/{WOLF}/index.html")
        watched.keyboard.press("/")
        watched.locator("dialog.qed-search input").fill(words)
        watched.locator("#qed-found li").first.wait_for()
        links = watched.locator("#qed-found li a").evaluate_all("all => all.map(a => a.href)")
        texts = watched.locator("#qed-found li .qed-search__text").all_inner_texts()
        assert len(links) > 5 and f"/{WOLF}/" in links[0], links
        # Of what is cut short the rest may be another one.
        whole = [text for text in texts if text and not text.endswith("…")]
        assert whole and len(set(whole)) == len(whole), texts
        assert any("#late-walks" in link for link in links), links


def test_search_says_that_there_is_nothing(watched: Any, address: str) -> None:
    watched.goto(f"{address}/ja/{WOLF}/rules.html")
    watched.locator("[data-qed-search]").click()
    watched.locator("dialog.qed-search input").fill("ぱぴぷぺぽ")
    watched.get_by_text("見つかりませんでした").wait_for()
    watched.keyboard.press("Escape")
    assert not watched.locator("dialog.qed-search").is_visible()


def test_the_other_language_is_the_same_page(watched: Any, address: str) -> None:
    watched.goto(f"{address}/en/{WOLF}/rules.html?edition=designer#phase-3")
    watched.locator(".qed-language").click()
    watched.wait_for_url(f"**/ja/{WOLF}/rules.html?edition=designer#phase-3")
    assert watched.evaluate("document.documentElement.lang") == "ja"
    watched.locator(".qed-language").click()
    watched.wait_for_url(f"**/en/{WOLF}/rules.html?edition=designer#phase-3")


def test_the_designers_edition_is_in_the_address(watched: Any, address: str) -> None:
    watched.goto(f"{address}/en/{WOLF}/rules.html")
    assert watched.locator(".qed-beside").count() == 0
    watched.get_by_role("button", name="For designers").click()
    assert "edition=designer" in watched.url
    watched.locator(".qed-beside pre").first.wait_for()
    watched.reload()
    watched.locator(".qed-beside pre").first.wait_for()
    watched.locator('.md-sidebar a.md-nav__link[href*="cards.html"]').first.click()
    watched.wait_for_url(f"**/{WOLF}/cards.html?edition=designer")
    watched.go_back()
    watched.get_by_role("button", name="For players").click()
    assert "edition" not in watched.url
    assert not watched.locator(".qed-beside").first.is_visible()


def test_filters(watched: Any, address: str) -> None:
    watched.goto(f"{address}/en/{WOLF}/promises.html")
    every = watched.locator(".qed-promise").count()
    form = watched.locator('form[data-filter="qed-promise"]')
    form.locator("input").fill("WH-P-46")
    some = watched.locator(".qed-promise:visible").count()
    assert 0 < some < every
    form.locator("input").fill("")
    form.locator('select[data-by="grade"]').select_option(index=1)
    grade = form.locator('select[data-by="grade"]').input_value()
    shown = watched.locator(".qed-promise:visible")
    assert {shown.nth(k).get_attribute("data-grade") for k in range(shown.count())} == {grade}
    watched.goto(f"{address}/ja/{WOLF}/cards.html")
    watched.locator("form.qed-filter input").fill("ジジウルフ")
    assert watched.locator(".qed-card:visible").count() == 1


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_phone_never_scrolls_sideways(chromium: Any, site: Path, language: str) -> None:
    page = chromium.new_page(viewport={"width": 360, "height": 740})
    for kind in [*KINDS, f"{WOLF}/rules.html?edition=designer"]:
        page.goto(f"{site.as_uri()}/{language}/{kind}")
        page.wait_for_timeout(150)
        assert page.evaluate("document.scrollingElement.scrollWidth") <= 360, kind
    page.close()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_long_page_has_a_list_of_what_is_on_it(chromium: Any, site: Path, language: str) -> None:
    """Beside the page where there is room, above it on a phone; and it leads there."""
    for kind, least in (("open", 30), ("examples", 60)):
        wide = chromium.new_page(viewport={"width": 1280, "height": 900})
        wide.goto(f"{site.as_uri()}/{language}/{WOLF}/{kind}.html")
        assert not wide.locator(".qed-index").is_visible()
        wide.close()
        page = chromium.new_page(viewport={"width": 360, "height": 740})
        page.goto(f"{site.as_uri()}/{language}/{WOLF}/{kind}.html")
        page.locator(".qed-index summary").click()
        links = page.locator(".qed-index a")
        assert links.count() >= least, kind
        title = links.nth(least // 2).inner_text()
        links.nth(least // 2).click()
        page.wait_for_function("document.querySelector(':target').getBoundingClientRect().top < innerHeight / 2")
        assert title in page.locator(":target").inner_text()
        page.close()


def test_the_contents_come_back_to_their_beginning(watched: Any, address: str) -> None:
    """Beside a long page they follow whoever reads, also back to the top."""
    watched.goto(f"{address}/en/{WOLF}/rules.html")
    column = "document.querySelector('[data-qed-contents]').closest('.md-sidebar__scrollwrap')"
    watched.evaluate("scrollTo(0, document.body.scrollHeight)")
    watched.wait_for_function(f"{column}.scrollTop > 0")
    watched.evaluate("scrollTo(0, 0)")
    watched.wait_for_function(f"{column}.scrollTop === 0")


def test_how_an_open_point_changes_a_rule_is_folded_away(watched: Any, address: str) -> None:
    """Whoever learns the game reads on; whoever wants to know unfolds it, by keyboard as well."""
    watched.goto(f"{address}/ja/{WOLF}/rules.html")
    asides = watched.locator(".qed-otherwise")
    assert asides.count() > 40
    one = asides.first
    assert not one.locator("details ol, details ul").first.is_visible()
    one.locator("summary").focus()
    watched.keyboard.press("Enter")
    assert one.locator("details ol, details ul").first.is_visible()
    # Which reading it is, is said once.
    assert one.inner_text().count("別の読み方") == 1


def test_dark_and_light(chromium: Any, site: Path) -> None:
    for scheme, dark in (("light", False), ("dark", True)):
        context = chromium.new_context(color_scheme=scheme)
        page = context.new_page()
        page.goto(f"{site.as_uri()}/en/{WOLF}/rules.html")
        colours = page.evaluate("[getComputedStyle(document.body).backgroundColor,"
                                " getComputedStyle(document.querySelector('article p')).color]")
        paper, ink = (sum(map(int, re.findall(r"\d+", colour)[:3])) for colour in colours)
        assert (paper < ink) is dark
        context.close()


def test_by_keyboard_alone(watched: Any, address: str) -> None:
    watched.goto(f"{address}/en/{WOLF}/rules.html")
    watched.keyboard.press("Tab")
    assert "md-skip" in (watched.evaluate("document.activeElement.className") or "")
    watched.keyboard.press("Enter")
    watched.get_by_role("button", name="For designers").focus()
    watched.keyboard.press("Space")
    watched.locator(".qed-beside pre").first.wait_for()
    watched.keyboard.press("/")
    assert watched.evaluate("document.activeElement.type") == "search"
    watched.keyboard.type("sheep")
    watched.locator("#qed-found li").nth(1).wait_for()
    watched.keyboard.press("ArrowDown")
    assert watched.locator("#qed-found li").nth(1).get_attribute("aria-selected") == "true"


@pytest.mark.parametrize(("scheme", "width"), [
    ("light", 1280), ("dark", 360),
    pytest.param("dark", 1280, marks=pytest.mark.slow), pytest.param("light", 360, marks=pytest.mark.slow),
])
def test_axe_finds_nothing_serious(chromium: Any, site: Path, scheme: str, width: int) -> None:
    if not AXE.is_file():
        pytest.skip("axe is not there: make test-site fetches it with npm")
    size = {"width": width, "height": 900}
    context = chromium.new_context(color_scheme=scheme, viewport=size, reduced_motion="reduce")
    page, found = context.new_page(), []
    language = "ja" if width == 360 else "en"
    for kind in [*KINDS, f"{WOLF}/rules.html?edition=designer"]:
        page.goto(f"{site.as_uri()}/{language}/{kind}")
        page.wait_for_timeout(400)
        page.evaluate(AXE.read_text("utf-8"))
        for fault in page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]:
            if fault["impact"] in ("serious", "critical"):
                found.append((kind, fault["id"], fault["nodes"][0]["html"][:200]))
    context.close()
    assert not found


@pytest.mark.parametrize("name", ["wolf_and_hound", "werewolves_and_robbers"])
def test_recorded_refutations_come_to_the_position_that_they_claim(page: Any, site: Path, name: str) -> None:
    """On their pages, as the rules are played now; with what is claimed to stand out there."""
    path = shipped_games()[name]
    game = load(path)
    recorded = [row.verdict for row in read(beside(path), game).rows.values() if row.verdict.trace is not None]
    refuted = sorted({one.property for one in recorded if one.grade is Grade.REFUTED})
    assert refuted
    stands_out = {
        (promise.name, claim.place, one.players): one.play.facts or one.play.witness
        for promise in book(name, "en").promises
        for claim in promise.claims
        for one in claim.answers
        if one.play is not None
    }
    # Those far below are laid when somebody comes near.
    page.set_viewport_size({"width": 1280, "height": 9000})
    for promise in refuted:
        page.goto(f"{site.as_uri()}/en/games/{name}/promises/{promise}.html")
        page.wait_for_selector("qed-replay")
        page.wait_for_function("[...document.querySelectorAll('qed-replay')].every((one) => one.querySelector('.qt'))")
        shown = page.evaluate("""[...document.querySelectorAll("qed-replay")].map((one) => {
          one.to(9999);
          const [{ players, frames }] = one.tables;
          return [players, frames[frames.length - 1].view];
        })""")
        told = page.locator("article").inner_text()
        # Of several player counts, the play with the fewest is shown.
        for players, view in shown:
            meant = [one for one in recorded if (one.property, one.trace["players"]) == (promise, players)]
            ends = [replay(game, one.trace).play.view(None).data() for one in meant]
            assert view in ends, promise
            facts = stands_out[promise, meant[ends.index(view)].place, players]
            assert all(line in told for line in facts), (promise, facts)


def test_every_shipped_game_has_its_pages_in_both_trees(site: Path) -> None:
    trees = {language: {path.relative_to(site / language).as_posix() for path in (site / language).rglob("*.html")}
             for language in ("en", "ja")}
    assert trees["en"] == trees["ja"]
    for game in shipped_games():
        for kind in ("index", "rules", "cards", "examples", "table", "promises"):
            asked_only = game == "wolf_and_hound_two_flocks" and kind == "table"
            assert (f"games/{game}/{kind}.html" in trees["en"]) is not asked_only, (game, kind)


def test_a_rules_page_is_light(site: Path) -> None:
    """With the script that plays and explores, which is asked for only when somebody unfolds something."""
    scripts = [site / "en/static" / name for name in ("qed.js", "draw.js", "pages.js", "search.js")]
    for game in shipped_games():
        for language in ("en", "ja"):
            page = site / language / "games" / game / "rules.html"
            weight = sum(len(gzip.compress(path.read_bytes())) for path in [page, *scripts])
            assert weight < 400_000, (game, language, weight)
            assert page.stat().st_size < 400_000, (game, language, page.stat().st_size)


def test_words_of_a_hostile_game_stay_words(chromium: Any, tmp_path: Path) -> None:
    from qedeck.site.build import build
    from qedeck.site.pages.place import Library
    from qedeck.site.trees import site_of
    from tests.site.hostile import hostile_book

    libraries = [Library(language, {"hostile": hostile_book(language)}) for language in ("en", "ja")]
    build(site_of(libraries), tmp_path / "work", tmp_path / "site")
    page = chromium.new_page(viewport={"width": 360, "height": 740})
    wrong: list[str] = []
    page.on("dialog", lambda dialog: (wrong.append(dialog.message), dialog.dismiss()))
    page.on("request", lambda request: None if _own(request.url, "") else wrong.append(request.url))
    for path in sorted((tmp_path / "site/ja").rglob("*.html")):
        page.goto(f"{path.as_uri()}?edition=designer")
        page.wait_for_timeout(100)
        assert page.evaluate("document.scrollingElement.scrollWidth") <= 360, path
    page.keyboard.press("/")
    page.locator("dialog.qed-search input").fill("pwned")
    page.locator("#qed-found li").first.wait_for()
    page.close()
    assert not wrong, wrong
