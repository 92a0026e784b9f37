"""A reading that cannot reach what is looked at: shown from the text, and by showing that no step breaks off.

In: a program, a reading, what is looked at; out: a verdict, or None where the reading may reach it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

from qedeck.interpreter.state import Fault
from qedeck.proofs.formulas.loose import Late, LooseMeaning, spared
from qedeck.proofs.formulas.moves import ways
from qedeck.proofs.formulas.reasons import Reason, because
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Z3, Truth, term
from qedeck.proofs.plays.bounded import OVER
from qedeck.proofs.plays.everywhere import given
from qedeck.proofs.plays.sample import by_itself
from qedeck.proofs.steps.book import Book, book
from qedeck.proofs.steps.induction import Aim, prove
from qedeck.proofs.steps.support import support
from qedeck.proofs.steps.sway import Sway, sway
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c
from qedeck.spec.properties import Claim, PropertyProgram
from qedeck.spec.source import NOWHERE, Span


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
    if not reach.known or reach.vars & watched or assumed.position is not None:
        return None
    said = f"{reading} can only ever reach {', '.join(sorted(_told(program.core, reach.vars - {reading})))}"
    done = replace(blank, grade=Grade.PROVED_SIZES, engine="structure", detail=said)
    if reach.places:
        lemmas = _before(program, claim, assumed.rules, seconds * 0.4, opinion)
        proof = _safe(program.core, reach, lemmas, assumed.rules, seconds * 0.6, opinion)
        if proof.grade is not Grade.PROVED_SIZES:
            return replace(blank, detail=f"{said}, but {proof.detail}", seconds=time.monotonic() - start)
        done = replace(done, detail=f"{said}; {proof.detail}", agreed=proof.agreed, smt=proof.smt)
    return replace(done, seconds=time.monotonic() - start)


def _told(core: c.Core, names: frozenset[str]) -> set[str]:
    """Variables as a designer knows them: a zone's cells under the zone's name."""
    return {name.split(".")[0] if name.split(".")[0] in core.zones else name for name in names} or {"nothing"}


def _before(
    program: PropertyProgram, claim: Claim, rules: c.Expr | None, seconds: float, opinion: bool
) -> list[c.Expr]:
    """What the same property claims to hold always, before this claim: as far as it is proved here and now."""
    earlier = program.claims[: program.claims.index(claim)]
    terms = [one.term for one in earlier if one.kind == "always" and one.term is not None]
    return [t for t in terms if prove(program.core, Aim(t), seconds / len(terms), opinion, given=rules).proved]


def _safe(
    core: c.Core, reach: Sway, lemmas: list[c.Expr], rules: c.Expr | None, seconds: float, opinion: bool
) -> Verdict:
    """That nothing it reaches is ever undefined."""
    until = time.monotonic() + seconds
    blank = Verdict("", "", core.players, Grade.UNKNOWN, "induction", detail="the time was up")
    open_ = spared(core, LooseMeaning(core).layout, [*lemmas, *core.constraints, *([rules] if rules else ())])
    for loose in dict.fromkeys((open_, frozenset[str]())):
        try:
            made = book(core, loose, rules, time.monotonic() + (until - time.monotonic()) * 0.6)
            made.meaning.until = until
            reasons = _reasons(made, reach, lemmas, until)
        except Late:
            continue
        if isinstance(reasons, str):
            blank = replace(blank, detail=reasons)
            continue
        whole = support(made, reasons, until, opinion)
        if not whole.problem:
            detail = f"and nothing breaks off because of it{whole.rests}"
            smt = "\n".join(whole.texts)
            return replace(blank, grade=Grade.PROVED_SIZES, detail=detail, agreed=whole.agreed, smt=smt)
        blank = replace(blank, detail=whole.problem)
    return blank


def _reasons(made: Book, reach: Sway, lemmas: list[c.Expr], until: float) -> list[Reason] | str:
    found: list[Reason] = []
    held = [term(made.meaning.value(lemma, made.cells)[0]) for lemma in lemmas]
    for node, known, faults in _steps(made):
        for fault in faults:
            if SYMBOLIC.known(fault.guard) is False or not _reached(fault, reach):
                continue
            if node is None:
                reason = because([*made.known, term(fault.guard)], {}, None, until - time.monotonic())
            else:
                # What is claimed always holds where somebody decides, and nowhere else.
                sure = [] if by_itself(made.core, node) else held
                reason = made.why(node, [*sure, *known, term(fault.guard)], until)
            if reason is None:
                return f"{fault.clause} may break off ({fault.code})"
            found.append(reason)
    return found


def _steps(made: Book) -> Iterator[tuple[int | None, list[Z3], tuple[Fault[Truth], ...]]]:
    """The first step and every way on from a node: what is known of it, and what may be undefined in it."""
    rigid = {n: made.cells[n] for n, var in made.core.vars.items() if var.role in ("parameter", "reading")}
    cells, faults = made.meaning.initial(rigid)
    # The faults of a way are the same at each of its arrivals.
    yield None, [], (*faults, *made.meaning.begin(cells)[0].faults)
    for node in made.reached():
        for way in ways(made.meaning, made.cells, node) if node != OVER else ():
            if way.arrivals:
                yield node, [*way.promises, term(way.legal)], way.arrivals[0].faults


def _reached(fault: Fault[Truth], reach: Sway) -> bool:
    if fault.span == NOWHERE or fault.clause in reach.asked:
        return True
    return any(_inside(fault.span, place) for place in reach.places)


def _inside(span: Span, outer: Span) -> bool:
    return span.file == outer.file and outer.start <= span.start and span.end <= outer.end
