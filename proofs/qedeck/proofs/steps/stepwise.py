"""The simplest induction: what every single step keeps, from any position at all, holds for ever.

In: a Core and a truth; out: a proof, or none. No step is looked at together with another, so nothing grows;
what a step keeps only because of the one before it is left to the induction over whole choices.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence

import z3

from qedeck.interpreter.recent import Recent
from qedeck.interpreter.state import Cells
from qedeck.proofs.formulas.loose import Late, LooseMeaning, spared
from qedeck.proofs.formulas.positions import visible
from qedeck.proofs.formulas.reasons import Reason, because
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Z3, term
from qedeck.proofs.formulas.symbols import fresh_cells
from qedeck.proofs.steps.book import QUESTION, defined
from qedeck.proofs.steps.induction import Aim, Proof, lasting
from qedeck.proofs.steps.views import Whole
from qedeck.spec import core as c

Unit = tuple[tuple[c.Step, ...], Mapping[str, int]]
"""Steps that are taken together, and the locals around them."""


def stepwise(
    core: c.Core,
    aim: Aim,
    rules: c.Expr | None,
    seconds: float,
    opinion: bool,
    said: Sequence[c.Expr] = (),
    between: bool = False,
) -> Proof:
    """Whether the first position and every step by itself keep the aim.

    What is `said` may help, as far as every step keeps it too. `between`: the aim speaks of the table before a step and
    after it, and what holds over one step and over the next holds over both.
    """
    until = time.monotonic() + seconds
    proof = _alone(core, [aim], rules, seconds / 2 if said else seconds, opinion, between)
    if proof.proved or not said:
        return proof
    seen = visible(core, [aim.term])
    near = [hint for hint in dict.fromkeys(said) if visible(core, [hint]) & seen]
    kept = [Aim(hint) for hint, _ in steady(core, near, rules, until - time.monotonic())]
    # Together, for what helps must hold wherever a step of the aim begins.
    left = until - time.monotonic()
    return _alone(core, [aim, *kept], rules, left, opinion, between) if kept and left > 0 else proof


def steady(core: c.Core, said: Sequence[c.Expr], rules: c.Expr | None, seconds: float) -> list[tuple[c.Expr, Proof]]:
    """Of what is said, what every step by itself keeps: so it holds wherever play stands, with the proof of each."""
    until = time.monotonic() + seconds
    found: list[tuple[c.Expr, Proof]] = []
    for hint in said:
        left = (until - time.monotonic()) / 2
        known = _STEADY.known(core, hint, rules)
        if known is None and left > 0:
            known = _alone(core, [Aim(hint)], rules, left, False, False)
            # What was not seen for want of time may be seen another time.
            if time.monotonic() < until:
                _STEADY.keep(known, core, hint, rules)
        found += [(hint, known)] if known is not None and known.proved else []
    return found


_STEADY = Recent[Proof](32)
"""The claims of a property are asked one after the other."""


def _alone(
    core: c.Core, aims: Sequence[Aim], rules: c.Expr | None, seconds: float, opinion: bool, between: bool
) -> Proof:
    told = [e for aim in aims for e in (aim.term, aim.given) if e is not None]
    asked = [e for e in (*told, rules, *core.constraints) if e is not None]
    seen = visible(core, told)
    if seen & _chosen(core):
        return Proof(False, "a choice by itself changes it")
    try:
        open_ = spared(core, LooseMeaning(core).layout, asked)
        return _Steps(core, aims, rules, open_, seen, seconds, between).prove(opinion)
    except Late:
        return Proof(False, "the time was up")


def _chosen(core: c.Core) -> set[str]:
    """What decisions change by themselves."""
    return set[str]().union(*(c.chosen_at(core, node) for node in core.nodes))


def _every(truths: Iterable[Z3]) -> Z3:
    """All of them; written so that every solver can read it, also where there are none."""
    found = list(truths)
    return z3.And(found) if len(found) > 1 else found[0] if found else z3.BoolVal(True)


class _Look:
    """Any table, with some definitions left open: what is known of it, and whether the aims hold there."""

    def __init__(self, core: c.Core, aims: Sequence[Aim], rules: c.Expr | None, open_: frozenset[str]) -> None:
        self.aims = aims
        self.meaning = LooseMeaning(core, open_)
        self.cells, promises = fresh_cells(core)
        limits = (*core.constraints, *([rules] if rules is not None else ()))
        every = [*promises, *(term(defined(self.meaning, limit, self.cells)) for limit in limits)]
        self.holds = self.truth(self.cells)
        self.known = z3.And([*every, *self.meaning.promises])

    def truth(self, cells: Cells, was: Cells | None = None) -> Z3:
        return _every(term(aim.truth(self.meaning, cells, was)) for aim in self.aims)


class _Steps:
    def __init__(
        self,
        core: c.Core,
        aims: Sequence[Aim],
        rules: c.Expr | None,
        open_: frozenset[str],
        seen: frozenset[str],
        seconds: float,
        between: bool,
    ) -> None:
        self.core, self.seen, self.between = core, seen, between
        self.whole = Whole(core, rules)
        self.until = time.monotonic() + seconds
        # Over a step, the first aim speaks of before and after; the others hold at every table.
        self.over, self.at = (aims[:1], aims[1:]) if between else ((), aims)
        self.looks = [_Look(core, self.at, rules, loose) for loose in dict.fromkeys((open_, frozenset[str]()))]
        for look in self.looks:
            look.meaning.until = self.until

    def prove(self, opinion: bool) -> Proof:
        look = self.looks[0]
        anywhere = self._because(look, [z3.Not(look.holds)], QUESTION / 10) if not self.between else None
        first = self._first(look) if anywhere is None else anywhere
        if first is None:
            return Proof(False, "it does not hold at first")
        found = [first]
        if self.between:
            # A choice that changes nothing keeps it too.
            still = self._because(look, [look.holds, z3.Not(self._between(look, look.cells))])
            if still is None:
                return Proof(False, "a choice that changes nothing does not keep it")
            found.append(still)
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
        everywhere = frozenset(range(c.OVER, lasting(self.core)))
        return Proof(True, "", len(found), ["aim"], agreed, texts, where=everywhere, whole=self.whole)

    def _first(self, look: _Look) -> Reason | None:
        rigid = {n: look.cells[n] for n, var in self.core.vars.items() if var.rigid}
        made = len(look.meaning.promises)
        cells, faults = look.meaning.initial(rigid)
        fine = look.meaning.promises[made:]
        fine += [term(SYMBOLIC.not_(fault.guard)) for fault in faults]
        return self._because(look, [*fine, z3.Not(look.truth(cells))])

    def _because(self, look: _Look, said: list[Z3], most: float = QUESTION / 2) -> Reason | None:
        left = min(most, self.until - time.monotonic())
        return because([look.known, *said], {}, None, left)

    def _between(self, look: _Look, after: Cells) -> Z3:
        return _every(term(aim.truth(look.meaning, after, look.cells)) for aim in self.over)

    def _kept(self, unit: Unit) -> list[Reason | None]:
        """Why some steps keep it: each part by itself, else all together; None at the end if neither is seen."""
        if not c.writes(self.core, unit[0]) & self.seen:
            return []
        found: list[Reason | None] = []
        for part in _parts(unit):
            found += self._kept(part)
            if found and found[-1] is None:
                break
        if found and found[-1] is not None:
            return found
        # What is easy with the definitions open may need the real ones.
        ways = (self._together(look, unit) for look in self.looks)
        return [next((reason for reason in ways if reason is not None), None)]

    def _together(self, look: _Look, unit: Unit) -> Reason | None:
        steps, locals_ = unit
        made = len(look.meaning.promises)
        play = look.meaning.look(look.cells)
        play.locals.update({name: SYMBOLIC.number(value) for name, value in locals_.items()})
        play.happen(steps, True)
        fine = [term(SYMBOLIC.not_(fault.guard)) for fault in play.faults]
        after = _every([look.truth(play.cells), *([self._between(look, play.cells)] if self.between else ())])
        return self._because(look, [look.holds, *look.meaning.promises[made:], *fine, z3.Not(after)])


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
        case _:
            pass


def loops(steps: tuple[c.Step, ...]) -> bool:
    """Whether there is a loop in it: those grow, and are cut up first."""
    return any(isinstance(step, c.Each) for step in c.substeps(steps))
