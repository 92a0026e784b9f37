"""Answers kept between runs: a key in, the verdict of an earlier run out.

Each answer is one transaction of a Store, so a run that is killed loses nothing but the question under way. An answer
counts only for the code and the solvers that gave it.
"""

from __future__ import annotations

import json
import time
import zlib
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from qedeck.proofs.verdict import Grade, Verdict, from_data, to_data
from qedeck.spec.files import cache_folder
from qedeck.spec.store import Store

FOLDERS = ("qedeck.proofs", "qedeck.interpreter", "qedeck.engine", "qedeck.spec.core", "qedeck.spec.checker")
"""The code that answers rest on."""
OLD = 120 * 24 * 3600
"""Seconds after which an answer that nobody used is forgotten."""
_TABLES = (
    "create table if not exists verdicts (key text primary key, seconds real not null, memory integer not null,"
    " opinion integer not null, used real not null, decided integer not null, verdict blob not null)",
    "create table if not exists timings (game text, property text, claim integer, players integer,"
    " seconds real not null, primary key (game, property, claim, players))",
    "create table if not exists findings (key text primary key, seconds real not null, used real not null,"
    " found text not null)",
)


@dataclass(frozen=True, slots=True)
class Allowed:
    """What a question was given: seconds, memory in MB, and whether a second solver was asked."""

    seconds: float
    memory: int
    opinion: bool


def default_path() -> Path:
    """Where answers are kept: beside the other things that qedeck keeps for this user."""
    return cache_folder() / "verdicts.sqlite"


class Kept(Store):
    """The answers of earlier runs."""

    def __init__(self, path: Path | None = None) -> None:
        super().__init__(path or default_path(), *_TABLES)
        with self.opened() as table:
            for name in ("verdicts", "findings"):
                table.execute(f"delete from {name} where used < ?", (time.time() - OLD,))

    def get(self, key: str, allowed: Allowed) -> Verdict | None:
        """The verdict kept under a key, if it is decided, or was given at least what is allowed now."""
        asked = "select seconds, memory, opinion, used, verdict from verdicts where key = ?"
        with self.opened() as table:
            for seconds, memory, opinion, used, text in table.execute(asked, (stamped(key),)):
                found = _read(text)
                if found is None or allowed.opinion and not opinion:
                    return None
                if not found.grade.decided and (seconds < allowed.seconds or memory < allowed.memory):
                    return None
                if used < time.time() - OLD / 60:
                    table.execute("update verdicts set used = ? where key = ?", (time.time(), stamped(key)))
                return found
        return None

    def put(self, key: str, allowed: Allowed, verdict: Verdict) -> None:
        """Keep a verdict. The next run shall try again after a fault of ours, and where a search goes on."""
        if verdict.grade is Grade.FAULT or verdict.goes_on and not verdict.grade.decided:
            return
        decided = verdict.grade.decided
        row = (stamped(key), allowed.seconds, allowed.memory, allowed.opinion, time.time(), decided, _written(verdict))
        with self.opened() as table:
            # What is decided is not forgotten for an answer that is not.
            table.execute(
                "insert into verdicts values (?, ?, ?, ?, ?, ?, ?) on conflict (key) do update set"
                " seconds = excluded.seconds, memory = excluded.memory, opinion = excluded.opinion,"
                " used = excluded.used, decided = excluded.decided, verdict = excluded.verdict"
                " where excluded.decided or not verdicts.decided",
                row,
            )

    def took(self, game: str, property_: str, claim: int, players: int, seconds: float) -> None:
        """Remember how long a question took, whatever the rules were: the next run's estimate."""
        with self.opened() as table:
            row = (game, property_, claim, players, seconds)
            table.execute("insert or replace into timings values (?, ?, ?, ?, ?)", row)

    def timings(self, game: str) -> dict[tuple[str, int, int], float]:
        """For each property, claim and player count of a game, how long it took last time."""
        found = {}
        with self.opened() as table:
            asked = "select property, claim, players, seconds from timings where game = ?"
            for name, claim, players, seconds in table.execute(asked, (game,)):
                found[name, claim, players] = seconds
        return found

    # ---- what became of changed rules ----------------------------------------------------------------

    def noted(self, key: str) -> list[tuple[float, str]]:
        """What is written down under a key, with the seconds that were given for it: one note, or none."""
        with self.opened() as table:
            found = table.execute("select seconds, found from findings where key = ?", (stamped(key),))
            return [(seconds, text) for seconds, text in found if isinstance(text, str)]
        return []

    def note(self, key: str, seconds: float, text: str) -> None:
        """Write something down; what was there before is forgotten."""
        with self.opened() as table:
            row = (stamped(key), seconds, time.time(), text)
            table.execute("insert or replace into findings values (?, ?, ?, ?)", row)


# ---- verdicts as text ------------------------------------------------------------------------------


def _written(verdict: Verdict) -> bytes:
    return zlib.compress(json.dumps(to_data(verdict), ensure_ascii=False).encode("utf-8", "surrogatepass"))


def _read(text: object) -> Verdict | None:
    """A verdict from its text; None where it is none, as if nothing had been kept."""
    if not isinstance(text, bytes):
        return None
    try:
        found = from_data(json.loads(zlib.decompress(text).decode("utf-8", "surrogatepass")))
    except (ValueError, TypeError, zlib.error):
        return None
    return None if found is None else replace(found, kept=True)


# ---- whose answers they are ------------------------------------------------------------------------


def stamped(key: str) -> str:
    """A key together with the code and the solvers: a new version never trusts an old answer."""
    return sha256(f"{key} {stamp()}".encode()).hexdigest()


@cache
def stamp() -> str:
    """The text of everything that takes part in an answer, and the versions of the solvers."""
    made = sha256()
    for name in FOLDERS:
        found = find_spec(name)
        for folder in (found.submodule_search_locations or ()) if found else ():
            for path in sorted(Path(folder).rglob("*.py")):
                made.update(f"{name} {path.relative_to(folder)} ".encode())
                made.update(path.read_bytes())
    for solver in ("z3-solver", "cvc5"):
        try:
            made.update(f"{solver} {version(solver)} ".encode())
        except PackageNotFoundError:
            made.update(f"{solver} absent ".encode())
    return made.hexdigest()
