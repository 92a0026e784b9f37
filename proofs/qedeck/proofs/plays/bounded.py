"""Bounded search: every play of a few steps at once, as one formula.

In: a Core; out: for each depth the states play can be in, one for each node, merged where ways
meet. Parameters and readings are symbols, so a play is found for some of them or ruled out for all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import z3

from qedeck.interpreter.cards import Table
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells, Fault
from qedeck.proofs.formulas.moves import Way, ways
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Z3, Number, Truth, term
from qedeck.proofs.formulas.symbols import fresh
from qedeck.spec import core as c


@dataclass(frozen=True, slots=True)
class Front:
    """Where play can be after so many steps: for each node, under which condition and in which state."""

    depth: int
    there: dict[int, tuple[Truth, Cells]]
    known: tuple[Z3, ...]
    breaks: Mapping[str, Truth]
    """For each code, when play breaks off on the way here and it is among what is undefined then."""
    trail: tuple[Turn, ...] = ()

    @property
    def faults(self) -> Truth:
        """When play breaks off on the way here at all."""
        return _any(self.breaks.values())


@dataclass(frozen=True, slots=True)
class Turn:
    """One step of the play to be found: where it stood, which way it went."""

    ways: tuple[Way, ...]
    guards: tuple[Truth, ...]
    """When that way was taken."""
    choice: Z3 = field(compare=False)


def fronts(meaning: Meaning[Truth, Number], steps: int) -> Iterator[Front]:
    """The fronts of a game, deeper and deeper."""
    core = meaning.core
    fixed, known = {}, []
    for name, var in core.vars.items():
        if var.rigid:
            size = 1
            for dim in var.dims:
                size *= dim.size
            made = [fresh(f"{name}[{i}]", var.type) for i in range(size)]
            fixed[name] = tuple(value for value, _ in made)
            known += [promise for _, promises in made for promise in promises]
    cells, lost = meaning.initial(fixed)
    for constraint in core.constraints:
        truth, _ = meaning.value(constraint, cells)
        known.append(term(truth))
    there: dict[int, tuple[Truth, Cells]] = {}
    arrivals = meaning.begin(cells)
    for arrival in arrivals:
        _meet(meaning, there, c.OVER if arrival.node is None else arrival.node, arrival.guard, arrival.cells)
    front = Front(0, there, tuple(known), broken_off((*lost, *arrivals[0].faults)))
    yield front
    for _ in range(steps):
        front = _step(meaning, front)
        yield front


def _step(meaning: Meaning[Truth, Number], front: Front) -> Front:
    algebra = SYMBOLIC
    depth = front.depth + 1
    choice = z3.Int(f"choice {depth}")
    there: dict[int, tuple[Truth, Cells]] = {}
    known, taken_ways, guards = list(front.known), [], []
    breaks: dict[str, Truth] = {}
    for node, (guard, cells) in sorted(front.there.items()):
        if node == c.OVER:
            continue
        # Where it is undefined who decides, play breaks off, whatever could be chosen.
        guard = algebra.and_(guard, algebra.not_(_any(fault.guard for fault in meaning.unclear(cells, node))))
        for way in ways(meaning, cells, node, f"{depth}.{node}."):
            known += way.promises
            mine = algebra.and_(guard, algebra.and_(choice == way.option, way.legal))
            taken_ways.append(way)
            guards.append(mine)
            for code, broken in broken_off(way.arrivals[0].faults).items():
                breaks[code] = algebra.or_(breaks.get(code, False), algebra.and_(mine, broken))
            for arrival in way.arrivals:
                goes = algebra.and_(mine, arrival.guard)
                if algebra.known(goes) is not False:
                    _meet(meaning, there, c.OVER if arrival.node is None else arrival.node, goes, arrival.cells)
    return Front(depth, there, tuple(known), breaks, (*front.trail, Turn(tuple(taken_ways), tuple(guards), choice)))


def _meet(
    meaning: Meaning[Truth, Number], there: dict[int, tuple[Truth, Cells]], node: int, guard: Truth, cells: Cells
) -> None:
    if node not in there:
        there[node] = (guard, cells)
        return
    before, old = there[node]
    table: Table[Truth, Number] = Table(meaning.layout, SYMBOLIC, old)
    there[node] = (SYMBOLIC.or_(before, guard), table.join(guard, cells, old))


def broken_off(faults: Iterable[Fault[Truth]]) -> dict[str, Truth]:
    """For each code, when something is undefined with it; perhaps after something else that comes first in play.

    Faults of one place in the text are one here, however often it is passed; which of two is first, the table knows.
    """
    found: dict[str, Truth] = {}
    for fault in faults:
        found[fault.code] = SYMBOLIC.or_(found.get(fault.code, False), fault.guard)
    return found


def _any(guards: Iterable[Truth]) -> Truth:
    found: Truth = False
    for guard in guards:
        found = SYMBOLIC.or_(found, guard)
    return found
