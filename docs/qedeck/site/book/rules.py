"""Chapters and rules: parts of the record. A rule is one clause of the game, in words and as it is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from qedeck.site.book.prose import Paragraph, Prose

ChapterKey = Literal["about", "box", "setup", "course", "cards", "end", "scoring", "examples", "options"]
RuleKind = Literal[
    "game", "values", "cards", "leave out", "parameter", "reading", "zone", "remember", "define", "phase", "event",
    "trigger", "ending",
]
TokenKind = Literal["keyword", "name", "number", "string", "comment", "citation", "sign", "space"]
MarkKind = Literal["proved", "shown", "open", "refuted", "stale", "nothing"]


@dataclass(frozen=True, slots=True)
class Token:
    """A stretch of a clause's text; the texts of all tokens, put together, are the clause."""

    kind: TokenKind
    text: str
    to: str | None = None
    """For a name that is said by another rule: its anchor."""


@dataclass(frozen=True, slots=True)
class Code:
    """A clause as it is written, to be shown in a fixed-width type."""

    file: str
    """Without its folder: the game's own file, or that of the base of a variant."""
    line: int
    """The first line, counted from 1."""
    tokens: tuple[Token, ...]
    comment: str = ""
    """What its author noted in the lines directly above it, on one line; English as a rule."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Somebody is asked something while this rule is carried out."""

    who: str
    """`player`, `anyone`, `table`, `moderator` or `chance`, as the game says it."""
    by: str
    """The same in words: "the turn player", "each player in turn", "the table"."""
    what: str
    """In words: "a card from their hand"."""
    options: tuple[str, ...]
    """Of a choice between named options: their names in words."""
    optional: bool
    """Whether they may decline."""
    secret: bool


@dataclass(frozen=True, slots=True)
class Need:
    """A promise that rests on a rule, with the weakest grade its claims have."""

    promise: str
    """Its anchor."""
    grade: str
    """A word of ours: proved, shown, refuted, open, stale, not asked."""
    used: bool
    """Whether a proof is known to have used the rule; otherwise the promise cites a statement that the rule encodes."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What stands in the margin beside a rule, the gravest first: open, refuted, stale, shown, proved, nothing."""

    kind: MarkKind
    words: str
    """In the language of the Book: "proved", "open: two readings"."""
    readings: tuple[str, ...] = ()
    """For an open one: the anchors of the readings that decide something in it."""
    promises: tuple[str, ...] = ()
    """The anchors of the promises that the mark comes from."""


@dataclass(frozen=True, slots=True)
class Otherwise:
    """What a rule would say if an open point were read another way: that reading says so, as changes."""

    point: str
    """The anchor of the reading."""
    heading: str
    """What the open point is called."""
    way: str
    """The other way, as the game calls it."""
    words: Prose
    """The same in players' words."""
    gone: tuple[Paragraph, ...]
    """What the rule says no more, of the clause in words."""
    new: tuple[Paragraph, ...]
    """What it says instead."""
    file: str
    line: int
    text: str
    """The change as it is written."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: a small unit with a place of its own."""

    anchor: str
    """From the name of the clause, for ever: `strength`, `with.3.players`."""
    clause: str
    """The name of the clause, as texts, proofs and the engine use it."""
    kind: RuleKind
    heading: str
    prose: tuple[Paragraph, ...]
    computed: bool
    """The prose was made from the clause, for want of a text."""
    number: str
    """Where it stands in the book: `4.2.1`. Changes when rules come and go; the anchor does not."""
    depth: int
    """How deep it is nested in its chapter, from 0: a phase under that which does it, a definition under its user."""
    within: str | None
    """The anchor of the rule that it stands under."""
    code: Code
    cites: tuple[str, ...]
    """The ids of the statements that it encodes."""
    uses: tuple[str, ...]
    """Anchors of the rules that its clause names, in the order in which it names them."""
    used_by: tuple[str, ...]
    """Anchors of the rules that name it."""
    see_also: tuple[str, ...]
    """The few of both that are worth showing, nearest first."""
    cards: tuple[str, ...]
    """Anchors of the cards that its clause names, one by one or by family."""
    choices: tuple[Choice, ...]
    readings: tuple[str, ...]
    """Anchors of the readings that its clause asks about; of a reading, its own."""
    examples: tuple[str, ...]
    """Anchors of the examples that show it, the most telling first."""
    needed_by: tuple[Need, ...]
    mark: Mark
    askable: bool
    """A definition that can be asked on a page: laid cards or a position in, a value out."""
    changed: bool
    """Of a variant: it is not as in the base."""
    otherwise: tuple[Otherwise, ...]
    """What it would say if open points were read otherwise."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of the rulebook; what is not rules (box, set-up table, examples) stands in the Book beside it."""

    key: ChapterKey
    anchor: str
    """`chapter..setup`."""
    number: int
    title: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Stage:
    """A phase where it is done: the course of play as a tree. A phase that is done in two places stands in both."""

    rule: str
    """The anchor of the phase."""
    heading: str
    manner: Prose
    """How it is done here, in words, if not simply once: "again and again, until …", "for each player", "if …"."""
    stages: tuple[Stage, ...]
    again: bool = False
    """It stands further up already, with all that is in it, and is not told again."""
