"""What counts mean: rates with their intervals, lengths with their quantiles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist


@dataclass(frozen=True, slots=True)
class Rate:
    """So many out of so many, and where the true share lies, 95 times of 100 (Wilson)."""

    count: int
    of: int

    @property
    def share(self) -> float:
        return self.count / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return self.within(1)

    def within(self, rates: int) -> tuple[float, float]:
        """The interval where so many rates are looked at: all of them lie in theirs, 95 times of 100 (Bonferroni)."""
        if not self.of:
            return 0.0, 1.0
        n, p = self.of, self.share
        z = NormalDist().inv_cdf(1 - 0.025 / rates)
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        # At the ends the square root is not quite what it should be.
        return (0.0 if self.count == 0 else middle - half), (1.0 if self.count == n else middle + half)


@dataclass(frozen=True, slots=True)
class Lengths:
    """How long games are, from how many there are of each length."""

    counts: Mapping[int, int]

    @property
    def games(self) -> int:
        return sum(self.counts.values())

    @property
    def mean(self) -> float:
        return sum(length * n for length, n in self.counts.items()) / self.games

    @property
    def deviation(self) -> float:
        mean = self.mean
        return sqrt(sum(n * (length - mean) ** 2 for length, n in self.counts.items()) / self.games)

    def quantile(self, share: float) -> int:
        """The shortest length that at least this share of the games does not exceed."""
        seen = 0
        for length in sorted(self.counts):
            seen += self.counts[length]
            if seen >= share * self.games:
                return length
        raise ValueError("no games")

    def histogram(self, most: int = 12) -> list[tuple[int, int, int]]:
        """From, to, how many games: at most so many classes, all equally wide."""
        low, high = min(self.counts), max(self.counts)
        width = -(-(high - low + 1) // most)
        classes = []
        for start in range(low, high + 1, width):
            end = start + width - 1
            classes.append((start, min(end, high), sum(n for k, n in self.counts.items() if start <= k <= end)))
        return classes
