"""Our side: the engine and the interpreter, and all that the benchmarks know of either."""

from __future__ import annotations

import random
from functools import cache
from math import inf
from pathlib import Path
from time import process_time

from qedeck.engine import Unfit, compiled
from qedeck.engine.moves import Moves
from qedeck.interpreter.play import MOST_DECISIONS, play_random, start
from qedeck.spec.files import shipped_games
from qedeck.spec.game import Game, load, load_text

from .contest import Side, Unavailable, batched

FILES = {**shipped_games(), **{path.stem: path for path in (Path(__file__).parents[1] / "games").glob("*.qed")}}
DEALS = 8
LONGEST = 300
"""Where choices are counted, a game of more than this is left, and another one begun."""


@cache
def game(name: str) -> Game:
    return load(FILES[name], claims=False)


@cache
def wide_ring(values: int) -> Game:
    """The small ring with cards up to this value instead of 4."""
    told = FILES["small_ring"].read_text("utf-8").replace("value 1 to 4", f"value 1 to {values}")
    return load_text(told)


def playouts(game: Game, players: int, choices: bool = False) -> Side:
    """Random games in a second, inside the engine; with `choices` what was chosen in them."""
    engine, seed, limit = compiled(game.core(players)), 1, LONGEST if choices else MOST_DECISIONS

    def run(size: int) -> float:
        nonlocal seed
        try:
            tally = engine.playouts(None, seed, size, limit=limit)
        except (Unfit, ImportError) as why:
            raise Unavailable(str(why)) from None
        seed += size
        return sum(tally.decisions) if choices else size

    return batched(run)


def steps(game: Game, players: int) -> Side:
    """Choices in a second from Python: what is legal is asked for, one of it drawn and done. Deals are made before."""
    choice, dealt = random.Random(1).choice, []
    try:
        moves = Moves(compiled(game.core(players)).program())
    except (Unfit, ImportError) as why:
        raise Unavailable(str(why)) from None
    for seed in range(DEALS):
        legal = moves.begin(seed)
        dealt.append((moves.save(), legal))

    def run(size: int) -> float:
        made, step = 0, moves.step
        for number in range(size):
            saved, legal = dealt[number % DEALS]
            moves.load(saved)
            while legal:
                legal = step(choice(legal))
                made += 1
        return made

    return batched(run)


def search(game: Game, players: int) -> Side:
    """Positions in a second, over the whole game."""
    try:
        from qedeck.engine.search import Search
    except ImportError as why:
        raise Unavailable(str(why)) from None
    core = game.core(players)

    def side(seconds: float) -> float:
        found = Search(core)
        before = process_time()
        found.run(inf)
        spent = process_time() - before
        if not found.complete:
            raise Unavailable(found.reason)
        return found.positions / spent

    return side


def interpreted(game: Game, players: int, choices: bool = False) -> Side:
    """The same in the interpreter."""
    seed, limit = 0, LONGEST if choices else MOST_DECISIONS

    def run(size: int) -> float:
        nonlocal seed
        made = 0
        for _ in range(size):
            seed += 1
            made += play_random(start(game, players, seed), limit)
        return made if choices else size

    return batched(run)
