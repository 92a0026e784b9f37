"""Ranking functions: that no play goes on for ever, because measures shrink.

In: a game, and numbers that may only get smaller; out: a verdict that stands on questions about single steps. Of the
edges of the control graph that lie on circles, each measure rules out those on which it shrinks, as long as no other
edge makes it larger; the game ends if none are left (a lexicographic ranking).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import z3

from qedeck.proofs.formulas.edges import Edge
from qedeck.proofs.formulas.loose import Late, LooseMeaning, spared
from qedeck.proofs.formulas.reasons import Reason, because
from qedeck.proofs.formulas.symbolic import SYMBOLIC, term
from qedeck.proofs.steps.book import QUESTION, Book, book
from qedeck.proofs.steps.facts import number, op, sizes, total
from qedeck.proofs.steps.focus import sliced_book
from qedeck.proofs.steps.slices import slices
from qedeck.proofs.steps.support import support
from qedeck.proofs.steps.views import Whole
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c

QUICK = 1.5
"""Seconds for a question that need not be answered."""


def candidates(core: c.Core) -> Iterator[c.Expr]:
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
            kind = core.vars[c.size_of(zone.name)].type
            assert isinstance(kind, c.Whole)
            yield total(lying)
            yield op("sub", number(kind.high * len(lying)), total(lying))


@dataclass(frozen=True, slots=True)
class Ranking:
    """Measures that shall show that every play ends."""

    core: c.Core
    measures: tuple[c.Expr, ...]
    rules: c.Expr | None = None
    """What is assumed of readings and parameters."""
    bounded: frozenset[int] = frozenset()
    """Nodes that are known to be left only so often in a play: no play goes on for ever through them."""

    def shown(self, blank: Verdict, seconds: float, opinion: bool) -> Verdict:
        """Whether these measures show it; with open definitions first, then with the real ones."""
        until = time.monotonic() + seconds
        terms = [*self.measures, *self.core.constraints, *((self.rules,) if self.rules is not None else ())]
        open_ = spared(self.core, LooseMeaning(self.core).layout, terms)
        said = replace(blank, detail="the time was up")
        for about in ((), [size for zone in self.core.zones.values() for size in sizes(self.core, zone)]):
            said = self._in_a_slice(about, blank, seconds / 5, opinion)
            if said.grade.good:
                return said
        # What is near is soon asked, and says most: only where that is not enough, all that is known of a step is.
        real = frozenset[str]()
        for wide, loose in dict.fromkeys(((False, open_), (False, real), (True, real), (True, open_))):
            left = until - time.monotonic()
            try:
                made = book(self.core, loose, self.rules, time.monotonic() + left * 0.8)
                made.meaning.until = until
                most = left * 0.6 if wide and not loose else left
                shrinking = _Shrinking(self, made, self.measures, time.monotonic() + most, wide)
                said = shrinking.decide(blank, opinion)
            except Late:
                continue
            if said.grade.good:
                break
        return said

    def _in_a_slice(self, about: Sequence[c.Expr], blank: Verdict, seconds: float, opinion: bool) -> Verdict:
        """The same with only the measures that speak of little: often there is a counter that does it alone."""
        made = sliced_book(next(slices(self.core, about)), Whole(self.core, self.rules))
        few = [measure for measure in self.measures if made.view.shows(measure)]
        until = made.meaning.until = time.monotonic() + seconds
        try:
            return _Shrinking(self, made, few, until, True).decide(blank, opinion)
        except Late:
            return replace(blank, detail="the time was up")


class _Shrinking:
    """Edges of the control graph that may be taken for ever, until measures rule them out one after the other."""

    def __init__(self, ranking: Ranking, made: Book, measures: Sequence[c.Expr], until: float, wide: bool) -> None:
        self.ranking = ranking
        self.book = made
        self.measures = measures
        self.until = until
        self.wide = wide
        self.reasons: list[Reason] = []

    def decide(self, blank: Verdict, opinion: bool) -> Verdict:
        nodes = [n for n in self.book.reached() if n != c.OVER and n not in self.ranking.bounded]
        edges = _cyclic([edge for node in nodes for edge in self.book.edges(node)])
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
        how = f"{used} measures shrink" if used > 1 else "a measure shrinks" if used else "no step can be repeated"
        done = replace(blank, grade=Grade.PROVED_SIZES, detail=how, rests=whole.rests)
        return replace(done, agreed=whole.agreed, smt="\n".join(whole.texts))

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
