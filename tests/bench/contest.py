"""Two programs that do the same, measured side by side: sides in, a ratio out.

Machines slow down and speed up, and other programs come and go. So seconds are those of the processor, the two
take turns, each ratio is of two runs next to each other, and the median counts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import TypeAlias

Side: TypeAlias = Callable[[float], float]
"""For about so many seconds of the processor: how many were done in one of them."""


class Unavailable(Exception):
    """A side cannot be measured here, and why."""


@dataclass(frozen=True, slots=True)
class Contest:
    """One line of the table. `ready` makes the two sides, which may take a while and may fail."""

    what: str
    unit: str
    against: str
    target: float | None
    ready: Callable[[], tuple[Side, Side]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Rates and their ratio, or why there are none."""

    contest: Contest
    ours: float = 0.0
    theirs: float = 0.0
    ratio: float = 0.0
    low: float = 0.0
    high: float = 0.0
    missing: str = ""

    @property
    def reached(self) -> bool | None:
        """None where there is no target, or nothing was measured."""
        if self.missing or self.contest.target is None:
            return None
        return self.ratio >= self.contest.target


def held(contest: Contest, rounds: int, seconds: float) -> Outcome:
    """So many rounds, each side for about so many seconds in each."""
    try:
        ours, theirs = contest.ready()
        pairs = [(ours(seconds), theirs(seconds)) for _ in range(rounds)]
    except Unavailable as why:
        return Outcome(contest, missing=str(why))
    ratios = [mine / other for mine, other in pairs]
    mine, other = (median(side) for side in zip(*pairs, strict=True))
    return Outcome(contest, mine, other, median(ratios), min(ratios), max(ratios))


def batched(run: Callable[[int], float]) -> Side:
    """A side from what does a batch and says how much that was: batches grow until they fill the time."""
    size = 0

    def side(seconds: float) -> float:
        nonlocal size
        if not size:
            run(1)  # what is made once and kept is made now
            size = 1
        while True:
            before = process_time()
            done = run(size)
            spent = process_time() - before
            if spent >= seconds / 2:
                return done / spent
            size = max(size + 1, int(size * min(10.0, 1.1 * seconds / max(spent, 1e-6))))

    return side
