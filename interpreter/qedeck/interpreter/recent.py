"""The last answers about games, to be found again.

A game, once read, is never changed, so an answer is known by which game it is about: to compare two large games
would take longer than many an answer. What else was asked is compared.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Generic, TypeVar

Answer = TypeVar("Answer")


class Recent(Generic[Answer]):
    """So many answers, the newest first; older ones are forgotten."""

    def __init__(self, most: int) -> None:
        self._kept: deque[tuple[object, tuple[object, ...], Answer]] = deque(maxlen=most)

    def known(self, about: object, *asked: object) -> Answer | None:
        """What was answered last about this very thing."""
        return next(self.all(about, *asked), None)

    def all(self, about: object, *asked: object) -> Iterator[Answer]:
        return (answer for thing, said, answer in self._kept if thing is about and said == asked)

    def keep(self, answer: Answer, about: object, *asked: object) -> Answer:
        self._kept.appendleft((about, asked, answer))
        return answer

    def __iter__(self) -> Iterator[tuple[object, Answer]]:
        return ((thing, answer) for thing, _, answer in self._kept)
