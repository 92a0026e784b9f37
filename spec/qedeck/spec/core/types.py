"""Domains and types: what a value of Core can be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

NONE = -1


@dataclass(frozen=True, slots=True)
class Domain:
    """A finite list of things with names: players, the cards of a set, places, words."""

    name: str
    members: tuple[str, ...]

    @property
    def size(self) -> int:
        return len(self.members)


@dataclass(frozen=True, slots=True)
class YesNo:
    pass


@dataclass(frozen=True, slots=True)
class Whole:
    """Whole numbers from low to high, both included."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Member:
    """One of a domain; with `optional`, perhaps none."""

    domain: Domain
    optional: bool = False


Type: TypeAlias = YesNo | Whole | Member
