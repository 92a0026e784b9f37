"""Pictures that stand on one page share what they have in common, and show what they showed before."""

from __future__ import annotations

import re

import pytest

from qedeck.site.draw.moment import moment_svg
from qedeck.site.draw.scene import scene_of
from qedeck.site.draw.sharing import drawn_once

from .tables import game_of, moments

GAMES = [("sharp_knives", 4), ("stool_pigeon", 3), ("two_piles", 1), ("connect_four", 2)]
UNSEEN = re.compile(r' data-[a-z]+="[^"]*"| xmlns="[^"]*"')


def pictures(name: str, players: int) -> dict[str, tuple[str, ...]]:
    scene = scene_of(game_of(name), players, "en", "tall")
    return {f"example-{seed}": tuple(moment_svg(scene, view, before if seed > 1 else None, pictures=False)
                                     for view, before in moments(name, players, seed, 12)) for seed in (1, 2, 3)}


def unfolded(picture: str, common: str) -> str:
    """A picture with what it points at put back in its place."""
    kept = dict(re.findall(r'<g id="(x-\d+)">(.*?)</g>(?=<g id="x-|</defs>)', common))
    while True:
        whole = re.sub(r'<use href="#(x-\d+)"/>', lambda found: kept[found[1]], picture)
        if whole == picture:
            return whole
        picture = whole


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_nothing_is_lost(name: str, players: int) -> None:
    drawn = pictures(name, players)
    lighter, common = drawn_once(drawn, "x")
    assert {key: [unfolded(one, common) for one in some] for key, some in lighter.items()} == {
        key: [UNSEEN.sub("", one) for one in some] for key, some in drawn.items()}
    pointed = set(re.findall(r'href="#(x-\d+)"', "".join(one for some in lighter.values() for one in some) + common))
    assert pointed == set(re.findall(r'<g id="(x-\d+)"', common))


@pytest.mark.parametrize(("name", "players"), GAMES[:2])
def test_it_is_lighter_by_a_third(name: str, players: int) -> None:
    drawn = pictures(name, players)
    lighter, common = drawn_once(drawn, "x")
    before, after = (sum(len(one) for some in made.values() for one in some) for made in (drawn, lighter))
    assert (after + len(common)) * 3 < before * 2


def test_a_panel_with_colours_of_its_own_stays_in_its_seat() -> None:
    """Styles find it by the seat that it stands in."""
    lighter, common = drawn_once(pictures("sharp_knives", 4), "x")
    asked = [one for some in lighter.values() for one in some if "q-asked" in one]
    assert asked and all('<g class="q-seat q-asked"><rect class="q-panel"' in one for one in asked)
    assert '<g class="q-seat"><use' in "".join(one for some in lighter.values() for one in some) + common
