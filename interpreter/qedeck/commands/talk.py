"""A timer for the talk: until when in, a line that counts down out; Enter ends it."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping

from qedeck.commands.moderate_lines import Left
from qedeck.commands.outlet import painted
from qedeck.commands.progress import Live
from qedeck.interpreter.words import fill

USUAL = 5.0
LONGEST = 24 * 60.0


def minutes_of(text: str) -> float | None:
    """So many minutes, or as many as usual; None if it is no number of minutes."""
    if not text:
        return USUAL
    try:
        minutes = float(text)
    except ValueError:
        return None
    return minutes if 0 < minutes <= LONGEST else None


def talk(until: float, said: Mapping[str, str]) -> None:
    """Wait until then. On a terminal the time that is left is written over; a bell when it is up."""
    live = Live(sys.stdout)
    print(fill(said["time"], {"left": clock(until - time.time())}))
    while (left := until - time.time()) > 0:
        live.write("  " + fill(said["until"], {"left": clock(left)}))
        if _enter(min(left, 1.0)):
            live.clear()
            return
    live.clear()
    if live.live:
        painted("\a", sys.stdout)
    print(said["time up"])


def clock(seconds: float) -> str:
    minutes, rest = divmod(max(0, round(seconds)), 60)
    return f"{minutes}:{rest:02}"


def _enter(seconds: float) -> bool:
    """Whether a line was typed meanwhile."""
    from select import select

    try:
        ready, _, _ = select([sys.stdin], [], [], seconds)
    except (OSError, ValueError, TypeError):
        # Not a stream that can be waited for: whatever is typed there ends the talk.
        ready = [sys.stdin]
    except KeyboardInterrupt:
        raise Left from None
    if not ready:
        return False
    if not sys.stdin.readline():
        raise Left
    return True
