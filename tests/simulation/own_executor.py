"""An executor that somebody brings along."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor


def two_threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(2)
