"""What the page plays is what the interpreter plays: choices, views of every seat, log in both languages, end."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from qedeck.interpreter.play import Play, start
from qedeck.interpreter.telling import tell
from tests.site.browser.laid import game_of, lay, table, worked

pytestmark = pytest.mark.browser

TABLES = [
    ("werewolves_and_robbers", 3), ("werewolves_and_robbers", 4), ("werewolves_and_robbers", 5), ("sharp_knives", 4),
    ("wolf_and_hound", 2), ("wolf_and_hound", 3), ("wolf_and_hound", 4), ("wolf_and_hound_match", 4),
    ("wolf_and_hound_meat_and_bone", 4), ("stool_pigeon", 3), ("werewolf_village", 8), ("quiet_cards", 2),
    ("quiet_cards", 3), ("peeping", 3),
]
MOST = 400
"""Decisions of one game that are compared."""
LANGUAGES = ("en", "ja")

PLAYED = """async ([game, players, seed, most]) => {
  const q = window.qedeck, pack = await q.packOf(game, players, "", "./"), machine = await q.machineOf(pack);
  const play = new q.Play(machine, BigInt(seed)), seats = [null, ...machine.about.seats.map((_, k) => k + 1)];
  const tellers = Object.values(pack.words).map((words) => new q.Teller(new q.Words(machine.about, words)));
  const steps = [];
  for (;;) {
    steps.push({
      legal: play.now.actions().map((action) => tellers.map((teller) => teller.words.label(action))),
      views: seats.map((seat) => q.viewOf(play.now, seat)),
      lines: tellers.map((teller) => seats.map((seat) => play.told(teller, play.at, seat).map((line) => line.text))),
    });
    if (play.over || play.at >= most) return JSON.stringify(steps);
    play.forward();
  }
}"""


def expected(play: Play, told: int) -> dict[str, Any]:
    """The same of the interpreter."""
    seats = [None, *range(1, play.core.domains["player"].size + 1)]
    return {
        "legal": [[action.label(language) for language in LANGUAGES] for action in play.legal()],
        "views": [play.view(seat).data() for seat in seats],
        "lines": [[tell(play, language, seat, told) for seat in seats] for language in LANGUAGES],
    }


@lru_cache(maxsize=8)
def ours(game: str, players: int, seed: int) -> list[dict[str, Any]]:
    """The interpreter's game, step by step. Planted differences are looked for in the same few games."""
    play, told, steps = start(game_of(game), players, seed), 0, list[dict[str, Any]]()
    while True:
        steps.append(expected(play, told))
        if play.over or len(steps) > MOST:
            return steps
        told = len(play.events)
        play.apply(play.random_action())


def comparable(step: dict[str, Any]) -> dict[str, Any]:
    """Why a game broke off is told in the reader's language in the page, and more closely by the interpreter."""
    if (step["views"][0]["result"] or {}).get("kind") not in ("stuck", "undefined"):
        return step
    views = [{**view, "result": {**view["result"], "reason": ""}} for view in step["views"]]
    return {**step, "views": views, "lines": [[seat[:-1] for seat in language] for language in step["lines"]]}


def differences(steps: list[dict[str, Any]], game: str, players: int, seed: int) -> list[str]:
    """Where the page's game is not the interpreter's; the first few, in words."""
    wanted, where = ours(game, players, seed), f"{game} with {players}, seed {seed}"
    for number, (there, here) in enumerate(zip(map(comparable, steps), map(comparable, wanted), strict=False)):
        found = [f"{where}, step {number}: {part}\n  page: {there[part]}\n  here: {here[part]}"
                 for part in ("legal", "views", "lines") if there[part] != here[part]]
        if found:
            return found
    if len(steps) != len(wanted):
        return [f"{where}: the page's game has {len(steps)} steps, the other {len(wanted)}"]
    return []


def played(page: Any, tmp_path: Path, tables: list[tuple[str, int]], seeds: range,
           changed: dict[str, str] | None = None) -> list[str]:
    found: list[str] = []
    page.goto(lay(tmp_path, "", "en", *tables, changed=changed))
    for game, players in tables:
        for seed in seeds:
            steps = json.loads(page.evaluate(PLAYED, [game, players, seed, MOST]))
            found += differences(steps, game, players, seed)
    return found


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_page_plays_what_the_interpreter_plays(page: Any, tmp_path: Path, game: str, players: int) -> None:
    assert not played(page, tmp_path, [(game, players)], range(1, 3))


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_two_hundred_games(page: Any, tmp_path: Path, game: str, players: int) -> None:
    assert not played(page, tmp_path, [(game, players)], range(100, 300))


@pytest.mark.parametrize("changed", [
    {'const faces = maySee(position, zone, owner, seat), counted = faces || zone.counted;':
     'const faces = maySee(position, zone, owner, seat) || zone.name === "deck", counted = faces || zone.counted;'},
    {"options[option].base > number": "options[option].base >= number"},
    {"remembered[key.length ?": "if (place !== 1) remembered[key.length ?"},
    {"const hiddenPicks = node.options[event.action.option].picks.filter((pick) => about.isCard(pick.type));":
     "const hiddenPicks = [];"},
    {"if (follows.open) hidden = undefined;": ""},
    {'amount === 1 ? "goes" : "go"': '"go"'},
    {"const start = seat === null ? 0 : ((seat - 1) * many + part) * width;": "const start = part * width;"},
    {"known.slice(0, size)": "known"},
    {"marks[mark].slice(0, size)": "marks[mark]"},
])
def test_a_planted_difference_is_caught(page: Any, tmp_path: Path, changed: dict[str, str]) -> None:
    assert played(page, tmp_path, [("quiet_cards", 3), ("wolf_and_hound", 4), ("peeping", 3)], range(1, 3), changed)


def test_random_games_are_quick(page: Any, tmp_path: Path) -> None:
    """Hundreds of moves a second, everything read each time; a person waits for none of them."""
    page.goto(lay(tmp_path, table("wolf_and_hound", 4), "en", ("wolf_and_hound", 4)))
    clock = worked(page)
    before = clock()
    moves = page.evaluate("""async () => {
      const q = window.qedeck, pack = await q.packOf("wolf_and_hound", 4, "", "./"), machine = await q.machineOf(pack);
      let moves = 0;
      for (let seed = 1; seed <= 20; seed++) {
        const play = new q.Play(machine, BigInt(seed));
        while (!play.over) play.forward();
        moves += play.at;
      }
      return moves;
    }""")
    rate = moves / (clock() - before)
    assert rate > 1000, f"{rate:.0f} moves a second"
