"""A game cut into small pieces: wherever a block ends, and after each turn of a loop, nobody decides something.

In: a Core and what is looked at; out: the same plays, in which every step between two nodes is short. The nodes of the
game keep their numbers; the node before a block comes at a number of its own, whatever is looked at. `bare` leaves out
of each step what neither changes what is looked at nor where the step leads: that is a view of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import assert_never

from qedeck.interpreter.layout import layout_of
from qedeck.proofs.formulas.onward import terms_of_step
from qedeck.proofs.formulas.positions import visible
from qedeck.proofs.steps.induction import lasting
from qedeck.proofs.steps.stepwise import loops
from qedeck.proofs.steps.views import View, Whole
from qedeck.spec import core as c

TURNS = 40
"""A loop with more turns than this stays in one piece."""


def cut(core: c.Core, seen: frozenset[str]) -> c.Core:
    """The same game in pieces; loops are cut where they change what is `seen`."""
    scissors = _Scissors(core, seen)
    # What comes once, as the set-up does, stays in one piece: all is known when it begins.
    blocks = [scissors.piece(block) if _again(core, place) else block for place, block in enumerate(core.blocks)]
    return replace(core, blocks=(*blocks, *scissors.blocks), nodes=(*core.nodes, *scissors.heads, *scissors.turns))


def _again(core: c.Core, block: int) -> bool:
    """Whether play can come to a block once more."""
    found: set[int] = set()
    waiting = [block]
    while waiting:
        onward = c.blocks_after(core, waiting.pop())
        waiting += [to for to in onward if to not in found]
        found |= set(onward)
    return block in found


def bare(whole: Whole, core: c.Core, seen: frozenset[str]) -> View:
    """Of a whole game, cut into the pieces of `core`, what matters for what is `seen`: to be asked, not played."""
    return View(whole, replace(core, blocks=_Bare(core, seen).blocks()), seen)


class _Bare:
    """Backwards from each decision: a step counts if it changes something that is needed after it."""

    def __init__(self, core: c.Core, seen: frozenset[str]) -> None:
        self.core, self.seen = core, seen
        self.layout = layout_of(core)

    def blocks(self) -> tuple[c.Block, ...]:
        """Every block; what is needed where one begins is needed by those that lead to it without a decision."""
        first: dict[int, frozenset[str]] = {}
        made: dict[int, c.Block] = {}
        for place in sorted(self.layout.block_place, key=self.layout.block_place.__getitem__, reverse=True):
            made[place], first[place] = self._block(self.core.blocks[place], first)
        return tuple(made[place] for place in range(len(self.core.blocks)))

    def _block(self, block: c.Block, first: Mapping[int, frozenset[str]]) -> tuple[c.Block, frozenset[str]]:
        needed = self.seen.union(*(first[to] for to in c.onward(block.exit)))
        needed |= visible(self.core, c.terms_of_exit(block.exit), self.layout)
        kept: list[c.Step] = []
        for step in reversed(block.steps):
            found, needed = self._step(step, needed)
            kept += found
        return c.Block(tuple(reversed(kept)), block.exit), needed

    def _step(self, step: c.Step, needed: frozenset[str]) -> tuple[tuple[c.Step, ...], frozenset[str]]:
        while True:
            kept = self._trimmed(step, needed)
            more = needed | visible(self.core, [t for one in kept for t in terms_of_step(self.core, one)], self.layout)
            # In a loop, what is read in one turn may be changed in the turn before.
            if self._trimmed(step, more) == kept:
                return kept, more
            needed = more

    def _trimmed(self, step: c.Step, needed: frozenset[str]) -> tuple[c.Step, ...]:
        if not c.writes(self.core, (step,)) & needed:
            return ()
        return (c.with_bodies(step, lambda body: self._inner(body, needed)),)

    def _inner(self, steps: Iterable[c.Step], needed: frozenset[str]) -> tuple[c.Step, ...]:
        return tuple(kept for step in steps for kept in self._trimmed(step, needed))


class _Scissors:
    def __init__(self, core: c.Core, seen: frozenset[str]) -> None:
        self.core, self.seen = core, seen
        self.blocks: list[c.Block] = []
        self.heads = [_nobody(f"block {place}", place) for place in range(len(core.blocks))]
        self.turns: list[c.Decision] = []

    def piece(self, block: c.Block) -> c.Block:
        """The first piece of a block; the others are new blocks."""
        return self._chain(block.steps, self._exit(block.exit))

    def _chain(self, steps: Iterable[c.Step], exit_: c.Exit) -> c.Block:
        """Some steps and where they lead, in pieces, from the last one to the first."""
        run: list[c.Step] = []

        def piece() -> c.Block:
            # Where a piece leads is a piece of its own: what it asks need not be worked out for what is looked at.
            onward = self._pause(c.Block((), exit_)) if run and c.terms_of_exit(exit_) else exit_
            return c.Block(tuple(reversed(run)), onward)

        for step in reversed(list(steps)):
            match step:
                case c.Each(local, low, high, where, body) if high - low <= TURNS and self._changes(body):
                    exit_, run = self._pause(piece()), []
                    inner = body if where is None else (c.When(where, body),)
                    for number in reversed(range(low, high)):
                        turn = self._chain((c.Let(local, c.Const(number), inner),), exit_)
                        exit_ = self._pause(turn)
                case c.When(condition, then, otherwise) if loops((*then, *otherwise)) and self._changes((step,)):
                    exit_, run = self._pause(piece()), []
                    exit_ = c.Branch(condition, *(self._new(self._chain(way, exit_)) for way in (then, otherwise)))
                case _:
                    run.append(step)
        return piece()

    def _changes(self, steps: Iterable[c.Step]) -> bool:
        return bool(c.writes(self.core, steps) & self.seen)

    def _exit(self, exit_: c.Exit) -> c.Exit:
        match exit_:
            case c.Jump(to):
                return c.Decide(len(self.core.nodes) + to)
            case c.Branch(condition, then, otherwise):
                ways = (self._new(c.Block((), c.Decide(len(self.core.nodes) + to))) for to in (then, otherwise))
                return c.Branch(condition, *ways)
            case c.Decide() | c.Finish():
                return exit_
            case _:
                assert_never(exit_)

    def _new(self, block: c.Block) -> int:
        self.blocks.append(block)
        return len(self.core.blocks) + len(self.blocks) - 1

    def _pause(self, block: c.Block) -> c.Exit:
        self.turns.append(_nobody(f"piece {len(self.turns)}", self._new(block)))
        return c.Decide(lasting(self.core) + len(self.turns) - 1)


def _nobody(name: str, block: int) -> c.Decision:
    return c.Decision(name, c.Owner("nobody"), (c.Option("go on", (), c.Const(True), block),))
