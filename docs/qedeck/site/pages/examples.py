"""Worked examples: the position, what is done, what comes of it, with the table drawn before and after."""

from __future__ import annotations

from qedeck.site.book.prose import Ref
from qedeck.site.book.worked import Frame, Line, WorkedExample
from qedeck.site.pages.escaping import code, text
from qedeck.site.pages.parts import (
    head,
    heading,
    place_in_file,
    ref_link,
    rule_links,
    said,
    statement_links,
)
from qedeck.site.pages.place import Place
from qedeck.site.pages.top import top

GLYPHS = {"then": "→", "won": "→", "ended": "→", "asked": "→", "refused": "✕"}


def examples_page(place: Place) -> str:
    """All of them, in the order of the game."""
    title = place.say("examples")
    lines = [head(f"{place.book.title}: {title}"), top(place, title)]
    for example in place.book.examples:
        lines += [heading(2, example.title, example.anchor), _whole(place, example), ""]
    return "\n".join(lines) + "\n"


def _whole(place: Place, example: WorkedExample) -> str:
    rules = rule_links(place, example.rules[:6])
    shows = f'<span>{place.tell("shows")}</span> {rules}' if rules else ""
    cites = statement_links(place, example.cites)
    failed = "" if example.passed else f'<p class="qed-bad">{place.tell("example fails")}</p>'
    return (
        f'<div class="qed-example">{_frame(place, example, 0)}{lines_of(place, example)}'
        f"{_frame(place, example, len(example.frames) - 1) if len(example.frames) > 1 else ''}{failed}"
        f'<p class="qed-see">{shows} {cites}</p>'
        f'<p class="qed-written qed-designer">{place_in_file(place, example.file, example.line)}</p></div>'
    )


def lines_of(place: Place, example: WorkedExample) -> str:
    """The lines in words; what is expected is set apart by a sign."""
    items = "".join(_line(place, line) for line in example.lines)
    return f'<ol class="qed-lines">{items}</ol>'


def _line(place: Place, line: Line) -> str:
    sign = GLYPHS.get(line.kind, "")
    shown = f'<span class="qed-sign" aria-hidden="true">{sign}</span>' if sign else ""
    return f'<li class="qed-{line.kind}">{shown}{said(place, line.words)}</li>'


def _frame(place: Place, example: WorkedExample, number: int) -> str:
    """The table at a moment, drawn when it comes into view."""
    frames: tuple[Frame, ...] = example.frames
    if not 0 <= number < len(frames):
        return ""
    return (f'<div class="qed-frame" data-example="{code(example.anchor)}" data-frame="{number}" '
            f'data-players="{example.players}"></div>')


def short_example(place: Place, example: WorkedExample) -> str:
    """An example beside its rule: folded, in words, leading to where it is drawn."""
    to = ref_link(place, place.say("see drawn"), Ref("example", example.anchor))
    return (f'<details class="qed-short-example"><summary>{place.tell("example")}: {text(example.title)}</summary>'
            f"{lines_of(place, example)}<p>{to}</p></details>")
