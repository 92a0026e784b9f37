"""What can be spoken of in a random game, and random expressions about it, as text."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random


@dataclass
class Vocabulary:
    """The values of a game: numbers with their range, words with their members, players, yes or no."""

    players: int
    numbers: dict[str, tuple[int, int]] = field(default_factory=dict)
    truths: list[str] = field(default_factory=list)
    words: dict[str, list[str]] = field(default_factory=dict)
    persons: list[str] = field(default_factory=list)
    """What is a player."""
    perhaps: list[str] = field(default_factory=list)
    """What is a player or none."""
    rows: list[str] = field(default_factory=list)
    """Rows of cards."""
    links: list[tuple[str, str]] = field(default_factory=list)
    """Numbers of which the first decides whether the second changes."""
    rigid: list[str] = field(default_factory=list)
    """Conditions about readings and parameters alone."""


class Writer:
    """Writes expressions over a vocabulary."""

    def __init__(self, random: Random, vocabulary: Vocabulary) -> None:
        self.random, self.known = random, vocabulary

    def pick(self, *options: str) -> str:
        return self.random.choice(options)

    def chance(self, part: float) -> bool:
        return self.random.random() < part

    def player(self) -> str:
        return f"player {self.random.randint(1, self.known.players)}"

    # ---- conditions ----------------------------------------------------------------------------

    def condition(self, depth: int = 1, was: bool = False) -> str:
        """A yes or no; `was`: of two positions, one before the other."""
        if depth > 0 and self.chance(0.5):
            one, other = self.condition(depth - 1, was), self.condition(depth - 1, was)
            joined = f"({one}) {self.pick('and', 'or', 'or')} ({other})"
            return joined if self.chance(0.8) else f"not ({joined})"
        return self.compared() if was and self.chance(0.6) else self.atom()

    def atom(self) -> str:
        kinds = ["number"] * 4 * bool(self.known.numbers) + ["truth"] * 2 * bool(self.known.truths)
        kinds += ["word"] * 2 * bool(self.known.words) + ["person"] * bool(self.known.persons)
        kinds += ["perhaps"] * bool(self.known.perhaps) + ["rigid"] * bool(self.known.rigid)
        kinds += ["everybody"] * bool(self._kept()) + ["partial"] * (
            bool(self._kept() or self.known.rows) and self.chance(0.3)
        )
        match self.random.choice(kinds or ["plain"]):
            case "number":
                name = self.random.choice(list(self.known.numbers))
                return f"{name} {self.compare()} {self.value(name)}"
            case "truth":
                return self.pick("", "", "not ") + self.pick(*self.known.truths)
            case "word":
                name = self.random.choice(list(self.known.words))
                return f"{name} {self.pick('is', 'is not')} {self.pick(*self.known.words[name])}"
            case "person":
                return f"{self.pick(*self.known.persons)} {self.pick('is', 'is not')} {self.player()}"
            case "perhaps":
                return (
                    f"{self.pick(*self.known.perhaps)} {self.pick('is', 'is not')} {self.pick('none', self.player())}"
                )
            case "rigid":
                return self.pick(*self.known.rigid)
            case "everybody":
                name = self.pick(*self._kept())
                of_p = f"{name} of p {self.compare()} {self.value(f'{name} of player 1')}"
                return self.pick(
                    f"(some player p where {of_p})",
                    f"(every player p has {of_p})",
                    f"(number of players p where {of_p}) {self.compare()} {self.random.randint(0, 2)}",
                )
            case "partial":
                return self.partial()
        return self.pick("players is 2", "players > 1")

    def partial(self) -> str:
        """Something that has no value in some positions; mostly with what counts then."""
        ways = [f"pip of top of {row} {self.compare()} 1" for row in self.known.rows]
        for name in self._kept():
            value = self.value(f"{name} of player 1")
            ways += [f"(first player p where {name} of p is {value}) is {self.player()}"]
            ways += [f"(whichever player p has most {name} of p) is {self.player()}"]
        way = self.pick(*ways)
        return f"({way} otherwise {self.pick('yes', 'no')})" if self.chance(0.7) else f"({way})"

    def compared(self) -> str:
        """A value now and before."""
        kinds = ["number"] * 3 * bool(self.known.numbers) + ["word"] * bool(self.known.words)
        kinds += ["truth"] * bool(self.known.truths) + ["person"] * bool(self.known.persons)
        match self.random.choice(kinds or ["plain"]):
            case "number":
                name = self.random.choice(list(self.known.numbers))
                more = self.pick("", "", "", " + 1", " - 1")
                return f"{name} {self.compare()} (was {name}){more}"
            case "word":
                name = self.random.choice(list(self.known.words))
                return f"{name} is was {name}"
            case "truth":
                name = self.pick(*self.known.truths)
                return f"({name}) is (was ({name}))"
            case "person":
                name = self.pick(*self.known.persons)
                return f"{name} is {self.pick('', 'not ')}was {name}"
        return "players is 2"

    def _kept(self) -> list[str]:
        """Numbers that are kept for each player."""
        return [
            name.removesuffix(" of player 1")
            for name in self.known.numbers
            if name.endswith(" of player 1") and not name.startswith("size of")
        ]

    def compare(self) -> str:
        return self.pick("is", "is", "is not", "<", ">", "<=", ">=")

    def value(self, name: str) -> str:
        low, high = self.known.numbers[name]
        return str(self.random.randint(low, high))

    # ---- numbers -------------------------------------------------------------------------------

    def number(self, high: int) -> str:
        """A number that is mostly from 0 to `high`."""
        fitting = [name for name, (_, most) in self.known.numbers.items() if most <= high]
        if fitting and self.chance(0.25):
            return self.pick(*fitting)
        if self.known.numbers and self.chance(0.12):
            return self.pick(*self.known.numbers) + self.pick(" + 1", " - 1", "")
        return str(self.random.randint(0, high))
