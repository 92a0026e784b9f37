"""Stage 1, the reader: text in, clauses of the tree and diagnostics out.

A file is cut where a line starts in the first column; each piece is parsed alone, so that
every broken clause is reported and none hides another.
"""

from __future__ import annotations

import re
import unicodedata
from contextlib import suppress
from dataclasses import dataclass

from lark import Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError

from qedeck.spec import tree as t
from qedeck.spec.builder import Builder
from qedeck.spec.diagnostic import Diagnostic, Enough, Report, did_you_mean
from qedeck.spec.grammar import Glued, keywords, parser
from qedeck.spec.limits import MOST_DIGITS, MOST_LINES, MOST_NESTING, MOST_SIGNS_IN_A_NAME, MOST_TOLD, MOST_WORDS
from qedeck.spec.lookalikes import wrong_names
from qedeck.spec.source import Source, Span


@dataclass(frozen=True, slots=True)
class File:
    """One file as written: its clauses in order."""

    source: Source
    clauses: tuple[t.Clause, ...]
    broken: frozenset[str] = frozenset()
    """Names that broken clauses would have declared: not knowing them is no second mistake."""


def read(source: Source) -> tuple[File, list[Diagnostic]]:
    """Parse a whole file; every broken clause gives its own diagnostic."""
    report = Report(MOST_TOLD)
    clauses: list[t.Clause] = []
    broken: set[str] = set()
    with suppress(Enough):
        _look_alike(source, report)
        for start, text in [] if _too_long(source, report) else _pieces(source, report):
            clause = _parse(source, start, text, report)
            if clause is not None:
                clauses.append(clause)
            else:
                broken.update(re.findall(r"^(?:[a-z]+[ ]+|[ ]+)?([^\W\d]\w*(?:-\w+)*)", text, re.MULTILINE))
                broken.update(re.findall(r"[^\W\d]\w*(?:-\w+)*", text.split("\n", 1)[0]))
    return File(source, tuple(clauses), frozenset(broken)), report.found


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
        report.add(_syntax_error(source, start, text, error))
        return None
    except Glued as error:
        at = start + (error.token.start_pos or 0)
        report.error("Q101", f"a space is missing before {error.token}", Span(source.name, at, at + len(error.token)))
        return None
    except DedentError:
        line = _odd_indent(source, start, text)
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


def _odd_indent(source: Source, start: int, text: str) -> Span:
    stack = [0]
    offset, previous = start, 0
    for line in re.findall(r"[^\n]*\n|[^\n]+", text):
        body = line.strip()
        width = len(line) - len(line.lstrip(" "))
        if body and not body.startswith("--"):
            while stack[-1] > width:
                stack.pop()
            if stack[-1] < width:
                # Only a dedent to an unseen width is an error; a deeper line opens a level.
                if offset > start and width < previous:
                    return Span(source.name, offset, offset + width)
                stack.append(width)
            previous = width
        offset += len(line)
    return Span(source.name, start, start + 1)


def _syntax_error(source: Source, start: int, text: str, error: UnexpectedInput) -> Diagnostic:
    if isinstance(error, UnexpectedToken):
        return _unexpected_token(source, start, text, error.token, error.accepts or set())
    if isinstance(error, UnexpectedCharacters):
        at = start + (error.pos_in_stream or 0)
        char = source.text[at] if at < len(source.text) else ""
        span = Span(source.name, at, at + 1)
        if char == '"':
            return Diagnostic("Q107", "this text is never closed", span, 'close it with " on the same line')
        if char in "[]":
            return Diagnostic("Q107", "this citation is never closed", span, "close it with ] on the same line")
        return Diagnostic("Q101", f"the sign {char!r} means nothing here", span, _sign_hint(char))
    assert isinstance(error, UnexpectedEOF)
    return Diagnostic("Q101", "the clause ends too early", Span(source.name, start, start + 1))


