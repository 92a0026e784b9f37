"""Variants: of a base game, which there are; of a variant, what it changes, rule by rule, from and to, and what comes
of that."""

from __future__ import annotations

from collections.abc import Iterator

from qedeck.site.book.record import Change, VariantLink
from qedeck.site.book.rules import Rule
from qedeck.site.pages.differences import differences
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
        base = place.library.books.get(book.base)
        lines += differences(place, base) if base is not None else ()
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
           f'{paragraphs(place, change.words)}<div class="qed-ways">{_sides(place, change)}</div></div>')


def _sides(place: Place, change: Change) -> str:
    """From and to; what says the same as before stands once, or, if it is written otherwise, as it is written."""
    before, after = change.before, change.after
    if before is None or after is None or before.prose != after.prose:
        return _side(place, "from word", before) + _side(place, "to word", after)
    if before.code.tokens == after.code.tokens:
        return _side(place, "", after)
    return _side(place, "from word", before, " open") + _side(place, "to word", after, " open")


def _side(place: Place, key: str, rule: Rule | None, unfolded: str = "") -> str:
    if rule is None:
        return ""
    stamp = f'<strong class="qed-stamp">{place.tell(key)}</strong>' if key else ""
    return (f'<div class="qed-way">{stamp}{paragraphs(place, rule.prose)}'
            f'<details class="qed-twin"{unfolded}><summary>{place.tell("as written")}</summary>'
            f"{clause(place, rule.code)}</details></div>")


def _tile(place: Place, one: VariantLink) -> str:
    known = one.name in place.library.books
    title = f'<a href="{code(place.at("variants", one.name))}">{text(one.title)}</a>' if known else text(one.title)
    return f'<div class="qed-tile"><h2>{title}</h2>{paragraphs(place, one.about)}</div>'
