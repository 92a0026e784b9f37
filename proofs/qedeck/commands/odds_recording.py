"""`simulate --record`: games at each player count go to the file that travels with the game."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from qedeck.commands.exits import INTERRUPTED, Wrong
from qedeck.commands.fmt import write

if TYPE_CHECKING:
    from qedeck.simulation.crews import Crew
    from qedeck.spec.game import Game

SEED = 1
"""Recorded games begin here unless somebody says otherwise, so that whoever plays them again gets the same."""
WATCHED = 20
"""Games in which definitions are watched: a number, not what fits into a few seconds, so that the file is the same."""
NOT_WITH = ("exact", "sweep", "referee", "charts", "settings", "seats", "at_random")
"""Odds that are recorded are those of usual players, or of random ones, with everything as assumed."""


def prepare(args: argparse.Namespace) -> None:
    """What does not go together is said before a long run; and nothing is left to chance or to the clock."""
    args.seed = SEED if args.seed is None else args.seed
    args.watch = WATCHED if args.watch is None else args.watch
    named = {"settings": "--set", "seats": "--player", "at_random": "--random"}
    for option in NOT_WITH:
        if getattr(args, option):
            said = "--record keeps the odds of usual players with everything as assumed: it does not go with"
            raise Wrong(f"{said} {named.get(option, f'--{option}')}")


def record_games(game: Game, crew: Crew, args: argparse.Namespace) -> int:
    """Play at the player count that was asked for, or at each; tell what came out, and write it down."""
    from qedeck.commands.common import players_of, print_json
    from qedeck.commands.playing import play
    from qedeck.commands.simulate import grade, table_for
    from qedeck.commands.simulated import Report
    from qedeck.simulation.record import beside, played_of, read, written
    from qedeck.simulation.sweeps import Combination
    from qedeck.spec.diagnostic import Diagnostic
    from qedeck.spec.files import find_game

    found = find_game(args.game)
    assert not isinstance(found, Diagnostic)  # the game was opened already
    path, told, worst = beside(Path(found)), [], 0
    record = read(path, game)
    counts = list(game.players) if args.players is None else [players_of(game, args.players)]
    for count in counts:
        here = Combination(game, count, {})
        table = table_for(here, args)
        report = Report(here, table, args)
        tally, stopped = play(table, crew, args, f"{count} players" if len(counts) > 1 else "")
        if stopped:
            report.beside(report.stopped(tally))
            return INTERRUPTED
        record.add(played_of(game, count, args.seed, args.limit, tally))
        told.append(report.data(tally))
        if args.format == "text":
            print("\n".join([*([""] if len(told) > 1 else []), *report.lines(tally)]))
        worst = max(worst, grade(tally))
    try:
        write(path, written(record))
    except OSError as error:
        raise Wrong(f"{path} cannot be written: {error.strerror or error}") from None
    if args.format == "json":
        print_json({"recorded": str(path), "tables": told})
    else:
        print(f"\nrecorded in {path}")
    return worst
