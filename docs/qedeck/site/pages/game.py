"""All pages of one game: its Book in, files of the tree and their place in the contents out."""

from __future__ import annotations

from qedeck.site.book.record import Book
from qedeck.site.pages.cards import cards_page
from qedeck.site.pages.designer import designer_script
from qedeck.site.pages.escaping import file_name
from qedeck.site.pages.examples import examples_page
from qedeck.site.pages.front import front_page
from qedeck.site.pages.odds import odds_page
from qedeck.site.pages.paper import print_page
from qedeck.site.pages.place import Library, Place
from qedeck.site.pages.points import points_page
from qedeck.site.pages.promise import promise_json, promise_page
from qedeck.site.pages.promises import promises_page
from qedeck.site.pages.rules import rules_page
from qedeck.site.pages.tables import evening_page, table_page
from qedeck.site.pages.top import pages_of
from qedeck.site.pages.variants import variants_page

_PAGES = {
    "rules": rules_page, "examples": examples_page, "cards": cards_page, "table": table_page,
    "evening": evening_page,
    "promises": promises_page, "open": points_page, "odds": odds_page, "variants": variants_page,
    "print": print_page,
}


def game_files(library: Library, book: Book) -> dict[str, str]:
    """By file, in the folder of the game."""
    front = Place(book, library, "index")
    files = {"index.md": front_page(front), "designer.js": designer_script(front.elsewhere("rules"))}
    for page, _ in pages_of(front):
        files[f"{page}.md"] = _PAGES[page](front.elsewhere(page))
    for promise in book.promises:
        if front.asked_of_base(promise.anchor):
            continue
        name = f"promises/{file_name(promise.anchor)}"
        files[f"{name}.md"] = promise_page(front.elsewhere(name), promise)
        files[f"{name}.json"] = promise_json(promise)
    return files


def game_contents(library: Library, book: Book) -> list[tuple[str, str]]:
    """Title and file of each page that the contents name; promises are reached from their overview."""
    front = Place(book, library, "index")
    return [(book.title, "index.md"), *((name, f"{page}.md") for page, name in pages_of(front))]
