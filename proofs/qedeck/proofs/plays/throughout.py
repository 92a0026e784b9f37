"""What shall hold throughout a play: one claim, several engines, cheapest first.

In: what shall hold at which nodes; out: a verdict. A few plays for what is plainly wrong, every position of a small
game, proofs without helper facts, very many plays, proofs with all there is, and in the end a search for short plays.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.play import Play
from qedeck.interpreter.state import Cells
from qedeck.proofs.formulas.lemma import holding_over, holds
from qedeck.proofs.formulas.positions import visible
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Number, Truth
from qedeck.proofs.plays.at_random import AtRandom
from qedeck.proofs.plays.checks import Watch
from qedeck.proofs.plays.everywhere import Search, sample, searched, told
from qedeck.proofs.plays.explore import explored
from qedeck.proofs.plays.given import hold_at
from qedeck.proofs.plays.hunt import Found, hunt, in_plain
from qedeck.proofs.plays.plainer import Shows
from qedeck.proofs.plays.sample import Sampler, Spot
from qedeck.proofs.steps.claimed import concluded, leaning, remembered, shown, with_lemmas
from qedeck.proofs.steps.induction import Aim, Lemma, Proof, prove
from qedeck.proofs.steps.piecewise import piecewise, without_one
from qedeck.proofs.steps.spacer import by_spacer
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c
from qedeck.spec.plain import counted

SOON = 0.15
"""How much of the time the quick proofs have at first: what they show at all, they mostly show soon."""
LONG = 60
"""A game of more blocks than this is rarely looked at as a whole: there they have half of the time, or more."""


@dataclass(frozen=True, slots=True)
class Always:
    """Something that shall hold at some nodes (None: at every decision and at the end), however play goes."""

    core: c.Core
    aim: Aim
    where: tuple[int, ...] | None
    rules: c.Expr | None
    broken: str | Callable[[Play], str]
    """What to say of a play that breaks it."""
    above: Callable[[float], Sequence[Lemma]] = lambda seconds: ()
    """What was claimed before, as far as it is proved in so many seconds."""
    hints: tuple[c.Expr, ...] = ()
    """The same, as it is claimed."""

    def at(self, node: int) -> bool:
        return self.where is None or node in self.where

    @property
    def _seen(self) -> frozenset[str]:
        return visible(self.core, [self.aim.term, *([self.aim.given] if self.aim.given is not None else ())])

    def decide(self, blank: Verdict, seconds: float, opinion: bool) -> Verdict:
        """A few plays first, for what is plainly wrong; then induction, more plays, bounded search."""
        start = time.monotonic()
        where = "position" if self.where is None else "end"
        watch = Watch(self.aim, where, self.rules) if self.where in (None, (c.OVER,)) else None
        every = Search(self.core, self._shows(), self.rules, self.broken, watch=watch)
        at_random = AtRandom(every, "do not break it", self._broken_there)
        quick = at_random.soon(blank, seconds)
        if quick.grade in (Grade.REFUTED, Grade.FAULT):
            return replace(quick, seconds=time.monotonic() - start)
        small = searched(every, blank, seconds - (time.monotonic() - start))
        if small is not None:
            return holding_over(small, self.core, self._seen)
        proof = concluded(self.core, self.aim, self.rules, seconds * 0.7, self.hints, self.where)
        soon = seconds * (SOON if len(self.core.blocks) <= LONG else 0.7 if self.hints else 0.5)
        if not proof.proved:
            proof = shown(self.core, self.aim, self.rules, soon, opinion, where=self.where, said=self.hints)
        if not proof.proved:
            quick = at_random.some(quick, seconds)
            if quick.grade in (Grade.REFUTED, Grade.FAULT):
                return replace(quick, seconds=time.monotonic() - start)
            proof = self._induction(seconds - (time.monotonic() - start), opinion)
        left = seconds - (time.monotonic() - start)
        if not proof.proved and left > 0:
            # What was too much at first may be seen with more patience.
            longer = shown(self.core, self.aim, self.rules, left / 2, opinion, where=self.where, said=self.hints)
            proof = longer if longer.proved else proof
        left = seconds - (time.monotonic() - start)
        if not proof.proved and left > 0:
            idea = by_spacer(self.core, self.aim, left / 3, opinion, self.where, self.rules)
            proof = idea if idea.proved else proof
        spent = time.monotonic() - start
        if proof.proved:
            remembered(self.core, self.aim, self.rules, seconds, proof)
            return holding_over(proved(replace(blank, seconds=spent), proof), self.core, self._seen)
        plays = at_random.long(blank, (seconds - spent) * 0.6)
        if plays.grade in (Grade.REFUTED, Grade.FAULT):
            return replace(plays, seconds=time.monotonic() - start)
        left = seconds - (time.monotonic() - start)
        found = hunt(self.core, self._breaks, left, given=self.rules)
        spent = time.monotonic() - start
        if found.play is not None and self._confirmed(found):
            play = in_plain(found, self.core, self._shows(), self.rules)
            broken = self.broken if isinstance(self.broken, str) else self.broken(play)
            detail = f"{broken}, after {counted(found.depth, 'step')}: no play shows it sooner"
            return told(replace(blank, engine="bounded search", seconds=spent), Grade.REFUTED, play, detail)
        if found.fault or found.play is not None:
            fault = found.fault or "the play does not show it"
            return replace(blank, grade=Grade.FAULT, seconds=spent, detail=f"a play that cannot be replayed: {fault}")
        return replace(self._undecided(plays, found, proof), seconds=spent)

    def _induction(self, seconds: float, opinion: bool) -> Proof:
        """The longer ways to a proof: with what is claimed above, and with helper facts."""
        start = time.monotonic()
        lemmas = self.above(seconds / 2)
        if lemmas:
            proof = leaning(self.core, self.aim, self.rules, seconds / 2, lemmas, self.where)
            if proof.proved:
                return proof
        if len(without_one(self.aim.term)) > 1:
            left = (seconds - (time.monotonic() - start)) / 2
            proof = piecewise(
                self.core, self.aim, self.rules, left, opinion and not lemmas, lemmas, self.where, by_cases=True
            )
            if proof.proved:
                return with_lemmas(proof, lemmas) if lemmas else proof
        left = max(seconds / 3, seconds - (time.monotonic() - start))
        return prove(self.core, self.aim, left * 0.7, opinion, self.where, self.rules)

    def _vacuous(self, seconds: float) -> bool:
        """Whether nothing that is assumed ever comes about."""
        sampler = Sampler(self.core, given=self.rules)
        if sampler.setting(0) is None:
            return True
        assumed = self.aim.given
        if assumed is None:
            return False
        met = Aim(assumed)
        every = explored(self.core, 0.0, self.rules)
        if every.complete:
            return every.first(lambda spot: hold_at(sampler.meaning, met, spot.cells)) is None
        seen = sample(self.core, lambda spot: hold_at(sampler.meaning, met, spot.cells), seconds / 2, self.rules, 200)
        if seen.spot is not None:
            return False
        return prove(self.core, Aim(assumed, True), seconds / 2, False, self.where, self.rules).proved

    def _undecided(self, plays: Verdict, found: Found, proof: Proof) -> Verdict:
        if found.complete:
            text = f"every play is over after {counted(found.depth, 'step')}"
            return replace(plays, grade=Grade.PROVED_SIZES, engine="bounded search", detail=text, agreed=("z3",))
        said = "; ".join(filter(None, (plays.detail, proof.reason)))
        if found.depth >= 1:
            said = f"up to {counted(found.depth, 'step')}; {said}"
            return replace(plays, grade=Grade.BOUNDED, engine="bounded search", detail=said)
        return replace(plays, detail=said)

    def _shows(self) -> Shows:
        meaning = Sampler(self.core).meaning

        def shows(spot: Spot) -> bool:
            node = c.OVER if spot.node is None else spot.node
            return spot.stands and self.at(node) and not hold_at(meaning, self.aim, spot.cells)

        return shows

    @property
    def _broken_there(self) -> c.Expr:
        """What to steer by for a play that breaks it."""
        broken = self.aim.term if self.aim.opposite else c.Op("not", (self.aim.term,))
        return broken if self.aim.given is None else c.Op("and", (self.aim.given, broken))

    def _breaks(self, meaning: Meaning[Truth, Number], node: int, cells: Cells) -> Truth:
        if not self.at(node):
            return False
        holding = holds(meaning, self.aim.term, cells)
        broken = holding if self.aim.opposite else SYMBOLIC.not_(holding)
        if self.aim.given is None:
            return broken
        return SYMBOLIC.and_(holds(meaning, self.aim.given, cells), broken)

    def _confirmed(self, found: Found) -> bool:
        play = found.play
        if play is None or not play.stands:
            return False
        node = c.OVER if play.node is None else play.node
        # The play went by the rules as they are written; the aim may ask for definitions that only this game has.
        return self.at(node) and not hold_at(Sampler(self.core).meaning, self.aim, play.cells)


def proved(blank: Verdict, proof: Proof) -> Verdict:
    """A verdict that rests on an induction."""
    detail = f"{counted(len(proof.smt), 'question')} about single steps"
    done = replace(blank, grade=Grade.PROVED_SIZES, engine=proof.engine, detail=detail, rests=proof.rests)
    return replace(done, agreed=proof.agreed, smt="\n".join(proof.smt))


def asked(core: c.Core, who: Iterable[str]) -> tuple[int, ...]:
    """The nodes at which one of these decides."""
    owners = set(who)
    return tuple(
        number
        for number, node in enumerate(core.nodes)
        if (node.owner.who if isinstance(node, c.Decision) else "chance") in owners
    )
