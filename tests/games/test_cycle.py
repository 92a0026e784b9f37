"""A trick whose three strongest cards beat each other in a circle: intended, told, and with a rule for all three."""

from __future__ import annotations

from itertools import permutations

import pytest

from qedeck.interpreter.play import start
from qedeck.proofs.verdict import Grade
from qedeck.spec import core as c

from .tables import decided, is_clean, random_games, table, text, twin

GAME = "pirates_trick"
ROUND = ("pirate beats siren", "siren beats captain", "captain beats pirate")


def winner(trick: tuple[str, ...]) -> int:
    """The place that wins, said once more in other words."""
    special = {card for card in trick if not card.startswith("coin")}
    if not special:
        return trick.index(max(trick, key=lambda card: int(card.split()[1])))
    if special == {"pirate", "captain", "siren"} or special == {"captain", "siren"}:
        return trick.index("siren")
    if special == {"pirate", "captain"}:
        return trick.index("captain")
    return trick.index("pirate" if "pirate" in special else special.pop())


def test_clean() -> None:
    is_clean(GAME)


def test_random_games() -> None:
    for play in random_games(GAME, 3, 10):
        assert sum(play.cells["score"]) == 4


def test_every_trick_has_the_winner_one_expects() -> None:
    play = start(table(GAME), 3, 1)
    faces = play.core.domains["card"].members
    tricks = set(permutations([*faces, "pirate"], 3))
    assert len(tricks) == 12 * 11 * 10 + 3 * 11, "all different, or two pirates"
    for trick in tricks:
        row = (*(faces.index(card) for card in trick),)
        cells = play.cells.put("trick.card", row).put("trick.size", (3,))
        cells.memo.clear()
        place, faults = play.rules.meaning.value(c.Call("winning-place", ()), cells)
        assert not faults and place == winner(trick), trick


def test_the_circle_is_intended() -> None:
    found = decided(text(GAME), "the-circle", 3)
    assert found.grade is Grade.LAID_OUT, found.detail
    assert any(found.detail.startswith(part) for part in ROUND)


def test_a_circle_that_is_not_there() -> None:
    ladder = twin(GAME, "siren: d is a coin or d is a captain", "siren: d is a coin")
    ladder = ladder.replace("captain: d is a coin or d is a pirate", "captain: d is not a captain")
    found = decided(ladder, "the-circle", 3)
    assert found.grade is Grade.REFUTED and "goes round nowhere" in found.detail, found.detail
    found = decided(ladder, "no-ladder", 3)
    assert found.grade is Grade.PROVED_SIZES, found.detail


def test_no_strict_order_and_the_circle_is_told() -> None:
    found = decided(text(GAME), "no-ladder", 3)
    assert found.grade is Grade.REFUTED, found.detail
    assert sum(part in found.detail for part in ROUND) >= 2, found.detail


def test_cards_that_do_not_compare() -> None:
    found = decided(twin(GAME, "siren: d is a coin or d is a captain", "siren: d is a coin"), "the-circle", 3)
    assert found.grade is Grade.REFUTED and "do not compare" in found.detail, found.detail


def test_each_trick_has_one_winner() -> None:
    found = decided(text(GAME), "one-takes-it", 3)
    assert found.grade is Grade.PROVED_SIZES, found.detail


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("  when circle-is-there: card at i is a siren\n  otherwise: not", "  not"),  # nobody wins the circle
        ("not earlier-twin of i and ", ""),  # two pirates win
    ],
)
def test_a_trick_without_one_winner(old: str, new: str) -> None:
    found = decided(twin(GAME, old, new), "one-takes-it", 3)
    assert found.grade is Grade.REFUTED, found.detail


@pytest.mark.slow
@pytest.mark.parametrize("claim", range(4))
def test_the_whole_game(claim: int) -> None:
    found = decided(text(GAME), "whole-game", 3, 60, claim)
    assert found.grade.good, (found.grade, found.detail)


@pytest.mark.parametrize(
    ("old", "new", "claim"),
    [
        ("chooses a card c in hand of p\n", "chooses a card c in hand of p where c is a coin\n", 0),
        ("within 12 choices", "within 11 choices", 1),
        pytest.param(
            "  when every player p has hand of p is empty\n",
            "  when score of player 1 > 4\n",
            3,
            marks=pytest.mark.slow,
        ),
    ],
)
def test_another_game(old: str, new: str, claim: int) -> None:
    found = decided(twin(GAME, old, new), "whole-game", 3, 20, claim)
    assert found.grade is Grade.REFUTED, (found.grade, found.detail)
