"""Several steps at once: how play may have come to a step, seen from a few decisions before it.

In: a book and one of its edges; out: every run of so many steps that ends with this edge, as formulas. What no single
step keeps may be kept by all runs: the position that would break it is one that no step leads to.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from qedeck.interpreter.state import Cells
from qedeck.proofs.formulas.edges import Edge
from qedeck.proofs.formulas.symbolic import Z3
from qedeck.proofs.steps.book import Book
from qedeck.spec import core as c

Path = tuple[int | None, ...]
"""The nodes from which the steps of a run are taken, one after the other; None: the set-up."""


@dataclass(frozen=True, slots=True)
class Run:
    """Steps one after the other: where they begin, all that is known of them, and the last of them."""

    node: int | None
    known: tuple[Z3, ...]
    between: tuple[tuple[int, Cells], ...]
    """The positions on the way, each with its node."""
    last: Edge


def runs(made: Book, edge: Edge, steps: int) -> Iterator[Run]:
    """Every run of so many steps that ends with this edge; shorter ones where they begin with the set-up."""
    for path in _paths(made, edge, steps):
        if len(path) == 1:
            yield Run(edge.node, (edge.whole,), (), edge)
            continue
        for first in made.edges(path[0]):
            if first.to == path[1]:
                yield from _onward(made, path, 1, Run(path[0], (first.whole,), ((first.to, first.cells),), first), edge)


def _paths(made: Book, edge: Edge, steps: int) -> list[Path]:
    found: list[Path] = [(edge.node,)]
    nodes: list[int | None] = [None, *(node for node in made.reached() if node != c.OVER)]
    leads = {node: {step.to for step in made.edges(node)} for node in nodes}
    for _ in range(steps - 1):
        begun = [path for path in found if path[0] is None]
        longer = [(node, *path) for path in found if path[0] is not None for node in nodes if path[0] in leads[node]]
        found = [*begun, *longer]
    return found


def _onward(made: Book, path: Path, place: int, run: Run, edge: Edge) -> Iterator[Run]:
    """The rest of a run, from the place on its path that it has come to."""
    node, cells = run.between[-1]
    last = place == len(path) - 1
    for step in made.onward(cells, node, f"after {place} "):
        known = (*run.known, step.whole)
        if last and (step.option, step.to) == (edge.option, edge.to):
            yield Run(run.node, known, run.between, step)
        elif not last and step.to == path[place + 1]:
            yield from _onward(
                made, path, place + 1, Run(run.node, known, (*run.between, (step.to, step.cells)), step), edge
            )
