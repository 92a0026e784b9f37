"""The focus graph of a promise: what it rests on, and what stands on it, a few levels deep, laid out for that promise.

Left to right: sentences of the rulebook, rules, the promise, promises that follow from it. Its twin is a table.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from qedeck.site.book.answers import Promise
from qedeck.site.book.prose import Ref
from qedeck.site.pages.escaping import code, text
from qedeck.site.pages.parts import TONES, grade, promise_link, rule_link, statement_links, table, titled
from qedeck.site.pages.place import Place

MOST_NODES = 9
"""Things in one column; of more the rest is counted, and all of them stand in the table."""
WIDTH, NARROW, GAP, HIGH, STEP = 196, 88, 36, 42, 50
"""Of a box, of one that has only an id, between columns, of a box, from box to box."""
LETTERS, LINES = 26.5, 2
"""Of the words of a box: as many letters in a line, in as many lines."""
_PIECES = re.compile(r"[\u30a0-\u30ff]{1,12}[、。」）]*|[\u2e80-\uffff][、。」）]*|[^\s\u2e80-\uffff]{1,24}\s*|\s+")
"""What stays together in a line: a sign of Japanese with what may not begin a line, a word of anything else."""


@dataclass(frozen=True, slots=True)
class Node:
    """One box: its words, where it leads, its tone."""

    key: str
    words: str
    href: str
    tone: str = ""
    narrow: bool = False


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
    statements = [Node(one, one, place.to(Ref("statement", place.statements[one].anchor)), narrow=True)
                  for one in wanted]
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
    wide = [NARROW if column[0].narrow else WIDTH for column in columns]
    width = sum(wide) + GAP * (len(columns) - 1) + 2
    at: dict[str, tuple[float, float, float]] = {}
    boxes = []
    for number, column in enumerate(columns):
        x, y = sum(wide[:number]) + GAP * number + 1, (STEP * most - STEP * len(column)) / 2 + 6
        for node in column:
            at[node.key] = (x, y, x + wide[number])
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
    lines = _lines(node.words)
    first = y + HIGH / 2 + 4.5 - 8 * (len(lines) - 1)
    words = "".join(f'<text x="{x + 10:g}" y="{first + 16 * number:g}">{text(line)}</text>'
                    for number, line in enumerate(lines))
    inside = (f'<rect x="{x:g}" y="{y:g}" width="{NARROW if node.narrow else WIDTH}" height="{HIGH}" rx="5"/>{words}'
              f"<title>{text(node.words)}</title>")
    shape = f'<g class="qed-node{tone}">{inside}</g>'
    return f'<a href="{code(node.href)}">{shape}</a>' if node.href else shape


def _lines(words: str) -> list[str]:
    """The words in as many lines as there are; what is left over is cut off. Signs of Japanese are twice as wide."""
    found, room = [""], LETTERS
    for piece in _PIECES.findall(words):
        wide = sum(1.85 if ord(sign) > 0x2E7F else 1 for sign in piece)
        if wide > room and found[-1]:
            if len(found) == LINES:
                return [*found[:-1], f"{found[-1].rstrip()}…"]
            found.append("")
            room = LETTERS
        found[-1] += piece
        room -= wide
    return [line.strip() for line in found]


def _line(one: tuple[float, float, float], other: tuple[float, float, float]) -> str:
    x, y, to_x, to_y = one[2], one[1] + HIGH / 2, other[0], other[1] + HIGH / 2
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
