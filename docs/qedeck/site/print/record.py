"""What comes out of the press: a file with what it is, and what is on the picture of a deck."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["a4", "a5", "summary", "cards", "face", "back", "decks"]


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck of Tabletop Simulator: a grid of faces as one picture, and the back of all of them."""

    name: str
    """For its files: `deck-1`, and `deck-1-2` for the second part of one that is too large."""
    set: str
    title: str
    width: int
    height: int
    cards: tuple[str, ...]
    """What each place holds, from the upper left, row by row: words of cards."""


@dataclass(frozen=True, slots=True)
class Printed:
    """One file."""

    kind: Kind
    file: str
    data: bytes = field(repr=False)
    pages: int = 1
    deck: Deck | None = None
    """Of a picture: what it is a picture of."""
