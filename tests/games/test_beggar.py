"""Beggar my neighbour: nobody decides, and yet the game need not end. The deals are played again by a few lines."""

from __future__ import annotations

from collections import deque

import pytest

from qedeck.interpreter.play import start
from qedeck.proofs.kinds import ends
from qedeck.proofs.verdict import Grade
from qedeck.spec import core as c

from .tables import decided, is_clean, table, text, twin

PRICES = {"jack": 1, "queen": 2, "king": 3, "ace": 4}
SHORT = {"J": "jack", "Q": "queen", "K": "king", "A": "ace", "-": "plain"}
CASELLA = "---K---Q-KQAJ-----AAJ--J--", "----------Q----KQ-J-----KA"


def dealt(stacked: int) -> list[list[str]]:
    """The hands that the game deals, by what its definition is worth."""
    play = start(table("beggar_my_neighbour"), 2, 1)
    meaning, faces = play.rules.meaning, play.core.domains["card"].members
    cells, _ = meaning.initial({"stacked": (stacked,)})
    return [
        [faces[meaning.value(c.Call("dealt", (c.Const(p), c.Const(n))), cells)[0]] for n in range(1, 27)]
        for p in range(2)
    ]


def by_hand(hands: list[list[str]]) -> tuple[int | None, int, int]:
    """Who wins (None: nobody ever), how many turns are taken before the play ends or repeats, and in the circle."""
    left, turn, owed, heap = [deque(hand) for hand in hands], 0, 0, list[str]()
    seen: dict[object, int] = {}
    while True:
        here = (turn, owed, tuple(heap), *map(tuple, left))
        if here in seen:
            return None, seen[here], len(seen) - seen[here]
        seen[here] = len(seen)
        due = owed or 1
        while due:
            if not left[turn]:
                return 1 - turn, len(seen), 0
            heap.append(left[turn].popleft())
            due -= 1
            if heap[-1] in PRICES:
                owed, due = PRICES[heap[-1]], 0
        turn = 1 - turn
        if owed and heap[-1] == "plain":
            left[turn].extend(heap)
            owed, heap = 0, []


def test_clean() -> None:
    is_clean("beggar_my_neighbour")


def test_the_deal_is_the_one_in_the_paper() -> None:
    assert dealt(1) == [[SHORT[card] for card in hand] for hand in CASELLA]
    assert sorted(sum(dealt(0), [])) == sorted(sum(dealt(1), [])), "the same pack"


def test_a_plain_deal_ends() -> None:
    winner, turns, _ = by_hand(dealt(0))
    play = start(table("beggar_my_neighbour"), 2, 1)
    assert play.result is not None and play.result.winners == ((winner or 0) + 1,) and turns > 20
    found = decided(text("beggar_my_neighbour"), "ends-with-a-plain-deal", 2)
    assert found.grade is Grade.PROVED_SIZES, found.detail


def test_casellas_deal_comes_round() -> None:
    """A different program finds the same circle."""
    winner, _, length = by_hand(dealt(1))
    assert winner is None
    found = decided(text("beggar_my_neighbour"), "casella", 2, 40)
    assert found.grade is Grade.REFUTED, found.detail
    assert f"after {length} steps the play comes back to the same position" in found.detail
    assert any("so on" in line for line in found.story)


@pytest.mark.slow
def test_random_plays_find_the_circle_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ends, "all_plays", lambda *_: None)
    found = decided(text("beggar_my_neighbour"), "casella", 2, 60)
    assert found.grade is Grade.REFUTED and found.engine == "random plays", found.detail


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    16, 25: king\n", "    15, 25: king\n"),  # one card of the deal lies elsewhere: it ends
        ("  king, price 3", "  king, price 2"),  # a king asks for less: it ends
    ],
)
def test_a_little_change_and_it_ends(old: str, new: str) -> None:
    found = decided(twin("beggar_my_neighbour", old, new), "casella", 2, 40)
    assert found.grade is Grade.PROVED_SIZES, found.detail


def test_a_plain_deal_with_other_hands_goes_on_for_ever() -> None:
    broken = twin("beggar_my_neighbour", ": plain-first of n", ": casella-first of n")
    found = decided(broken.replace(": plain-second of n", ": casella-second of n"), "ends-with-a-plain-deal", 2, 40)
    assert found.grade is Grade.REFUTED, found.detail
