"""`qedeck simulate`: a game and a number in; how many games come out, how long they are, and what was at work, out."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from qedeck.commands.common import (
    Parser,
    add_table,
    complain,
    first_seed_of,
    open_game,
    players_of,
    print_json,
    settings_of,
    tell_trouble,
)
from qedeck.commands.exits import FAILING, GOOD, INTERRUPTED, UNKNOWN, WRONG, Wrong
from qedeck.commands.numbers import MOST_JOBS, seconds, whole

if TYPE_CHECKING:
    from qedeck.simulation.crews import Crew
    from qedeck.simulation.seats import Player
    from qedeck.simulation.sweeps import Combination
    from qedeck.simulation.table import Table
    from qedeck.simulation.tally import Tally
    from qedeck.spec.game import Game

MANY = 1_000


def command(argv: Sequence[str]) -> int:
    args = _parser().parse_args(argv)
    game = open_game(args.game, args.format)
    if game is None:
        return WRONG
    from qedeck.interpreter.settings import SettingError
    from qedeck.simulation.backends import EngineError
    from qedeck.simulation.crews import CrewError, crew_of
    from qedeck.simulation.kept import KeptBatches
    from qedeck.simulation.sweeps import SweepError

    if args.sweep and (args.exact or args.charts):
        return complain("--sweep simulates many tables: it goes neither with --exact nor with --charts")
    if args.referee and (args.exact or args.watch):
        return complain("--referee watches claims in whole games: it goes neither with --exact nor with --watch")
    try:
        if args.record:
            from qedeck.commands.odds_recording import prepare, record_games

            prepare(args)
        args.seed = first_seed_of(args.seed, args.games)
        args.settings = settings_of(args.settings)
        _writable(args.charts)
        crew, args.kept = crew_of(args.executor, args.jobs), KeptBatches()
        try:
            if args.record:
                return record_games(game, crew, args)
            if args.sweep:
                from qedeck.commands.sweeping import sweep_games

                code: int = sweep_games(game, crew, args)
                return code
            return _one(game, crew, args)
        finally:
            crew.close()
            tell_trouble(args.kept, "games")
    except (SettingError, CrewError, EngineError, SweepError) as error:
        return complain(str(error))
    except BrokenExecutor as broken:
        print(f"qedeck: the workers died again and again ({broken}); what was played is kept", file=sys.stderr)
        return UNKNOWN


def _parser() -> Parser:
    parser = Parser(
        "simulate",
        "Play very many games and say how they come out: who wins how often, how long games are, which seat is\n"
        "better, which cards win tricks, which clauses are at work.",
        "  qedeck simulate stool_pigeon -n 10000 --players 3\n"
        '  qedeck simulate my_game.qed --player "1=most rank of c" --player 2=timid.txt\n'
        "  qedeck simulate my_game.qed --exact\n"
        "  qedeck simulate my_game.qed --sweep players --sweep reading:tie-scope\n\n"
        "Whoever is not seated plays as usual.player beside the game says, or at random if there is no such file.\n"
        "A player is random, or a file, or lines with ; between them. Each line is a preference: a choice in the\n"
        "words of the spec (knock, chest 7), or when CONDITION, most NUMBER, least NUMBER over what is picked.\n"
        "The first line that tells the choices apart decides, then the next; of what is left one is drawn.\n\n"
        "exit codes: 0 good; 1 some games were stuck, undefined or endless, or broke a claim; 2 the input or usage\n"
        "is wrong; 3 some games were not over at the limit; 130 stopped by Ctrl-C",
    )
    parser.game()
    parser.add_argument("-n", "--games", type=whole(), default=MANY, metavar="N", help=f"how many games ({MANY:,})")
    add_table(parser)
    parser.add_argument("--player", action="append", default=[], metavar="SEAT=WHO", dest="seats",
                        help="who sits there: random, preferences, or a file of them; may be repeated")
    parser.add_argument("--limit", type=whole(), default=10_000, metavar="N", help="give a game up after N decisions")
    parser.add_argument("--exact", action="store_true", help="exact odds, if the game is small enough")
    parser.add_argument("--seconds", type=seconds, default=60.0, metavar="S",
                        help="how long to try for exact odds (60)")
    parser.add_argument("--sweep", action="append", default=[], metavar="WHAT",
                        help="try every value: players, reading:NAME, parameter:NAME=1..3, variant:NAME; repeatable")
    parser.add_argument("--engine", choices=("auto", "fast", "reference"), default="auto",
                        help="the compiled engine, the reference, or whichever there is (auto); the games are the same")
    parser.add_argument("--watch", type=whole(0), metavar="N",
                        help="watch tricks and clauses in N games (all); with the engine, which watches them in all "
                             "games, definitions and readings (what fits into a few seconds, at most 100); 0: nothing")
    parser.add_argument("--referee", action="store_true",
                        help="watch all that the game claims of every play: a game that breaks a claim is broken off, "
                             "and told; nothing else is watched then")
    parser.add_argument("--executor", default="processes", metavar="WHO",
                        help="who does the work: processes (default), threads, dask:ADDRESS or module:factory")
    parser.add_argument("--jobs", type=whole(1, MOST_JOBS), metavar="N", help="how many at once (one for each core)")
    parser.add_argument("--fresh", action="store_true", help="play everything anew, also what an earlier run played")
    parser.add_argument("--record", action="store_true",
                        help="write the counts into NAME.odds.json beside the game, for each player count or for "
                             "--players; the rulebook shows them")
    parser.add_argument("--charts", metavar="FOLDER", help="draw charts (SVG) into this folder")
    parser.add_argument("--lang", choices=("en", "ja"), default="en", help="the language of the result")
    parser.formats()
    return parser


def _writable(folder: str | None) -> None:
    """Said before a long run, not after it."""
    if folder is None:
        return
    from importlib.util import find_spec

    if find_spec("matplotlib") is None:
        raise Wrong("--charts needs matplotlib: pip install 'qedeck[charts]'")
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Wrong(f"{folder} cannot be made: {error.strerror}") from None


# ---- one table -------------------------------------------------------------------------------------


def _one(game: Game, crew: Crew, args: argparse.Namespace) -> int:
    from qedeck.commands.playing import play
    from qedeck.commands.simulated import Report
    from qedeck.simulation.sweeps import Combination

    here = Combination(game, players_of(game, args.players), args.settings)
    table = table_for(here, args)
    report = Report(here, table, args)
    if args.exact:
        from qedeck.commands.odds import tell_odds

        good = tell_odds(report)
        if good is not None:
            return GOOD if good else FAILING
    tally, stopped = play(table, crew, args)
    if args.format == "json":
        print_json(report.data(tally))
    else:
        print("\n".join(report.lines(tally)))
    if args.charts and tally.games:
        from qedeck.commands.charts import draw

        report.beside(draw(report.data(tally), Path(args.charts), args.lang))
    if stopped:
        report.beside(report.stopped(tally))
        return INTERRUPTED
    return grade(tally)


def table_for(here: Combination, args: argparse.Namespace) -> Table:
    from qedeck.simulation.backends import backend
    from qedeck.simulation.table import table_of

    seats = seats_of(here.game, here.players, args.seats, args.at_random)
    table = table_of(here.game, here.players, here.settings, seats, args.limit)
    args.judge = None
    if args.referee:
        from qedeck.commands.refereeing import Judge

        args.judge, args.watch = Judge(here, table), 0
        table = args.judge.table
    args.backend = backend(args.engine, replace(table, watch=args.watch != 0))
    return table


def grade(tally: Tally) -> int:
    from qedeck.simulation.tally import FAILED

    kinds = {outcome.kind for outcome in tally.outcomes}
    return FAILING if kinds & set(FAILED) else UNKNOWN if "unfinished" in kinds else GOOD


def seats_of(game: Game, players: int, written: Sequence[str], at_random: bool = False) -> dict[int, Player]:
    """`1=most rank of c` and `2=timid.txt` as players; the others play as usual, or at random if nothing is said."""
    from qedeck.simulation.preferences import PreferenceError, preferences
    from qedeck.simulation.seats import USUAL, AtRandom
    from qedeck.simulation.usual import usual_player

    seats: dict[int, Player] = {}
    try:
        usual = None if at_random else usual_player(game, players)
    except PreferenceError as error:
        raise Wrong(str(error)) from None
    for item in written:
        seat, equals, who = (part.strip() for part in item.partition("="))
        if not equals or not who:
            raise Wrong(f"--player {item} does not say SEAT=WHO")
        if not (seat.isascii() and seat.isdigit() and 1 <= int(seat[:6]) <= players):
            raise Wrong(f"there is no seat {seat}: they are 1 to {players}")
        if int(seat) in seats:
            raise Wrong(f"--player says twice who sits at seat {seat}")
        if who == "random":
            if usual is not None:
                seats[int(seat)] = AtRandom()
            continue
        try:
            seats[int(seat)] = preferences(game, players, _lines(who))
        except PreferenceError as error:
            raise Wrong(f"the player at seat {seat} cannot be understood: {error}") from None
    return seats if usual is None else seats | {USUAL: usual}


def _lines(who: str) -> str:
    """A file, if there is one of this name; else lines with ; between them."""
    from qedeck.spec.diagnostic import Diagnostic
    from qedeck.spec.files import read_source

    looks_like_a_file = " " not in who and Path(who).suffix in (".txt", ".script", ".player")
    if not looks_like_a_file:
        return "\n".join(who.split(";"))
    source = read_source(Path(who), "a list of preferences")
    if isinstance(source, Diagnostic):
        raise Wrong(f"the preferences cannot be read: {source.title}")
    return source.text
