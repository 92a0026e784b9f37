"""Steps in another order, or in other words: whether they come to the same."""

from __future__ import annotations

import pytest

from qedeck.proofs.mutation.alike import alike
from qedeck.spec.core import Core
from qedeck.spec.game import load_text

ERRANDS = """
game errands
  players 2
  starts with main

cards
  coin, rank 1 to 3

zones
  purse of each player: pile of card, seen by owner
  shop: pile of card, face up
  cellar: pile of card, face down
  chest: pile of card, face down, full at start

remember
  gone: 0 to 9
  left-over: 0 to 9
  half: 0 to 9

phase main
  deal 1 from chest to purse of each player
  repeat
    table chooses a number n from 1 to 2
    STEPS
  until gone > 5
  judge done

ending done
  when gone > 5
  drawn
"""


def errands(*steps: str) -> Core:
    game = load_text(ERRANDS.replace("STEPS", "\n    ".join(steps)))
    assert game.sound, [d.title for d in game.diagnostics]
    return game.core(2)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        # Steps that have nothing to do with each other, and steps that have.
        (["add n to gone", "left-over becomes 2"], ["left-over becomes 2", "add n to gone"], True),
        (["add n to gone", "left-over becomes gone"], ["left-over becomes gone", "add n to gone"], False),
        # Undefined in one order only.
        (
            ["half becomes 0", "add n to gone"],
            ["half becomes gone", "add 4 to half", "half becomes 0", "add n to gone"],
            False,
        ),
        (["add n to gone", "take n from gone"], ["take n from gone", "add n to gone"], False),
        # The same cards end up there, by another way that nobody sees any of, or past everybody's eyes.
        (
            ["move all from chest to cellar", "add n to gone"],
            ["move all from cellar to chest", "move all from chest to cellar", "add n to gone"],
            False,
        ),
        (
            ["move all from cellar to chest", "move all from chest to cellar", "add n to gone"],
            ["move all from chest to cellar", "move all from chest to cellar", "add n to gone"],
            True,
        ),
        (
            ["move all from chest to cellar", "move all from cellar to chest", "add n to gone"],
            ["move all from chest to shop", "move all from shop to chest", "add n to gone"],
            False,
        ),
        # What is shown counts, the order of it does not.
        (["show cellar to everyone", "add n to gone"], ["add n to gone"], False),
        (["show cellar to everyone", "add n to gone"], ["show cellar to player 1", "add n to gone"], False),
        (
            ["show cellar to everyone", "show chest to everyone", "add n to gone"],
            ["show chest to everyone", "add n to gone", "show cellar to everyone"],
            True,
        ),
        # What is written without being asked for may be the first value, and need not be.
        (["left-over becomes 0", "add n to gone"], ["add n to gone"], False),
        (
            ["left-over becomes 0", "add n to gone"],
            ["left-over becomes 1", "left-over becomes 0", "add n to gone"],
            True,
        ),
        # Conditions that say the same in other words.
        (
            ["if gone > 2: left-over becomes 1", "add n to gone"],
            ["if gone >= 3: left-over becomes 1", "add n to gone"],
            True,
        ),
        (
            ["if gone > 2: left-over becomes 1", "add n to gone"],
            ["if gone > 3: left-over becomes 1", "add n to gone"],
            False,
        ),
    ],
)
def test_steps_that_come_to_the_same(one: list[str], other: list[str], same: bool) -> None:
    assert alike(errands(*one), errands(*other), 5.0) is same


def test_a_definition_is_compared_for_all_numbers_that_either_game_asks_with() -> None:
    """With 1 and 2 nothing is far, whoever says so; but the other game asks with 3, too."""

    def far(limit: int, asked: str) -> Core:
        steps = [f"if far({asked}): left-over becomes 1", "add n to gone"]
        text = ERRANDS.replace("STEPS", "\n    ".join(steps)) + f"\ndefine far(number n): yes or no\n  n > {limit}\n"
        game = load_text(text)
        assert game.sound, [d.title for d in game.diagnostics]
        return game.core(2)

    assert alike(far(9, "n"), far(8, "n"), 5)
    assert not alike(far(9, "n"), far(2, "n + 1"), 5)
