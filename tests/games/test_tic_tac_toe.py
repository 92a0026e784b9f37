"""Tic-tac-toe: as many positions and games as everybody has counted, and every claim about it with a broken twin."""

from __future__ import annotations

import pytest

from qedeck.proofs.plays.circles import circle, longest, plays
from qedeck.proofs.plays.explore import Explored, explored
from qedeck.proofs.verdict import Grade

from .tables import decided, is_clean, table, text, twin

CROSS, NOUGHT = 1, 2
LINES = ("012", "345", "678", "036", "147", "258", "048", "246")


@pytest.fixture(scope="module")
def whole() -> Explored:
    found = explored(table("tic_tac_toe").core(2), 120)
    assert found.complete, found.reason
    return found


def has_line(board: tuple[int, ...], sign: int) -> bool:
    return any(all(board[int(square)] == sign for square in line) for line in LINES)


def test_clean() -> None:
    is_clean("tic_tac_toe")


def test_positions(whole: Explored) -> None:
    boards = {whole.table(number)[2]["board"] for number in range(whole.positions)}
    assert whole.positions == len(boards) == 5_478
    over = [whole.table(k)[2]["board"] for k in range(whole.positions) if whole.end(k) == "over"]
    assert len(over) == 958
    assert sum(has_line(board, CROSS) for board in over) == 626
    assert sum(has_line(board, NOUGHT) for board in over) == 316


def test_games(whole: Explored) -> None:
    def won(number: int) -> set[int]:
        return {sign for sign in (CROSS, NOUGHT) if has_line(whole.table(number)[2]["board"], sign)}

    assert plays(whole, lambda number: True) == 255_168
    assert plays(whole, lambda number: won(number) == {CROSS}) == 131_184
    assert plays(whole, lambda number: won(number) == {NOUGHT}) == 77_904
    assert plays(whole, lambda number: not won(number)) == 46_080


def test_the_longest_game(whole: Explored) -> None:
    assert circle(whole) is None
    assert longest(whole, lambda node: True) == 9


@pytest.mark.parametrize(
    ("name", "claim", "grade"),
    [
        ("one-winner", 0, Grade.PROVED_SIZES),
        ("fair-turns", 1, Grade.PROVED_SIZES),
        ("comes-to-an-end", 1, Grade.PROVED_SIZES),
        ("comes-to-an-end", 2, Grade.PROVED_SIZES),
        *(pytest.param("both-can-win", claim, Grade.SHOWN, marks=pytest.mark.slow) for claim in range(4)),
        *(pytest.param("one-winner", claim, Grade.PROVED_SIZES, marks=pytest.mark.slow) for claim in (1, 2)),
        pytest.param("fair-turns", 0, Grade.PROVED_SIZES, marks=pytest.mark.slow),
        pytest.param("comes-to-an-end", 0, Grade.PROVED_SIZES, marks=pytest.mark.slow),
    ],
)
def test_claims(name: str, claim: int, grade: Grade) -> None:
    found = decided(text("tic_tac_toe"), name, 2, 120, claim)
    assert found.grade is grade, found.detail


@pytest.mark.parametrize(
    ("old", "new", "name", "claim"),
    [
        ("until has-line of right of turn or full", "until full", "one-winner", 0),
        ("until has-line of right of turn or full", "until has-line of right of turn", "comes-to-an-end", 0),
        ("full and not somebody-has-a-line\n  drawn", "full\n  drawn", "one-winner", 1),
        ("    turn becomes left of turn\n  until has-line of right of", "  until has-line of", "both-can-win", 1),
        ("    turn becomes left of turn\n  until has-line of right of", "  until has-line of", "fair-turns", 0),
        ("within 9 choices", "within 8 choices", "comes-to-an-end", 2),
        ("s where board of s is blank\n    board", "s\n    board", "comes-to-an-end", 1),
    ],
)
def test_twins(old: str, new: str, name: str, claim: int) -> None:
    found = decided(twin("tic_tac_toe", old, new), name, 2, 30, claim)
    assert found.grade is Grade.REFUTED, (found.grade, found.detail)
