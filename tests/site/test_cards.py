"""Every card of every game draws, is sound XML with a title, small, and holds whatever text a game has."""

from __future__ import annotations

from collections.abc import Callable
from xml.etree import ElementTree

import pytest

from qedeck.site.draw.card import HEIGHT, WIDTH, back_svg, card_svg, small_svg
from qedeck.site.draw.cards import Card, Fact, decks_of
from qedeck.site.draw.lettering import block, breadth, cut, esc
from qedeck.site.draw.look import Look
from qedeck.site.draw.palette import COLOURS
from qedeck.site.draw.symbols import SYMBOLS
from qedeck.spec import looks

from .tables import PUBLIC, SHIPPED, game_of

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = (
    "</title><script>alert(1)</script>", '"><a href="https://example.org">', "]]>&lt;&amp;", "javascript:alert(1)",
    "\u202edrawkcab", "長い名前" * 30, "W" * 200, "very long name " * 20, "\x00\x01\ud800", "<![CDATA[", "😀" * 40,
)


def sound(svg: str) -> ElementTree.Element:
    """The picture read as XML: it has a title, shows nothing from elsewhere, and runs nothing."""
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg" and root.get("role") == "img"
    title = root.find(f"{SVG}title")
    assert title is not None
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in {
            "svg", "title", "g", "rect", "circle", "path", "text", "tspan", "use", "defs", "symbol"}
        for name, value in element.attrib.items():
            assert not name.startswith("on") and "url(" not in value and not value.strip().startswith("javascript")
            assert not name.endswith("href") or value.startswith("#")
    return root


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("name", [*SHIPPED, *PUBLIC])
def test_every_card_draws(name: str, language: str) -> None:
    for deck in decks_of(game_of(name), language).values():
        assert sound(back_svg(deck)) is not None
        for card in deck.cards.values():
            for svg in (card_svg(card), small_svg(card)):
                title = sound(svg).find(f"{SVG}title")
                assert title is not None and title.text == card.name
                assert len(svg.encode()) < 6000


def test_cards_of_a_game_can_be_told_apart() -> None:
    """Without colour: by symbol, number, finish or name."""
    for name in (*SHIPPED, *PUBLIC):
        for deck in decks_of(game_of(name), "en").values():
            printed = [(c.look.symbol, c.number, c.name, c.look.finish) for c in deck.cards.values()]
            assert len(set(printed)) == len(printed)
            drawn = {small_svg(card) for card in deck.cards.values()}
            assert len(drawn) == len(printed)


def test_texts_of_a_game_stay_texts() -> None:
    for text in HOSTILE:
        for finish in ("open", "solid", "round"):
            for number in ("", "7", text):
                facts = (Fact("x", text, text), Fact("y", text, "3", 3))
                card = Card("card", text, text, "x", number, facts, Look("wolf", "blue", finish))
                for svg in (card_svg(card), small_svg(card)):
                    root = sound(svg)
                    assert root.get("viewBox") == f"0 0 {WIDTH} {HEIGHT}"
                    for words in root.iter(f"{SVG}text"):
                        assert int(words.get("font-size") or 0) >= 9


def test_a_card_as_it_was_found_good(golden: Callable[[str, str], None]) -> None:
    card = decks_of(game_of("werewolves_and_robbers"), "ja")["card"].cards["chest 7"]
    golden("chest_7.svg", card_svg(card).replace("><", ">\n<") + "\n")


def test_escaping() -> None:
    assert esc('<a & "b">') == "&lt;a &amp; &quot;b&quot;&gt;"
    assert esc("\x00x\ud800\ufffe") == " x  "


def test_lettering() -> None:
    assert breadth("木iM") == 100 + 30 + 90
    assert cut("木火土金水", 30, 10) == "木火…"
    assert cut("abc", 100, 10) == "abc"
    size, lines = block("オロオロハウンド", 100, (20, 18, 14), 2)
    assert size == 20 and lines == ["オロオロ", "ハウンド"]
    assert block("short", 100, (20, 18, 14), 2) == (20, ["short"])


def test_what_the_language_names_is_what_is_drawn() -> None:
    assert sorted(looks.SYMBOLS) == sorted(SYMBOLS)
    assert sorted(looks.COLOURS) == sorted(COLOURS)


def test_looks_are_always_the_same() -> None:
    first = {w: c.look for d in decks_of(game_of("stool_pigeon"), "en").values() for w, c in d.cards.items()}
    again = {w: c.look for d in decks_of(game_of("stool_pigeon"), "ja").values() for w, c in d.cards.items()}
    assert first == again
    families = {first[word] for word in ("otori", "damashi", "hatashi", "matomo", "rat", "meatball", "witness 1")}
    assert len(families) == 7


def _luminance(colour: str) -> float:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_what_is_printed_can_be_read() -> None:
    """At least 4.5 to 1, as for text on the web."""
    for colour in COLOURS.values():
        for paper in ("#fffdf7", colour.pale):
            assert (_luminance(paper) + 0.05) / (_luminance(colour.deep) + 0.05) >= 4.5
