"""The table in the page: sitting down, choosing, taking back, links, what a seat may not see, why not, rules lit up."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from qedeck.interpreter.choices import Refused
from qedeck.interpreter.play import start
from qedeck.site.packing import pack, script
from qedeck.spec.game import load_text
from tests.site.browser.laid import game_of, lay, opened, table, worked

pytestmark = pytest.mark.browser

HERE = Path(__file__).parent
WHOLE = """() => { const t = document.querySelector("qed-table");
  return JSON.stringify([t.view, t.play.at, String(t.play.seed), t.seat, t.players, t.play.moves]); }"""
TABLE = 'document.querySelector("qed-table")'


def begin(page: Any, seed: int) -> None:
    """A new game of this seed, as somebody types it."""
    page.fill(".qt-seed", str(seed))
    page.press(".qt-seed", "Enter")
    page.wait_for_function(f"{TABLE}.play.at === 0 && String({TABLE}.play.seed) === '{seed}'")


def fragment(page: Any) -> str:
    """The address of the page, once it has come up to the play."""
    page.wait_for_timeout(300)
    return str(page.evaluate("location.hash"))


@pytest.fixture
def wolf(page: Any, tmp_path: Path) -> Any:
    opened(page, lay(tmp_path, table("wolf_and_hound", 4, more="linked"), "en", ("wolf_and_hound", 4)))
    begin(page, 7)
    return page


# ---- playing -----------------------------------------------------------------------------------------------


def test_it_is_ready_soon(chromium: Any, tmp_path: Path) -> None:
    """After 300 ms of the page's own work: how long the clock takes depends on what else the machine does."""
    address = lay(tmp_path, table("wolf_and_hound", 4), "en", ("wolf_and_hound", 4))
    took = []
    for _ in range(3):
        page = chromium.new_page()
        clock = worked(page)
        opened(page, address)
        took.append(clock())
        page.close()
    assert 0.01 < min(took) < 0.3, took


def test_a_choice_is_made_and_the_others_follow(wolf: Any) -> None:
    wolf.click(".qt-choice >> nth=0")
    assert wolf.evaluate(f"{TABLE}.play.at") == 4
    assert wolf.evaluate(f"{TABLE}.view.asked") == {"who": "player", "player": 1}
    assert "Player 1 plays" in wolf.inner_text(".qt-log")


def test_taking_back_and_going_forward_again(wolf: Any) -> None:
    first = wolf.evaluate(WHOLE)
    wolf.click(".qt-choice >> nth=1")
    second = wolf.evaluate(WHOLE)
    lines = wolf.inner_text(".qt-log")
    wolf.click("[aria-label='Take back']")
    assert json.loads(wolf.evaluate(WHOLE))[:2] == json.loads(first)[:2]
    wolf.click("[aria-label='To my next choice']")
    assert wolf.evaluate(WHOLE) == second
    assert wolf.inner_text(".qt-log") == lines
    wolf.click("[aria-label='Take back']")
    wolf.click(".qt-choice >> nth=1")
    assert wolf.evaluate(WHOLE) == second, "whoever is taken back meets the same opponents"


def test_watching_is_the_game_of_the_seed(page: Any, tmp_path: Path) -> None:
    opened(page, lay(tmp_path, table("wolf_and_hound", 4, "watch"), "ja", ("wolf_and_hound", 4)))
    begin(page, 11)
    page.click("[aria-label='最後まで']")
    play = start(game_of("wolf_and_hound"), 4, 11)
    while not play.over:
        play.apply(play.random_action())
    assert page.evaluate(f"{TABLE}.view") == play.view(None).data()
    assert page.locator(".qt-choice").count() == 0
    page.evaluate(f"{TABLE}.jump(0)")
    assert page.evaluate(f"{TABLE}.play.at") == 0


def test_every_seat_can_be_played(page: Any, tmp_path: Path) -> None:
    opened(page, lay(tmp_path, table("werewolves_and_robbers", 3, "all"), "en", ("werewolves_and_robbers", 3)))
    begin(page, 5)
    for _ in range(6):
        page.click(".qt-choice >> nth=0")
    assert page.evaluate(f"{TABLE}.play.at") == 6


def test_by_keyboard(wolf: Any) -> None:
    wolf.focus(".qt-choice >> nth=0")
    wolf.keyboard.press("Tab")
    wolf.keyboard.press("Enter")
    assert wolf.evaluate(f"{TABLE}.play.at") == 4
    wolf.focus(".qt-slider")
    wolf.keyboard.press("ArrowLeft")
    assert wolf.evaluate(f"{TABLE}.play.at") == 3


