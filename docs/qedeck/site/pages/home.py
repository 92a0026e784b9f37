"""The shelf: the page that everybody comes to first, and the one before it that asks for the language."""

from __future__ import annotations

from collections.abc import Sequence

from qedeck.site.book.record import Book
from qedeck.site.pages.escaping import text
from qedeck.site.pages.phrases import say


def home_page(language: str, books: Sequence[Book]) -> str:
    """The games, as boxes on a shelf."""
    return "\n".join([
        "---", "hide: [navigation, toc]", "---", "",
        f"# {say(language, 'games')} {{#games}}", "",
        *(text(book.title) for book in books),
    ]) + "\n"


def door(languages: dict[str, str]) -> str:
    """The page outside of both trees: it goes on to the reader's language, or lets them choose."""
    links = "".join(f'<li><a lang="{code}" hreflang="{code}" href="{code}/index.html">{name}</a></li>'
                    for code, name in languages.items())
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>qedeck</title>'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        "<style>body{font:1.2rem/2 sans-serif;display:grid;place-items:center;min-height:90vh}"
        "ul{list-style:none;padding:0}"
        "</style><script>"
        'const ja=(navigator.languages||[navigator.language]).some((one,place)=>place<1&&/^ja/i.test(one));'
        'location.replace((ja?"ja":"en")+"/index.html"+location.hash);'
        f"</script></head><body><ul>{links}</ul></body></html>\n"
    )
