"""A choice with all that follows it by itself, step after step, as far as a loop may go round.

In: the steps of a game as formulas, and what each choice shall keep; out: why each way to take it does, or which does
not. Nothing is carried along but the steps themselves: where turns pass by themselves, `carried` goes further.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

import z3

from qedeck.interpreter.state import Cells
from qedeck.proofs.formulas.edges import Edge, made_edge
from qedeck.proofs.formulas.reasons import Reason, because
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Z3, term
from qedeck.proofs.plays.sample import by_itself
from qedeck.proofs.steps.book import Book
from qedeck.proofs.steps.induction import Aim, parts
from qedeck.spec import core as c

ROUNDS = 2
"""How often a loop may go round by itself within one choice before a proof gives up."""


def followed(
    made: Book, aim: Aim, single: bool, until: float, most: float, seen: dict[tuple[object, ...], Reason]
) -> list[Reason] | str:
    """Why each choice keeps it, or each `single` step; or where that is not seen. What is `seen` is not asked again."""
    made.view.demand(aim.term, aim.given)
    core, found = made.core, list[Reason]()
    for node in made.reached():
        if node == c.OVER or (by_itself(core, node) and not single):
            continue
        for place, step in enumerate(_steps(made, node) if single else _choices(made, node)):
            # Nobody may come so far that a loop goes round too often.
            truth = False if step.beyond else aim.truth(made.meaning, step.cells, made.cells)
            for part, wanted in enumerate(parts(term(truth))):
                key = made.meaning.loose, made.settled, single, node, place, part
                reason = seen.get(key) or _reason(made, node, step, wanted, until, most)
                if reason is None:
                    late = time.monotonic() > until
                    if step.beyond and not late:
                        return "a loop goes round by itself too often within one choice"
                    return "the time was up" if late else f"the induction breaks off in {core.nodes[node].name}"
                seen[key] = reason
                found.append(reason)
    return found


def _reason(made: Book, node: int, step: _Choice, wanted: Z3, until: float, most: float) -> Reason | None:
    """First with what is near: that the step is taken; then with all that is known of it."""
    said = [*made.known, *step.near, z3.Not(step.plain(wanted))]
    near = because(said, made.named(node), node, min(most, until - time.monotonic()), whole=True)
    return near or made.why(node, [*step.known, z3.Not(wanted)], until, most)


@dataclass(frozen=True, slots=True)
class _Choice:
    """A choice with what follows by itself: all that is known of it, and the table after it."""

    near: list[Z3]
    known: list[Z3]
    last: Edge
    beyond: bool = False
    """Whether a loop went round more often than it is followed."""

    @property
    def cells(self) -> Cells:
        return self.last.cells

    def plain(self, truth: Z3) -> Z3:
        return self.last.plain(truth)


def _steps(made: Book, node: int) -> Iterator[_Choice]:
    """Each single step from a node."""
    for step in made.edges(node):
        yield _Choice(step.known(False), step.known(True), step)


def _choices(made: Book, node: int) -> Iterator[_Choice]:
    """One choice with all that follows by itself, as far as a loop may go round."""
    waiting = [(_Choice([], [], step), 0) for step in made.edges(node)]
    while waiting:
        so_far, rounds = waiting.pop()
        step = so_far.last
        choice = _Choice([*so_far.near, *step.known(False)], [*so_far.known, *step.known(True)], step)
        if step.to == c.OVER or not by_itself(made.core, step.to):
            yield choice
        elif rounds == ROUNDS:
            yield replace(choice, beyond=True)
        else:
            onward = made.meaning.advance(step.cells, step.to, 0, ())
            waiting += [
                (_Choice(choice.near, choice.known, made_edge(step.to, 0, [], arrival)), rounds + 1)
                for arrival in onward
                if SYMBOLIC.known(arrival.guard) is not False
            ]
