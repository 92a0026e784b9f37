"""What is counted over many games. Tallies add up in any order, so batches may be played anywhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from qedeck.spec.source import Span

ENDED = ("won", "drawn", "nobody", "undeclared")
"""Kinds of results of games that came to an end."""
FAILED = ("stuck", "undefined", "endless", "broken")


class Outcome(NamedTuple):
    """How a game came out: as a Result says it, or `endless`, or `unfinished` where somebody's limit was met,
    or `broken` where a referee broke it off."""

    kind: str
    ending: str = ""
    code: str = ""
    clause: str = ""


@dataclass
class Tally:
    """Counts over some games."""

    games: int = 0
    outcomes: Counter[Outcome] = field(default_factory=Counter)
    first: dict[Outcome, int] = field(default_factory=dict)
    """The lowest seed that came out so."""
    winners: Counter[tuple[int, ...]] = field(default_factory=Counter)
    """How often just these seats won together."""
    lengths: Counter[int] = field(default_factory=Counter)
    """Decisions of the players, in games that came to an end."""
    watched: int = 0
    """Games in which tricks and clauses were watched too."""
    asked: int = 0
    """Those of them in which definitions, parameters and readings were watched: the engine does not see them."""
    played: Counter[str] = field(default_factory=Counter)
    """How often each card lay in a trick."""
    took: Counter[str] = field(default_factory=Counter)
    """How often it won the trick."""
    clauses: Counter[str] = field(default_factory=Counter)
    """In how many games each clause was at work."""
    needed: Counter[str] = field(default_factory=Counter)
    """In how many of those that were asked each `otherwise` was needed, by `place_of` it."""

    def add(self, seed: int, outcome: Outcome, winners: tuple[int, ...], decisions: int) -> None:
        """One more game."""
        self.games += 1
        self.outcomes[outcome] += 1
        self.first[outcome] = min(seed, self.first.get(outcome, seed))
        if winners:
            self.winners[winners] += 1
        if outcome.kind in ENDED:
            self.lengths[decisions] += 1

    def __add__(self, other: Tally) -> Tally:
        both = Tally(self.games + other.games, watched=self.watched + other.watched, asked=self.asked + other.asked)
        for name in COUNTS:
            total: Counter[Any] = Counter(getattr(self, name))
            total.update(getattr(other, name))
            setattr(both, name, total)
        for outcome in {**self.first, **other.first}:
            both.first[outcome] = min(t.first[outcome] for t in (self, other) if outcome in t.first)
        return both

    def data(self) -> dict[str, Any]:
        """As plain data, to be kept or sent; the same counts always look the same."""
        counts = {name: sorted([_plain(key), n] for key, n in getattr(self, name).items()) for name in COUNTS}
        first = sorted([list(outcome), seed] for outcome, seed in self.first.items())
        return {"games": self.games, "watched": self.watched, "asked": self.asked, "first": first} | counts


COUNTS = ("outcomes", "winners", "lengths", "played", "took", "clauses", "needed")


def place_of(span: Span) -> str:
    """A place in the text of a game, as counts are kept by it."""
    return f"{span.file}:{span.start}:{span.end}"


def _plain(key: Any) -> Any:
    return list(key) if isinstance(key, tuple) else key


def tally_of(data: dict[str, Any]) -> Tally:
    """The tally that was written as this data."""
    tally = Tally(data["games"], watched=data["watched"], asked=data["asked"])
    tally.first = {Outcome(*outcome): seed for outcome, seed in data["first"]}
    tally.outcomes = Counter({Outcome(*outcome): n for outcome, n in data["outcomes"]})
    tally.winners = Counter({tuple(seats): n for seats, n in data["winners"]})
    for name in ("lengths", "played", "took", "clauses", "needed"):
        setattr(tally, name, Counter(dict(map(tuple, data.get(name, ()) if name == "needed" else data[name]))))
    return tally


def total(tallies: Iterable[Tally]) -> Tally:
    return sum(tallies, Tally())
