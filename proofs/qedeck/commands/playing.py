"""The games of one table, for `simulate`: who plays them, what is watched, the live line, and Ctrl-C."""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from qedeck.commands.said import SAID
from qedeck.simulation.tally import Tally

if TYPE_CHECKING:
    from qedeck.simulation.crews import Crew
    from qedeck.simulation.ledger import Ledger
    from qedeck.simulation.table import Table

WATCHED, PATIENCE = 100, 8.0
"""Games that the reference watches where the engine plays, or seconds: it is a thousand times slower."""
COMPARED = 2
"""Games that the reference plays in any case, to compare."""


def play(table: Table, crew: Crew, args: argparse.Namespace, note: str = "") -> tuple[Tally, bool]:
    """The games of one table, and whether somebody stopped us; a referee says what broke a game off."""
    tally, stopped = _play(table, crew, args, note)
    return tally if args.judge is None else args.judge.judged(tally), stopped


def _play(table: Table, crew: Crew, args: argparse.Namespace, note: str) -> tuple[Tally, bool]:
    """Both watch while they play; but the engine does not see which definitions are asked.

    So some games are played by the reference first, and the engine must play and see just those; else the reference
    plays them all.
    """
    if args.backend == "fast":
        seen, stopped = _watched(table, crew, args, note)
        fast = replace(table, watch=args.watch != 0)
        if not stopped and _agree(fast, seen, args):
            ledger, stopped = _played(fast, args.games, "fast", crew, args, note)
            return _with_asked(table, ledger.tally, seen.tally), stopped
        if stopped:
            return Tally(), True
        args.backend = "reference"
    watching = args.watch is None or args.watch >= args.games
    ledger, stopped = _played(replace(table, watch=watching), args.games, "reference", crew, args, note)
    tally = ledger.tally
    if not watching and args.watch and not stopped:
        notes = _watched(table, crew, args, note)[0].tally
        tally.watched, tally.played, tally.took, tally.clauses = notes.watched, notes.played, notes.took, notes.clauses
        tally.asked = notes.asked
    return tally, stopped


def _with_asked(table: Table, tally: Tally, notes: Tally) -> Tally:
    """What the engine has seen, and of what is asked what the reference has."""
    from qedeck.interpreter.watchable import asked

    tally.asked = notes.asked
    tally.clauses.update({name: notes.clauses[name] for name in asked(table.core) if name in notes.clauses})
    return tally


def _watched(table: Table, crew: Crew, args: argparse.Namespace, note: str) -> tuple[Ledger, bool]:
    """Some games by the reference: as many as were asked for, or as fit into a few seconds."""
    games = min(args.games, WATCHED if args.watch is None else max(args.watch, COMPARED))
    seconds = PATIENCE if args.watch is None else None
    said = f"{note} {SAID[args.lang]['watching']}".strip()
    return _played(replace(table, watch=args.watch != 0), games, "reference", crew, args, said, seconds)


def _agree(table: Table, seen: Ledger, args: argparse.Namespace) -> bool:
    """Whether the engine plays the games that the reference has played; if not, that is our fault, and is said."""
    from qedeck.simulation.backends import differences

    for batch, tally in seen.spans():
        wrong = differences(table, batch, tally)
        if not wrong:
            continue
        told = f"the engine and the reference differ in {wrong[0]}, seeds {batch.first} to {batch.end - 1}"
        if args.engine == "fast":
            raise AssertionError(told)
        print(f"qedeck: our own fault: {told}; please report it. The reference plays on.", file=sys.stderr)
        return False
    return True


def _played(
    table: Table, games: int, engine: str, crew: Crew, args: argparse.Namespace, note: str, seconds: float | None = None
) -> tuple[Ledger, bool]:
    from qedeck.commands.progress import Live
    from qedeck.simulation.batches import Batch
    from qedeck.simulation.ledger import Ledger
    from qedeck.simulation.running import Run, progress

    live, kept = Live(), args.kept
    ledger = Ledger(Batch(args.seed, games))
    run = Run(table, ledger, crew, engine, kept, seconds=seconds)
    if not args.fresh:
        kept.fill(run.key, ledger)
    since, before = time.monotonic(), ledger.games
    run.tick = lambda: live.write(" | ".join([*([note] if note else []), *progress(run, since, before)]))
    run.pilot = run.pilot if args.executor == "processes" else 0.0
    try:
        run.play()
    except KeyboardInterrupt:
        return ledger, True
    finally:
        live.clear()
    return ledger, False
