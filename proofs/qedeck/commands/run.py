"""`qedeck run`: a game and a script (or chance) in; the play log, the result and a trace out."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from qedeck.commands.common import (
    Parser,
    add_table,
    complain,
    first_seed_of,
    open_game,
    players_of,
    print_json,
    seed_of,
    settings_of,
)
from qedeck.commands.exits import FAILING, GOOD, UNKNOWN, WRONG, Wrong
from qedeck.commands.numbers import any_whole, whole
from qedeck.commands.report import print_game
from qedeck.spec.plain import counted

if TYPE_CHECKING:
    from qedeck.interpreter.play import Play
    from qedeck.spec.game import Game


def command(argv: Sequence[str]) -> int:
    args = _parser().parse_args(argv)
    game = open_game(args.game, args.format)
    if game is None:
        return WRONG
    from qedeck.interpreter.settings import SettingError

    try:
        if args.replay:
            return _replay(game, args)
        return _many(game, args) if args.games > 1 else _one(game, args)
    except SettingError as error:
        return complain(str(error))


def _parser() -> Parser:
    parser = Parser("run", "Play a game from a script or at random, and print what happens.",
                    "  qedeck run stool_pigeon --players 3 --seed 7 --log ja\n"
                    "  qedeck run my_game.qed --script evening.txt --save evening.json\n"
                    "  qedeck run my_game.qed --replay evening.json\n"
                    "  qedeck run my_game.qed --games 1000\n\n"
                    "A script has one choice on each line, in the words of the spec: chest 7, knock,\n"
                    "match with player 2 and top-left, decline. A line may begin with player 2: to say who.")
    parser.game()
    add_table(parser)
    parser.add_argument("--script", metavar="FILE", default="random",
                        help="choices, one on each line, or random (default)")
    parser.add_argument("--player", action="append", default=[], metavar="SEAT=WHO", dest="seats",
                        help="who sits there, as for qedeck simulate: random, preferences, or a file of them")
    parser.add_argument("--log", choices=("en", "ja", "none"), default="en", help="the language of the play log")
    parser.add_argument("--assumed", action="store_true", help="list all that was assumed where the rulebook is open")
    parser.add_argument("--view", type=any_whole, metavar="SEAT", help="tell only what this seat sees")
    parser.add_argument("--save", metavar="FILE", help="write the game down, to be replayed")
    parser.add_argument("--replay", metavar="FILE", help="play a game that was written down again, and compare")
    parser.add_argument("--games", type=whole(), default=1, metavar="N", help="play N random games, seeds counting up")
    parser.add_argument("--limit", type=whole(), default=10_000, metavar="N",
                        help="give up after N decisions (default: 10,000)")
    parser.formats()
    return parser


# ---- one game ------------------------------------------------------------------------------------


def _one(game: Game, args: argparse.Namespace) -> int:
    from qedeck.commands.simulate import seats_of
    from qedeck.interpreter.choices import Refused
    from qedeck.interpreter.play import Endless, start
    from qedeck.simulation.seats import play_on

    players, seed, settings = players_of(game, args.players), seed_of(args.seed), settings_of(args.settings)
    _seat(args.view, players)
    seats = seats_of(game, players, args.seats, args.at_random)
    lines = None if args.script == "random" else _script(args.script)
    play, problem = None, ""
    try:
        play = start(game, players, seed, settings)
        if lines is None:
            play_on(play, seats, args.limit)
        else:
            for number, line in lines:
                try:
                    play.apply_words(line)
                except Refused as refused:
                    problem = f"line {number} of the script, {line}, is refused: {refused.reason}"
                    break
    except Endless as endless:
        problem = f"endless: {endless}"
    if play is not None and args.save:
        _save(play, args.save, game)
    print_game(game, play, problem, args, seed, scripted=lines is not None)
    if problem:
        return FAILING
    return _grade(play, lines is not None)


def _grade(play: Play | None, scripted: bool) -> int:
    result = play.result if play else None
    if result is None:
        # A script may stop in the middle; random players only stop because they may not go on.
        return GOOD if scripted else UNKNOWN
    return FAILING if result.kind in ("stuck", "undefined") else GOOD


def _script(path: str) -> list[tuple[int, str]]:
    from pathlib import Path

    from qedeck.interpreter.scripts import script_lines
    from qedeck.spec.diagnostic import Diagnostic
    from qedeck.spec.files import read_source

    source = read_source(Path(path), "a script")
    if isinstance(source, Diagnostic):
        raise Wrong(f"the script cannot be read: {source.title}")
    return script_lines(source.text)


def _save(play: Play, path: str, game: Game) -> None:
    from qedeck.interpreter.trace import save_trace

    try:
        save_trace(play, path, game)
    except OSError as error:
        raise Wrong(f"{path} cannot be written: {error.strerror}") from None


def _seat(seat: int | None, players: int) -> None:
    if seat is not None and not 1 <= seat <= players:
        raise Wrong(f"there is no seat {seat}: they are 1 to {players}")


# ---- many games, and old ones ------------------------------------------------------------------------


def _many(game: Game, args: argparse.Namespace) -> int:
    from qedeck.commands.simulate import seats_of
    from qedeck.interpreter.play import Endless, start
    from qedeck.simulation.seats import play_on

    if args.script != "random" or args.save or args.seats:
        raise Wrong("--games plays random games: it goes neither with --script nor --player nor --save")
    players, settings = players_of(game, args.players), settings_of(args.settings)
    seated = seats_of(game, players, (), args.at_random)
    first = first_seed_of(args.seed, args.games)
    outcomes: Counter[tuple[str, str]] = Counter()
    seeds: dict[tuple[str, str], int] = {}
    words: dict[tuple[str, str], str] = {}
    wins: Counter[int] = Counter()
    decisions = 0
    for seed in range(first, first + args.games):
        try:
            play = start(game, players, seed, settings)
            decisions += play_on(play, seated, args.limit)
            result = play.result
            key, told = ("unfinished", ""), f"not over after {counted(args.limit, 'decision')}"
            if result is not None:
                # What breaks off at the same place is one thing, whichever card was in the way.
                place = f"{result.code} {result.clause}" if result.code else result.reason
                key, told = (result.kind, result.ending or place), result.ending or result.reason
            wins.update(result.winners if result else ())
        except Endless as endless:
            key, told = ("endless", str(endless)), str(endless)
        outcomes[key] += 1
        words.setdefault(key, told)
        seeds.setdefault(key, seed)
    rows = [{"kind": key[0], "what": words[key], "games": n, "first seed": seeds[key]}
            for key, n in outcomes.most_common()]
    seats = {f"player {seat}": wins[seat] for seat in range(1, players + 1)}
    if args.format == "json":
        print_json({"game": game.name, "variant": game.variant, "players": players, "games": args.games, "seed": first,
                    "decisions": decisions, "outcomes": rows, "wins": seats})
    else:
        name = game.variant or game.name
        manner = "games as usual" if seated else "random games"
        print(f"{name}, {counted(players, 'player')}, {args.games:,} {manner}, seeds from {first}")
        for row in rows:
            print(f"{row['games']:>7,}  {row['kind']}: {row['what']}  (first with seed {row['first seed']})")
        print("wins: " + ", ".join(f"{seat} {n:,}" for seat, n in seats.items()))
    kinds = {kind for kind, _ in outcomes}
    return FAILING if kinds & {"stuck", "undefined", "endless"} else UNKNOWN if "unfinished" in kinds else GOOD


def _replay(game: Game, args: argparse.Namespace) -> int:
    from qedeck.interpreter.trace import TraceError, load_trace, replay

    try:
        found = replay(game, load_trace(args.replay))
    except TraceError as error:
        return complain(str(error))
    problem = "" if found.same else f"step {found.step}: {found.difference}"
    print_game(game, found.play, problem, args, found.play.seed, scripted=True)
    if args.format == "text" and found.same:
        print("The same game as in the trace.")
    return GOOD if found.same else FAILING
