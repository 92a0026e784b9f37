"""`always ends`, `always ends as N shrinks`, `always ends within N choices`: no play goes on for ever.

Proved by measures: each step that may be repeated makes one of them smaller and none before it larger.
Refuted by a lasso: a play that comes back to where it was, and can do the same again.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

import z3

from qedeck.proofs.formulas.edges import Edge
from qedeck.proofs.formulas.lemma import verdict
from qedeck.proofs.formulas.loose import Late, LooseMeaning, spared
from qedeck.proofs.formulas.reasons import Reason, because
from qedeck.proofs.formulas.symbolic import SYMBOLIC, term
from qedeck.proofs.plays.counting import COUNTER, counting
from qedeck.proofs.plays.given import Given, given
from qedeck.proofs.plays.lasso import all_plays, lasso
from qedeck.proofs.plays.sample import by_itself
from qedeck.proofs.plays.throughout import Always
from qedeck.proofs.steps.book import QUESTION, Book, book
from qedeck.proofs.steps.facts import number, op, sizes, total
from qedeck.proofs.steps.focus import sliced_book
from qedeck.proofs.steps.induction import Aim
from qedeck.proofs.steps.slices import slices
from qedeck.proofs.steps.support import support
from qedeck.proofs.steps.views import Whole
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c
from qedeck.spec.properties import Claim, PropertyProgram

KINDS = ("ends", "ends_within")
QUICK = 1.5
"""Seconds for a question that need not be answered."""


def decide(program: PropertyProgram, claim: Claim, seconds: float, opinion: bool = True) -> Verdict:
    """A lasso, a proof by measures, or how long we watched."""
    core, start = program.core, time.monotonic()
    blank = verdict(program, claim, "measure")
    assumed = given(core, program.assuming)
    if assumed.position is not None:
        return replace(blank, detail="what is assumed must speak of readings and parameters only")
    whole = None
    if claim.kind == "ends_within" or claim.term is None:
        whole = all_plays(core, assumed, blank, seconds, claim.term)
    if whole is not None:
        return replace(whole, seconds=time.monotonic() - start)
    if claim.kind == "ends_within":
        assert claim.term is not None
        return _within(core, claim.term, assumed, blank, seconds, opinion)
    # A measure that does not shrink is refuted by a step; a game that does not end, by a lasso.
    found = lasso(core, assumed, blank, min(10.0, seconds / 4))
    if found.grade is not Grade.REFUTED:
        measures = [claim.term] if claim.term is not None else list(_candidates(core))
        said = _measured(core, measures, assumed, blank, seconds * 0.6, opinion)
        if said.grade.good:
            return replace(said, seconds=time.monotonic() - start)
        more = lasso(core, assumed, blank, max(0.0, seconds - (time.monotonic() - start)))
        found = more if more.grade is Grade.REFUTED else replace(more, detail=f"{more.detail}; {said.detail}")
    return replace(found, seconds=time.monotonic() - start)


# ---- measures -----------------------------------------------------------------------------------


def _candidates(core: c.Core) -> Iterator[c.Expr]:
    """Numbers that may only get smaller: what is counted, how many lie somewhere, and how many do not."""
    for name, var in core.vars.items():
        if isinstance(var.type, c.Whole) and not var.dims and var.role in ("control", "remembered"):
            yield op("sub", c.Read(name), number(var.type.low))
            yield op("sub", number(var.type.high), c.Read(name))
        if isinstance(var.type, c.YesNo) and var.role == "remembered" and len(var.dims) < 2:
            cells = [c.Read(name)] if not var.dims else [c.Read(name, (number(k),)) for k in range(var.dims[0].size)]
            yes = total([c.Ite(cell, number(1), number(0)) for cell in cells])
            yield yes
            yield op("sub", number(len(cells)), yes)
    for zone in core.zones.values():
        lying = sizes(core, zone)
        if lying:
            kind = core.vars[f"{zone.name}.size"].type
            assert isinstance(kind, c.Whole)
            yield total(lying)
            yield op("sub", number(kind.high * len(lying)), total(lying))


def _measured(
    core: c.Core, measures: Sequence[c.Expr], assumed: Given, blank: Verdict, seconds: float, opinion: bool
) -> Verdict:
    """Whether these measures show that every play ends; with open definitions first, then with the real ones."""
    until = time.monotonic() + seconds
    terms = [*measures, *core.constraints, *((assumed.rules,) if assumed.rules is not None else ())]
    open_ = spared(core, LooseMeaning(core).layout, terms)
    for about in ((), [size for zone in core.zones.values() for size in sizes(core, zone)]):
        said = _in_a_slice(core, about, measures, assumed, blank, seconds / 5, opinion)
        if said.grade.good:
            return said
    # What is near is soon asked, and says most: only where that is not enough, all that is known of a step is.
    real = frozenset[str]()
    for wide, loose in dict.fromkeys(((False, open_), (False, real), (True, real), (True, open_))):
        left = until - time.monotonic()
        try:
            made = book(core, loose, assumed.rules, time.monotonic() + left * 0.8)
            made.meaning.until = until
            most = left * 0.6 if wide and not loose else left
            said = _Shrinking(made, measures, time.monotonic() + most, wide).decide(blank, opinion)
        except Late:
            continue
        if said.grade.good:
            break
    return said


def _in_a_slice(
    core: c.Core,
    about: Sequence[c.Expr],
    measures: Sequence[c.Expr],
    assumed: Given,
    blank: Verdict,
    seconds: float,
    opinion: bool,
) -> Verdict:
    """The same with only the measures that speak of little: often there is a counter that does it alone."""
    made = sliced_book(next(slices(core, about)), Whole(core, assumed.rules))
    few = [measure for measure in measures if made.view.shows(measure)]
    until = made.meaning.until = time.monotonic() + seconds
    try:
        return _Shrinking(made, few, until, True).decide(blank, opinion)
    except Late:
        return replace(blank, detail="the time was up")


class _Shrinking:
    """Edges of the control graph that may be taken for ever, until measures rule them out one after the other."""

    def __init__(self, made: Book, measures: Sequence[c.Expr], until: float, wide: bool) -> None:
        self.book = made
        self.measures = measures
        self.until = until
        self.wide = wide
        self.reasons: list[Reason] = []

    def decide(self, blank: Verdict, opinion: bool) -> Verdict:
        edges = _cyclic([e for n in self.book.reached() if n != c.OVER for e in self.book.edges(n)])
        if not self.book.meaning.loose:
            edges = _cyclic([edge for edge in edges if not self._barred(edge)])
        used = 0
        while edges:
            shrinking: list[Edge] = []
            for measure in self.measures:
                if not all(self._moves(edge, measure, False) for edge in edges):
                    continue
                shrinking = [edge for edge in edges if self._moves(edge, measure, True)]
                if shrinking:
                    used += 1
                    break
            if not shrinking:
                names = sorted({self.book.core.nodes[e.node].name for e in edges if e.node is not None})
                return replace(blank, detail=f"no measure is seen to shrink in {', '.join(names)}")
            gone = {id(edge) for edge in shrinking}
            edges = _cyclic([edge for edge in edges if id(edge) not in gone])
        whole = support(self.book, self.reasons, self.until, opinion)
        if whole.problem:
            return replace(blank, detail=whole.problem)
        how = f"{used} measures shrink" if used else "no step can be repeated"
        how += whole.rests
        return replace(blank, grade=Grade.PROVED_SIZES, detail=how, agreed=whole.agreed, smt="\n".join(whole.texts))

    def _barred(self, edge: Edge) -> bool:
        """Whether a step can never be made: that is plain, or not worth the time."""
        assert edge.node is not None
        known = self.book.named(edge.node) | self.book.named_laws()
        left = min(QUICK, self.until - time.monotonic())
        reason = because([*self.book.known, *edge.known(True)], known, edge.node, left, whole=True)
        self.reasons += [reason] if reason is not None else []
        return reason is not None

    def _moves(self, edge: Edge, measure: c.Expr, down: bool) -> bool:
        """Whether a step makes a measure smaller (or, unless `down`, not larger), and leaves it at least 0."""
        meaning, before, after = self.book.meaning, self.book.cells, edge.cells
        assert edge.node is not None
        old, faults = meaning.value(measure, before)
        new, more = meaning.value(measure, after)
        if term(old).eq(term(new)):
            return not down
        fine = [SYMBOLIC.not_(fault.guard) for fault in (*faults, *more)]
        shrinks = SYMBOLIC.lt(new, old) if down else SYMBOLIC.le(new, old)
        wanted = edge.plain(z3.And([term(t) for t in (SYMBOLIC.le(0, new), SYMBOLIC.le(0, old), shrinks, *fine)]))
        for wide in (False, True) if self.wide else (False,):
            said = [*self.book.known, *edge.known(wide), z3.Not(wanted)]
            left = min(QUESTION / 4, self.until - time.monotonic())
            reason = because(said, self.book.named(edge.node), edge.node, left, whole=not wide)
            if reason is not None:
                self.reasons.append(reason)
                return True
        return False


def _cyclic(edges: list[Edge]) -> list[Edge]:
    """Those edges that lie on a circle."""
    onward: dict[int, set[int]] = {}
    for edge in edges:
        assert edge.node is not None
        onward.setdefault(edge.node, set()).add(edge.to)

    def leads(start: int, goal: int) -> bool:
        seen, waiting = set[int](), [start]
        while waiting:
            node = waiting.pop()
            if node == goal:
                return True
            if node not in seen:
                seen.add(node)
                waiting += onward.get(node, ())
        return False

    return [edge for edge in edges if edge.node is not None and leads(edge.to, edge.node)]


# ---- within so many choices ------------------------------------------------------------------------


def _within(core: c.Core, limit: c.Expr, assumed: Given, blank: Verdict, seconds: float, opinion: bool) -> Verdict:
    """The choices are counted as the game goes; chance and loops are not choices, so they must end by themselves."""
    start = time.monotonic()
    counted = counting(core)
    aim = Aim(op("le", c.Read(COUNTER), limit))
    said = Always(counted, aim, None, assumed.rules, "there are more choices than that").decide(
        blank, seconds * 0.6, opinion
    )
    if said.grade.good:
        free = [k for k in range(len(core.nodes)) if not _chosen(core, k)]
        idle = _measured(core, list(_candidates(core)), assumed, blank, seconds * 0.4, opinion)
        made_by_chance = any(by_itself(core, k) or not isinstance(core.nodes[k], c.Decision) for k in free)
        if made_by_chance and not idle.grade.good:
            grade, detail = Grade.UNKNOWN, f"not more choices than that, but perhaps no end: {idle.detail}"
            said = replace(said, grade=grade, detail=detail)
    return replace(said, seconds=time.monotonic() - start)


def _chosen(core: c.Core, node: int) -> bool:
    point = core.nodes[node]
    return isinstance(point, c.Decision) and point.owner.who not in ("nobody", "chance")
