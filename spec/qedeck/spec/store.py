"""What is kept between runs: one SQLite file in the user's cache folder.

Each use is one transaction on a connection of its own, so a run that is killed loses nothing but what it was just
writing, several runs may share the file, and worker processes inherit no connection. Whatever is wrong with the file,
nothing is raised: `trouble` says what, and from then on nothing is kept.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PATIENCE = 20.0
"""Seconds to wait for another run that is writing."""


@dataclass(frozen=True, slots=True)
class Rows:
    """An open file; or none, and then there is nothing in it."""

    opened: sqlite3.Connection | None

    def execute(self, asked: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        return [] if self.opened is None else self.opened.execute(asked, values).fetchall()

    def executemany(self, asked: str, values: Iterable[tuple[object, ...]]) -> None:
        if self.opened is not None:
            self.opened.executemany(asked, values)


class Store:
    """One file, made with its tables where there is none."""

    def __init__(self, path: Path, *tables: str) -> None:
        self.path = path
        self.trouble = ""
        """Why nothing can be kept; empty if all is well."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as error:
            self.trouble = str(getattr(error, "strerror", None) or error)
        with self.opened() as rows:
            for table in tables:
                rows.execute(table)

    @contextmanager
    def opened(self) -> Iterator[Rows]:
        """One transaction."""
        connection = self._connect()
        if connection is None:
            yield Rows(None)
            return
        try:
            with closing(connection), connection:
                yield Rows(connection)
        except sqlite3.Error as error:
            self.trouble = str(error)

    def _connect(self) -> sqlite3.Connection | None:
        if self.trouble:
            return None
        try:
            return sqlite3.connect(self.path, timeout=PATIENCE)
        except sqlite3.Error as error:
            self.trouble = str(error)
            return None
