"""Recorded plays in the page: traces, refutations, examples, two tables side by side."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from qedeck.interpreter.play import start
from qedeck.interpreter.trace import replay, trace
from qedeck.proofs.portfolio import answer, questions
from qedeck.proofs.verdict import Grade
from qedeck.site.book.making import book_of
from qedeck.site.packing import as_script
from qedeck.site.recording import examples_script, of_trace, replay_json
from qedeck.spec.files import shipped_games
from qedeck.spec.game import load_text
from tests.site.browser.laid import game_of, lay, opened

pytestmark = pytest.mark.browser

LAST = """() => { const r = document.querySelector("qed-replay"); r.to(9999);
  return r.tables.map((table) => table.frames[Math.min(r.at, table.frames.length - 1)].view); }"""


def element(inside: str, more: str = "") -> str:
    return f'<qed-replay packs="./" {more}><script type="application/json">{inside}</script></qed-replay>'


def a_trace(name: str, players: int, seed: int) -> dict[str, Any]:
    play = start(game_of(name), players, seed)
    while not play.over and len(play.actions) < 60:
        play.apply(play.random_action())
    return trace(play, game_of(name))


@pytest.mark.parametrize(("game", "players"), [
    ("wolf_and_hound", 4), ("werewolves_and_robbers", 4), ("stool_pigeon", 3), ("werewolf_village", 8),
    ("quiet_cards", 3),
])
def test_a_trace_is_played_again(page: Any, tmp_path: Path, game: str, players: int) -> None:
    """By the module in the page, and by the interpreter beforehand: the same frames, the same lines."""
    found = a_trace(game, players, 4)
    shown = of_trace(game_of(game), found, "en")
    opened(page, lay(tmp_path, element(as_script(found)) + element(replay_json(shown)), "en", (game, players)))
    page.wait_for_function("document.querySelectorAll('section.qt').length === 2")
    here, there = page.evaluate("""() => [...document.querySelectorAll("qed-replay")].map((one) =>
      one.tables[0].frames.map((frame) => [frame.view, frame.lines || []]))""")
    assert len(here) == len(there) > 5
    for at, (one, two) in enumerate(zip(here, there, strict=True)):
        assert one == two, f"frame {at}"
    assert page.evaluate(LAST) == [replay(game_of(game), found).play.view(None).data()]


def test_step_by_step_with_what_changed_marked(page: Any, tmp_path: Path) -> None:
    opened(page, lay(tmp_path, element(as_script(a_trace("wolf_and_hound", 4, 4))), "ja", ("wolf_and_hound", 4)))
    assert page.is_disabled("[aria-label='戻る']")
    page.click("[aria-label='進む']")
    assert page.inner_text(".qt-count").startswith("1 / ")
    assert "出す" in page.inner_text(".qt-told")
    assert page.locator(".q-card.q-new").count() >= 1
    page.focus(".qt-slider")
    page.keyboard.press("End")
    assert page.is_disabled("[aria-label='進む']")


def test_a_recorded_refutation_comes_to_the_position_it_claims(page: Any, tmp_path: Path) -> None:
    """A claim of a small game that does not hold: the play that the prover tells, in the page."""
    text = Path(__file__).with_name("quiet_cards.qed").read_text("utf-8")
    game = load_text(text + "\nproperty nobody-takes\n  never some player p where kept of p is not empty\n")
    (asked,) = questions(game, "quiet.qed", 20, False, players=2, stock=False)
    verdict = answer(asked)
    assert verdict.grade is Grade.REFUTED and verdict.trace is not None, verdict
    opened(page, lay(tmp_path, element(as_script(verdict.trace)), "en", ("quiet_cards", 2)))
    (view,) = page.evaluate(LAST)
    assert view == replay(game, verdict.trace).play.view(None).data()
    assert view["zones"]["kept of player 1"]["size"] or view["zones"]["kept of player 2"]["size"]


def test_the_examples_of_a_game(page: Any, tmp_path: Path) -> None:
    name = "werewolves_and_robbers"
    game = game_of(name)
    book = book_of(game, shipped_games()[name], "ja")
    example = next(one for one in book.examples if one.clause == "WR-EX-194")
    more = f'game="{name}" example="{example.anchor}"'
    address = lay(tmp_path, f'<qed-replay packs="./" {more}></qed-replay>', "ja", (name, 3))
    (tmp_path / f"{name}-examples-ja.js").write_text(examples_script(game, book), "utf-8")
    opened(page, address)
    (view,) = page.evaluate(LAST)
    for part in ("zones", "remembered"):
        assert view[part] and view[part].items() <= example.frames[-1].view[part].items()
    touched = {key for frame in example.frames for key in frame.touched}
    assert touched <= view["zones"].keys() | view["remembered"].keys()
    told = [line for one in example.lines for line in one.log if "定められた終わり方" not in line]
    assert page.evaluate("document.querySelector('qed-replay').tables[0].frames.flatMap((one) => one.lines)") == told


def test_two_tables_side_by_side(page: Any, tmp_path: Path) -> None:
    game = game_of("wolf_and_hound")
    tables = [of_trace(game, a_trace("wolf_and_hound", 4, seed), "en", title=f"Reading {seed}") for seed in (1, 2)]
    page.set_viewport_size({"width": 1280, "height": 900})
    opened(page, lay(tmp_path, element(replay_json(*tables)), "en", ("wolf_and_hound", 4)))
    assert page.locator(".qt-pair .qt-head").all_inner_texts() == ["Reading 1", "Reading 2"]
    boxes = [one.bounding_box() for one in page.locator(".qt-pair .q-moment").all()]
    assert len(boxes) == 2 and boxes[0]["y"] == boxes[1]["y"] and boxes[0]["x"] < boxes[1]["x"]
    page.set_viewport_size({"width": 360, "height": 800})
    page.wait_for_timeout(200)
    boxes = [one.bounding_box() for one in page.locator(".qt-pair .q-moment").all()]
    assert boxes[0]["y"] < boxes[1]["y"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
