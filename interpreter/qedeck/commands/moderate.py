"""`qedeck play --moderate`: an evening for people round a table, led in the terminal, kept in a file."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from qedeck.commands import evening_file as file
from qedeck.commands.common import seed_of, settings_of
from qedeck.commands.exits import GOOD, Wrong
from qedeck.commands.moderate_lines import Left, parts, typed
from qedeck.commands.moderate_said import SAID
from qedeck.commands.moderate_setup import SetUp
from qedeck.commands.moderate_table import Table
from qedeck.evening.dials import objection
from qedeck.evening.evening import reopen
from qedeck.evening.sheet import Sheet, SheetError
from qedeck.interpreter.trace import fingerprint
from qedeck.interpreter.words import fill
from qedeck.spec.game import Game


def add_evening(parser: argparse.ArgumentParser) -> None:
    """The options of an evening."""
    parser.add_argument("--moderate", action="store_true",
                        help="lead an evening for people round a table: for games with a moderator")
    parser.add_argument("--evening", metavar="FILE", help="where the evening is kept (default: GAME.evening.json)")
    parser.add_argument("--new", action="store_true", help="begin another evening; the file of the last is put away")
    parser.add_argument("--names", metavar="NAMES", default="",
                        help="who is there, in the order of the seats: Anna, Ben, …")


def evening(game: Game, args: argparse.Namespace) -> int:
    """Go on with the evening that is kept, or begin one."""
    name, language = game.variant or game.name, args.lang
    if not game.core(game.players.start).moderated:
        raise Wrong(f"{name} has no moderator: play it without --moderate")
    path, said = Path(args.evening or f"{name}.evening.json"), SAID[language]
    found = file.load(path)
    if found is not None and args.new:
        file.put_away(path)
        found = None
    if found is not None and (args.settings or args.names or args.seed is not None):
        raise Wrong(f"{path} has its own names, settings and seed; --new begins another evening")
    try:
        sheet = found or _begun(game, args)
        if not sheet.ready:
            sheet = SetUp(game, sheet, path, language).run()
        elif found is not None:
            told = {"names": "、".join(sheet.names) if language == "ja" else ", ".join(sheet.names)}
            print(fill(said["goes on"], told | {"n": str(len(sheet.entries))}))
        now = reopen(game, sheet)
        if now.trouble:
            print(fill(said["parted"], {"why": now.trouble}))
            if not typed("> ").lower().startswith(said["yes"]):
                return GOOD
            file.put_away(path)
        table = Table(replace(now, sheet=replace(now.sheet, rules=fingerprint(game))), path, language)
        table.keep(table.evening)
        if now.play.over:
            print(fill(said["was over"], {"file": str(path)}))
        else:
            print(said["keys"])
        return table.run()
    except Left:
        print(fill(said["bye"], {"file": str(path)}))
        return GOOD
    except SheetError as error:
        raise Wrong(f"{path}: {error}") from None


def _begun(game: Game, args: argparse.Namespace) -> Sheet:
    """The sheet of a new evening, as far as the command says it."""
    names, settings = tuple(parts(args.names)), settings_of(args.settings)
    if args.players is not None and names and len(names) != args.players:
        raise Wrong(f"--players {args.players}, but --names has {len(names)}")
    for many in game.players if settings else ():
        if not objection(game, many, settings):
            break
    else:
        if settings:
            raise Wrong(objection(game, game.players.start, settings))
    return Sheet(game.name, names, seed_of(args.seed), game.variant, fingerprint(game), settings, ready=False)
