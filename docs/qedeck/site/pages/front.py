"""The front page of a game, and its box on the shelf: what it is, for whom, and where to go on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from qedeck.site.book.box import Box, CardFace
from qedeck.site.book.record import Book
from qedeck.site.pages.cards import picture
from qedeck.site.pages.escaping import code, text
from qedeck.site.pages.parts import GLYPHS, TONES, head, paragraphs
from qedeck.site.pages.place import Place
from qedeck.site.pages.promises import counts, span
from qedeck.site.pages.top import draft, pages_of

FAN = 5


def front_page(place: Place) -> str:
    """What somebody sees who was sent a link to the game."""
    book = place.book
    tiles = "".join(
        f'<a class="qed-tile" href="{code(place.at(page))}"><strong>{text(name)}</strong>'
        f"{''.join(f'<span>{text(line)}</span>' for line in _about(place, page))}</a>"
        for page, name in pages_of(place))
    return (
        f"{head(book.title, hide='[toc]')}"
        f"{_eyebrow(place)}\n\n"
        f"# {text(book.title)} {{#top}}\n\n"
        f"{draft(place)}{facts(place)}"
        f'<div class="qed-hand" aria-hidden="true">{fan(place)}</div>'
        f"{paragraphs(place, book.about)}"
        f'<div class="qed-tiles">{tiles}</div>\n'
    )


def _eyebrow(place: Place) -> str:
    base = place.library.books.get(place.book.base or "")
    if base is None:
        return ""
    what = f'{place.tell("to ask")} ·' if place.book.for_proofs else place.tell("a variant of")
    return (f'<p class="qed-over">{what} '
            f'<a href="{code(place.at("index", base.name))}">{text(base.title)}</a></p>')


def in_short(place: Place) -> list[str]:
    """Players, minutes, ages."""
    book = place.book
    told = [span(place, book.players)]
    told += [place.say("minutes", count=book.minutes)] if book.minutes else []
    told += [place.say("ages", count=book.ages)] if book.ages else []
    told += [place.say("moderated")] if book.moderated else []
    return [one for one in told if one]


def facts(place: Place) -> str:
    return f'<ul class="qed-about">{"".join(f"<li>{text(one)}</li>" for one in in_short(place))}</ul>'


def fan(place: Place) -> str:
    """A hand of cards: the first of as many families as fit."""
    chosen = telling(place.book.box)
    middle = (len(chosen) - 1) / 2
    return "".join(f'<span style="--at:{number - middle:g}">{picture(place, card)}</span>'
                   for number, card in enumerate(chosen))


def telling(box: Box) -> list[CardFace]:
    """By turns from each set: one of each family; then, from the largest set, each family in turn, all along it."""
    sets = box.sets
    firsts = [list({card.family: card for card in reversed(one.cards)}.values())[::-1] for one in sets]
    turns = [card for row in zip_longest(*firsts) for card in row if card is not None]
    order = {card.anchor: place_ for place_, card in enumerate(card for one in sets for card in one.cards)}
    more = [card for one in sorted(sets, key=lambda one: -len(one.cards)) for card in _all_along(one.cards, turns)]
    return sorted((turns + more)[:FAN], key=lambda card: order[card.anchor])


def _all_along(cards: Sequence[CardFace], taken: list[CardFace]) -> list[CardFace]:
    """The others of each family by turns, a few of each and far apart."""
    families: dict[str, list[CardFace]] = {}
    for card in cards:
        if card not in taken:
            families.setdefault(card.family, []).append(card)
    few = [one[len(one) // FAN :: max(1, len(one) // 2)] for one in families.values()]
    return [card for row in zip_longest(*few) for card in row if card is not None]


def _about(place: Place, page: str) -> list[str]:
    """What stands under the name of a page: a figure, where there is one; of promises one for each grade."""
    book: Book = place.book
    match page:
        case "promises":
            return [f"{GLYPHS[TONES[word]]} {place.say('grade count', grade=place.say(f'grade {word}'), count=count)}"
                    for word, count in counts(book.promises)[:3]]
        case "open":
            return [place.say("about open", count=sum(point.kind == "reading" for point in book.points))]
        case "cards":
            return [place.say("about cards", count=sum(len(one.cards) for one in book.box.sets))]
        case "examples":
            return [place.say("about examples", count=len(book.examples))]
        case "variants" if book.base is not None:
            return [place.say("about changes", count=len(book.changes))]
        case _:
            return [place.say(f"about {page}")]
