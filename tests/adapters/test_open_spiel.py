"""Games of qedeck inside OpenSpiel: chance card by card, secrets kept, races, and what a game is worth."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from qedeck.interpreter.settings import SettingError
from qedeck.spec.game import Game, load, load_text

pyspiel = pytest.importorskip("pyspiel", reason="open-spiel is not installed")

from qedeck.adapters.open_spiel import register  # noqa: E402

from ..all_games import EVERY, fewest, most  # noqa: E402
from ..all_games import game as any_game  # noqa: E402

GAMES = Path(__file__).parents[1] / "games"

PENNIES = """
game pennies
  players 2
  starts with main

side is one of heads, tails

remember
  coin of each player: side, secret

phase main
  every player p secretly chooses a side s as coin of p
  for each player p
    show coin of p to everyone
  judge same, different

ending same
  when coin of player 1 is coin of player 2
  won by player p where p is player 1

ending different
  when coin of player 1 is not coin of player 2
  won by player p where p is player 2
"""
"""Both choose at once; the first wins if they agree."""

SNATCH = """
game snatch
  players 2
  starts with main

cards
  prize

zones
  middle: row of card, up to 1, face up, full at start
  hand of each player: row of card, up to 1, face up

phase main
  anyone q may
    snatch with card c in middle
      move c from middle to hand of q
  judge taken, left-there

ending taken
  when middle is empty
  won by player p where hand of p is not empty

ending left-there
  when middle is not empty
  drawn
"""
"""Whoever reaches first has the prize."""

MIXED = """
game mixed
  players 2
  starts with main

cards
  red, 2 copies
  blue

zones
  row-of-three: row of card, up to 3, face down, full at start
  pool: pile of card, face down
  hand of each player: pile of card, seen by owner

phase main
  shuffle row-of-three
  draw 1 from row-of-three to hand of player 1
  move all from row-of-three to pool
  draw 1 from pool to hand of player 2
  player 1 chooses one
    stop
    go-on
  judge blue-wins

define worth of player p: number
  when blue is in hand of p: 5
  otherwise: -1

ending blue-wins
  when yes
  won by player p where blue is in hand of p
