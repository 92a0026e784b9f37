"""Small pieces that many pages are made of: words with their links, marks and grades in words, listings, figures.

All of it is raw HTML without blank lines, so that Markdown leaves it alone. Words go through `escaping`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from qedeck.site.book.answers import GradeWord
from qedeck.site.book.prose import Paragraph, Prose, Ref
from qedeck.site.book.rules import Code, Mark, Rule
from qedeck.site.pages.escaping import anchor_id, code, fragment, text
from qedeck.site.pages.place import Place

# Which of the five colours a grade has; the word itself always stands beside it.
TONES: dict[GradeWord, str] = {
    "proved": "good", "proved by default": "good", "shown": "seen", "refuted as expected": "seen", "refuted": "bad",
    "claims nothing": "old", "open": "open", "stale": "old", "not asked": "old",
}
MARK_TONES = {"proved": "good", "shown": "seen", "open": "open", "refuted": "bad", "stale": "old", "nothing": "old"}
GLYPHS = {"good": "✓", "seen": "◆", "open": "?", "bad": "✕", "old": "–"}


def head(title: str, **front: str) -> str:
    """The lines above a page: what it is called in the contents and in a browser's tab."""
    lines = "".join(f"{key}: {value}\n" for key, value in front.items())
    return f'---\ntitle: "{text(title)}"\n{lines}---\n\n'


def heading(level: int, words: str, anchor: str) -> str:
    """A heading that stands in the contents of the page."""
    return f"\n{'#' * level} {text(words)} {{#{anchor_id(anchor)}}}\n"


FEW = 6
"""Things on a page that need no list of them above."""


def folded_index(place: Place, key: str, things: Sequence[tuple[str, str]]) -> str:
    """What is on a long page, by heading and anchor, for screens that have no room for the contents beside it."""
    if len(things) <= FEW:
        return ""
    links = "".join(f'<li><a href="#{fragment(anchor)}">{text(words)}</a></li>' for words, anchor in things)
    return (f'<details class="qed-twin qed-index" data-unfound><summary>{place.tell(key, count=len(things))}</summary>'
            f"<ul>{links}</ul></details>")


def said(place: Place, prose: Prose) -> str:
    """Running words with their links."""
    return "".join(
        text_run(phrase.words) if phrase.to is None else ref_link(place, phrase.words, phrase.to) for phrase in prose)


def text_run(words: str) -> str:
    """Words inside a sentence: the spaces at their ends count."""
    if not words.strip():
        return " " if words else ""
    return f"{' ' * words[0].isspace()}{text(words)}{' ' * words[-1].isspace()}"


def ref_link(place: Place, words: str, ref: Ref) -> str:
    return f'<a href="{code(place.to(ref))}">{text_run(words)}</a>'


def paragraphs(place: Place, told: Sequence[Paragraph]) -> str:
    """Paragraphs and nested lists of steps or cases."""
    written: list[str] = []
    open_lists: list[str] = []
    for paragraph in told:
        while len(open_lists) > paragraph.depth:
            written.append(f"</li></{open_lists.pop()}>")
        if paragraph.depth == 0:
            written.append(f"<p>{said(place, paragraph.phrases)}</p>")
            continue
        kind = "ol" if paragraph.ordered else "ul"
        if len(open_lists) == paragraph.depth:
            if open_lists[-1] == kind:
                written.append("</li>")
            else:
                written.append(f"</li></{open_lists.pop()}>")
        while len(open_lists) < paragraph.depth:
            open_lists.append(kind)
            written.append(f"<{kind}>" if len(open_lists) == paragraph.depth else f"<{kind}><li>")
        written.append(f"<li>{said(place, paragraph.phrases)}")
    while open_lists:
        written.append(f"</li></{open_lists.pop()}>")
    return "".join(written)


def grade(place: Place, word: GradeWord) -> str:
    """A grade in words, with a shape and a colour of its own."""
    tone = TONES[word]
    return (f'<span class="qed-grade qed-{tone}"><span aria-hidden="true">{GLYPHS[tone]}</span> '
            f"{place.tell(f'grade {word}')}</span>")


def mark(place: Place, one: Mark) -> str:
    """What stands in the margin of a rule; it leads to where it comes from. Nothing says nothing."""
    if one.kind == "nothing":
        return ""
    tone = MARK_TONES[one.kind]
    inside = f'<span aria-hidden="true">{GLYPHS[tone]}</span> {text(one.words)}'
    to = (place.to(Ref("point", one.readings[0])) if one.readings and one.readings[0] in place.points
          else place.to(Ref("promise", one.promises[0])) if one.promises and one.promises[0] in place.promises else "")
    return (f'<a class="qed-mark qed-{tone}" data-unfound href="{code(to)}">{inside}</a>' if to
            else f'<span class="qed-mark qed-{tone}" data-unfound>{inside}</span>')


