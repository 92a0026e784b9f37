"""The filler in the page and the one in Python give the same picture, byte by byte; a planted difference is caught."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from qedeck.site.draw.moment import moment_svg, pictures_svg
from qedeck.site.draw.scene import scene_of
from qedeck.site.scripts import draw_script

from ..tables import PUBLIC, SHIPPED, counts, game_of, moments

SCRIPT = draw_script()

pytestmark = pytest.mark.browser


@cache
def pairs_of(name: str, players: int) -> tuple[tuple[dict[str, Any], dict[str, Any]], ...]:
    """Views, each with the one before it: the same in all languages and layouts, so played once."""
    return tuple(pair for seed in (1, 2) for pair in moments(name, players, seed))


def differences(page: Any, script: str, name: str, players: int, layout: Any, language: str) -> tuple[int, int]:
    """How many moments were drawn, and how many of them differently."""
    page.set_content("<!doctype html><title>twins</title>")
    page.add_script_tag(content=script)
    scene = scene_of(game_of(name), players, language, layout)
    pairs = pairs_of(name, players)
    theirs = page.evaluate(
        "text => { const [scene, pairs] = JSON.parse(text);"
        " return pairs.map(([view, before], k) => qedeck.draw.moment(scene, view, k % 3 ? before : null, k % 5 > 0)) }",
        json.dumps([scene, pairs]))
    ours = [moment_svg(scene, view, before if k % 3 else None, k % 5 > 0) for k, (view, before) in enumerate(pairs)]
    assert page.evaluate("text => qedeck.draw.pictures(JSON.parse(text))", json.dumps(scene)) == pictures_svg(scene)
    return len(pairs), sum(one != other for one, other in zip(ours, theirs, strict=True))


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("name", [*SHIPPED, *PUBLIC, "two_piles"])
def test_both_draw_the_same(page: Any, name: str, language: str) -> None:
    for players in counts(name, few=True):
        for layout in ("wide", "tall"):
            drawn, different = differences(page, SCRIPT, name, players, layout, language)
            assert drawn and not different, (players, layout)


@pytest.mark.parametrize(("written", "instead"), [
    ("over(s * 88, 63)", "Math.ceil(s * 88 / 63)"),
    ("lean * 7", "lean * 8"),
    ('"&quot;"', '"&#34;"'),
    ("k >= count - more", "k > count - more"),
    ('stroke-dasharray="4 3"', 'stroke-dasharray="3 4"'),
    ("laid[at] === mark.rest", "laid[at] === null"),
])
def test_a_planted_difference_is_caught(page: Any, written: str, instead: str) -> None:
    assert written in SCRIPT
    planted = SCRIPT.replace(written, instead, 1)
    if "quot" in written:
        # Nothing in a shipped game has quotation marks: one in a name is enough.
        scene = scene_of(game_of("two_piles"), 1, "en")
        scene["title"] = 'a "table"'
        view = next(moments("two_piles", 1, 1))[0]
        page.set_content("<!doctype html><title>twins</title>")
        page.add_script_tag(content=planted)
        theirs = page.evaluate("text => qedeck.draw.moment(...JSON.parse(text))", json.dumps([scene, view]))
        assert theirs != moment_svg(scene, view)
        return
    games = ("werewolves_and_robbers", 4), ("peeping", 2)
    assert any(differences(page, planted, name, players, "wide", "en")[1] for name, players in games)
