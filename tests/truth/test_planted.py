"""Every rule of the prover has a mistake that somebody could make in it, and the hunt finds each of them."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

import pytest

from .planted import PLANTS, caught, planted

PAIRS = 1_500
"""After so many pairs a mistake counts as not found."""
SOON = {
    "an induction that does not ask how it begins",
    "a claim that does not hold at first, kept by every step",
    "a search that passes over a choice",
    "vacuous truths that count as proofs",
    "cards that nobody asks for lie nowhere",
    "how it was when a phase began is how it is when it ends",
    "what was not kept is forgotten when the game is over",
    "a clock: every moment is noticed",
    "two looks at the table are two looks at the same table",
}
"""Those that are found in a moment; the others take up to some minutes."""


@pytest.mark.parametrize(
    "title", [pytest.param(title, marks=() if title in SOON else pytest.mark.slow) for title in PLANTS]
)
def test_a_planted_mistake_is_found(title: str) -> None:
    tally = caught(PLANTS[title], 1, PAIRS)
    assert tally.mistakes, f"{tally.pairs} pairs do not show: {title}"


@pytest.mark.parametrize("title", PLANTS)
def test_a_planted_mistake_is_gone_afterwards(title: str) -> None:
    """And its place in the text is there: a rule that was written anew needs its mistake written anew."""
    modules = [import_module(name) for name, _, _ in PLANTS[title].changes]
    before = [_text(module) for module in modules]
    with planted(PLANTS[title]):
        assert [_text(module) for module in modules] != before
    assert [_text(module) for module in modules] == before


def _text(module: ModuleType) -> list[object]:
    """The functions and methods of a module, as they are now."""
    found = list(vars(module).values())
    return [*found, *(each for one in found if isinstance(one, type) for each in vars(one).values())]
