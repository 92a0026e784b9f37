"""`each night keeps E`: whenever such a phase ends, or an ending stops play in it; `was X` is X when it began.

The claim is written into the rules (`spec/over_phases`): a variable that nobody sees remembers that it once was not
kept. So it is a claim about every position of an ordinary game, for every engine that decides those.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from qedeck.interpreter.play import Endless, Play
from qedeck.interpreter.position import Rules
from qedeck.proofs.fixed.settled import settled
from qedeck.proofs.formulas.lemma import verdict
from qedeck.proofs.plays.given import given
from qedeck.proofs.plays.throughout import Always
from qedeck.proofs.steps.claimed import claimed_before, hints
from qedeck.proofs.steps.induction import Aim
from qedeck.proofs.verdict import Verdict
from qedeck.spec import core as c
from qedeck.spec.checker.during import BEGUN, BROKEN, WHICH
from qedeck.spec.over_phases import Over
from qedeck.spec.plain import counted
from qedeck.spec.properties import Claim, PropertyProgram
from qedeck.spec.texts import Texts

KINDS = ("each_phase",)
CIRCLE = "it asks for a definition that asks for itself, which could break off the play that it watches"


def decide(program: PropertyProgram, claim: Claim, seconds: float, opinion: bool = True) -> Verdict:
    """As `always` is decided, of the game that remembers; a play that breaks it is told with the phase that did."""
    over, blank = claim.over, verdict(program, claim, "induction")
    assert over is not None
    if over.circular:
        return replace(blank, detail=CIRCLE)
    # What is assumed of the position is a part of the claim: it is asked when the phase ends.
    rules = given(program.core, program.assuming).rules
    above = tuple(one for one in program.claims[: program.claims.index(claim)] if one.kind == "always")
    asked = Claim("always", over.claims, ())
    watched = replace(
        program, core=over.searched, assuming=c.Const(True) if rules is None else rules, claims=(*above, asked)
    )
    watched = settled(watched, asked)
    asked = watched.claims[-1]
    assert asked.term is not None
    fixed = given(watched.core, watched.assuming).rules
    told = partial(_told, over)
    lemmas = partial(claimed_before, watched, asked, fixed)
    every = Always(watched.core, Aim(asked.term), None, fixed, told, lemmas, hints(watched, asked))
    return every.decide(blank, seconds, opinion)


def _told(over: Over, play: Play) -> str:
    """Which of the phases was not kept, and when it began."""
    again = Play(Rules(over.core, Texts()), 0, auto=False)
    begun: dict[int, int] = {}
    try:
        again.begin({name: play.cells[name] for name, var in over.core.vars.items() if var.rigid})
        for done, action in enumerate((None, *play.actions)):
            if action is not None:
                again.apply(replace(action, words=again.rules.words))
            for number in range(len(begun) + 1, int(again.cells[BEGUN][0]) + 1):
                begun[number] = done
    except Endless:
        return f"{over.phase} does not keep it"
    if not again.cells[BROKEN][0]:
        return f"{over.phase} does not keep it"
    which = int(again.cells[WHICH][0])
    after = begun.get(which, 0)
    since = f"begun after {counted(after, 'decision')}" if after else "begun before anybody decides"
    return f"{over.phase} number {which} of this play, {since}, does not keep it"
