"""A run of many games: a table and how many in; a ledger out, filled as batches come back.

Batches are cut as the run goes, so that each takes about a second wherever it is played. Work that was lost with its
worker is given out again; a batch that comes back twice counts once.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field
from math import inf

from qedeck.simulation.backends import backend, timed_batch
from qedeck.simulation.batches import Batch
from qedeck.simulation.crews import LOST, Crew, crew_of
from qedeck.simulation.kept import KeptBatches
from qedeck.simulation.ledger import Ledger
from qedeck.simulation.seats import Player
from qedeck.simulation.table import Table, table_of
from qedeck.simulation.tally import Tally
from qedeck.spec.game import Game

LONG = 1.0
"""Seconds that a batch should take."""
PILOT = 1.5
"""Seconds of playing here before others are asked to help: short runs need no processes."""
TICK = 0.25
GROWTH = 6
TRIES = 5
"""How often one batch may be lost."""


@dataclass
class Run:
    """Some games at one table, and who plays them."""

    table: Table
    ledger: Ledger
    crew: Crew
    engine: str = "reference"
    kept: KeptBatches | None = None
    tick: Callable[[], None] = lambda: None
    """Called now and then, and after each batch."""
    pilot: float = PILOT
    """Seconds to play here first."""
    rate: float = 0.0
    """Games a second that one worker plays."""
    seconds: float | None = None
    """After so long no more batches are begun."""
    _losses: dict[Batch, int] = field(default_factory=dict)
    _until: float = inf

    @property
    def key(self) -> str:
        """Under which batches are kept: the engine does not watch all that the reference watches."""
        return f"{self.table.key} fast" if self.engine == "fast" and self.table.watch else self.table.key

    def play(self) -> None:
        """All that is missing. KeyboardInterrupt leaves the ledger with what was done so far."""
        cutter = _Cutter(self.ledger.gaps())
        self._until = inf if self.seconds is None else time.monotonic() + self.seconds
        try:
            self._here(cutter)
            self._together(cutter)
        finally:
            if self.kept is not None:
                self.kept.tidy(self.key, self.ledger)

    def _here(self, cutter: _Cutter) -> None:
        until = time.monotonic() + self.pilot
        while time.monotonic() < min(until, self._until):
            batch = cutter.next(self._size(cutter, LONG / 4))
            if batch is None:
                return
            self._enter(batch, *timed_batch(self.table, batch, self.engine))
            # Not worth a process that has to start first.
            if self.rate and cutter.left / self.rate < self.pilot:
                until = time.monotonic() + 2 * self.pilot

    def _together(self, cutter: _Cutter) -> None:
        under_way: dict[Future[tuple[Tally, float]], Batch] = {}
        try:
            while True:
                while len(under_way) < 2 * self.crew.size and time.monotonic() < self._until:
                    batch = cutter.next(self._size(cutter, LONG))
                    if batch is None:
                        break
                    under_way[self._submit(batch)] = batch
                if not under_way:
                    return
                done, _ = wait(under_way, TICK, FIRST_COMPLETED)
                for future in done:
                    self._returned(under_way.pop(future), future, cutter)
                self.tick()
        finally:
            for future, batch in under_way.items():
                if future.done() and not future.cancelled() and future.exception() is None:
                    self._enter(batch, *future.result())

    def _submit(self, batch: Batch) -> Future[tuple[Tally, float]]:
        key = f"{self.table.key[:24]}-{self.engine}-{batch.first}-{batch.count}"
        return self.crew.submit(key, timed_batch, self.table, batch, self.engine)

    def _returned(self, batch: Batch, future: Future[tuple[Tally, float]], cutter: _Cutter) -> None:
        try:
            found = future.result()
        except LOST:
            self._losses[batch] = self._losses.get(batch, 0) + 1
            if self._losses[batch] > TRIES:
                raise
            self.crew.renew()
            cutter.back(batch)
            return
        self._enter(batch, *found)

    def _enter(self, batch: Batch, tally: Tally, seconds: float) -> None:
        if not self.ledger.add(batch, tally):
            return
        rate = batch.count / max(seconds, 1e-6)
        self.rate = rate if not self.rate else 0.7 * self.rate + 0.3 * rate
        if self.kept is not None:
            self.kept.put(self.key, batch, tally)
        self.tick()

    def _size(self, cutter: _Cutter, seconds: float) -> int:
        """As many games as take about so long; no more than an even share of what is left."""
        share = -(-cutter.left // self.crew.size)
        wanted = max(1, int(self.rate * seconds))
        cutter.largest = min(wanted, max(1, cutter.largest * GROWTH))
        return max(1, min(cutter.largest, share))


def simulate(
    game: Game,
    players: int,
    games: int,
    seed: int = 0,
    settings: Mapping[str, object] | None = None,
    seats: Mapping[int, Player] | None = None,
    executor: Executor | str = "processes",
    engine: str = "auto",
) -> Tally:
    """So many games, seeds counting up: the front door for programs. An executor that is handed in stays open."""
    table = table_of(game, players, settings, seats)
    chosen = backend(engine, table)
    own = isinstance(executor, str)
    crew = crew_of(executor) if isinstance(executor, str) else Crew(lambda: executor, os.cpu_count() or 1)
    ledger = Ledger(Batch(seed, games))
    try:
        Run(table, ledger, crew, chosen, pilot=PILOT if executor == "processes" else 0.0).play()
    finally:
        if own:
            crew.close()
    return ledger.tally


class _Cutter:
    """Seeds that nobody plays yet, cut into batches from the front."""

    def __init__(self, gaps: list[Batch]) -> None:
        self.gaps = gaps[::-1]
        self.again: list[Batch] = []
        self.largest = 1

    @property
    def left(self) -> int:
        return sum(batch.count for batch in (*self.gaps, *self.again))

    def next(self, size: int) -> Batch | None:
        if self.again:
            return self.again.pop()
        if not self.gaps:
            return None
        gap = self.gaps.pop()
        if gap.count > size:
            self.gaps.append(Batch(gap.first + size, gap.count - size))
        return Batch(gap.first, min(size, gap.count))

    def back(self, batch: Batch) -> None:
        self.again.append(batch)


def progress(run: Run, since: float, before: int) -> Iterator[str]:
    """How far a run is, and about how long it takes; `before` games were there when it began."""
    done, wanted = run.ledger.games, run.ledger.wanted.count
    yield f"{done:,} of {wanted:,} games"
    new, spent = done - before, time.monotonic() - since
    if new and spent > 0.5:
        yield f"{new / spent:,.0f} a second"
        yield f"about {_long((wanted - done) * spent / new)} to go"


def _long(seconds: float) -> str:
    return (
        f"{seconds:.0f} s"
        if seconds < 90
        else f"{seconds / 60:.0f} min"
        if seconds < 5400
        else f"{seconds / 3600:.1f} h"
    )
