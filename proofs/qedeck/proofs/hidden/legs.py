"""One step of a play with all that a seat may notice of it, as terms in which symbols can be exchanged.

A leg says when a step is taken, what is told, and what the table is after it. A second play is the same leg with
other symbols where the two may differ, so nothing is worked out twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import z3

from qedeck.interpreter.algebra import Value
from qedeck.interpreter.state import Cells, Side, Telling
from qedeck.proofs.formulas.edges import Edge
from qedeck.proofs.formulas.moves import Way
from qedeck.proofs.formulas.swap import Swap, applied
from qedeck.proofs.formulas.symbolic import Z3, Term, Truth, term
from qedeck.spec import core as c

Exchange = Sequence[tuple[Z3, Z3]]
Cell = tuple[str, int]
"""A variable, and which of its cells."""


class Stage(NamedTuple):
    """A node, and whose turn it is there where the rules go round: None for a counter that is not known."""

    node: int
    rounds: tuple[bool | int | None, ...] = ()


END = Stage(c.OVER)


@dataclass(frozen=True, slots=True)
class Leg:
    """One way from a stage to the next; `more` are values that somebody wants to know besides."""

    to: Stage
    taken: Truth
    legal: Truth
    faults: tuple[Truth, ...]
    """When something on the way is undefined."""
    cells: Cells
    tellings: tuple[Telling[Any, Any], ...]
    more: tuple[Value, ...] = ()

    def swapped(self, swap: Exchange) -> Leg:
        """The same leg of another play."""
        return _rebuilt(self, exchanged(_values(self), swap))

    def settled(self, swap: Exchange) -> Leg:
        """The same leg where some symbols are worth this."""
        return _rebuilt(self, settled(_values(self), swap)) if swap else self

    def plainer(self, edge: Edge) -> Leg:
        """The same leg without the conditions that are certain where it is taken."""
        values = _values(self)
        open_ = [k for k in _open(values) if k >= 2 + len(self.faults)]
        if not open_:
            return self
        made = edge.plain(_together([term(values[k]) for k in open_])).children()
        return _rebuilt(self, _filled(values, open_, made))


def exchanged(values: Sequence[Value], swap: Exchange) -> list[Value]:
    """Values with some symbols exchanged, all at once: they share most of their terms."""
    open_ = _open(values)
    if not swap or not open_:
        return list(values)
    made = Swap(swap)(_together([term(values[k]) for k in open_])).children()
    return _filled(values, open_, made)


def settled(values: Sequence[Value], swap: Exchange) -> list[Value]:
    """Values with some symbols exchanged for what they are worth, and with what follows from that."""
    open_ = _open(values)
    if not swap or not open_:
        return list(values)
    made = z3.simplify(Swap(swap)(_together([term(values[k]) for k in open_]))).children()
    return _filled(values, open_, made)


def _open(values: Sequence[Value]) -> list[int]:
    """Where a term stands, and nothing that is already known."""
    return [k for k, value in enumerate(values) if value is not None and not isinstance(value, bool | int)]


def _together(terms: Sequence[Z3]) -> Z3:
    return applied(z3.Function("together", *(one.sort() for one in terms), z3.BoolSort()), terms)


def _filled(values: Sequence[Value], places: Sequence[int], made: Sequence[Z3]) -> list[Value]:
    found = list(values)
    for place, one in zip(places, made, strict=True):
        old = values[place]
        if z3.is_true(one) or z3.is_false(one):
            found[place] = z3.is_true(one)
        elif z3.is_int_value(one):
            found[place] = one.as_long()
        else:
            found[place] = Term(one, old.low, old.high) if isinstance(old, Term) else one
    return found


def _values(leg: Leg) -> list[Value]:
    found: list[Value] = [leg.taken, leg.legal, *leg.faults, *leg.more]
    for row in leg.cells.values():
        found += row
    for told in leg.tellings:
        found += [told.guard, *told.values, *told.seen, *told.faces, told.by]
        for side in (told.source, told.target):
            found += [side.owner, side.place, *side.also] if side else []
    return found


def _rebuilt(leg: Leg, values: Iterable[Value]) -> Leg:
    """The leg that has these values, in the order of `_values`."""
    rest = iter(values)

    def some(count: int) -> tuple[Value, ...]:
        return tuple(next(rest) for _ in range(count))

    def side(old: Side[Any] | None) -> Side[Any] | None:
        if old is None:
            return None
        owner, place, *also = some(2 + len(old.also))
        return Side(old.zone, owner, place, tuple(also))

    taken, legal = some(2)
    faults, more = some(len(leg.faults)), some(len(leg.more))
    cells = Cells({name: some(len(row)) for name, row in leg.cells.items()})
    tellings = []
    for told in leg.tellings:
        guard, shown = next(rest), some(len(told.values))
        seen, faces, by = some(len(told.seen)), some(len(told.faces)), next(rest)
        source, target = side(told.source), side(told.target)
        tellings.append(
            replace(told, guard=guard, values=shown, seen=seen, faces=faces, by=by, source=source, target=target)
        )
    return Leg(leg.to, taken, legal, faults, cells, tuple(tellings), more)


@dataclass(frozen=True, slots=True)
class Fan:
    """One way to decide, with every leg it may lead to."""

    way: Way
    legs: tuple[Leg, ...]
