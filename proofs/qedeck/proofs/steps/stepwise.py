"""The simplest induction: what every single step keeps, from any position at all, holds for ever.

In: a Core and a truth; out: a proof, or none. No step is looked at together with another, so nothing grows;
what a step keeps only because of the one before it is left to the induction over whole choices.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping

import z3

from qedeck.proofs.formulas.loose import Late, LooseMeaning, spared
from qedeck.proofs.formulas.positions import visible
from qedeck.proofs.formulas.reasons import Reason, because
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Z3, term
from qedeck.proofs.formulas.symbols import fresh_cells
from qedeck.proofs.plays.bounded import OVER
from qedeck.proofs.steps.book import QUESTION, defined
from qedeck.proofs.steps.induction import Aim, Proof, lasting
from qedeck.spec import core as c

Unit = tuple[tuple[c.Step, ...], Mapping[str, int]]
"""Steps that are taken together, and the locals around them."""


def stepwise(core: c.Core, aim: Aim, rules: c.Expr | None, seconds: float, opinion: bool) -> Proof:
    """Whether the first position and every step by itself keep the aim."""
    asked = [e for e in (aim.term, aim.given, rules, *core.constraints) if e is not None]
    seen = visible(core, [e for e in (aim.term, aim.given) if e is not None])
    if seen & _chosen(core):
        return Proof(False, "a choice by itself changes it")
    try:
        return _Steps(core, aim, rules, spared(core, LooseMeaning(core).layout, asked), seen, seconds).prove(opinion)
    except Late:
        return Proof(False, "the time was up")


def _chosen(core: c.Core) -> set[str]:
    """What decisions change by themselves."""
    return set[str]().union(*(chosen_at(core, node) for node in core.nodes))


def chosen_at(core: c.Core, node: c.Node) -> set[str]:
    """What a decision changes by itself: the picks of players, the cards that chance moves."""
    if isinstance(node, c.Decision):
        return {pick.var for option in node.options for pick in option.picks}
    refs = [node.zone] if isinstance(node, c.ShuffleDecision) else [node.source, *(ref for ref, _ in node.targets)]
    return {name for ref in refs for name in _cells(core, ref)}


def _cells(core: c.Core, ref: c.ZoneRef) -> set[str]:
    names = (ref.zone, f"{ref.zone}.card", f"{ref.zone}.by", f"{ref.zone}.size")
    return {name for name in names if name in core.vars}


class _Steps:
    def __init__(
        self, core: c.Core, aim: Aim, rules: c.Expr | None, open_: frozenset[str], seen: frozenset[str], seconds: float
    ) -> None:
        self.core, self.aim, self.seen = core, aim, seen
        self.until = time.monotonic() + seconds
        self.meaning = LooseMeaning(core, open_)
        self.meaning.until = self.until
        self.cells, promises = fresh_cells(core)
        limits = (*core.constraints, *([rules] if rules is not None else ()))
        every = [*promises, *(term(defined(self.meaning, limit, self.cells)) for limit in limits)]
        self.holds = term(aim.truth(self.meaning, self.cells))
        self.known = z3.And([*every, *self.meaning.promises])

    def prove(self, opinion: bool) -> Proof:
        anywhere = self._because([z3.Not(self.holds)], QUESTION / 10)
        first = self._first() if anywhere is None else anywhere
        if first is None:
            return Proof(False, "it does not hold at first")
        found = [first]
        # What holds at any table at all need not be kept.
        for step in (step for block in self.core.blocks for step in block.steps if anywhere is None):
            kept = self._kept(((step,), {}))
            found += [reason for reason in kept if reason is not None]
            if None in kept:
                return Proof(False, "a step by itself does not keep it")
        says = {reason.second(max(1.0, min(QUESTION, self.until - time.monotonic()))) for reason in found if opinion}
        if "sat" in says:
            return Proof(False, "the solvers disagree: z3 says no, cvc5 yes")
        agreed = ("z3", "cvc5") if opinion and says <= {"unsat"} else ("z3",)
        texts = [reason.smt for reason in found]
        return Proof(True, "", len(found), ["aim"], agreed, texts, where=frozenset(range(OVER, lasting(self.core))))

    def _first(self) -> Reason | None:
        rigid = {n: self.cells[n] for n, var in self.core.vars.items() if var.role in ("parameter", "reading")}
        made = len(self.meaning.promises)
        cells, faults = self.meaning.initial(rigid)
        fine = self.meaning.promises[made:]
        fine += [term(SYMBOLIC.not_(fault.guard)) for fault in faults]
        return self._because([*fine, z3.Not(term(self.aim.truth(self.meaning, cells)))])

    def _because(self, said: list[Z3], most: float = QUESTION / 2) -> Reason | None:
        left = min(most, self.until - time.monotonic())
        return because([self.known, *said], {}, None, left)

    def _kept(self, unit: Unit) -> list[Reason | None]:
        """Why some steps keep it: each part by itself, else all together; None at the end if neither is seen."""
        if not writes(self.core, unit[0]) & self.seen:
            return []
        found: list[Reason | None] = []
        for part in _parts(unit):
            found += self._kept(part)
            if found and found[-1] is None:
                break
        return found if found and found[-1] is not None else [self._together(unit)]

    def _together(self, unit: Unit) -> Reason | None:
        steps, locals_ = unit
        made = len(self.meaning.promises)
        play = self.meaning.look(self.cells)
        play.locals.update({name: SYMBOLIC.number(value) for name, value in locals_.items()})
        play.happen(steps, True)
        fine = [term(SYMBOLIC.not_(fault.guard)) for fault in play.faults]
        after = term(self.aim.truth(self.meaning, play.cells))
        return self._because([self.holds, *self.meaning.promises[made:], *fine, z3.Not(after)])


def _parts(unit: Unit) -> Iterator[Unit]:
    """Smaller pieces of some steps: one after the other, each turn of a loop, each branch."""
    steps, locals_ = unit
    if len(steps) > 1:
        yield from (((step,), locals_) for step in steps)
        return
    match steps[0]:
        case c.Each(local, low, high, where, body):
            for number in range(low, high):
                inner = body if where is None else (c.When(where, body),)
                yield inner, {**locals_, local: number}
        case c.When(_, then, otherwise) if loops((*then, *otherwise)):
            yield from ((branch, locals_) for branch in (then, otherwise) if branch)


def loops(steps: tuple[c.Step, ...]) -> bool:
    """Whether there is a loop in it: those grow, and are cut up first."""
    return any(
        isinstance(step, c.Each)
        or (isinstance(step, c.When) and loops((*step.then, *step.otherwise)))
        or (isinstance(step, c.Let) and loops(step.body))
        for step in steps
    )


def writes(core: c.Core, steps: Iterable[c.Step]) -> set[str]:
    """The variables that some steps may change."""
    found: set[str] = set()
    for step in steps:
        match step:
            case c.Assign(var):
                found.add(var)
            case c.Move(_, source, target):
                found |= _cells(core, source) | _cells(core, target)
            case c.When(_, then, otherwise):
                found |= writes(core, (*then, *otherwise))
            case c.Each(body=body) | c.Let(body=body):
                found |= writes(core, body)
    return found