def rule_link(place: Place, anchor: str) -> str:
    """A rule by its heading."""
    rule = place.rules.get(anchor)
    return text(anchor) if rule is None else ref_link(place, rule.heading, Ref("rule", anchor))


def rule_links(place: Place, anchors: Iterable[str]) -> str:
    known = [rule_link(place, anchor) for anchor in anchors if anchor in place.rules]
    return listed(place, known)


def titled(words: str) -> str:
    """A title as a heading: games write them as parts of a sentence."""
    return words[:1].upper() + words[1:]


def promise_link(place: Place, anchor: str) -> str:
    promise = place.promises.get(anchor)
    if promise is None:
        return text(anchor)
    return ref_link(place, titled(promise.title or promise.name), Ref("promise", anchor))


def promise_list(place: Place, anchors: Iterable[str], most: int) -> str:
    """Promises under one another: their titles are sentences, with commas. Of more, the rest is counted."""
    known = [anchor for anchor in anchors if anchor in place.promises]
    items = [promise_link(place, anchor) for anchor in known[:most]]
    if len(known) > most:
        items.append(place.tell("and more", count=len(known) - most))
    return f'<ul class="qed-links">{"".join(f"<li>{item}</li>" for item in items)}</ul>' if items else ""


def example_link(place: Place, anchor: str) -> str:
    example = place.examples.get(anchor)
    return text(anchor) if example is None else ref_link(place, titled(example.title), Ref("example", anchor))


def statement_links(place: Place, ids: Iterable[str]) -> str:
    """The sentences of the rulebook, by their ids."""
    return " ".join(
        f'<a class="qed-id" href="{code(place.to(Ref("statement", place.statements[one].anchor)))}">{text(one)}</a>'
        if one in place.statements else f'<span class="qed-id">{text(one)}</span>' for one in ids)


def listed(place: Place, items: Sequence[str]) -> str:
    """a, b and c: of what is already written."""
    return ("、" if place.language == "ja" else ", ").join(items)


_TOKENS = {"keyword": "k", "number": "n", "string": "s", "comment": "c", "citation": "x"}


def clause(place: Place, written: Code) -> str:
    """A clause as it is written, with its words told apart, each name leading to its rule."""
    spans = []
    for token in written.tokens:
        inside = code(token.text)
        if token.to is not None and token.to in place.rules:
            spans.append(f'<a href="{code(place.to(Ref("rule", token.to)))}">{inside}</a>')
        elif kind := _TOKENS.get(token.kind):
            spans.append(f'<span class="qed-{kind}">{inside}</span>')
        else:
            spans.append(inside)
    return f'<div class="highlight qed-listing"><pre><code tabindex="0">{"".join(spans)}</code></pre></div>'


def place_in_file(place: Place, file: str, line: int) -> str:
    """Where something is written; with `docs serve` it opens there."""
    return (f'<span class="qed-file" data-file="{code(file)}" data-line="{line}">'
            f"{text(file)}:{line}</span>")


def numbered(rule: Rule) -> str:
    return f"{rule.number} {rule.heading}"


def table(head_cells: Sequence[str], rows: Iterable[Sequence[str]], label: str, numbers: int = 10**6,
          stack: bool = False) -> str:
    """A table of what is already written; columns from `numbers` on hold numbers. It scrolls by itself if it must.

    With `stack`, on a phone each row is a small list, each cell under the name of its column.
    """
    def cells(row: Sequence[str], element: str) -> str:
        return "".join(
            f'<{element}{_scope(element)}{_right(place, numbers)}{labelled(place, element)}>{cell}</{element}>'
            for place, cell in enumerate(row))

    def labelled(place: int, element: str) -> str:
        return f' data-label="{head_cells[place]}"' if stack and element == "td" and head_cells[place] else ""

    body = "".join(f"<tr>{cells(row, 'td')}</tr>" for row in rows)
    top = f"<thead><tr>{cells(head_cells, 'th')}</tr></thead>" if head_cells else ""
    kind = "qed-scroll qed-stack" if stack else "qed-scroll"
    return (f'<div class="{kind}" role="region" tabindex="0" aria-label="{text(label)}">'
            f'<table class="qed-table">{top}<tbody>{body}</tbody></table></div>')


def _scope(element: str) -> str:
    return ' scope="col"' if element == "th" else ""


def _right(place: int, numbers: int) -> str:
    return ' class="qed-number"' if place >= numbers else ""
