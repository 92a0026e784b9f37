"""Whether play can come back to where it was, for a search that is complete.

peeling = Peeling(search).run(seconds=10)
peeling.done                     # False: the time was up
peeling.circles, peeling.longest # whether some play can go on for ever; else the most decisions of one play
peeling.lasso(seconds)           # a position on a circle, and the shortest way round: (node, action) after one another
"""

from __future__ import annotations

import time

from qedeck.engine.peel import BACK, COUNT, PEEL, RETURN
from qedeck.engine.search import PORTION, Search

NO_LIMIT = 2**31 - 1


class Peeling:
    """Positions that nothing leads to are taken away, until none is left or all that are left lead round."""

    def __init__(self, search: Search, all_decisions: bool = True) -> None:
        assert search.complete
        self.search = search
        self.all_decisions = all_decisions
        """Or only those of somebody: chance does not count."""
        self.done = self.circles = False
        self.longest = 0
        self.seconds = 0.0

    def run(self, seconds: float) -> Peeling:
        begun = time.monotonic()
        until, call = begun + seconds, self.search.instance.call
        call("unpeeled")
        with _Mode(self.search, COUNT):
            counted = self._pass(until)
        if counted:
            with _Mode(self.search, PEEL):
                call("begin peel")
                self.done = self._peel(until)
        self.circles = self.search.instance.get("gone") < self.search.positions
        self.longest = self.search.instance.get("longest")
        self.seconds = time.monotonic() - begun
        return self

    def _pass(self, until: float) -> bool:
        """Every position expanded once more; False if the time was up."""
        search, visited = self.search, 0
        while visited < search.positions:
            if time.monotonic() > until:
                return False
            end = min(visited + PORTION, search.positions)
            reached: int = search.instance.call("expand", visited, end)
            if reached == visited:
                search.shuffle(visited)
                reached += 1
            visited = reached
        return True

    def _peel(self, until: float) -> bool:
        while time.monotonic() < until:
            reached: int = self.search.instance.call("peel", PORTION, int(self.all_decisions))
            if reached == -1:
                return True
            if reached >= 0:
                self.search.shuffle(reached)
        return False

    def lasso(self, seconds: float) -> tuple[int, list[tuple[int, int]]] | None:
        """A position on a circle, early in a play, and the shortest way from it back to it; None if the time was up."""
        until, before = time.monotonic() + seconds, self.search.instance.call
        with _Mode(self.search, BACK):
            if not self._pass(until):
                return None
        # From any that is left, something that is left leads to it: walking backwards comes to a circle.
        number = next(k for k in range(self.search.positions) if before("before", k))
        seen: dict[int, int] = {}
        while number not in seen:
            seen[number] = len(seen)
            number = -1 - before("before", number)
        start = min(list(seen)[seen[number] :])
        return self._round(start, until - time.monotonic())

    def _round(self, start: int, seconds: float) -> tuple[int, list[tuple[int, int]]] | None:
        away = self.search.beginning_at(start)
        with _Mode(away, RETURN):
            while away.instance.get("back from") < 0 and not away.complete:
                away.run(min(0.05, seconds - away.seconds))
                if away.seconds > seconds:
                    return None
        last = away.instance.get("back from")
        if last < 0:
            return None
        return start, [*away.path(last), (away.node(last), away.instance.get("back by"))]


class _Mode:
    """While edges are met for something else, none is counted and there is always room."""

    def __init__(self, search: Search, mode: int) -> None:
        self.search, self.mode = search, mode

    def __enter__(self) -> None:
        instance = self.search.instance
        self.edges = instance.get("edges")
        instance.set("mode", self.mode)
        if self.mode != RETURN:
            instance.set("most", NO_LIMIT)

    def __exit__(self, *_: object) -> None:
        instance = self.search.instance
        instance.set("mode", 0)
        instance.set("most", self.search.most)
        if self.mode != RETURN:
            instance.set("edges", self.edges)
