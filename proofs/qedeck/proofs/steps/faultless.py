"""That nothing is ever undefined: neither at the set-up, nor at a decision, nor on a way from one to the next.

In: a game, and which faults count; out: all that it stands on, or what may be undefined, in words. A choice whose
condition is undefined cannot be made, and that is no fault.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import z3

from qedeck.interpreter.state import Fault
from qedeck.proofs.formulas.loose import Late, LooseMeaning, spared
from qedeck.proofs.formulas.onward import terms_of, terms_of_node
from qedeck.proofs.formulas.reasons import Reason, because
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Z3, Truth, term
from qedeck.proofs.plays.bounded import OVER
from qedeck.proofs.plays.sample import by_itself
from qedeck.proofs.steps.book import QUESTION, Book, book
from qedeck.proofs.steps.support import Support, support
from qedeck.spec import core as c

Counts = Callable[[Fault[Truth]], bool]
LATE = "the time was up"


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
    lemmas: Sequence[c.Expr] = (),
    counts: Counts = lambda fault: True,
) -> Support | str:
    """Why nothing that counts is ever undefined, or what may be; `efforts`: definitions left open, one effort each.

    `lemmas` hold wherever somebody or chance decides, and are proved elsewhere.
    """
    until = time.monotonic() + seconds
    said = LATE
    for loose in dict.fromkeys(efforts):
        try:
            made = book(core, loose, rules, time.monotonic() + (until - time.monotonic()) * 0.6)
            made.meaning.until = until
            found = _reasons(made, counts, lemmas, until)
        except Late:
            continue
        if isinstance(found, str):
            said = found
            continue
        whole = support(made, found, until, opinion)
        if not whole.problem:
            return whole
        said = whole.problem
    return said


def on_the_way(core: c.Core, more: Iterable[c.Expr]) -> frozenset[str]:
    """The definitions that no step needs: only what may be chosen depends on them, and that is no fault."""
    asked = [*terms_of(core, core.blocks), *(var.init for var in core.vars.values()), *core.constraints, *more]
    for node in core.nodes:
        if not isinstance(node, c.Decision):
            asked += terms_of_node(core, node)
        elif node.owner.player is not None:
            asked.append(node.owner.player)
    return spared(core, LooseMeaning(core).layout, asked)


def stretches(made: Book) -> Iterator[Stretch]:
    """The set-up, every decision, and every way on from one."""
    lost, begun = made.begins()
    # The faults of a way are the same at each of its arrivals.
    yield Stretch(None, (), (*lost, *(begun[0].faults if begun else ())))
    for node in made.reached():
        if node == OVER:
            continue
        yield Stretch(node, (), made.meaning.unclear(made.cells, node))
        for way in made.ways(node):
            if way.arrivals:
                yield Stretch(node, tuple(made.taken(way)), way.arrivals[0].faults)


def _reasons(made: Book, counts: Counts, lemmas: Sequence[c.Expr], until: float) -> list[Reason] | str:
    found: list[Reason] = []
    held = [term(made.meaning.value(lemma, made.cells)[0]) for lemma in lemmas]
    for stretch in stretches(made):
        open_ = [f for f in stretch.faults if SYMBOLIC.known(f.guard) is not False and counts(f)]
        if not open_:
            continue
        # What is claimed always holds where somebody decides, and nowhere else.
        sure = [] if stretch.node is None or by_itself(made.core, stretch.node) else held
        before: list[Z3] = []
        for fault in open_:
            # The first of them that happens is the one that counts: whatever comes after it means nothing.
            reason = _why_not(made, stretch, sure, fault, until)
            if reason is None and before:
                reason = _why_not(made, stretch, [*sure, *before], fault, until)
            if reason is None:
                return _broken(fault, until)
            found.append(reason)
            before.append(z3.Not(term(fault.guard)))
    return found


def _broken(fault: Fault[Truth], until: float) -> str:
    return LATE if time.monotonic() > until else f"{fault.clause or 'the set-up'} may break off ({fault.code})"


def _why_not(made: Book, stretch: Stretch, sure: Sequence[Z3], fault: Fault[Truth], until: float) -> Reason | None:
    """Why this fault cannot happen."""
    said = [*sure, *stretch.known, term(fault.guard)]
    if stretch.node is None:
        return because([*made.known, *said], {}, None, min(QUESTION, until - time.monotonic()))
    return made.why(stretch.node, said, until)
