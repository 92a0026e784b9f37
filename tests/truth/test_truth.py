"""What is said of random claims about random games is true: a few hundred of them, or very many."""

from __future__ import annotations

import time
from collections import Counter

import pytest

from .hunt import Mistake, Tally, hunt, spread
from .shrink import shrunk


def told(mistakes: list[Mistake]) -> str:
    """The first of them, in as few lines as it takes."""
    return f"{len(mistakes)} mistakes, the first of them:\n{shrunk(mistakes[0]).told()}" if mistakes else ""


def test_two_hundred_pairs() -> None:
    """The same ones each time, so that this fails for what was changed and for nothing else."""
    tally = hunt(2, 200)
    assert not tally.mistakes, told(tally.mistakes)
    _every_way(tally, 40)


@pytest.mark.slow
def test_very_many_pairs() -> None:
    """New ones each time. What is wrong is told with the name of its game, by which it can be drawn again."""
    seed, tally = int(time.time()), Tally()
    print(f"python -m tests.truth --seed {seed} --pairs 20000")
    for part in spread(seed, 20_000):
        assert not part.mistakes, f"seed {seed}: {told(part.mistakes)}"
        tally += part
    _every_way(tally, 4_000)


def _every_way(tally: Tally, least: int) -> None:
    """The hunt asks something: many claims that are true and many that are not, and much of it is decided."""
    asked: Counter[tuple[str, str]] = Counter()
    for (_, holds, grade), count in tally.said.items():
        asked[holds, grade] += count
    for holds, grades in (("true", ("PROVED_SIZES", "VACUOUS", "SHOWN")), ("false", ("REFUTED", "UNKNOWN"))):
        assert sum(count for (truth, _), count in asked.items() if truth == holds) >= least, asked
        assert all(asked[holds, grade] for grade in grades), asked
