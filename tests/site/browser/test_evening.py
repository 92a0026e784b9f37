"""The moderator's page: an evening set up, led, taken back, closed in the middle and opened again, shared."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from qedeck.evening.evening import reopen
from qedeck.evening.sheet import read_sheet, written
from qedeck.evening.story import story
from tests.evening.nights import evening, game_of, whole
from tests.site.browser.laid import lay

pytestmark = pytest.mark.browser

AXE = Path(os.environ.get("AXE", Path(__file__).parents[3] / ".venv/axe/package/axe.min.js"))
COUNTS = (4, 5, 6, 7, 8)
PHONE = {"width": 360, "height": 740}
TAKE = "(text) => document.querySelector('qed-evening').take(JSON.parse(text))"
STATE = 'JSON.stringify(document.querySelector("qed-evening").sheet)'


def element(more: str = "linked") -> str:
    return f'<qed-evening game="hamlet" players="4 5 6 7 8" packs="./" rules="rules.html" {more}></qed-evening>'


@pytest.fixture
def address(tmp_path: Path) -> Callable[[str], str]:
    return lambda language="en": lay(tmp_path, element(), language, *[("hamlet", many) for many in COUNTS])


@pytest.fixture
def room(chromium: Any) -> Any:
    """A browser with its own memory, on a phone; what a page throws fails the test."""
    context, thrown = chromium.new_context(viewport=PHONE), []
    context.on("weberror", lambda error: thrown.append(str(error.error)))
    context.set_default_timeout(15_000)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    yield context
    context.close()
    assert not thrown, thrown


def opened(room: Any, address: str) -> Any:
    page = room.new_page()
    page.goto(address)
    page.wait_for_selector(".qe-names li, .qe-bar button")
    return page


def named(page: Any, *names: str) -> None:
    """These people sit down."""
    for k, name in enumerate(names):
        if page.locator(".qe-names input").count() == k:
            page.get_by_role("button", name="Add somebody").click()
        page.locator(".qe-names input").nth(k).fill(name)
    page.wait_for_selector(".qe-dials")


def begun(page: Any, by_hand: bool = False) -> None:
    named(page, "Anna", "Ben", "Carla", "Dan", "Eva")
    if not by_hand:
        page.get_by_text("Here; I am told who gets what").click()
    page.get_by_role("button", name="Begin the evening").click()
    page.wait_for_selector(".qe-bar button")


def dealt(page: Any) -> None:
    """Anna is the seer, Ben the wolf, Carla the hunter."""
    for k, card in enumerate(("seer", "wolf", "hunter")):
        page.select_option(f"#qe-{k}-0", card)
    page.get_by_role("button", name="Enter it").click()


def read_on(page: Any, times: int = 1) -> None:
    for _ in range(times):
        page.get_by_role("button", name="Read on").click()


def choose(page: Any, name: str) -> None:
    page.locator(".qe-main > .qe-choices").get_by_role("button", name=name, exact=True).click()


def sheet(page: Any) -> Any:
    return read_sheet(page.evaluate(STATE))


def said(page: Any) -> str:
    return str(page.inner_text(".qe-main"))


# ---- before it begins --------------------------------------------------------------------------------------


def test_who_is_there_and_what_is_in_the_game(room: Any, address: Callable[[str], str]) -> None:
    page = opened(room, address("en"))
    begin = page.get_by_role("button", name="Begin the evening")
    assert begin.is_disabled() and page.locator(".qe-names input").count() == 4
    named(page, "Anna", "Ben", "Ben", "Dan")
    page.wait_for_function('document.querySelector(".qe-why:not(:empty)").textContent.includes("Ben")')
    assert "Two people are called Ben" in page.inner_text(".qe-main > .qe-why") and begin.is_disabled()
    page.locator(".qe-names input").nth(2).fill("Carla")
    page.wait_for_function('!document.querySelector(".qt-big").disabled')
    page.get_by_role("button", name="wolf: one more").click()
    page.wait_for_function('document.querySelector(".qt-big").disabled')
    assert "the number of players" in page.inner_text(".qe-main > .qe-why")
    page.get_by_role("button", name="villager: one less").click()
    page.wait_for_function('!document.querySelector(".qt-big").disabled')
    assert sheet(page).settings == {"copies-of": {"wolf": 2, "villager": 0}}
    page.get_by_role("button", name="As usual for 4").click()
    page.wait_for_function(f'JSON.stringify(JSON.parse({STATE}).settings) === "{{}}"')
    page.get_by_role("button", name="Carla: one seat up").click()
    page.get_by_role("button", name="Dan: take away").click()
    page.wait_for_function('document.querySelector(".qt-big").disabled')
    assert sheet(page).names == ("Anna", "Carla", "Ben") and "3 people so far" in page.inner_text(".qe-main > .qe-why")
    again = opened(room, address("en"))
    assert [one.input_value() for one in again.locator(".qe-names input").all()] == ["Anna", "Carla", "Ben"]


def test_names_pasted_at_once(room: Any, address: Callable[[str], str]) -> None:
    page = opened(room, address("ja"))
    page.evaluate("""() => {
      const data = new DataTransfer();
      data.setData("text", "さくら、たくみ、みお\\nはると、ゆい、そうた");
      const pasted = new ClipboardEvent("paste", { clipboardData: data, cancelable: true });
      document.querySelector(".qe-names input").dispatchEvent(pasted);
    }""")
    page.wait_for_function('document.querySelectorAll(".qe-names input").length === 6')
    assert sheet(page).names == ("さくら", "たくみ", "みお", "はると", "ゆい", "そうた")


# ---- an evening --------------------------------------------------------------------------------------------


def test_a_whole_evening(room: Any, address: Callable[[str], str]) -> None:
    """Tiles by hand, a look, a bite, a vote, the end; and the story is the one that the terminal would write."""
    page = opened(room, address("en"))
    begun(page, by_hand=True)
    dealt(page)
    assert "Welcome to the hamlet." in said(page)
    read_on(page, 2)
    assert "Seer, open your eyes." in said(page) and "Anna: choose" in said(page)
    choose(page, "Ben")
    assert "For Anna alone\nBen, wolf." in said(page)
    read_on(page, 2)
    choose(page, "Anna")
    choose(page, "nobody stirred")
    read_on(page)
    assert "It is morning." in said(page) and "Anna, seer." in said(page)
    read_on(page, 2)
    for voter, name in (("Ben", "Dan"), ("Carla", "Ben"), ("Dan", "Ben"), ("Eva", "Ben")):
        assert f"{voter}: choose" in said(page)
        choose(page, name)
    assert "The evening is over" in said(page) and "The game ends: the hamlet wins." in said(page)
    now = sheet(page)
    last = reopen(game_of("hamlet"), now)
    assert last.play.over and not last.trouble
    told = [line for line in page.locator(".qe-story p").all_inner_texts() if line.strip()]
    assert told == [line for line in story(last, "en")[1:] if line]
    page.get_by_role("button", name="Share the story").click()
    page.wait_for_function('[...document.querySelectorAll("button")].some((one) => one.textContent === "Copied")')
    assert page.evaluate("navigator.clipboard.readText()") == "\n".join(story(last, "en"))


def test_the_dead_are_called_all_the_same(room: Any, address: Callable[[str], str]) -> None:
    page = opened(room, address("en"))
    begun(page, by_hand=True)
    dealt(page)
    read_on(page, 2)
    assert page.locator(".qe-pretended").count() == 0
    choose(page, "Ben")
    read_on(page, 2)
    choose(page, "Anna")
    choose(page, "nobody stirred")
    read_on(page, 3)
    for name in ("Ben", "Carla", "Dan", "Eva"):
        choose(page, name)
    read_on(page, 2)
    assert "Seer, open your eyes." in said(page)
    assert page.inner_text(".qe-pretended").startswith("Nobody answers this call.")
    read_on(page)
    assert page.locator(".qe-pretended").count() == 0


def test_why_something_may_not_be_chosen(room: Any, address: Callable[[str], str]) -> None:
    for language, told in (("en", "the chosen player is not whoever chooses"), ("ja", "選んだ人が選ぶ人でない")):
        page = opened(room, address(language))
        page.evaluate(TAKE, written(evening("hamlet", 5, 1).sheet))
        page.wait_for_selector(".qe-bar button")
        while page.locator(".qe-choices").count() == 0:
            page.locator(".qt-big").click()
        page.locator(".qe-barred summary").click()
        page.locator(".qt-cannot").click()
        assert told in page.inner_text(".qe-barred .qe-why")
        assert sheet(page).entries == evening("hamlet", 5, 1).sheet.entries, "nothing was entered"
        page.close()


def test_taken_back_as_far_as_one_likes(room: Any, address: Callable[[str], str]) -> None:
    page = opened(room, address("en"))
    begun(page, by_hand=True)
    dealt(page)
    read_on(page, 2)
    choose(page, "Ben")
    read_on(page, 2)
    choose(page, "Dan")
    page.get_by_role("button", name="Take back").click()
    panel = page.locator("dialog")
    assert "Ben bite Dan." in panel.inner_text()
    assert "Anna looks at" not in panel.locator(".qe-taken").inner_text()
    panel.get_by_text("Further back").click()
    panel.get_by_role("button", name="Back to before this: Anna looks at Ben.").click()
    assert "stays known: Anna: Ben, wolf." in panel.inner_text() and "Ben bite Dan." in panel.inner_text()
    panel.get_by_role("button", name="Take it back").click()
    assert "Anna: choose" in said(page) and len(sheet(page).entries) == 1, "its leaves were read already"
    page.get_by_role("button", name="Take back").click()
    page.locator("dialog").get_by_role("button", name="Take it back").click()
    assert "Who got what?" in said(page) and sheet(page).entries == ()
    page.get_by_role("button", name="Take back").click()
    assert "nothing to take back" in page.inner_text("dialog")


def test_who_is_who_and_who_was_shown_what(room: Any, address: Callable[[str], str]) -> None:
    page = opened(room, address("en"))
    begun(page, by_hand=True)
    dealt(page)
    read_on(page, 2)
    choose(page, "Ben")
    read_on(page, 2)
    choose(page, "Anna")
    choose(page, "nobody stirred")
    page.get_by_role("button", name="Who is who").click()
    rows = page.locator("dialog tbody tr").all_inner_texts()
    assert rows[0].split("\t") == ["1", "Anna", "seer", "out"]
    assert rows[1].split("\t")[:3] == ["2", "Ben", "wolf"]
    assert "In the game: 4 of 5" in page.inner_text("dialog")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Shown").click()
    assert "Anna\nThe seer: Ben, wolf." in page.inner_text("dialog") and "Dan\nnothing" in page.inner_text("dialog")


# ---- nothing is lost ---------------------------------------------------------------------------------------


def test_closed_in_the_middle_and_opened_again(room: Any, address: Callable[[str], str]) -> None:
    """After a name, a tile, a leaf and a vote: what stood there stands there again, without the address, too."""
    where = address("en")
    page = opened(room, where)
    begun(page, by_hand=True)
    page.select_option("#qe-0-0", "seer")
    page.select_option("#qe-1-0", "wolf")
    page.close()
    page = opened(room, where)
    assert page.input_value("#qe-1-0") == "wolf" and page.input_value("#qe-2-0") == ""
    page.select_option("#qe-2-0", "hunter")
    assert page.input_value("#qe-4-0") == "villager", "what is sure is filled in"
    page.get_by_role("button", name="Enter it").click()
    read_on(page)
    before = said(page)
    page.close()
    page = opened(room, where)
    assert said(page) == before and "Night falls." in before
    read_on(page)
    choose(page, "Ben")
    read_on(page, 2)
    page.reload()
    page.wait_for_selector(".qe-choices")
    assert "Ben: choose" in said(page)
    choose(page, "Dan")
    fragment = page.evaluate("location.hash")
    page.close()
    other = room.browser.new_context(viewport=PHONE)
    page = opened(other, where + fragment)
    assert "Did anybody peek?" in said(page), "the link holds all of it, in a browser that knows nothing"
    other.close()


def test_a_timer_goes_on_while_the_page_is_closed(room: Any, address: Callable[[str], str]) -> None:
    page = opened(room, address("en"))
    begun(page)
    page.get_by_role("button", name="Timer").click()
    page.fill("dialog input", "3")
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector(".qe-running")
    page.close()
    page = opened(room, address("en"))
    left = page.inner_text(".qe-running")
    assert left.startswith(("3:00", "2:")) and left != "2:00", left
    page.evaluate("document.querySelector('qed-evening').talk(0.01)")
    page.wait_for_function('document.querySelector(".qe-note").textContent === "Time is up."')
    assert sheet(page).until is None


def test_a_link_to_another_evening_puts_nothing_away_for_good(room: Any, address: Callable[[str], str]) -> None:
    where = address("en")
    page = opened(room, where)
    begun(page)
    while page.locator(".qe-choices").count() == 0:
        read_on(page)
    page.locator(".qe-main > .qe-choices button").first.click()
    mine = sheet(page)
    other = whole("hamlet", 6, 3)[4]
    page.close()
    page = opened(room, where)
    link = page.evaluate("(text) => window.qedeck.sheetLink(JSON.parse(text))", written(other.sheet))
    page.close()
    page = opened(room, f"{where}#{link}")
    assert sheet(page).names == other.sheet.names and "Back to that one" in page.inner_text(".qe-note")
    page.get_by_role("button", name="Back to that one").click()
    page.wait_for_function(f'JSON.parse({STATE}).names.length === 5')
    assert sheet(page).entries == mine.entries


@pytest.mark.parametrize("fragment", ["evening=", "evening=%F0", "evening=e30", "evening=AAAA", "evening=" + "W" * 400])
def test_a_link_that_is_broken(room: Any, address: Callable[[str], str], fragment: str) -> None:
    page = opened(room, f"{address('en')}#{fragment}")
    assert "cannot be read" in page.inner_text(".qe-note") and page.locator(".qe-names input").count() == 4


def test_a_file_of_the_terminal_goes_on_here(room: Any, address: Callable[[str], str], tmp_path: Path) -> None:
    now = whole("hamlet", 5, 2, by_hand=True)[3]
    file = tmp_path / "hamlet.evening.json"
    file.write_text(written(now.sheet), "utf-8")
    page = opened(room, address("en"))
    begun(page)
    page.get_by_role("button", name="More").click()
    page.set_input_files("dialog input[type=file]", str(file))
    page.wait_for_function('!document.querySelector("dialog")')
    assert sheet(page) == now.sheet
    with page.expect_download() as download:
        page.get_by_role("button", name="More").click()
        page.get_by_role("button", name="Save as a file").click()
    assert read_sheet(Path(download.value.path()).read_text("utf-8")) == now.sheet
    page.keyboard.press("Escape")
    page.get_by_role("button", name="More").click()
    file.write_text('{"format": "something else"}', "utf-8")
    page.set_input_files("dialog input[type=file]", str(file))
    page.wait_for_function('document.querySelector(".qe-note").textContent.includes("no file of an evening")')
    assert sheet(page) == now.sheet


def test_rules_that_have_changed_are_told(room: Any, address: Callable[[str], str]) -> None:
    now = whole("hamlet", 5, 2)[4].sheet
    broken = json.loads(written(now))
    broken["entries"][2]["picks"] = {"t": "nobody at all"}
    page = opened(room, address("en"))
    page.evaluate("(sheet) => document.querySelector('qed-evening').take(sheet)", broken)
    page.wait_for_selector(".qe-bar button")
    assert "The rules have changed since" in page.inner_text(".qe-note") and len(sheet(page).entries) == 2


def test_a_browser_that_keeps_nothing(room: Any, address: Callable[[str], str]) -> None:
    """Then the address holds the evening, and the page says so."""
    room.add_init_script("Storage.prototype.setItem = () => { throw new Error('no'); }")
    page = opened(room, address("en"))
    begun(page)
    assert "keeps nothing" in page.inner_text(".qe-note")
    page.reload()
    page.wait_for_selector(".qe-bar button")
    assert sheet(page).names == ("Anna", "Ben", "Carla", "Dan", "Eva")


# ---- for everybody -----------------------------------------------------------------------------------------


def test_by_keyboard_alone(room: Any, address: Callable[[str], str]) -> None:
    """Every leaf begins at its heading, and what comes next is the next thing to reach."""
    page = opened(room, address("en"))
    begun(page)
    for _ in range(9):
        if page.locator(".qe-choices").count():
            break
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.tagName") == "H2" and "choose" in said(page)
    before = len(sheet(page).entries)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert len(sheet(page).entries) == before + 1


@pytest.mark.parametrize("language", ["en", "ja"])
def test_nothing_sticks_out_on_a_narrow_phone(room: Any, address: Callable[[str], str], language: str) -> None:
    page = room.new_page()
    page.set_viewport_size({"width": 320, "height": 600})
    page.goto(address(language))
    page.wait_for_selector(".qe-names li")
    last = whole("hamlet", 8, 1)
    wide = "document.documentElement.scrollWidth <= innerWidth"
    for now in (last[1], last[5], last[-1]):
        page.evaluate(TAKE, written(now.sheet))
        page.wait_for_selector(".qe-bar button")
        assert page.evaluate(wide)
        small = page.evaluate("""[...document.querySelectorAll(".qe-main button, .qe-bar button")].filter((one) =>
          one.getBoundingClientRect().height < 36 && one.offsetParent).map((one) => one.textContent)""")
        assert not small, small
        for k in range(5):
            page.locator(".qe-bar button").nth(k).click()
            assert page.evaluate(wide)
            page.keyboard.press("Escape")


def test_names_are_never_markup(room: Any, address: Callable[[str], str]) -> None:
    page = opened(room, address("en"))
    evil = '<img src=x onerror="document.title=1">'
    named(page, evil, "{player}", "Ben", "Dan", "none")
    page.get_by_text("Here; I am told who gets what").click()
    page.get_by_role("button", name="Begin the evening").click()
    page.wait_for_selector(".qe-bar button")
    page.get_by_role("button", name="Who is who").click()
    assert evil in page.inner_text("dialog") and page.locator("img").count() == 0 and page.title() == "a table"
    assert "{player}" in page.inner_text("dialog")


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_axe_finds_nothing_serious(room: Any, address: Callable[[str], str], scheme: str) -> None:
    if not AXE.is_file():
        pytest.skip("axe is not there: make test-site fetches it with npm")
    page = opened(room, address("en"))
    page.evaluate("(scheme) => { document.body.dataset.mdColorScheme = scheme; "
                  "document.body.style.background = 'var(--qed-paper)'; }", scheme)
    page.evaluate(AXE.read_text("utf-8"))
    last = whole("hamlet", 6, 1)
    found = []

    def looked_at(what: str) -> None:
        page.wait_for_timeout(150)
        for fault in page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]:
            if fault["impact"] in ("serious", "critical"):
                found.append((what, fault["id"], fault["nodes"][0]["html"]))

    looked_at("set-up")
    for now in (last[1], last[2], last[6], last[-1]):
        page.evaluate(TAKE, written(now.turn(9).sheet))
        page.wait_for_selector(".qe-bar button")
        looked_at(f"entry {len(now.sheet.entries)}")
    page.locator(".qe-barred summary").click() if page.locator(".qe-barred").count() else None
    for k in range(5):
        page.locator(".qe-bar button").nth(k).click()
        looked_at(f"panel {k}")
        page.keyboard.press("Escape")
    page.evaluate(TAKE, written(evening("hamlet", 5, 1, by_hand=True).sheet))
    page.wait_for_selector(".qe-fallen")
    looked_at("deal")
    assert not found, found
