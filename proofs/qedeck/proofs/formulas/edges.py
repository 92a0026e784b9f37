"""One step of a game as a formula: when it is taken, and what is certain of it.

In: an arrival of the symbolic meaning; out: an Edge between two nodes. Where a step is undefined the
play is over, so after it everything that could have been undefined was not.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import z3

from qedeck.interpreter.state import Arrival, Cells
from qedeck.proofs.formulas.reading import Part, Reading
from qedeck.proofs.formulas.swap import Swap
from qedeck.proofs.formulas.symbolic import Z3, Number, Truth, term
from qedeck.spec import core as c

MOST = 3_000
"""Things that may be undefined on one edge, as far as they are looked at."""


@dataclass(frozen=True, slots=True)
class Edge:
    """One way from a node to the next one: when it is taken, what is legal, and what is not undefined on it."""

    node: int | None
    """None: the set-up."""
    option: int
    to: int
    taken: Z3
    legal: tuple[Z3, ...]
    faults: tuple[Truth, ...]
    cells: Cells

    sure: Swap
    """What is certain on this edge, put in the place of the conditions that ask for it."""
    whole: Z3
    """All that may be assumed of the step, as one truth: handing thousands to the solver one by one takes longer."""

    def known(self, wide: bool) -> list[Z3]:
        """What may be assumed of the step; unless `wide`, only that it is taken."""
        return [self.whole] if wide else [self.taken]

    def plain(self, truth: Z3) -> Z3:
        """A truth about the position after it, without the conditions that are certain."""
        return z3.simplify(self.sure(truth))


def certain(taken: Z3, faults: Sequence[Truth]) -> tuple[tuple[Z3, Z3], ...]:
    """What is certain where a way is taken and nothing on it is undefined.

    Most of a step is guarded by `if this move can be made`; where it could not, the step would be undefined.
    """
    reading = Reading()
    rest = _Rest(reading.of(taken))
    found: dict[int, tuple[Z3, Z3]] = {}
    for fault in _either([reading.of(term(fault)) for fault in faults]):
        open_ = rest.of(fault)
        if len(open_) == 1:
            # All of the fault's condition but this holds, and the fault does not happen.
            opposite = reading.of(open_[0].opposite)
            for leaf in (opposite, *opposite.leaves()):
                _note(found, leaf)
    return tuple(found.values())


class _Rest:
    """Of a conjunction, the conditions that do not follow from the way being taken: up to two of them.

    Long conjunctions share their beginnings, so each of those is looked through only once.
    """

    def __init__(self, taken: Part) -> None:
        self.certain = {leaf.key for leaf in taken.leaves()}
        self.seen: dict[int, tuple[Part, ...]] = {}

    def of(self, truth: Part) -> tuple[Part, ...]:
        key = truth.key
        if key in self.certain or truth.kind == z3.Z3_OP_TRUE:
            return ()
        if key not in self.seen:
            found: dict[int, Part] = {}
            for child in truth.parts if truth.kind == z3.Z3_OP_AND else ():
                found |= {leaf.key: leaf for leaf in self.of(child)}
                if len(found) > 1:
                    break
            self.seen[key] = tuple(found.values()) if truth.kind == z3.Z3_OP_AND else (truth,)
        return self.seen[key]


def _note(found: dict[int, tuple[Z3, Z3]], truth: Part) -> None:
    inner = truth.positive
    if inner.kind not in (z3.Z3_OP_TRUE, z3.Z3_OP_FALSE):
        found[inner.key] = (inner.term, z3.BoolVal(inner is truth))


def _either(truths: Iterable[Part]) -> list[Part]:
    """The alternatives of some truths."""
    found: dict[int, Part] = {}
    waiting, seen = deque(truths), set()
    while waiting and len(found) < MOST:
        one = waiting.popleft()
        if one.key in seen:
            continue
        seen.add(one.key)
        if one.kind == z3.Z3_OP_OR:
            waiting.extend(one.parts)
        else:
            found[one.key] = one
    return list(found.values())


def made_edge(node: int | None, option: int, known: Sequence[Z3], arrival: Arrival[Truth, Number]) -> Edge:
    """The edge of one arrival; `known`: what is legal."""
    to = c.OVER if arrival.node is None else arrival.node
    faults = tuple(fault.guard for fault in arrival.faults)
    taken = term(arrival.guard)
    sure = certain(taken, faults)
    bare = z3.simplify(Swap(sure)(taken)) if sure else taken
    also: dict[int, tuple[Z3, Z3]] = {}
    for leaf in Reading().of(taken).leaves():
        _note(also, leaf)
    whole = z3.And([bare, *known, *(z3.Not(term(fault)) for fault in faults)])
    return Edge(node, option, to, bare, tuple(known), faults, arrival.cells, Swap((*sure, *also.values())), whole)