def _sign_hint(char: str) -> str:
    full_width = {
        "：": ":",
        "，": ",",
        "、": ",",
        "（": "(",
        "）": ")",
        "＋": "+",
        "－": "-",
        "。": "the end of the line",
    }
    if char in full_width:
        return f"write {full_width[char]} in half width"
    if char == "=":
        return "write is to compare, becomes to change something"
    if char == "\t":
        return "use spaces"
    if char == "\r":
        return "lines end as on very old computers: let your editor save the file with the usual ends (LF)"
    if unicodedata.combining(char):
        return "it belongs to the letter before it: type both as one letter"
    return ""


_NAMES_FOR_TERMINALS = {
    "_NL": "the end of the line",
    "NAME": "a name",
    "INT": "a number",
    "STRING": 'a text in "…"',
    "CITE": "a citation [..]",
    "COMPARE": "a comparison",
    "ADDOP": "+ or -",
    "MULOP": "* / or mod",
    "_INDENT": "an indented line",
    "_DEDENT": "a line further left",
    "COMMA": "a comma",
    "COLON": "a colon",
    "LPAR": "(",
    "RPAR": ")",
    "PICKER": "first, last or only",
    "EXTREME": "highest or lowest",
    "MOST": "most or least",
    "MINUS": "-",
}


def _unexpected_token(source: Source, start: int, text: str, token: Token, accepts: set[str]) -> Diagnostic:
    if accepts == {"_INDENT"} and token.type not in ("_NL", "$END"):
        at = start + (token.start_pos or 0)
        return Diagnostic(
            "Q102",
            "something must stand indented under the line above",
            Span(source.name, at, at + 1),
            "indent what belongs to it by two more spaces",
        )
    if token.type in ("_NL", "$END", "_INDENT", "_DEDENT"):
        open_bracket = _open_bracket(text)
        if open_bracket is not None:
            at = start + open_bracket
            return Diagnostic("Q101", "this bracket is never closed", Span(source.name, at, at + 1))
        at = start + (token.start_pos or 0)
        if token.type == "_INDENT":
            # The token begins at the end of the line before; the mark belongs on the line that is too far in.
            at += len(text[at - start :]) - len(text[at - start :].lstrip())
        at = min(at, start + len(text.rstrip()))
        title = {
            "_INDENT": "this line is indented further, but nothing above opens a level",
            "_DEDENT": "something is missing under this line",
        }.get(token.type, "the line ends too early")
        code = "Q102" if token.type in ("_INDENT", "_DEDENT") else "Q101"
        return Diagnostic(code, title, Span(source.name, at, at + 1), _expected(accepts))
    word = str(token)
    span = Span(source.name, start + (token.start_pos or 0), start + (token.end_pos or 0))
    before = text[: token.start_pos or 0].rstrip()
    if "NAME" in accepts and re.search(r"(?<![\w-])(a|an|the)$", before) and token.type != "NAME":
        return Diagnostic("Q106", "a, an and the are silence, so they cannot be names", span, "choose another name")
    if "NAME" in accepts and word in keywords():
        return Diagnostic(
            "Q106",
            f"{word} is one of the language's own words, so it cannot be a name here",
            span,
            f"choose another name, for instance my-{word}",
        )
    words = {
        str(term.pattern.value) for term in parser().terminals if term.name in accepts and term.pattern.type == "str"
    }
    hint = did_you_mean(word, words) or _expected(accepts)
    return Diagnostic("Q101", f"{word} is not expected here", span, hint)


def _open_bracket(text: str) -> int | None:
    """Where a bracket opens that nothing closes."""
    depth: list[int] = []
    for match in re.finditer(r"--[^\n]*|\"[^\"\n]*\"|[()]", text):
        if match[0] == "(":
            depth.append(match.start())
        elif match[0] == ")" and depth:
            depth.pop()
    return depth[-1] if depth else None


def _expected(accepts: set[str]) -> str:
    by_name = {term.name: term for term in parser().terminals}
    words = []
    for name in sorted(accepts):
        if name in _NAMES_FOR_TERMINALS:
            words.append(_NAMES_FOR_TERMINALS[name])
        elif name in by_name:
            words.append(str(by_name[name].pattern.value))
    if not words or len(words) > 14:
        return ""
    return "expected: " + ", ".join(words)
