"""To print: what there is of a game on paper, or, where nothing was printed for this site, how to make it."""

from __future__ import annotations

from qedeck.site.pages.escaping import code, text
from qedeck.site.pages.place import Place
from qedeck.site.pages.top import top
from qedeck.site.print.record import Printed
from qedeck.spec.files import shipped_games

PAGES = {"a4": "print a4", "a5": "print a5", "summary": "print summary page", "cards": "print cards"}


def print_page(place: Place) -> str:
    """Every file with a link, or the commands that make them."""
    made = place.library.prints.get(place.book.name, ())
    lead = f'<p class="qed-lead">{place.tell("print lead")}</p>\n'
    return top(place, place.say("print")) + lead + (_files(place, made) if made else _how(place))


def _files(place: Place, made: tuple[Printed, ...]) -> str:
    tiles = "".join(
        f'<a class="qed-tile" href="{_at(place, one)}"><strong>{place.tell(PAGES[one.kind])}</strong>'
        f"<span>{place.tell('print pages', count=one.pages)} · PDF · {_size(one)}</span></a>"
        for one in made if one.kind in PAGES)
    return f'<div class="qed-tiles">{tiles}</div>\n{_decks(place, made)}'


def _decks(place: Place, made: tuple[Printed, ...]) -> str:
    backs = {one.deck.name: one for one in made if one.kind == "back" and one.deck}
    items = ""
    for one in made:
        if one.kind == "face" and one.deck:
            deck = one.deck
            name = place.tell("print faces", name=deck.title, width=deck.width, height=deck.height,
                              count=len(deck.cards))
            items += (f'<li><a href="{_at(place, one)}">{name}</a> '
                      f'· <a href="{_at(place, backs[deck.name])}">{place.tell("print back")}</a></li>')
        if one.kind == "decks":
            items += f'<li><a href="{_at(place, one)}">{place.tell("print settings")}</a></li>'
    if not items:
        return ""
    return f'\n## {place.tell("print deck")} {{#decks}}\n\n<p>{place.tell("print deck words")}</p><ul>{items}</ul>\n'


def _how(place: Place) -> str:
    game = place.book.name if place.book.name in shipped_games() else place.book.file
    commands = f"pip install 'qedeck[print]'\nqedeck docs print {game} --out print"
    return (f'<p>{place.tell("print not made")}</p>'
            f'<div class="highlight qed-listing qed-command"><pre><code tabindex="0">{code(commands)}</code></pre>'
            "</div>\n")


def _at(place: Place, one: Printed) -> str:
    return code(f"{place.outside}print/{one.file}")


def _size(one: Printed) -> str:
    return text(f"{max(1, len(one.data) // 1000)} kB")
