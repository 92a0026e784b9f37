"""What a game asks for on the ways that its settings leave: a Memory in, names of variables out.

A way that only another reading takes is not looked at; a definition is, with all that it mentions.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from qedeck.engine.memory import Memory
from qedeck.spec import core as c


def asked_for(memory: Memory) -> set[str]:
    """The variables on which it may depend how a game goes."""
    return _Ways(memory).found()


class _Ways:
    def __init__(self, memory: Memory) -> None:
        self.memory, self.core = memory, memory.core
        self.steps: list[c.Step] = []
        self.terms: list[c.Expr] = []

    def found(self) -> set[str]:
        core, layout = self.core, self.memory.layout
        seen, waiting = set[int](), [core.start]
        while waiting:
            number = waiting.pop()
            if number not in seen:
                seen.add(number)
                waiting += self._block(core.blocks[number])
        firsts = [var.init for var in core.vars.values() if not var.rigid]
        ends = [term for ending in core.endings for term in (ending.condition, ending.winner)]
        return layout.seen_by([*self.terms, *firsts, *ends, *c.sights_of(core)]) | layout.read_by(self.steps)

    def _block(self, block: c.Block) -> list[int]:
        """What happens there is noted; where it goes on."""
        self._note(block.steps)
        match block.exit:
            case c.Branch(condition, then, otherwise):
                known = self._known(condition)
                if known is None:
                    self.terms.append(condition)
                return [then, otherwise] if known is None else [then if known else otherwise]
            case c.Jump() | c.Decide() | c.Finish():
                return [*c.onward(block.exit), *(to for node in c.decided(block.exit) for to in self._node(node))]
            case _:
                assert_never(block.exit)

    def _node(self, number: int) -> list[int]:
        node = self.core.nodes[number]
        self.terms += c.terms_of_node(node)
        shut = {option.next for option in c.options_of(node) if self._known(option.guard) is False}
        return [to for to in c.follows(node) if to not in shut]

    def _note(self, steps: Iterable[c.Step]) -> None:
        for step in steps:
            match step:
                case c.When(condition, then, otherwise) if (known := self._known(condition)) is not None:
                    self._note(then if known else otherwise)
                case c.When() | c.Each() | c.Let():
                    self.terms += c.own_terms(step)
                    for body in c.bodies(step):
                        self._note(body)
                case c.Assign() | c.Move() | c.Tell() | c.Check():
                    self.steps.append(step)
                case _:
                    assert_never(step)

    def _known(self, condition: c.Expr) -> bool | None:
        """What a condition is worth, if that is settled."""
        if c.free(condition) or not self.memory.layout.seen_by([condition]) <= self.memory.rigid.keys():
            return None
        worth, faults = self.memory.meaning.value(condition, self.memory.first)
        return None if faults else bool(worth)
