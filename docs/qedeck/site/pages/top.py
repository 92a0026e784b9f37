"""The top of every page of a game: whose page it is, which others there are, and whether it is a draft."""

from __future__ import annotations

from qedeck.site.pages.escaping import code, text
from qedeck.site.pages.parts import head
from qedeck.site.pages.place import Place

CURRENT = ' aria-current="page"'


def pages_of(place: Place) -> list[tuple[str, str]]:
    """The pages that this game has, with their names, in the order in which people need them.

    What is only there to be asked about has no table, and nobody prints it.
    """
    book = place.book
    played = not book.for_proofs
    have = {
        "rules": True, "examples": bool(book.examples), "cards": bool(book.box.sets),
        "table": bool(place.tables) and played,
        "evening": bool(place.tables) and played and book.moderated, "promises": bool(book.promises),
        "open": bool(book.points), "odds": book.odds is not None and played,
        "variants": bool(book.changes or book.variants), "print": played,
    }
    return [(page, place.say(page)) for page, there in have.items() if there]


def top(place: Place, title: str, more: str = "", **front: str) -> str:
    """What the page is called, where it belongs, its heading, and whatever more stands under that."""
    book = place.book
    here = place.page.split("/")[0]
    links = "".join(
        f'<a href="{code(place.at(page))}"{CURRENT if page == here else ""}>{text(name)}</a>'
        for page, name in pages_of(place))
    alone = " qed-lone" if "/" in place.page else ""
    over = f'<p class="qed-over" data-unfound><a href="{code(place.at("index"))}">{text(book.title)}</a></p>'
    nav = f'<nav class="qed-pages" aria-label="{text(book.title)}" data-unfound>{links}</nav>'
    called = head(place.say("page title", game=book.title, page=title), **front)
    above = f'<div class="qed-top{alone}">{nav}{over}</div>'
    return f"{called}{above}\n\n# {text(title)} {{#top}}\n\n{draft(place)}{more}\n"


def draft(place: Place) -> str:
    """A game that is not finished says so on every page."""
    if not place.book.draft:
        return ""
    return (f'<p class="qed-draft" data-unfound><strong>{place.tell("draft")}</strong> '
            f"{place.tell('draft means')}</p>")
