"""Batches kept between runs, so that a run that was stopped goes on where it was.

One SQLite file in the user's cache folder, each batch one transaction. Whatever is wrong with the file, nothing is
raised: `trouble` says what, and from then on nothing is kept.
"""

from __future__ import annotations

import json
import sqlite3
import time
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from qedeck.simulation.batches import Batch
from qedeck.simulation.ledger import Ledger
from qedeck.simulation.tally import Tally, tally_of
from qedeck.spec.files import cache_folder

OLD = 60 * 24 * 3600
"""Seconds after which a batch is forgotten."""
PATIENCE = 20.0
"""Seconds to wait for another run that is writing."""
_TABLE = """create table if not exists batches (key text, first text, count integer, made real not null,
  tally blob not null, primary key (key, first, count))"""


def default_path() -> Path:
    return cache_folder() / "simulations.sqlite"


class KeptBatches:
    """The batches of earlier runs, by the key of their table. Seeds are written as text: they may have 64 bits."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or default_path()
        self.trouble = ""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            self.trouble = str(error.strerror or error)
        with self._open() as file:
            if file is not None:
                file.execute(_TABLE)
                file.execute("delete from batches where made < ?", (time.time() - OLD,))

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection | None]:
        if self.trouble:
            yield None
            return
        try:
            with closing(sqlite3.connect(self.path, timeout=PATIENCE)) as opened, opened:
                yield opened
        except sqlite3.Error as error:
            self.trouble = str(error)

    def fill(self, key: str, ledger: Ledger) -> None:
        """Enter what earlier runs left, the largest batches first."""
        found: list[tuple[str, int, bytes]] = []
        with self._open() as file:
            if file is not None:
                asked = "select first, count, tally from batches where key = ? order by count desc"
                found = file.execute(asked, (key,)).fetchall()
        for first, count, text in found:
            try:
                tally = tally_of(json.loads(zlib.decompress(text)))
                ledger.add(Batch(int(first), count), tally)
            except (ValueError, KeyError, TypeError, zlib.error):
                continue  # not ours, or broken: those games are played again

    def put(self, key: str, batch: Batch, tally: Tally) -> None:
        with self._open() as file:
            if file is not None:
                file.execute("insert or replace into batches values (?, ?, ?, ?, ?)", _row(key, batch, tally))

    def tidy(self, key: str, ledger: Ledger) -> None:
        """Neighbouring batches become one."""
        with self._open() as file:
            if file is not None:
                inside = [
                    (key, first, count)
                    for first, count in file.execute("select first, count from batches where key = ?", (key,))
                    if ledger.wanted.first <= int(first) and int(first) + count <= ledger.wanted.end
                ]
                file.executemany("delete from batches where key = ? and first = ? and count = ?", inside)
                rows = [_row(key, batch, tally) for batch, tally in ledger.spans()]
                file.executemany("insert or replace into batches values (?, ?, ?, ?, ?)", rows)


def _row(key: str, batch: Batch, tally: Tally) -> tuple[str, str, int, float, bytes]:
    text = zlib.compress(json.dumps(tally.data(), ensure_ascii=False).encode("utf-8", "surrogatepass"))
    return key, str(batch.first), batch.count, time.time(), text
