"""Which program plays a batch: the compiled engine, or the reference. The same seeds give the same games."""

from __future__ import annotations

import time

from qedeck.simulation.batches import Batch, play_batch
from qedeck.simulation.table import Table
from qedeck.simulation.tally import Tally


class EngineError(ValueError):
    """The engine that was asked for cannot play this."""


def backend(engine: str, table: Table) -> str:
    """fast or reference, for auto whichever can; EngineError if it was asked for by name and cannot."""
    if engine == "fast":
        raise EngineError("there is no compiled engine here: use --engine reference")
    return "reference"


def timed_batch(table: Table, batch: Batch, engine: str) -> tuple[Tally, float]:
    """A batch, and how many seconds it took."""
    start = time.monotonic()
    tally = play_batch(table, batch)
    return tally, time.monotonic() - start
