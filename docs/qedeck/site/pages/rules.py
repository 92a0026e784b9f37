"""The rules of a game, the player's edition: the order of a good rulebook, each rule a small unit with its own anchor.

The designer's edition is this page with more beside each rule: `designer` writes that, and a switch brings it in.
"""

from __future__ import annotations

from collections.abc import Iterator

from qedeck.site.book.prose import Ref, plain
from qedeck.site.book.rules import Chapter, Otherwise, Rule, Stage
from qedeck.site.pages.cards import shelf_of_cards
from qedeck.site.pages.escaping import anchor_id, code, fragment, text
from qedeck.site.pages.examples import short_example
from qedeck.site.pages.parts import (
    example_link,
    heading,
    mark,
    numbered,
    paragraphs,
    ref_link,
    rule_links,
    said,
    table,
)
from qedeck.site.pages.place import Place
from qedeck.site.pages.top import top

COLON = {"en": ": ", "ja": "："}
LONGEST_MANNER = {"en": 48, "ja": 24}
DOING = ("phase", "trigger", "event", "define", "ending")
NEXT_BEST = 2
"""How many of the examples that show a rule show it well."""
SHALLOW = 4
"""Levels of the course of play that players see."""
DEEPEST = 4
"""The lowest heading on the page: rules that are nested deeper stand beside each other."""


def rules_page(place: Place) -> str:
    """The whole page."""
    title = place.say("rules")
    note = "" if place.book.draft else _untold_note(place)
    lines = [top(place, title, _switch(place) + note), _chapters(place)]
    drawn = _drawn(place)
    for chapter in place.book.chapters:
        lines += _chapter(place, chapter, drawn)
    return "\n".join(lines) + "\n"


def _untold(place: Place) -> bool:
    """Whether most rules have no text of their own: then it is said once, and not beside each."""
    rules = place.book.rules
    return 2 * sum(rule.computed for rule in rules) > len(rules)


def _untold_note(place: Place) -> str:
    """What has no text of its own is said once; which rules those are, whoever writes sees beside each."""
    count = sum(rule.computed for rule in place.book.rules)
    if not count or not place.book.missing:
        return ""
    told = place.tell("print untold") if _untold(place) else place.tell("some untold", count=count)
    return f'<p class="qed-computed">{told}</p>'


def _switch(place: Place) -> str:
    """From the player's edition to the designer's and back; the script writes it into the address."""
    return (f'<p class="qed-editions" role="group" aria-label="{place.tell("edition")}" '
            f'data-designer="designer.js" hidden>'
            f'<button type="button" data-edition="" aria-pressed="true">{place.tell("edition player")}</button>'
            f'<button type="button" data-edition="designer" aria-pressed="false">'
            f'{place.tell("edition designer")}</button></p>')


def _chapters(place: Place) -> str:
    links = "".join(f'<a href="#{fragment(chapter.anchor)}">{text(f"{chapter.number}. {chapter.title}")}</a>'
                    for chapter in place.book.chapters)
    return f'<nav class="qed-chapters" aria-label="{place.tell("chapters")}" data-unfound>{links}</nav>'


def _drawn(place: Place) -> set[tuple[str, str]]:
    """Which rule has which example beside it: each example stands once, with the first rule that it shows well.

    What is done comes before what lies there: a card that is played shows how it is played, not what a hand is.
    """
    found: dict[str, str] = {}
    for rule in sorted(place.book.rules, key=lambda one: one.kind not in DOING):
        new = next((one for one in rule.examples[:NEXT_BEST] if one in place.examples and one not in found), None)
        if new is not None:
            found[new] = rule.anchor
    return {(rule, example) for example, rule in found.items()}


def _chapter(place: Place, chapter: Chapter, drawn: set[tuple[str, str]]) -> Iterator[str]:
    yield heading(2, f"{chapter.number}. {chapter.title}", chapter.anchor)
    extra = _extra(place, chapter)
    if extra:
        yield extra
    for rule in chapter.rules:
        yield from _rule(place, rule, drawn)


def _extra(place: Place, chapter: Chapter) -> str:
    """What a chapter has beside its rules."""
    book = place.book
    match chapter.key:
        case "box":
            return shelf_of_cards(place) + paragraphs(place, book.box.other)
        case "setup" if book.setup.rows:
            counts = [place.say("players count", count=count) for count in book.setup.players]
            rows = [[f"{said(place, row.label)}{_see(place, row.rule)}", *map(text, row.values)]
                    for row in book.setup.rows if row.differs or len(book.setup.players) == 1]
            same = [f"<li>{said(place, row.label)}{COLON[place.language]}{text(row.values[0])}</li>"
                    for row in book.setup.rows if not row.differs and len(book.setup.players) > 1 and row.values]
            shown = table(["", *map(text, counts)], rows, place.say("setup by players"), stack=True) if rows else ""
            return shown + (f'<details class="qed-twin"><summary>{place.tell("setup always")}</summary>'
                            f'<ul class="qed-columns">{"".join(same)}</ul></details>' if same else "")
        case "course" if book.course:
            return f'<nav class="qed-course" aria-label="{place.tell("course")}">{_stages(place, book.course)}</nav>'
        case "examples" if book.examples:
            links = "".join(
                f"<li>{example_link(place, one.anchor)}</li>" for one in book.examples)
            return f'<ul class="qed-columns">{links}</ul>'
        case _:
            return ""


