"""`never stuck`: whoever must choose can. Where it is undefined who that is, play breaks off, and nobody is stuck."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from math import prod

from qedeck.interpreter.layout import type_range
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells
from qedeck.proofs.formulas.lemma import either, undefined, verdict
from qedeck.proofs.formulas.loose import Late, LooseMeaning, spared
from qedeck.proofs.formulas.onward import terms_of_node
from qedeck.proofs.formulas.reasons import Reason
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Number, Truth, term
from qedeck.proofs.plays.at_random import AtRandom
from qedeck.proofs.plays.everywhere import Search, told
from qedeck.proofs.plays.given import given
from qedeck.proofs.plays.hunt import as_far, hunt
from qedeck.proofs.plays.sample import Spot, by_itself
from qedeck.proofs.plays.seek import blocked
from qedeck.proofs.steps.book import QUESTION, Book, book
from qedeck.proofs.steps.support import support
from qedeck.proofs.steps.sure import sure
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c
from qedeck.spec.plain import counted
from qedeck.spec.properties import Claim, PropertyProgram

KINDS = ("never_stuck",)
WHAT = "nothing can be chosen here"
MOST = 5_000
"""Choices of one decision that a proof looks at one by one."""


def decide(program: PropertyProgram, claim: Claim, seconds: float, opinion: bool = True) -> Verdict:
    """Random plays that get stuck, a proof for each node, bounded search."""
    core = program.core
    blank = verdict(program, claim, "induction")
    assumed = given(core, program.assuming)
    if assumed.position is not None:
        return replace(blank, detail="what is assumed must speak of readings and parameters only")
    nodes = [k for k, node in enumerate(core.nodes) if isinstance(node, c.Decision) and not by_itself(core, k)]
    if not nodes:
        return replace(blank, grade=Grade.VACUOUS, detail="nobody ever chooses")
    question = _Stuck(core, nodes, assumed.rules)
    search = Search(core, question.shows, assumed.rules, WHAT, stop="stuck")
    plays = AtRandom(search, "do not get stuck", blocked(core, nodes))
    return plays.decide(blank, seconds, partial(question.prove, blank, opinion=opinion), question.hunted)


@dataclass(frozen=True, slots=True)
class _Stuck:
    """Some nodes at which somebody must be able to go on."""

    core: c.Core
    nodes: Sequence[int]
    rules: c.Expr | None

    def shows(self, spot: Spot) -> bool:
        return spot.end == "stuck"

    def hunted(self, blank: Verdict, why: str, seconds: float) -> Verdict:
        """Every short play at once, where every choice can be asked about."""
        if any(_too_many(option) for k in self.nodes for option in self._point(k).options):
            return replace(blank, detail="; ".join(filter(None, (blank.detail, why))))
        found = hunt(self.core, lambda m, n, cells: SYMBOLIC.not_(self._able(m, n, cells)), seconds, given=self.rules)
        if found.play is not None and found.play.result is not None and found.play.result.kind == "stuck":
            return told(replace(blank, engine="bounded search"), Grade.REFUTED, found.play, WHAT)
        return as_far(found, blank, why)

    def prove(self, blank: Verdict, seconds: float, *, opinion: bool) -> Verdict:
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
                where = self._point(node).name
                return replace(blank, detail=f"the induction does not see why there is a choice in {where}")
            reasons.append(reason)
        whole = support(made, reasons, until, opinion)
        if whole.problem:
            return replace(blank, detail=whole.problem)
        detail = f"{counted(len(reasons), 'decision')}, each with a choice"
        done = replace(blank, grade=Grade.PROVED_SIZES, detail=detail, rests=whole.rests)
        return replace(done, agreed=whole.agreed, smt="\n".join(whole.texts))

    def _point(self, node: int) -> c.Decision:
        point = self.core.nodes[node]
        assert isinstance(point, c.Decision)
        return point

    def _able(self, meaning: Meaning[Truth, Number], node: int, cells: Cells) -> Truth:
        """Whether there is a way on from this node."""
        if node == c.OVER or node not in self.nodes:
            return True
        legal: list[Truth] = []
        for number, option in enumerate(self._point(node).options):
            # That there is something to choose elsewhere may be enough.
            for picks in () if _too_many(option) else product(*(_values(pick.type) for pick in option.picks)):
                able = meaning.legal(cells, node, number, picks)
                if option.weight is not None:
                    local = {pick.var: value for pick, value in zip(option.picks, picks, strict=True)}
                    weight, faults = meaning.value(option.weight, cells, local)
                    able = SYMBOLIC.and_(able, SYMBOLIC.and_(SYMBOLIC.lt(0, weight), SYMBOLIC.not_(undefined(faults))))
                legal.append(able)
        # Where it is undefined who decides, play breaks off: nobody is stuck there.
        return either([*legal, undefined(meaning.unclear(cells, node))])


def _too_many(option: c.Option) -> bool:
    ranges = (type_range(pick.type) for pick in option.picks)
    return prod(high - low + 1 for low, high in ranges) > MOST


def _values(kind: c.Type) -> list[bool | int]:
    low, high = type_range(kind)
    return [False, True] if isinstance(kind, c.YesNo) else list(range(low, high + 1))
