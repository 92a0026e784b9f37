"""Game to prints: the door. A game and its Book in, files by name out: PDF, pictures of decks, settings."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from qedeck.site.book.record import Book
from qedeck.site.pages.escaping import file_name
from qedeck.site.print.cutting import alone, decks, grid, sheets, told
from qedeck.site.print.drawn import Art, art_of
from qedeck.site.print.manuscript import manuscript
from qedeck.site.print.press import Press, pages
from qedeck.site.print.record import Kind, Printed
from qedeck.site.print.summary import tellings
from qedeck.spec.game import Game

MILLIMETRES = 25.4
CARD_PIXELS = 400
"""How wide a card is on the picture of a deck: ten of them fit into 4,096, which every graphics card takes."""
PPI = CARD_PIXELS * MILLIMETRES / 63


def prints_of(game: Game, book: Book, press: Press, backs: bool = False) -> list[Printed]:
    """All that there is to print of a game, in the language of its Book."""
    return list(printed(book, art_of(game, book), press, backs))


def printed(book: Book, art: Art, press: Press, backs: bool = False) -> Iterator[Printed]:
    name = f"{file_name(book.name)}.{book.language}"
    text = manuscript(book, art)
    yield _pdf("a4", f"{name}.a4.pdf", press.pdf("book.typ", {**text, "paper": "a4"}))
    yield _pdf("a5", f"{name}.a5.pdf", press.pdf("book.typ", {**text, "paper": "a5"}))
    yield _pdf("summary", f"{name}.summary.pdf", one_page(book, art, press)[1])
    if not art.cards:
        return
    yield _pdf("cards", f"{name}.cards.pdf", press.pdf("cards.typ", sheets(book, art, backs)))
    made = list(decks(book))
    for deck in made:
        yield Printed("face", f"{name}.{deck.name}.png", _picture(press, grid(deck, art)), deck=deck)
        yield Printed("back", f"{name}.{deck.name}-back.png", _picture(press, alone(deck, art)), deck=deck)
    settings = json.dumps(told(book, made, f"{name}."), ensure_ascii=False, indent=2) + "\n"
    yield Printed("decks", f"{name}.decks.json", settings.encode())


def one_page(book: Book, art: Art, press: Press) -> tuple[dict[str, Any], bytes]:
    """The fullest summary that fits on one page, in the largest type in which it does: what it says, and the PDF."""
    page: dict[str, Any] = {}
    pdf = b""
    for growing in tellings(book, art):
        page, pdf = growing[0], press.pdf("summary.typ", growing[0])
        if pages(pdf) > 1:
            continue
        low, high = 0, len(growing) - 1
        while low < high:
            middle = (low + high + 1) // 2
            larger = press.pdf("summary.typ", growing[middle])
            if pages(larger) > 1:
                high = middle - 1
            else:
                low, page, pdf = middle, growing[middle], larger
        break
    return page, pdf


def _pdf(kind: Kind, file: str, data: bytes) -> Printed:
    return Printed(kind, file, data, pages(data))


def _picture(press: Press, data: dict[str, object]) -> bytes:
    [picture] = press.png("deck.typ", data, PPI)
    return picture
