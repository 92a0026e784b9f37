"""Why something cannot be: the facts that rule it out, and the text of the question for others to check."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import z3

from qedeck.proofs.formulas.solver import second_opinion
from qedeck.proofs.formulas.symbolic import Z3


@dataclass(frozen=True)
class Reason:
    """Why something cannot be: all that was said, and the names of the facts among it."""

    node: int | None
    used: tuple[str, ...]
    said: tuple[Z3, ...]
    _second: list[str] = field(default_factory=lambda: [""], compare=False, repr=False)

    @cached_property
    def smt(self) -> str:
        solver = z3.Solver()
        solver.add(*self.said)
        return str(solver.to_smt2())

    def second(self, seconds: float) -> str:
        """What the other solver says of it: asked once, and again only if there was no answer."""
        if self._second[0] not in ("sat", "unsat"):
            self._second[0] = second_opinion(self.smt, seconds)
        return self._second[0]


def because(said: Sequence[Z3], facts: dict[str, Z3], node: int | None, seconds: float) -> Reason | None:
    """Why this cannot be said together with these facts; None if it can, or if the time is up."""
    found = reason_or_not(said, facts, node, seconds)
    return found if isinstance(found, Reason) else None


def reason_or_not(said: Sequence[Z3], facts: dict[str, Z3], node: int | None, seconds: float) -> Reason | bool | None:
    """The same, but True where it can be said."""
    if seconds <= 0:
        return None
    solver = z3.Solver()
    solver.set("timeout", max(1, int(1000 * seconds)))
    solver.add(*said)
    marks = {name: z3.Bool(f"use {name}") for name in facts}
    for name, fact in facts.items():
        solver.add(z3.Implies(marks[name], fact))
    found = solver.check(*marks.values())
    if found != z3.unsat:
        return True if found == z3.sat else None
    used = tuple(str(mark).removeprefix("use ").strip("|") for mark in solver.unsat_core())
    return Reason(node, used, (*said, *(facts[name] for name in used)))
