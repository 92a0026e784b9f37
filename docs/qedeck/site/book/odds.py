"""How games come out, as recorded beside the game: a part of the record."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Share:
    """How often, of all games: with the interval in which the true share lies, 19 times out of 20."""

    number: int
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class EndingOdds:
    """One way to end."""

    kind: str
    """won, drawn, nobody, stuck, undefined, unfinished …"""
    ending: str
    """The name of the ending, or empty."""
    rule: str | None
    """The anchor of the ending's rule."""
    words: str
    share: Share
    first_seed: int
    """A game that came out so: `qedeck run GAME --players N --seed S`."""


@dataclass(frozen=True, slots=True)
class SeatOdds:
    """One seat."""

    seat: int
    name: str
    wins: Share
    """Alone or with others."""
    even: float
    """The share it would have if all seats were alike."""
    verdict: str
    """`better` or `worse` than chance explains, or empty."""


@dataclass(frozen=True, slots=True)
class CardOdds:
    """One card: how often it was played to a trick, and how often it won one."""

    card: str
    """Its anchor."""
    word: str
    name: str
    played: int
    wins: Share


@dataclass(frozen=True, slots=True)
class ClauseOdds:
    """How much of the games a rule was at work in."""

    rule: str
    heading: str
    games: Share


@dataclass(frozen=True, slots=True)
class Length:
    """How many decisions a game has."""

    mean: float
    low: int
    high: int
    percentiles: dict[int, int]
    """5, 25, 50, 75 and 95 in a hundred games are at most so long."""
    classes: tuple[tuple[int, int, int], ...]
    """For a chart: from, to, how many games."""


@dataclass(frozen=True, slots=True)
class TableOdds:
    """Many games at one player count, usual or random players, everything as assumed."""

    players: int
    games: int
    seed: int
    fresh: bool
    """Whether they were played by the rules as they are."""
    digest: str
    command: str
    """What to type to get the same figures."""
    endings: tuple[EndingOdds, ...]
    seats: tuple[SeatOdds, ...]
    length: Length
    cards: tuple[CardOdds, ...]
    clauses: tuple[ClauseOdds, ...]
    never: tuple[str, ...]
    """Anchors of rules that were watched and never at work."""
    usual: bool
    """Whether everybody played as the game says that one usually plays; otherwise at random."""


@dataclass(frozen=True, slots=True)
class Odds:
    """One table for each player count that was recorded."""

    tables: tuple[TableOdds, ...]
