"""`same F, G with X in place of Y`: what F and G say does not change if X stands in for Y.

The game is given a second set of definitions beside its own, in which every call of Y is a call of
X; X itself stays as it is written. Both sets are asked in any position.
"""

from __future__ import annotations

from dataclasses import replace

from qedeck.interpreter.meaning import Meaning
from qedeck.proofs.formulas.arguments import calls, countable, parts_of
from qedeck.proofs.formulas.compare import Comparison, Pair, terms
from qedeck.proofs.formulas.lemma import holding_over, refute, verdict
from qedeck.proofs.formulas.positions import any_position
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Number, Truth
from qedeck.proofs.verdict import Verdict
from qedeck.spec import core as c
from qedeck.spec.properties import Claim, PropertyProgram

KINDS = ("same",)


def decide(program: PropertyProgram, claim: Claim, seconds: float, opinion: bool = True) -> Verdict:
    """One question: a position where the two sets of definitions part."""
    stand_in, original, *observed = claim.names
    blank = verdict(program, claim)
    core, renamed = _beside(program.core, stand_in, original)
    pairs = []
    for name in observed:
        for define in parts_of(program.core, name):
            if not countable(core, define):
                return replace(blank, detail=f"{define.name} can be asked too many things: not tried")
            for call, when in calls(core, define):
                pairs.append(Pair(call, c.Call(renamed[define.name], call.args), when))
    meaning: Meaning[Truth, Number] = Meaning(core, SYMBOLIC)
    here = any_position(meaning, (*terms(pairs), program.assuming))
    asked = Comparison(
        core,
        here,
        tuple(pairs),
        program.assuming,
        (lambda cells: cells, lambda cells: cells),
        (f"with {original}", f"with {stand_in}"),
    )
    said = refute(blank, asked.known(meaning), asked.parting(meaning), seconds, opinion, asked.replay())
    return holding_over(said, core, here.seen)


def _beside(core: c.Core, stand_in: str, original: str) -> tuple[c.Core, dict[str, str]]:
    """The Core with a second set of definitions, and how each is called in it."""
    renamed = {name: f"{name} with {stand_in}" for name in core.defines}
    for old, new in zip(parts_of(core, original), parts_of(core, stand_in), strict=True):
        renamed[old.name] = new.name
    for define in parts_of(core, stand_in):
        renamed[define.name] = define.name
    defines = dict(core.defines)
    for name, define in core.defines.items():
        if renamed[name] not in defines:
            defines[renamed[name]] = replace(define, name=renamed[name], body=calling(define.body, renamed))
    return replace(core, defines=defines), renamed


def calling(expr: c.Expr, renamed: dict[str, str]) -> c.Expr:
    """The term with every definition it calls called otherwise."""
    made = c.rebuilt(expr, lambda part: calling(part, renamed))
    return replace(made, define=renamed[made.define]) if isinstance(made, c.Call) else made