"""
"""A shuffle, a draw from a pile, and a worth that adds up to no fixed sum."""


def game(text: str) -> Game:
    loaded = load_text(text)
    assert loaded.sound, [d.title for d in loaded.diagnostics]
    return loaded


def test_both_choose_at_once() -> None:
    """The second is asked after the first, but knows nothing of it; so the game is worth nothing to either."""
    from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

    pennies = register(game(PENNIES), 2)
    state = pennies.new_initial_state()
    known = {state.child(action).information_state_string(1) for action in state.legal_actions()}
    assert len(known) == 1
    assert pennies.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert pennies.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    solver = cfr.CFRPlusSolver(pennies)
    for _ in range(50):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert exploitability.exploitability(pennies, policy) < 0.02
    assert expected_game_score.policy_value(state, [policy] * 2)[0] == pytest.approx(0, abs=0.01)


def test_a_race() -> None:
    snatch = register(game(SNATCH), 2)
    state = snatch.new_initial_state()
    names = {state.action_to_string(action): action for action in state.legal_actions()}
    reach = next(action for name, action in names.items() if name.startswith("snatch"))
    assert state.current_player() == 0 and len(names) == 2
    # The other one does not see who reaches, but afterwards everybody remembers the own wish.
    assert state.child(reach).information_state_string(1) == state.child(names["nobody"]).information_state_string(1)
    assert "wished" in state.child(reach).information_state_string(0)
    both = state.child(reach)
    assert both.current_player() == 1
    both = both.child(next(action for action in both.legal_actions() if action != names["nobody"]))
    assert both.is_chance_node() and both.chance_outcomes() == [(0, 0.5), (1, 0.5)]
    assert both.child(0).returns() == [1, -1] and both.child(1).returns() == [-1, 1]
    nobody = state.child(names["nobody"]).child(names["nobody"])
    assert nobody.is_terminal() and nobody.returns() == [0, 0]
    alone = state.child(reach).child(names["nobody"])
    assert alone.is_terminal() and alone.returns() == [1, -1]


def test_shuffles_and_draws_have_their_odds() -> None:
    """The blue card comes to the first player in a third of all games, and to the second as often."""
    mixed = register(game(MIXED), 2)
    chances: dict[tuple[float, ...], float] = {}
    waiting = [(mixed.new_initial_state(), 1.0)]
    while waiting:
        state, chance = waiting.pop()
        if state.is_terminal():
            gains = tuple(state.returns())
            chances[gains] = chances.get(gains, 0) + chance
        elif state.is_chance_node():
            assert sum(odds for _, odds in state.chance_outcomes()) == pytest.approx(1)
            waiting += [(state.child(action), chance * odds) for action, odds in state.chance_outcomes()]
        else:
            waiting.append((state.child(state.legal_actions()[0]), chance))
    assert chances == {gains: pytest.approx(1 / 3) for gains in ((5, -1), (-1, 5), (-1, -1))}


def walked(state: Any, seed: int, most: int) -> None:
    """A random game, as far as `most` steps: what one knows goes on from what one knew, and tells what one may do."""
    chance = random.Random(seed)
    known: dict[str, list[int]] = {}
    last: dict[int, str] = {}
    for _ in range(most):
        if state.is_terminal():
            assert len(state.returns()) == state.num_players()
            return
        player, legal = state.current_player(), state.legal_actions()
        assert legal == sorted(set(legal)) and legal
        if player >= 0:
            now = state.information_state_string()
            assert now.startswith(last.get(player, "")) and now != last.get(player)
            assert known.setdefault(now, legal) == legal
            assert legal[-1] < state.get_game().num_distinct_actions()
            last[player] = now
            state.observation_string()
        else:
            numbers, odds = zip(*state.chance_outcomes(), strict=True)
            assert sum(odds) == pytest.approx(1) and numbers[-1] < state.get_game().max_chance_outcomes()
        state.apply_action(chance.choice(legal))


@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("werewolves_and_robbers", 3),
        ("wolf_and_hound", 2),
        ("wolf_and_hound", 4),
        ("werewolf_village", 8),
        ("stool_pigeon", 3),
    ],
)
def test_shipped_games(name: str, players: int) -> None:
    """Dummies, a moderator, secret votes, races: all of it as one turn after the other."""
    walked(register(load(name), players).new_initial_state(), 1, 150)


LONG = ("stool_pigeon",)
"""With players at random its scenes grow and grow: there are many choices, and they clone every state."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name in LONG else name for name in EVERY]
)
def test_their_own_test_of_a_game(name: str) -> None:
    """Clones, legal choices, chance that adds up, gains within their bounds: OpenSpiel's random simulations."""
    pyspiel.random_sim_test(register(any_game(name), fewest(name)), num_sims=1, serialize=False, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", EVERY)
def test_their_own_test_with_few_and_with_many_players(name: str) -> None:
    """Random players of Stool Pigeon hardly ever come to an end when there are six of them: it is broken off."""
    for players in {fewest(name), most(name)}:
        found = register(any_game(name), players, longest=1_000)
        pyspiel.random_sim_test(found, num_sims=3, serialize=False, verbose=False)


def test_a_game_that_is_broken_off() -> None:
    state = register(load(GAMES / "crazy_eights.qed"), 2, name="broken_off", longest=20).new_initial_state()
    for done in range(20):
        assert not state.is_terminal(), done
        state.apply_action(state.legal_actions()[0])
    assert state.is_terminal() and state.returns() == [0.0, 0.0] and state.legal_actions() == []


def whole_tree(root: Any) -> int:
    """How many states there are."""
    count, waiting = 0, [root]
    while waiting:
        state = waiting.pop()
        count += 1
        waiting += [state.child(action) for action in state.legal_actions()]
    return count


def test_turns_are_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever walks the same tree again and again finds it kept, but only so much of it."""
    kuhn = register(load(GAMES / "kuhn_poker.qed"), 2, name="kuhn_again")
    turns = kuhn.new_initial_state().turn.turns
    for _ in range(7):  # each walk keeps one level more
        assert whole_tree(kuhn.new_initial_state()) == 58
    assert turns.kept == 57
    assert kuhn.new_initial_state().child(0).turn is kuhn.new_initial_state().child(0).turn
    monkeypatch.setattr("qedeck.adapters.turns.MOST_KEPT", 20)
    turns.first.forget()
    turns.kept = 0
    for _ in range(7):
        assert whole_tree(kuhn.new_initial_state()) == 58
        assert turns.kept <= 20


def test_settings_and_names() -> None:
    eights = load(GAMES / "crazy_eights.qed")
    register(eights, 2, name="short_eights", settings={"most-plays": 1})
    state = pyspiel.load_game("short_eights").new_initial_state()
    walked(state, 3, 200)
    assert state.is_terminal()
    again = register(eights, 3, name="short_eights")
    assert again.num_players() == 3, "the name now means what was registered last"
    with pytest.raises(SettingError):
        register(eights, 2, settings={"most-plys": 1})
    with pytest.raises(ValueError, match="2 to 5 players"):
        register(eights, 6)
    with pytest.raises(ValueError, match="no definition `gain of player p"):
        register(eights, 2, returns="gain")
    assert register(eights, 2, returns="penalty").new_initial_state().worth == "penalty"


def test_a_choice_that_is_not_there() -> None:
    turn = register(game(PENNIES), 2).new_initial_state().turn
    with pytest.raises(ValueError, match="may not be done now"):
        turn.after(99)


def test_the_page_shows_what_comes_out(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    root = GAMES.parents[1]
    page = (root / "docs" / "reference" / "open_spiel.md").read_text("utf-8")
    program, output = (re.findall(rf"```{kind}\n(.*?)```", page, re.DOTALL)[0] for kind in ("python", "text"))
    monkeypatch.chdir(root)
    exec(compile(program, "open_spiel.md", "exec"), {})
    assert capsys.readouterr().out == output
