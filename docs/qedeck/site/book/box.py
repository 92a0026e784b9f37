"""What is in the box, and how the table is set up: parts of the record."""

from __future__ import annotations

from dataclasses import dataclass

from qedeck.site.book.prose import Paragraph, Prose, Ref


@dataclass(frozen=True, slots=True)
class Count:
    """How many: a number the rulebook states, or one that is assumed within what it allows."""

    number: int
    assumed: bool = False
    low: int | None = None
    high: int | None = None
    """The range that the rulebook allows, as the parameter says it; None where the number is stated."""
    parameter: str | None = None
    """The anchor of the rule that assumes it."""


@dataclass(frozen=True, slots=True)
class Attribute:
    """One thing that a card has: `rank 7`, `suit chest`, `icons 1` (assumed)."""

    word: str
    """As the game calls it."""
    name: str
    """In the language of the Book."""
    value: str
    """As the game calls it."""
    words: str
    """The value in the language of the Book."""
    assumed: bool = False
    low: int | None = None
    high: int | None = None
    parameter: str | None = None
    """For a value that is assumed: what is allowed, if it is a number, and the anchor of the rule that assumes it."""


@dataclass(frozen=True, slots=True)
class CardFace:
    """One card of the box; equal cards are one face with its copies."""

    anchor: str
    word: str
    """As the game calls it: `chest 7`."""
    name: str
    """In the language of the Book."""
    family: str
    family_name: str
    copies: Count
    attributes: tuple[Attribute, ...]
    in_play: dict[int, int]
    """How many are used with so many players, with everything as assumed."""
    rules: tuple[str, ...]
    """Anchors of the rules whose clauses name this card or its family, those about cards first."""


@dataclass(frozen=True, slots=True)
class CardSet:
    """One kind of cards (or chips, or tiles) of the box."""

    anchor: str
    """Of the clause that lists them."""
    word: str
    name: str
    cards: tuple[CardFace, ...]
    total: Count
    """All copies together; assumed if any is. Its range is the smallest and the largest sum that is allowed one by one,
    unless the rulebook states the sum."""
    in_play: dict[int, int]
    """How many are used with so many players."""


@dataclass(frozen=True, slots=True)
class Box:
    """All that has to be in the box."""

    sets: tuple[CardSet, ...]
    other: tuple[Paragraph, ...]
    """Whatever else is needed, in words: something to keep what is remembered (points, sheep, whose turn)."""


@dataclass(frozen=True, slots=True)
class SetupRow:
    """One line of the table: what, and how it is with each number of players."""

    key: str
    """Stable within the table: `zone hand`, `value pen of player 1`, `left out chest 13`, `define hand-size`."""
    label: Prose
    values: tuple[str, ...]
    """One for each player count of the table, in words: `9 each`, `28`, `–`."""
    differs: bool
    """Whether it depends on the number of players; the others may be shown apart, or not at all."""
    rule: Ref | None
    """Where that is said."""


@dataclass(frozen=True, slots=True)
class SetupTable:
    """The table as it stands when somebody first decides, by player count; made by running the set-up."""

    players: tuple[int, ...]
    rows: tuple[SetupRow, ...]
