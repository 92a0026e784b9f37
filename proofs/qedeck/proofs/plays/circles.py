"""What a game that was explored says about the length of its plays: circles, the longest play, how many there are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from qedeck.proofs.plays.explore import Explored
from qedeck.proofs.plays.sample import Spot, Taken


@dataclass(frozen=True, slots=True)
class Circle:
    """A play that comes back: its spot, and after how many decisions the circle begins."""

    spot: Spot
    since: int


def circle(explored: Explored) -> Circle | None:
    """A circle of few decisions, early in a play; None if no play can come back to where it was."""
    alone = next((number for number in range(explored.positions) if explored.end(number) == "long"), None)
    if alone is not None:
        path = explored.path(alone)
        return Circle(explored.played(alone, path), len(path))
    left = set(range(explored.positions)).difference(_in_order(explored))
    for number in sorted(left):
        steps = _round(explored, number)
        if steps is not None:
            stem = explored.path(number)
            return Circle(explored.played(number, [*stem, *steps]), len(stem))
    return None


def longest(explored: Explored, counts: Callable[[int], bool]) -> int:
    """The most decisions in one play at nodes that count; there must be no circle."""
    most = [0] * explored.positions
    for number in reversed(list(_in_order(explored))):
        _, node, _ = explored.table(number)
        here = node is not None and counts(node)
        most[number] = max((here + most[after] for after in explored.onward[number]), default=0)
    return max(most[: explored.starts], default=0)


def plays(explored: Explored, ends: Callable[[int], bool]) -> int:
    """How many different plays come to an end of this kind; there must be no circle."""
    ways = [0] * explored.positions
    for number in reversed(list(_in_order(explored))):
        onward = explored.onward[number]
        ways[number] = sum(ways[after] for after in onward) if onward else int(ends(number))
    return sum(ways[: explored.starts])


def _in_order(explored: Explored) -> Iterator[int]:
    """The positions that no circle leads to, each after all that lead to it."""
    before = [0] * explored.positions
    for onward in explored.onward:
        for after in onward:
            before[after] += 1
    ready = [number for number, count in enumerate(before) if not count]
    while ready:
        number = ready.pop()
        yield number
        for after in explored.onward[number]:
            before[after] -= 1
            if not before[after]:
                ready.append(after)


def _round(explored: Explored, start: int) -> list[Taken] | None:
    """The shortest way from a position back to it."""
    came: dict[int, tuple[int, int]] = {}
    waiting = [start]
    for number in waiting:
        for choice, after in enumerate(explored.onward[number]):
            if after not in came:
                came[after] = number, choice
                waiting.append(after)
        if start in came:
            break
    if start not in came:
        return None
    steps, number = list[Taken](), start
    while not steps or number != start:
        before, choice = came[number]
        steps.append(explored.step(before, choice))
        number = before
    return steps[::-1]
