"""What is said aloud to call somebody: a Core in, names of announcements out; and which decisions are made together.

An announcement is a call if, before the next one, something may come that not everybody notices: a choice, or
something shown. Where nothing comes, it was read for the look of it: a role that is dead or absent is called all the
same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from qedeck.interpreter.recent import Recent
from qedeck.spec import core as c

_KEPT = Recent[frozenset[str]](16)


def calls(core: c.Core) -> frozenset[str]:
    """The announcements that call somebody."""
    return _KEPT.known(core) or _KEPT.keep(_Calls(core).found(), core)


def together(core: c.Core, node: c.Node) -> bool:
    """Whether a group decides there, one of it for all."""
    firsts = (core.blocks[option.next].steps[:1] for option in c.options_of(node))
    return any(_says_together(step) for steps in firsts for step in steps)


def _says_together(step: c.Step) -> bool:
    match step:
        case c.Tell("together"):
            return True
        case _:
            return False


class _Calls:
    def __init__(self, core: c.Core) -> None:
        self.core = core
        self.secret_from = [False] * len(core.blocks)
        """For each block, whether something secret may come from its beginning on, before anything is announced."""
        self.names: set[str] = set()

    def found(self) -> frozenset[str]:
        before = None
        while before != self.secret_from:
            before = list(self.secret_from)
            # Backwards, since most blocks lead to later ones.
            for number in reversed(range(len(self.core.blocks))):
                block = self.core.blocks[number]
                self.secret_from[number] = self._before(block.steps, self._after(block.exit))
        return frozenset(self.names)

    def _after(self, exit_: c.Exit) -> bool:
        nodes = [self.core.nodes[node] for node in c.decided(exit_)]
        return any(self.secret_from[to] for to in c.onward(exit_)) or any(map(self._at, nodes))

    def _at(self, node: c.Node) -> bool:
        """Whether what is decided there is secret; what nobody decides, and chance, is passed."""
        who = c.who_decides(node)
        if who in ("nobody", "chance"):
            return any(self.secret_from[to] for to in c.follows(node))
        return who == "moderator" or node.noticed != c.EVERYBODY

    def _before(self, steps: Sequence[c.Step], secret: bool) -> bool:
        """The same at the beginning of some steps, if it is so after them."""
        for step in reversed(steps):
            match step:
                case c.Tell(kind) if kind.startswith(c.ANNOUNCED):
                    if secret:
                        self.names.add(kind.removeprefix(c.ANNOUNCED))
                    secret = False
                case c.Tell(kind, _, audience):
                    secret = secret or (kind.startswith("show") and audience != c.EVERYBODY)
                case c.Each(body=body):
                    # Not once, once, or again.
                    secret = secret or self._before(body, secret)
                    secret = secret or self._before(body, secret)
                case c.When() | c.Let() | c.Assign() | c.Move() | c.Check():
                    # All of them are looked at, whatever the first says: for the names.
                    ways = [self._before(body, secret) for body in c.bodies(step)]
                    secret = any(ways) if ways else secret
                case _:
                    assert_never(step)
        return secret
