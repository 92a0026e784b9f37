"""Errors are data. Passes return them, several at once; only the command line renders them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from difflib import get_close_matches
from operator import attrgetter
from typing import Any

from qedeck.spec.source import Span

MOST_NAMES = 1_500
"""Names among which a misspelt one is looked for."""
TOLD_ONCE = ("Q110", "Q201", "Q204", "Q205", "Q206", "Q207")
"""What is misspelt is so wherever it stands: one slip is one message."""
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


DID_YOU_MEAN = "did you mean "


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint naming the closest known words, or nothing."""
    names = set(known)
    # Every name is measured against the word: among thousands that would take longer than to look it up.
    close = get_close_matches(word, sorted(names), n=3, cutoff=0.6) if len(names) <= MOST_NAMES else []
    return f"{DID_YOU_MEAN}{' or '.join(close)}?" if close else ""


class Enough(Exception):
    """So many mistakes are found that looking for more helps nobody."""


class Report:
    """Collects diagnostics in the order found, each only once; with `most`, not more mistakes than that."""

    def __init__(self, most: int | None = None) -> None:
        self.found: list[Diagnostic] = []
        self.most = most
        self._known: set[Diagnostic] = set()
        self._warned: Counter[str] = Counter()
        self._places: dict[tuple[str, str, str], list[Span]] = {}
        self.kept: dict[object, Any] = {}
        """What one pass has worked out and another asks for again, for as long as this report lives."""
        self.broken: set[str] = set()
        """Names whose own clause is already reported: not knowing them is not told again."""
        self.mentioned: set[str] = set()
        """Names that clauses which cannot be read speak of: perhaps they are what uses them."""

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
        if diagnostic.code in TOLD_ONCE:
            places = self._places.setdefault((diagnostic.code, diagnostic.title, diagnostic.span.file), [])
            places.append(diagnostic.span)
            if len(places) > 1:
                return
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
        """All that is told, with where else the same is so, and with how many warnings are not told."""
        for i, one in enumerate(self.found):
            places = self._places.pop((one.code, one.title, one.span.file), [one.span])
            first, *rest = sorted(places, key=attrgetter("start"))
            if rest:
                said = "and here" if len(rest) == 1 else f"and at {len(rest)} more places, from here on"
                self.found[i] = replace(one, span=first, notes=(*one.notes, Note(said, rest[0])))
        for code, times in self._warned.items():
            if self.most is not None and times > self.most:
                last = max(i for i, d in enumerate(self.found) if d.code == code)
                more = Note(f"there are {times - self.most:,} more like this", self.found[last].span)
                self.found[last] = replace(self.found[last], notes=(*self.found[last].notes, more))
        return self.found

    def taken(self) -> list[Diagnostic]:
        """What was found so far; from here on it may be found again."""
        found, self.found = self.found, []
        self._known.clear()
        self._warned.clear()
        self._places.clear()
        return found

    @property
    def failed(self) -> bool:
        return any(d.severity == ERROR for d in self.found)
