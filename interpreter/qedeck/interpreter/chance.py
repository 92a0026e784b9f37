"""Chance, the same on every machine: a seed in, deals, shuffles and picks out.

The generator is splitmix64 (64-bit state; add the golden gamma, then mix), so that any engine
can reproduce a game from its seed. One seed gives separate streams, for the cards and for the
random players: the same seed deals the same cards whoever plays.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15
CARDS, PLAYERS = 0, 1
"""The streams of one seed."""


def mix(number: int) -> int:
    """The finaliser of splitmix64: every bit of the answer depends on every bit of the question."""
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & MASK
    return number ^ (number >> 31)


def fresh_seed() -> int:
    """A seed nobody chose, short enough to be typed again."""
    return secrets.randbelow(1_000_000_000)


class Chance:
    """One stream of a seed."""

    __slots__ = ("state",)

    def __init__(self, seed: int, stream: int = CARDS) -> None:
        self.state = mix((mix(seed & MASK) + stream * GAMMA) & MASK)

    def copy(self) -> Chance:
        twin = Chance(0)
        twin.state = self.state
        return twin

    def next(self) -> int:
        """The next 64 bits."""
        self.state = (self.state + GAMMA) & MASK
        return mix(self.state)

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1, every one alike: bits that would favour the low ones are drawn again."""
        fair = (MASK + 1) - (MASK + 1) % limit
        while True:
            bits = self.next()
            if bits < fair:
                return bits % limit

    def weighted(self, weights: Sequence[int]) -> int:
        """A place in this list, as likely as its weight; the weights must not all be 0."""
        left = self.below(sum(weights))
        for place, weight in enumerate(weights):
            if left < weight:
                return place
            left -= weight
        raise ValueError("no weights")

    def deal(self, pile: Sequence[int], amounts: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """Card by card off a shuffled pile: for each amount, how many of each card."""
        left = list(pile)
        dealt: list[tuple[int, ...]] = []
        for amount in amounts:
            got = [0] * len(left)
            for _ in range(amount):
                card = self.weighted(left)
                left[card] -= 1
                got[card] += 1
            dealt.append(tuple(got))
        return tuple(dealt)

    def shuffled(self, cards: Sequence[int]) -> tuple[int, ...]:
        """Fisher and Yates, from the last card down."""
        order = list(cards)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)
