"""OpenSpiel's side: rollouts in its C++ without Python in between, and its games stepped from Python.

RandomRolloutEvaluator cannot be called from Python, but MCTSBot calls it: with one simulation it evaluates
the position it is given by so many random rollouts and does nothing else. It wants a position where a player
decides, so what comes before the first choice (the deal of Hearts) is done beforehand and costs OpenSpiel nothing.
"""

from __future__ import annotations

import random
from typing import Any

from .contest import Side, Unavailable, batched

DEALS = 8
"""Rollouts begin from so many deals by turns."""


def _pyspiel() -> Any:
    try:
        import pyspiel
    except ImportError:
        raise Unavailable("open-spiel is not installed") from None
    return pyspiel


def _dealt(name: str, count: int) -> tuple[Any, list[Any]]:
    """The game, and positions after so many deals."""
    game, chance, found = _pyspiel().load_game(name), random.Random(1), []
    for _ in range(count):
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(chance.choice(state.legal_actions()))
        found.append(state)
    return game, found


def rollouts(name: str) -> Side:
    """Random games to the end in a second, in C++."""
    game, positions = _dealt(name, DEALS)
    spiel, turn = _pyspiel(), 0

    def run(size: int) -> float:
        nonlocal turn
        turn += 1
        each = max(1, size // DEALS)
        for position in positions:
            evaluator = spiel.RandomRolloutEvaluator(each, turn)
            spiel.MCTSBot(game, evaluator, 1.0, 1, 1, False, turn, False).mcts_search(position)
        return each * DEALS

    return batched(run)


def steps(name: str) -> Side:
    """Choices in a second from Python: what is legal is asked for, one of it drawn and done."""
    _, positions = _dealt(name, DEALS)
    choice = random.Random(1).choice

    def run(size: int) -> float:
        made = 0
        for game in range(size):
            state = positions[game % DEALS].clone()
            while not state.is_terminal():
                made += not state.is_chance_node()
                state.apply_action(choice(state.legal_actions()))
        return made

    return batched(run)
