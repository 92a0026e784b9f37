"""What the verbs share: opening a game, players, settings and seeds from the command line, printing."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, TextIO

from qedeck.commands.exits import Wrong
from qedeck.commands.numbers import any_whole
from qedeck.commands.outlet import painted, print_everything, whole
from qedeck.spec.plain import and_so_on

if TYPE_CHECKING:
    from qedeck.spec.diagnostic import Diagnostic
    from qedeck.spec.game import Game
    from qedeck.spec.store import Store


GAME = "the name of a shipped game, a file ending in .qed, or a folder with rules.qed"


class Gathered(Exception):
    """The parser of a verb, for whoever asked for it instead of its help."""

    def __init__(self, parser: argparse.ArgumentParser) -> None:
        super().__init__(parser.prog)
        self.parser = parser


_gathering: ContextVar[bool] = ContextVar("gathering", default=False)


def parser_of(command: Callable[[Sequence[str]], int], *words: str) -> argparse.ArgumentParser:
    """The parser of a verb: what its help would tell, as data."""
    before = _gathering.set(True)
    try:
        command([*words, "--help"])
    except Gathered as found:
        return found.parser
    finally:
        _gathering.reset(before)
    raise ValueError("this verb has no help")


class Parser(argparse.ArgumentParser):
    """A parser for one verb, with an example in its help."""

    def __init__(self, verb: str, what: str, example: str) -> None:
        super().__init__(prog=f"qedeck {verb}", description=what, epilog=f"for instance:\n{example}",
                         formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
        self.add_argument("--full", action=_Full, help="print everything, however long it is")

    def print_help(self, file: Any = None) -> None:
        if _gathering.get():
            raise Gathered(self)
        super().print_help(file)

    def formats(self, *more: str) -> None:
        self.add_argument("--format", choices=("text", "json", *more), default="text",
                          help="for people (text) or for programs (default: text)")

    def game(self) -> None:
        self.add_argument("game", metavar="GAME", help=GAME)


class _Full(argparse.Action):
    def __init__(self, option_strings: Sequence[str], dest: str, help: str) -> None:
        super().__init__(option_strings, dest, nargs=0, default=argparse.SUPPRESS, help=help)

    def __call__(self, *_: object) -> None:
        print_everything()


def add_table(parser: argparse.ArgumentParser) -> None:
    """Options of everything that sits down to play."""
    parser.add_argument("--players", type=any_whole, metavar="N",
                        help="how many play (default: as few as the game allows)")
    parser.add_argument("--seed", type=any_whole, metavar="S", help="a number: the same seed gives the same game")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", dest="settings",
                        help='a parameter or a reading, for instance --set "icons of chest 3=2"; may be repeated')
    parser.add_argument("--random", action="store_true", dest="at_random",
                        help="whoever is not seated chooses at random, also where the game says how one usually plays")


def complain(message: str) -> int:
    """The input is wrong, in one line."""
    print(f"qedeck: {message}", file=sys.stderr)
    return 2


def tell_trouble(kept: Store, what: str) -> None:
    """What cannot be kept costs a line, not the run."""
    if kept.trouble:
        print(f"qedeck: {what} are not kept: {kept.path}: {kept.trouble}", file=sys.stderr)


def print_json(data: Any) -> None:
    whole(json.dumps(data, ensure_ascii=False, indent=2))


def open_game(name: str, format_: str = "text") -> Game | None:
    """A game that can be played; otherwise its errors are printed."""
    game = whole_game(name)
    if game.sound:
        return game
    errors = [d for d in game.diagnostics if d.severity == "error"]
    if format_ == "json":
        print_json({"game": game.name, "variant": game.variant, "errors": diagnostics_data(errors, game)})
    else:
        show_diagnostics(errors, game, sys.stderr)
    return None


def whole_game(name: str) -> Game:
    """A game with all that is wrong with it, also with the values it assumes."""
    from qedeck.spec import tree as t
    from qedeck.spec.game import load

    game = load(name)
    if game.sound and any(isinstance(clause, t.Parameter) for clause in game.clauses):
        from qedeck.interpreter.settings import assumed_problems

        game.diagnostics += assumed_problems(game)
    return game


def show_diagnostics(found: Sequence[Diagnostic], game: Game, stream: TextIO) -> None:
    """Every message with its place, in colour where that can be seen."""
    from qedeck.spec.render import render_all

    painted(render_all(found, game.sources, colour(stream)), stream)


def diagnostics_data(found: Sequence[Diagnostic], game: Game) -> list[dict[str, Any]]:
    from qedeck.spec.render import to_json

    return [to_json(diagnostic, game.sources) for diagnostic in found]


def colour(stream: Any) -> bool:
    import os

    return bool(stream.isatty()) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def players_of(game: Game, asked: int | None) -> int:
    """The player count that was asked for, or the smallest; Wrong outside the range."""
    count = game.players.start if asked is None else asked
    if count not in game.players:
        raise Wrong(f"{game.name} is for {and_so_on(list(game.players))} players, not for {count}")
    return count


def settings_of(written: Sequence[str]) -> dict[str, object]:
    """`icons of chest 3=2` and `seer-before-werewolf=as-played` as settings; their sense is checked later."""
    settings: dict[str, object] = {}
    for item in written:
        left, equals, value = item.rpartition("=")
        if not equals or not left.strip() or not value.strip():
            raise Wrong(f"--set {item} does not say NAME=VALUE")
        name, of, entry = (part.strip() for part in left.partition(" of "))
        if not of:
            settings[name] = value.strip()
            continue
        table = settings.setdefault(name, {})
        if not isinstance(table, dict):
            raise Wrong(f"--set gives {name} both one value and a table")
        table[entry] = value.strip()
    return settings


def seed_of(asked: int | None) -> int:
    from qedeck.interpreter.chance import MASK, fresh_seed

    if asked is None:
        return fresh_seed()
    if not 0 <= asked <= MASK:
        raise Wrong(f"--seed {asked}: a seed is a number from 0 to {MASK}")
    return asked


def first_seed_of(asked: int | None, games: int) -> int:
    """Seeds count up from here, and the last one must still be a seed."""
    from qedeck.interpreter.chance import MASK

    first = seed_of(asked)
    if first + games - 1 > MASK:
        raise Wrong(f"--seed {first}: there are not {games:,} seeds from there on")
    return first