def test_a_card_of_the_picture_is_played(wolf: Any) -> None:
    card = wolf.locator(".q-card[data-legal][data-zone='hand of player 1']").first
    name = card.get_attribute("data-card")
    card.dispatch_event("click")
    assert wolf.evaluate(f"{TABLE}.play.at") == 4
    assert str(name) in json.dumps(wolf.evaluate(f"{TABLE}.view.zones['played of player 1'].cards"))


def test_it_survives_being_taken_off_the_page(wolf: Any) -> None:
    wolf.click(".qt-choice >> nth=0")
    before = fragment(wolf)
    wolf.evaluate(f"(() => {{ const t = {TABLE}, up = t.parentNode; t.remove(); up.append(t); }})()")
    wolf.wait_for_timeout(300)
    assert fragment(wolf) == before
    assert wolf.evaluate(f"{TABLE}.play.at") == 4


# ---- links -------------------------------------------------------------------------------------------------


def test_a_link_opens_in_the_same_position(wolf: Any, chromium: Any) -> None:
    for _ in range(3):
        wolf.click(".qt-choice >> nth=0")
    whole, address = wolf.evaluate(WHOLE), wolf.url.partition("#")[0] + fragment(wolf)
    other = chromium.new_context().new_page()
    opened(other, address)
    assert other.evaluate(WHOLE) == whole
    assert other.inner_text(".qt-log") == wolf.inner_text(".qt-log")
    assert other.is_hidden(".qt-note")
    other.context.close()


def test_a_link_that_cannot_be_read(wolf: Any) -> None:
    wolf.evaluate("location.hash = 'game=wolf_and_hound&players=4&seed=7&seat=1&moves=A!'")
    wolf.wait_for_function("!document.querySelector('.qt-note').hidden")
    assert "cannot be read" in wolf.inner_text(".qt-note")


def parting(page: Any, folder: Path, old: str, new: str, language: str = "en") -> str:
    """What is said of a link that was made before a clause was changed."""
    address = lay(folder, table("quiet_cards", 3, "all", "linked"), language, ("quiet_cards", 3))
    opened(page, address)
    begin(page, 3)
    page.click("button:has(span:text-is('⇥'))")
    link = fragment(page)
    text = (HERE / "quiet_cards.qed").read_text("utf-8")
    assert text.count(old) == 1
    (folder / "quiet_cards-3.js").write_text(script(pack(load_text(text.replace(old, new)), 3)), "utf-8")
    opened(page, address + link)
    return str(page.inner_text(".qt-note"))


def test_a_link_with_other_rules_says_where_the_games_part(page: Any, tmp_path: Path) -> None:
    taken = "move all from trick to kept of leader"
    said = parting(page, tmp_path, taken, taken.replace("leader", "left of leader"))
    assert "part at step 7" in said and "one deal" in said and "lies differently" in said
    assert page.evaluate(f"{TABLE}.play.at") == 7


def test_it_names_the_definition_that_has_changed(page: Any, tmp_path: Path) -> None:
    said = parting(page, tmp_path, "when every player p has kept of p is not empty",
                   "when every player p has kept of p is empty")
    assert "all done" in said and "part at step 13" in said, said


def test_a_choice_that_is_not_allowed_any_more(page: Any, tmp_path: Path) -> None:
    said = parting(page, tmp_path, "where t is not p", "where t is p", "ja")
    assert "2手目" in said and "one deal" in said and "選べません" in said, said


def test_rules_that_make_no_difference(page: Any, tmp_path: Path) -> None:
    said = parting(page, tmp_path, "won by player p where mark of p is at least 2",
                   "won by player p where mark of p >= 2")
    assert "come out the same" in said


# ---- what a seat may not see -------------------------------------------------------------------------------


CHOSEN = """() => { const { play } = document.querySelector("qed-table");
  return play.moves.map((move, k) => play.records[k].legal.indexOf(move)); }"""
MARKUP = """() => {
  const t = document.querySelector("qed-table").cloneNode(true);
  t.querySelector("[data-scene]").firstChild.remove();  // the pictures of all cards, whoever has them
  t.querySelectorAll(".qt-excerpt, .qt-gone").forEach((one) => one.remove());  // rules; what lay open a moment ago
  for (const line of t.querySelectorAll(".qt-line")) line.textContent = "";  // compared with the interpreter elsewhere
  return t.outerHTML;
}"""


def unseen(chosen: list[int], seat: int) -> list[str]:
    """Number cards, of which there is one each, that lie somewhere where this seat does not see them."""
    play = start(game_of("werewolves_and_robbers"), 4, 9)
    for place in chosen:
        play.apply(play.legal()[place])

    def cards(viewer: int | None) -> set[str]:
        zones = play.view(viewer).data()["zones"].values()
        return {card for zone in zones for card in zone["cards"] or () if card and card[-1].isdigit()}

    return sorted(cards(None) - cards(seat))


