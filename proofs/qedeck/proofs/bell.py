"""A limit of time that is kept even where no solver is running: an alarm, also one within another."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from types import FrameType

RING = 1.0
"""Seconds until the bell rings again: while something is being thrown away, nobody hears it."""


class TimeIsUp(BaseException):
    """Not an Exception, so that nothing on the way can swallow it."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raises `TimeIsUp` after so many seconds, in the main thread alone. A limit around it goes on afterwards."""
    if not hasattr(signal, "SIGALRM") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise TimeIsUp

    _hush()
    start, outer = time.monotonic(), signal.signal(signal.SIGALRM, ring)
    left, again = signal.setitimer(signal.ITIMER_REAL, seconds, RING)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, outer)
        if left:
            signal.setitimer(signal.ITIMER_REAL, max(0.001, left - (time.monotonic() - start)), again)


@cache
def _hush() -> None:
    """Nobody is told of a bell that was not heard, nor of a term left half made, which is thrown away much later."""
    unheard = sys.unraisablehook

    def hear(lost: sys.UnraisableHookArgs) -> None:
        home, name = (getattr(lost.object, said, None) or "" for said in ("__module__", "__qualname__"))
        of_terms = home.partition(".")[0] == "z3" and name.endswith(".__del__")
        half_made = of_terms and isinstance(lost.exc_value, AttributeError)
        if not half_made and not isinstance(lost.exc_value, TimeIsUp):
            unheard(lost)

    sys.unraisablehook = hear
