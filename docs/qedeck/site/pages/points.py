"""Open points: what the rulebook leaves open, the ways to read it, where they part, and what depends on it."""

from __future__ import annotations

from collections.abc import Iterator

from qedeck.site.book.answers import Alternative, Parting, Point
from qedeck.site.book.prose import Ref
from qedeck.site.pages.escaping import code, text
from qedeck.site.pages.parts import (
    example_link,
    folded_index,
    grade,
    heading,
    paragraphs,
    promise_list,
    ref_link,
    rule_links,
    said,
    statement_links,
)
from qedeck.site.pages.place import Place, replay_key
from qedeck.site.pages.replays import replay
from qedeck.site.pages.top import top

MOST_PROMISES = 8


def points_page(place: Place) -> str:
    """Readings first, then numbers that are not stated."""
    title, book = place.say("open"), place.book
    readings = [point for point in book.points if point.kind == "reading"]
    numbers = [point for point in book.points if point.kind == "number"]
    lines = [top(place, title),
             f'<p class="qed-lead">{place.tell("open lead", count=len(readings))}</p>']
    if readings and numbers:
        lines.append(f'<p><a href="#numbers">{place.tell("to numbers", count=len(numbers))}</a></p>')
    lines.append(folded_index(place, "all points", [(point.heading, point.anchor) for point in readings]))
    for point in readings:
        lines += _reading(place, point)
    if numbers:
        lines += [heading(2, place.say("numbers"), "numbers"), f'<p>{place.tell("numbers lead")}</p>']
        for point in numbers:
            lines += _number(place, point)
    return "\n".join(lines) + "\n"


def _reading(place: Place, point: Point) -> Iterator[str]:
    yield heading(2, point.heading, point.anchor)
    ways = "".join(_way(place, one) for one in point.alternatives)
    partings = "".join(_parting(place, one) for one in _telling(point))
    yield (f'<div class="qed-point">{paragraphs(place, point.question)}<div class="qed-ways">{ways}</div>'
           f"{_why(place, point)}{partings}{_touched(place, point)}</div>")


def _number(place: Place, point: Point) -> Iterator[str]:
    yield heading(3, point.heading, point.anchor)
    assumed = f'<p>{place.tell("assumed is", what=point.assumed)}</p>' if point.assumed else ""
    yield (f'<div class="qed-point">{paragraphs(place, point.question)}{assumed}{_why(place, point)}'
           f"{_touched(place, point)}</div>")


def _way(place: Place, one: Alternative) -> str:
    stamp = f'<strong class="qed-stamp">{place.tell("played so" if one.default else "or so")}</strong>'
    kind = " qed-default" if one.default else ""
    return f'<div class="qed-way{kind}">{stamp} <p>{said(place, one.words)}</p><code>{code(one.word)}</code></div>'


def _why(place: Place, point: Point) -> str:
    if not point.why:
        return ""
    lang = "" if point.why_translated else ' lang="en"'
    return f'<p class="qed-why"><span>{place.tell("why so")}</span> <span{lang}>{text(point.why)}</span></p>'


def _telling(point: Point) -> list[Parting]:
    """One for each way they part or agree: the one with a play first, and with the fewest players.

    What has no play is said once, however many promises come to it.
    """
    best: dict[str, Parting] = {}
    for one in sorted(point.partings, key=lambda one: (one.play is None, one.players)):
        best.setdefault(one.promise, one)
    said_once = {(one.grade, one.words, one.promise if one.play else ""): one for one in reversed(best.values())}
    return [*reversed(said_once.values())]


def _parting(place: Place, one: Parting) -> str:
    link = ref_link(place, place.say("the proof"), Ref("promise", one.promise)) if one.promise in place.promises else ""
    key = replay_key(one.promise, 0, one.players)
    play = replay(place, one.play, key) if one.play is not None else ""
    apart = f'<p>{place.tell("parts here")}</p>' if key in place.drawn.replays else ""
    return f'<div class="qed-parting"><p>{grade(place, one.grade)} {text(one.words)} {link}</p>{apart}{play}</div>'


def _touched(place: Place, point: Point) -> str:
    rows = "".join(f"<div><dt>{place.tell(key)}</dt><dd>{what}</dd></div>" for key, what in (
        ("asked in", rule_links(place, point.touches)),
        ("from", statement_links(place, point.cites)),
        ("seen in", "".join(f"<span>{example_link(place, one)}</span> "
                            for one in point.examples if one in place.examples)),
        ("depends on it", promise_list(place, point.promises, MOST_PROMISES)),
        ("default only", promise_list(place, point.default_only, MOST_PROMISES)),
    ) if what)
    return f'<dl class="qed-facts">{rows}</dl>' if rows else ""
