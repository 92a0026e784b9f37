"""A terminal with somebody at it: a command run on a pty, what it shows waited for, lines typed, or killed."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

from tests.commands.conftest import hears_ctrl_c

PATIENCE = 180.0
"""Seconds that a busy machine may take until something is shown."""
_COLOURS = re.compile(r"\x1b\[[0-9;]*[mK]")


def _sit_down() -> None:
    """Ctrl-C typed there reaches the command."""
    hears_ctrl_c()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Terminal:
    """One command at a pty, 80 cells wide. `shown` is all that it has shown, without colours."""

    def __init__(self, folder: Path, *words: str) -> None:
        near, far = pty.openpty()
        fcntl.ioctl(far, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
        self.command = subprocess.Popen(
            [sys.executable, "-m", "qedeck.commands.main", *words], stdin=far, stdout=far, stderr=far, cwd=folder,
            close_fds=True, start_new_session=True, preexec_fn=_sit_down,
            env={**os.environ, "TERM": "xterm", "LANG": "C.UTF-8", "PYTHONIOENCODING": "utf-8"})
        os.close(far)
        self.near, self.raw, self.seen = near, "", 0

    @property
    def shown(self) -> str:
        return _COLOURS.sub("", self.raw).replace("\r\n", "\n")

    def wait(self, text: str) -> str:
        """Until this is shown after what was waited for last: all that came up to there."""
        end = time.monotonic() + PATIENCE
        while text not in self.shown[self.seen :]:
            if time.monotonic() > end or not self._read(0.2):
                raise AssertionError(f"never shown: {text!r}, but:\n{self.shown[self.seen:]}")
        start, self.seen = self.seen, self.shown.index(text, self.seen) + len(text)
        return self.shown[start : self.seen]

    def type(self, *lines: str) -> None:
        for line in lines:
            os.write(self.near, f"{line}\n".encode())

    def ends(self) -> int:
        """The exit code, once it has come to an end."""
        end = time.monotonic() + PATIENCE
        while self._read(0.2) and time.monotonic() < end:
            pass
        return self.command.wait(10)

    def kill(self) -> None:
        """As a machine does that runs out of power."""
        os.kill(self.command.pid, signal.SIGKILL)
        self.command.wait(10)

    def close(self) -> None:
        if self.command.poll() is None:
            self.kill()
        os.close(self.near)

    def _read(self, seconds: float) -> bool:
        """Whether there may be more to come."""
        ready, _, _ = select.select([self.near], [], [], seconds)
        if not ready:
            return self.command.poll() is None
        try:
            found = os.read(self.near, 65536)
        except OSError:
            return False
        self.raw += found.decode("utf-8", "replace")
        return bool(found)
