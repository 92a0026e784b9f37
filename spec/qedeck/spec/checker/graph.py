"""The control graph under construction: blocks, decisions, and the variables that live across them."""

from __future__ import annotations

from dataclasses import dataclass

from qedeck.spec import core as c
from qedeck.spec.checker.terms import resting
from qedeck.spec.checker.values import Env


@dataclass(frozen=True, slots=True)
class Began:
    """Where an example begins within a phase: the block, the names that are known there, and how control variables
    got their first values on the way."""

    block: int
    env: Env
    first: dict[str, c.Assign]


class Graph:
    """Blocks are opened, filled and closed; a closed block leads on."""

    def __init__(self, variables: dict[str, c.Var]) -> None:
        self.variables = variables
        self.blocks: list[tuple[list[c.Step], c.Exit | None]] = []
        self.nodes: list[c.Node] = []
        self.current: int = self.new()

    def new(self) -> int:
        self.blocks.append(([], None))
        return len(self.blocks) - 1

    def emit(self, *steps: c.Step) -> None:
        self.blocks[self.current][0].extend(steps)

    def close(self, exit_: c.Exit) -> None:
        steps, already = self.blocks[self.current]
        if already is None:
            self.blocks[self.current] = (steps, exit_)

    def go(self, block: int) -> None:
        """Lead on to a block and go on writing there."""
        self.close(c.Jump(block))
        self.current = block

    def decide(self, node: c.Node) -> None:
        self.nodes.append(node)
        self.close(c.Decide(len(self.nodes) - 1))

    def pause(self, name: str, clause: str) -> None:
        """A point that nobody decides: every loop passes one, so that steps stay finite."""
        after = self.new()
        self.decide(c.Decision(name, c.Owner("nobody"), (c.Option("go on", (), c.Const(True), after),), clause=clause))
        self.current = after

    def hold(self, name: str, kind: c.Type) -> str:
        """A control variable of a name not used yet."""
        key, n = name, 1
        while key in self.variables:
            n += 1
            key = f"{name}~{n}"
        self.variables[key] = c.Var(key, kind, (), "control", c.NOBODY, resting(kind))
        return key

    def rest(self, name: str) -> None:
        """Nobody needs it any more: the same value for all, so that equal positions are equal states."""
        self.emit(c.Assign(name, (), resting(self.variables[name].type)))

    def first_values(self) -> dict[str, c.Assign]:
        """How each control variable got its first value, so far."""
        first: dict[str, c.Assign] = {}
        for step in (step for steps, _ in self.blocks for step in steps):
            if isinstance(step, c.Assign) and not step.index:
                first.setdefault(step.var, step)
        return first

    def needed(self, block: int) -> set[str]:
        """The variables whose values matter to what happens from a block on."""
        blocks, needs = self.finished(), dict[int, set[str]]()
        seen, waiting = {block}, [block]
        while waiting:
            for to in _onward(blocks[waiting.pop()].exit, self.nodes):
                if to not in seen:
                    seen.add(to)
                    waiting.append(to)
        changed = True
        while changed:
            changed = False
            for at in sorted(seen, reverse=True):
                now = _before(blocks[at], needs, self.nodes)
                changed = changed or now != needs.get(at, set())
                needs[at] = now
        return needs[block]

    def finished(self) -> tuple[c.Block, ...]:
        return tuple(c.Block(tuple(steps), exit_ or c.Finish()) for steps, exit_ in self.blocks)


def _onward(exit_: c.Exit, nodes: list[c.Node]) -> tuple[int, ...]:
    return *c.onward(exit_), *(to for node in c.decided(exit_) for to in c.follows(nodes[node]))


def _before(block: c.Block, needs: dict[int, set[str]], nodes: list[c.Node]) -> set[str]:
    """What matters where a block begins, by what is known so far of those that come next."""
    found = c.reads(*c.terms_of_exit(block.exit)).union(*(needs.get(to, set()) for to in c.onward(block.exit)))
    for node in (nodes[k] for k in c.decided(block.exit)):
        found |= c.reads(*c.terms_of_node(node))
        picked = {option.next: {pick.var for pick in option.picks} for option in c.options_of(node)}
        for to in c.follows(node):
            found |= needs.get(to, set()) - picked.get(to, set())
    for step in reversed(block.steps):
        if isinstance(step, c.Assign) and not step.index:
            found.discard(step.var)
        found |= c.reads(*c.terms_of_steps((step,)))
    return found
