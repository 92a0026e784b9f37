"""Errors are data. Passes return them, several at once; only the command line renders them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

from qedeck.spec.source import Span

MOST_NAMES = 1_500
"""Names among which a misspelt one is looked for."""
ERROR = "error"
WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Note:
    """A second place that explains the first ("it was declared here")."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing wrong: a code with a page behind it, a place, and what to do about it."""

    code: str
    title: str
    span: Span
    hint: str = ""
    notes: tuple[Note, ...] = ()
    severity: str = ERROR


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint naming the closest known words, or nothing."""
    names = set(known)
    # Every name is measured against the word: among thousands that would take longer than to look it up.
    close = get_close_matches(word, sorted(names), n=3, cutoff=0.6) if len(names) <= MOST_NAMES else []
    return f"did you mean {' or '.join(close)}?" if close else ""


class Enough(Exception):
    """So many mistakes are found that looking for more helps nobody."""


class Report:
    """Collects diagnostics in the order found, each only once; with `most`, not more mistakes than that."""

    def __init__(self, most: int | None = None) -> None:
        self.found: list[Diagnostic] = []
        self.most = most
        self._known: set[Diagnostic] = set()
        self._warned: Counter[str] = Counter()
        self.kept: dict[object, Any] = {}
        """What one pass has worked out and another asks for again, for as long as this report lives."""
        self.broken: set[str] = set()
        """Names whose own clause is already reported: not knowing them is not told again."""

    def error(self, code: str, title: str, span: Span, hint: str = "", notes: tuple[Note, ...] = ()) -> None:
        if code.startswith("Q20") and code != "Q202" and not self.broken.isdisjoint(title.split()):
            return
        self.add(Diagnostic(code, title, span, hint, notes))

    def warn(self, code: str, title: str, span: Span, hint: str = "") -> None:
        self.add(Diagnostic(code, title, span, hint, (), WARNING))

    def add(self, diagnostic: Diagnostic) -> None:
        """Enough is raised with the last mistake that is told."""
        if diagnostic in self._known:
            return
        self._known.add(diagnostic)
        if diagnostic.severity == WARNING:
            self._warned[diagnostic.code] += 1
            if self.most is not None and self._warned[diagnostic.code] > self.most:
                return
        elif self.most is not None and sum(d.severity == ERROR for d in self.found) + 1 == self.most:
            more = Note(f"these are the first {self.most}: the rest is not looked at", diagnostic.span)
            self.found.append(replace(diagnostic, notes=(*diagnostic.notes, more)))
            raise Enough
        self.found.append(diagnostic)

    def close(self) -> list[Diagnostic]:
        """All that is told, with how many warnings are not."""
        for code, times in self._warned.items():
            if self.most is not None and times > self.most:
                last = max(i for i, d in enumerate(self.found) if d.code == code)
                more = Note(f"there are {times - self.most:,} more like this", self.found[last].span)
                self.found[last] = replace(self.found[last], notes=(*self.found[last].notes, more))
        return self.found

    @property
    def failed(self) -> bool:
        return any(d.severity == ERROR for d in self.found)
