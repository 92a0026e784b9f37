"""Processes that work through tasks, each with a limit of time and of memory.

In: tasks and the function that does one; out: each task with its result, as they are ready, or how it was lost.
A process that overruns its time or dies is replaced; the other tasks never notice.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, Generic, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")

NO_MEMORY = 77
"""The exit code of a process that could not even say so."""
TICK = 0.5
"""Seconds between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class Lost:
    """A task whose process had to be given up: `time` or `memory` was up, or it died of itself."""

    why: str


@dataclass(frozen=True, slots=True)
class Shift(Generic[Task, Result]):
    """How tasks are worked through."""

    work: Callable[[Task], Result]
    limit: Callable[[Task], float]
    """Seconds after which a process is given up."""
    take: Callable[[Task | None, Sequence[Task]], Task | None]
    """The next task, for a process that did this one last while the others are at those."""
    worn: Callable[[Result], bool]
    """Whether the process that gave this result should do no more."""
    begun: Callable[[Task], None] = lambda task: None
    tick: Callable[[], None] = lambda: None
    memory: int = 4000
    """Megabytes for each process."""

    def results(self, jobs: int) -> Iterator[tuple[Task, Result | Lost]]:
        """Every task with its result. Whoever stops listening stops the processes too."""
        crew: list[_Worker] = []
        try:
            while True:
                self._hire(crew, jobs)
                busy = [worker for worker in crew if worker.busy]
                if not busy:
                    return
                wait([end for worker in busy for end in (worker.pipe, worker.process.sentinel)], TICK)
                self.tick()
                for worker in busy:
                    result = worker.result()
                    if result is None:
                        continue
                    task = worker.last
                    if isinstance(result, Lost) or worker.tired or self.worn(result):
                        worker.end()
                        crew.remove(worker)
                    yield task, result
        finally:
            for worker in crew:
                worker.end()

    def _hire(self, crew: list[_Worker], jobs: int) -> None:
        """Give every idle process a task, and start more processes while there are tasks for them."""
        while True:
            idle = next((worker for worker in crew if not worker.busy and worker.process.is_alive()), None)
            if idle is None and sum(worker.busy for worker in crew) >= jobs:
                return
            last = idle.last if idle is not None else None
            task = self.take(last, [worker.last for worker in crew if worker.busy])
            if task is None:
                return
            if idle is None:
                idle = _Worker(self.work, self.memory, [worker.pipe for worker in crew])
                crew.append(idle)
            idle.give(task, self.limit(task))
            self.begun(task)


class _Worker:
    """One process, seen from the other end of its pipe."""

    def __init__(self, work: Callable[[Any], Any], memory: int, others: list[Connection]) -> None:
        # A copy of this process has read the game already; elsewhere than on Linux copies are not safe.
        context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
        self.pipe, theirs = context.Pipe()
        copied = [*others, self.pipe] if sys.platform == "linux" else []
        process: Any = context.Process  # type: ignore[attr-defined]
        self.process = process(target=_serve, args=(theirs, work, memory, copied, os.getpid()), daemon=True)
        with _undisturbed():
            self.process.start()
        theirs.close()
        self.last: Any = None
        self.busy = False
        self.tired = False
        """It has used so much memory that the next task might suffer for it."""
        self.until = 0.0

    def give(self, task: Any, seconds: float) -> None:
        self.last, self.busy, self.until = task, True, time.monotonic() + seconds
        with suppress(OSError):  # a process that died meanwhile is noticed when its result is asked for
            self.pipe.send(task)

    def result(self) -> Any:
        """What it found, or how it was lost; None while it is at work."""
        try:
            if self.pipe.poll():
                found, self.tired = self.pipe.recv()
                self.busy = False
                return found
        except (EOFError, OSError):
            self.process.join()
            code = self.process.exitcode or 0
            # The system ends a process that asks for too much memory, or the solver gives up in the middle.
            return Lost("memory" if code in (NO_MEMORY, -9, -6) else f"its process died ({code})")
        if time.monotonic() > self.until:
            return Lost("time")
        return None

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ctrl-C waits a moment: a process that has just begun does not know yet that it is not meant."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(
    pipe: Connection, work: Callable[[Any], Any], memory: int, copied: Sequence[Connection], parent: int
) -> None:
    """The life of a worker: one task after the other, until nobody listens any more."""
    for end in copied:  # else nobody here would notice that the parent has gone
        end.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends us
    if sys.platform == "linux":
        import ctypes

        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG: if the parent is killed, so are we
    try:
        _limit_memory(memory)
        while os.getppid() == parent:
            found = work(pipe.recv())
            pipe.send((found, _most_memory() > memory / 2))
    except MemoryError:
        os._exit(NO_MEMORY)
    except (EOFError, OSError):
        return


def _most_memory() -> float:
    """The most that this process has ever used, in megabytes."""
    with suppress(ImportError):
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return used / (2**20 if sys.platform == "darwin" else 2**10)
    return 0.0


def _limit_memory(megabytes: int) -> None:
    """First the solver says that it has no memory left; beyond that, the system does."""
    import z3

    z3.set_param("memory_max_size", max(1, megabytes * 4 // 5))
    with suppress(ImportError, ValueError, OSError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        wanted = megabytes * 2**20 + _reserved()
        resource.setrlimit(resource.RLIMIT_AS, (wanted if hard < 0 else min(wanted, hard), hard))


def _reserved() -> int:
    """Bytes of addresses that this process has from the one that began it: used or not, they count to its limit."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
