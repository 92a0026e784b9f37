"""How many decisions the interpreter makes in a second, at random, in each shipped game.

The ratio is to a loop in plain Python that does as little as a decision can: so many passes of the
loop could be made in the time of one decision. It can be compared between machines, seconds cannot.
"""

from __future__ import annotations

import time

from qedeck.interpreter.play import start
from qedeck.spec.files import shipped_games
from qedeck.spec.game import Game, load

SECONDS = 3.0
SEED = 1
TOO_LONG = 2_000
"""A game of more decisions than this is left, and another one begun."""


def loop_rate() -> float:
    """Passes in a second of a loop that picks one of several legal numbers and keeps the score."""
    passes, score, state = 200_000, 0, 12345
    legal = list(range(7))
    before = time.perf_counter()
    for turn in range(passes):
        state = (state * 1103515245 + 12345) % 2147483648
        score += legal[state % len(legal)] if turn % 3 else -1
    return passes / (time.perf_counter() - before)


def decision_rate(game: Game, players: int) -> tuple[float, int, int]:
    """Decisions in a second, how many were made, and in how many games."""
    made = games = 0
    spent, seed = 0.0, SEED
    while spent < SECONDS:
        before = time.perf_counter()
        play = start(game, players, seed)
        count = 0
        while not play.over and count < TOO_LONG and time.perf_counter() - before < SECONDS:
            play.apply(play.random_action())
            count += 1
        spent += time.perf_counter() - before
        made, games, seed = made + count, games + 1, seed + 1
    return made / spent, made, games


def main() -> None:
    loop = max(loop_rate() for _ in range(5))
    print(f"plain loop: {loop:,.0f} passes a second; seed {SEED}; {SECONDS:.0f} s for each game")
    print(f"{'game':<26}{'players':>8}{'decisions/s':>13}{'games':>7}{'decisions':>11}{'loop passes each':>18}")
    for name, path in shipped_games().items():
        game = load(path)
        if not game.sound:
            print(f"{name:<26} has errors")
            continue
        for players in sorted({game.players.start, game.players.stop - 1}):
            rate, made, games = decision_rate(game, players)
            each = f"{loop / rate:,.0f}" if rate else "-"
            print(f"{name:<26}{players:>8}{rate:>13,.0f}{games:>7}{made:>11,}{each:>18}")


if __name__ == "__main__":
    main()
