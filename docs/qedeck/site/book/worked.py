"""Worked examples and recorded plays: parts of the record. What a page can draw and play again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from qedeck.site.book.prose import Prose

LineKind = Literal["with", "given", "do", "choose", "then", "refused", "ended", "won", "asked"]


@dataclass(frozen=True, slots=True)
class Frame:
    """The table at a moment."""

    view: dict[str, Any]
    """What everybody together sees (no seat), as `qedeck.interpreter.views.View.data()` has it."""
    cells: dict[str, list[int]]
    """The position: each variable of Core that does not steer the course of play and is not as it is at first, with its
    cells. Enough to ask any definition of it; where play stands in an example is no place in a whole game."""
    touched: tuple[str, ...]
    """Keys of the view (`trick`, `hand of player 1`, `seat of wolf 1`) that differ from the frame before; in the first
    frame, those that the example lays out."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an example: what is laid out, done or expected."""

    kind: LineKind
    words: Prose
    text: str
    """As it is written, on one line."""
    frame: int
    """The number of the frame that stands when the line is done."""
    log: tuple[str, ...] = ()
    """What happened meanwhile, told at the table."""


@dataclass(frozen=True, slots=True)
class WorkedExample:
    """An example of the game, with the table before, between and after."""

    anchor: str
    clause: str
    title: str
    translated: bool
    """Whether the title is in the language of the Book; otherwise it is as the file has it."""
    file: str
    line: int
    cites: tuple[str, ...]
    players: int
    settings: tuple[tuple[str, str], ...]
    """Parameters and readings that it sets, each with its value, in the words of the game."""
    rules: tuple[str, ...]
    """Anchors of the rules that it shows: those it names, and those that cite what it cites."""
    lines: tuple[Line, ...]
    frames: tuple[Frame, ...]
    """The position laid out first, then one after each line that does something."""
    passed: bool
    """Whether all it expects comes out; a shipped game has none that fails."""


@dataclass(frozen=True, slots=True)
class RecordedPlay:
    """A play that shows something: a refutation, a witness, a parting of two readings."""

    players: int
    story: tuple[str, ...]
    """Told at the table, line by line: in the language of the Book, or as it was recorded."""
    told: bool
    """Whether it is in the language of the Book; else it is in the words of the rules file, in English."""
    witness: tuple[str, ...]
    """What stands out in the position that it comes to, in the words of the rules file."""
    facts: tuple[str, ...]
    """The same in the language of the Book; nothing where it could not be put so."""
    trace: dict[str, Any] | None
    """The play in the format of traces, to be played again; None where only a position or a story was recorded."""
    settings: dict[str, Any]
    """Parameters and readings under which it is played."""
