"""`--sweep`: every combination of player counts, readings, parameters and variants, and a table of them at the end."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from qedeck.commands.common import print_json
from qedeck.commands.exits import GOOD, INTERRUPTED, WRONG
from qedeck.commands.said import SAID, columns, percent

if TYPE_CHECKING:
    from qedeck.simulation.crews import Crew
    from qedeck.simulation.sweeps import Combination
    from qedeck.simulation.tally import Tally
    from qedeck.spec.game import Game


def swept(game: Game, args: argparse.Namespace) -> list[Combination]:
    """The combinations that were asked for; what no sweep varies is as the other options say."""
    from qedeck.simulation.sweeps import axis_of, combinations

    return combinations(game, args.players, args.settings, [axis_of(game, text) for text in args.sweep])


def worst(codes: Sequence[int]) -> int:
    """One exit code for all: what is failing counts more than what is not known."""
    return next((code for code in (INTERRUPTED, 4, 1, 3, 2) if code in codes), GOOD)


def sweep_games(game: Game, crew: Crew, args: argparse.Namespace) -> int:
    """Simulate every combination."""
    from qedeck.commands.playing import play
    from qedeck.commands.simulate import grade, table_for
    from qedeck.commands.simulated import Report
    from qedeck.interpreter.settings import SettingError

    said, found = SAID[args.lang], swept(game, args)
    args.watch = args.watch or 0
    rows: list[dict[str, Any]] = []
    codes: list[int] = []
    for number, here in enumerate(found, 1):
        try:
            table = table_for(here, args)
        except (SettingError, ValueError) as error:
            rows.append({"combination": here.values, "impossible": str(error)})
            codes.append(WRONG if len(found) == 1 else GOOD)
            continue
        tally, stopped = play(table, crew, args, f"{number} / {len(found)}")
        rows.append({"combination": here.values, "tally": tally, "result": Report(here, table, args).data(tally)})
        codes += [grade(tally), INTERRUPTED if stopped else GOOD]
        if stopped:
            break
    if args.format == "json":
        plain = [{key: value for key, value in row.items() if key != "tally"} for row in rows]
        print_json({"game": game.name, "variant": game.variant, "stopped": INTERRUPTED in codes, "sweep": plain})
    else:
        name = game.variant or game.name
        print(said["sweep"].format(name=name, n=len(rows), games=args.games, seed=args.seed))
        print("\n".join(_table(rows, args.lang)))
    if all("impossible" in row for row in rows):
        return WRONG
    return worst(codes)


def _table(rows: list[dict[str, Any]], language: str) -> list[str]:
    """A line for each combination: who wins how often, how long games are, what goes wrong."""
    from qedeck.simulation.tally import ENDED

    said = SAID[language]
    axes = list(rows[0]["combination"])
    played = [row for row in rows if "result" in row]
    seats: list[dict[str, Any]] = max((row["result"]["seats"] for row in played), key=len, default=[])
    wins = [said["wins"].format(name=seat["name"]) for seat in seats]
    lines = [[*axes, *wins, said["average length"], said["trouble"]]]
    for row in rows:
        values = list(row["combination"].values())
        if "impossible" in row:
            lines.append([*values, *("" for _ in seats), "", f"{said['impossible']}: {row['impossible']}"])
            continue
        tally: Tally = row["tally"]
        data = row["result"]
        wins = [_win(seat) for seat in data["seats"]]
        length = f"{data['length']['mean']:.1f}" if data["length"] else ""
        wrong = {o.kind: 0 for o in tally.outcomes if o.kind not in ENDED}
        for outcome, games in tally.outcomes.items():
            if outcome.kind in wrong:
                wrong[outcome.kind] += games
        broken = sorted({o.clause for o in tally.outcomes if o.kind == "broken"})
        trouble = ", ".join(f"{said[kind]} {n:,}" for kind, n in wrong.items())
        trouble += f" ({', '.join(broken)})" if broken else ""
        lines.append([*values, *wins, *("" for _ in range(len(seats) - len(wins))), length, trouble])
    return columns(lines, "l" * len(axes) + "r" * (len(seats) + 1) + "l")


def _win(seat: dict[str, Any]) -> str:
    half = (seat["high"] - seat["low"]) / 2
    return f"{percent(seat['share'])} ±{100 * half:.1f}"
