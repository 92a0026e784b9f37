"""Tables at every player count: nothing lies over anything else, nothing outside, all is drawn inside its box."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest

from qedeck.interpreter.play import start
from qedeck.interpreter.views import view as seen_by
from qedeck.site.draw.excerpt import excerpt_of
from qedeck.site.draw.moment import moment_svg, pictures_svg
from qedeck.site.draw.record import VERSION
from qedeck.site.draw.ring import ring
from qedeck.site.draw.scene import scene_of
from qedeck.spec.game import load_text

from .tables import PUBLIC, SHIPPED, counts, game_of, moments
from .test_cards import SVG, sound

ALL = [*SHIPPED, *PUBLIC, "two_piles"]
LAYOUTS: tuple[Any, ...] = ("wide", "tall")
WOUNDED = """game wounded
  players 2
  starts with main

cards
  soldier, rank 1 to 3

zones
  line of each player: row of card, up to 6, face up
  deck: row of card, face down, full at start

remember
  wounds of each card in line: 0 to 3

phase main
  for each player p
    draw 1 from deck to line of p
    add 2 to wounds of top of line of p
  player 1 chooses one
    go-on
  judge over

ending over
  when yes
  nobody wins
"""


def inside(box: Any, outer: Any) -> bool:
    return (box["x"] >= outer["x"] and box["y"] >= outer["y"] and box["x"] + box["w"] <= outer["x"] + outer["w"]
            and box["y"] + box["h"] <= outer["y"] + outer["h"])


def apart(one: Any, other: Any) -> bool:
    return (one["x"] + one["w"] <= other["x"] or other["x"] + other["w"] <= one["x"]
            or one["y"] + one["h"] <= other["y"] or other["y"] + other["h"] <= one["y"])


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", ALL)
def test_nothing_overlaps_and_nothing_is_outside(name: str, layout: Any) -> None:
    for players in counts(name):
        for language in ("en", "ja"):
            scene = scene_of(game_of(name), players, language, layout)
            assert scene == json.loads(json.dumps(scene)) and scene["version"] == VERSION
            page = {"x": 0, "y": 0, "w": scene["width"], "h": scene["height"]}
            panels = [scene["middle"], *scene["slots"]]
            assert all(inside(panel, page) for panel in panels)
            assert all(apart(one, other) for one, other in combinations(panels, 2)), (players, language)
            for panel, parts in ((scene["middle"], scene["parts"]), *((s, s["parts"]) for s in scene["slots"])):
                assert all(inside(part, panel) for part in parts), (players, language)
                assert all(apart(one, other) for one, other in combinations(parts, 2)), (players, language)
            assert len(scene["slots"]) in (0, len(scene["seats"]))


def numbers(element: ElementTree.Element, *names: str) -> list[int]:
    return [int(element.get(name) or "0") for name in names]


def drawn(group: ElementTree.Element) -> Iterator[dict[str, int]]:
    """The boxes of whatever is drawn, apart from texts; symbols are drawn where they are used."""
    for element in group.iter():
        if element.tag == f"{SVG}circle":
            x, y, r = numbers(element, "cx", "cy", "r")
            yield {"x": x - r, "y": y - r, "w": 2 * r, "h": 2 * r}
        elif element.tag in (f"{SVG}rect", f"{SVG}use"):
            x, y, w, h = numbers(element, "x", "y", "width", "height")
            yield {"x": x, "y": y, "w": w, "h": h}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", ALL)
def test_moments_stay_inside(name: str, layout: Any) -> None:
    for players in counts(name, few=True):
        scene = scene_of(game_of(name), players, "ja", layout)
        for view, before in moments(name, players, 7, 25):
            svg = moment_svg(scene, view, before)
            root = sound(svg)
            defs = root.find(f"{SVG}defs")
            assert defs is not None
            known = {symbol.get("id") for symbol in defs}
            assert {use.get("href", "")[1:] for use in root.iter(f"{SVG}use")} <= known
            root.remove(defs)
            page = {"x": 0, "y": 0, "w": scene["width"], "h": scene["height"]}
            assert all(inside(box, page) for box in drawn(root))
            seats = [group for group in root if group.get("class", "").startswith("q-seat")]
            for group, slot in zip(seats, scene["slots"], strict=True):
                # Badges and rings may stand out by a hair, never into a neighbour.
                near = {"x": slot["x"] - 2, "y": slot["y"] - 2, "w": slot["w"] + 4, "h": slot["h"] + 4}
                assert all(inside(box, near) for box in drawn(group)), (players, group.get("data-player"))
            assert len(svg) < 120_000


def test_all_that_is_seen_is_drawn() -> None:
    """Each card that a seat sees face up has its picture, and no other card has."""
    scene = scene_of(game_of("werewolves_and_robbers"), 4, "en")
    for view, _ in moments("werewolves_and_robbers", 4, 3, 40):
        root = sound(moment_svg(scene, view))
        shown = [(g.get("data-zone"), g.get("data-card")) for g in root.iter(f"{SVG}g") if g.get("data-card")]
        seen = [(key, word) for key, zone in view["zones"].items() for word in zone["cards"] or () if word]
        assert set(shown) <= set(seen)
        open_ = {pair for pair in seen if pair[0].partition(" of ")[0] in ("hand", "trick", "chips", "supply")}
        assert open_ <= set(shown)


def test_what_lies_on_a_card_can_be_read_on_a_small_one() -> None:
    """Where there is no room for a name, the number stands: "wou…" would tell nobody how many wounds there are."""
    game = load_text(WOUNDED)
    play = start(game, 2, 1)
    for layout, words in (("tall", {"2"}), ("wide", {"2", "wounds 2"})):
        said = [text.text for text in sound(moment_svg(scene_of(game, 2, "en", layout), seen_by(play).data())).iter(
            f"{SVG}text") if text.get("class") == "q-tag-text"]
        assert said and set(said) <= words, said


def test_hidden_cards_are_not_in_the_picture() -> None:
    scene = scene_of(game_of("hearts"), 4, "en")
    for view, before in moments("hearts", 4, 5, 40):
        svg = moment_svg(scene, view, before)
        seen = {word for zone in view["zones"].values() for word in zone["cards"] or ()}
        for word, face in scene["faces"]["card"].items():
            if word not in seen:
                assert f'"{scene["id"]}-{face["id"]}"' not in svg and f">{face['name']}<" not in svg


def test_whoever_looks_sits_below() -> None:
    scene = scene_of(game_of("wolf_and_hound"), 4, "en")
    for view, _ in moments("wolf_and_hound", 4, 1, 6):
        root = sound(moment_svg(scene, view))
        order = [g.get("data-player") for g in root if g.get("data-player")]
        first = view["player"] or 1
        assert order == [str((first - 1 + k) % 4 + 1) for k in range(4)]
    assert max(scene["slots"], key=lambda slot: slot["y"]) is scene["slots"][0]


def test_only_what_is_asked_for() -> None:
    scene = scene_of(game_of("werewolves_and_robbers"), 4, "ja", only=["trick"])
    assert [part["part"] for part in scene["parts"]] == ["row"] and not scene["slots"]
    assert scene["height"] < 150
    sound(moment_svg(scene, next(moments("werewolves_and_robbers", 4, 3))[0]))


def test_pictures_may_stand_apart() -> None:
    scene = scene_of(game_of("wolf_and_hound"), 2, "en")
    view, before = list(moments("wolf_and_hound", 2, 1, 4))[-1]
    bare = moment_svg(scene, view, before, pictures=False)
    assert len(bare) < len(moment_svg(scene, view, before)) * 2 // 3
    known = {symbol.get("id") for symbol in ElementTree.fromstring(pictures_svg(scene)).iter(f"{SVG}symbol")}
    assert {use.get("href", "")[1:] for use in ElementTree.fromstring(bare).iter(f"{SVG}use")} <= known


def test_animals_stand_at_their_seats() -> None:
    scene = scene_of(game_of("wolf_and_hound"), 4, "en")
    tokens = [part for part in scene["slots"][0]["parts"] if part["part"] == "tokens"]
    assert [token["thing"] for token in tokens[0]["tokens"]] == ["wolf 1", "hound 1"]
    with_more = scene_of(game_of("wolf_and_hound"), 4, "en", settings={"animal-set": "blankets"})
    tokens = [part for part in with_more["slots"][0]["parts"] if part["part"] == "tokens"]
    assert len(tokens[0]["tokens"]) == 3


def test_a_moment_as_it_was_found_good(golden: Callable[[str, str], None]) -> None:
    scene = scene_of(game_of("wolf_and_hound"), 4, "ja", "tall")
    view, before = list(moments("wolf_and_hound", 4, 1, 12))[-1]
    golden("wolf_and_hound_4.svg", moment_svg(scene, view, before).replace("><", ">\n<") + "\n")


@pytest.mark.parametrize("wide", [True, False])
@pytest.mark.parametrize("seats", range(1, 41))
def test_the_ring_has_every_seat_once_and_goes_round(seats: int, wide: bool) -> None:
    made = ring(seats, wide)
    rows = [slot for row in (*made.above, *made.below) for slot in row]
    assert sorted([*rows, *made.left, *made.right]) == list(range(seats))
    if wide:
        # Clockwise: from slot 0 to the left, up, across, down, back.
        lower, at = made.below[0], made.below[0].index(0)
        across = made.above[0] if made.above else ()
        order = [*reversed(lower[: at + 1]), *reversed(made.left), *across, *made.right, *reversed(lower[at + 1 :])]
        assert order == list(range(seats))


def test_an_excerpt_has_what_its_positions_have() -> None:
    game = game_of("wolf_and_hound")
    views = [view for view, _ in moments("wolf_and_hound", 4, 2, 3)]
    scene = excerpt_of(game, 4, "en", views, ["hand of player 1", "deck", "seat of wolf 1", "pen of player 2"])
    assert not scene["parts"] and scene["width"] == 360
    for slot, seat in zip(scene["slots"], scene["seats"], strict=True):
        animals = ("seat of wolf 1", "seat of hound 1")
        stands = any(view["remembered"][key] == seat for view in views for key in animals)
        assert ("tokens" in {part["part"] for part in slot["parts"]}) == stands
    for view in views:
        sound(moment_svg(scene, view))
    only = excerpt_of(game_of("werewolves_and_robbers"), 4, "en", [next(moments("werewolves_and_robbers", 4, 1))[0]],
                      ["trick", "deck"])
    assert [part["part"] for part in only["parts"]] == ["row"] and only["width"] < 300
    alone = excerpt_of(game, 4, "en", views, ["deck"])
    assert [part["part"] for part in alone["parts"]] == ["pile"]
