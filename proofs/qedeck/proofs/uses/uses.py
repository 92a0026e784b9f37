"""What a verdict used: the clauses it rests on, found after it is given, in a little time of their own.

In: who decides a claim; out: the same, whose verdicts say what they used. A lemma is asked again with rows left
open; an induction rests on the steps that touch what it speaks of; a play on what took part in it. Where that says
nothing, all that the claim can reach is told, and that it was not narrowed down.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import replace

from qedeck.proofs.bell import TimeIsUp, within
from qedeck.proofs.formulas.arguments import parts_of
from qedeck.proofs.formulas.onward import terms_of, terms_of_node
from qedeck.proofs.formulas.positions import visible
from qedeck.proofs.formulas.solver import answered_by
from qedeck.proofs.uses.cited import Place, Rulebook
from qedeck.proofs.uses.grounds import Ground, noting
from qedeck.proofs.uses.narrow import Narrowing, marked
from qedeck.proofs.uses.reached import defines_of, everything, in_the_box, mentioned, reached, rows_of, touching
from qedeck.proofs.uses.took_part import took_part
from qedeck.proofs.verdict import Verdict
from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.properties import Claim, PropertyProgram

Decide = Callable[[PropertyProgram, Claim, float, bool], Verdict]

SHARE, LEAST = 0.2, 3.0
"""Of the time for a question, how much to spend on what it used; and what is always granted, in seconds."""
LEMMAS = frozenset({"any_position", "some_position", "any_two", "some_two", "order", "cycle"})
"""Claims whose rows can be left open one by one; elsewhere two sides of a comparison would be left open alike."""
POSITIONS = LEMMAS | {"same", "clauses", "shown", "readings_agree", "readings_differ"}


def with_uses(clauses: Iterable[t.Clause], decide: Decide) -> Decide:
    """The same decisions, each with what it used."""

    def decided(program: PropertyProgram, claim: Claim, seconds: float, opinion: bool) -> Verdict:
        with noting() as grounds:
            found = decide(program, claim, seconds, opinion)
        if not found.grade.decided:
            return found
        places, narrowed = used(program, claim, found, grounds, decide, max(LEAST, SHARE * seconds))
        return replace(found, used=Rulebook(clauses).told(places), narrowed=narrowed)

    return decided


def used(
    program: PropertyProgram, claim: Claim, found: Verdict, grounds: list[Ground], decide: Decide, seconds: float
) -> tuple[set[Place], bool]:
    """The places that a verdict rests on, and whether others were found not to matter."""
    asked = terms_of_claim(program, claim)
    try:
        with within(seconds + 1):
            narrow = _narrowed(program, claim, asked, found, grounds, decide, seconds)
            if narrow is not None:
                return narrow, True
    except MemoryError:
        raise
    except (TimeIsUp, Exception):  # a fault of ours here must not cost the verdict
        pass
    positions = claim.kind in POSITIONS and found.engine in ("lemma", "structure")
    return (reached if positions else everything)(program.core, asked), False


def _narrowed(
    program: PropertyProgram,
    claim: Claim,
    asked: list[c.Expr],
    found: Verdict,
    grounds: list[Ground],
    decide: Decide,
    seconds: float,
) -> set[Place] | None:
    core = program.core
    if found.trace is not None:
        return took_part(core, found.trace, asked)
    # To ask again takes longer than to ask: where that is more than our share, it is not even begun.
    if claim.kind in LEMMAS and found.engine == "lemma" and found.seconds < seconds / 3:
        return _lemma(program, claim, asked, found, decide, seconds)
    if claim.kind == "conserved" and found.grade.good:
        return _cards(core, claim.names or tuple(core.copies))
    if grounds and found.engine in ("induction", "measure", "Spacer") and found.grade.good:
        return _induction(core, asked, grounds)
    return None


def terms_of_claim(program: PropertyProgram, claim: Claim) -> list[c.Expr]:
    """What a claim asks, also where it has no term of its own."""
    core = program.core
    asked = [claim.term] if claim.term is not None else []
    asked += [define.body for name in claim.names for define in parts_of(core, name)]
    asked += [c.Read(name) for name in claim.names if name in core.vars]
    asked += [*claim.secret.terms, claim.secret.where] if claim.secret is not None else []
    match claim.kind:
        case "clauses":
            asked += [define.body for define in core.defines.values() if isinstance(define.body, c.Cases)]
        case "never_stuck" | "deal":
            asked += [term for node in core.nodes for term in terms_of_node(core, node)]
        case "never_undefined":
            asked += [term for node in core.nodes for term in terms_of_node(core, node)]
            asked += terms_of(core, core.blocks)
        case "endings_exclusive" | "endings_complete":
            asked += [c.Read("ended"), *(ending.condition for ending in core.endings)]
        case "order" | "cycle":
            asked += [c.Call(define.name, ()) for name in claim.names for define in parts_of(core, name)]
        case "readings_agree" | "readings_differ" if len(claim.names) < 2:
            asked += [d.body for d in core.defines.values() if set(claim.names) & visible(core, [d.body])]
        case _:
            pass
    return [*asked, program.assuming]


def _lemma(
    program: PropertyProgram, claim: Claim, asked: list[c.Expr], found: Verdict, decide: Decide, seconds: float
) -> set[Place] | None:
    """The rows without which the answer falls, and what they speak of."""
    sheet = marked(program.core, asked)
    narrowing = Narrowing(sheet, time.monotonic() + seconds)
    with answered_by(narrowing.ask):
        again = decide(replace(program, core=sheet.core), claim, seconds, False)
    if again.grade is not found.grade or not narrowing.cores:
        return None
    # A position that was found is the last thing that was asked for.
    cores = narrowing.cores[-1:] if found.story else narrowing.cores
    needed = {sheet.places[name] for core in cores for name in core}
    spoken = set(mentioned(program.core, [term for term in asked if not isinstance(term, c.Call)]))
    for define in defines_of(program.core, asked):
        for row, place in rows_of(define):
            if place in needed:
                said = [define.body] if row is None else [row.guard, row.value]
                spoken |= set(mentioned(program.core, said))
            elif row is not None and any(not isinstance(of, c.Domain) for _, of in define.params):
                needed.add(place)  # it takes any number, so it could not be left open
    out = {Place("leave out", str(program.core.players), None, p.row) for p in needed if p.kind == "cards" and p.row}
    return needed | spoken | out


def _cards(core: c.Core, sets: Iterable[str]) -> set[Place]:
    """Every step that moves these cards, where they lie, and what is in the box."""
    sets = set(sets)
    zones = [zone.name for zone in core.zones.values() if zone.cards.name in sets]
    cells = {name for name in core.vars if name.split(".")[0] in zones}
    moved = touching(core, cells, core.defines)
    return {p for p in moved if p.kind == "phase"} | {Place("state", zone) for zone in zones} | in_the_box(core, sets)


def _induction(core: c.Core, asked: list[c.Expr], grounds: list[Ground]) -> set[Place]:
    """What the claim and the helper facts speak of, and the steps that touch it."""
    facts = [fact for ground in grounds for fact in ground.facts]
    left_open = frozenset.intersection(*(ground.open for ground in grounds))
    watched = visible(core, [*asked, *facts])
    return reached(core, [*asked, *facts], left_open) | touching(core, watched, left_open)
