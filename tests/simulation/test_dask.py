"""A real cluster of separate processes: the same tally, also when a worker is killed in the middle."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from qedeck.simulation.backends import fast_batch
from qedeck.simulation.batches import Batch, play_batch
from qedeck.simulation.crews import CrewError, crew_of
from qedeck.simulation.ledger import Ledger
from qedeck.simulation.running import Run, simulate
from qedeck.simulation.table import table_of
from qedeck.spec.game import load

pytestmark = pytest.mark.slow
GAMES = Path(__file__).parents[1] / "games"


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as started:
        yield started


def test_a_worker_is_killed(cluster: Any) -> None:
    table = table_of(load(GAMES / "pirates_trick.qed"), 3)
    seeds = Batch(1_000, 160)
    crew = crew_of(f"dask:{cluster.scheduler_address}")
    ledger, killed = Ledger(seeds), list[int]()

    def tick() -> None:
        if ledger.games > 20 and not killed:
            nanny = next(iter(cluster.workers.values()))
            killed.append(nanny.pid)
            os.kill(nanny.pid, signal.SIGKILL)

    run = Run(table, ledger, crew, tick=tick, pilot=0.0)
    run.play()
    crew.close()
    assert killed
    assert ledger.games == seeds.count
    assert ledger.tally == play_batch(table, seeds)


def test_the_engine_on_a_cluster(cluster: Any) -> None:
    game, name = load(GAMES / "kuhn_poker.qed"), f"dask:{cluster.scheduler_address}"
    assert simulate(game, 2, 30_000, 5, executor=name) == fast_batch(table_of(game, 2), Batch(5, 30_000))


def test_work_that_its_workers_never_survive(cluster: Any) -> None:
    """Deadly work comes back as broken, as with every other executor, and the next work is done."""
    from concurrent.futures import BrokenExecutor

    crew = crew_of(f"dask:{cluster.scheduler_address}", 1)
    with pytest.raises(BrokenExecutor):
        crew.submit("deadly", _die).result(timeout=120)
    assert crew.submit("harmless", max, 3, 4).result(timeout=60) == 4
    crew.close()


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_nobody_answers() -> None:
    pytest.importorskip("distributed")
    with pytest.raises(CrewError, match="no dask scheduler answers"):
        crew_of("dask:tcp://127.0.0.1:9")
