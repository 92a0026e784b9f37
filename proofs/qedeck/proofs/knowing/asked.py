"""What a claim asks of one position and one seat: whether it speaks of it, and what is to be told there."""

from __future__ import annotations

from dataclasses import dataclass

from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells
from qedeck.spec.properties import Secret


@dataclass(frozen=True, slots=True)
class Asking:
    """A claim about what somebody can tell, asked of positions as they lie."""

    meaning: Meaning[bool, int]
    told: Secret

    def concerns(self, seat: int, cells: Cells) -> bool:
        """Whether the claim speaks of this seat here."""
        holds, faults = self.meaning.value(self.told.where, cells, {self.told.local: seat})
        return bool(holds) and not faults

    def worth(self, seat: int, cells: Cells) -> tuple[object, ...]:
        """What is to be told; undefined is a value of its own."""
        asked = (self.meaning.value(term, cells, {self.told.local: seat}) for term in self.told.terms)
        return tuple(None if faults else value for value, faults in asked)
