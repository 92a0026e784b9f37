"""What is known where the pen is: what was worked out, what was tested, between which bounds numbers lie."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from qedeck.engine.values import Code, Each, settled


class Scope:
    """What is known in one block; the blocks around it are its parents."""

    __slots__ = ("barrier", "facts", "found", "lent", "parent", "ranges", "readers", "saved")

    def __init__(self, parent: Scope | None, barrier: bool = False) -> None:
        self.parent = parent
        self.barrier = barrier
        """The block is repeated: what was read before it may have changed."""
        self.found: dict[Any, Any] = {}
        self.lent: dict[Any, Any] = {}
        """What was worked out in earlier blocks under the same condition: good here, but not where it does not hold."""
        self.readers: dict[str, set[Any]] = {}
        self.facts: dict[str, bool] = {}
        self.ranges: dict[str, tuple[int, int]] = {}
        self.saved: dict[tuple[str, bool], Scope] = {}
        """The blocks inside it, by their conditions."""

    def forget(self, region: str) -> None:
        for key in self.readers.pop(region, ()):
            self.found.pop(key, None)
            self.lent.pop(key, None)
        for saved in self.saved.values():
            saved.forget(region)


class Knowledge:
    """What is known, block within block."""

    def __init__(self) -> None:
        self.scope = Scope(None)
        self.origin: dict[str, tuple[str, tuple[Code, ...]]] = {}
        """For each name, the operation that gave it."""
        self.base: dict[str, tuple[int, int]] = {}
        """For each number, its bounds wherever it is used."""

    def lookup(self, key: Any, reads: bool = False) -> Any:
        scope: Scope | None = self.scope
        while scope is not None:
            if key in scope.found:
                return scope.found[key]
            if key in scope.lent:
                return scope.lent[key]
            if reads and scope.barrier:
                return None
            scope = scope.parent
        return None

    def keep(self, key: Any, value: Any, reads: Iterable[str] = ()) -> None:
        self.scope.found[key] = value
        for region in reads:
            self.scope.readers.setdefault(region, set()).add(key)

    def borrow(self, before: Scope) -> None:
        """Whatever was worked out there, under the same condition, is good here."""
        self.scope.lent = {**before.lent, **before.found}
        for region, keys in before.readers.items():
            self.scope.readers.setdefault(region, set()).update(keys)

    def changed(self, region: str) -> None:
        scope: Scope | None = self.scope
        while scope is not None:
            scope.forget(region)
            scope = scope.parent

    def fact(self, name: str) -> bool | None:
        scope: Scope | None = self.scope
        while scope is not None:
            if name in scope.facts:
                return scope.facts[name]
            scope = scope.parent
        return None

    def bounds(self, value: Code) -> tuple[int, int]:
        low, high = value.low, value.high
        if isinstance(value.atom, str):
            scope: Scope | None = self.scope
            while scope is not None:
                if value.atom in scope.ranges:
                    least, most = scope.ranges[value.atom]
                    low, high = max(low, least), min(high, most)
                scope = scope.parent
        return low, high

    def known(self, value: Code) -> bool | None:
        if isinstance(value, Each):
            return None
        if isinstance(value.atom, int):
            return bool(value.atom)
        fact = self.fact(value.atom)
        if fact is not None:
            return fact
        if value.among is not None:
            name, mask = value.among
            base, top = self.base[name]
            low, high = self.bounds(Code(name, base, top))
            there = ((1 << high - low + 1) - 1) << low - base if high >= low else 0
            if not mask & there:
                return False
            if mask & there == there:
                return True
        if value.formula is not None:
            facts = {name: fact for name in value.formula[0] if (fact := self.fact(name)) is not None}
            if facts:
                return settled(value.formula, facts)
        return None

    def assume(self, value: Code, holds: bool) -> None:
        """From here on in this block it is so."""
        if isinstance(value.atom, int):
            return
        self.scope.facts[value.atom] = holds
        if self.base.get(value.atom) == (0, 1):
            self.scope.ranges[value.atom] = (1, 1) if holds else (0, 0)
        if value.among is not None:
            name, mask = value.among
            base, top = self.base[name]
            if not holds:
                mask ^= (1 << top - base + 1) - 1
            if mask:
                self.narrow(Code(name, base, top), base + (mask & -mask).bit_length() - 1, base + mask.bit_length() - 1)
        op, args = self.origin.get(value.atom, ("", ()))
        match op:
            case "not":
                self.assume(args[0], not holds)
            case "and" if holds:
                self.assume(args[0], True)
                self.assume(args[1], True)
            case "or" if not holds:
                self.assume(args[0], False)
                self.assume(args[1], False)
            case "lt" | "le":
                one, two = args if holds else (args[1], args[0])
                gap = 1 if (op == "lt") == holds else 0
                self.narrow(one, None, self.bounds(two)[1] - gap)
                self.narrow(two, self.bounds(one)[0] + gap, None)
            case "eq" if holds:
                for one, two in (args, args[::-1]):
                    self.narrow(one, *self.bounds(two))

    def narrow(self, value: Code, low: int | None, high: int | None) -> None:
        if isinstance(value.atom, int):
            return
        least, most = self.bounds(value)
        narrowed = least if low is None else max(low, least), most if high is None else min(high, most)
        if narrowed[0] <= narrowed[1]:
            self.scope.ranges[value.atom] = narrowed
