"""Plain text that leads somewhere: a paragraph is a row of phrases, each with what it points at, if anything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

RefKind = Literal["rule", "card", "example", "promise", "statement", "point", "chapter"]


@dataclass(frozen=True, slots=True)
class Ref:
    """Something that can be pointed at. Anchors are unique in a Book, whatever their kind."""

    kind: RefKind
    anchor: str


@dataclass(frozen=True, slots=True)
class Phrase:
    """Some words of a sentence, exactly as they are read."""

    words: str
    to: Ref | None = None


Prose = tuple[Phrase, ...]
"""Running words; the words of its phrases, put together, are its text."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, or an item of a list: what is done step by step is told so."""

    phrases: Prose
    depth: int = 0
    """0: a paragraph. 1 and more: an item of a list, so deep in it; it belongs to the paragraph or item above it."""
    ordered: bool = False
    """Of an item: whether the items beside it are done one after the other, as steps, or are cases side by side."""


def plain(prose: Prose | Paragraph) -> str:
    """The text alone."""
    return "".join(phrase.words for phrase in (prose.phrases if isinstance(prose, Paragraph) else prose))


def said(words: str) -> Prose:
    """Words that lead nowhere."""
    return (Phrase(words),) if words else ()


def anchor_of(name: str) -> str:
    """From the name of a clause, for ever. No word of the language has a dot in it, so no two names meet."""
    return name.replace(" ", ".")


def card_anchor(card: str) -> str:
    """Of a card: `card..chest.7`; a clause has no two spaces in its name."""
    return anchor_of(f"card  {card}")
