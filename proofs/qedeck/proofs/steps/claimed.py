"""What a property claims to hold always is a lemma for what it claims below.

In: a property and one of its claims; out: those above it that are proved, each with the nodes where it was shown.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

import z3

from qedeck.interpreter.layout import layout_of
from qedeck.interpreter.recent import Recent
from qedeck.proofs.formulas.loose import Late, LooseMeaning
from qedeck.proofs.formulas.reasons import Reason, because
from qedeck.proofs.formulas.symbolic import term
from qedeck.proofs.formulas.symbols import fresh_cells
from qedeck.proofs.plays.sample import by_itself
from qedeck.proofs.steps.book import defined
from qedeck.proofs.steps.focus import focused
from qedeck.proofs.steps.induction import Aim, Lemma, Proof, prove
from qedeck.proofs.steps.piecewise import piecewise
from qedeck.proofs.steps.stepwise import steady, stepwise
from qedeck.proofs.steps.views import Whole
from qedeck.spec import core as c
from qedeck.spec.properties import Claim, PropertyProgram

GIVEN = "what is claimed above it"
SOON = 2.0
"""Seconds for the question whether something simply follows."""


def hints(program: PropertyProgram, claim: Claim) -> tuple[c.Expr, ...]:
    """What is claimed to hold always above this claim, and in the properties that it follows from."""
    earlier = program.claims[: program.claims.index(claim)]
    return (*program.grounds, *(one.term for one in earlier if one.kind == "always" and one.term is not None))


def claimed_before(program: PropertyProgram, claim: Claim, rules: c.Expr | None, seconds: float) -> list[Lemma]:
    """What the same property claims to hold always, before this claim: as far as it is proved here and now.

    Nobody gives a second opinion on them: each has a verdict of its own. So only z3 agrees to what stands on them.
    """
    until = time.monotonic() + seconds
    terms = hints(program, claim)
    found: dict[int, Lemma] = {}
    patience = seconds / (2 * len(terms) + 1)
    # The easy ones first; what is left of the time belongs to the others, who may lean on those above them.
    while len(found) < len(terms) and patience < 3 * seconds:
        for k, term_ in enumerate(terms):
            left = min(patience, until - time.monotonic())
            if k in found or left <= 0:
                continue
            above = [found[place] for place in sorted(found) if place < k]
            proof = _proof(program.core, term_, rules, left, above, terms[:k])
            found |= {k: Lemma(term_, proof)} if proof.proved else {}
        patience *= 3
    return [found[place] for place in sorted(found)]


_PROOFS = Recent[tuple[float, Proof]](32)
"""With the seconds that there were: the claims of a property are asked one after the other."""


def _proof(
    core: c.Core,
    term: c.Expr,
    rules: c.Expr | None,
    seconds: float,
    lemmas: Sequence[Lemma],
    said: Sequence[c.Expr],
) -> Proof:
    for spent, proof in _PROOFS.all(core, term, rules):
        if proof.proved or spent >= seconds:
            return proof
    until = time.monotonic() + seconds
    proof = shown(core, Aim(term), rules, seconds * 0.7, False, lemmas, said=said)
    if not proof.proved:
        proof = prove(core, Aim(term), until - time.monotonic(), False, given=rules, lemmas=lemmas)
    return remembered(core, Aim(term), rules, seconds, proof)


def remembered(core: c.Core, aim: Aim, rules: c.Expr | None, seconds: float, proof: Proof) -> Proof:
    """The proof, which claims below may lean on, too."""
    if aim.given is None and not aim.opposite:
        _PROOFS.keep((seconds, proof), core, aim.term, rules)
    return proof


def shown(
    core: c.Core,
    aim: Aim,
    rules: c.Expr | None,
    seconds: float,
    opinion: bool,
    lemmas: Sequence[Lemma] = (),
    where: tuple[int, ...] | None = None,
    said: Sequence[c.Expr] = (),
) -> Proof:
    """The quick ways to a proof: every single step by itself, a few variables by themselves, then piece by piece."""
    until = time.monotonic() + seconds
    proof = stepwise(core, aim, rules, seconds / 4, opinion)
    if not proof.proved:
        # Whoever gives hints has thought of what every choice keeps: then that is the way.
        share = 0.5 if said else 0.65
        proof = focused(core, aim, rules, (until - time.monotonic()) * share, opinion, said, where, quick=True)
    if not proof.proved and said:
        proof = stepwise(core, aim, rules, (until - time.monotonic()) / 2, opinion, said)
    if not proof.proved and said:
        proof = _on_firm_ground(core, aim, rules, (until - time.monotonic()) / 3, said, where)
    if not proof.proved:
        proof = piecewise(core, aim, rules, (until - time.monotonic()) / (3 if said else 2), opinion, lemmas, where)
    if not proof.proved:
        proof = focused(core, aim, rules, until - time.monotonic(), opinion, said, where)
    return proof


def _on_firm_ground(
    core: c.Core,
    aim: Aim,
    rules: c.Expr | None,
    seconds: float,
    said: Sequence[c.Expr],
    where: tuple[int, ...] | None,
) -> Proof:
    """What every step by itself keeps holds after a step as well as before it: only there the aim is asked for."""
    until = time.monotonic() + seconds
    firm = [Lemma(hint, proof) for hint, proof in steady(core, said, rules, seconds / 2)]
    if not firm:
        return Proof(False, "nothing is kept by every step")
    ground = [*([aim.given] if aim.given is not None else ()), *(lemma.term for lemma in firm)]
    there = replace(aim, given=ground[0] if len(ground) == 1 else c.Op("and", tuple(ground)))
    proof = focused(core, there, rules, until - time.monotonic(), False, said, where, firm=firm)
    return with_lemmas(proof, firm) if proof.proved else proof


def concluded(
    core: c.Core,
    aim: Aim,
    rules: c.Expr | None,
    seconds: float,
    said: Sequence[c.Expr],
    where: tuple[int, ...] | None = None,
) -> Proof:
    """What follows from claims above it in any position: those that it needs are proved, and it with them."""
    until = time.monotonic() + seconds
    reason = _follows(core, aim, rules, said) if said else None
    if reason is None:
        return Proof(False, "it does not follow from what is claimed above it")
    wanted = where or (c.OVER, *(node for node in range(len(core.nodes)) if not by_itself(core, node)))
    needed, lemmas = sorted(map(int, reason.used)), list[Lemma]()
    for done, k in enumerate(needed):
        left = (until - time.monotonic()) / (len(needed) - done)
        lemmas.append(Lemma(said[k], _proof(core, said[k], rules, left, lemmas, said[:k])))
        if not lemmas[-1].proof.proved or not all(map(lemmas[-1].at, wanted)):
            return Proof(False, "what it follows from is not proved")
    proof = Proof(True, questions=1, used=["aim"], smt=[reason.smt], where=frozenset(wanted), whole=Whole(core, rules))
    return with_lemmas(proof, lemmas)


def _follows(core: c.Core, aim: Aim, rules: c.Expr | None, said: Sequence[c.Expr]) -> Reason | None:
    """Why the aim holds in any position where this does, and which of it is needed."""
    layout = layout_of(core)
    moving = {name for name, var in core.vars.items() if not var.rigid}
    # Both sides mostly speak of the same things in the same words, and need not know what these come to.
    for open_ in (frozenset(name for name in core.defines if layout.reads[name] & moving), frozenset[str]()):
        meaning = LooseMeaning(core, open_)
        meaning.until = time.monotonic() + SOON
        cells, promises = fresh_cells(core)
        with suppress(Late):
            limits = (*core.constraints, *([rules] if rules is not None else ()))
            known = [term(defined(meaning, one, cells)) for one in limits]
            hints = {str(k): term(defined(meaning, one, cells)) for k, one in enumerate(said)}
            broken = z3.Not(term(aim.truth(meaning, cells)))
            reason = because([*promises, *known, *meaning.promises, broken], hints, None, SOON, whole=True)
            if reason is not None:
                return reason
    return None


def leaning(
    core: c.Core,
    aim: Aim,
    rules: c.Expr | None,
    seconds: float,
    lemmas: Sequence[Lemma],
    where: tuple[int, ...] | None = None,
) -> Proof:
    """A proof that leans on what is claimed above, and says so."""
    until = time.monotonic() + seconds
    proof = piecewise(core, aim, rules, seconds * 0.6, False, lemmas, where)
    if not proof.proved:
        proof = prove(core, aim, until - time.monotonic(), False, where, rules, lemmas)
    return with_lemmas(proof, lemmas)


def with_lemmas(proof: Proof, lemmas: Sequence[Lemma]) -> Proof:
    """The proof with those of its lemmas: nobody gave a second opinion on them here."""
    texts = [*proof.smt, *(text for lemma in lemmas for text in lemma.proof.smt)]
    return replace(proof, smt=texts, agreed=("z3",), rests=(*proof.rests, GIVEN))
