"""Cards to cut out, and decks for Tabletop Simulator: every copy in the box gets its place, as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from qedeck.site.book.box import CardSet
from qedeck.site.book.record import Book
from qedeck.site.pages.cards import named
from qedeck.site.print.drawn import Art
from qedeck.site.print.manuscript import place_of
from qedeck.site.print.record import Deck
from qedeck.site.print.runs import words

ACROSS, ON_A_SHEET = 3, 9
WIDEST, HIGHEST = 10, 7
"""The largest grid that Tabletop Simulator takes; its last place is for the face of a card that nobody may see."""


def sheets(book: Book, art: Art, backs: bool) -> dict[str, Any]:
    """All cards of the box, nine to a page; with `backs` each page is followed by its other side."""
    place = place_of(book)
    names = {card.word: words(card.name) for one in book.box.sets for card in one.cards}
    cards = [(one, word) for one in book.box.sets for word in copies_of(one) if word in art.cards]
    pages: list[dict[str, Any]] = []
    several = -(-len(cards) // ON_A_SHEET)
    for number, start in enumerate(range(0, len(cards), ON_A_SHEET), 1):
        here = cards[start : start + ON_A_SHEET]
        said = f"{words(book.title)} · {number}/{several}"
        pages.append({"said": said, "cards": [{"picture": f"face {word}", "name": names[word]} for _, word in here]})
        if backs:
            turned = [{"picture": f"back {one.word}", "name": words(named(place, one))} for one, _ in here]
            pages.append({"said": said, "cards": _turned(turned)})
    return {
        "title": words(book.title), "sheets": pages, "hint": place.say("print at full size"),
        "pictures": {f"face {word}": svg for word, svg in art.cards.items()}
        | {f"back {word}": svg for word, svg in art.backs.items()},
    }


def _turned(row: Sequence[dict[str, str]]) -> list[dict[str, str] | None]:
    """A page as its back is seen, turned over its long edge: each row the other way round."""
    full = [*row, *[None] * (-len(row) % ACROSS)]
    return [one for start in range(0, len(full), ACROSS) for one in reversed(full[start : start + ACROSS])]


def copies_of(one: CardSet) -> list[str]:
    """Every card of a set as often as it is in the box, by its word."""
    return [card.word for card in one.cards for _ in range(card.copies.number)]


def decks(book: Book) -> Iterator[Deck]:
    """The decks of a game, set by set; a set that is too large for one grid gets several."""
    most = WIDEST * HIGHEST - 1
    for number, one in enumerate(book.box.sets, 1):
        cards = copies_of(one)
        for part, start in enumerate(range(0, len(cards), most), 1):
            here = tuple(cards[start : start + most])
            # Two by two at least; two rows as long as they are enough. One place more, for the hidden face.
            width = min(WIDEST, max(2, -(-(len(here) + 1) // 2)))
            height = max(2, -(-(len(here) + 1) // width))
            name = f"deck-{number}" + (f"-{part}" if len(cards) > most else "")
            yield Deck(name, one.word, words(named(place_of(book), one)), width, height, here)


def grid(deck: Deck, art: Art) -> dict[str, Any]:
    """The faces of a deck, with its back in the last place of all: what is shown of a card in somebody's hand."""
    free = deck.width * deck.height - len(deck.cards) - 1
    pictures = {word: art.cards[word] for word in deck.cards if word in art.cards}
    back = art.backs.get(deck.set)
    cards = [word if word in pictures else None for word in deck.cards]
    return {
        "width": deck.width, "height": deck.height, "cards": [*cards, *[None] * free, "hidden" if back else None],
        "pictures": pictures | ({"hidden": back} if back else {}),
    }


def alone(deck: Deck, art: Art) -> dict[str, Any]:
    """The back of a deck, as a picture of its own."""
    return {"width": 1, "height": 1, "cards": ["back"], "pictures": {"back": art.backs[deck.set]}}


def told(book: Book, made: Sequence[Deck], folder: str) -> dict[str, Any]:
    """What Tabletop Simulator asks for when a custom deck is imported, and which card lies where."""
    names = {card.word: words(card.name) for one in book.box.sets for card in one.cards}
    return {
        "game": words(book.title), "for": "Tabletop Simulator, Objects > Components > Cards > Custom Deck",
        "decks": [{
            "name": deck.title, "face": f"{folder}{deck.name}.png", "back": f"{folder}{deck.name}-back.png",
            "unique backs": False, "width": deck.width, "height": deck.height, "number": len(deck.cards),
            "sideways": False, "back is hidden": False, "cards": [names[word] for word in deck.cards],
        } for deck in made],
    }