def _see(place: Place, ref: Ref | None) -> str:
    if ref is None:
        return ""
    return f' <a class="qed-to" href="{code(place.to(ref))}" aria-label="{place.tell("rule")}">§</a>'


def _stages(place: Place, stages: tuple[Stage, ...], depth: int = 0) -> str:
    items = []
    for stage in stages:
        manner = said(place, stage.manner)
        # What takes a long condition is told by its rule; an overview says in which order things come.
        long = len(plain(stage.manner)) > LONGEST_MANNER[place.language]
        inside = "" if stage.again else _stages(place, stage.stages, depth + 1)
        items.append(f'<li>{ref_link(place, stage.heading, Ref("rule", stage.rule))}'
                     f'{_manner(manner, long)}{inside}</li>')
    # An overview has few levels; how a small step is made up is told by its rule.
    kind = ' class="qed-designer"' if depth == SHALLOW else ""
    return f"<ol{kind}>{''.join(items)}</ol>" if items else ""


def _manner(manner: str, long: bool) -> str:
    return f' <span{" class=qed-designer" if long else ""}>{manner}</span>' if manner else ""


def _rule(place: Place, rule: Rule, drawn: set[tuple[str, str]]) -> Iterator[str]:
    yield heading(min(DEEPEST, 3 + rule.depth), numbered(rule), rule.anchor)
    yield f'<div class="qed-rule" data-rule="{anchor_id(rule.anchor)}">{_inside(place, rule, drawn)}</div>\n'


def explorer(place: Place, rule: Rule) -> str:
    """The definition, to be asked on the page; folded, so that nothing is loaded before somebody wants it."""
    if not place.tables:
        return ""
    counts = " ".join(map(str, place.tables))
    return (f'<details class="qed-try" data-unfound><summary>{place.tell("try it")}</summary>'
            f'<qed-explorer game="{text(place.book.name)}" players="{place.usual_table}" counts="{counts}" '
            f'definition="{code(rule.clause)}"></qed-explorer></details>')


def _otherwise(place: Place, one: Otherwise) -> str:
    """The other way to read an open point, beside the rule that it changes; how it changes is folded away, since
    whoever plays reads on."""
    sides = "".join(f"<p>{place.tell(key)}</p>{paragraphs(place, lines)}"
                    for key, lines in (("says no more", one.gone), ("says instead", one.new)) if lines)
    words = f" {said(place, one.words)}" if one.words else ""
    return (f'<aside class="qed-otherwise"><p><span class="qed-stamp">{place.tell("read otherwise")}</span> '
            f'{ref_link(place, one.heading, Ref("point", one.point))}{words}</p>'
            f'<details class="qed-twin"><summary>{place.tell("changes so")}</summary>{sides}</details></aside>')


def _example(place: Place, rule: Rule, drawn: set[tuple[str, str]]) -> str:
    """The example that stands beside a rule; one that stands beside an earlier rule is named."""
    best = [one for one in rule.examples[:NEXT_BEST] if one in place.examples]
    here = next((one for one in best if (rule.anchor, one) in drawn), None)
    if here is not None:
        return short_example(place, place.examples[here])
    return (f'<p class="qed-see"><span>{place.tell("see drawn")}</span> {example_link(place, best[0])}</p>'
            if best else "")


def _inside(place: Place, rule: Rule, drawn: set[tuple[str, str]]) -> str:
    parts = [mark(place, rule.mark)]
    if rule.changed:
        parts.append(f'<a class="qed-changed" href="{code(place.at("variants"))}#{code(anchor_id(rule.anchor))}">'
                     f'{place.tell("changed here")}</a>')
    parts.append(paragraphs(place, rule.prose))
    if rule.computed and place.book.missing and not _untold(place):
        parts.append(f'<p class="qed-computed qed-designer">{place.tell("computed")}</p>')
    parts += [_otherwise(place, one) for one in rule.otherwise]
    parts.append(_example(place, rule, drawn))
    if rule.askable:
        parts.append(explorer(place, rule))
    more = rule_links(place, rule.see_also)
    if more:
        parts.append(f'<p class="qed-see"><span>{place.tell("see also")}</span> {more}</p>')
    return "".join(parts)
