"""`never undefined`: the rules always say what happens, so no play breaks off.

What the same property claims with `always` above it is a lemma.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.play import Play
from qedeck.interpreter.state import Cells
from qedeck.proofs.formulas.lemma import holding_over, undefined, verdict
from qedeck.proofs.formulas.symbolic import Number, Truth
from qedeck.proofs.plays.everywhere import QUICK, Search, plainly, sample, searched, told
from qedeck.proofs.plays.given import given
from qedeck.proofs.plays.hunt import as_far, hunt
from qedeck.proofs.plays.sample import Spot
from qedeck.proofs.plays.seek import breaking
from qedeck.proofs.steps.claimed import GIVEN, claimed_before
from qedeck.proofs.steps.faultless import faultless, on_the_way
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c
from qedeck.spec.properties import Claim, PropertyProgram

KINDS = ("never_undefined",)


def decide(program: PropertyProgram, claim: Claim, seconds: float, opinion: bool = True) -> Verdict:
    """Every position of a small game; else random plays that break off, a proof for each step, bounded search."""
    core, start = program.core, time.monotonic()
    blank = verdict(program, claim, "induction")
    assumed = given(core, program.assuming)
    if assumed.position is not None:
        return replace(blank, detail="what is assumed must speak of readings and parameters only")
    question = _Undefined(core, assumed.rules)
    small = searched(Search(core, _shows, assumed.rules, _said, stop="undefined"), blank, seconds)
    if small is not None:
        return holding_over(small, core, frozenset(core.vars))
    plays = question.sampled(blank, min(1.5, seconds / 15), QUICK)
    if plays.grade not in (Grade.REFUTED, Grade.FAULT):
        said = question.prove(program, claim, blank, seconds * 0.8, opinion)
        if said.grade.good:
            done = replace(said, seconds=time.monotonic() - start)
            return holding_over(done, core, frozenset(core.vars))
        plays = question.sampled(blank, (seconds - (time.monotonic() - start)) / 2, 4000)
        if plays.grade is not Grade.REFUTED:
            plays = question.hunted(plays, said.detail, seconds - (time.monotonic() - start))
    return replace(plays, seconds=time.monotonic() - start)


def _shows(spot: Spot) -> bool:
    return spot.end == "undefined"


def _said(play: Play) -> str:
    """What is undefined at the end of a play: its code and its clause."""
    if play.result is not None:
        code, clause = play.result.code, play.result.clause
    else:
        # A deal that cannot be made is only noticed when chance draws.
        assert play.node is not None
        fault = play.rules.meaning.unclear(play.cells, play.node)[0]
        code, clause = fault.code, fault.clause
    return f"the rules say nothing here{f', in {clause}' if clause else ''} ({code})"


@dataclass(frozen=True, slots=True)
class _Undefined:
    """A game that shall never break off."""

    core: c.Core
    rules: c.Expr | None

    def sampled(self, blank: Verdict, seconds: float, count: int) -> Verdict:
        blank = replace(blank, engine="random plays")
        toward = breaking(self.core) if count > QUICK else None
        found = sample(self.core, _shows, seconds, self.rules, count, toward)
        if found.spot is None:
            grade = Grade.SAMPLED if found.plays else Grade.UNKNOWN
            return replace(blank, grade=grade, detail=f"{found.plays} random plays do not break off")
        play = plainly(found.spot, self.core, _shows, self.rules)
        if play is None:
            return replace(blank, grade=Grade.FAULT, detail="a play that cannot be replayed")
        return told(blank, Grade.REFUTED, play, _said(play))

    def prove(self, program: PropertyProgram, claim: Claim, blank: Verdict, seconds: float, opinion: bool) -> Verdict:
        """At the set-up, at each decision and on each way on, from any position that the helper facts allow."""
        # Lemmas are claims of their own, and get as much time.
        lemmas = claimed_before(program, claim, self.rules, seconds)
        terms = [lemma.term for lemma in lemmas]
        efforts = (on_the_way(self.core, [*terms, *([self.rules] if self.rules is not None else ())]), frozenset[str]())
        whole = faultless(self.core, self.rules, efforts, seconds, opinion, lemmas)
        if isinstance(whole, str):
            return replace(blank, detail=whole)
        texts = [*whole.texts, *(text for lemma in lemmas for text in lemma.proof.smt)]
        detail = f"{len(texts)} questions about single steps{whole.rests}"
        detail += GIVEN if lemmas else ""
        agreed = ("z3",) if lemmas else whole.agreed
        return replace(blank, grade=Grade.PROVED_SIZES, detail=detail, agreed=agreed, smt="\n".join(texts))

    def hunted(self, blank: Verdict, why: str, seconds: float) -> Verdict:
        """Every short play at once."""
        found = hunt(self.core, _unclear, seconds, given=self.rules, breaks=True)
        if found.play is not None and (found.play.result is None or found.play.result.kind == "undefined"):
            return told(replace(blank, engine="bounded search"), Grade.REFUTED, found.play, _said(found.play))
        return as_far(found, blank, why)


def _unclear(meaning: Meaning[Truth, Number], node: int, cells: Cells) -> Truth:
    """What is undefined about a decision itself is undefined before anybody decides."""
    return False if node == c.OVER else undefined(meaning.unclear(cells, node))
