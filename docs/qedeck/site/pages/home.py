"""The shelf: the page that everybody comes to first, and the one before it that asks for the language."""

from __future__ import annotations

from qedeck.site.book.prose import plain
from qedeck.site.pages.escaping import code, text
from qedeck.site.pages.front import facts, fan
from qedeck.site.pages.phrases import say
from qedeck.site.pages.place import Library, Place


def home_page(library: Library) -> str:
    """The games as boxes on a shelf, each with its variants."""
    language, books = library.language, library.books
    boxes = []
    for book in books.values():
        if book.base is not None and book.base in books:
            continue
        place = Place(book, library, "index")
        under = [other for other in books.values() if other.base == book.name and not other.for_proofs]
        boxes.append(_box(place, [Place(other, library, "index") for other in under]))
    return (f"---\nhide: [navigation, toc]\n---\n\n# {text(say(language, 'shelf'))} {{#top}}\n\n"
            f'<p class="qed-lead">{text(say(language, "shelf lead"))}</p>\n'
            f'<div class="qed-shelf">{"".join(boxes)}</div>\n')


def _box(place: Place, variants: list[Place]) -> str:
    book = place.book
    to = code(f"games/{book.name}/index.html")
    links = "".join(f'<li><a href="{code(f"games/{one.book.name}/index.html")}">{text(one.book.title)}</a></li>'
                    for one in variants)
    about = "".join(f'<p class="qed-intro">{text(plain(one))}</p>' for one in book.about[:1])
    stamp = f'<span class="qed-stamp">{place.tell("draft stamp")}</span>' if book.draft else ""
    return (f'<section class="qed-game"><a class="qed-lid" href="{to}" tabindex="-1" aria-hidden="true">'
            f'<span class="qed-hand">{fan(place)}</span></a>'
            f'<div><h2><a href="{to}">{text(book.title)}</a> {stamp}</h2>{facts(place)}'
            f"{about}{_more(place, links)}</div></section>")


def _more(place: Place, links: str) -> str:
    return f'<p class="qed-over">{place.tell("shelf variants")}</p><ul>{links}</ul>' if links else ""


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
