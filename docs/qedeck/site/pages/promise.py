"""The page of one promise: the claim in words and as written, how far it holds, what it rests on, what shows it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from urllib.parse import quote

from qedeck.site.book.answers import Answer, ClaimMade, Promise
from qedeck.site.book.as_json import to_data
from qedeck.site.book.prose import Ref
from qedeck.site.pages.escaping import code, file_name, text
from qedeck.site.pages.graph import focus
from qedeck.site.pages.highlight import listing
from qedeck.site.pages.parts import (
    grade,
    heading,
    listed,
    paragraphs,
    place_in_file,
    ref_link,
    said,
    statement_links,
    table,
    titled,
)
from qedeck.site.pages.phrases import PHRASES
from qedeck.site.pages.place import Place, replay_key
from qedeck.site.pages.promises import span
from qedeck.site.pages.replays import is_position, replay
from qedeck.site.pages.top import top


def promise_page(place: Place, promise: Promise) -> str:
    """Everything that is known of it."""
    title = titled(promise.title or promise.name)
    lines = [top(place, title), _summary(place, promise)]
    for claim in promise.claims:
        lines += _claim(place, promise, claim)
    graph = focus(place, promise)
    if graph:
        lines += [heading(2, place.say("rests on"), "rests-on"), graph]
    if promise.text:
        lines += [heading(2, place.say("as written"), "as-written"),
                  f'<p class="qed-written">{place_in_file(place, promise.file, promise.line)}</p>',
                  listing(promise.text)]
    data = f"{quote(file_name(promise.anchor), safe='.~-_')}.json"
    lines.append(f'<p class="qed-data"><a href="{code(data)}">{place.tell("as data")}</a></p>')
    return "\n".join(lines) + "\n"


def promise_json(promise: Promise) -> str:
    """The same as data."""
    return json.dumps(to_data(promise), ensure_ascii=False, indent=1) + "\n"


def _summary(place: Place, promise: Promise) -> str:
    facts = [
        ("name word", f"<code>{code(promise.name)}</code>"),
        ("holds with", text(span(place, promise.players))),
        ("about", statement_links(place, promise.cites)),
        ("under", "<br>".join(said(place, one) for one in promise.given)),
        ("which readings", place.tell("default readings only") if promise.default_readings else ""),
        ("speaks of", listed(place, [ref_link(place, place.points[one].heading, Ref("point", one))
                                     for one in promise.readings if one in place.points])),
        ("known to fail", place.tell("known to fail words") if promise.expect_refuted else ""),
    ]
    rows = "".join(f"<div><dt>{place.tell(key)}</dt><dd>{what}</dd></div>" for key, what in facts if what)
    return (f'<p class="qed-big">{grade(place, promise.grade)} <span>{place.tell(f"means {promise.grade}")}</span></p>'
            f'<dl class="qed-facts">{rows}</dl>\n')


def _claim(place: Place, promise: Promise, claim: ClaimMade) -> Iterator[str]:
    many = len(promise.claims) > 1
    anchor = f"claim-{claim.place + 1}"
    yield heading(2, place.say("claim number", number=claim.place + 1) if many else place.say("claim"), anchor)
    words = said(place, claim.words)
    as_list = f'<div class="qed-claim">{paragraphs(place, claim.lines)}</div>' if claim.lines else ""
    yield as_list + (f'<p class="qed-claim">{words}</p>' if words and not as_list else "") + (
        f"<p><code>{code(' '.join(claim.text.split()))}</code></p>" if claim.text else "")
    yield _answers(place, claim.answers)
    yield from _plays(place, promise, claim)


def _answers(place: Place, answers: Sequence[Answer]) -> str:
    """One row for all player counts of which the same is known."""
    alike: dict[object, list[Answer]] = {}
    for one in answers:
        alike.setdefault((one.grade, one.words, one.findings, one.agreed), []).append(one)
    rows = []
    for group in alike.values():
        one = group[0]
        told = "".join(f"<br><small>{said(place, finding)}</small>" for finding in one.findings)
        counts = ("、" if place.language == "ja" else ", ").join(str(each.players) for each in group)
        seconds = sum(each.seconds for each in group if each.code)
        found = _found_by(place, one)
        rows.append([text(counts), grade(place, one.grade), f"{text(one.words)}{told}", text(found),
                     f"{seconds:.0f}" if seconds else ""])
    titles = [place.tell(key) for key in ("players word", "grade word", "in words", "found by", "seconds")]
    return table(titles, rows, place.say("answers"), stack=True) + _as_recorded(place, answers)


def _as_recorded(place: Place, answers: Sequence[Answer]) -> str:
    """What the prover itself said, for whoever works on the rules or on a proof."""
    lines = [(one.players, "; ".join(filter(None, (one.detail, *one.over, *one.rests)))) for one in answers]
    items = "".join(f"<dt>{place.tell('players count', count=players)}</dt>"
                    f'<dd lang="en">{text(line)}</dd>' for players, line in lines if line)
    return (f'<details class="qed-twin" data-unfound><summary>{place.tell("prover says")}</summary>'
            f'<dl class="qed-short">{items}</dl></details>' if items else "")


def _found_by(place: Place, one: Answer) -> str:
    """By which method, and who agreed."""
    known = f"engine {one.engine}" in PHRASES
    method = place.say(f"engine {one.engine}") if known else one.engine
    return place.say("agreed", method=method, who=", ".join(one.agreed)) if one.agreed else method


def _plays(place: Place, promise: Promise, claim: ClaimMade) -> Iterator[str]:
    """The play or position that shows or refutes it; of several alike, the one with the fewest players."""
    shown: set[str] = set()
    for one in claim.answers:
        if one.play is None or one.grade in shown:
            continue
        shown.add(one.grade)
        key = f'{"refuting" if one.code == "REFUTED" else "showing"} {"position" if is_position(one.play) else "play"}'
        yield f'<h3>{place.tell(key, count=one.players)}</h3>'
        yield replay(place, one.play, replay_key(promise.anchor, claim.place, one.players))
