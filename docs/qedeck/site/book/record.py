"""The Book: all that pages, print and programs show of a game, in one language, as plain frozen data.

No Markdown and no HTML: text is plain, and where it leads somewhere that is said as data. Everything that can be
pointed at has an anchor made from its name alone, so that links stay good. `as_json` writes a Book and reads it again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from qedeck.site.book.answers import Point, Promise, Statement
from qedeck.site.book.box import Box, SetupTable
from qedeck.site.book.odds import Odds
from qedeck.site.book.prose import Paragraph
from qedeck.site.book.rules import Chapter, Rule, Stage
from qedeck.site.book.worked import WorkedExample

SCHEMA = 1
"""The edition of the record: one more whenever a field goes or changes its meaning. New fields do not count."""

Language = Literal["en", "ja"]
ChangeKind = Literal["replaced", "part", "row", "added", "removed", "cards", "players", "set", "restricted"]


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that a variant changes, from and to."""

    kind: ChangeKind
    anchor: str
    """The rule that changes: in this Book, or, for one that is removed, in the Book of the base."""
    heading: str
    cites: tuple[str, ...]
    before: Rule | None
    """The rule in the base; None for one that is new."""
    after: Rule | None
    """The rule now; None for one that is gone."""
    words: tuple[Paragraph, ...]
    """What changes, in a sentence: "The row knife of Strength: from trump, 0 to trump, 1"."""


@dataclass(frozen=True, slots=True)
class VariantLink:
    """A game that differs from this one in a few rules, found beside it."""

    name: str
    title: str
    about: tuple[Paragraph, ...]
    """What its own text says of it, or what it changes, in a sentence."""


@dataclass(frozen=True, slots=True)
class Book:
    """A game in one language. Chapters hold every rule once; all else points at rules by their anchors."""

    schema: int
    name: str
    """The word of the game in commands and file names: wolf_and_hound_match."""
    base: str | None
    """Of a variant: the name of the game that it varies."""
    language: Language
    title: str
    file: str
    """The file of the game as messages name it, without its folder."""
    digest: str
    """A fingerprint of the rules; the same as in traces of this game."""
    draft: bool
    """Not finished: it has statements of a rulebook to encode, and no texts or recorded verdicts yet."""
    missing: tuple[str, ...]
    """Anchors of rules without a text in this language; what is said of them is computed."""
    for_proofs: bool
    """A variant that cites nothing but promises: made to ask something about its base, not to be played at a table."""
    players: tuple[int, ...]
    """Every player count it is made for."""
    seats: int | None
    """How many sit round the table whatever the count, where the game says so (the others are dummies)."""
    ages: int | None
    minutes: int | None
    moderated: bool
    about: tuple[Paragraph, ...]
    """What the game is, in a paragraph or two."""
    words: dict[str, str]
    """Each word of the game in this language: suits, cards, zones, values, options, players (`player 1`)."""
    chapters: tuple[Chapter, ...]
    """In the order of a good rulebook; one without rules and without anything else to show is left out."""
    tools: tuple[Rule, ...]
    """Clauses that only promises need, definitions mostly: part of no chapter, shown where promises are."""
    course: tuple[Stage, ...]
    """The phases in their order and nesting, from the one that the game starts with."""
    box: Box
    setup: SetupTable
    examples: tuple[WorkedExample, ...]
    unlike: tuple[WorkedExample, ...]
    """Of a variant: examples of its base that do not come out as they say here. They show what the variant changes."""
    promises: tuple[Promise, ...]
    """The properties of the game, then what every game is asked."""
    statements: tuple[Statement, ...]
    """The sentences of the rulebook, by their ids, in order."""
    points: tuple[Point, ...]
    """What the rulebook leaves open: readings, then numbers that are not stated."""
    odds: Odds | None
    """How games come out, as recorded beside the game; None if nobody recorded it."""
    changes: tuple[Change, ...]
    """Of a variant: what it changes, in the order of its file."""
    variants: tuple[VariantLink, ...]
    """The variants of this game that lie beside it, without those that are only for proofs."""
    script: tuple[str, ...]
    """Of a moderated game: the anchors of the phases in the order in which they are read aloud, else nothing."""
    table: dict[str, Any]
    """What is shown of the table before a question, as the text file says it ([table]): templates and their lists."""
    log: dict[str, dict[str, str]]
    """The sentences of the log, by section (choices, log, changes) and key, as the text file has them."""

    def rule(self, anchor: str) -> Rule | None:
        """The rule of this anchor, wherever it stands; a tool of proofs counts."""
        return next((rule for rule in (*self.rules, *self.tools) if rule.anchor == anchor), None)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Every rule once, in the order of the book."""
        return tuple(rule for chapter in self.chapters for rule in chapter.rules)
