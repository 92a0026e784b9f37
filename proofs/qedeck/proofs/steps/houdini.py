"""Of what is guessed about the nodes of a game, all that keeps itself.

In: the steps of a game and guesses; out: for each node those that hold there whenever play comes to it, as far as the
solver sees it in time. Whatever a step does not keep is dropped, until nothing more has to be.
"""

from __future__ import annotations

import time
from typing import Protocol

import z3

from qedeck.proofs.formulas.edges import Edge
from qedeck.proofs.formulas.reasons import Reason, reason_or_not
from qedeck.proofs.formulas.symbolic import Z3
from qedeck.spec import core as c

Facts = dict[int, list[c.Expr]]
PATIENCE = 10.0
"""Seconds for a single fact over a single step."""


class Steps(Protocol):
    """The steps of a game as formulas, and what is known at its nodes."""

    facts: Facts

    @property
    def known(self) -> list[Z3]: ...
    def reached(self) -> list[int]: ...
    def edges(self, node: int | None) -> list[Edge]: ...
    def named(self, node: int) -> dict[str, Z3]: ...
    def truth(self, fact: c.Expr, edge: Edge | None = None) -> Z3: ...


def kept(steps: Steps, guessed: Facts, until: float) -> Facts:
    """Those of the guesses that keep each other."""
    facts = {node: list(guessed.get(node, ())) for node in steps.reached() if node != c.OVER}
    waiting: list[int | None] = [None, *facts]
    while waiting:
        node = waiting.pop(0)
        steps.facts = facts
        here = list(steps.named(node).values()) if node is not None else []
        for edge in steps.edges(node):
            if edge.to != c.OVER and _drop(steps, edge, here, facts, until) and edge.to not in waiting:
                waiting.append(edge.to)
    return facts


def _drop(steps: Steps, edge: Edge, here: list[Z3], facts: dict[int, list[c.Expr]], until: float) -> bool:
    """Drop the facts that this edge does not keep; whether there were any."""
    every = {fact: steps.truth(fact, edge) for fact in facts[edge.to]}
    # First with what is near, which is quick; what fails so is asked again with all that is known,
    # and what the solver cannot say of many at once, one at a time and with more patience.
    kept, open_ = _kept(steps, edge, here, every, False, until)
    rest = {fact: truth for fact, truth in every.items() if fact not in kept}
    more, open_too = _kept(steps, edge, here, rest, True, until)
    kept |= more
    for fact, truth in rest.items() if open_ or open_too else ():
        if fact not in kept and _is_kept(steps, edge, here, truth, until):
            kept[fact] = truth
    facts[edge.to] = [fact for fact in facts[edge.to] if fact in kept]
    return len(kept) < len(every)


def _is_kept(steps: Steps, edge: Edge, here: list[Z3], truth: Z3, until: float) -> bool:
    """The same for a single fact, if need be for each value of an unknown by itself."""
    named = {f"fact {k}": fact for k, fact in enumerate(here)}
    for wide in (False, True):
        left = min(PATIENCE, (until - time.monotonic()) / 4)
        said = [*steps.known, *edge.known(wide), z3.Not(truth)]
        found = reason_or_not(said, named, edge.node, left, whole=not wide)
        if isinstance(found, Reason):
            return True
    return False


def _kept(
    steps: Steps, edge: Edge, here: list[Z3], facts: dict[c.Expr, Z3], wide: bool, until: float, most: float = 1.5
) -> tuple[dict[c.Expr, Z3], bool]:
    """Those that are kept for sure; and whether the solver gave up on the rest."""
    known = [*steps.known, *edge.known(wide), *here]
    while facts:
        left = min(most, until - time.monotonic())
        solver = z3.Solver()
        solver.set("timeout", max(1, int(1000 * left)))
        solver.add(*known, z3.Not(z3.And(list(facts.values()))))
        found = solver.check() if left > 0 else z3.unknown
        if found == z3.unsat:
            break
        if found == z3.unknown:
            return {}, left > 0
        model = solver.model()
        facts = {f: t for f, t in facts.items() if z3.is_true(model.eval(t, model_completion=True))}
    return facts, False
