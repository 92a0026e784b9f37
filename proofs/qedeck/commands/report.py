"""What `run` prints of one game: what was assumed, the play log, the result, and where the rules fail."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from qedeck.commands.common import print_json
from qedeck.interpreter.words import in_words
from qedeck.spec.plain import counted

if TYPE_CHECKING:
    from qedeck.interpreter.play import Play
    from qedeck.spec.game import Game


def heading(game: Game, play: Play, seed: int, listed: bool = False) -> list[str]:
    """What is being played, and what was assumed for it: a line, unless it is little or somebody wants it `listed`."""
    from qedeck.interpreter.settings import values_in_words

    rules, settings = play.rules, play.settings
    values = values_in_words(rules.meaning, rules.words, play.cells, "parameter")
    readings = values_in_words(rules.meaning, rules.words, play.cells, "reading")
    name = f"{game.variant} ({game.name})" if game.variant else game.name
    lines = [f"{name}, {counted(play.core.players, 'player')}, seed {seed}"]
    lines += [f"set: {name} {_value(value)}" for name, value in values.items() if name in settings]
    lines += [f"reading: {name} is {value}" for name, value in readings.items() if name in settings]
    assumed = [f"assumed: {name} {_value(value)}" for name, value in values.items() if name not in settings]
    default = [f"reading: {name} is {value} (default)" for name, value in readings.items() if name not in settings]
    if listed or len(assumed) + len(default) <= FEW:
        return [*lines, *assumed, *default]
    counts = [counted(len(assumed), "value")] * bool(assumed) + [counted(len(default), "reading")] * bool(default)
    return [*lines, f"assumed where the rulebook is open: {' and '.join(counts)} (--assumed lists them)"]


FEW = 3
"""So many lines of what was assumed are printed without being asked for."""


def _value(value: object) -> str:
    if not isinstance(value, dict):
        return f"is {in_words(value)}"
    return f"of {', '.join(f'{key} {in_words(word)}' for key, word in value.items())}"


def print_game(game: Game, play: Play | None, problem: str, args: argparse.Namespace, seed: int,
               scripted: bool) -> None:
    from qedeck.interpreter.telling import tell

    if args.format == "json":
        print_json(_data(game, play, problem, args, seed))
        return
    if play is None:
        print(f"{game.name}, seed {seed}\n{problem}")
        return
    print("\n".join(heading(game, play, seed, args.assumed)))
    if args.log != "none":
        print()
        print("\n".join(tell(play, args.log, args.view)))
    elif play.result is not None:
        from qedeck.interpreter.telling import tell_result

        print(tell_result(play.rules.words, play.result, "en"))
    _place(game, play)
    if problem:
        print(problem)
    elif play.result is None and scripted:
        print(f"The script ends here; {_who(play)} decides next.")
    elif play.result is None:
        print(f"Not over after {counted(args.limit, 'decision')}.")


def _who(play: Play) -> str:
    asked = play.asked
    assert asked is not None
    return play.rules.words.name("en", play.rules.words.player(asked.player)) if asked.player else asked.who


def _place(game: Game, play: Play) -> None:
    """Where the rules say nothing, or leave nobody a choice."""
    from qedeck.spec.source import NOWHERE

    result = play.result
    if result is None or result.span == NOWHERE:
        return
    from qedeck.spec.diagnostic import Diagnostic
    from qedeck.spec.render import render

    shown = render(Diagnostic(result.code, "", result.span), game.sources).splitlines()[1:]
    print("\n".join(shown))


def _data(game: Game, play: Play | None, problem: str, args: argparse.Namespace, seed: int) -> dict[str, Any]:
    data: dict[str, Any] = {"game": game.name, "variant": game.variant, "seed": seed, "problem": problem or None}
    if play is None:
        return data | {"result": None}
    from qedeck.interpreter.events import result_data
    from qedeck.interpreter.settings import values_in_words
    from qedeck.interpreter.telling import tell
    from qedeck.interpreter.trace import trace

    rules = play.rules
    parameters = values_in_words(rules.meaning, rules.words, play.cells, "parameter")
    return data | {
        "players": play.core.players, "settings": play.settings,
        "assumed": {name: value for name, value in parameters.items() if name not in play.settings},
        "readings": values_in_words(rules.meaning, rules.words, play.cells, "reading"),
        "log": [] if args.log == "none" else tell(play, args.log, args.view),
        "trace": trace(play, game), "result": result_data(play.result) if play.result else None,
    }