def leaks(page: Any, folder: Path, seat: int, changed: dict[str, str] | None = None) -> list[str]:
    """Cards that stand in the page and that the seat does not see."""
    body = table("werewolves_and_robbers", 4, str(seat))
    opened(page, lay(folder, body, "en", ("werewolves_and_robbers", 4), changed=changed))
    begin(page, 9)
    found: list[str] = []
    for _ in range(12):
        page.click(".qt-choice >> nth=0")
        hidden, markup = unseen(page.evaluate(CHOSEN), seat), page.evaluate(MARKUP)
        assert len(hidden) > 15
        found += [card for card in hidden if re.search(rf"\b{card}\b", markup, re.I)]
    return found


@pytest.mark.parametrize("seat", [1, 3])
def test_hidden_cards_are_not_in_the_page(page: Any, tmp_path: Path, seat: int) -> None:
    assert not leaks(page, tmp_path, seat)


def test_a_planted_leak_is_seen(page: Any, tmp_path: Path) -> None:
    sees = "const maySee = (position, what, owner, seat) => "
    assert leaks(page, tmp_path, 1, {sees: f"{sees}what.sight === 'owner' || "})


# ---- why not -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "ja"])
def test_why_a_card_may_not_be_played(page: Any, tmp_path: Path, language: str) -> None:
    """In the words of the interpreter, with the rule that says so."""
    opened(page, lay(tmp_path, table("quiet_cards", 3, "all"), language, ("quiet_cards", 3)))
    asked = 0
    for seed in range(1, 9):
        begin(page, seed)
        play = start(game_of("quiet_cards"), 3, seed)
        while not play.over:
            page.evaluate(f"{TABLE}.choose({TABLE}.mine()[0])")
            play.apply(play.legal()[0])
            for button in page.locator(".qt-cannot").all():
                button.click()
                said = page.inner_text(".qt-why")
                refused = play.refusal(play.action("c", [str(button.get_attribute("data-card"))]))
                assert isinstance(refused, Refused)
                told = refused.told(language)
                assert said.startswith(told[0].upper() + told[1:]), (said, told)
                assert "may play" in said
                asked += 1
    assert asked


# ---- rules -------------------------------------------------------------------------------------------------


def test_steps_and_rules_light_up_together(page: Any, tmp_path: Path) -> None:
    rules = "".join(f'<div data-rule="{name}">…</div>' for name in ("play-phase", "refill-phase", "last-reckoning"))
    opened(page, lay(tmp_path, table("wolf_and_hound", 4) + rules, "en", ("wolf_and_hound", 4)))
    page.click(".qt-choice >> nth=0")
    lit = "() => [...document.querySelectorAll('.qt-lit-rule')].map((one) => one.dataset.rule)"
    assert page.evaluate(lit) == ["play-phase", "refill-phase"]
    page.click(".qt-line:has-text('draws')")
    assert page.evaluate(lit) == ["refill-phase"]
    assert page.locator(".qt-line.qt-lit").count() == page.locator(".qt-line[data-clause='refill-phase']").count() > 1
    assert page.get_attribute(".qt-rule a", "href") == "rules.html#refill-phase"
    page.click(".qt-caused button >> nth=0")
    assert page.evaluate(f"{TABLE}.play.at") == 1


# ---- on a phone -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(("game", "players"), [
    ("wolf_and_hound", 4), ("werewolves_and_robbers", 5), ("stool_pigeon", 3), ("werewolf_village", 8),
])
def test_it_fits_on_a_phone(page: Any, tmp_path: Path, game: str, players: int, language: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    opened(page, lay(tmp_path, table(game, players, "all"), language, (game, players)))
    for _ in range(6):
        page.click(".qt-choice >> nth=0")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    low = page.evaluate("[...document.querySelectorAll('.qt-choice, .qt-button')].map((one) => one.offsetHeight)")
    assert min(low) >= 24, "big enough for a finger"


# ---- what is said of a choice ------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "first"), [
    ("en", "The table names Player 1 as the first dealer"), ("ja", "全員でプレイヤー1を最初の親に決める"),
])
def test_a_choice_says_what_becomes_of_it(page: Any, tmp_path: Path, language: str, first: str) -> None:
    """A card in one's hand is its own name; a seat alone would not say what it is chosen for."""
    name = "werewolves_and_robbers"
    opened(page, lay(tmp_path, table(name, 4), language, (name, 4)))
    begin(page, 5)
    said = page.locator(".qt-choice").all_inner_texts()
    assert len(said) == 4 and said[0].lower() == first.lower()
    page.click(".qt-choice >> nth=0")
    cards = page.locator(".qt-choice").all_inner_texts()
    assert cards and all(len(one) < 16 for one in cards), cards
