"""Who does the work: any executor of concurrent.futures, by name or by a factory, renewed when it breaks.

processes          one process for each core (spawn, so safe everywhere)
threads            threads of this process
dask:ADDRESS       the workers of a dask.distributed cluster
module:factory     whatever executor `factory()` in `module` makes
"""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from importlib import import_module
from operator import attrgetter
from typing import Any, TypeVar

T = TypeVar("T")
LOST = (BrokenExecutor, CancelledError)
"""What is raised for work that was lost with whoever did it, and may be done again."""


THEIRS = (Exception, SystemExit)
"""Whatever another's module may raise while it is looked for or asked for an executor."""


class CrewError(ValueError):
    """There is no such crew, or it cannot be reached."""


class Crew:
    """An executor that is made when it is first needed, and made again when it breaks."""

    def __init__(self, make: Callable[[], Executor], size: int, name: str = "") -> None:
        self.make, self.size, self.name = make, max(1, size), name
        self._executor: Executor | None = None

    def submit(self, key: str, work: Callable[..., T], *args: Any) -> Future[T]:
        """`key`: the same for the same work, for executors that want to know."""
        if self._executor is None:
            self._executor = self.make()
        keyed = getattr(self._executor, "submit_keyed", None)
        try:
            future: Future[T] = keyed(key, work, *args) if keyed else self._executor.submit(work, *args)
        except BrokenExecutor as broken:
            future = Future()
            future.set_exception(broken)
        return future

    def renew(self) -> None:
        """The executor is broken: the next work gets a new one."""
        self.close()

    def close(self) -> None:
        executor, self._executor = self._executor, None
        if executor is not None:
            executor.shutdown(wait=False, cancel_futures=True)


def crew_of(name: str, jobs: int | None = None) -> Crew:
    """The crew of this name; CrewError says why there is none."""
    size = jobs or os.cpu_count() or 1
    if name == "processes":
        return Crew(lambda: _Processes(size), size, name)
    if name == "threads":
        return Crew(lambda: ThreadPoolExecutor(size), size, name)
    kind, _, rest = _well_formed(name).partition(":")
    if kind == "dask":
        from qedeck.simulation.dask_crew import DaskExecutor

        executor = DaskExecutor(rest)
        return Crew(lambda: executor.again(), jobs or executor.workers(), name)
    return Crew(_factory(kind, rest), size, name)


def _well_formed(name: str) -> str:
    """dask:ADDRESS or module:factory; anything else is nothing that could be looked for."""
    kind, colon, rest = name.partition(":")
    if kind == "dask":
        if not re.fullmatch(r"\S+:\d{1,5}", rest):
            raise CrewError("dask needs the address of a scheduler: dask:tcp://HOST:8786")
    elif not colon or not all(part.isidentifier() for part in [*kind.split("."), *rest.split(".")]):
        raise CrewError(f"there is no executor {name}: processes, threads, dask:ADDRESS or module:factory")
    return name


class _Processes(ProcessPoolExecutor):
    """Processes that go at once when nobody needs them any more, and are gone when we are."""

    def __init__(self, size: int) -> None:
        super().__init__(size, mp_context=multiprocessing.get_context("spawn"), initializer=_undisturbed)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        if cancel_futures:
            for process in list((self._processes or {}).values()):
                process.kill()
        # Not waiting would leave threads that stumble over closed pipes while Python goes down.
        super().shutdown(wait=True, cancel_futures=cancel_futures)


def _undisturbed() -> None:
    """Ctrl-C is for whoever started us."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _factory(module: str, name: str) -> Callable[[], Executor]:
    try:
        factory = attrgetter(name)(import_module(module))
    except THEIRS as error:
        raise CrewError(f"{module}:{name} cannot be found: {error}") from None

    def make() -> Executor:
        try:
            made = factory()
        except THEIRS as error:
            raise CrewError(f"{module}:{name} makes no executor: {error}") from None
        if not isinstance(made, Executor):
            raise CrewError(f"{module}:{name} does not make an executor of concurrent.futures")
        return made

    return make
