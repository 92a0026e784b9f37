"""Vacuous truths, by antecedent failure: a claim that would come out the same whatever it said claims nothing.

In: a claim and its verdict; out: the verdict, or that it is vacuous, and why. The question is whether the claim holds
with `no` in place of what it says. A play or position that refutes that shows that there is something to speak of.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from qedeck.proofs.depends import of_positions, slice_
from qedeck.proofs.fixed.settled import settled
from qedeck.proofs.formulas.lemma import verdict
from qedeck.proofs.missing import speaks_of_none
from qedeck.proofs.plays.given import given
from qedeck.proofs.plays.throughout import Always
from qedeck.proofs.steps.induction import Aim
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.checker.during import MET, emptied
from qedeck.spec.properties import Claim, PropertyProgram

Decide = Callable[[PropertyProgram, Claim, float, bool], Verdict]

YES, NO = c.Const(True), c.Const(False)
EXISTS = frozenset({"reachable", "some_choice", "some_position", "some_two", "endings_reachable"})
EXISTS |= {"can_win", "cycle", "readings_differ", "may_tell"}
"""Kinds of claims that something exists: where nothing can, a refutation is vacuous, and not a proof."""
BY_ITSELF = frozenset({"never_undefined", "ends", "ends_within"})
"""Kinds of claims that may be false though nobody ever decides: play breaks off, or goes round, by itself."""
SHARE, LEAST, MOST = 0.2, 1.0, 6.0
"""Of the time for a question, how much for this one; and at least and at most, in seconds."""
AT_FIRST = "at the start, before anybody decides"
UNFIT = "no readings and parameters fit what is assumed"
UNSEEN = "nothing was seen that it speaks of, and not ruled out either"


def not_vacuous(
    decide: Callable[[str], Decide], program: PropertyProgram, claim: Claim, found: Verdict, seconds: float
) -> Verdict:
    """The verdict itself, if it says something; `decide` knows who decides a kind of claim."""
    # What is refuted by a play, or shown by one, speaks of something.
    settled_by_one = found.grade.good if claim.kind in EXISTS else found.grade is Grade.REFUTED
    if settled_by_one or found.grade is Grade.FAULT:
        return found
    seconds = min(MOST, max(LEAST, SHARE * seconds))

    def holds(program: PropertyProgram, claim: Claim) -> Grade:
        return _asked(decide, program, claim, seconds).grade

    if found.grade is Grade.VACUOUS:
        # Whoever said so saw a part of why; that nothing fits at all comes before.
        return replace(found, detail=UNFIT) if _unfit(program, holds) else found
    absent = speaks_of_none(program, claim, seconds)
    if absent:
        return _nothing(found, absent)
    if claim.kind in ("endings_complete", "endings_exclusive"):
        said = _ends(program, found, seconds)
    else:
        said = _asked(decide, program, _hollow(program, claim), seconds)
    if said.grade.good:
        perhaps = claim.kind in BY_ITSELF and not found.grade.good and not _unfit(program, holds)
        return found if perhaps else _nothing(found, _why(program, claim, holds))
    if said.grade is Grade.REFUTED:
        return replace(found, met=said.story or (AT_FIRST,))
    if not found.grade.decided:
        return found
    return replace(found, detail="; ".join(filter(None, (found.detail, UNSEEN))))


def _nothing(found: Verdict, why: str) -> Verdict:
    return replace(found, grade=Grade.VACUOUS, detail=why, story=(), trace=None, over=(), agreed=())


def _asked(decide: Callable[[str], Decide], program: PropertyProgram, claim: Claim, seconds: float) -> Verdict:
    """What is said of a claim that stands alone: nothing above it helps."""
    alone = replace(program, claims=(claim,), grounds=())
    alone = slice_(alone, claim) if of_positions(alone, claim) else alone
    alone = settled(alone, claim)
    return decide(claim.kind)(alone, alone.claims[0], seconds, False)


def _ends(program: PropertyProgram, found: Verdict, seconds: float) -> Verdict:
    """Whether no play comes to an end where what is assumed holds."""
    assumed = given(program.core, program.assuming)
    never = Always(program.core, Aim(NO, False, assumed.position), (c.OVER,), assumed.rules, "it ends here")
    return never.decide(verdict(program, program.claims[0]), seconds, False)


def _hollow(program: PropertyProgram, claim: Claim) -> Claim:
    """The same claim with nothing left of it but when it applies."""
    match claim.kind:
        case "always" | "each_choice" | "any_position" | "any_two":
            assert claim.term is not None
            return Claim(claim.kind, emptied(claim.term), ())
        case "never":
            return Claim("never", YES, ())
        case "some_choice":
            return Claim("each_choice", NO, ())
        case "some_two":
            return Claim("any_two", NO, ())
        case "each_phase":
            assert claim.over is not None
            return replace(claim, over=replace(claim.over, asked=MET))
        case kind if kind in t.SIGHTED:
            assert claim.secret is not None
            core, anywhere = program.core, claim.kind == "shown"
            seats = core.domains["player"].size if anywhere else core.players
            nobody = c.Fold("all", claim.secret.local, 0, seats, claim.secret.where, NO)
            return Claim("any_position" if anywhere else "always", nobody, ())
        case _:
            return Claim("any_position" if of_positions(program, claim) else "always", NO, ())


def _unfit(program: PropertyProgram, holds: Callable[[PropertyProgram, Claim], Grade]) -> bool:
    """Whether what is assumed of readings and parameters contradicts itself, or the limits of the rulebook."""
    rules = given(program.core, program.assuming).rules
    return rules is not None and holds(replace(program, assuming=rules), Claim("any_position", NO, ())).good


def _why(program: PropertyProgram, claim: Claim, holds: Callable[[PropertyProgram, Claim], Grade]) -> str:
    """In which of its parts a vacuous claim fails to speak of anything."""
    never, nowhere = Claim("always", NO, ()), Claim("any_position", NO, ())
    rules = given(program.core, program.assuming).rules
    open_ = replace(program, assuming=YES if rules is None else rules)
    if _unfit(program, holds):
        return UNFIT
    if of_positions(program, claim):
        said = _NOBODY.get(claim.kind, "there is never such a thing")
        return "no position fits what is assumed" if holds(program, nowhere).good else said
    if holds(open_, never).good:
        return "the game breaks off before anybody or chance decides"
    if open_.assuming != program.assuming and holds(program, never).good:
        return "what is assumed never comes about"
    return _NOBODY.get(claim.kind, "no play comes to such a thing")


_NOBODY = {
    "each_phase": "no such phase ever ends",
    "endings_complete": "no play comes to an end",
    "endings_exclusive": "no play comes to such an end",
    "hidden": "it is hidden from nobody",
    "shown": "it is shown to nobody",
    **dict.fromkeys(t.TELLING, "there is never such a player"),
}
