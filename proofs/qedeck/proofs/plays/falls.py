"""How cards may fall: every deal and every order that can be told apart, and how many there are.

Equal cards are the same card, so a deal says how many of each card go where, and an order which card lies where.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import factorial, prod


def shuffles(cards: Sequence[int]) -> int:
    """How many orders there are."""
    return factorial(len(cards)) // prod(map(factorial, Counter(cards).values()))


def orders(cards: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Each of them, the lowest cards first; by the next larger order, without repeating one."""
    row = sorted(cards)
    while True:
        yield tuple(row)
        turn = next((k for k in range(len(row) - 2, -1, -1) if row[k] < row[k + 1]), None)
        if turn is None:
            return
        other = next(k for k in range(len(row) - 1, turn, -1) if row[k] > row[turn])
        row[turn], row[other] = row[other], row[turn]
        row[turn + 1 :] = reversed(row[turn + 1 :])


def fewest_deals(pile: Sequence[int], amounts: Sequence[int]) -> int:
    """There are at least so many ways to deal: as if no two cards were equal, less what equal cards can do to that."""
    rest = sum(pile) - sum(amounts)
    if rest < 0:
        return 0
    different = factorial(sum(pile)) // prod(map(factorial, [*amounts, rest]))
    alone = max((hands(pile, amount) for amount in amounts), default=1)
    return max(different // prod(map(factorial, pile)), alone)


def hands(pile: Sequence[int], amount: int) -> int:
    """In how many ways so many cards can be taken from a pile."""
    ways = [1] + [0] * amount
    for copies in pile:
        ways = [sum(ways[max(0, size - copies) : size + 1]) for size in range(amount + 1)]
    return ways[amount]


def deals(pile: Sequence[int], amounts: Sequence[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """For each amount how many of each card, in every way."""
    if not amounts:
        yield ()
        return
    for hand in _hands(pile, amounts[0]):
        left = [there - gone for there, gone in zip(pile, hand, strict=True)]
        for others in deals(left, amounts[1:]):
            yield (hand, *others)


def _hands(pile: Sequence[int], amount: int) -> Iterator[tuple[int, ...]]:
    if not pile:
        if not amount:
            yield ()
        return
    if amount > sum(pile):
        return
    for copies in range(min(pile[0], amount), -1, -1):
        for others in _hands(pile[1:], amount - copies):
            yield (copies, *others)
