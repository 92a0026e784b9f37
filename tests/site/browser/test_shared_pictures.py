"""Pictures that share what they have in common look like pictures drawn whole, in the light, in the dark, on paper."""

from __future__ import annotations

from typing import Any

import pytest

from qedeck.site.draw.moment import moment_svg, pictures_svg
from qedeck.site.draw.scene import scene_of
from qedeck.site.draw.sharing import drawn_once

from ..tables import game_of, moments
from .laid import STATIC

pytestmark = pytest.mark.browser
STYLE = (STATIC / "draw.css").read_text("utf-8")


def pictures() -> tuple[str, dict[str, tuple[str, ...]]]:
    scene = scene_of(game_of("sharp_knives"), 4, "en", "tall")
    drawn = {str(seed): tuple(moment_svg(scene, view, before, pictures=False)
                              for view, before in moments("sharp_knives", 4, seed, 6)) for seed in (1, 2)}
    return pictures_svg(scene), drawn


def looked_at(page: Any, body: str, scheme: str, medium: str = "screen", style: str = STYLE) -> bytes:
    page.emulate_media(media=medium)
    page.set_viewport_size({"width": 360, "height": 900})
    page.set_content(f'<!doctype html><style>{style}</style><body data-md-color-scheme="{scheme}">{body}</body>')
    shot: bytes = page.screenshot(full_page=True)
    return shot


def test_shared_or_whole_it_looks_the_same(page: Any) -> None:
    cards, drawn = pictures()
    lighter, common = drawn_once(drawn, "x")
    whole = cards + "".join(one for some in drawn.values() for one in some)
    shared = cards + common + "".join(one for some in lighter.values() for one in some)
    assert "<use href=\"#x-" in shared
    seen = {}
    for scheme, medium in (("default", "screen"), ("slate", "screen"), ("slate", "print")):
        seen[scheme, medium] = looked_at(page, whole, scheme, medium)
        assert seen[scheme, medium] == looked_at(page, shared, scheme, medium), (scheme, medium)
    assert len(set(seen.values())) == 3
    # A style that begins outside of what is shared does not reach into it: that would be seen.
    planted = STYLE + '[data-md-color-scheme="slate"] .q-panel { fill: #f00; }'
    assert looked_at(page, whole, "slate", style=planted) != looked_at(page, shared, "slate", style=planted)


def test_in_the_light_the_styles_say_what_the_pictures_say(page: Any) -> None:
    """Without its styles a picture has the same colours."""
    cards, drawn = pictures()
    body = cards + drawn["1"][-1]
    plain = ".q-moment { display: block; width: 100%; height: auto; margin-inline: auto; }"
    assert looked_at(page, body, "default") == looked_at(page, body, "default", style=plain)
