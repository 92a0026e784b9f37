"""Words of a game that want to be markup: at the table, in replays and explorers they are words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from qedeck.interpreter.play import start
from qedeck.interpreter.trace import trace
from qedeck.site.packing import as_script, pack, script
from qedeck.spec.game import Game, load
from tests.site.browser.laid import game_of, lay, opened, table
from tests.site.hostile import ATTACK

pytestmark = pytest.mark.browser

SHORT = "<img src=x onerror=pwned()><script>pwned()</script>\"onload=\"pwned() </script> {player} \u2028"


def hostile(folder: Path) -> Game:
    """The quiet game, with an attack for every word and sentence."""
    game = game_of("quiet_cards")
    core = game.core(3)
    words = {*core.zones, *core.clauses, *core.defines, "sun", "moon", "owl", "player", "look", "pass", "mark"}
    lines = ["[title]", f"name = {json.dumps(ATTACK)}", "[names]"]
    lines += [f"{json.dumps(word)} = {json.dumps(SHORT + word)}" for word in sorted(words)]
    lines += ["[clauses]", *(f"{json.dumps(name)} = {json.dumps(ATTACK)}" for name in sorted(core.clauses))]
    lines += ["[choices]", f'c = {json.dumps(SHORT + "{c}")}', "[log]", f'one-deal = {json.dumps(SHORT + "{cards}")}']
    lines += ["[changes]", f'mark = {json.dumps(SHORT + "{value}")}']
    text = next(source.text for name, source in game.sources.items() if name.endswith(".qed"))
    (folder / "quiet_cards.qed").write_text(text, "utf-8")
    for language in ("en", "ja"):
        (folder / f"quiet_cards.{language}.toml").write_text("\n".join(lines), "utf-8")
    found = load(folder / "quiet_cards.qed")
    assert found.sound, found.diagnostics
    return found


@pytest.mark.parametrize("language", ["en", "ja"])
def test_words_of_a_game_stay_words(page: Any, tmp_path: Path, language: str) -> None:
    game = hostile(tmp_path)
    play = start(game, 3, 4)
    while not play.over:
        play.apply(play.random_action())
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("dialog", lambda dialog: asked.append(dialog.message))
    page.add_init_script("window.pwned = () => (window.owned = true)")
    inside = f'<script type="application/json">{as_script(trace(play, game))}</script>'
    body = (f'{table("quiet_cards", 3, "all")}<qed-replay packs="./">{inside}</qed-replay>'
            '<qed-explorer game="quiet_cards" players="3" definition="may-play" packs="./"></qed-explorer>')
    address = lay(tmp_path, body, language, ("quiet_cards", 3))
    (tmp_path / "quiet_cards-3.js").write_text(script(pack(game, 3)), "utf-8")
    opened(page, address)
    page.wait_for_function("document.querySelectorAll('section.qt').length === 3")
    for _ in range(12):
        page.evaluate("(t) => t.play.over || t.choose(t.mine()[0])", page.query_selector("qed-table"))
        for cannot in page.locator(".qt-cannot").all():
            cannot.click()
    page.click(".qt-line >> nth=0")
    page.click(".qt-palette .qt-pick >> nth=0")
    page.evaluate("document.querySelector('qed-replay').to(99)")
    page.wait_for_timeout(300)
    assert not page.evaluate("window.owned")
    assert page.locator("main img, main script:not([type]), main a[href*=evil]").count() == 0
    assert all(url.startswith("file:///") for url in asked), asked
    assert "<img src=x" in page.inner_text(".qt-log"), "it is read as it is written"
