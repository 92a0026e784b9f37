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

from qedeck.interpreter.state import Cells
from qedeck.proofs.formulas.edges import Edge
from qedeck.proofs.formulas.reasons import Reason, because, reason_or_model
from qedeck.proofs.formulas.symbolic import Z3, term
from qedeck.proofs.formulas.symbols import fresh_cells
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
    asked = sorted({read.var for read in c.subterms(*_before(claim)) if isinstance(read, c.Read)})
    small = {name: cells for name in asked if len(cells := _cells(core, name)) <= MOST}
    alike = {name: both(*(same(cell, c.Elsewhere(cell)) for cell in cells)) for name, cells in small.items()}
    grown = [cells[0] for name, cells in small.items() if len(cells) == 1 and isinstance(core.vars[name].type, c.Whole)]
    for now in grown:
        more = c.Op("lt", (c.Elsewhere(now), now))
        yield more
        yield c.Op("le", (c.Elsewhere(now), now))
        # Where turns pass by themselves, a change may be older than the last of them.
        by_two = c.Op("lt", (c.Op("add", (c.Elsewhere(now), c.Const(1))), now))
        others = [still for name, still in alike.items() if name != now.var]
        yield from (c.Op("or", (grown_by, still)) for grown_by in (more, by_two) for still in others)
    for still in alike.values():
        yield still
        yield from (c.Op("or", (rest, still)) for rest in without_one(claim, 2)[1:])


def one_by_one(core: c.Core, claim: c.Expr) -> Iterator[c.Expr]:
    """Finer than what is known `so_far`: one player's cell is as it was, perhaps only where a certain player's turn is.

    Where turns pass by themselves, those who have had theirs are told from the others so.
    """
    asked = sorted({read.var for read in c.subterms(*_before(claim)) if isinstance(read, c.Read)})
    seats = [v for v in core.vars.values() if v.role == "remembered" and not v.dims and _is_player(v.type)]
    for name in asked:
        if [dim.name for dim in core.vars[name].dims] != ["player"]:
            continue
        for cell in _cells(core, name):
            still = same(cell, c.Elsewhere(cell))
            yield still
            for seat, player in product(seats, range(core.domains["player"].size)):
                yield c.Op("or", (c.Op("ne", (c.Read(seat.name), c.Const(player))), still))


def _is_player(type_: c.Type) -> bool:
    return isinstance(type_, c.Member) and type_.domain.name == "player"


def _cells(core: c.Core, name: str) -> list[c.Read]:
    places = product(*(range(dim.size) for dim in core.vars[name].dims))
    return [c.Read(name, tuple(map(c.Const, place))) for place in places]


def _before(claim: c.Expr) -> Iterator[c.Expr]:
    """What a claim asks of the table before the choice."""
    return (part.body for part in c.subterms(claim) if isinstance(part, c.Elsewhere))


