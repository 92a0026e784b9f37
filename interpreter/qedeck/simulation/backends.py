"""Which program plays a batch: the compiled engine, or the reference. The same seeds give the same games.

The engine plays random players, and usual ones if they sit at all seats. It watches tricks, and clauses that do
something; what is asked is watched by the reference, which plays some of the same games once more. So every run also
compares the two.
"""

from __future__ import annotations

import atexit
import threading
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from qedeck.interpreter.watchable import at_work
from qedeck.simulation.batches import Batch, play_batch
from qedeck.simulation.leaning import leaning
from qedeck.simulation.preferences import Preferences
from qedeck.simulation.seats import USUAL
from qedeck.simulation.table import Table
from qedeck.simulation.tally import ENDED, Outcome, Tally
from qedeck.spec import core as c

if TYPE_CHECKING:
    from qedeck.engine import Engine
    from qedeck.engine.stepper import Stepper


class EngineError(ValueError):
    """The engine that was asked for cannot play this."""


def backend(engine: str, table: Table) -> str:
    """fast or reference, for auto whichever can; EngineError if it was asked for by name and cannot."""
    if engine == "reference":
        return "reference"
    why = "it plays random and usual players only" if table.seats and not alike(table) else _unfit(table)
    if why and engine == "fast":
        raise EngineError(f"the compiled engine cannot play this: {why}; use --engine reference")
    return "reference" if why else "fast"


def alike(table: Table) -> Preferences | None:
    """The usual player who sits at every seat; None if there are others, or none."""
    usual = table.seats.get(USUAL)
    return usual if isinstance(usual, Preferences) and len(table.seats) == 1 else None


def _unfit(table: Table) -> str:
    """Why the engine cannot play at this table; empty if it can."""
    from qedeck.engine import Unfit

    try:
        _engine(table).playouts(table.fixed, 0, 1, table.limit, table.watch)
    except Unfit as unfit:
        return str(unfit)
    return ""


def stepper_of(engine: str, table: Table) -> Stepper | None:
    """The engine one move at a time, where it can; None: the reference has to do it."""
    return _engine(table).stepper(table.fixed) if backend(engine, table) == "fast" else None


def timed_batch(table: Table, batch: Batch, engine: str) -> tuple[Tally, float]:
    """A batch, and how many seconds it took."""
    start = time.monotonic()
    tally = fast_batch(table, batch) if engine == "fast" else play_batch(table, batch)
    return tally, time.monotonic() - start


class _Ready(threading.local):
    """Engines of earlier batches. A compiled game belongs to one thread."""

    def __init__(self) -> None:
        self.engines: dict[str, Engine] = {}


_READY = _Ready()
# Compiled code must go before what it was compiled with does.
atexit.register(lambda: _READY.engines.clear())


def _engine(table: Table) -> Engine:
    from qedeck.engine import Engine

    ready = _READY.engines
    if table.key not in ready:
        while len(ready) >= 8:
            del ready[next(iter(ready))]
        usual = alike(table)
        ready[table.key] = Engine(table.core if usual is None else leaning(table.core, usual))
    return ready[table.key]


def fast_batch(table: Table, batch: Batch) -> Tally:
    """Play it by the engine; what the engine does not say of a stuck game is found by playing it again."""
    from qedeck.engine import KINDS

    engine = _engine(table)
    found = engine.playouts(table.fixed, batch.first, batch.count, table.limit, table.watch)
    core, tally = table.core, Tally(batch.count)
    stuck = KINDS.index("stuck")
    keys = list(zip(found.kinds, found.endings, found.sites, strict=True))
    if stuck in found.kinds:
        stepper = engine.stepper(table.fixed)
        for place, kind in enumerate(found.kinds):
            if kind == stuck:
                state, _, _ = stepper.random_game(batch.first + place, table.limit)
                keys[place] = stuck, -1, state.node
    first = dict(zip(reversed(keys), range(batch.end - 1, batch.first - 1, -1), strict=True))
    outcomes: dict[tuple[int, int, int], Outcome] = {}
    for key in first:
        kind, ending, site = key
        name = KINDS[kind]
        if name == "over":
            outcomes[key] = Outcome(core.endings[ending].result, core.endings[ending].name)
        elif name == "stuck":
            outcomes[key] = Outcome(name, clause=core.nodes[site].clause or core.nodes[site].name)
        elif name == "undefined":
            code, clause, _ = found.places[site - 1]
            outcomes[key] = Outcome(name, code=code, clause=clause)
        else:
            outcomes[key] = Outcome(name)
    for key, games in Counter(keys).items():
        outcome = outcomes[key]
        tally.outcomes[outcome] += games
        tally.first[outcome] = min(first[key], tally.first.get(outcome, first[key]))
    for mask, games in Counter(found.winners).items():
        if mask:
            tally.winners[tuple(seat + 1 for seat in range(mask.bit_length()) if mask >> seat & 1)] += games
    ended = {key for key, outcome in outcomes.items() if outcome.kind in ENDED}
    tally.lengths = Counter(made for key, made in zip(keys, found.decisions, strict=True) if key in ended)
    if table.watch:
        tally.watched = batch.count
        tally.clauses = Counter({name: games for name, games in found.clauses.items() if games})
        tally.played, tally.took = _by_name(core, found.played), _by_name(core, found.won)
    return tally


def _by_name(core: c.Core, counts: Mapping[str, Sequence[int]]) -> Counter[str]:
    named, members = Counter[str](), {zone.cards.name: zone.cards.members for zone in core.zones.values()}
    for cards, row in counts.items():
        named.update({name: n for name, n in zip(members[cards], row, strict=True) if n})
    return named


def differences(table: Table, batch: Batch, watched: Tally) -> list[str]:
    """What the engine says otherwise of games that the reference has played; empty where they are the same."""
    fast = fast_batch(table, batch)
    names = ["games", "outcomes", "first", "winners", "lengths"]
    wrong = [name for name in names if getattr(fast, name) != getattr(watched, name)]
    if not watched.watched or not fast.watched or any(outcome.kind == "endless" for outcome in fast.outcomes):
        return wrong  # of an endless game the two see more or less
    done = at_work(table.core)
    clauses = {name: games for name, games in watched.clauses.items() if name in done}
    same = (fast.played, fast.took, fast.clauses) == (watched.played, watched.took, clauses)
    return wrong + ([] if same else ["what was watched"])
