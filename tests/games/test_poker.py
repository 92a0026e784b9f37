"""Kuhn and Leduc poker: the rules, what is proved of them, and that OpenSpiel finds the same game and its value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from qedeck.proofs.verdict import Grade

from .tables import decided, is_clean, random_games, table, text, twin, worth

POKER = ["kuhn_poker", "leduc_poker"]


@pytest.mark.parametrize("name", POKER)
def test_clean(name: str) -> None:
    is_clean(name)


@pytest.mark.parametrize(("name", "cards", "most"), [("kuhn_poker", 3, 2), ("leduc_poker", 6, 13)])
def test_fifty_hands(name: str, cards: int, most: int) -> None:
    assert table(name).core(2).domains["card"].size == cards
    for play in random_games(name, 2, 50):
        first, second = worth(play)
        assert first + second == 0
        assert abs(first) <= most
        assert (first > 0) == (play.result is not None and play.result.winners == (1,))


# ---- what is proved, and refuted of a broken twin ---------------------------------------------------


@pytest.mark.parametrize("name", POKER)
def test_zero_sum(name: str) -> None:
    found = decided(text(name), "zero-sum", 2)
    assert found.grade is Grade.PROVED_SIZES, found.detail


@pytest.mark.parametrize("name", POKER)
def test_a_winner_who_is_paid_back_the_own_stake(name: str) -> None:
    found = decided(twin(name, "when wins of p: stake of left of p", "when wins of p: stake of p"), "zero-sum", 2)
    assert found.grade is Grade.REFUTED, found.detail


@pytest.mark.parametrize("name", POKER)
def test_always_somebody_can_go_on(name: str) -> None:
    found = decided(text(name), "comes-to-an-end", 2)
    assert found.grade is Grade.PROVED_SIZES, found.detail


def test_a_raise_that_nobody_can_answer() -> None:
    broken = twin("leduc_poker", "      call  --", "      call, if raises < 2  --")
    broken = broken.replace("fold-hand, if stake of turn < highest-stake", "fold-hand, if raises is 1")
    found = decided(broken, "comes-to-an-end", 2)
    assert found.grade is Grade.REFUTED, found.detail


def test_three_choices_and_no_fourth() -> None:
    found = decided(text("kuhn_poker"), "comes-to-an-end", 2, claim=2)
    assert found.grade is Grade.PROVED_SIZES, found.detail
    found = decided(twin("kuhn_poker", "within 3 choices", "within 2 choices"), "comes-to-an-end", 2, claim=2)
    assert found.grade is Grade.REFUTED, found.detail


# ---- OpenSpiel --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def spiel() -> Any:
    return pytest.importorskip("pyspiel", reason="open-spiel is not installed")


@pytest.fixture(scope="module")
def ours(spiel: Any) -> dict[str, Any]:
    """Both games, as OpenSpiel knows them from us."""
    from qedeck.adapters.open_spiel import register

    return {
        name: register(table(name), 2, zero_sum=True, bounds=(-most, most))
        for name, most in (("kuhn_poker", 2), ("leduc_poker", 13))
    }


def side_by_side(one: Any, other: Any) -> Iterator[tuple[Any, Any]]:
    """Every state of both games, walked together: choices are matched in the order of their numbers."""
    waiting = [(one.new_initial_state(), other.new_initial_state())]
    while waiting:
        left, right = waiting.pop()
        yield left, right
        assert left.current_player() == right.current_player(), (str(left), str(right))
        if left.is_terminal():
            continue
        if left.is_chance_node():
            odds = [chance for _, chance in right.chance_outcomes()]
            assert [chance for _, chance in left.chance_outcomes()] == pytest.approx(odds)
        here, there = left.legal_actions(), right.legal_actions()
        assert len(here) == len(there), (str(left), str(right))
        waiting += [(left.child(a), right.child(b)) for a, b in zip(here, there, strict=True)]


@pytest.mark.parametrize(
    ("name", "histories", "endings", "known"), [("kuhn_poker", 58, 30, 12), ("leduc_poker", 9457, 5520, 936)]
)
def test_the_same_tree(name: str, histories: int, endings: int, known: int, ours: dict[str, Any], spiel: Any) -> None:
    """State for state: who decides, with what odds, what everybody gains, and what players cannot tell apart."""
    pairs: dict[str, str] = {}
    back: dict[str, str] = {}
    count = ended = 0
    for left, right in side_by_side(ours[name], spiel.load_game(name)):
        count += 1
        if left.is_terminal():
            ended += 1
            assert left.returns() == right.returns(), str(right)
        elif not left.is_chance_node():
            here, there = left.information_state_string(), right.information_state_string()
            assert pairs.setdefault(here, there) == there
            assert back.setdefault(there, here) == here
    assert (count, ended, len(pairs)) == (histories, endings, known)


@pytest.mark.parametrize("name", POKER)
def test_their_own_test_of_a_game(name: str, ours: dict[str, Any], spiel: Any) -> None:
    spiel.random_sim_test(ours[name], num_sims=5, serialize=True, verbose=False)


def test_the_first_player_loses_an_eighteenth_of_a_chip(ours: dict[str, Any]) -> None:
    """The value of Kuhn poker, exactly: the linear program over OpenSpiel's sequences of choices."""
    import numpy
    from open_spiel.python.algorithms import sequence_form_utils
    from scipy.optimize import linprog

    _, numbers, choices, parents, gains, _ = sequence_form_utils.construct_vars(ours["kuhn_poker"])
    limits = sequence_form_utils.construct_constraint_vars(parents, numbers, choices)
    (first, first_is), (second, second_is) = limits[0], limits[1]
    # The first player picks weights x; the second answers with the best y, and q is the dual of that.
    gains = gains[0] if gains.ndim == 3 else gains
    x, q = first.shape[1], second.shape[0]
    best = linprog(
        numpy.concatenate([numpy.zeros(x), -second_is]),
        A_ub=numpy.hstack([-gains.T, second.T]),
        b_ub=numpy.zeros(second.shape[1]),
        A_eq=numpy.hstack([first, numpy.zeros((first.shape[0], q))]),
        b_eq=first_is,
        bounds=[(0, None)] * x + [(None, None)] * q,
    )
    assert best.success
    assert -best.fun == pytest.approx(-1 / 18, abs=1e-9)


def test_counterfactual_regret_finds_it_too(ours: dict[str, Any]) -> None:
    """OpenSpiel's CFR+ over our game: hardly exploitable after 150 rounds, and worth the same."""
    from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

    kuhn = ours["kuhn_poker"]
    solver = cfr.CFRPlusSolver(kuhn)
    for _ in range(150):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    first, second = expected_game_score.policy_value(kuhn.new_initial_state(), [policy, policy])
    assert exploitability.exploitability(kuhn, policy) < 2e-3
    assert first == pytest.approx(-1 / 18, abs=1e-3)
    assert first + second == pytest.approx(0, abs=1e-12)
