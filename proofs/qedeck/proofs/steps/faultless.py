"""That nothing is ever undefined: neither at the set-up, nor at a decision, nor on a way from one to the next.

In: a game, and which faults count; out: all that it stands on, or what may be undefined, in words. A choice whose
condition is undefined cannot be made, and that is no fault.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

import z3

from qedeck.interpreter.state import Fault
from qedeck.proofs.formulas.loose import Late, LooseMeaning, spared
from qedeck.proofs.formulas.onward import terms_of
from qedeck.proofs.formulas.reasons import Reason, because
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Z3, Truth, term
from qedeck.proofs.steps.book import QUESTION, Book, book
from qedeck.proofs.steps.induction import Lemma
from qedeck.proofs.steps.support import CONSERVED, Support, support
from qedeck.spec import core as c
from qedeck.spec.source import Span

Counts = Callable[[Fault[Truth]], bool]
LATE = "the time was up"
QUICK = 0.5
"""Seconds for a question that need not be answered."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of play in which something may be undefined: what is known of it, and what that is."""

    node: int | None
    """Where it begins; None for the set-up."""
    known: tuple[Z3, ...]
    faults: tuple[Fault[Truth], ...]


def faultless(
    core: c.Core,
    rules: c.Expr | None,
    efforts: Iterable[frozenset[str]],
    seconds: float,
    opinion: bool,
    lemmas: Sequence[Lemma] = (),
    counts: Callable[[c.Core], Counts] = lambda core: lambda fault: True,
) -> Support | str:
    """Why nothing that counts is ever undefined, or what may be; `efforts`: definitions left open, one effort each.

    A lemma counts only where it was shown; a fault by its place in the very text that is asked.
    """
    until = time.monotonic() + seconds
    said = LATE
    for loose in dict.fromkeys(efforts):
        try:
            made = book(core, loose, rules, time.monotonic() + (until - time.monotonic()) * 0.6)
            made.meaning.until, made.lemmas = until, tuple(lemmas)
            found = _reasons(made, counts(made.core), until)
        except Late:
            continue
        if isinstance(found, str):
            said = found
            continue
        reasons, leaning = found
        whole = support(made, reasons, until, opinion)
        if not whole.problem:
            rests = (CONSERVED,) if leaning and CONSERVED not in whole.rests else ()
            return replace(whole, rests=(*whole.rests, *rests))
        said = whole.problem
    return said


def _heaps(made: Book) -> set[Span]:
    """The steps that put a whole pile or row onto a pile: only cards made out of nothing would be too many."""
    heaps, others = set[Span](), set[Span]()
    for block in made.core.blocks:
        for move, seats in _moves(block.steps, frozenset()):
            source, target = move.source, move.target
            kinds = [made.core.zones[ref.zone].kind for ref in (source, target)]
            whole = move.card is None and source.place is None and kinds in (["pile", "pile"], ["row", "pile"])
            # Which pile it is must be plain: from the hand of nobody, nothing can be moved.
            plain = all(
                part in seats or _seat(made.core, part) for ref in (source, target) for part in ref.index
            )
            (heaps if whole and plain else others).add(move.span)
    return heaps - others if made.laws else set()


def _seat(core: c.Core, which: c.Expr) -> bool:
    """Whether this is somebody or something for sure: a seat, or what is remembered and can be nobody never."""
    match which:
        case c.Const(value):
            return value >= 0
        case c.Read(var, index):
            kind = core.vars[var].type
            return not index and isinstance(kind, c.Member) and not kind.optional
        case _:
            return False


def _moves(steps: Iterable[c.Step], seats: frozenset[c.Expr]) -> Iterator[tuple[c.Move, frozenset[c.Expr]]]:
    """Every move, with what stands for each player in turn there."""
    for step in steps:
        match step:
            case c.Move():
                yield step, seats
            case c.When(then=then, otherwise=otherwise):
                yield from _moves((*then, *otherwise), seats)
            case c.Each(local, body=body):
                yield from _moves(body, seats | {c.Local(local)})
            case c.Let(local, body=body):
                yield from _moves(body, seats - {c.Local(local)})
            case c.Assign() | c.Tell() | c.Check():
                pass
            case _:
                assert_never(step)


def on_the_way(core: c.Core, more: Iterable[c.Expr]) -> frozenset[str]:
    """The definitions that no step needs: only what may be chosen depends on them, and that is no fault."""
    asked = [*terms_of(core, core.blocks), *(var.init for var in core.vars.values()), *core.constraints, *more]
    for node in core.nodes:
        match node:
            case c.Decision(owner=owner):
                asked += () if owner.player is None else (owner.player,)
            case c.DealDecision() | c.ShuffleDecision():
                asked += c.terms_of_node(node)
            case _:
                assert_never(node)
    return spared(core, LooseMeaning(core).layout, asked)


def stretches(made: Book) -> Iterator[Stretch]:
    """The set-up, every decision, and every way on from one."""
    lost, begun = made.begins()
    # The faults of a way are the same at each of its arrivals.
    yield Stretch(None, (), (*lost, *(begun[0].faults if begun else ())))
    for node in made.reached():
        if node == c.OVER:
            continue
        yield Stretch(node, (), made.meaning.unclear(made.cells, node))
        for way in made.ways(node):
            if way.arrivals:
                yield Stretch(node, tuple(made.taken(way, made.cells)), way.arrivals[0].faults)


def _reasons(made: Book, counts: Counts, until: float) -> tuple[list[Reason], bool] | str:
    """Why none of them happens; and whether that leans on the number of cards alone."""
    found, leaning, heaps = list[Reason](), False, _heaps(made)
    for stretch in stretches(made):
        before: list[Z3] = []
        for fault in (f for f in stretch.faults if SYMBOLIC.known(f.guard) is not False and counts(f)):
            heap = fault.span in heaps
            reason = _at_once(made, stretch, fault) if heap else _why_not(made, stretch, (), fault, until)
            if reason is None and before and not heap:
                # The first of them that happens is the one that counts: whatever comes after it means nothing.
                reason = _why_not(made, stretch, before, fault, until)
            if reason is not None:
                found.append(reason)
            elif not heap:
                return _broken(fault, until)
            leaning = leaning or reason is None
            before.append(z3.Not(term(fault.guard)))
    return found, leaning


def _broken(fault: Fault[Truth], until: float) -> str:
    return LATE if time.monotonic() > until else f"{fault.clause or 'the set-up'} may break off ({fault.code})"


def _why_not(made: Book, stretch: Stretch, before: Sequence[Z3], fault: Fault[Truth], until: float) -> Reason | None:
    """Why this fault cannot happen; `before`: others that did not."""
    said = [*before, *stretch.known, term(fault.guard)]
    if stretch.node is None:
        return because([*made.known, *said], {}, None, min(QUESTION, until - time.monotonic()))
    return made.why(stretch.node, said, until)


def _at_once(made: Book, stretch: Stretch, fault: Fault[Truth]) -> Reason | None:
    """The same, where it is plain."""
    facts = {} if stretch.node is None else made.named(stretch.node) | made.named_laws()
    said = [*made.known, *stretch.known, term(fault.guard)]
    return because(said, facts, stretch.node, QUICK, whole=True)
