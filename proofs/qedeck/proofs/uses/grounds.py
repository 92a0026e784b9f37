"""What inductions rest on, noted while they are made: the helper facts they used, and what they left open."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from qedeck.spec import core as c


@dataclass(frozen=True, slots=True)
class Ground:
    """One proof: the helper facts in it, and the definitions it knows nothing of."""

    facts: tuple[c.Expr, ...]
    open: frozenset[str]


_listening: list[list[Ground]] = []


@contextmanager
def noting() -> Iterator[list[Ground]]:
    """The grounds of every proof that is made meanwhile."""
    grounds: list[Ground] = []
    _listening.append(grounds)
    try:
        yield grounds
    finally:
        _listening.pop()


def note(ground: Ground) -> None:
    for grounds in _listening:
        grounds.append(ground)
