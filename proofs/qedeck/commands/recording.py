"""`--record` and `--recorded`: verdicts go to the file that travels with the game, and come from there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from qedeck.commands.exits import Wrong
from qedeck.commands.fmt import write
from qedeck.proofs.answers import Question, digest_of, wording_of
from qedeck.proofs.record import EDITION, Entry, Row, read, written
from qedeck.proofs.verdict import Verdict
from qedeck.spec.game import Game
from qedeck.spec.plain import counted


def record(game: Game, found: Sequence[tuple[Question, Verdict]], path: Path) -> str:
    """Write the file; what to say of it."""
    kept = read(path, game)
    kept.add(found)
    try:
        write(path, written(kept, game))
    except OSError as error:
        raise Wrong(f"{path} cannot be written: {error.strerror or error}") from None
    return f"{counted(len(found), 'verdict')} recorded in {path} ({len(kept.rows):,} there in all)"


def recorded(game: Game, asked: Sequence[Question], path: Path) -> list[Entry]:
    """What the file says of these questions, and whether it still counts."""
    if not path.exists():
        raise Wrong(f"there are no verdicts in {path}: --record writes them")
    return list(read(path, game).current(asked))


def unanswered(game: Game, asked: Sequence[Question], path: Path) -> list[Question]:
    """The questions that are stale or were never asked, then those that came out open."""
    entries = list(read(path, game).current(asked))
    unasked = [question for question, row, fresh in entries if not fresh]
    return unasked + [question for question, row, fresh in entries if fresh and row and not row.verdict.grade.decided]


def answers(entries: Sequence[Entry]) -> list[tuple[Question, Verdict]]:
    """The verdicts that count, in the words of the game as it is now."""
    return [
        (question, replace(row.verdict, kept=True, wording=wording_of(question)))
        for question, row, fresh in entries
        if row and fresh
    ]


def of_a_run(found: Sequence[tuple[Question, Verdict]]) -> list[Entry]:
    """The questions of a run alone, each with the row it would have in a record."""
    return [Entry(question, Row(verdict, digest_of(question), EDITION), True) for question, verdict in found]
