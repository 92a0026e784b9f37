"""Exit codes, and the one exception that means the user should be told, not we."""

from __future__ import annotations

GOOD, FAILING, WRONG, UNKNOWN, OURS = 0, 1, 2, 3, 4
INTERRUPTED, PIPE_CLOSED = 130, 141


class Wrong(Exception):
    """The input or the usage is wrong: the message is printed and the exit code is 2."""
