"""Variants: of a base game, which there are; of a variant, what it changes, rule by rule, from and to."""

from __future__ import annotations

from collections.abc import Iterator

from qedeck.site.book.record import Change, VariantLink
from qedeck.site.book.rules import Rule
from qedeck.site.pages.escaping import code, text
from qedeck.site.pages.parts import clause, heading, paragraphs, statement_links
from qedeck.site.pages.place import Place
from qedeck.site.pages.top import top


def variants_page(place: Place) -> str:
    """What changes; then the variants of this game, if there are any."""
    title, book = place.say("variants"), place.book
    lines = [top(place, title)]
    if book.base is not None:
        lines.append(_of_base(place, book.base))
        for change in book.changes:
            lines += _change(place, change)
    if book.variants:
        if book.base is not None:
            lines.append(heading(2, place.say("more variants"), "more-variants"))
        lines.append(f'<div class="qed-tiles">{"".join(_tile(place, one) for one in book.variants)}</div>')
    return "\n".join(lines) + "\n"


def _of_base(place: Place, base: str) -> str:
    other = place.library.books.get(base)
    name = text(other.title if other else base)
    link = f'<a href="{code(place.at("rules", base))}">{name}</a>' if other else name
    before, _, after = place.say("variant of", name="\x00").partition("\x00")
    return f'<p class="qed-lead">{text(before)} {link}{text(after)}</p>'


def _change(place: Place, change: Change) -> Iterator[str]:
    yield heading(2, change.heading, change.anchor)
    kind = f'<span class="qed-stamp">{place.tell(f"change {change.kind}")}</span>'
    yield (f'<div class="qed-change"><p>{kind} {statement_links(place, change.cites)}</p>'
           f"{paragraphs(place, change.words)}"
           f'<div class="qed-ways">{_side(place, "from word", change.before)}'
           f'{_side(place, "to word", change.after)}</div></div>')


def _side(place: Place, key: str, rule: Rule | None) -> str:
    if rule is None:
        return ""
    return (f'<div class="qed-way"><strong class="qed-stamp">{place.tell(key)}</strong>{paragraphs(place, rule.prose)}'
            f'<details class="qed-twin"><summary>{place.tell("as written")}</summary>'
            f"{clause(place, rule.code)}</details></div>")


def _tile(place: Place, one: VariantLink) -> str:
    known = one.name in place.library.books
    title = f'<a href="{code(place.at("variants", one.name))}">{text(one.title)}</a>' if known else text(one.title)
    return f'<div class="qed-tile"><h2>{title}</h2>{paragraphs(place, one.about)}</div>'
