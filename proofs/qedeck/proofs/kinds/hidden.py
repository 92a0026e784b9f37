"""`hidden X from player q where W until U`: nothing that q is shown depends on X, as long as U does not hold.

Compared are plays with the same choices but for one that q does not see, in which X comes to differ. Random pairs
refute; that every step keeps two such plays alike for q proves.
"""

from __future__ import annotations

import time
from dataclasses import replace

from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.meaning import Meaning
from qedeck.proofs.formulas.lemma import holding_over, verdict
from qedeck.proofs.formulas.positions import visible
from qedeck.proofs.hidden.pairs import Pairs
from qedeck.proofs.hidden.side_by_side import side_by_side
from qedeck.proofs.hidden.twins import Twins
from qedeck.proofs.plays.everywhere import given
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c
from qedeck.spec.properties import Claim, PropertyProgram, Secret

KINDS = ("hidden",)


def decide(program: PropertyProgram, claim: Claim, seconds: float, opinion: bool = True) -> Verdict:
    """Proved, refuted by two plays side by side, or as far as we came."""
    assert claim.secret is not None
    core, start = program.core, time.monotonic()
    blank = verdict(program, claim, "random plays")
    assumed = given(core, program.assuming)
    if assumed.position is not None:
        return replace(blank, detail="what is assumed may only speak of readings and parameters here")
    seats = _seats(core, claim.secret)
    if not seats:
        return replace(blank, vacuous=True, detail="vacuous: it is hidden from nobody")
    twins = Twins(core, claim.secret, assumed.rules)
    pairs, reason = 0, ""
    for share, plays in ((0.1, 60), (0.2, 100_000)):
        found = twins.hunt(seats, seconds * share, plays)
        if found.leak is not None:
            told = side_by_side(core, found.leak)
            blank = replace(blank, seconds=time.monotonic() - start)
            if told is None:
                return replace(blank, grade=Grade.FAULT, detail="two plays that cannot be played again")
            shown, trace = told
            return replace(blank, grade=Grade.REFUTED, detail=shown.detail, story=shown.story, trace=trace)
        pairs = max(pairs, found.pairs)
        if plays == 60:
            proved = _proved(program, claim.secret, seats, blank, seconds * 0.8, opinion)
            if proved.grade.good:
                done = replace(proved, seconds=time.monotonic() - start, vacuous=not pairs)
                return holding_over(done, core, frozenset(core.vars))
            reason = proved.detail
    spent = time.monotonic() - start
    detail = f"{pairs} pairs of random plays, and nobody can tell them apart; {reason}"
    return replace(blank, grade=Grade.SAMPLED if pairs else Grade.UNKNOWN, detail=detail, seconds=spent)


def _proved(
    program: PropertyProgram, secret: Secret, seats: list[int], blank: Verdict, seconds: float, opinion: bool
) -> Verdict:
    until = time.monotonic() + seconds
    rules = given(program.core, program.assuming).rules
    asked: list[str] = []
    agreed: set[str] = {"z3", "cvc5"} if opinion else {"z3"}
    for seat in seats:
        pairs = Pairs(program.core, secret, seat, rules, until)
        broken = pairs.prove("cvc5" in agreed)
        if broken:
            return replace(blank, detail=broken)
        asked += pairs.smt
        agreed &= pairs.agreed
    detail = f"{len(asked)} questions about single steps of two plays"
    done = replace(blank, grade=Grade.PROVED_SIZES, engine="induction", detail=detail, smt="\n".join(asked))
    return replace(done, agreed=tuple(sorted(agreed, reverse=True)))


def _seats(core: c.Core, secret: Secret) -> list[int]:
    """From whom it shall be hidden; where that depends on the position, from everybody."""
    meaning = Meaning(core, CONCRETE)
    cells, _ = meaning.initial()
    if any(core.vars[name].role not in ("parameter", "reading") for name in visible(core, [secret.where])):
        return list(range(core.players))
    found = []
    for seat in range(core.players):
        holds, faults = meaning.value(secret.where, cells, {secret.local: seat})
        if holds and not faults:
            found.append(seat)
    return found
