"""An executor that somebody brings along."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any


def two_threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(2)


def one_process() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))


class graveyard(Executor):
    """Nobody who works here lives to tell."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_exception(BrokenExecutor("dead"))
        return future
