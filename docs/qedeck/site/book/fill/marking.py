"""Beside a rule: the promises that rest on it with their grades, and the mark in the margin."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from qedeck.site.book.answers import Point, Promise
from qedeck.site.book.fill.desk import Desk
from qedeck.site.book.prose import anchor_of
from qedeck.site.book.rules import Mark, MarkKind, Need
from qedeck.site.book.words.grades import MARKS
from qedeck.spec import tree as t

_GRADED: tuple[tuple[MarkKind, frozenset[str]], ...] = (
    ("refuted", frozenset({"refuted"})),
    ("proved", frozenset({"proved", "proved by default"})),
    ("shown", frozenset({"shown", "refuted as expected"})),
    ("stale", frozenset({"stale"})),
)
"""From the first that applies to any promise: a mark says what is known, `needed_by` says all of it."""


@dataclass(frozen=True)
class Margin:
    """What stands beside rules."""

    desk: Desk
    promises: tuple[Promise, ...]
    points: tuple[Point, ...]

    @cached_property
    def _resting(self) -> dict[str, list[Need]]:
        """For each rule the promises that need it: seen to use it, or about what it encodes."""
        found: dict[str, list[Need]] = {}
        cites = {anchor_of(name): set(self.desk.clauses[name].cites) for name in self.desk.anchored}
        for promise in self.promises:
            used = {anchor for claim in promise.claims for answer in claim.answers for anchor in answer.used}
            about = {one for one in promise.cites if "-P-" not in one}
            for anchor, encoded in cites.items():
                if anchor in used or about & encoded:
                    found.setdefault(anchor, []).append(Need(promise.anchor, promise.grade, anchor in used))
        return found

    def needed_by(self, anchor: str) -> tuple[Need, ...]:
        return tuple(sorted(self._resting.get(anchor, ()), key=lambda need: not need.used))

    def mark(self, name: str, readings: tuple[str, ...]) -> Mark:
        """Open if it can be read in two ways that may make a difference; else by what was recorded."""
        anchor, ja = anchor_of(name), self.desk.ja
        open_ = tuple(one for one in readings if one not in self._harmless)
        if open_:
            ways = max(self._ways[one] for one in open_)
            return Mark("open", self._open(ways, len(open_)), open_)
        needs = self.needed_by(anchor)
        for kind, grades in _GRADED:
            found = tuple(need.promise for need in needs if need.grade in grades)
            if found:
                return Mark(kind, MARKS[kind][ja], (), found)
        return Mark("nothing", "")

    def _open(self, ways: int, points: int) -> str:
        numbers = {2: "two", 3: "three", 4: "four"}
        if points > 1:
            return f"未確定：{points}か所" if self.desk.ja else f"open in {numbers.get(points, points)} points"
        said = MARKS["open"][self.desk.ja]
        return said.format(ways if self.desk.ja else numbers.get(ways, ways))

    @cached_property
    def _ways(self) -> dict[str, int]:
        parts = ((name, self.desk.written[name]) for name in self.desk.rules)
        return {anchor_of(name): len(part.alternatives) for name, part in parts if isinstance(part, t.Reading)}

    @cached_property
    def _harmless(self) -> frozenset[str]:
        """Readings that were proved to make no difference to the whole game, at every player count."""
        counts = set(self.desk.game.players)
        return frozenset(
            point.anchor for point in self.points
            if point.kind == "reading" and counts <= {one.players for one in point.partings if one.same and not one.on}
        )
