"""How much there is to do for an expression, and how each definition is called accordingly."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import TYPE_CHECKING, assert_never

from qedeck.engine.repeating import SMALL
from qedeck.spec import core as c

if TYPE_CHECKING:
    from qedeck.engine.algebra import Written
    from qedeck.engine.canon import Canon
    from qedeck.engine.memory import Memory
    from qedeck.interpreter.layout import Layout

MOST_ROWS = 4096
"""Tables of definitions are not longer than this."""
IN_PLACE = 40


class Weights:
    """The terms of a Core, weighed."""

    core: c.Core
    memory: Memory
    layout: Layout
    algebra: Written
    canon: Canon

    def __init__(self) -> None:
        self._modes: dict[str, str] = {}
        self._weights: dict[int, int] = {}
        self.circular = {name for name in self.core.defines if self._needs_itself(name)}
        """Definitions that need themselves, perhaps through others."""

    def _needs_itself(self, name: str) -> bool:
        seen: set[str] = set()
        waiting = list(self.calls(self.core.defines[name].body))
        while waiting:
            other = waiting.pop()
            if other == name:
                return True
            if other not in seen:
                seen.add(other)
                waiting += self.calls(self.core.defines[other].body)
        return False

    def calls(self, expr: c.Expr) -> set[str]:
        return c.calls(expr)

    # ---- how much there is to do ----------------------------------------------------------------

    def weight(self, expr: c.Expr) -> int:
        """Roughly how many operations it is, written down."""
        number = self.canon(expr).number
        if number not in self._weights:
            inner = 1 + sum(map(self.weight, c.parts(expr)))
            match expr:
                case c.Fold(low=low, high=high) | c.Find(low=low, high=high):
                    whole = inner * (high - low)
                    inner = whole if whole <= SMALL else inner + IN_PLACE
                case c.Call(define):
                    mode = self.mode(define)
                    inner += self.weight(self.core.defines[define].body) if mode == "in place" else 3
                case _:
                    pass
            self._weights[number] = inner
        return self._weights[number]

    def weigh(self, steps: Iterable[c.Step]) -> int:
        total = 0
        for step in steps:
            match step:
                case c.Move(card):
                    total += 30 if card is not None else 60
                case c.When(condition, then, otherwise):
                    total += self.weight(condition) + self.weigh(then) + self.weigh(otherwise)
                case c.Each(low=low, high=high, body=body):
                    total += (high - low) * self.weigh(body)
                case c.Let(_, value, body):
                    total += self.weight(value) + self.weigh(body)
                case c.Assign(_, index, value):
                    total += 3 + self.weight(value) + sum(map(self.weight, index))
                case c.Check(condition):
                    total += self.weight(condition)
                case c.Tell(_, values, audience):
                    total += self.weight(audience) + sum(self.weight(value) for value, _ in values)
                case _:
                    assert_never(step)
        return total

    def mode(self, name: str) -> str:
        if name not in self._modes:
            define = self.core.defines[name]
            rows = prod(high - low + 1 for low, high in self.layout.params[name])
            if name in self.circular:
                self._modes[name] = "function"
            elif self.layout.reads[name] <= self.memory.rigid.keys() and rows <= MOST_ROWS:
                self._modes[name] = "table"
            else:
                self._modes[name] = "in place" if self.weight(define.body) <= IN_PLACE else "function"
        return self._modes[name]
