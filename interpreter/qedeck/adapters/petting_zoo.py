"""A game of qedeck as an environment of PettingZoo, one agent at a time: pip install 'qedeck[pettingzoo]'.

    env = Environment(load("my_game.qed"), players=2)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, over, cut_off, _ = env.last()
        env.step(None if over or cut_off else env.action_space(agent).sample(observation["action_mask"]))

The same turns and the same numbers of choices as in OpenSpiel. Cards fall as in `qedeck run` with the same seed. Agents
are called as players are at the table, player_1 first. Everybody is rewarded at the end, with what the game was worth.
The engine plays; where it cannot, or a log is wanted, the interpreter plays the same game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from qedeck.adapters.gains import gains, worth_of
from qedeck.adapters.quick import Onward
from qedeck.adapters.sights import Sights
from qedeck.adapters.turns import CHANCE, Turn, Turns
from qedeck.engine import Unfit, compiled
from qedeck.engine.moves import Moves
from qedeck.interpreter.chance import PLAYERS, Chance, fresh_seed
from qedeck.interpreter.play import Play, start
from qedeck.interpreter.settings import settled
from qedeck.interpreter.telling import tell
from qedeck.spec.game import Game

LONGEST = 10_000
"""Choices in one game, if nobody says how many; then it is cut off."""
TRIES = 100
"""Deals until there is one in which somebody has something to decide."""


class Environment(AECEnv):  # type: ignore[misc]
    """One game at one player count. The names of these methods are PettingZoo's.

    settings: parameters and readings, as for `start`. returns: the definition that says what a player gains.
    """

    def __init__(
        self,
        game: Game,
        players: int,
        *,
        settings: Mapping[str, object] | None = None,
        returns: str | None = None,
        longest: int = LONGEST,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.metadata = {"name": f"qedeck_{game.name}_{players}p", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode, self.longest = render_mode, longest
        self.turns = Turns(game, players, settings, lasting=False)
        self._game, self._settings = game, dict(settings or {})
        self._moves = None if render_mode == "ansi" else self._compiled()
        if not self.turns.choices.size:
            raise ValueError(f"there is nothing to learn in {game.name}: nobody decides anything")
        self.sights = Sights(self.turns.core)
        self.worth = worth_of(self.turns.core, returns)
        self.possible_agents = [f"player_{seat}" for seat in range(1, players + 1)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents, 1)}
        self._choices = self.turns.choices.size
        self.action_spaces = {agent: Discrete(self._choices) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.chance: Chance | None = None
        self.turn: Turn = self.turns.first
        self.made = 0

    def _space(self) -> Any:
        seen, mask = Box(0.0, 1.0, (self.sights.size,), np.float32), Box(0, 1, (self._choices,), np.int8)
        return Dict({"observation": seen, "action_mask": mask})

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """A new game. With a seed always the same one; without, chance goes on where it was."""
        if seed is None:
            seed = fresh_seed() if self.chance is None else self.chance.next()
        self.chance = Chance(seed, PLAYERS)
        for _ in range(TRIES):
            self.turn = self._settled(self.turns.arrive(self._play(seed), None))
            if self.turn.who is not None:
                break
            seed = self.chance.next()
        else:
            raise ValueError(f"{self.turns.core.name}: {TRIES} games are over before anybody decides")
        self.made = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self._asked()

    def step(self, action: int | None) -> None:
        """The choice of the agent whose turn it is, by its number. ValueError if it may not be done."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        moves = self.turn.moves()
        if action is None or int(action) not in moves:
            raise ValueError(f"{action} may not be done now: {', '.join(map(str, moves))}")
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        self.turn = self._settled(self.turns.follow(self.turn, moves[int(action)]))
        self.made += 1
        if self.turn.who is None:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, gains(self.turn, self.worth), strict=True))
        elif self.made >= self.longest:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self._asked()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """What this agent sees; what it may do, if it is asked."""
        seat = self._seats[agent]
        asked, mask = self.turn.who == seat, np.zeros(self._choices, np.int8)
        if asked:
            mask[list(self.turn.moves())] = 1
        return {"observation": self.sights.numbers(self.turn.play, seat, asked), "action_mask": mask}

    def render(self) -> str | None:
        """All that has happened, as the log tells it."""
        return "\n".join(tell(self.turn.play)) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""

    def _compiled(self) -> Moves | None:
        """The game inside the engine; None where that cannot be, and then the interpreter plays the same games."""
        try:
            play = self.turns.first.play
            fixed = settled(play.rules.meaning, play.rules.words, self._settings)
            return Moves(compiled(play.core).program(fixed))
        except (ImportError, Unfit):
            return None

    def _play(self, seed: int) -> Play:
        """A new game, in which chance is drawn from the seed."""
        if self._moves is None:
            return start(self._game, self.turns.players, seed, self._settings)
        return Onward(self.turns.first.play.rules, self._moves, seed)

    def _settled(self, turn: Turn) -> Turn:
        """After whatever nobody at the table decides: the table itself, a moderator, seats without a person."""
        assert self.chance is not None
        while turn.who == CHANCE:
            turn = self.turns.at_random(turn, self.chance)
        return turn

    def _asked(self) -> str:
        assert self.turn.who is not None
        return str(self.possible_agents[self.turn.who - 1])
