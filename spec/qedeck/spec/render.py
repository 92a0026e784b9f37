"""The last stage of every pass: diagnostics in, text for a terminal or JSON for a program out.

The frame is ASCII on purpose: box-drawing signs are two cells wide in many Japanese terminals.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rich.cells import cell_len

from qedeck.spec.diagnostic import ERROR, Diagnostic
from qedeck.spec.escapes import escaped
from qedeck.spec.source import Source, Span

TAB = 4
WIDEST = 110
"""In cells. A longer line is cut around the place, so that one line of a huge file stays one line."""

_COLOURS = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m", "frame": "\x1b[34m", "hint": "\x1b[32m", "bold": "\x1b[1m"}
_PLAIN = "\x1b[0m"


def render_all(diagnostics: Iterable[Diagnostic], sources: Mapping[str, Source], colour: bool = False) -> str:
    """Every message, in the order of the text, with a line at the end that counts them."""
    found = sorted(diagnostics, key=lambda d: (d.span.file, d.span.start, d.severity, d.code))
    if not found:
        return ""
    codes = sorted({d.code for d in found})
    first = codes[0] if len(codes) == 1 else f"CODE ({', '.join(codes)})"
    closing = f"{count_line(found)}. To read more: qedeck explain {first}\n"
    return "\n".join([*(render(d, sources, colour) for d in found), closing])


def count_line(diagnostics: Iterable[Diagnostic]) -> str:
    """For instance `3 errors, 1 warning`."""
    severities = [d.severity for d in diagnostics]
    errors = severities.count(ERROR)
    warnings = len(severities) - errors
    counts = [f"{n} {word}{'' if n == 1 else 's'}" for n, word in ((errors, "error"), (warnings, "warning")) if n]
    return ", ".join(counts) or "no errors"


def render(diagnostic: Diagnostic, sources: Mapping[str, Source], colour: bool = False) -> str:
    """One message: what is wrong, where, the line with a mark under it, what to do."""
    paint = _Paint(colour)
    places = [_place(span, sources) for span in (diagnostic.span, *(note.span for note in diagnostic.notes))]
    gutter = max((len(str(place.line)) for place in places if place), default=1)
    title = paint("bold", f": {escaped(diagnostic.title)}")
    lines = [paint(diagnostic.severity, f"{diagnostic.severity} {diagnostic.code}") + title]
    lines += _excerpt(diagnostic.span, places[0], gutter, "^", diagnostic.severity, paint)
    for note, place in zip(diagnostic.notes, places[1:], strict=True):
        lines.append(f"{' ' * gutter} {paint('frame', '=')} note: {escaped(note.text)}")
        lines += _excerpt(note.span, place, gutter, "-", "frame", paint)
    if diagnostic.hint:
        sign = paint("frame", "=")
        first, *rest = escaped(diagnostic.hint, keep="\n").split("\n")
        lines.append(f"{' ' * gutter} {sign} {paint('hint', 'hint:')} {first}")
        lines += [f"{' ' * gutter}         {more}".rstrip() for more in rest]
    return "\n".join(lines) + "\n"


def to_json(diagnostic: Diagnostic, sources: Mapping[str, Source]) -> dict[str, Any]:
    """One message for programs. Lines and columns count from 1; `utf16` counts as editors do."""
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "title": diagnostic.title,
        "hint": diagnostic.hint,
        **_json_place(diagnostic.span, sources),
        "notes": [{"text": note.text, **_json_place(note.span, sources)} for note in diagnostic.notes],
    }


def _json_place(span: Span, sources: Mapping[str, Source]) -> dict[str, Any]:
    source = sources.get(span.file)
    if source is None:
        return {"file": span.file, "start": None, "end": None}
    settled = _settle(span, source)
    return {"file": span.file, "start": _json_point(settled.start, source), "end": _json_point(settled.end, source)}


def _json_point(offset: int, source: Source) -> dict[str, int]:
    column = source.column_of(offset)
    before = source.text[offset - column + 1 : offset]
    units = len(before.encode("utf-16-le", "replace")) // 2
    return {"line": source.line_of(offset), "column": column, "utf16": units + 1}


# ---- the place and its line ---------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Place:
    """A line as it can be printed, and the stretch of it to mark, in cells."""

    line: int
    column: int
    text: str
    indent: int
    width: int


def _settle(span: Span, source: Source) -> Span:
    """The span inside the text; one at the very end moves back to where something can be seen."""
    start = min(max(span.start, 0), len(source.text))
    end = min(max(span.end, start), len(source.text))
    if not source.text[start:].strip():
        start = end = max(len(source.text[:start].rstrip()), 0)
    return Span(span.file, start, end)


def _place(span: Span, sources: Mapping[str, Source]) -> _Place | None:
    source = sources.get(span.file)
    if source is None:
        return None
    settled = _settle(span, source)
    line, column = source.line_of(settled.start), source.column_of(settled.start)
    raw = source.line_text(line)
    first = min(column - 1, len(raw))
    if len(raw) > 1000:
        # One line may be a whole file; measuring all of it for each message would take minutes.
        skipped = max(first - 200, 0)
        raw, first = raw[skipped : skipped + 1000], first - skipped
    last = min(first + settled.end - settled.start, len(raw))
    # The blanks after a word are not meant; a stretch of nothing but blanks is.
    last = first + len(raw[first:last].rstrip() or raw[first:last])
    before, marked = _printable(raw[:first]), _printable(raw[:last])
    text = _printable(raw)
    indent, width = cell_len(before), max(cell_len(marked) - cell_len(before), 1)
    if cell_len(text) > WIDEST:
        text, indent, width = _cut(text, indent, width)
    return _Place(line, column, text, indent, width)


def _cut(text: str, indent: int, width: int) -> tuple[str, int, int]:
    """The stretch of a very long line that holds the mark, with ... where something is left out."""
    room = WIDEST - 8
    wanted = max(indent - room // 3, 0)
    start = cells = 0
    while start < len(text) and cells < wanted:
        cells += cell_len(text[start])
        start += 1
    end, used = start, 0
    while end < len(text) and used < room:
        used += cell_len(text[end])
        end += 1
    head = "... " if start else ""
    tail = " ..." if end < len(text) else ""
    shift = indent - cells
    return head + text[start:end] + tail, len(head) + shift, max(min(width, used - shift), 1)


def _printable(text: str) -> str:
    """Tabs as spaces up to the next stop, and no character that could steer the terminal."""
    out: list[str] = []
    cells = 0
    for ch in text:
        shown = " " * (TAB - cells % TAB) if ch == "\t" else escaped(ch)
        out.append(shown)
        cells += cell_len(shown)
    return "".join(out)


def _excerpt(span: Span, place: _Place | None, gutter: int, mark: str, tone: str, paint: _Paint) -> list[str]:
    pad = " " * gutter
    if place is None:
        return [f"{pad}{paint('frame', '-->')} {escaped(span.file)}"] if span.file else []
    bar = paint("frame", "|")
    marks = " " * place.indent + paint(tone, mark * place.width)
    return [
        f"{pad}{paint('frame', '-->')} {escaped(span.file)}:{place.line}:{place.column}",
        f"{pad} {bar}",
        f"{paint('frame', str(place.line).rjust(gutter))} {bar} {place.text}".rstrip(),
        f"{pad} {bar} {marks}",
    ]


@dataclass(frozen=True, slots=True)
class _Paint:
    colour: bool

    def __call__(self, tone: str, text: str) -> str:
        return f"{_COLOURS.get(tone, _COLOURS['bold'])}{text}{_PLAIN}" if self.colour else text
