"""The focus graph of a promise: what it rests on, and what stands on it, a few levels deep, laid out for that promise.

Left to right: sentences of the rulebook, rules, the promise, promises that follow from it. Its twin is a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from qedeck.site.book.answers import Promise
from qedeck.site.book.prose import Ref
from qedeck.site.pages.escaping import code, text
from qedeck.site.pages.parts import TONES, grade, promise_link, rule_link, statement_links, table, titled
from qedeck.site.pages.place import Place

MOST_NODES = 9
"""Things in one column; of more the rest is counted, and all of them stand in the table."""
WIDTH, GAP, HIGH, STEP = 176, 44, 30, 40
LETTERS = 22


@dataclass(frozen=True, slots=True)
class Node:
    """One box: its words, where it leads, its tone."""

    key: str
    words: str
    href: str
    tone: str = ""


def focus(place: Place, promise: Promise) -> str:
    """The picture and its table; nothing, where a promise rests on nothing that is known."""
    rules = [anchor for anchor in promise.needs if anchor in place.rules]
    above = [other for other in place.book.promises if promise.anchor in other.follows]
    below = [place.promises[anchor] for anchor in promise.follows if anchor in place.promises]
    if not rules and not above and not below:
        return ""
    return _picture(place, promise, rules, below, above) + _twin(place, promise, rules, below, above)


def _picture(place: Place, promise: Promise, rules: Sequence[str], below: Sequence[Promise],
             above: Sequence[Promise]) -> str:
    shown = rules[: MOST_NODES - min(3, len(below))]
    lower = [*(_promise(place, one) for one in below[: MOST_NODES - len(shown)]),
             *(Node(anchor, place.rules[anchor].heading, place.to(Ref("rule", anchor))) for anchor in shown)]
    cited = {one: [anchor for anchor in shown if one in place.rules[anchor].cites]
             for anchor in shown for one in place.rules[anchor].cites if one in place.statements}
    wanted = sorted(cited, key=lambda one: (one not in promise.cites, one))[:MOST_NODES]
    # Beside the rules that say them, so that few lines cross.
    at = {anchor: number for number, anchor in enumerate(shown)}
    wanted.sort(key=lambda one: (sum(at[anchor] for anchor in cited[one]) / len(cited[one]), one))
    statements = [Node(one, one, place.to(Ref("statement", place.statements[one].anchor))) for one in wanted]
    middle = [Node(promise.anchor, titled(promise.title or promise.name), "", TONES[promise.grade])]
    upper = [_promise(place, one) for one in above[:MOST_NODES]]
    edges = [(one, anchor) for one in wanted for anchor in cited[one]]
    edges += [(node.key, promise.anchor) for node in lower] + [(promise.anchor, node.key) for node in upper]
    left_over = (len(rules) - len(shown)) + max(0, len(below) - (MOST_NODES - len(shown)))
    columns = [column for column in (statements, lower, middle, upper) if column]
    return _drawn(place, columns, edges, place.say("graph of", name=promise.title or promise.name), left_over)


def _promise(place: Place, one: Promise) -> Node:
    return Node(one.anchor, titled(one.title or one.name), place.to(Ref("promise", one.anchor)), TONES[one.grade])


def _drawn(place: Place, columns: Sequence[Sequence[Node]], edges: Sequence[tuple[str, str]], title: str,
           left_over: int) -> str:
    most = max(len(column) for column in columns)
    height = STEP * most + 8 + (20 if left_over else 0)
    width = len(columns) * (WIDTH + GAP) - GAP + 2
    at: dict[str, tuple[float, float]] = {}
    boxes = []
    for number, column in enumerate(columns):
        x, y = number * (WIDTH + GAP) + 1, (STEP * most - STEP * len(column)) / 2 + 6
        for node in column:
            at[node.key] = (x, y)
            boxes.append(_box(node, x, y))
            y += STEP
    lines = [_line(at[one], at[other]) for one, other in edges if one in at and other in at]
    more = (f'<text x="0" y="{height - 6}" class="qed-label">{place.tell("and more", count=left_over)}</text>'
            if left_over else "")
    return (f'<div class="qed-scroll" role="region" tabindex="0" aria-label="{text(title)}">'
            f'<svg class="qed-graph" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="group" '
            f'aria-label="{text(title)}">{"".join(lines)}{"".join(boxes)}{more}</svg></div>')


def _box(node: Node, x: float, y: float) -> str:
    tone = f" qed-{node.tone}" if node.tone else ""
    inside = (f'<rect x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HIGH}" rx="5"/>'
              f'<text x="{x + 10:g}" y="{y + 20:g}">{text(_cut(node.words))}</text><title>{text(node.words)}</title>')
    shape = f'<g class="qed-node{tone}">{inside}</g>'
    return f'<a href="{code(node.href)}">{shape}</a>' if node.href else shape


def _cut(words: str) -> str:
    """As many letters as fit: those of Japanese are twice as wide."""
    room = float(LETTERS)
    for kept, sign in enumerate(words):
        room -= 1.85 if ord(sign) > 0x2E7F else 1
        if room < 0:
            return words[: max(1, kept - 1)] + "…"
    return words


def _line(one: tuple[float, float], other: tuple[float, float]) -> str:
    x, y, to_x, to_y = one[0] + WIDTH, one[1] + HIGH / 2, other[0], other[1] + HIGH / 2
    bend = (to_x - x) / 2
    return f'<path d="M{x:g} {y:g}C{x + bend:g} {y:g} {to_x - bend:g} {to_y:g} {to_x:g} {to_y:g}" class="qed-edge"/>'


def _twin(place: Place, promise: Promise, rules: Sequence[str], below: Sequence[Promise],
          above: Sequence[Promise]) -> str:
    rows = [[place.tell("rests on rule"), rule_link(place, anchor), statement_links(place, place.rules[anchor].cites)]
            for anchor in rules]
    rows += [[place.tell("rests on promise"), promise_link(place, one.anchor), grade(place, one.grade)]
             for one in below]
    rows += [[place.tell("carries promise"), promise_link(place, one.anchor), grade(place, one.grade)]
             for one in above]
    return (f'<details class="qed-twin"><summary>{place.tell("as table")}</summary>'
            f"{table([], rows, place.say('graph of', name=promise.name))}</details>")
