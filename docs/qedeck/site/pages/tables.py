"""The table, and the moderator's page: the game played in the page, by the module that the engine uses."""

from __future__ import annotations

from qedeck.site.pages.escaping import code, text
from qedeck.site.pages.place import Place
from qedeck.site.pages.top import top


def table_page(place: Place) -> str:
    """One element; what it needs lies outside of both trees."""
    title, name = place.say("table"), place.book.name
    counts = " ".join(map(str, place.tables))
    return "\n".join([
        top(place, title, hide="[toc]"),
        # Markdown takes what it does not know for a word of a sentence, unless it stands inside something it knows.
        f'<div><qed-table game="{text(name)}" players="{counts}" linked rules="{code(place.at("rules"))}">'
        f'<noscript><p>{place.tell("table needs script")}</p></noscript></qed-table></div>',
    ]) + "\n"


def evening_page(place: Place) -> str:
    """One element, for whoever leads an evening from a phone."""
    counts = " ".join(map(str, place.tables))
    return "\n".join([
        top(place, place.say("evening"), hide="[toc]"),
        f'<div><qed-evening game="{text(place.book.name)}" players="{counts}" linked rules="{code(place.at("rules"))}">'
        f'<noscript><p>{place.tell("evening needs script")}</p></noscript></qed-evening></div>',
    ]) + "\n"
