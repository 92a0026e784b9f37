"""Searches that were not finished, kept between runs: the next run goes on where the last one was.

One file for each, named after all that it depends on, our own code too. It is written under another name first, so
whoever is killed meanwhile leaves the older one as it was. Whatever is wrong with a file, the search begins anew.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path

from qedeck.engine.renaming import Renaming
from qedeck.engine.search import Search
from qedeck.proofs.kept import stamp
from qedeck.proofs.plays.walk import Fixed
from qedeck.spec import core as c

LARGEST = 2_000_000_000
"""Bytes of all files together; beyond that the oldest go."""
SLICE = 10.0
"""Seconds between two times that a search is written down."""
LEAST = 2.0
"""Seconds of searching that are worth keeping."""
ABANDONED = 3600.0
"""Seconds after which a file that was not finished belongs to nobody any more."""


class _Here:
    """Where searches are kept now, and what was said of those that are not finished."""

    folder: Path | None = None
    left: dict[Path, str] = {}


@contextmanager
def kept_in(folder: Path | None) -> Iterator[dict[Path, str]]:
    """Meanwhile searches are kept in a folder (None: nowhere); of each that is left it is said how far it came."""
    before = _Here.folder, _Here.left
    _Here.folder, _Here.left = folder, {}
    try:
        yield _Here.left
    finally:
        _Here.folder, _Here.left = before


def key(core: c.Core, fixed: Fixed, more: str = "") -> str:
    """The same only for the same game, setting and code of ours."""
    return sha256(repr((core, sorted(fixed.items()), more, stamp())).encode()).hexdigest()


class Kept:
    """The place of one search between runs."""

    def __init__(self, core: c.Core, fixed: Fixed, renamings: Sequence[Renaming] = ()) -> None:
        self.core, self.renamings = core, renamings
        name = key(core, fixed, repr([sorted(r.members.items(), key=repr) for r in renamings]))
        self.path = _Here.folder / f"{name}.search" if _Here.folder is not None else None

    def load(self, memory: int) -> Search | None:
        """What an earlier run left."""
        if self.path is None or not self.path.exists():
            return None
        try:
            return Search.load(self.core, self.path, memory, self.renamings)
        except (OSError, ValueError, KeyError, TypeError):
            self.remove()
            return None

    def run(self, search: Search, until: float, sought: Callable[[Search], bool]) -> None:
        """Search on, written down now and then, so that even a run that is killed leaves something."""
        found, saved = [False], False

        def enough(search: Search) -> bool:
            found[0] = sought(search)
            return found[0]

        while not (search.complete or search.hopeless or found[0]):
            left = until - time.monotonic()
            search.run(min(SLICE, max(0.0, left)), enough)
            if not (search.complete or search.hopeless or found[0]):
                saved = search.seconds >= LEAST and self._save(search)
                if left <= SLICE:
                    break
        if search.complete or search.hopeless or found[0]:
            self.remove()
        elif saved and self.path is not None:
            said = f"{search.positions:,} positions searched so far, {search.rate:,.0f} a second"
            _Here.left[self.path] = f"{said}: the next run goes on from there"

    def remove(self) -> None:
        if self.path is not None:
            _Here.left.pop(self.path, None)
            with suppress(OSError):
                self.path.unlink(missing_ok=True)

    def _save(self, search: Search) -> bool:
        if self.path is None or search.weight > LARGEST:
            return False
        part = self.path.with_name(f"{self.path.name}.{os.getpid()}.part")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            search.save(part)
            os.replace(part, self.path)
            _tidy(self.path.parent)
        except OSError:
            with suppress(OSError):
                part.unlink(missing_ok=True)
            return False
        return self.path.exists()


def _tidy(folder: Path) -> None:
    """The oldest go until the others fit."""
    found = sorted(((path.stat(), path) for path in folder.iterdir()), key=lambda each: -each[0].st_mtime)
    total = 0
    for stat, path in found:
        total += stat.st_size
        if total > LARGEST or path.suffix == ".part" and stat.st_mtime < time.time() - ABANDONED:
            path.unlink(missing_ok=True)
