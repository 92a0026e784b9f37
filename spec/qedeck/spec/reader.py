"""Stage 1, the reader: text in, clauses of the tree and diagnostics out.

A file is cut where a line starts in the first column; each piece is parsed alone, so that
every broken clause is reported and none hides another.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass

from lark import Token, Tree
from lark.exceptions import UnexpectedInput
from lark.indenter import DedentError

from qedeck.spec import tree as t
from qedeck.spec.builder import Builder
from qedeck.spec.diagnostic import Diagnostic, Enough, Report
from qedeck.spec.grammar import Glued, parser
from qedeck.spec.limits import (
    MOST_CLAUSES,
    MOST_DIGITS,
    MOST_LINES,
    MOST_NESTING,
    MOST_SIGNS_IN_A_NAME,
    MOST_TOLD,
    MOST_WORDS,
)
from qedeck.spec.lookalikes import wrong_names
from qedeck.spec.source import Source, Span
from qedeck.spec.unreadable import odd_indent, otherwise_written, syntax_error


@dataclass(frozen=True, slots=True)
class File:
    """One file as written: its clauses in order."""

    source: Source
    clauses: tuple[t.Clause, ...]
    broken: frozenset[str] = frozenset()
    """Names that broken clauses would have declared: not knowing them is no second mistake."""
    mentioned: frozenset[str] = frozenset()
    """All that broken clauses speak of: nobody knows whether anything else uses it."""


def read(source: Source) -> tuple[File, list[Diagnostic]]:
    """Parse a whole file; every broken clause gives its own diagnostic."""
    report = Report(MOST_TOLD)
    clauses: list[t.Clause] = []
    broken: set[str] = set()
    mentioned: set[str] = set()
    with suppress(Enough):
        _look_alike(source, report)
        for start, text in [] if _too_long(source, report) else _pieces(source, report):
            clause = _parse(source, start, text, report)
            if clause is not None:
                clauses.append(clause)
            else:
                names = set(re.findall(_NAME, text))
                mentioned |= names
                # What is declared in lines of their own, or in the first line.
                heads = re.findall(rf"^(?:[a-z]+[ ]+|[ ]+)?({_NAME})", text, re.MULTILINE)
                first = re.findall(_NAME, text.split("\n", 1)[0])
                broken |= names if text.startswith(_DECLARING) else {*heads, *first}
    return File(source, tuple(clauses), frozenset(broken - _SAID), frozenset(mentioned)), report.found


_NAME = r"[^\W\d]\w*(?:-\w+)*"
_DECLARING = ("zones", "remember", "cards")
_SAID = {"a", "an", "called", "has", "here", "is", "kind", "no", "none", "not", "nothing", "of", "the", "there"}
"""Words that messages are made of: a clause that has them in it makes nothing unknown."""
_WORD = re.compile(r'--[^\n]*|"[^"\n]*"|([\w-]+|[^\w\s])')


def _look_alike(source: Source, report: Report) -> None:
    if not source.text.isascii():
        words = ((word[1], Span(source.name, *word.span(1))) for word in _WORD.finditer(source.text) if word[1])
        for said, span, hint in wrong_names((name, span) for name, span in words if name[0].isalnum()):
            report.error("Q109", said, span, hint)


def words_of(source: Source) -> int:
    """How many words a spec has; a comment or a quoted text is none."""
    return sum(found[1] is not None for found in _WORD.finditer(source.text))


def _too_long(source: Source, report: Report) -> bool:
    """More words than anybody would read: told before they are parsed, which would take minutes."""
    words = words_of(source)
    if words > MOST_WORDS:
        said = f"{source.name} is too large: it has {words:,} words; a spec may have {MOST_WORDS:,}"
        hint = "comments and quoted texts do not count; keep long lists of cards in CSV files beside the spec"
        report.error("Q004", said, Span(source.name, 0, 0), hint)
    return words > MOST_WORDS


def _pieces(source: Source, report: Report) -> list[tuple[int, str]]:
    pieces: list[tuple[int, list[str]]] = []
    offset = 0
    for line in re.findall(r"[^\n]*\n|[^\n]+", source.text):
        indent = re.match(r"[ \t\u3000]*", line)
        width = indent.end() if indent else 0
        body = line[width:].strip()
        at = Span(source.name, offset, offset + width)
        foreign = re.match(r"//|#|/\*|;;|[{}]+;?$", body)
        if foreign:
            sign = foreign[0]
            span = Span(source.name, offset + width, offset + width + len(sign))
            if sign[0] not in "{}":
                report.error("Q110", f"{sign} begins no comment", span, "write: --")
            elif "{" not in source.text[:offset]:  # else that one is told of
                report.error("Q110", f"{sign} means nothing here", span, f"leave it out: {sign}")
            line, body = " " * (len(line) - line.endswith("\n")) + "\n" * line.endswith("\n"), ""
        if body and not body.startswith("--"):
            if "\t" in line[:width]:
                report.error("Q103", "a tab in the indentation", at, "indent with spaces, two for each level")
            if "\u3000" in line[:width]:
                report.error(
                    "Q104", "a full-width space in the indentation", at, "indent with plain spaces, two for each level"
                )
            if width == 0:
                pieces.append((offset, []))
            elif not pieces:
                report.error(
                    "Q108", "an indented line with no clause above it", at, "a clause starts in the first column"
                )
        if pieces:
            pieces[-1][1].append(line)
        offset += len(line)
    if len(pieces) > MOST_CLAUSES:
        said = f"{source.name} is too large: it has {len(pieces):,} clauses; a file may have {MOST_CLAUSES:,}"
        report.error("Q004", said, Span(source.name, 0, 0), "no rulebook that we know has a tenth of it")
        return []
    return [piece for piece in _joined(pieces) if not _too_many_lines(source, piece, report)]


def _joined(pieces: list[tuple[int, list[str]]]) -> list[tuple[int, str]]:
    return [(start, "".join(lines).replace("\t", " ").replace("\u3000", " ")) for start, lines in pieces]


def _too_many_lines(source: Source, piece: tuple[int, str], report: Report) -> bool:
    start, text = piece
    lines = text.count("\n")
    if lines <= MOST_LINES:
        return False
    said = f"this clause has {lines:,} lines: {MOST_LINES:,} at most"
    report.error("Q412", said, Span(source.name, start, start + 1), "no table and no box holds so much")
    return True


def _parse(source: Source, start: int, text: str, report: Report) -> t.Clause | None:
    for found in _WORD.finditer(text):
        if found[1] is not None and len(found[1]) > MOST_DIGITS:
            span = Span(source.name, start + found.start(), start + found.end())
            if found[1].isdecimal():
                report.error("Q412", "this number is too large", span, "nine digits are enough for any game")
                return None
            if len(found[1]) > MOST_SIGNS_IN_A_NAME:
                said = f"this name is too long: {MOST_SIGNS_IN_A_NAME} characters at most"
                report.error("Q412", said, span, "a shorter name is easier to read")
                return None
    try:
        parsed = parser().parse(text.rstrip() + "\n")
    except UnexpectedInput as error:
        written = otherwise_written(source, start, text, error.pos_in_stream)
        report.add(written or syntax_error(source, start, text, error))
        return None
    except Glued as error:
        at = start + (error.token.start_pos or 0)
        span = Span(source.name, at, at + len(error.token))
        glued = Diagnostic("Q101", f"a space is missing before {error.token}", span)
        report.add(otherwise_written(source, start, text, error.token.start_pos) or glued)
        return None
    except DedentError:
        line = odd_indent(source, start, text)
        report.error(
            "Q102",
            "this line is indented like none of the lines above it",
            line,
            "indent it like the lines it belongs with",
        )
        return None
    if _depth(parsed) > MOST_NESTING:
        report.error(
            "Q105",
            "this clause is nested too deeply",
            Span(source.name, start, start + 1),
            "name the inner parts with definitions of their own",
        )
        return None
    builder = Builder(source.name, start)
    clause: t.Clause = builder.build(parsed)
    for span in builder.twice:
        report.error("Q202", "this has been said already", span, "keep one of the two lines")
    return clause


def _depth(parsed: Tree[Token]) -> int:
    deepest, stack = 0, [(parsed, 1)]
    while stack:
        node, level = stack.pop()
        deepest = max(deepest, level)
        stack.extend((child, level + 1) for child in node.children if isinstance(child, Tree))
    return deepest
