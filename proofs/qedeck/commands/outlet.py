"""Where all that a command prints goes through: unseen signs are written out, and there is an end to it.

Names, texts, file names and messages come from files that others have written. `print` reaches a terminal, a file or
a program only through an Outlet, so no verb has to think of that; our own colours and live lines say `trusted`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO, cast

from qedeck.commands.exits import Wrong
from qedeck.spec.escapes import escaped

MOST_PRINTED = 5_000_000
"""Characters that one run prints, some thousand pages: more is a game that went wrong, and fills the disk."""


class Outlet:
    """A stream that writes nothing raw, and not without end."""

    def __init__(self, stream: TextIO, most: int) -> None:
        self.stream, self.left = stream, most
        self.most: int | None = most
        """None: print everything, however long."""
        self.cut = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)

    def write(self, text: str) -> int:
        return self.trusted(escaped(text, keep="\n"))

    def writelines(self, lines: list[str]) -> None:
        for line in lines:
            self.write(line)

    def trusted(self, text: str) -> int:
        """Write what we have made ourselves: colours, a line that is written over."""
        if self.most is not None:
            if self.cut:
                return len(text)
            if len(text) > self.left:
                self.cut = True
                text = text[: max(0, text.rfind("\n", 0, self.left) + 1)] + "…\n"
            self.left -= len(text)
        with _told():
            self.stream.write(text)
        return len(text)

    def flush(self) -> None:
        with _told():
            self.stream.flush()


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        silence()
        raise Wrong(f"the output cannot be written: {error.strerror or error}") from None


@contextmanager
def outlets() -> Iterator[None]:
    """Meanwhile everything printed goes through outlets. A stream that somebody closed is as if nobody listened."""
    before = sys.stdin, sys.stdout, sys.stderr
    nowhere = [open(os.devnull, mode, encoding="utf-8") for mode in ("r", "w")]  # noqa: SIM115
    out, err = (Outlet(stream or nowhere[1], MOST_PRINTED) for stream in before[1:])
    sys.stdin, sys.stdout, sys.stderr = before[0] or nowhere[0], cast(TextIO, out), cast(TextIO, err)
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
        for stream in nowhere:
            stream.close()


def painted(text: str, stream: TextIO) -> None:
    """Print what is already escaped, with our own colours in it."""
    getattr(stream, "trusted", stream.write)(text)


def whole(text: str) -> None:
    """Print what a program reads: all of it, or nothing."""
    out = sys.stdout
    if isinstance(out, Outlet) and out.most is not None and len(text) > out.left:
        raise Wrong(f"this would be {len(text):,} characters, and one run prints at most {out.most:,}; "
                    "--full prints all of it")
    print(text.removesuffix("\n"))


def print_everything() -> None:
    """Somebody wants all of it, however long."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, Outlet):
            stream.most = None


def what_was_cut() -> str:
    """One line, if something was left out."""
    out = sys.stdout
    if not isinstance(out, Outlet) or not out.cut:
        return ""
    return f"the output was cut after {out.most:,} characters; --full prints all of it"


def silence() -> None:
    """Nobody can be told anything any more: Python must not try to write the rest when it goes."""
    stream = sys.__stdout__
    if stream is not None:
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
