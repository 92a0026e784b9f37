"""Stage 0: text with places. A Source is one file's text; a Span is a stretch of it."""

from __future__ import annotations

import bisect
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Span:
    """Character offsets into one file; `file` is the name shown to the reader."""

    file: str
    start: int
    end: int

    def to(self, other: Span) -> Span:
        return Span(self.file, self.start, max(self.end, other.end))


NOWHERE = Span("", 0, 0)


@dataclass(frozen=True)
class Source:
    """One file as read. Lines and columns are computed only when somebody asks."""

    name: str
    text: str
    _starts: list[int] = field(default_factory=list, compare=False, repr=False)

    def __post_init__(self) -> None:
        self._starts.append(0)
        self._starts.extend(i + 1 for i, ch in enumerate(self.text) if ch == "\n")

    def line_of(self, offset: int) -> int:
        """The line, counted from 1, that holds this offset."""
        return bisect.bisect_right(self._starts, min(offset, len(self.text)))

    def column_of(self, offset: int) -> int:
        """The column, counted from 1 in characters."""
        offset = min(offset, len(self.text))
        return offset - self._starts[self.line_of(offset) - 1] + 1

    def offset_of(self, line: int) -> int:
        """Where this line starts."""
        return self._starts[min(max(line, 1), len(self._starts)) - 1]

    def words(self, span: Span) -> str:
        """What stands there, on one line, without comments and citations."""
        lines = self.text[span.start : span.end].splitlines()
        return " ".join(" ".join(line.split("--")[0] for line in lines).split("[")[0].split())

    def line_text(self, line: int) -> str:
        start = self._starts[line - 1]
        end = self._starts[line] - 1 if line < len(self._starts) else len(self.text)
        return self.text[start:end].rstrip("\r")