class _Carried:
    def __init__(
        self, made: Book, aim: Aim, until: float, most: float, beside: Sequence[c.Expr], adds_up: bool
    ) -> None:
        made.view.demand(aim.term, aim.given)
        self.made, self.until, self.most = made, until, most
        self.patience = most if adds_up else PATIENCE * most
        rigid = {name: made.cells[name] for name, var in made.core.vars.items() if var.rigid}
        self.was, self.promises = fresh_cells(made.core, "was ", rigid)
        # The aim itself comes first.
        cases = [case for claim in (aim.term, *beside) for case in without_one(claim, 2)]
        cases += [] if adds_up else [case for claim in (aim.term, *beside) for case in so_far(made.core, claim)]
        self.cases = [Aim(case, False, aim.given) for case in dict.fromkeys(cases) if made.view.shows(case)]
        nodes = [node for node in made.reached() if node != c.OVER]
        self.between = {node: set(range(len(self.cases))) for node in nodes if by_itself(made.core, node)}
        self.finer = [] if adds_up else [case for claim in (aim.term, *beside) for case in one_by_one(made.core, claim)]
        self.given = aim.given
        self.found: dict[tuple[object, ...], Reason] = {}
        self.together: dict[tuple[object, ...], list[Reason]] = {}
        self._truths: dict[tuple[int, int, int], Z3] = {}

    def reasons(self) -> list[Reason] | str:
        """With what claims say of the way; where that is not enough, with each player's cells one by one."""
        found = self._reasons()
        known = {case.term for case in self.cases}
        finer = [case for case in dict.fromkeys(self.finer) if case not in known and self.made.view.shows(case)]
        if not isinstance(found, str) or time.monotonic() > self.until or not finer:
            return found
        self.cases += [Aim(case, False, self.given) for case in finer]
        # What was not kept before may be kept with these.
        self.between = {node: set(range(len(self.cases))) for node in self.between}
        return self._reasons()

    def _reasons(self) -> list[Reason] | str:
        """First what is known on the way, as far as it is kept; then whether that is enough."""
        used: list[Reason] | None = None
        while used is None:
            used = self._on_the_way()
        for node, place, edge in self._edges():
            if edge.to in self.between:
                continue
            reasons = self._arriving(node, place, edge)
            if reasons is None:
                late = time.monotonic() > self.until
                here = self.made.core.nodes[node].name
                return "the time was up" if late else f"the induction breaks off in {here}"
            used += reasons
        return used

    def _arriving(self, node: int, place: int, edge: Edge) -> list[Reason] | None:
        """Why the aim holds where a choice ends: all of it at once, or, where that is hard, part by part."""
        before, said = self._before(self.between.get(node))
        wanted = self._truth(0, edge.cells, before)
        reason = self._nearby(node, edge, said, wanted, self.most)
        if reason is not None:
            return [reason]
        found: list[Reason] = []
        for part in in_parts(wanted):
            reason = self._because(node, edge, said, part, self.patience)
            if reason is None:
                return None
            found.append(reason)
        return found

    def _on_the_way(self) -> list[Reason] | None:
        """Why all that is known on the way is kept; nothing if some of it is not, and known no longer."""
        used: list[Reason] = []
        lost = False
        for node, place, edge in self._edges():
            cases = self.between.get(edge.to, set())
            while cases:
                found = self._all_kept(node, place, edge, tuple(sorted(cases)))
                if isinstance(found, list):
                    used += found
                    break
                cases -= found
                lost = True
        return None if lost else used

    def _all_kept(self, node: int, place: int, edge: Edge, cases: tuple[int, ...]) -> list[Reason] | set[int]:
        """Why a step keeps these cases, all at once; or those of them that it does not keep."""
        known = self.between.get(node)
        key = node, place, cases, None if known is None else frozenset(known)
        if key not in self.together:
            before, said = self._before(known)
            truths = [self._truth(case, edge.cells, before) for case in cases]
            near = [
                *self.made.known,
                *said,
                *edge.known(False),
                z3.Not(z3.And([edge.plain(truth) for truth in truths])),
            ]
            left = min(self.most, self.until - time.monotonic())
            found = reason_or_model(near, self.made.named(node), node, left)
            if not isinstance(found, Reason):
                wide = [*self.made.known, *said, *edge.known(True), z3.Not(z3.And(truths))]
                found = reason_or_model(
                    wide, self.made.named(node), node, min(self.most, self.until - time.monotonic())
                )
            if isinstance(found, Reason):
                self.together[key] = [found]
            else:
                broken = _broken_in(found, cases, truths) if found is not None else set[int]()
                return broken or self._one_by_one(node, place, edge, cases)
        return self.together[key]

    def _one_by_one(self, node: int, place: int, edge: Edge, cases: tuple[int, ...]) -> list[Reason] | set[int]:
        """What is too hard all at once, or needs what every table obeys."""
        found = {case: self._reason(node, place, edge, case) for case in cases}
        lost = {case for case, reason in found.items() if reason is None}
        return lost or [reason for reason in found.values() if reason is not None]

    def _before(self, known: set[int] | None) -> tuple[Cells, list[Z3]]:
        """The table before the choice, and what is known of it: at a node where somebody decides, that is this one."""
        if known is None:
            return self.made.cells, []
        return self.was, [*self.promises, *(self._truth(k, self.made.cells, self.was) for k in sorted(known))]

    def _edges(self) -> Iterator[tuple[int, int, Edge]]:
        for node in self.made.reached():
            if node != c.OVER:
                yield from ((node, place, edge) for place, edge in enumerate(self.made.edges(node)))

    def _reason(self, node: int, place: int, edge: Edge, case: int) -> Reason | None:
        known = self.between.get(node)
        key = node, place, case, None if known is None else frozenset(known)
        if key not in self.found:
            before, said = self._before(known)
            wanted = self._truth(case, edge.cells, before)
            reason = self._because(node, edge, said, wanted, self.most)
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
        found = self._nearby(node, edge, said, wanted, most)
        return found or self.made.why(node, [*said, *edge.known(True), z3.Not(wanted)], self.until, most)

    def _nearby(self, node: int, edge: Edge, said: list[Z3], wanted: Z3, most: float) -> Reason | None:
        left = min(most, self.until - time.monotonic())
        near = [*self.made.known, *said, *edge.known(False), z3.Not(edge.plain(wanted))]
        return because(near, self.made.named(node), node, left, whole=True)


def in_parts(truth: Z3) -> list[Z3]:
    """Truths that hold together just if this does: one for each part of the `and` in it, if there is one."""
    truth = z3.simplify(truth)
    if z3.is_and(truth):
        return [part for child in truth.children() for part in in_parts(child)]
    inner = [child for child in truth.children() if z3.is_and(_outward(child))] if z3.is_or(truth) else []
    if len(inner) != 1:
        return [truth]
    rest = [child for child in truth.children() if not child.eq(inner[0])]
    return [z3.Or([*rest, part]) for part in _outward(inner[0]).children()]


def _outward(truth: Z3) -> Z3:
    """`not (a or b)` as `not a and not b`, which is how simplified truths are written."""
    if z3.is_not(truth) and z3.is_or(truth.arg(0)):
        return z3.And([z3.Not(child) for child in truth.arg(0).children()])
    return truth


def _broken_in(model: Z3, cases: tuple[int, ...], truths: list[Z3]) -> set[int]:
    """Which cases do not hold in this one way to take the step."""
    worth = (model.eval(truth, model_completion=True) for truth in truths)
    return {case for case, truth in zip(cases, worth, strict=True) if z3.is_false(truth)}
