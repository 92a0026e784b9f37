"""What every part of the tree has: its span. And words with their places."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from qedeck.spec.source import NOWHERE, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Word(Node):
    """A name as written, with its place."""

    text: str

    def __str__(self) -> str:
        return self.text


Cites: TypeAlias = tuple[Word, ...]
