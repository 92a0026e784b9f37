"""The types of expressions, as the checker sees them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from qedeck.spec import core as c


@dataclass(frozen=True, slots=True)
class Number:
    """Any whole number; the type of arithmetic."""


@dataclass(frozen=True, slots=True)
class Parts:
    """Several named results."""

    names: tuple[str, ...]
    types: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class Cards:
    """A zone seen as a value: what it holds."""

    zone: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """The type of something already reported: it fits everywhere, so one mistake is told once."""


Kind: TypeAlias = c.YesNo | Number | c.Member | Parts | Cards | Unknown
