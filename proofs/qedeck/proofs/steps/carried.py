"""A choice, and what follows it by itself round and round: how the table was before is carried along.

In: the steps of a game as formulas, and what each choice shall keep; out: why it does, or where that is not seen. At a
place where nobody decides, one of the cases of the claim may hold already, and is kept from there on; or what it
asks of the table before may not have changed yet.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import product

import z3

from qedeck.interpreter.layout import parts
from qedeck.interpreter.state import Cells
from qedeck.proofs.depends import mentions
from qedeck.proofs.formulas.edges import Edge
from qedeck.proofs.formulas.reasons import Reason, because
from qedeck.proofs.formulas.symbolic import Z3, term
from qedeck.proofs.formulas.symbols import fresh_cells
from qedeck.proofs.plays.bounded import OVER
from qedeck.proofs.plays.sample import by_itself
from qedeck.proofs.steps.book import Book
from qedeck.proofs.steps.induction import Aim
from qedeck.proofs.steps.piecewise import without_one
from qedeck.spec import core as c
from qedeck.spec.checker.terms import both, same

MOST = 24
"""Cells of a variable that are compared one by one."""
PATIENCE = 4
"""How much longer a step is thought about that leads to where the claim must hold: nothing can stand in for it."""


def carried(
    made: Book, aim: Aim, until: float, most: float, beside: Sequence[c.Expr] = (), adds_up: bool = False
) -> list[Reason] | str:
    """Why each choice, with all that follows by itself, keeps the aim; or where that is not seen.

    What else each choice is claimed to keep, `beside` it, may help on the way. Of a claim that `adds_up` from step to
    step, what holds so far is said by itself.
    """
    return _Carried(made, aim, until, most, beside, adds_up).reasons()


def so_far(core: c.Core, claim: c.Expr) -> Iterator[c.Expr]:
    """What may be true of the way to a choice's end, and no claim says: what was asked of is as it was, or has grown.

    Either may be so, or one in the place of a case of the claim.
    """
    asked = sorted({read.var for read in mentions(list(_before(claim))) if isinstance(read, c.Read)})
    small = {name: cells for name in asked if len(cells := _cells(core, name)) <= MOST}
    alike = {name: both(*(same(cell, c.Elsewhere(cell)) for cell in cells)) for name, cells in small.items()}
    grown = [cells[0] for name, cells in small.items() if len(cells) == 1 and isinstance(core.vars[name].type, c.Whole)]
    for now in grown:
        more = c.Op("lt", (c.Elsewhere(now), now))
        yield more
        yield c.Op("le", (c.Elsewhere(now), now))
        yield from (c.Op("or", (more, still)) for name, still in alike.items() if name != now.var)
    for still in alike.values():
        yield still
        yield from (c.Op("or", (rest, still)) for rest in without_one(claim, 2)[1:])


def _cells(core: c.Core, name: str) -> list[c.Read]:
    places = product(*(range(dim.size) for dim in core.vars[name].dims))
    return [c.Read(name, tuple(map(c.Const, place))) for place in places]


def _before(claim: c.Expr) -> Iterator[c.Expr]:
    """What a claim asks of the table before the choice."""
    if isinstance(claim, c.Elsewhere):
        yield claim.body
    for part in parts(claim):
        yield from _before(part)


class _Carried:
    def __init__(
        self, made: Book, aim: Aim, until: float, most: float, beside: Sequence[c.Expr], adds_up: bool
    ) -> None:
        self.made, self.until, self.most = made, until, most
        self.patience = most if adds_up else PATIENCE * most
        rigid = {name: made.cells[name] for name, var in made.core.vars.items() if var.role in ("parameter", "reading")}
        self.was, self.promises = fresh_cells(made.core, "was ", rigid)
        # The aim itself comes first.
        cases = [case for claim in (aim.term, *beside) for case in without_one(claim, 2)]
        cases += [] if adds_up else [case for claim in (aim.term, *beside) for case in so_far(made.core, claim)]
        self.cases = [Aim(case, False, aim.given) for case in dict.fromkeys(cases)]
        nodes = [node for node in made.reached() if node != OVER]
        self.between = {node: set(range(len(self.cases))) for node in nodes if by_itself(made.core, node)}
        self.found: dict[tuple[object, ...], Reason] = {}
        self._truths: dict[tuple[int, int, int], Z3] = {}

    def reasons(self) -> list[Reason] | str:
        """First what is known on the way, as far as it is kept; then whether that is enough."""
        used: list[Reason] | None = None
        while used is None:
            used = self._on_the_way()
        for node, place, edge in self._edges():
            if edge.to in self.between:
                continue
            reason = self._reason(node, place, edge, 0)
            if reason is None:
                late = time.monotonic() > self.until
                here = self.made.core.nodes[node].name
                return "the time was up" if late else f"the induction breaks off in {here}"
            used.append(reason)
        return used

    def _on_the_way(self) -> list[Reason] | None:
        """Why all that is known on the way is kept; nothing if some of it is not, and known no longer."""
        used: list[Reason] = []
        lost = False
        for node, place, edge in self._edges():
            for case in sorted(self.between.get(edge.to, ())):
                reason = self._reason(node, place, edge, case)
                if reason is None:
                    self.between[edge.to].discard(case)
                    lost = True
                else:
                    used.append(reason)
        return None if lost else used

    def _edges(self) -> Iterator[tuple[int, int, Edge]]:
        for node in self.made.reached():
            if node != OVER:
                yield from ((node, place, edge) for place, edge in enumerate(self.made.edges(node)))

    def _reason(self, node: int, place: int, edge: Edge, case: int) -> Reason | None:
        known = self.between.get(node)
        key = node, place, case, None if known is None else frozenset(known)
        if key not in self.found:
            before = self.made.cells if known is None else self.was
            kept = [self._truth(k, self.made.cells, self.was) for k in sorted(known or ())]
            said = kept if known is None else [*self.promises, *kept]
            wanted = self._truth(case, edge.cells, before)
            most = self.most if edge.to in self.between else self.patience
            reason = self._because(node, edge, said, wanted, most)
            if reason is None:
                return None
            self.found[key] = reason
        return self.found[key]

    def _truth(self, case: int, now: Cells, before: Cells) -> Z3:
        # The tables of a book's steps stay as long as the book does.
        key = case, id(now), id(before)
        if key not in self._truths:
            self._truths[key] = term(self.cases[case].truth(self.made.meaning, now, before))
        return self._truths[key]

    def _because(self, node: int, edge: Edge, said: list[Z3], wanted: Z3, most: float) -> Reason | None:
        """First with what is near: that the step is taken; then with all that is known of it."""
        left = min(most, self.until - time.monotonic())
        near = [*self.made.known, *said, *edge.known(False), z3.Not(edge.plain(wanted))]
        found = because(near, self.made.named(node), node, left, whole=True)
        return found or self.made.why(node, [*said, *edge.known(True), z3.Not(wanted)], self.until, most)
