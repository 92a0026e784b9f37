"""`always E`, `never E`: in every position that play can reach; `each choice keeps E`, `some choice makes E`.

A position is where somebody or chance has to decide, able to or not, or the end: see NOTE(stands). A choice is one
decision, of anybody or of chance, with all that follows it up to the next position; `was X` is X before it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import product

import z3

from qedeck.proofs.formulas.lemma import holding_over, verdict
from qedeck.proofs.formulas.loose import Late, LooseMeaning, spared
from qedeck.proofs.formulas.positions import visible
from qedeck.proofs.formulas.reasons import Reason
from qedeck.proofs.formulas.solver import ask, second_opinion
from qedeck.proofs.formulas.symbolic import term
from qedeck.proofs.formulas.symbols import fresh_cells
from qedeck.proofs.plays.at_random import AtRandom
from qedeck.proofs.plays.checks import Watch
from qedeck.proofs.plays.everywhere import Search, searched
from qedeck.proofs.plays.given import Given, given, hold_at
from qedeck.proofs.plays.sample import Sampler, Spot
from qedeck.proofs.plays.throughout import LONG, Always, proved
from qedeck.proofs.steps.book import QUESTION, Book, book
from qedeck.proofs.steps.carried import carried
from qedeck.proofs.steps.choices import followed
from qedeck.proofs.steps.claimed import claimed_before, hints, with_lemmas
from qedeck.proofs.steps.focus import Views
from qedeck.proofs.steps.induction import Aim, Lemma, Proof
from qedeck.proofs.steps.nearby import far_away
from qedeck.proofs.steps.stepwise import stepwise
from qedeck.proofs.steps.support import support
from qedeck.proofs.steps.sure import sure
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c
from qedeck.spec.properties import Claim, PropertyProgram

KINDS = ("always", "never", "each_choice", "some_choice")
QUICK_QUESTION = QUESTION / 4
"""Seconds for a question that may be asked again, with more patience."""


def decide(program: PropertyProgram, claim: Claim, seconds: float, opinion: bool = True) -> Verdict:
    """Proved, refuted by a play, or as far as we came."""
    assert claim.term is not None
    blank = verdict(program, claim, "induction")
    assumed = given(program.core, program.assuming)
    if claim.kind in ("always", "never"):
        aim = Aim(claim.term, claim.kind == "never", assumed.position)
        broken = "it comes about" if claim.kind == "never" else "it does not hold"
        above = partial(claimed_before, program, claim, assumed.rules)
        said = hints(program, claim)
        return Always(program.core, aim, None, assumed.rules, broken, above, said).decide(blank, seconds, opinion)
    if claim.kind == "some_choice":
        return _some(program.core, claim.term, assumed, blank, seconds)
    earlier = program.claims[: program.claims.index(claim)]
    beside = tuple(one.term for one in earlier if one.kind == "each_choice" and one.term is not None)
    above = partial(claimed_before, program, claim, assumed.rules)
    aim = Aim(claim.term, False, assumed.position)
    asked = _Asked(program.core, aim, assumed, hints(program, claim), beside, above)
    return _each(asked, blank, seconds, opinion)


def _some(core: c.Core, wanted: c.Expr, assumed: Given, blank: Verdict, seconds: float) -> Verdict:
    """A play whose last choice makes it so."""
    start = time.monotonic()
    meaning = Sampler(core).meaning
    makes = Aim(wanted if assumed.position is None else c.Op("and", (assumed.position, wanted)))

    def shows(spot: Spot) -> bool:
        return spot.before is not None and spot.stands and hold_at(meaning, makes, spot.cells, spot.before)

    watch = Watch(replace(makes, opposite=True), "choice", assumed.rules)
    search = Search(core, shows, assumed.rules, "the last choice makes it so", True, True, watch)
    small = searched(search, blank, seconds)
    if small is not None:
        return small
    said = AtRandom(search, "do not show it").long(blank, seconds)
    return replace(said, seconds=time.monotonic() - start)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What each choice shall keep, and what may help to see it."""

    core: c.Core
    aim: Aim
    assumed: Given
    said: tuple[c.Expr, ...]
    """What is claimed to hold always, above it."""
    beside: tuple[c.Expr, ...]
    """What each choice is claimed to keep, above it."""
    above: Callable[[float], list[Lemma]]
    """Of what is said, what is proved in so many seconds."""


def _each(asked: _Asked, blank: Verdict, seconds: float, opinion: bool) -> Verdict:
    core, aim, assumed = asked.core, asked.aim, asked.assumed
    start = time.monotonic()
    meaning = Sampler(core).meaning

    def breaks(spot: Spot) -> bool:
        return spot.before is not None and spot.stands and not hold_at(meaning, aim, spot.cells, spot.before)

    watch = Watch(aim, "choice", assumed.rules)
    search = Search(core, breaks, assumed.rules, "the last choice does not keep it", choices=True, watch=watch)
    small = searched(search, blank, seconds)
    if small is not None:
        return holding_over(small, core, visible(core, [aim.term]))
    plays = AtRandom(search, "do not break it")
    for look in (plays.soon, plays.some):
        said = look(blank, seconds)
        if said.grade in (Grade.REFUTED, Grade.FAULT):
            return replace(said, seconds=time.monotonic() - start)
    kept = _kept(asked, blank, seconds * (0.6 if len(core.blocks) <= LONG else 0.8), opinion)
    if kept.grade.good:
        return holding_over(replace(kept, seconds=time.monotonic() - start), core, visible(core, [aim.term]))
    said = plays.long(blank, seconds / 3)
    if said.grade not in (Grade.REFUTED, Grade.FAULT):
        said = replace(said, detail="; ".join(filter(None, (said.detail, kept.detail))))
    return replace(said, seconds=time.monotonic() - start)


