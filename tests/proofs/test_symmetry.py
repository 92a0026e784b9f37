"""Positions that are the same under other names: what is proved to be so, what is not, and plays that are real."""

from __future__ import annotations

import pytest

from qedeck.engine.search import Search
from qedeck.proofs.kinds import always, stuck
from qedeck.proofs.plays import at_random, everywhere, explore, swept
from qedeck.proofs.plays.checks import Watch, checked
from qedeck.proofs.plays.symmetry import renamed, symmetries
from qedeck.proofs.steps.induction import Aim
from qedeck.proofs.verdict import Grade
from qedeck.spec import core as c
from qedeck.spec.game import load_text

from ..games.tables import text, twin
from .games import COUNTDOWN, program, told

pytest.importorskip("wasmtime", reason="wasmtime is not installed")

BOARD = text("tic_tac_toe")
CORNER = twin("tic_tac_toe", "chooses a square s where board", "chooses a square s where s is not a1 and board")
"""One corner is never chosen: only the diagonal through it is left."""


def core(text: str) -> c.Core:
    game = load_text(text)
    assert game.sound, [d.title for d in game.diagnostics]
    return game.core(2)


def with_claim(claim: str) -> c.Core:
    made = program(BOARD, claim)
    assert made.claims[0].term is not None
    return checked(made.core, [Watch(Aim(made.claims[0].term), "position")])


def test_a_board_is_the_same_from_eight_sides() -> None:
    game = core(BOARD)
    found = symmetries(game, {}, 60)
    assert len(found) == 7
    plain, fewer = Search(game).run(20), Search(game, renamings=found).run(20)
    assert (plain.positions, fewer.positions) == (5478, 765)
    assert fewer.stops() == {"": 627, "over": 138}
    # Every position, counted by hand: the smallest of all that are the same.
    boards = set()
    for number in range(plain.positions):
        node, cells = plain.table(number)
        alike = [cells, *(renamed(game, renaming, cells) for renaming in found)]
        boards.add(min((node or 0, tuple(table.rows.values())) for table in alike))
    assert len(boards) == 765


@pytest.mark.parametrize(
    ("game", "many"),
    [
        (lambda: core(CORNER), 1),
        (lambda: with_claim("always board of b2 is not cross"), 7),
        (lambda: with_claim("always board of a1 is not cross"), 1),
        pytest.param(lambda: with_claim("always board of b1 is not cross"), 1, marks=pytest.mark.slow),
        (lambda: with_claim("always board of b1 is not cross or board of c2 is cross"), 0),
        (lambda: core(COUNTDOWN), 0),
    ],
)
def test_what_is_named_is_not_renamed(game: object, many: int) -> None:
    """Also where a claim names it; the claim is part of the game then."""
    assert len(symmetries(game(), {}, 60)) == many  # type: ignore[operator]


@pytest.mark.parametrize(
    ("kind", "claim", "grade", "after"),
    [
        (stuck, "never stuck", Grade.PROVED_SIZES, 0),
        (always, "always board of b2 is blank or not full or somebody-has-a-line or full", Grade.PROVED_SIZES, 0),
        (always, "never has-line of player 2 and board of b2 is nought", Grade.REFUTED, 6),
        pytest.param(
            *(always, "never full and somebody-has-a-line and board of a3 is cross", Grade.REFUTED, 9),
            marks=pytest.mark.slow,
        ),
    ],
)
def test_plays_are_real(kind: object, claim: str, grade: Grade, after: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The way to a position is told in the names that it really has."""
    monkeypatch.setattr(explore, "MOST", 1)
    monkeypatch.setattr(swept, "MANY", 10_000)
    monkeypatch.setattr(swept, "PLAIN", -1.0)
    monkeypatch.setattr(at_random, "sample", lambda *_: everywhere.Sample(None, 0))
    swept._LAST.clear()
    asked = program(BOARD, claim)
    found = kind.decide(asked, asked.claims[0], 600, False)  # type: ignore[attr-defined]
    assert found.grade is grade and found.engine == "exhaustive search", told(found)
    if after:
        assert f"after {after} decisions" in found.detail and found.story
    else:
        assert "all 765 positions, the same under other names counted once" in found.detail
