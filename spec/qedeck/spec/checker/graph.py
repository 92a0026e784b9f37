"""The control graph under construction: blocks, decisions, and the variables that live across them."""

from __future__ import annotations

from qedeck.spec import core as c
from qedeck.spec.checker.terms import resting


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

    def finished(self) -> tuple[c.Block, ...]:
        return tuple(c.Block(tuple(steps), exit_ or c.Finish()) for steps, exit_ in self.blocks)
