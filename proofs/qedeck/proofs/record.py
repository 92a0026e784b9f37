"""Verdicts that travel with a game: a JSON file beside it, a row for each question, each with what it holds for.

A row counts for the text it was made with, and for the edition of the prover that made it. Otherwise it is stale:
shown as such, and never counted. Rows of a run take the place of older rows of the same questions.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from qedeck.proofs.answers import Question, digest_of, every_property
from qedeck.proofs.verdict import Verdict, from_data, to_data
from qedeck.spec.game import Game
from qedeck.spec.home import companion

SCHEMA = 1
EDITION = 5
"""The edition of the prover: one more whenever a verdict that was given before may have been wrong."""
SOUND = 2
"""The edition since which no mistake is known in any engine but those below."""
MENDED = {"step by step": 3, "exhaustive search": 5}
"""Engines in which a mistake was found since: what they said before counts no more."""
ENDING = "verdicts.json"

Place = tuple[str, int, int]
"""A question: the property, which of its claims (from 0), how many players."""


@dataclass(frozen=True, slots=True)
class Row:
    """A verdict, and for what it counts."""

    verdict: Verdict
    digest: str
    edition: int

    @property
    def place(self) -> Place:
        return self.verdict.property, self.verdict.place, self.verdict.players

    @property
    def sound(self) -> bool:
        """Whether no mistake was found since in the prover that made it."""
        return self.edition >= MENDED.get(self.verdict.engine, SOUND)


class Entry(NamedTuple):
    """A question with its row, if there is one, and whether that counts for the game as it is now."""

    question: Question
    row: Row | None
    fresh: bool


@dataclass
class Record:
    """All rows of a game, whether or not they still count."""

    game: str
    rows: dict[Place, Row] = field(default_factory=dict)

    def add(self, found: Iterable[tuple[Question, Verdict]]) -> None:
        """The verdicts of a run; a fault of ours is no verdict."""
        for question, verdict in found:
            if verdict.grade.exit_code != 4:
                row = Row(verdict, digest_of(question), EDITION)
                self.rows[row.place] = row

    def current(self, asked: Iterable[Question]) -> Iterator[Entry]:
        """Each question with its row, and whether that counts."""
        for question in asked:
            row = self.rows.get((question.property, question.claim, question.players))
            fresh = row is not None and row.sound and row.digest == digest_of(question)
            yield Entry(question, row, fresh)


def beside(path: Path) -> Path:
    """Where the verdicts of a game are kept."""
    return companion(path, ENDING)


def read(path: Path, game: Game) -> Record:
    """The rows of a file; of one that is not there, or that is no such file, none."""
    record = Record(game.variant or game.name)
    try:
        if not path.is_file():  # a pipe would keep us waiting
            return record
        data: dict[str, Any] = json.loads(path.read_text("utf-8"))
        if data["schema"] != SCHEMA:
            return record
        for entry in data["rows"]:
            verdict = from_data(entry["verdict"])
            if verdict is not None:
                row = Row(verdict, str(entry["digest"]), int(entry["edition"]))
                record.rows[row.place] = row
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return Record(record.game)
    return record


def written(record: Record, game: Game) -> str:
    """The file: one line a row, in the order of the game, so that a change of one is a change of one line."""
    order = {prop.name.text: place for place, prop in enumerate(every_property(game))}
    rows = sorted(record.rows.values(), key=lambda row: (order.get(row.place[0], len(order)), row.place))
    lines = [json.dumps(_entry(row), ensure_ascii=False, sort_keys=True) for row in rows]
    head = f'{{"schema": {SCHEMA}, "game": {json.dumps(record.game, ensure_ascii=False)}, "rows": ['
    return "\n".join([head, ",\n".join(lines), "]}"]) + "\n"


def _entry(row: Row) -> dict[str, object]:
    said = to_data(row.verdict)
    # The text of the questions is for certificates: it is as large as all the rest a hundred times over.
    return {"verdict": said | {"smt": "", "kept": False}, "digest": row.digest, "edition": row.edition}
