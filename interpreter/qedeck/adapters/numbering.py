"""Every choice of a game by a number, the same wherever it can be made: a Core in, a Numbering out.

Programs that learn want whole numbers from 0 on. Two decisions that offer an option of one name with
the same picks share its numbers: laying the queen is the same number in every trick.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import TypeAlias

from qedeck.interpreter.actions import Action
from qedeck.interpreter.layout import type_range
from qedeck.spec import core as c

Key: TypeAlias = tuple[str, tuple[tuple[str, c.Type], ...]]
"""An option: its name, and the label and type of each pick."""


def _key(option: c.Option) -> Key:
    return option.name, tuple((pick.label, pick.type) for pick in option.picks)


class Numbering:
    """The choices of some decisions, numbered in the order of the text."""

    def __init__(self, core: c.Core, owners: Iterable[str]) -> None:
        self.core = core
        self.size = 0
        self._first: dict[Key, int] = {}
        wanted = set(owners)
        for node in core.nodes:
            if isinstance(node, c.Decision) and node.owner.who in wanted:
                for option in node.options:
                    self._add(_key(option))

    def _add(self, key: Key) -> None:
        if key not in self._first:
            self._first[key] = self.size
            self.size += prod(high - low + 1 for low, high in (type_range(type_) for _, type_ in key[1]))

    def number(self, action: Action) -> int:
        """The number of a choice: its option's first one, then picks as digits, the last running fastest."""
        node = self.core.nodes[action.node]
        assert isinstance(node, c.Decision)
        option, offset = node.options[action.choice], 0
        for pick, value in zip(option.picks, action.values, strict=True):
            low, high = type_range(pick.type)
            offset = offset * (high - low + 1) + int(value) - low
        return self._first[_key(option)] + offset