def _kept(asked: _Asked, blank: Verdict, seconds: float, opinion: bool) -> Verdict:
    """Every choice, from any position that what is known of it allows."""
    core, aim = asked.core, asked.aim
    until = time.monotonic() + seconds
    adds_up = _adds_up(core, aim)
    if adds_up:
        proof = stepwise(core, aim, asked.assumed.rules, seconds / 3, opinion, asked.said, between=True)
        if proof.proved:
            return proved(blank, proof)
    why = "the time was up"
    seen: dict[tuple[object, ...], Reason] = {}
    for made, most in _books(asked, until):
        try:
            # What is seen in a slice of the game is not what is seen in another.
            reasons = _reasons(made, asked, adds_up, until, most, seen if made.core is core else {})
        except Late:
            continue
        if isinstance(reasons, str):
            why = reasons
            continue
        whole = support(made, reasons, until, opinion)
        if not whole.problem:
            proof = Proof(True, agreed=whole.agreed, smt=list(whole.texts), rests=whole.rests)
            if whole.leaning:
                proof = with_lemmas(proof, [lemma for lemma in made.lemmas if isinstance(lemma, Lemma)])
            return proved(blank, proof)
        why = whole.problem
    return replace(blank, detail=why)


def _books(asked: _Asked, until: float) -> Iterator[tuple[Book, float]]:
    """Ways to look at the game, and seconds for a question: a slice of it, then all of it."""
    core, aim, assumed = asked.core, asked.aim, asked.assumed
    start, all_ = time.monotonic(), until - time.monotonic()
    soon = 0.25 if len(core.blocks) <= LONG else 0.5
    views = Views(core, aim, assumed.rules, (*asked.said, *asked.beside))
    yield from ((made, QUICK_QUESTION) for made in views.bare(start + all_ * soon))
    lemmas = asked.above((until - time.monotonic()) / 2)
    # What is claimed above may be missing where turns pass by themselves.
    if lemmas:
        yield from (
            (made, QUICK_QUESTION) for made in views.bare(time.monotonic() + (until - time.monotonic()) / 2, lemmas)
        )
    yield from ((made, QUICK_QUESTION) for made in views.helped(time.monotonic() + (until - time.monotonic()) / 3))
    terms = [e for e in (aim.term, aim.given, assumed.rules, *core.constraints) if e is not None]
    open_ = spared(core, LooseMeaning(core).layout, terms)
    # What is easy with the definitions open may be hard with the real ones, and the other way round.
    ways = dict.fromkeys((open_, far_away(core, terms), frozenset[str]()))
    met = sure(core)
    # What the way to a decision makes sure costs nothing; helper facts have to be found first.
    for (most, helped), loose in product(((QUICK_QUESTION, False), (QUICK_QUESTION, True), (QUESTION, True)), ways):
        if time.monotonic() > until:
            return
        with suppress(Late):
            made = book(core, loose, assumed.rules, time.monotonic() + (until - time.monotonic()) * 0.6, helped)
            made.sure, made.lemmas, made.meaning.until = met, tuple(lemmas), until
            yield made, most


def _reasons(
    made: Book, asked: _Asked, adds_up: bool, until: float, most: float, seen: dict[tuple[object, ...], Reason]
) -> list[Reason] | str:
    """Why each choice keeps it; or where that is not seen. What is `seen` once is not asked again."""
    # Where that is enough, one step at a time; but what a step does may only be right after the steps before it.
    aim = asked.aim
    found = followed(made, aim, True, until, most, seen) if adds_up else ""
    if isinstance(found, str):
        found = carried(made, aim, min(until, made.meaning.until), most, asked.beside, adds_up)
    return followed(made, aim, False, until, most, seen) if isinstance(found, str) else found


def _adds_up(core: c.Core, aim: Aim) -> bool:
    """Whether what holds over one step and over the next holds over both: then each step may be looked at alone."""
    if aim.given is not None:
        return False
    meaning = LooseMeaning(core)
    first, known = fresh_cells(core, "first ")
    fixed = {name: first[name] for name, var in core.vars.items() if var.rigid}
    second, more = fresh_cells(core, "second ", fixed)
    third, most = fresh_cells(core, "third ", fixed)
    one, other, both = (
        term(aim.truth(meaning, now, was)) for now, was in ((second, first), (third, second), (third, first))
    )
    answer = ask([*known, *more, *most, one, other], z3.Not(both), QUESTION)
    return answer.verdict == "unsat" and second_opinion(answer.smt, QUESTION) in ("unsat", "absent")
