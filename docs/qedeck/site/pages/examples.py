"""Worked examples: the position, what is done, what comes of it, with the table drawn before and after."""

from __future__ import annotations

from qedeck.site.book.prose import Ref
from qedeck.site.book.worked import Line, WorkedExample
from qedeck.site.pages.escaping import code, text
from qedeck.site.pages.parts import (
    folded_index,
    heading,
    place_in_file,
    ref_link,
    rule_links,
    said,
    statement_links,
    titled,
)
from qedeck.site.pages.place import Place
from qedeck.site.pages.top import top

GLYPHS = {"then": "→", "won": "→", "ended": "→", "asked": "→", "refused": "✕"}


def examples_page(place: Place) -> str:
    """All of them, in the order of the game."""
    title = place.say("examples")
    lines = [top(place, title), folded_index(place, "all examples", [
        (titled(one.title), one.anchor) for one in place.book.examples]), place.drawn.shared]
    for example in place.book.examples:
        lines += [heading(2, titled(example.title), example.anchor), _whole(place, example), ""]
    return "\n".join(lines) + "\n"


def _whole(place: Place, example: WorkedExample) -> str:
    rules = rule_links(place, example.rules[:6])
    shows = f'<span>{place.tell("shows")}</span> {rules}' if rules else ""
    cites = statement_links(place, example.cites)
    failed = "" if example.passed else f'<p class="qed-bad">{place.tell("example fails")}</p>'
    return (
        f'<div class="qed-example">{_pictures(place, example)}{lines_of(place, example)}{failed}'
        f"{_steps(place, example)}"
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


def _pictures(place: Place, example: WorkedExample) -> str:
    """The table before and after, side by side where there is room."""
    drawn = place.drawn.examples.get(example.anchor, ())
    captions = ("before", "after") if len(drawn) == 2 else ("",)
    figures = "".join(
        f'<figure>{picture}{f"<figcaption>{place.tell(key)}</figcaption>" if key else ""}</figure>'
        for picture, key in zip(drawn, captions, strict=False))
    return f'<div class="qed-frames">{figures}</div>' if figures else ""


def _steps(place: Place, example: WorkedExample) -> str:
    """Of an example with several steps: step by step on a table."""
    if len(example.frames) < 3 or example.players not in place.tables:
        return ""
    return (f'<details class="qed-try" data-unfound><summary>{place.tell("step by step")}</summary>'
            f"{_replay(place, example)}</details>")


def _replay(place: Place, example: WorkedExample) -> str:
    return f'<qed-replay game="{text(place.book.name)}" example="{code(example.anchor)}"></qed-replay>'


def short_example(place: Place, example: WorkedExample) -> str:
    """An example beside its rule, folded: on a table, or, where there is none, in words."""
    shown = _replay(place, example) if example.players in place.tables else lines_of(place, example)
    to = ref_link(place, place.say("see drawn"), Ref("example", example.anchor))
    return (f'<details class="qed-try"><summary>{place.tell("example of", title=titled(example.title))}</summary>'
            f"{shown}<p>{to}</p></details>")
