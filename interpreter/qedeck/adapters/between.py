"""Where a turn stands inside one decision of the game: cards that have fallen so far, wishes in a race; and moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from qedeck.interpreter.actions import Action


@dataclass(frozen=True, slots=True)
class Falling:
    """Cards of a deal or a shuffle so far: for each target (a shuffle has one) the faces in the order they fell."""

    left: tuple[int, ...]
    fallen: tuple[tuple[int, ...], ...]
    order: tuple[int, ...]
    """To which target each card still to come falls."""

    def one_more(self, card: int) -> Falling:
        target, *rest = self.order
        left = tuple(count - (place == card) for place, count in enumerate(self.left))
        fallen = tuple((*cards, card) if place == target else cards for place, cards in enumerate(self.fallen))
        return Falling(left, fallen, tuple(rest))


@dataclass(frozen=True, slots=True)
class Reaching:
    """A race so far: who is still to be asked, and what those who reached want to do."""

    asked: tuple[int, ...]
    wishes: tuple[Action, ...] = ()


Between: TypeAlias = Falling | Reaching
"""Where a turn stands inside one decision of the game."""


@dataclass(frozen=True, slots=True)
class Move:
    """One thing that may come next. `weight`: its share, where chance decides."""

    weight: int
    what: Action | int
    """The choice; for a card that falls its place in the set."""
    name: str = ""
    """If it is not called as the choice is."""

    @property
    def text(self) -> str:
        return self.name or (self.what.spelled() if isinstance(self.what, Action) else str(self.what))


def counted(cards: Sequence[int], faces: int) -> tuple[int, ...]:
    """How many there are of each face."""
    return tuple(cards.count(face) for face in range(faces))
