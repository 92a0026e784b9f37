"""Every game as an environment of PettingZoo: its own tests, seats that see what they may, and what a game is worth."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="pettingzoo is not installed")

from pettingzoo.test import api_test, seed_test

from qedeck.adapters.petting_zoo import Environment
from qedeck.adapters.sights import Sights
from qedeck.adapters.turns import CHANCE, Turns
from qedeck.interpreter.chance import Chance

from ..all_games import EVERY, FILES, UNDECIDED, fewest, game, most

DECIDED = [name for name in EVERY if name not in UNDECIDED]
ADVICE = "ignore:Observation is not a NumPy array", "ignore:Observation space for each agent probably"
"""PettingZoo would rather see bare arrays, but learners want the mask beside them, as its own card games have it."""
pytestmark = [pytest.mark.filterwarnings(line) for line in ADVICE]


def played(env: Environment, seed: int) -> dict[str, float]:
    """A random game to its end: what each agent was given in all."""
    env.reset(seed=seed)
    chance, given = random.Random(seed), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, cut_off, _ = env.last()
        given[agent] += reward
        env.step(None if over or cut_off else chance.choice(seen["action_mask"].nonzero()[0]))
    return given


@pytest.mark.parametrize("name", DECIDED)
def test_their_own_test_of_an_environment(name: str) -> None:
    api_test(Environment(game(name), fewest(name)), num_cycles=20)


@pytest.mark.slow
@pytest.mark.parametrize("name", DECIDED)
def test_their_own_test_of_an_environment_for_longer(name: str) -> None:
    """Whole games: with a thousand rounds of agents every game but an endless one is over."""
    for players in {fewest(name), most(name)}:
        api_test(Environment(game(name), players, longest=2_000), num_cycles=1_000)


@pytest.mark.parametrize("name", DECIDED)
def test_the_same_seed_is_the_same_game(name: str) -> None:
    seed_test(lambda: Environment(game(name), fewest(name)), num_cycles=10)


@pytest.mark.parametrize("name", UNDECIDED)
def test_nothing_to_learn(name: str) -> None:
    with pytest.raises(ValueError, match="nobody decides anything"):
        Environment(game(name), fewest(name))


@pytest.mark.parametrize("name", DECIDED)
def test_the_interpreter_plays_the_same_games(name: str) -> None:
    """Where the engine cannot play, nobody notices: what is seen, who is asked, what is legal and what it is worth."""
    quick, plain = Environment(game(name), fewest(name)), Environment(game(name), fewest(name), render_mode="ansi")
    for seed in range(2):
        chance = random.Random(seed)
        for env in (quick, plain):
            env.reset(seed=seed)
        assert type(quick.turn.play) is not type(plain.turn.play)
        for _ in range(60):
            if not quick.agents:
                break
            (seen, *told), (other, *said) = quick.last(), plain.last()
            assert quick.agent_selection == plain.agent_selection and told == said
            assert all((seen[key] == other[key]).all() for key in seen)
            over = quick.terminations[quick.agent_selection]
            action = None if over else chance.choice(seen["action_mask"].nonzero()[0])
            for env in (quick, plain):
                env.step(action)
        assert quick.rewards == plain.rewards and quick.agents == plain.agents
        result, other_result = quick.turn.play.result, plain.turn.play.result
        assert (result and (result.kind, result.winners)) == (
            other_result and (other_result.kind, other_result.winners)
        )


def test_another_seed_is_another_game() -> None:
    env = Environment(game("hearts"), 4)
    seen = []
    for seed in (1, 1, 2, None):
        env.reset(seed=seed)
        seen.append(env.observe("player_1")["observation"].tobytes())
    assert seen[0] == seen[1] and len(set(seen)) == 3


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker", "connect_four", "small_ring"])
def test_what_is_won_is_lost(name: str) -> None:
    env = Environment(game(name), fewest(name))
    for seed in range(20):
        given = played(env, seed)
        assert sum(given.values()) == pytest.approx(0)
        assert not env.agents


def test_worth_of_hearts() -> None:
    """26 points are taken in all, and every player starts from 26."""
    env = Environment(game("hearts"), 4)
    for seed in range(5):
        assert sum(played(env, seed).values()) in (4 * 26 - 26, 4 * 26 - 78)


def test_a_game_that_is_cut_off() -> None:
    env = Environment(game("crazy_eights"), 2, longest=3)
    env.reset(seed=1)
    for _ in range(3):
        assert not any(env.truncations.values())
        env.step(env.observe(env.agent_selection)["action_mask"].argmax())
    assert all(env.truncations.values()) and not any(env.terminations.values())
    assert set(env.rewards.values()) == {0.0}


def test_a_choice_that_is_not_there() -> None:
    env = Environment(game("tic_tac_toe"), 2)
    env.reset(seed=1)
    env.step(4)
    for wrong in (4, 99, None):
        with pytest.raises(ValueError, match="may not be done now"):
            env.step(wrong)


def test_the_log() -> None:
    env = Environment(game("connect_four"), 2, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == ""
    env.step(3)
    assert "file-d" in str(env.render()).replace(" ", "-")
    assert Environment(game("connect_four"), 2).render() is None


def table_of(turn: Any, seat: int) -> str:
    """What the interpreter shows this seat, and whether it is asked."""
    asked = turn.play.node if turn.who == seat else None
    return json.dumps([turn.sight(seat), asked, seat], sort_keys=True)


@pytest.mark.parametrize("name", EVERY)
def test_numbers_tell_what_the_view_tells(name: str) -> None:
    """Shown the same, a seat sees the same numbers, and the other way round: nothing leaks, nothing is missing."""
    for players in sorted({fewest(name), most(name)}):
        turns = Turns(game(name), players)
        sights = Sights(turns.core)
        shown: dict[str, bytes] = {}
        for seed in range(4):
            chance, turn = Chance(seed), turns.first
            for _ in range(60):
                if turn.who is None:
                    break
                if turn.who != CHANCE:
                    for seat in range(1, players + 1):
                        numbers = sights.numbers(turn.play, seat, turn.who == seat)
                        assert len(numbers) == sights.size and numbers.min() >= 0 and numbers.max() <= 1
                        assert shown.setdefault(table_of(turn, seat), numbers.tobytes()) == numbers.tobytes()
                turn = turns.at_random(turn, chance)
        assert len(set(shown.values())) == len(shown)


def test_the_page_shows_what_comes_out(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    root = FILES["hearts"].parents[2]
    page = (root / "docs" / "reference" / "petting_zoo.md").read_text("utf-8")
    program, output = (re.findall(rf"```{kind}\n(.*?)```", page, re.DOTALL)[0] for kind in ("python", "text"))
    monkeypatch.chdir(root)
    exec(compile(program, "petting_zoo.md", "exec"), {})
    assert capsys.readouterr().out == output
