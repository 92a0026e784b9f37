"""Promises, statements and open points: parts of the record. Read from what was recorded; nothing is proved here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from qedeck.site.book.prose import Paragraph, Prose
from qedeck.site.book.worked import RecordedPlay

GradeWord = Literal[
    "proved", "proved by default", "shown", "refuted as expected", "refuted", "claims nothing", "open", "stale",
    "not asked",
]
"""What became of a claim, in a word: proved for all readings or for the default ones, shown by a play or position …
*Stale*: answered for other rules or by an older prover. *Open*: asked, and not decided."""

StatementKind = Literal["rule", "open", "promise", "example"]
PointKind = Literal["reading", "number"]


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found of one claim at one player count."""

    players: int
    grade: GradeWord
    was: GradeWord
    """Of a stale one: the grade that it had; else the same as `grade`."""
    code: str
    """The grade as the prover calls it: PROVED, PROVED_SIZES, SHOWN, LAID_OUT, BOUNDED, SAMPLED, REFUTED, VACUOUS,
    UNKNOWN; empty if nobody asked."""
    words: str
    """The grade in a sentence, in the language of the Book."""
    fresh: bool
    """Whether it counts for the rules as they are; never shown as proved otherwise."""
    expected: bool
    default_readings: bool
    engine: str
    seconds: float
    detail: str
    """Why it is unknown, up to which depth, how many plays; as the prover said it, in English."""
    over: tuple[str, ...]
    """What it holds over: every icon table, every reading; as the prover said it, in English."""
    rests: tuple[str, ...]
    """What it takes for granted beside the rules."""
    agreed: tuple[str, ...]
    """Who checked it again: z3, cvc5."""
    used: tuple[str, ...]
    """Anchors of the rules that it rests on."""
    findings: tuple[Prose, ...]
    """What a reader should know beside the grade, in the language of the Book: how far it was tried, for what it holds,
    what it leans on, what could help."""
    narrowed: bool
    """Whether `used` is narrowed down; otherwise it is all that the claim may rest on."""
    leads: tuple[str, ...]
    """Of an open one: what a stepping stone should speak of."""
    play: RecordedPlay | None
    """The play or position that shows or refutes it; of a stale answer, only if it is still a play of this game."""
    met: tuple[str, ...]
    """A play or position in which what it assumes is met, told."""
    digest: str
    edition: int
    """The text it was made for, and by which edition of the prover."""
    carried: bool
    """Found of the base, and so of this variant: nothing that it depends on differs."""


@dataclass(frozen=True, slots=True)
class ClaimMade:
    """One thing that a promise says."""

    place: int
    """Which of the promise's claims, from 0."""
    kind: str
    """As the prover calls it: always, never, reachable, ends, hidden …"""
    beside: str
    """The other game that this one is compared with, as files call it; mostly nothing."""
    text: str
    """As it is written."""
    words: Prose
    """In the language of the Book, as far as we have words for its kind: "Always: …"."""
    lines: tuple[Paragraph, ...]
    """The same as a list, if it is too long for one sentence; else nothing."""
    line: int
    answers: tuple[Answer, ...]
    """One for each player count that it is claimed of."""


@dataclass(frozen=True, slots=True)
class Promise:
    """A property of the game, or something that every game is asked."""

    anchor: str
    name: str
    title: str
    translated: bool
    """Whether the title is in the language of the Book; otherwise it is as the file has it."""
    stock: bool
    """Every game is asked this, and nobody wrote it down."""
    cites: tuple[str, ...]
    players: tuple[int, ...]
    under: tuple[str, ...]
    """What narrows it down, as it is written: `with tie-scope is any-two-cards`, `assuming …`."""
    given: tuple[Prose, ...]
    """The same in words, a sentence each."""
    readings: tuple[str, ...]
    """Anchors of the open points that it sets, assumes something of or speaks of."""
    default_readings: bool
    expect_refuted: bool
    """The rulebook does not keep this promise, and the game says so."""
    follows: tuple[str, ...]
    """Anchors of promises above that may serve as stepping stones."""
    claims: tuple[ClaimMade, ...]
    grade: GradeWord
    """The weakest of its answers."""
    needs: tuple[str, ...]
    """Anchors of the rules that it rests on: used by a proof, else those that encode what it cites."""
    file: str
    line: int
    text: str
    """The whole clause as it is written; empty for a stock one."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence of the rulebook, by its id in our checklist."""

    id: str
    anchor: str
    kind: StatementKind
    """`WR-050`, `WR-U-05`, `WR-P-01`, `WR-EX-001`."""
    encoded_by: tuple[str, ...]
    """Anchors of the rules that cite it."""
    examples: tuple[str, ...]
    needed_by: tuple[str, ...]
    """Anchors of the promises that cite it, or rest on a rule that does."""
    grade: GradeWord
    """The weakest grade of the promises that cite it; `not asked` if none does."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """One way to read an open point, or one value of a number that is not stated."""

    word: str
    words: Prose
    """In players' words."""
    default: bool


@dataclass(frozen=True, slots=True)
class Parting:
    """Two ways to read a point, and whether anybody can tell them apart."""

    promise: str
    """The anchor of the promise that asks it."""
    players: int
    grade: GradeWord
    words: str
    """In the language of the Book: "it makes no difference", "it makes a difference"."""
    same: bool | None
    """Whether it makes no difference how the point is read; None if that is not decided, or out of date."""
    on: tuple[str, ...]
    """Names of what is compared, as the game calls it; nothing: the whole game."""
    play: RecordedPlay | None


@dataclass(frozen=True, slots=True)
class Point:
    """Something that the rulebook leaves open: a reading, or a number."""

    anchor: str
    """That of its rule."""
    kind: PointKind
    heading: str
    question: tuple[Paragraph, ...]
    alternatives: tuple[Alternative, ...]
    """Of a reading; of a number, none: its rule and the box say what is assumed and allowed."""
    assumed: str
    """What is assumed by default, in words."""
    why: str
    """Why that is the default: as the text file says it, else what the author noted beside it, or nothing."""
    why_translated: bool
    """Whether that is in the language of the Book; a note is in the author's."""
    cites: tuple[str, ...]
    touches: tuple[str, ...]
    """Anchors of the rules that ask about it."""
    examples: tuple[str, ...]
    """Anchors of examples that read it one way or another."""
    promises: tuple[str, ...]
    """Anchors of the promises that set it or assume something of it: what is claimed depends on it."""
    default_only: tuple[str, ...]
    """Anchors of promises that are claimed of the default readings only, and rest on a rule that it touches."""
    partings: tuple[Parting, ...]
