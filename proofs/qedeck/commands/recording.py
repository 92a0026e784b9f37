"""`--record`: the verdicts of a run go to the file that travels with the game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from qedeck.commands.exits import Wrong
from qedeck.commands.fmt import write
from qedeck.proofs.answers import Question
from qedeck.proofs.record import read, written
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
