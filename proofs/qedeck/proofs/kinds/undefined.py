"""`never undefined`: the rules always say what happens, so no play breaks off; `deal feasible`: none for want of cards.

A play breaks off with the code of the first thing that is undefined in it; Q505 are too few cards to deal or to draw.
What the same property claims with `always` above it is a lemma.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.play import Play
from qedeck.interpreter.state import Cells, Fault
from qedeck.proofs.formulas.lemma import either, verdict
from qedeck.proofs.formulas.symbolic import Number, Truth
from qedeck.proofs.plays.at_random import AtRandom
from qedeck.proofs.plays.bounded import broken_off
from qedeck.proofs.plays.everywhere import Search, told
from qedeck.proofs.plays.given import given
from qedeck.proofs.plays.hunt import as_far, hunt
from qedeck.proofs.plays.sample import Spot
from qedeck.proofs.plays.seek import breaking
from qedeck.proofs.steps.claimed import GIVEN, claimed_before
from qedeck.proofs.steps.faultless import faultless, on_the_way
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c
from qedeck.spec.plain import counted
from qedeck.spec.properties import Claim, PropertyProgram

KINDS = ("never_undefined", "deal")
TOO_FEW = "Q505"


def decide(program: PropertyProgram, claim: Claim, seconds: float, opinion: bool = True) -> Verdict:
    """Every position of a small game; else random plays that break off, a proof for each step, bounded search."""
    core = program.core
    blank = verdict(program, claim, "induction")
    assumed = given(core, program.assuming)
    if assumed.position is not None:
        return replace(blank, detail="what is assumed must speak of readings and parameters only")
    if claim.kind == "deal" and not _handed_out(core):
        return replace(blank, grade=Grade.VACUOUS, detail="nothing is dealt")
    question = _Undefined(core, assumed.rules, TOO_FEW if claim.kind == "deal" else "")
    search = Search(core, question.shows, assumed.rules, question.said, stop="undefined")
    plays = AtRandom(search, "do not run out of cards" if question.only else "do not break off", breaking(core))
    prove = partial(question.prove, program, claim, blank, opinion=opinion)
    return plays.decide(blank, seconds, prove, question.hunted)


def _handed_out(core: c.Core) -> bool:
    """Whether there may be too few cards for anything: deals of chance, and draws from a row."""
    steps = c.substeps(step for block in core.blocks for step in block.steps)
    terms = c.subterms(*c.terms_of_blocks(core.blocks))
    return (
        any(isinstance(node, c.DealDecision) for node in core.nodes)
        or any(isinstance(step, c.Check) and step.code == TOO_FEW for step in steps)
        or any(isinstance(term, c.Need) and term.code == TOO_FEW for term in terms)
    )


@dataclass(frozen=True, slots=True)
class _Undefined:
    """A game that shall never break off, or never with this code."""

    core: c.Core
    rules: c.Expr | None
    only: str

    def counts(self, code: str) -> bool:
        return not self.only or code == self.only

    def _faulty(self, fault: Fault[Truth]) -> bool:
        return self.counts(fault.code)

    def shows(self, spot: Spot) -> bool:
        return spot.end == "undefined" and self.counts(spot.code)

    def said(self, play: Play) -> str:
        """What is undefined at the end of a play: its code and its clause."""
        code, clause = _broken(play)
        what = "there are too few cards to deal or draw" if self.only else "the rules say nothing here"
        return f"{what}{f', in {clause}' if clause else ''} ({code})"

    def prove(
        self, program: PropertyProgram, claim: Claim, blank: Verdict, seconds: float, *, opinion: bool
    ) -> Verdict:
        """At the set-up, at each decision and on each way on, from any position that the helper facts allow."""
        # Lemmas are claims of their own, and get as much time.
        lemmas = claimed_before(program, claim, self.rules, seconds)
        terms = [lemma.term for lemma in lemmas]
        efforts = (on_the_way(self.core, [*terms, *([self.rules] if self.rules is not None else ())]), frozenset[str]())
        whole = faultless(self.core, self.rules, efforts, seconds, opinion, lemmas, lambda core: self._faulty)
        if isinstance(whole, str):
            return replace(blank, detail=whole)
        texts = [*whole.texts, *(text for lemma in lemmas for text in lemma.proof.smt)]
        detail = f"{counted(len(texts), 'question')} about single steps"
        rests = (*whole.rests, *((GIVEN,) if lemmas else ()))
        agreed = ("z3",) if lemmas else whole.agreed
        done = replace(blank, grade=Grade.PROVED_SIZES, detail=detail, rests=rests)
        return replace(done, agreed=agreed, smt="\n".join(texts))

    def hunted(self, blank: Verdict, why: str, seconds: float) -> Verdict:
        """Every short play at once."""
        found = hunt(self.core, self._unclear, seconds, given=self.rules, breaks=self.counts)
        code = "" if found.play is None else _broken(found.play)[0]
        if found.play is not None and code and self.counts(code):
            return told(replace(blank, engine="bounded search"), Grade.REFUTED, found.play, self.said(found.play))
        if code:
            # The play breaks off before it comes to that: whether another one does come to it is not known.
            return replace(blank, detail="; ".join(filter(None, (blank.detail, why))))
        return as_far(found, blank, why)

    def _unclear(self, meaning: Meaning[Truth, Number], node: int, cells: Cells) -> Truth:
        """What is undefined about a decision itself is undefined before anybody decides."""
        faults = () if node == c.OVER else meaning.unclear(cells, node)
        return either(truth for code, truth in broken_off(faults).items() if self.counts(code))


def _broken(play: Play) -> tuple[str, str]:
    """With which code a play breaks off, and in which clause; a deal that cannot be made is only noticed when drawn."""
    if play.result is not None:
        return play.result.code, play.result.clause
    faults = () if play.node is None else play.rules.meaning.unclear(play.cells, play.node)
    return (faults[0].code, faults[0].clause) if faults else ("", "")
