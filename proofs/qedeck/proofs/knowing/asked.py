"""What a claim asks of one position and one seat: whether it speaks of it, and what is to be told there."""

from __future__ import annotations

from dataclasses import dataclass

from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells
from qedeck.proofs.formulas.lay_out import word
from qedeck.spec import core as c
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
        return tuple(self._value(seat, cells, term) for term in self.told.terms)

    def index(self, seat: int, cells: Cells, read: c.Read) -> tuple[int, ...]:
        """Which cell is read."""
        return tuple(int(self.meaning.value(part, cells, {self.told.local: seat})[0]) for part in read.index)

    def words(self, seat: int, cells: Cells, term: c.Expr, kind: c.Type) -> str:
        """What something of this kind is."""
        value = self._value(seat, cells, term)
        return "undefined" if value is None else word(kind, value)

    def _value(self, seat: int, cells: Cells, term: c.Expr) -> bool | int | None:
        value, faults = self.meaning.value(term, cells, {self.told.local: seat})
        return None if faults else value
