"""`always ends`, `always ends as N shrinks`, `always ends within N choices`: no play goes on for ever.

Proved by measures: each step that may be repeated makes one of them smaller and none before it larger.
Refuted by a lasso: a play that comes back to where it was, and can do the same again.
"""

from __future__ import annotations

import time
from dataclasses import replace

from qedeck.proofs.formulas.lemma import verdict
from qedeck.proofs.plays.all_plays import all_plays
from qedeck.proofs.plays.counting import COUNTER, MOST, counting
from qedeck.proofs.plays.given import Given, given
from qedeck.proofs.plays.lasso import lasso
from qedeck.proofs.plays.sample import chosen
from qedeck.proofs.plays.throughout import Always
from qedeck.proofs.steps.facts import op
from qedeck.proofs.steps.induction import Aim
from qedeck.proofs.steps.measures import Ranking, candidates
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c
from qedeck.spec.properties import Claim, PropertyProgram

KINDS = ("ends", "ends_within")


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
    if whole is None:
        # A game that does not end is refuted by a lasso, whatever else is claimed of it.
        whole = lasso(core, assumed, blank, min(10.0, seconds / 4))
        left = seconds - (time.monotonic() - start)
        if whole.grade is Grade.REFUTED:
            pass
        elif claim.kind == "ends_within":
            assert claim.term is not None
            whole = _within(core, claim.term, assumed, blank, left, opinion)
        else:
            measures = (claim.term,) if claim.term is not None else tuple(candidates(core))
            whole = _ends(Ranking(core, measures, assumed.rules), assumed, blank, left, opinion)
    return replace(whole, seconds=time.monotonic() - start)


def _ends(ranking: Ranking, assumed: Given, blank: Verdict, seconds: float, opinion: bool) -> Verdict:
    """Whether measures shrink; else once more for a play that goes on for ever."""
    start = time.monotonic()
    said = ranking.shown(blank, seconds * 0.75, opinion)
    if said.grade.good:
        return said
    more = lasso(ranking.core, assumed, blank, max(0.0, seconds - (time.monotonic() - start)))
    if more.grade is Grade.REFUTED:
        return more
    return replace(more, detail="; ".join(filter(None, (more.detail, said.detail))))


def _within(core: c.Core, limit: c.Expr, assumed: Given, blank: Verdict, seconds: float, opinion: bool) -> Verdict:
    """No play has more choices than that, and none goes on for ever without any: both are claimed.

    What chance decides, and what nobody does, is not counted, so it has to end by itself. Where there are only so many
    choices, a play without end goes on for ever without one.
    """
    start = time.monotonic()
    few = op("le", c.Read(COUNTER), limit)
    if not (isinstance(limit, c.Const) and limit.value < MOST):
        # The counter stops there: whatever may be meant beyond it is not shown by that.
        few = op("and", few, op("lt", c.Read(COUNTER), c.Const(MOST)))
    counted = Always(counting(core), Aim(few), None, assumed.rules, "there are more choices than that")
    said = counted.decide(blank, seconds * 0.6, opinion)
    by_itself = [k for k in range(len(core.nodes)) if not chosen(core, k)]
    if not said.grade.good or not by_itself:
        return said
    bounded = frozenset(range(len(core.nodes))) - set(by_itself)
    ranking = Ranking(core, tuple(candidates(core)), assumed.rules, bounded)
    idle = _ends(ranking, assumed, blank, seconds - (time.monotonic() - start), opinion)
    if idle.grade is Grade.REFUTED:
        return idle
    if not idle.grade.good:
        detail = "; ".join(filter(None, ("not more choices than that, but perhaps no end", idle.detail)))
        return replace(said, grade=Grade.UNKNOWN, detail=detail)
    agreed = tuple(who for who in said.agreed if who in idle.agreed)
    detail = f"not more choices than that: {said.detail}; and no play goes on without any: {idle.detail}"
    return replace(said, detail=detail, agreed=agreed, smt="\n".join(filter(None, (said.smt, idle.smt))))
