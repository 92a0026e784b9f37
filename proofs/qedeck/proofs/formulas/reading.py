"""What a truth is made of: its parts as plain records, each made once for a reading.

A truth of a whole step has tens of thousands of parts, and those who look through it come by each many times.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import z3

from qedeck.proofs.formulas import library
from qedeck.proofs.formulas.symbolic import Z3


@dataclass(slots=True, eq=False)
class Part:
    """A part of a truth, as long as the reading that it is of."""

    ast: Any
    key: int
    kind: int
    reading: Reading
    _parts: tuple[Part, ...] | None = None

    @property
    def parts(self) -> tuple[Part, ...]:
        if self._parts is None:
            self._parts = tuple([self.reading.part(ast) for ast in library.parts_of(self.ast)])
        return self._parts

    @property
    def term(self) -> Z3:
        return library.truth(self.ast)

    @property
    def positive(self) -> Part:
        """What is denied, if this denies something; otherwise itself."""
        return self.parts[0] if self.kind == z3.Z3_OP_NOT else self

    @property
    def opposite(self) -> Z3:
        return self.parts[0].term if self.kind == z3.Z3_OP_NOT else library.negated(self.term)

    def leaves(self) -> list[Part]:
        """The conditions that a conjunction is made of."""
        found, waiting = [], [self]
        while waiting:
            one = waiting.pop()
            if one.kind == z3.Z3_OP_AND:
                waiting.extend(one.parts)
            elif one.kind != z3.Z3_OP_TRUE:
                found.append(one)
        return found


@dataclass(slots=True)
class Reading:
    """Truths that are read together; it keeps them."""

    _kept: list[Z3] = field(default_factory=list)
    _known: dict[int, Part] = field(default_factory=dict)

    def of(self, truth: Z3) -> Part:
        self._kept.append(truth)
        return self.part(truth.ast)

    def part(self, ast: Any) -> Part:
        key = library.key_of(ast)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = Part(ast, key, library.kind_of(ast), self)
        return found
