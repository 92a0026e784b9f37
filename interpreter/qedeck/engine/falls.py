"""Every way in which cards can be dealt or lie in a row, where equal cards are the same card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def deals(pile: Sequence[int], amounts: Sequence[int]) -> Iterator[list[list[int]]]:
    """For each amount how many of each card, in every way."""
    left = list(pile)
    hands = [[0] * len(pile) for _ in amounts]

    def fill(target: int, card: int, missing: int) -> Iterator[list[list[int]]]:
        if target == len(amounts):
            yield [hand[:] for hand in hands]
        elif not missing:
            following = amounts[target + 1] if target + 1 < len(amounts) else 0
            yield from fill(target + 1, 0, following)
        elif card < len(pile) and missing <= sum(left[card:]):
            for many in range(min(left[card], missing), -1, -1):
                left[card] -= many
                hands[target][card] += many
                yield from fill(target, card + 1, missing - many)
                left[card] += many
                hands[target][card] -= many

    yield from fill(0, 0, amounts[0] if amounts else 0)


def orders(cards: Sequence[int]) -> Iterator[list[int]]:
    """Every order of the cards."""
    left: dict[int, int] = {}
    for card in sorted(cards):
        left[card] = left.get(card, 0) + 1
    row: list[int] = []

    def lay() -> Iterator[list[int]]:
        if len(row) == len(cards):
            yield row[:]
        for card, many in list(left.items()):
            if many:
                left[card] -= 1
                row.append(card)
                yield from lay()
                row.pop()
                left[card] += 1

    yield from lay()
