"""Chance is the same on every machine, and fair."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from qedeck.interpreter.chance import CARDS, PLAYERS, Chance, mix


def test_reference_numbers() -> None:
    """splitmix64 from state 0, as published; any other engine must give these, too."""
    stream = Chance(0)
    stream.state = 0
    assert [stream.next() for _ in range(3)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


def test_seeds_and_streams_never_change() -> None:
    assert [Chance(7, CARDS).next(), Chance(7, PLAYERS).next()] == [0xB4AD0A1DCFCF4C0B, 0xBC5C680BC83C6952]
    assert Chance(7, CARDS).state == mix(mix(7))
    assert Chance(7, CARDS).next() != Chance(7, PLAYERS).next() != Chance(8, PLAYERS).next()
    assert Chance(1).shuffled(range(8)) == (2, 6, 3, 5, 1, 4, 0, 7)


@given(st.integers(0, 2**64 - 1), st.integers(1, 2**40))
def test_below(seed: int, limit: int) -> None:
    stream = Chance(seed)
    assert all(0 <= stream.below(limit) < limit for _ in range(5))


@given(st.integers(0, 2**64 - 1))
def test_bits_that_would_favour_the_low_numbers_are_drawn_again(seed: int) -> None:
    limit = 2**63 + 1
    bits = Chance(seed)
    fair = next(n for n in iter(bits.next, None) if n < limit)
    assert Chance(seed).below(limit) == fair


@given(st.integers(0, 2**64 - 1), st.lists(st.integers(0, 3), min_size=1, max_size=6), st.data())
def test_a_deal_takes_what_is_there(seed: int, pile: list[int], data: st.DataObject) -> None:
    first = data.draw(st.integers(0, sum(pile)))
    second = data.draw(st.integers(0, sum(pile) - first))
    dealt = Chance(seed).deal(pile, [first, second])
    assert [sum(counts) for counts in dealt] == [first, second]
    assert all(sum(counts) <= there for counts, there in zip(zip(*dealt, strict=True), pile, strict=True))


@given(st.integers(0, 2**64 - 1), st.lists(st.integers(0, 5)))
def test_a_shuffle_keeps_the_cards(seed: int, cards: list[int]) -> None:
    assert sorted(Chance(seed).shuffled(cards)) == sorted(cards)


def test_every_order_is_alike() -> None:
    stream = Chance(11)
    orders = Counter(stream.shuffled((0, 1, 2)) for _ in range(6000))
    assert len(orders) == 6 and all(850 < n < 1150 for n in orders.values())


def test_two_copies_are_twice_as_likely() -> None:
    stream = Chance(5)
    drawn = Counter(stream.weighted((2, 1, 0)) for _ in range(6000))
    assert 3800 < drawn[0] < 4200 and drawn[2] == 0
