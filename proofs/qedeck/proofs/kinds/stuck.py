"""`never stuck`: whoever must choose can; `deal feasible`: there are always enough cards to deal."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod

from qedeck.interpreter.layout import type_range
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells
from qedeck.proofs.formulas.lemma import either, holding_over, undefined, verdict
from qedeck.proofs.formulas.loose import Late, LooseMeaning, spared
from qedeck.proofs.formulas.onward import terms_of_node
from qedeck.proofs.formulas.reasons import Reason
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Number, Truth, term
from qedeck.proofs.plays.everywhere import QUICK, Search, plainly, sample, searched, told
from qedeck.proofs.plays.given import given
from qedeck.proofs.plays.hunt import as_far, hunt
from qedeck.proofs.plays.sample import Spot
from qedeck.proofs.plays.seek import blocked
from qedeck.proofs.steps.book import QUESTION, Book, book
from qedeck.proofs.steps.support import support
from qedeck.proofs.steps.sure import sure
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c
from qedeck.spec.properties import Claim, PropertyProgram

KINDS = ("never_stuck", "deal")
MOST = 5_000
"""Choices of one decision that a proof looks at one by one."""


def decide(program: PropertyProgram, claim: Claim, seconds: float, opinion: bool = True) -> Verdict:
    """Random plays that get stuck, a proof for each node, bounded search."""
    core, start = program.core, time.monotonic()
    blank = verdict(program, claim, "induction")
    assumed = given(core, program.assuming)
    if assumed.position is not None:
        return replace(blank, detail="what is assumed must speak of readings and parameters only")
    kind = (c.DealDecision,) if claim.kind == "deal" else (c.Decision,)
    nodes = [k for k, node in enumerate(core.nodes) if isinstance(node, kind) and not _free(node)]
    if not nodes:
        done = replace(blank, grade=Grade.VACUOUS)
        return replace(done, detail="nothing is dealt" if claim.kind == "deal" else "nobody ever chooses")
    question = _Stuck(core, nodes, assumed.rules, "stuck" if claim.kind == "never_stuck" else "undefined")
    search = Search(core, question.shows, assumed.rules, question.what, stop=question.end)
    small = searched(search, blank, seconds)
    if small is not None:
        return holding_over(small, core, frozenset(core.vars))
    plays = question.sampled(blank, min(1.5, seconds / 15), QUICK)
    if plays.grade not in (Grade.REFUTED, Grade.FAULT):
        said = question.prove(blank, seconds * 0.6, opinion)
        if said.grade.good:
            done = replace(said, seconds=time.monotonic() - start)
            return holding_over(done, core, frozenset(core.vars))
        plays = question.sampled(blank, (seconds - (time.monotonic() - start)) / 2, 4000)
        if plays.grade is not Grade.REFUTED:
            plays = question.hunted(plays, said.detail, seconds - (time.monotonic() - start))
    return replace(plays, seconds=time.monotonic() - start)


@dataclass(frozen=True, slots=True)
class _Stuck:
    """Some nodes at which somebody must be able to go on."""

    core: c.Core
    nodes: Sequence[int]
    rules: c.Expr | None
    end: str

    @property
    def what(self) -> str:
        return "there are too few cards to deal" if self.end == "undefined" else "nothing can be chosen here"

    def shows(self, spot: Spot) -> bool:
        return spot.end == self.end and spot.node in self.nodes

    def sampled(self, blank: Verdict, seconds: float, count: int) -> Verdict:
        blank = replace(blank, engine="random plays")
        toward = blocked(self.core, self.nodes) if count > QUICK else None
        found = sample(self.core, self.shows, seconds, self.rules, count, toward)
        if found.spot is None:
            grade = Grade.SAMPLED if found.plays else Grade.UNKNOWN
            return replace(blank, grade=grade, detail=f"{found.plays} random plays do not get stuck")
        play = plainly(found.spot, self.core, self.shows, self.rules)
        if play is None:
            return replace(blank, grade=Grade.FAULT, detail="a play that cannot be replayed")
        return told(blank, Grade.REFUTED, play, self.what)

    def hunted(self, blank: Verdict, why: str, seconds: float) -> Verdict:
        """Every short play at once."""
        found = hunt(self.core, lambda m, n, cells: SYMBOLIC.not_(self._able(m, n, cells)), seconds, given=self.rules)
        if found.play is not None and (self.end == "undefined" or found.play.over):
            return told(replace(blank, engine="bounded search"), Grade.REFUTED, found.play, "nothing can be done here")
        return as_far(found, blank, why)

    def prove(self, blank: Verdict, seconds: float, opinion: bool) -> Verdict:
        """At each node, from any position that the helper facts and the table allow, there is a way on."""
        until = time.monotonic() + seconds
        terms = [e for k in self.nodes for e in terms_of_node(self.core, self.core.nodes[k])]
        terms += [*self.core.constraints, *((self.rules,) if self.rules is not None else ())]
        open_ = spared(self.core, LooseMeaning(self.core).layout, terms)
        said = replace(blank, detail="the time was up")
        met = sure(self.core)
        ways = (open_, frozenset[str]()) if open_ else (frozenset[str](),)
        # What the way to a decision makes sure is often enough, and costs nothing; helper facts have to be found first.
        for helped, loose in product((False, True), ways):
            try:
                late = time.monotonic() + (until - time.monotonic()) * 0.7
                made = book(self.core, loose, self.rules, late, helped)
                made.sure, made.meaning.until = met, until
                said = self._each(made, blank, until, opinion)
            except Late:
                said = replace(blank, detail="the time was up")
            if said.grade.good:
                break
        return said

    def _each(self, made: Book, blank: Verdict, until: float, opinion: bool) -> Verdict:
        reasons: list[Reason] = []
        for node in (n for n in made.reached() if n in self.nodes):
            stuck = term(SYMBOLIC.not_(self._able(made.meaning, node, made.cells)))
            reason = made.why(node, [stuck], until, 2 * QUESTION)
            if reason is None:
                return replace(blank, detail=f"the induction does not see why there is a choice in {self._name(node)}")
            reasons.append(reason)
        whole = support(made, reasons, until, opinion)
        if whole.problem:
            return replace(blank, detail=whole.problem)
        detail = f"{len(reasons)} nodes{whole.rests}"
        smt = "\n".join(whole.texts)
        return replace(blank, grade=Grade.PROVED_SIZES, detail=detail, agreed=whole.agreed, smt=smt)

    def _name(self, node: int) -> str:
        return self.core.nodes[node].name

    def _able(self, meaning: Meaning[Truth, Number], node: int, cells: Cells) -> Truth:
        """Whether there is a way on from this node."""
        if node == c.OVER or node not in self.nodes:
            return True
        point = self.core.nodes[node]
        if isinstance(point, c.DealDecision):
            _, faults = meaning.deal_amounts(cells, node)
            return SYMBOLIC.not_(undefined(faults))
        assert isinstance(point, c.Decision)
        legal: list[Truth] = []
        for number, option in enumerate(point.options):
            ranges = [_values(pick.type) for pick in option.picks]
            if prod(len(values) for values in ranges) > MOST:
                continue
            for picks in product(*ranges):
                able = meaning.legal(cells, node, number, picks)
                if option.weight is not None:
                    local = {pick.var: value for pick, value in zip(option.picks, picks, strict=True)}
                    weight, faults = meaning.value(option.weight, cells, local)
                    able = SYMBOLIC.and_(able, SYMBOLIC.and_(SYMBOLIC.lt(0, weight), SYMBOLIC.not_(undefined(faults))))
                legal.append(able)
        able = either(legal)
        if point.owner.player is None:
            return able
        seat, faults = meaning.value(point.owner.player, cells)
        there = SYMBOLIC.and_(SYMBOLIC.le(0, seat), SYMBOLIC.lt(seat, self.core.domains["player"].size))
        # Nobody to ask is a hole in the rules, and reported as one; here it counts as no way on.
        return SYMBOLIC.and_(able, SYMBOLIC.and_(there, SYMBOLIC.not_(undefined(faults))))


def _values(kind: c.Type) -> list[bool | int]:
    low, high = type_range(kind)
    return [False, True] if isinstance(kind, c.YesNo) else list(range(low, high + 1))


def _free(node: c.Node) -> bool:
    """Nobody is asked, or doing nothing is always allowed."""
    return c.who_decides(node) == "nobody"
