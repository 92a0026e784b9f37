"""A choice, and what follows it by itself round and round: how the table was before is carried along.

In: the steps of a game as formulas, and what each choice shall keep; out: why it does, or where that is not seen. At a
place where nobody decides, one of the cases of the claim may hold already, and is kept from there on.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

import z3

from qedeck.interpreter.state import Cells
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


def carried(made: Book, aim: Aim, until: float, most: float, beside: Sequence[c.Expr] = ()) -> list[Reason] | str:
    """Why each choice, with all that follows by itself, keeps the aim; or where that is not seen.

    What else each choice is claimed to keep, `beside` it, may help on the way.
    """
    return _Carried(made, aim, until, most, beside).reasons()


class _Carried:
    def __init__(self, made: Book, aim: Aim, until: float, most: float, beside: Sequence[c.Expr]) -> None:
        self.made, self.until, self.most = made, until, most
        rigid = {name: made.cells[name] for name, var in made.core.vars.items() if var.role in ("parameter", "reading")}
        self.was, self.promises = fresh_cells(made.core, "was ", rigid)
        # The aim itself comes first.
        cases = [case for claim in (aim.term, *beside) for case in without_one(claim, 2)]
        self.cases = [Aim(case, False, aim.given) for case in dict.fromkeys(cases)]
        nodes = [node for node in made.reached() if node != OVER]
        self.between = {node: set(range(len(self.cases))) for node in nodes if by_itself(made.core, node)}
        self.found: dict[tuple[object, ...], Reason] = {}

    def reasons(self) -> list[Reason] | str:
        while True:
            used: list[Reason] = []
            lost: set[tuple[int, int]] = set()
            for node, place, edge in self._edges():
                for case in sorted(self.between.get(edge.to, {0})):
                    reason = self._reason(node, place, edge, case)
                    if reason is not None:
                        used.append(reason)
                    elif edge.to not in self.between:
                        late = time.monotonic() > self.until
                        here = self.made.core.nodes[node].name
                        return "the time was up" if late else f"the induction breaks off in {here}"
                    else:
                        lost.add((edge.to, case))
            if not lost:
                return used
            for node, case in lost:
                self.between[node].discard(case)

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
            reason = self._because(node, edge, said, self._truth(case, edge.cells, before))
            if reason is None:
                return None
            self.found[key] = reason
        return self.found[key]

    def _truth(self, case: int, now: Cells, before: Cells) -> Z3:
        return term(self.cases[case].truth(self.made.meaning, now, before))

    def _because(self, node: int, edge: Edge, said: list[Z3], wanted: Z3) -> Reason | None:
        """First with what is near: that the step is taken; then with all that is known of it."""
        left = min(self.most, self.until - time.monotonic())
        near = [*self.made.known, *said, *edge.known(False), z3.Not(edge.plain(wanted))]
        found = because(near, self.made.named(node), node, left, whole=True)
        return found or self.made.why(node, [*said, *edge.known(True), z3.Not(wanted)], self.until, self.most)
