"""Who notices what in a random game: blocks with eyes closed, things said aloud, sights that depend on the position.

Put into a game that is written already, with chances of its own: a game without them stays what it was.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from .seldom import Seldom
from .statements import Lines, inner

SIGHTS = 0.2
"""Of what not everybody sees, how much is seen by whom a condition says."""


class Nights(Seldom):
    """Nights among the other things that few games need."""

    def ways_on(self) -> list[Callable[[], Lines]]:
        return [*super().ways_on(), self._night, self._night, self._aloud]

    def _night(self) -> Lines:
        """Somebody decides, or something happens, while not everybody looks."""
        awake, q = self.player(), self.letter()
        body = [f"{awake} chooses one", *inner(["howl", *inner(self.change()), "sleep"])]
        if self.chance(0.3):
            body = self.change()
        if self.chance(0.3):
            body += [f"show {self.random.choice(self.settable)[0]} to {self.pick('everyone', self.player())}"]
        if self.chance(0.3):
            # Cards that are remembered do not move while anybody sleeps.
            body += self.moving() if self.cards and not self.remembered else self._aloud()
        others = self.pick(self.condition(0), f"{q} is not {self.player()}")
        who = self.pick(f" but for {awake}", f" but for player {q} where {q} is {awake} or {others}")
        if "chooses" not in body[0] and self.chance(0.3):
            who = ""
        return [f"with eyes closed{who}", *inner(body)]

    def _aloud(self) -> Lines:
        return ["announce nightfall"]

    def sights(self, parts: list[Lines]) -> None:
        """Another sight for some of what not everybody sees."""
        random = Random("\n".join(("sights", *(line for part in parts for line in part))))
        name, high = self.settable[0]
        lines = [f"{name} is {random.randint(0, high)}", "q is player 1", f"q is player {self.players}"]
        lines += [f"q is {person}" for person in self.known.persons] + self.flags
        for part in parts:
            for at, line in enumerate(part):
                if line.endswith(", remembered"):
                    continue
                for old in (", face down", ", seen by owner", ", secret", ", unseen"):
                    if line.startswith("  ") and old in line and "vote" not in line and random.random() < SIGHTS:
                        ways = [f", seen by player q where {random.choice(lines)}"]
                        if " of each player" in line and " and each" not in line:
                            ways += [", seen by others", f", seen by owner{ways[0]}"]
                        part[at] = line.replace(old, random.choice(ways))
