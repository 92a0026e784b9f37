"""Errors are data. Passes return them, several at once; only the command line renders them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from qedeck.spec.source import Span

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
    close = get_close_matches(word, sorted(set(known)), n=3, cutoff=0.6)
    return f"did you mean {' or '.join(close)}?" if close else ""


class Report:
    """Collects diagnostics in the order found, each only once."""

    def __init__(self) -> None:
        self.found: list[Diagnostic] = []
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
        if diagnostic not in self.found:
            self.found.append(diagnostic)

    @property
    def failed(self) -> bool:
        return any(d.severity == ERROR for d in self.found)
