"""`endings exclusive`: no two endings hold where they are judged together.

`endings complete`: play never ends without one.
"""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import combinations

import z3

from qedeck.interpreter.meaning import Meaning
from qedeck.proofs.fixed.settled import as_written
from qedeck.proofs.formulas.lemma import agreement, holding_over, holds, verdict
from qedeck.proofs.formulas.positions import any_position, visible
from qedeck.proofs.formulas.solver import ask
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Number, Truth, term
from qedeck.proofs.plays.everywhere import Search, sample, shown
from qedeck.proofs.plays.given import Given, given, hold_at
from qedeck.proofs.plays.sample import Sampler, Spot
from qedeck.proofs.plays.throughout import Always
from qedeck.proofs.steps.induction import Aim
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c
from qedeck.spec.properties import Claim, PropertyProgram

KINDS = ("endings_exclusive", "endings_complete")


def decide(program: PropertyProgram, claim: Claim, seconds: float, opinion: bool = True) -> Verdict:
    """Proved, refuted by a play to its end, or unknown."""
    core = program.core
    blank = verdict(program, claim, "lemma")
    assumed = given(core, program.assuming)
    if claim.kind == "endings_complete":
        declared = Aim(c.Op("ne", (c.Read("ended"), c.Const(c.NONE))), False, assumed.position)
        broken = "the play is over, but by no declared ending"
        return Always(core, declared, (c.OVER,), assumed.rules, broken).decide(blank, seconds, opinion)
    return _exclusive(core, assumed, blank, seconds, opinion)


def _exclusive(core: c.Core, assumed: Given, blank: Verdict, seconds: float, opinion: bool) -> Verdict:
    """Each pair over any position at all; those that can meet on some table, over the positions that play ends in.

    What is assumed of the position is asked where it is judged.
    """
    start = time.monotonic()
    # An ending that is sure to hold is no question any more in a game with settings put into its rules; it still holds.
    pairs = judged_together(as_written(core))
    agreed, texts, doubt = {"z3", "cvc5"} if opinion else {"z3"}, list[str](), list[str]()
    meeting = []
    for pair in pairs:
        said = _apart(core, pair, assumed, blank, seconds / 4 / len(pairs), opinion)
        if said.grade.good:
            agreed &= set(said.agreed)
            texts.append(said.smt)
        else:
            meeting.append(pair)
    if meeting:
        said = _met(core, meeting, assumed, blank, seconds / 3)
        if said.grade in (Grade.REFUTED, Grade.FAULT):
            return replace(said, seconds=time.monotonic() - start)
    for done, (one, other) in enumerate(meeting):
        first, second = core.endings[one], core.endings[other]
        left = (seconds - (time.monotonic() - start)) / (len(meeting) - done)
        apart = replace(_both(core, one, other), given=assumed.position)
        said = Always(core, apart, (c.OVER,), assumed.rules, _words(first, second)).decide(blank, left, opinion)
        if said.grade in (Grade.REFUTED, Grade.FAULT):
            return replace(said, seconds=time.monotonic() - start)
        if not said.grade.good:
            doubt.append(f"{first.name} and {second.name} may meet: {said.grade.value}, {said.detail}")
        agreed &= set(said.agreed)
        texts.append(said.smt)
    blank = replace(blank, seconds=time.monotonic() - start, smt="\n".join(texts))
    if doubt:
        return replace(blank, detail="; ".join(doubt))
    seen = visible(core, [ending.condition for ending in core.endings])
    told_by = tuple(sorted(agreed, reverse=True)) if pairs else ()
    detail = "" if pairs else "no two endings are judged together"
    grade = Grade.PROVED_SIZES if pairs else Grade.VACUOUS
    done_ = replace(blank, grade=grade, agreed=told_by, detail=detail)
    return holding_over(replace(done_, engine="induction" if meeting else "lemma"), core, seen)


def _met(core: c.Core, pairs: list[tuple[int, int]], assumed: Given, blank: Verdict, seconds: float) -> Verdict:
    """Random plays, all pairs watched at once."""
    meaning = Sampler(core).meaning

    def met(spot: Spot) -> tuple[int, int] | None:
        ended = spot.cells["ended"][0] if spot.end == "over" else c.NONE
        mine = [(pair, replace(_both(core, *pair), given=assumed.position)) for pair in pairs if ended in pair]
        return next((pair for pair, apart in mine if not hold_at(meaning, apart, spot.cells)), None)

    blank = replace(blank, engine="random plays")
    found = sample(core, lambda spot: met(spot) is not None, seconds, assumed.rules, 4000)
    pair = met(found.spot) if found.spot is not None else None
    if found.spot is None or pair is None:
        return blank
    words = _words(*(core.endings[k] for k in pair))
    return shown(Search(core, lambda spot: met(spot) == pair, assumed.rules, words), blank, found.spot)


def _both(core: c.Core, one: int, other: int) -> Aim:
    """Not both, where the game has just been judged by one of them."""
    judged = c.Op("or", tuple(c.Op("eq", (c.Read("ended"), c.Const(k))) for k in (one, other)))
    hold = c.Op("and", (core.endings[one].condition, core.endings[other].condition))
    return Aim(c.Op("and", (judged, hold)), True)


def _words(first: c.Ending, second: c.Ending) -> str:
    said = f"{first.name} and {second.name} hold at once"
    if second.name in first.before:
        return f"{said}; the text puts {first.name} first"
    return f"{said}; the text puts {second.name} first" if first.name in second.before else said


def _apart(
    core: c.Core, pair: tuple[int, int], assumed: Given, blank: Verdict, seconds: float, opinion: bool
) -> Verdict:
    """Whether the two exclude each other in any position."""
    meaning: Meaning[Truth, Number] = Meaning(core, SYMBOLIC)
    conditions = [core.endings[k].condition for k in pair]
    given_ = [part for part in (assumed.rules, assumed.position) if part is not None]
    here = any_position(meaning, (*conditions, *given_))
    known = [*here.known, *(term(holds(meaning, part, here.cells)) for part in given_)]
    both = z3.And([term(holds(meaning, condition, here.cells)) for condition in conditions])
    answer = ask(known, both, seconds)
    if answer.verdict != "unsat":
        return blank
    agreed, doubt = agreement(answer, seconds, opinion)
    grade = Grade.UNKNOWN if doubt else Grade.PROVED_SIZES
    return replace(blank, grade=grade, agreed=agreed, smt=answer.smt, detail=doubt)


def judged_together(core: c.Core) -> list[tuple[int, int]]:
    """The pairs of endings that one `judge` names: its questions follow each other with nothing in between."""
    asks: dict[int, tuple[int, int]] = {}
    for number, block in enumerate(core.blocks):
        if isinstance(block.exit, c.Branch):
            ending = _ends(core, block.exit.then)
            if ending is not None:
                asks[number] = ending, block.exit.otherwise
    pairs: dict[tuple[int, int], None] = {}
    for first in asks:
        row, at = [], first
        while at in asks and (at == first or not core.blocks[at].steps):
            row.append(asks[at][0])
            at = asks[at][1]
        pairs |= dict.fromkeys((min(p), max(p)) for p in combinations(row, 2) if p[0] != p[1])
    return list(pairs)


def _ends(core: c.Core, block: int) -> int | None:
    """The ending that a block declares before it finishes the game."""
    if not isinstance(core.blocks[block].exit, c.Finish):
        return None
    for step in core.blocks[block].steps:
        if isinstance(step, c.Assign) and step.var == "ended" and isinstance(step.value, c.Const):
            return int(step.value.value)
    return None
