"""An executor that somebody brings along."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor


def two_threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(2)


def one_process() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))
