"""`hidden X from player q where W until U`: nothing that q is shown depends on X, as long as U does not hold.

Compared are plays with the same choices but for one that q does not see, in which X comes to differ. Random pairs
refute; that every step keeps two such plays alike for q proves.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.layout import layout_of
from qedeck.interpreter.meaning import Meaning
from qedeck.proofs.formulas.lemma import holding_over, verdict
from qedeck.proofs.formulas.loose import Late, spared
from qedeck.proofs.formulas.positions import visible
from qedeck.proofs.formulas.solver import second_opinion
from qedeck.proofs.hidden.looks import in_the_open
from qedeck.proofs.hidden.pairs import Pairs
from qedeck.proofs.hidden.side_by_side import side_by_side
from qedeck.proofs.hidden.twins import Leak, Suspicion, Twins
from qedeck.proofs.hidden.two_plays import TwoPlays
from qedeck.proofs.plays.given import given
from qedeck.proofs.plays.throughout import proved
from qedeck.proofs.steps.induction import Aim, Proof, prove
from qedeck.proofs.steps.support import CONSERVED
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c
from qedeck.spec.checker.terms import both, same
from qedeck.spec.plain import counted
from qedeck.spec.properties import Claim, PropertyProgram, Secret

KINDS = ("hidden",)
HELPED = ("facts proved together, with no question of their own", CONSERVED)


def decide(program: PropertyProgram, claim: Claim, seconds: float, opinion: bool = True) -> Verdict:
    """Proved, refuted by two plays side by side, or as far as we came."""
    assert claim.secret is not None
    core, start = program.core, time.monotonic()
    blank = verdict(program, claim, "random plays")
    assumed = given(core, program.assuming)
    if assumed.position is not None:
        return replace(blank, detail="what is assumed may only speak of readings and parameters here")
    seats = seats_of(core, claim.secret)
    if not seats:
        return replace(blank, grade=Grade.VACUOUS, detail="it is hidden from nobody")
    twins = Twins(core, claim.secret, assumed.rules)
    each = _Proof(program, claim.secret, seats, blank, opinion)
    found = twins.hunt(seats, seconds * 0.1, 60)
    suspicion: Suspicion | None = None
    # Where a step may show it, the solver says how the rulebook is read then: such plays are tried first.
    for loose, exact in _efforts(core, claim.secret):
        if found.leak is None:
            # Each seat is a proof of its own.
            left = seconds * (1.4 if len(seats) > 1 else 0.8) - (time.monotonic() - start)
            said, suspicion = each.decide(left, not found.pairs, loose, exact)
            if said.grade.decided:
                done = replace(said, seconds=time.monotonic() - start)
                return holding_over(done, core, frozenset(core.vars))
            found = twins.hunt(seats, seconds * 0.15, 100_000, suspicion)
    if found.leak is not None:
        return replace(_told(core, found.leak, blank), seconds=time.monotonic() - start)
    detail = f"{found.pairs} pairs of random plays, {found.whole} of them to the end, and nobody can tell them apart"
    grade = Grade.SAMPLED if found.pairs else Grade.UNKNOWN
    return replace(blank, grade=grade, detail=f"{detail}; {said.detail}", seconds=time.monotonic() - start)


def _told(core: c.Core, leak: Leak, blank: Verdict) -> Verdict:
    told = side_by_side(core, leak)
    if told is None:
        return replace(blank, grade=Grade.FAULT, detail="two plays that cannot be played again")
    shown, trace = told
    return replace(blank, grade=Grade.REFUTED, detail=shown.detail, story=shown.story, trace=trace)


def _efforts(core: c.Core, secret: Secret) -> list[tuple[frozenset[str], bool]]:
    """Which definitions are left open, and whether it is exactly found out what may differ: the cheap ways first.

    What definitions say of what lies in the open is the same in both plays, whatever it is: who wins a trick, say.
    But when the secret ends must be known.
    """
    ends = (secret.until,) if secret.until is not None else ()
    open_ = in_the_open(core) & spared(core, layout_of(core), ends)
    return [(open_, False), (open_, True), *([(frozenset[str](), True)] if open_ else ())]


@dataclass(frozen=True, slots=True)
class _Proof:
    """That every step leaves two plays alike, for each of some seats."""

    program: PropertyProgram
    secret: Secret
    seats: list[int]
    blank: Verdict
    opinion: bool

    def decide(
        self, seconds: float, unmet: bool, loose: frozenset[str], exact: bool
    ) -> tuple[Verdict, Suspicion | None]:
        """The verdict, and what is under suspicion where there is none; `unmet`: no pair was met that differs."""
        try:
            return self._decide(seconds, unmet, loose, exact)
        except Late:
            return replace(self.blank, detail="the time was up"), None

    def _decide(
        self, seconds: float, unmet: bool, loose: frozenset[str], exact: bool
    ) -> tuple[Verdict, Suspicion | None]:
        until, core, blank = time.monotonic() + seconds, self.program.core, self.blank
        rules = given(core, self.program.assuming).rules
        if unmet and not exact:
            steady = _steady(core, self.secret, self.seats, rules, seconds * 0.6, self.opinion)
            if steady.proved:
                done = proved(blank, steady)
                return replace(done, grade=Grade.VACUOUS, detail=f"it is always the same; {done.detail}"), None
        each = [
            Pairs(TwoPlays(core, self.secret, seat, _rules_for(core, self.secret, seat, rules), until, loose))
            for seat in self.seats
        ]
        for pairs in each:
            broken = pairs.prove(exact)
            if broken:
                return replace(blank, detail=broken), pairs.suspicion
        helped = any(pairs.helped for pairs in each)
        alike = all(pairs.defined_alike() for pairs in each)
        texts = [text for pairs in each for text in pairs.smt]
        detail = f"{counted(len(texts), 'question')} about single steps of two plays"
        detail += "" if alike else "; a step that is undefined in one of them only ends the comparison"
        detail += "; no two plays were met in which it differs" if unmet else ""
        done = replace(blank, grade=Grade.PROVED_SIZES, engine="induction", detail=detail, smt="\n".join(texts))
        done = replace(done, rests=HELPED if helped else ())
        # Helper facts have no text that the other solver could be asked about.
        says = _second(texts, until) if self.opinion and not helped else "unknown"
        if says == "sat":
            return replace(blank, detail="the solvers disagree: z3 says no, cvc5 yes"), None
        return replace(done, agreed=("z3", "cvc5") if says == "unsat" else ("z3",)), None


def _second(texts: list[str], until: float) -> str:
    """What the other solver says of all of them, in the time that is left: a proof does not wait for it."""
    for text in sorted(texts, key=len):
        left = until - time.monotonic()
        says = second_opinion(text, left) if left > 0 else "unknown"
        if says != "unsat":
            return says
    return "unsat"


def _steady(
    core: c.Core, secret: Secret, seats: list[int], rules: c.Expr | None, seconds: float, opinion: bool
) -> Proof:
    """That what shall be hidden is always what it was at first, so that no two plays differ in it."""
    meaning = Meaning(core, CONCRETE)
    cells, _ = meaning.initial()
    parts: list[c.Expr] = []
    for seat in seats:
        for expr in secret.terms:
            worth, faults = meaning.value(expr, cells, {secret.local: seat})
            if faults:
                return Proof(False, "it is undefined at first")
            parts.append(same(c.substituted(expr, {secret.local: c.Const(seat)}), c.Const(worth)))
    aim = Aim(both(*dict.fromkeys(parts)))
    return prove(core, aim, seconds, opinion, given=rules)


def seats_of(core: c.Core, secret: Secret) -> list[int]:
    """From whom it may have to be hidden; where that depends on anything (readings, the position), from everybody."""
    meaning = Meaning(core, CONCRETE)
    cells, _ = meaning.initial()
    if visible(core, [secret.where]):
        return list(range(core.players))
    found = []
    for seat in range(core.players):
        holds, faults = meaning.value(secret.where, cells, {secret.local: seat})
        if holds and not faults:
            found.append(seat)
    return found


def _rules_for(core: c.Core, secret: Secret, seat: int, rules: c.Expr | None) -> c.Expr | None:
    """What is assumed of the rulebook, and that it is one by which it shall be hidden from this seat."""
    meant = given(core, c.substituted(secret.where, {secret.local: c.Const(seat)})).rules
    return rules if meant is None else both(rules, meant)
