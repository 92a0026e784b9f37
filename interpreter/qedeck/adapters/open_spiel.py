"""A game of qedeck as a game of OpenSpiel, for its algorithms: pip install 'qedeck[openspiel]'.

    game = register(load("my_game.qed"), players=2)
    pyspiel.random_sim_test(game, num_sims=10, serialize=False, verbose=False)

Players are counted from 0 there, from 1 here. What a player gains is said in `gains`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pyspiel

from qedeck.adapters import gains as worths
from qedeck.adapters.turns import CHANCE, Turn, Turns
from qedeck.spec import core as c
from qedeck.spec.game import Game

LONGEST = 10_000
"""Decisions and cards in one game, if nobody says how many: OpenSpiel wants a number. Then it is broken off."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What is on offer under one name: the game, what it is worth, and how OpenSpiel describes it."""

    turns: Turns
    worth: str | None
    type: Any
    info: Any


_OFFERS: dict[str, Offer] = {}


def register(
    game: Game,
    players: int,
    *,
    name: str | None = None,
    settings: Mapping[str, object] | None = None,
    returns: str | None = None,
    zero_sum: bool | None = None,
    bounds: tuple[float, float] | None = None,
    longest: int = LONGEST,
) -> Any:
    """Make a game known to `pyspiel.load_game` and return it.

    name: under which it is known; otherwise `qedeck_` with the game's name and the player count.
    settings: parameters and readings, as for `start`. returns: the definition that says what a player gains.
    zero_sum: whether gains add up to 0; without `worth` they do. bounds: the least and the most a player can gain.
    longest: a game of more decisions and cards is broken off, worth 0 to everybody.
    """
    turns = Turns(game, players, settings)
    name = name or f"qedeck_{game.name}_{players}p"
    worth = worths.worth_of(turns.core, returns)
    low, high = bounds or worths.bounds(turns.core, worth)
    zero_sum = worth is None if zero_sum is None else zero_sum
    type_ = _type(name, game.name, turns, zero_sum)
    info = pyspiel.GameInfo(
        num_distinct_actions=max(1, turns.choices.size),
        max_chance_outcomes=_most_outcomes(turns) if _random(turns.core) else 0,
        num_players=players,
        min_utility=float(low),
        max_utility=float(high),
        utility_sum=0.0 if zero_sum else None,
        max_game_length=longest,
    )
    known = name in _OFFERS
    _OFFERS[name] = Offer(turns, worth, type_, info)
    if not known:
        # A class, not a function: OpenSpiel lets go of it when Python is gone, and only a class is then still there.
        pyspiel.register_game(type_, type(name, (QedeckGame,), {"name": name}))
    return pyspiel.load_game(name)


class QedeckGame(pyspiel.Game):  # type: ignore[misc]
    """One game at one player count: what is on offer under this name."""

    name = ""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        self.offer = _OFFERS[self.name]
        super().__init__(self.offer.type, self.offer.info, dict(params or {}))

    def new_initial_state(self) -> QedeckState:
        return QedeckState(self)

    def max_chance_nodes_in_history(self) -> int:
        return int(self.max_game_length())

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> Observer:
        if params:
            raise ValueError(f"there is nothing to set for what a player sees: {params}")
        return Observer(iig_obs_type is not None and iig_obs_type.perfect_recall)


class QedeckState(pyspiel.State):  # type: ignore[misc]
    """A turn of the game. The names of these methods are OpenSpiel's."""

    def __init__(self, game: QedeckGame) -> None:
        super().__init__(game)
        self.turn: Turn = game.offer.turns.first
        self.worth, self.left = game.offer.worth, game.max_game_length()

    def current_player(self) -> int:
        who = self.turn.who
        if self.is_terminal() or who is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if who == CHANCE else who - 1

    def is_terminal(self) -> bool:
        return self.turn.who is None or self.left <= 0

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.turn.moves())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        moves = self.turn.moves()
        total = sum(move.weight for move in moves.values())
        return [(number, move.weight / total) for number, move in moves.items()]

    def _apply_action(self, action: int) -> None:
        self.turn, self.left = self.turn.after(action), self.left - 1

    def _action_to_string(self, player: int, action: int) -> str:
        move = self.turn.moves().get(action)
        return move.text if move is not None else f"choice {action}"

    def returns(self) -> list[float]:
        return worths.gains(self.turn, self.worth)

    def information_state_string(self, player: int | None = None) -> str:
        """All that a player has noticed up to now."""
        return remembered(self.turn, self.current_player() if player is None else player)

    def observation_string(self, player: int | None = None) -> str:
        """The table as a player sees it now."""
        return seen(self.turn, self.current_player() if player is None else player)

    def __str__(self) -> str:
        return "; ".join(self.turn.way()) or "nothing has happened yet"


class Observer:
    """What a player sees, as text: with perfect recall everything so far, otherwise the table now."""

    def __init__(self, recall: bool) -> None:
        self.recall = recall
        self.tensor = None
        self.dict: dict[str, Any] = {}

    def set_from(self, state: QedeckState, player: int) -> None:
        """There are no tensors."""

    def string_from(self, state: QedeckState, player: int) -> str:
        return remembered(state.turn, player) if self.recall else seen(state.turn, player)


def remembered(turn: Turn, player: int) -> str:
    return "\n".join([f"player {player + 1}", *turn.memory(player + 1)])


def seen(turn: Turn, player: int) -> str:
    asked = {"asked": list(turn.moves())} if turn.who == player + 1 else {}
    return f"player {player + 1}\n{json.dumps({**turn.sight(player + 1), **asked}, ensure_ascii=False)}"


# ---- how OpenSpiel describes a game ------------------------------------------------------------------


def _random(core: c.Core) -> bool:
    chosen = [node.owner.who for node in core.nodes if isinstance(node, c.Decision)]
    dummies = core.domains["player"].size > core.players
    return dummies or len(chosen) < len(core.nodes) or not {"player", "nobody"}.issuperset(chosen)


def _hidden(core: c.Core) -> bool:
    secret = any(node.noticed != c.EVERYBODY or c.who_decides(node) == "anyone" for node in core.nodes)
    sights = [zone.sight for zone in core.zones.values()]
    sights += [var.sight for var in core.vars.values() if var.role == "remembered"]
    return secret or any(sight != c.EVERYBODY for sight in sights)


def _most_outcomes(turns: Turns) -> int:
    sets = [zone.cards.size for zone in turns.core.zones.values()]
    return max([turns.odds.size, turns.players, *sets])


def _type(name: str, title: str, turns: Turns, zero_sum: bool) -> Any:
    kind, hidden = pyspiel.GameType, _hidden(turns.core)
    return kind(
        short_name=name,
        long_name=title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if _random(turns.core) else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.IMPERFECT_INFORMATION if hidden else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if zero_sum else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=turns.players,
        min_num_players=turns.players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
    )
