"""Which seeds have been played, and what came of them. A seed counts once, however often it is played."""

from __future__ import annotations

from bisect import bisect_left

from qedeck.simulation.batches import Batch
from qedeck.simulation.tally import Tally, total


class Ledger:
    """The games that are wanted, and those that are there."""

    def __init__(self, wanted: Batch) -> None:
        self.wanted = wanted
        self._done: list[Batch] = []
        """In order, and none of them overlaps another."""
        self._tallies: dict[Batch, Tally] = {}

    @property
    def games(self) -> int:
        return sum(batch.count for batch in self._done)

    @property
    def tally(self) -> Tally:
        return total(self._tallies.values())

    def add(self, batch: Batch, tally: Tally) -> bool:
        """Enter a batch. False, and nothing changes, if one of its seeds is there already or is not wanted."""
        at = bisect_left(self._done, batch)
        before = self._done[at - 1].end if at else self.wanted.first
        after = self._done[at].first if at < len(self._done) else self.wanted.end
        if batch.first < before or batch.end > after or batch.count < 1 or tally.games != batch.count:
            return False
        self._done.insert(at, batch)
        self._tallies[batch] = tally
        return True

    def gaps(self) -> list[Batch]:
        """The seeds that are still to be played."""
        found, at = [], self.wanted.first
        for batch in self._done:
            if batch.first > at:
                found.append(Batch(at, batch.first - at))
            at = batch.end
        if at < self.wanted.end:
            found.append(Batch(at, self.wanted.end - at))
        return found

    def spans(self) -> list[tuple[Batch, Tally]]:
        """The same, with neighbours put together."""
        runs: list[list[Batch]] = []
        for batch in self._done:
            if runs and runs[-1][-1].end == batch.first:
                runs[-1].append(batch)
            else:
                runs.append([batch])
        return [
            (Batch(run[0].first, run[-1].end - run[0].first), total(self._tallies[batch] for batch in run))
            for run in runs
        ]
