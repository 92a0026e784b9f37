"""Other ways to read a random game, as changes under its readings."""

from __future__ import annotations

import re
from random import Random

from .statements import Lines, Statements, inner

_SIMPLE = re.compile(r"\s+((?:\w+ becomes|add 1 to|take 1 from|flip) [^:]*)")
"""A step on a line of its own."""


class Ways(Statements):
    """Written last and with chances of their own: the rest of the game is the same without them."""

    def ways(self, opened: Lines, phases: Lines) -> None:
        """Under some readings, below the line of each, something that the rules say otherwise then."""
        whole, self.random = self.random, Random("\n".join((*opened, *phases)))
        for name in self.readings:
            if self.chance(0.4):
                at = next(k for k, line in enumerate(opened) if line.startswith(f"reading {name}:")) + 1
                way = self.pick(*self.known.words[name][1:])
                opened[at:at] = inner([f"{way}:", *inner(self._way(phases))])
        self.random = whole

    def _way(self, phases: Lines) -> Lines:
        steps = [found[1] for line in phases if (found := _SIMPLE.fullmatch(line))]
        alone = [step for step in steps if steps.count(step) == 1]
        ways = [["in main", *inner([f"add {self.pick('first', 'last')}", *inner(self.change())])]]
        if alone:
            step = self.pick(*alone)
            edits = ([f"remove {step}"], [f"replace {step}", *inner(self.change())],
                     [f"add {self.pick('before', 'after')} {step}", *inner(self.change())])
            ways += [[f"in {self._home(step, phases)}", *inner(edit)] for edit in edits]
        ways += [[f"remove {ending}"] for ending in self.endings[:1]]
        ways += [["replace define tier: number", *inner([str(self.random.randint(0, 2))])]] * ("tier" in self.defined)
        return self.random.choice(ways)

    def _home(self, step: str, phases: Lines) -> str:
        """The phase or event in which the step stands."""
        home = ""
        for line in phases:
            home = line.split("(")[0].removeprefix("phase ").split(" of ")[0] if line[:1].strip() else home
            if line.strip() == step:
                break
        return home
