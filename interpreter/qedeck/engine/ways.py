"""Blocks: a function where ways meet and there is much to do; elsewhere they are written in place."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, assert_never, cast

from qedeck.engine import ir
from qedeck.engine.definitions import Definitions
from qedeck.engine.hands import Staged
from qedeck.spec import core as c

if TYPE_CHECKING:
    from qedeck.engine.program import Program

MOST_COPIED = 60
"""The weight of all copies of a block."""


class Ways(Definitions):
    """The course of play between decisions."""

    def __init__(self) -> None:
        super().__init__()
        self._copied: set[int] = set()
        self._ways = self._count_ways()
        self._blocks: dict[int, ir.Function] = {}

    def _count_ways(self) -> Counter[int]:
        ways: Counter[int] = Counter([self.core.start] * 2)
        for block in self.core.blocks:
            ways.update(c.onward(block.exit))
        for node in self.core.nodes:
            ways.update(c.follows(node))
        for number in sorted(ways, key=self.layout.block_place.__getitem__):
            if ways[number] > 1 and self._light(number, ways[number]):
                self._copied.add(number)
                for to in c.onward(self.core.blocks[number].exit):
                    ways[to] += ways[number] - 1
        return ways

    def _light(self, number: int, ways: int) -> bool:
        """So little happens there that it may be written wherever ways lead to it."""
        block = self.core.blocks[number]
        weight = self.weigh(block.steps) + sum(2 + self.weight(asked) for asked in c.terms_of_exit(block.exit))
        return not weight or ways * weight <= MOST_COPIED

    def block(self, number: int) -> ir.Function:
        """The function that goes on at a block."""
        if number not in self._blocks:
            with self.function(f"block_{number}") as (made, _):
                self._blocks[number] = made
                self._steps(Staged(cast("Program", self)), number)
        return self._blocks[number]

    def follow(self, play: Staged, number: int) -> None:
        """Go on there: in place, unless ways meet there and there is much to do."""
        if self._ways[number] <= 1 or number in self._copied:
            self._steps(play, number)
            return
        to = self.block(number)
        name = play.stage.fresh()
        play.stage.emit(ir.Call(name, to, ()))
        play.stage.emit(ir.Return(name))
        play.stage.function.pure = False

    def _steps(self, play: Staged, number: int) -> None:
        block = self.core.blocks[number]
        play.happen(block.steps, play.yes)
        match block.exit:
            case c.Jump(to):
                self.follow(play, to)
            case c.Branch(condition, then, otherwise):
                holds = play.value(condition, play.yes)
                play.only(holds, lambda: self.follow(play, then), lambda: self.follow(play, otherwise))
            case c.Decide(node):
                play.stage.emit(ir.Return(node))
            case c.Finish():
                play.stage.emit(ir.Return(c.OVER))
            case _:
                assert_never(block.exit)
