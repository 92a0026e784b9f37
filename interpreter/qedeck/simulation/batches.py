"""A batch of games: a table and some seeds in, a tally out, the same wherever and whenever it is played."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from qedeck.interpreter.events import Result
from qedeck.interpreter.play import Endless, Play
from qedeck.interpreter.position import Rules
from qedeck.simulation.seats import play_on
from qedeck.simulation.table import Table
from qedeck.simulation.tally import Outcome, Tally, place_of
from qedeck.simulation.watching import Watcher, watched_rules
from qedeck.spec.texts import Texts


@dataclass(frozen=True, slots=True, order=True)
class Batch:
    """The games with these seeds."""

    first: int
    count: int

    @property
    def end(self) -> int:
        return self.first + self.count


def play_batch(table: Table, batch: Batch) -> Tally:
    """Play them, by the reference."""
    rules, watcher = _rules(table)
    tally = Tally()
    if watcher is not None:
        watcher.played.clear()
        watcher.took.clear()
    for seed in range(batch.first, batch.end):
        if watcher is not None:
            watcher.seen.clear()
            watcher.needed.clear()
        play, made, endless = Play(rules, seed), 0, False
        try:
            play.begin(table.fixed)
            made = play_on(play, table.seats, table.limit)
        except Endless:
            endless = True
        result = play.result
        tally.add(seed, outcome_of(result, endless), result.winners if result else (), made)
        if watcher is not None:
            tally.watched += 1
            tally.asked += 1
            ending = {result.ending} if result and result.ending else set()
            tally.needed.update(map(place_of, watcher.needed))
            tally.clauses.update((watcher.seen | ending) & table.core.clauses.keys())
    if watcher is not None:
        tally.played, tally.took = watcher.played.copy(), watcher.took.copy()
    return tally


def outcome_of(result: Result | None, endless: bool = False) -> Outcome:
    if result is None:
        return Outcome("endless" if endless else "unfinished")
    return Outcome(result.kind, result.ending or "", result.code, result.clause)


class _Ready(threading.local):
    """What was made for earlier batches. A watcher keeps notes, so each thread has its own."""

    def __init__(self) -> None:
        self.rules: dict[str, tuple[Rules, Watcher | None]] = {}


_READY = _Ready()


def _rules(table: Table) -> tuple[Rules, Watcher | None]:
    ready = _READY.rules
    if table.key not in ready:
        while len(ready) >= 8:
            del ready[next(iter(ready))]
        ready[table.key] = watched_rules(table.core) if table.watch else (Rules(table.core, Texts()), None)
    return ready[table.key]
