"""Rates and lengths, against values from elsewhere and against the plain way to count."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qedeck.simulation.figures import Lengths, Rate

counts = st.lists(st.integers(0, 80), min_size=1, max_size=60)


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    # Newcombe's table of 1998 for the score method.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0000, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson(count: int, of: int, low: float, high: float) -> None:
    assert Rate(count, of).interval == pytest.approx((low, high), abs=5e-5)


@given(st.integers(1, 500), st.data())
def test_an_interval_holds_its_rate_and_grows_with_the_company(of: int, data: st.DataObject) -> None:
    rate = Rate(data.draw(st.integers(0, of)), of)
    low, high = rate.interval
    assert 0 <= low <= rate.share <= high <= 1
    wide_low, wide_high = rate.within(8)
    assert wide_low <= low and high <= wide_high


@given(counts, st.sampled_from([0.05, 0.25, 0.5, 0.75, 0.95]))
def test_quantiles(found: list[int], share: float) -> None:
    lengths = Lengths(Counter(found))
    quantile = lengths.quantile(share)
    assert sum(n <= quantile for n in found) >= share * len(found)
    assert sum(n < quantile for n in found) < share * len(found)


@given(counts, st.integers(1, 12))
def test_a_histogram_counts_every_game_once(found: list[int], most: int) -> None:
    classes = Lengths(Counter(found)).histogram(most)
    assert len(classes) <= most and sum(n for _, _, n in classes) == len(found)
    assert classes[0][0] == min(found) and classes[-1][1] == max(found)
    assert all(high + 1 == low for (_, high, _), (low, _, _) in zip(classes, classes[1:], strict=False))
    assert [n for _, _, n in classes] == [sum(low <= k <= high for k in found) for low, high, _ in classes]
