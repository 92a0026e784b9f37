"""Work that does not keep a time limit by itself, done in a process of its own that is ended when the time is up.

In: something that gives a word, and seconds; out: the word, or nothing. The process knows all that this one knows, so
nothing has to be sent to it.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from collections.abc import Callable

POSSIBLE = sys.platform == "linux"
"""Elsewhere a process cannot be doubled safely: then the work is done here."""
LONGEST = 100
"""Bytes of a word."""


def apart(work: Callable[[], str], seconds: float) -> str | None:
    """What the work gives; None if it takes longer, or ends without a word."""
    if not POSSIBLE:
        return work()
    ears, mouth = os.pipe()
    child = os.fork()
    if child == 0:
        _speak(work, mouth, seconds)
    try:
        os.close(mouth)
        ready, _, _ = select.select([ears], [], [], max(0.0, seconds))
        return (os.read(ears, LONGEST).decode() or None) if ready else None
    finally:
        os.close(ears)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def _speak(work: Callable[[], str], mouth: int, seconds: float) -> None:
    """In the new process: never comes back, and ends by itself if nobody is left to end it."""
    try:
        import resource

        most = int(seconds) + 2 + int(time.process_time())
        resource.setrlimit(resource.RLIMIT_CPU, (most, most))
        os.write(mouth, work().encode()[:LONGEST])
    finally:
        os._exit(0)
