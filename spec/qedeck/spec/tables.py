"""Cards from a table: the text of a CSV file in, lines of cards as if they were written in the spec out.

Columns: family, the attributes, and if wanted number (part of the face's name) and copies. Whatever becomes a name
follows the rules for names, so that a table can say nothing that a spec could not.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from qedeck.spec import tree as t
from qedeck.spec.diagnostic import Report
from qedeck.spec.grammar import keywords
from qedeck.spec.limits import MOST_COLUMNS, MOST_DIGITS, MOST_FACES, MOST_SIGNS_IN_A_NAME
from qedeck.spec.source import Source, Span

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_NUMBER = re.compile(rf"[0-9]{{1,{MOST_DIGITS}}}")
_VALUE = re.compile(rf"-?{_NUMBER.pattern}")
_NAME = re.compile(r"[^\W\d]\w*(?:-\w+)*")


@dataclass(frozen=True, slots=True)
class _Row:
    cells: list[str]
    span: Span


def card_lines(source: Source, report: Report) -> tuple[t.CardLine, ...]:
    """The cards of a table; what is wrong with it is told at its own lines."""
    rows = [row for row in _rows(source, report) if any(row.cells)]
    head, *below = rows or [_Row([], Span(source.name, 0, 1))]
    if report.failed and not rows or not _sound_head(head, report):
        return ()
    if len(below) > MOST_FACES:
        hint = "a set has as many different cards as fit into a box; equal cards are copies of one"
        report.error("Q412", f"{len(below):,} different cards are too many: {MOST_FACES:,} at most", head.span, hint)
        return ()
    return tuple(line for row in below if (line := _card_line(head.cells, row, report)) is not None)


def _rows(source: Source, report: Report) -> Iterator[_Row]:
    """The rows with their places, up to one that cannot be read; one may run over several lines, inside quotes."""
    lines = _LINE.findall(source.text)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    reader, before = csv.reader(lines, strict=True), 0
    try:
        for cells in reader:
            start, end = starts[before], starts[reader.line_num]
            yield _Row([cell.strip() for cell in cells], Span(source.name, start, max(start + 1, end - 1)))
            before = reader.line_num
    except csv.Error:
        start = starts[before]
        hint = "cells are separated by commas; a cell that begins with a quote ends with one, and none is very long"
        report.error("Q416", "the table cannot be read from here on", Span(source.name, start, start + 1), hint)


def _sound_head(head: _Row, report: Report) -> bool:
    """The names of the columns, not too many, each once, with one for the family."""
    if len(head.cells) > MOST_COLUMNS:
        said = f"{len(head.cells):,} columns are too many: {MOST_COLUMNS:,} at most"
        report.error("Q412", said, head.span, "a column is an attribute that cards have")
        return False
    if "family" not in head.cells:
        hint = f"its columns are {', '.join(head.cells)}"[:200]
        if any(";" in cell or "\t" in cell for cell in head.cells):
            hint = "the cells of a line are separated by commas: family,rank,copies"
        report.error("Q416", "the table has no column family", head.span, hint)
        return False
    twice = sorted(name for name, times in Counter(head.cells).items() if times > 1)
    if twice:
        report.error("Q416", f"there are two columns called {twice[0]}", head.span, "keep one of them")
        return False
    return not [
        name for name in head.cells if name not in ("copies", "number") and not _named(name, head.span, report)
    ]


def _card_line(columns: list[str], row: _Row, report: Report) -> t.CardLine | None:
    span = row.span
    if len(row.cells) > len(columns):
        report.error("Q416", "this line has more cells than columns", span, f"there are {len(columns)} columns")
        return None
    cells = dict(zip(columns, row.cells, strict=False))
    family, copies, number = cells.pop("family"), cells.pop("copies", ""), cells.pop("number", "")
    sound = _named(family, span, report)
    for what, cell, may in (("copies", copies, "a number or the name of a parameter"), ("number", number, "a number")):
        if cell and not _NUMBER.fullmatch(cell) and (what == "number" or not _NAME.fullmatch(cell)):
            report.error("Q416", f"{cell} is not {may}", span, f"the column {what} holds {may}, or nothing")
            sound = False
    words = [cell for cell in cells.values() if cell not in ("", "yes", "no") and not _VALUE.fullmatch(cell)]
    if [word for word in words if not _valued(word, span, report)] or not sound:
        return None
    return t.CardLine(
        t.Word(family, span=span),
        ((t.Word("number", span=span), int(number), int(number)),) if number else (),
        tuple((t.Word(name, span=span), _key(cell, span)) for name, cell in cells.items() if cell),
        _amount(copies, span),
        (),
        span=span,
    )


def _amount(cell: str, span: Span) -> t.Expr | None:
    if not cell:
        return None
    return t.Integer(int(cell), span=span) if _NUMBER.fullmatch(cell) else t.Name(cell, span=span)


def _key(cell: str, span: Span) -> t.Key:
    return t.Key(None, int(cell), span=span) if _VALUE.fullmatch(cell) else t.Key(cell, None, span=span)


def _valued(word: str, span: Span, report: Report) -> bool:
    """Whether it can be the value of an attribute, if it is no number that we know."""
    if re.fullmatch(r"[-+.\d][-+.,\d]*", word):
        told = word if len(word) < 30 else word[:20] + "…"
        hint = f"whole numbers of up to {MOST_DIGITS} digits"
        report.error("Q416", f"{told} is no number that a card can have", span, hint)
        return False
    return _named(word, span, report)


def _named(word: str, span: Span, report: Report) -> bool:
    """Whether a spec could call something so."""
    if not _NAME.fullmatch(word) or len(word) > MOST_SIGNS_IN_A_NAME:
        told = word if len(word) <= MOST_SIGNS_IN_A_NAME else word[:20] + "…"
        hint = "names start with a letter and go on with letters, digits, _ and hyphens: black-sheep"
        report.error("Q416", f"{told or 'an empty cell'} cannot be a name", span, hint)
        return False
    if word in keywords():
        report.error("Q106", f"{word} is one of the language's own words, so it cannot be a name here", span,
                     f"choose another name, for instance my-{word}")
        return False
    return True
