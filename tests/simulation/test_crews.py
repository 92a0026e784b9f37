"""Whoever does the work, the tally is the same; lost work is done again, and counts once."""

from __future__ import annotations

import os
import signal
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from qedeck.simulation.batches import Batch, play_batch
from qedeck.simulation.crews import Crew, CrewError, crew_of
from qedeck.simulation.kept import KeptBatches
from qedeck.simulation.ledger import Ledger
from qedeck.simulation.running import Run, progress, simulate
from qedeck.simulation.table import Table, table_of
from qedeck.simulation.tally import Tally
from qedeck.spec.game import load

GAMES = Path(__file__).parents[1] / "games"
SEEDS = Batch(500, 120)


@pytest.fixture(scope="module")
def table() -> Table:
    return table_of(load(GAMES / "kuhn_poker.qed"), 2)


@pytest.fixture(scope="module")
def wanted(table: Table) -> Tally:
    return play_batch(table, SEEDS)


def played(table: Table, crew: Crew, **more: Any) -> Ledger:
    ledger = Ledger(SEEDS)
    try:
        Run(table, ledger, crew, pilot=more.pop("pilot", 0.0), **more).play()
    finally:
        crew.close()
    return ledger


class Here(Executor):
    """At once, in this thread; some of the work is lost, or done twice."""

    def __init__(self, losing: int = 0) -> None:
        self.losing, self.submitted = losing, 0
        self.lost: set[Any] = set()

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.submitted += 1
        future: Future[Any] = Future()
        if self.losing and self.submitted % self.losing == 0 and (args[1] not in self.lost or self.losing == 1):
            self.lost.add(args[1])
            future.set_exception(BrokenExecutor("gone"))
        else:
            fn(*args, **kwargs)  # done, but nobody heard of it
            future.set_result(fn(*args, **kwargs))
        return future


@pytest.mark.parametrize("pilot", [0.0, 0.02, 60.0])
def test_here_and_there(table: Table, wanted: Tally, pilot: float) -> None:
    assert played(table, Crew(Here, 3), pilot=pilot).tally == wanted


def test_threads(table: Table, wanted: Tally) -> None:
    assert played(table, crew_of("threads", 3)).tally == wanted


def test_a_factory(table: Table, wanted: Tally, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    assert played(table, crew_of("own_executor:two_threads")).tally == wanted


@pytest.mark.parametrize("losing", [2, 3, 7])
def test_lost_work_is_done_again(table: Table, wanted: Tally, losing: int) -> None:
    made: list[Here] = []

    def make() -> Here:
        made.append(made[0] if made else Here(losing))
        return made[0]

    ledger = played(table, Crew(make, 2))
    assert ledger.tally == wanted and len(made) > 1


def test_who_always_loses_is_found_out(table: Table) -> None:
    with pytest.raises(BrokenExecutor):
        played(table, Crew(lambda: Here(1), 2))


def test_a_fault_is_not_tried_again(table: Table) -> None:
    executor = Here()
    broken = Table(table.core, {"no such thing": (1,)}, {1: lambda position, legal: []})
    with pytest.raises(ValueError, match="a player wants"):
        played(broken, Crew(lambda: executor, 1))
    assert executor.submitted <= 2


@pytest.mark.slow
def test_processes_one_of_which_is_killed(wanted: Tally) -> None:
    table = table_of(load(GAMES / "pirates_trick.qed"), 3)
    crew = crew_of("processes", 2)
    seeds, killed = Batch(0, 120), []
    ledger = Ledger(seeds)

    def tick() -> None:
        pool: Any = crew._executor
        if ledger.games > 20 and not killed and pool is not None and pool._processes:
            killed.append(next(iter(pool._processes)))
            os.kill(killed[0], signal.SIGKILL)

    try:
        Run(table, ledger, crew, tick=tick, pilot=0.0).play()
    finally:
        crew.close()
    assert killed and ledger.tally == play_batch(table, seeds)


def test_stopped_and_taken_up_again(table: Table, wanted: Tally, tmp_path: Path) -> None:
    kept, ledger = KeptBatches(tmp_path / "games.sqlite"), Ledger(SEEDS)

    def tick() -> None:
        if ledger.games > 10:
            raise KeyboardInterrupt

    crew = Crew(lambda: ThreadPoolExecutor(2), 2)
    with pytest.raises(KeyboardInterrupt):
        Run(table, ledger, crew, kept=kept, tick=tick, pilot=0.0).play()
    crew.close()
    done = ledger.games
    assert 10 < done < SEEDS.count
    again = Ledger(SEEDS)
    KeptBatches(tmp_path / "games.sqlite").fill(table.key, again)
    assert again.games == done and again.tally == ledger.tally
    executor = Here()
    Run(table, again, Crew(lambda: executor, 1), kept=kept, pilot=0.0).play()
    assert again.tally == wanted


def test_how_long_it_takes(table: Table) -> None:
    run = Run(table, Ledger(Batch(0, 10)), Crew(Here, 1), pilot=9.0)
    assert list(progress(run, 0.0, 0)) == ["0 of 10 games"]
    run.play()
    assert "about 0 s to go" in list(progress(run, 0.0, 0))[-1]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("process", "there is no executor process"),
        ("no_such_module:make", "no_such_module:make cannot be found"),
        ("os:getcwd", "does not make an executor"),
        ("os:no_such_name", "cannot be found"),
        ("dask:", "dask needs the address of a scheduler"),
        ("dask:nonsense", "dask needs the address of a scheduler"),
        ("", "there is no executor"),
        (":", "there is no executor"),
        (":make", "there is no executor"),
        ("..:make", "there is no executor"),
        ("./folder:make", "there is no executor"),
        ("json:loads", "makes no executor"),
        ("os:path", "makes no executor"),
        ("math:pi", "makes no executor"),
        ("sys:exit", "makes no executor"),
    ],
)
def test_no_such_crew(table: Table, name: str, told: str) -> None:
    with pytest.raises(CrewError, match=told):
        played(table, crew_of(name))


def test_the_front_door(table: Table, wanted: Tally) -> None:
    game = load(GAMES / "kuhn_poker.qed")
    with ThreadPoolExecutor(2) as executor:
        slow = simulate(game, 2, SEEDS.count, SEEDS.first, executor=executor, engine="reference")
        fast = simulate(game, 2, SEEDS.count, SEEDS.first, executor=executor)
        assert executor.submit(max, 1, 2).result() == 2
    assert slow == wanted and (fast.winners, fast.lengths, fast.watched) == (slow.winners, slow.lengths, slow.watched)
