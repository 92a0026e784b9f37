"""Batches kept between runs, so that a run that was stopped goes on where it was.

Each batch is one transaction of a Store.
"""

from __future__ import annotations

import json
import time
import zlib
from pathlib import Path

from qedeck.simulation.batches import Batch
from qedeck.simulation.ledger import Ledger
from qedeck.simulation.tally import Tally, tally_of
from qedeck.spec.files import cache_folder
from qedeck.spec.store import Store

OLD = 60 * 24 * 3600
"""Seconds after which a batch is forgotten."""
_TABLE = """create table if not exists batches (key text, first text, count integer, made real not null,
  tally blob not null, primary key (key, first, count))"""


def default_path() -> Path:
    return cache_folder() / "simulations.sqlite"


class KeptBatches(Store):
    """The batches of earlier runs, by the key of their table. Seeds are written as text: they may have 64 bits."""

    def __init__(self, path: Path | None = None) -> None:
        super().__init__(path or default_path(), _TABLE)
        with self.opened() as rows:
            rows.execute("delete from batches where made < ?", (time.time() - OLD,))

    def fill(self, key: str, ledger: Ledger) -> None:
        """Enter what earlier runs left, the largest batches first."""
        found: list[tuple[str, int, bytes]] = []
        with self.opened() as rows:
            found = rows.execute("select first, count, tally from batches where key = ? order by count desc", (key,))
        for first, count, text in found:
            try:
                data = json.loads(zlib.decompress(text))
                tally = tally_of(data | {"needed": data["needed"]})  # else of an earlier qedeck: played again
                ledger.add(Batch(int(first), count), tally)
            except (ValueError, KeyError, TypeError, zlib.error):
                continue  # not ours, or broken: those games are played again

    def put(self, key: str, batch: Batch, tally: Tally) -> None:
        with self.opened() as rows:
            rows.execute("insert or replace into batches values (?, ?, ?, ?, ?)", _row(key, batch, tally))

    def tidy(self, key: str, ledger: Ledger) -> None:
        """Neighbouring batches become one."""
        with self.opened() as rows:
            inside = [
                (key, first, count)
                for first, count in rows.execute("select first, count from batches where key = ?", (key,))
                if ledger.wanted.first <= int(first) and int(first) + count <= ledger.wanted.end
            ]
            rows.executemany("delete from batches where key = ? and first = ? and count = ?", inside)
            merged = [_row(key, batch, tally) for batch, tally in ledger.spans()]
            rows.executemany("insert or replace into batches values (?, ?, ?, ?, ?)", merged)


def _row(key: str, batch: Batch, tally: Tally) -> tuple[str, str, int, float, bytes]:
    text = zlib.compress(json.dumps(tally.data(), ensure_ascii=False).encode("utf-8", "surrogatepass"))
    return key, str(batch.first), batch.count, time.time(), text
