"""The workers of a dask.distributed cluster as an executor: each piece of work under a key of its own.

The same key is never worked on twice at the same time, and a worker that dies has its work done by another. dask's own
`Client.get_executor` gives work up after three such deaths, without saying whether it may be done again; here that is
BrokenExecutor, as with any other executor, and whoever submitted the work submits it again.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from typing import Any

from qedeck.simulation.crews import CrewError

PATIENCE = 10
"""Seconds to wait for a scheduler."""


class DaskExecutor(Executor):
    """`submit` for anything, `submit_keyed` for work that has a name."""

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ModuleNotFoundError:
            raise CrewError("dask is not installed: pip install 'qedeck[dask]'") from None
        try:
            connect: Any = Client
            self._client = connect(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise CrewError(f"no dask scheduler answers at {address}: {error}") from None
        self._waiting: dict[str, tuple[Any, Future[Any]]] = {}

    def again(self) -> DaskExecutor:
        """The connection outlives whatever work was given up."""
        return self

    def workers(self) -> int:
        """How many pieces of work the cluster does at once."""
        return sum(self._client.nthreads().values()) or 1

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        return self._follow(self._client.submit(fn, *args, pure=True, **kwargs))

    def submit_keyed(self, key: str, fn: Callable[..., Any], /, *args: Any) -> Future[Any]:
        return self._follow(self._client.submit(fn, *args, key=f"qedeck-{key}", pure=True))

    def _follow(self, there: Any) -> Future[Any]:
        """A future of the standard library that comes out as the one over there."""
        here: Future[Any] = Future()
        self._waiting[there.key] = there, here
        here.set_running_or_notify_cancel()
        there.add_done_callback(self._done)
        return here

    def _done(self, there: Any) -> None:
        from distributed import KilledWorker

        _, here = self._waiting.pop(there.key, (None, None))
        if here is None or here.done():
            return
        try:
            here.set_result(there.result())
        except (KilledWorker, CancelledError, OSError) as lost:
            there.release()  # so that the same key may be tried anew
            here.set_exception(BrokenExecutor(f"dask lost it: {lost}"))
        except Exception as error:
            here.set_exception(error)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """What is under way is given up; the cluster belongs to somebody else and stays."""
        waiting, self._waiting = self._waiting, {}
        if cancel_futures and waiting:
            self._client.cancel([there for there, _ in waiting.values()], force=True)
