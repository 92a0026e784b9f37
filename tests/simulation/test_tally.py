"""Tallies add up in any order, and a seed counts once."""

from __future__ import annotations

import json
import random

from hypothesis import given
from hypothesis import strategies as st

from qedeck.simulation.batches import Batch
from qedeck.simulation.kept import KeptBatches
from qedeck.simulation.ledger import Ledger
from qedeck.simulation.tally import Outcome, Tally, tally_of, total

OUTCOMES = (Outcome("won", "last-trick"), Outcome("drawn", "full"), Outcome("undefined", "", "Q505", "deal-out"))


def tally(batch: Batch) -> Tally:
    """A made-up game for each seed."""
    made = Tally()
    for seed in range(batch.first, batch.end):
        chance = random.Random(seed)
        made.add(seed, chance.choice(OUTCOMES), tuple(sorted(chance.sample((1, 2, 3), chance.randrange(3)))),
                 chance.randrange(9))
        made.watched += 1
        made.clauses.update(chance.sample(("deal", "turn", "知識"), 2))
        made.played.update({"knife": 2, "chest 7": 1})
        made.took["knife"] += chance.randrange(2)
    return made


cuts = st.lists(st.integers(1, 9), min_size=1, max_size=8).map(
    lambda sizes: [Batch(100 + sum(sizes[:k]), size) for k, size in enumerate(sizes)])


@given(cuts, st.randoms())
def test_any_cut_in_any_order_is_the_same(batches: list[Batch], chance: random.Random) -> None:
    whole = Batch(100, sum(batch.count for batch in batches))
    ledger = Ledger(whole)
    twice = [*batches, *batches]
    chance.shuffle(twice)
    for batch in twice:
        ledger.add(batch, tally(batch))
    assert ledger.games == whole.count and not ledger.gaps()
    assert ledger.tally == tally(whole) == total(tally(batch) for batch in batches)
    assert [batch for batch, _ in ledger.spans()] == [whole]


@given(cuts, st.data())
def test_what_overlaps_is_refused(batches: list[Batch], data: st.DataObject) -> None:
    whole = Batch(100, sum(batch.count for batch in batches))
    ledger = Ledger(whole)
    there = data.draw(st.sampled_from(batches))
    assert ledger.add(there, tally(there))
    other = Batch(data.draw(st.integers(90, 190)), data.draw(st.integers(1, 30)))
    seeds, taken = set(range(other.first, other.end)), set(range(there.first, there.end))
    fits = seeds <= set(range(whole.first, whole.end)) and not seeds & taken
    assert ledger.add(other, tally(other)) == fits
    assert sum(gap.count for gap in ledger.gaps()) == whole.count - ledger.games


def test_a_tally_that_is_too_short_is_refused() -> None:
    assert not Ledger(Batch(0, 9)).add(Batch(0, 3), tally(Batch(0, 2)))


@given(cuts)
def test_written_and_read(batches: list[Batch]) -> None:
    made = tally(batches[0])
    assert tally_of(json.loads(json.dumps(made.data(), ensure_ascii=False))) == made


def test_kept_between_runs(tmp_path: object) -> None:
    from pathlib import Path

    path = Path(str(tmp_path)) / "games.sqlite"
    first = 2**64 - 40
    for batch in (Batch(first, 4), Batch(first + 4, 5), Batch(first + 20, 1)):
        KeptBatches(path).put("table", batch, tally(batch))
    KeptBatches(path).put("another table", Batch(first, 30), tally(Batch(first, 30)))
    ledger = Ledger(Batch(first, 30))
    KeptBatches(path).fill("table", ledger)
    assert ledger.games == 10 and [gap.count for gap in ledger.gaps()] == [11, 9]
    KeptBatches(path).tidy("table", ledger)
    again = Ledger(Batch(first, 30))
    KeptBatches(path).fill("table", again)
    assert again.tally == ledger.tally and len(again.spans()) == 2
    smaller = Ledger(Batch(first, 6))
    KeptBatches(path).fill("table", smaller)
    assert smaller.games == 0  # the part of a batch is no batch


def test_a_broken_file_is_no_trouble_for_the_games(tmp_path: object) -> None:
    from pathlib import Path

    path = Path(str(tmp_path)) / "games.sqlite"
    path.write_bytes(b"this is no database" * 99)
    kept = KeptBatches(path)
    kept.put("table", Batch(0, 2), tally(Batch(0, 2)))
    ledger = Ledger(Batch(0, 2))
    kept.fill("table", ledger)
    assert kept.trouble and ledger.games == 0
