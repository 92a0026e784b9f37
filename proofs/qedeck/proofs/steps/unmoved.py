"""A reading that cannot reach what is looked at: shown from the text, and by showing that no step breaks off.

In: a program, a reading, what is looked at; out: a verdict, or None where the reading may reach it.
"""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial

from qedeck.interpreter.state import Fault
from qedeck.proofs.formulas.loose import LooseMeaning, spared
from qedeck.proofs.formulas.symbolic import Truth
from qedeck.proofs.plays.given import given
from qedeck.proofs.steps.claimed import GIVEN, claimed_before
from qedeck.proofs.steps.faultless import Counts, faultless
from qedeck.proofs.steps.induction import Lemma
from qedeck.proofs.steps.support import Support
from qedeck.proofs.steps.sway import Sway, sway
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c
from qedeck.spec.properties import Claim, PropertyProgram
from qedeck.spec.source import NOWHERE, Span


def reaches_none(core: c.Core, reading: str, watched: frozenset[str]) -> bool:
    """Whether the text leaves the reading no way to any of these, unless a step breaks off because of it."""
    reach = sway(core, reading)
    return reach.known and not reach.vars & watched


def unmoved(
    program: PropertyProgram,
    claim: Claim,
    reading: str,
    watched: frozenset[str],
    blank: Verdict,
    seconds: float,
    opinion: bool,
) -> Verdict | None:
    """That the reading never reaches what is looked at: `watched` are all variables that it may depend on."""
    start = time.monotonic()
    reach = sway(program.core, reading)
    assumed = given(program.core, program.assuming)
    if not reaches_none(program.core, reading, watched) or assumed.position is not None:
        return None
    said = f"{reading} can only ever reach {', '.join(sorted(_told(program.core, reach.vars - {reading})))}"
    done = replace(blank, grade=Grade.PROVED_SIZES, engine="structure", detail=said)
    if reach.places:
        lemmas = claimed_before(program, claim, assumed.rules, seconds)
        proof = _safe(program.core, reading, lemmas, assumed.rules, seconds, opinion)
        if isinstance(proof, str):
            return replace(blank, detail=f"{said}, but {proof}", seconds=time.monotonic() - start)
        detail = f"{said}; and nothing breaks off because of it"
        done = replace(done, rests=(*proof.rests, *((GIVEN,) if lemmas else ())))
        texts = [*proof.texts, *(text for lemma in lemmas for text in lemma.proof.smt)]
        done = replace(done, detail=detail, agreed=("z3",) if lemmas else proof.agreed, smt="\n".join(texts))
    return replace(done, seconds=time.monotonic() - start)


def _told(core: c.Core, names: frozenset[str]) -> set[str]:
    """Variables as a designer knows them: a zone's cells under the zone's name."""
    return {name.split(".")[0] if name.split(".")[0] in core.zones else name for name in names} or {"nothing"}


def _safe(
    core: c.Core, reading: str, lemmas: list[Lemma], rules: c.Expr | None, seconds: float, opinion: bool
) -> Support | str:
    """That nothing it reaches is ever undefined."""
    terms = [*(lemma.term for lemma in lemmas), *core.constraints, *([rules] if rules else ())]
    open_ = spared(core, LooseMeaning(core).layout, terms)
    efforts = (open_, frozenset[str]())

    def counts(asked: c.Core) -> Counts:
        # A game that is written alike may stand elsewhere, or in other lines: its faults are found by its own places.
        return partial(_reached, reach=sway(asked, reading))

    return faultless(core, rules, efforts, seconds, opinion, lemmas, counts)


def _reached(fault: Fault[Truth], reach: Sway) -> bool:
    if fault.span == NOWHERE or fault.clause in reach.asked:
        return True
    return any(_inside(fault.span, place) for place in reach.places)


def _inside(span: Span, outer: Span) -> bool:
    return span.file == outer.file and outer.start <= span.start and span.end <= outer.end
