"""The live line of a long run: which questions are being asked, and about how long it will take."""

from __future__ import annotations

import shutil
import sys
import time
from typing import TYPE_CHECKING, TextIO

from qedeck.commands.outlet import painted
from qedeck.spec.escapes import escaped
from qedeck.spec.plain import counted

if TYPE_CHECKING:
    from qedeck.proofs.portfolio import Question


SELDOM = 60.0
"""Seconds between two lines of a long run that nobody watches on a terminal."""


class Live:
    """A line that is written over and over. Only on a terminal; elsewhere there is none."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = stream or sys.stderr
        self.live = self.stream.isatty()

    def write(self, text: str) -> None:
        if not self.live:
            return
        from rich.cells import set_cell_size

        width = shutil.get_terminal_size().columns - 1
        painted(f"\r{set_cell_size(escaped(text), width).rstrip()}\x1b[K", self.stream)
        self.stream.flush()

    def clear(self) -> None:
        if self.live:
            painted("\r\x1b[K", self.stream)
            self.stream.flush()


class Progress(Live):
    """What `verify` is doing."""

    def __init__(self, asked: int, jobs: int, stream: TextIO | None = None) -> None:
        super().__init__(stream)
        self.total, self.jobs = asked, max(1, jobs)
        self.estimates: dict[Question, float] = {}
        """Seconds that questions took in earlier runs."""
        self.waiting: set[Question] = set()
        self.running: dict[Question, float] = {}
        self.took: list[float] = []
        self.said = time.monotonic()
        self.done = 0

    def expect(self, asked: list[Question], estimates: dict[Question, float]) -> None:
        self.waiting, self.estimates = set(asked), estimates

    def begun(self, question: Question) -> None:
        self.waiting.discard(question)
        self.running[question] = time.monotonic()

    def answered(self, question: Question, seconds: float | None) -> None:
        """A verdict is there; `seconds` is None where nobody was asked."""
        self.waiting.discard(question)
        self.running.pop(question, None)
        self.done += 1
        if seconds is not None:
            self.took.append(seconds)
        self.clear()

    def about(self, question: Question) -> float:
        """How long a question takes: as in an earlier run, else as the others did, else as long as it may."""
        if question in self.estimates:
            return self.estimates[question]
        return sum(self.took) / len(self.took) if self.took else question.seconds

    def left(self, now: float) -> float:
        """About how many seconds the rest takes."""
        under_way = [max(0.0, self.about(q) - (now - since)) for q, since in self.running.items()]
        rest = sum(self.about(question) for question in self.waiting)
        return max([(sum(under_way) + rest) / self.jobs, *under_way])

    def line(self, now: float) -> str:
        """What matters most comes first: a narrow terminal cuts off the end."""
        parts = [f"{self.done} of {self.total}, about {_long(self.left(now))} to go"]
        for question, since in self.running.items():
            name = f"{question.property}, {counted(question.players, 'player')}"
            parts.append(f"{name}: {now - since:.0f} of about {max(1.0, self.about(question)):.0f} s")
        return " | ".join(parts)

    def show(self) -> None:
        now = time.monotonic()
        if not self.running:
            return
        if self.live:
            self.write(self.line(now))
        elif now - self.said >= SELDOM:
            self.said = now
            print(self.line(now), file=self.stream, flush=True)


def _long(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"
