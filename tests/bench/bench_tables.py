"""How fast games are played and searched, each figure beside what somebody would use instead.

    python -m tests.bench.bench_tables            everything, a few minutes; fills docs/benchmarks.md
    python -m tests.bench.bench_tables --quick    a glance, nothing is written

Targets are reported, never asserted: a busy machine is no mistake in the program.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from qedeck.spec.files import shipped_games

from . import by_hand, openspiel, ours, report
from .contest import Contest, Side, held
from .picture import draw

DOCS = Path(__file__).parents[2] / "docs"
ROLLOUTS = "OpenSpiel's C++ rollouts"
PLAYED = (("hearts", 4, 1.0), ("crazy_eights", 5, 1.0), ("tic_tac_toe", 2, 2.0), ("connect_four", 2, 2.0))
"""Games that OpenSpiel has too, at its player counts, and what we aim at."""


def against_others() -> list[Contest]:
    """Where there is somebody else to compare with."""

    def rolled(name: str, players: int) -> tuple[Side, Side]:
        return ours.playouts(ours.game(name), players), openspiel.rollouts(name)

    found = [
        Contest(f"{name} playouts", "/s", ROLLOUTS, target, partial(rolled, name, players))
        for name, players, target in PLAYED
    ]
    found.append(
        Contest(
            "ring game playouts",
            "/s",
            "a C loop",
            0.33,
            lambda: (ours.playouts(ours.game("small_ring"), 4), by_hand.playouts(4)),
        )
    )
    found.append(
        Contest(
            "hearts stepped from Python",
            "choices/s",
            "OpenSpiel from Python",
            1.0,
            lambda: (ours.steps(ours.game("hearts"), 4), openspiel.steps("hearts")),
        )
    )
    found.append(
        Contest(
            "ring game searched",
            "positions/s",
            "a C breadth-first search",
            0.25,
            lambda: (ours.search(ours.game("tiny_ring"), 4), by_hand.search()),
        )
    )
    return found


def every_game() -> list[Contest]:
    """The engine beside the interpreter, with the fewest and the most players."""

    def both(name: str, players: int) -> tuple[Side, Side]:
        game = ours.game(name)
        return ours.playouts(game, players, choices=True), ours.interpreted(game, players, choices=True)

    found = []
    for name in shipped_games():
        counts = ours.game(name).players
        for players in sorted({counts.start, counts.stop - 1}):
            found.append(
                Contest(
                    f"{name}, {players} players", "choices/s", "the interpreter", None, partial(both, name, players)
                )
            )
    return found


def growth(seconds: float) -> list[report.Growth]:
    """What a choice costs as there are more players, or more cards to choose from."""
    ring, village = ours.game("small_ring"), ours.game("werewolf_village")
    eights = ours.game("crazy_eights")
    wanted = [
        ("small_ring", [(f"{n} players", ring, n) for n in (3, 4, 5, 6)]),
        ("crazy_eights", [(f"{n} players", eights, n) for n in (2, 3, 4, 5)]),
        ("werewolf_village", [(f"{n} players", village, n) for n in (8, 12, 18)]),
        ("small_ring, 4 players", [(f"{8 * n} cards", ours.wide_ring(n), 4) for n in (4, 8, 12)]),
    ]
    return [
        (name, [(size, ours.playouts(game, n, choices=True)(seconds)) for size, game, n in sizes])
        for name, sizes in wanted
    ]


def main(arguments: Sequence[str]) -> None:
    quick = "--quick" in arguments
    rounds, seconds = (1, 0.02) if quick else (5, 1.0)
    print(report.surroundings())
    others = [held(contest, rounds, seconds) for contest in against_others()]
    print(*report.contests(others), sep="\n", flush=True)
    games = [held(contest, min(rounds, 3), seconds / 2) for contest in every_game()]
    print(*report.games(games), sep="\n", flush=True)
    grown = growth(seconds / 2)
    print(*report.growth(grown), sep="\n")
    if quick:
        return
    drawn = draw(DOCS / "benchmarks.svg", others, games, grown)
    picture = ["![The same figures as a picture](benchmarks.svg)", ""] if drawn else []
    tables = [*report.contests(others), "", *picture, *report.games(games), "", *report.growth(grown)]
    report.put(DOCS / "benchmarks.md", [report.surroundings(), "", *tables])
    print(
        "docs/benchmarks.md is filled in" if drawn else "docs/benchmarks.md is filled in; without matplotlib no picture"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
