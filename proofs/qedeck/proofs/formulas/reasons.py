"""Why something cannot be: the facts that rule it out, and the text of the question for others to check."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import z3

from qedeck.proofs.formulas.solver import AGAIN, second_opinion, text
from qedeck.proofs.formulas.splitting import most_asked
from qedeck.proofs.formulas.symbolic import Z3


@dataclass(frozen=True)
class Reason:
    """Why something cannot be: all that was said, and the names of the facts among it.

    `cases`: where it was seen for each value of an unknown by itself, what was said besides.
    """

    node: int | None
    used: tuple[str, ...]
    said: tuple[Z3, ...]
    cases: tuple[Z3, ...] = ()
    _second: list[str] = field(default_factory=lambda: [""], compare=False, repr=False)

    @cached_property
    def smt(self) -> str:
        if self.cases:
            return AGAIN.join(text([*self.said, case]) for case in self.cases)
        return text(self.said)

    def second(self, seconds: float) -> str:
        """What the other solver says of it: asked once, and again only if there was no answer."""
        if self._second[0] not in ("sat", "unsat"):
            self._second[0] = second_opinion(self.smt, seconds)
        return self._second[0]


def because(
    said: Sequence[Z3], facts: dict[str, Z3], node: int | None, seconds: float, whole: bool = False
) -> Reason | None:
    """Why this cannot be said together with these facts; None if it can, or if the time is up."""
    found = reason_or_not(said, facts, node, seconds, whole)
    return found if isinstance(found, Reason) else None


def reason_or_not(
    said: Sequence[Z3], facts: dict[str, Z3], node: int | None, seconds: float, whole: bool = False
) -> Reason | bool | None:
    """The same, but True where it can be said; `whole`: not worth being asked value by value."""
    until = time.monotonic() + seconds
    found = _core(said, facts, seconds / 3)
    if found is None and not whole and time.monotonic() < until:
        in_cases = _by_value(said, facts, until)
        if in_cases is not None:
            return replace(in_cases, node=node) if isinstance(in_cases, Reason) else in_cases
        # Nothing to split by, or too hard for one value: the rest of the time belongs to the whole.
        found = _core(said, facts, until - time.monotonic())
    return Reason(node, found, (*said, *(facts[name] for name in found))) if isinstance(found, tuple) else found


def reason_or_model(said: Sequence[Z3], facts: dict[str, Z3], node: int | None, seconds: float) -> Reason | Z3 | None:
    """Why this cannot be said together with these facts, or how it can; None if nobody knows."""
    if seconds <= 0:
        return None
    solver, found = _checked(said, facts, seconds)
    if found == z3.unsat:
        used = _used(solver)
        return Reason(node, used, (*said, *(facts[name] for name in used)))
    return solver.model() if found == z3.sat else None


def _core(said: Sequence[Z3], facts: dict[str, Z3], seconds: float) -> tuple[str, ...] | bool | None:
    """The facts with which this cannot be said; True if it can be said with all of them, None if nobody knows."""
    if seconds <= 0:
        return None
    solver, found = _checked(said, facts, seconds)
    return _used(solver) if found == z3.unsat else True if found == z3.sat else None


def _checked(said: Sequence[Z3], facts: dict[str, Z3], seconds: float) -> tuple[z3.Solver, z3.CheckSatResult]:
    solver = z3.Solver()
    solver.set("timeout", max(1, int(1000 * seconds)))
    solver.add(*said)
    marks = {name: z3.Bool(f"use {name}") for name in facts}
    for name, fact in facts.items():
        solver.add(z3.Implies(marks[name], fact))
    return solver, solver.check(*marks.values())


def _used(solver: z3.Solver) -> tuple[str, ...]:
    return tuple(str(mark).removeprefix("use ").strip("|") for mark in solver.unsat_core())


def _by_value(said: Sequence[Z3], facts: dict[str, Z3], until: float) -> Reason | bool | None:
    """For each value of an unknown by itself: whose turn it is, for instance, decides most of a step."""
    unknown = most_asked(said, z3.And(*said))
    used: dict[str, None] = {}
    cases: list[Z3] = []
    for case, put in unknown.cases() if unknown is not None else ():
        here = {name: z3.simplify(put(fact)) for name, fact in facts.items()}
        found = _core([case, *(z3.simplify(put(one)) for one in said)], here, until - time.monotonic())
        if not isinstance(found, tuple):
            return found
        used |= dict.fromkeys(found)
        cases.append(case)
    return Reason(None, tuple(used), (*said, *(facts[name] for name in used)), tuple(cases)) if cases else None
