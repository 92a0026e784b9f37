"""`qedeck check`: games in, what is wrong with them out."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from qedeck.commands.common import GAME, Parser, diagnostics_data, print_json, show_diagnostics, whole_game
from qedeck.spec.plain import and_so_on, counted

if TYPE_CHECKING:
    from qedeck.spec.game import Game


def command(argv: Sequence[str]) -> int:
    parser = Parser("check", "Read games and variants and say what is wrong with them, at every player count.",
                    "  qedeck check werewolves_and_robbers\n  qedeck check my_game.qed my_variant.qed")
    parser.add_argument("games", nargs="+", metavar="GAME", help=GAME)
    parser.add_argument("-q", "--quiet", action="store_true", help="count the warnings instead of printing them")
    parser.add_argument("--strict", action="store_true", help="a warning fails, too")
    parser.formats()
    args = parser.parse_args(argv)
    games = [whole_game(name) for name in args.games]
    if args.format == "json":
        print_json({"games": [_data(game) for game in games]})
    else:
        for game in games:
            _report(game, args.quiet)
    if not all(game.sound for game in games):
        return 2
    return 1 if args.strict and any(game.diagnostics for game in games) else 0


def _report(game: Game, quiet: bool) -> None:
    if quiet and game.sound:
        warnings = f"; {counted(len(game.diagnostics), 'warning')}" if game.diagnostics else ""
        print(summary(game) + warnings)
        return
    if game.diagnostics:
        show_diagnostics(game.diagnostics, game, sys.stdout)
        print()
    if game.sound:
        print(summary(game))


def summary(game: Game) -> str:
    """werewolves_and_robbers: fine for 3, 4 and 5 players (123 clauses, 91 statements cited)."""
    clauses, cited = _counts(game)
    name = f"{game.variant}, a variant of {game.name}" if game.variant else game.name
    people = "player" if list(game.players) == [1] else "players"
    return (f"{name}: fine for {and_so_on(list(game.players))} {people} "
            f"({counted(clauses, 'clause')}, {counted(cited, 'statement')} cited)")


def _counts(game: Game) -> tuple[int, int]:
    core = game.core(game.players.start)
    return len(core.clauses), len(game.cited())


def _data(game: Game) -> dict[str, object]:
    data: dict[str, object] = {"game": game.name, "variant": game.variant, "sound": game.sound,
                               "players": list(game.players), "diagnostics": diagnostics_data(game.diagnostics, game)}
    if game.sound:
        data["clauses"], data["cited"] = _counts(game)
    return data
