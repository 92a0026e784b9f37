"""Everything that is drawn for print: a game and its Book in, cards, backs and examples as pictures of their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from qedeck.site.book.record import Book
from qedeck.site.draw.card import back_svg, card_svg, small_svg
from qedeck.site.draw.cards import decks_of
from qedeck.site.draw.moment import moment_svg
from qedeck.site.pictures import scene_of_example
from qedeck.spec.game import Game


@dataclass(frozen=True, slots=True)
class Art:
    """SVG texts that need nothing beside them."""

    cards: Mapping[str, str]
    """By the word of a card: as one holds it."""
    small: Mapping[str, str]
    """The same as it lies on the table."""
    backs: Mapping[str, str]
    """By the word of a set of cards."""
    examples: Mapping[str, tuple[str, ...]]
    """By the anchor of an example: the table at first, and as it is in the end."""


def cards_of(game: Game, book: Book) -> Art:
    """The cards alone."""
    decks = decks_of(game, book.language)
    cards = [card for deck in decks.values() for card in deck.cards.values()]
    return Art({card.word: card_svg(card) for card in cards}, {card.word: small_svg(card) for card in cards},
               {word: back_svg(deck) for word, deck in decks.items()}, {})


def art_of(game: Game, book: Book) -> Art:
    """All of it."""
    examples: dict[str, tuple[str, ...]] = {}
    for example in book.examples:
        scene = scene_of_example(game, book, example)
        if scene is not None:
            first, last = example.frames[0].view, example.frames[-1].view
            before = moment_svg(scene, first)
            examples[example.anchor] = (before,) if len(example.frames) == 1 else (
                before, moment_svg(scene, last, first))
    return replace(cards_of(game, book), examples=examples)
