"""`clauses exclusive`, `complete`, `alive`: the rows of every definition, held against every position.

Two rows that apply with different values (Q501), a position in which none applies (Q502), a row
that never applies. Where a definition cannot be asked (a place without a card), nothing is missing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property

from qedeck.proofs.formulas.arguments import Args, arguments, countable
from qedeck.proofs.formulas.lemma import holding_over, verdict
from qedeck.proofs.formulas.loose import Late, LooseMeaning
from qedeck.proofs.formulas.positions import visible
from qedeck.proofs.formulas.rows_alone import rows_alone
from qedeck.proofs.formulas.sheet import SOON, Sheet
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c
from qedeck.spec.properties import Claim, PropertyProgram

KINDS = ("clauses",)
CLAIMS = ("exclusive", "complete", "alive")

MANY = 2.0
"""How often the seconds of one question all definitions of a game may take together."""


def decide(program: PropertyProgram, claim: Claim, seconds: float, opinion: bool = True) -> Verdict:
    """Every definition with rows in turn; the first that breaks the claim is told.

    Its names say which of the three claims is meant, and of which definitions; no name: all of them.
    """
    blank, core = verdict(program, claim), program.core
    unsure, never, texts, seen, looked = [], [], [], frozenset[str](), 0
    agreed = {"z3", "cvc5"} if opinion else {"z3"}
    until = time.monotonic() + seconds * MANY
    claims = [name for name in CLAIMS if name in claim.names] or CLAIMS
    only = set(claim.names) - set(CLAIMS)
    for define in core.defines.values():
        if not isinstance(define.body, c.Cases) or (only and define.name not in only):
            continue
        if time.monotonic() > until:
            unsure.append(f"{define.name}: no time was left")
            continue
        if not countable(core, define):
            unsure.append(f"{define.name} can be asked too many things: not tried")
            continue
        asking = _Asking(program, define, define.body, verdict(program, claim), seconds, opinion)
        for said in asking.verdicts(claims):
            blank = replace(blank, seconds=blank.seconds + said.seconds)
            looked += 1
            texts.append(said.stated())
            if said.grade in (Grade.REFUTED, Grade.FAULT):
                return replace(said, seconds=blank.seconds)
            if said.grade is Grade.UNKNOWN:
                unsure.append(f"{define.name}: {said.detail}")
            elif said.detail:
                never.append(said.detail)
            agreed &= set(said.agreed) or agreed
        seen |= asking.seen
    if unsure:
        return replace(blank, detail="; ".join(unsure))
    done = replace(
        blank,
        grade=Grade.PROVED_SIZES if looked else Grade.VACUOUS,
        agreed=tuple(sorted(agreed, reverse=True)),
        detail="; ".join(dict.fromkeys(never)) if looked else "no definition has rows",
    )
    return holding_over(replace(done, smt="\n".join(texts)), core, seen)


@dataclass
class _Asking:
    """One definition: first its rows by themselves, and if that does not settle it, with all that they ask for."""

    program: PropertyProgram
    define: c.Define
    body: c.Cases
    blank: Verdict
    seconds: float
    opinion: bool

    @cached_property
    def alone(self) -> Sheet:
        rows = rows_alone(self.program.core, self.define)
        assert isinstance(rows.define.body, c.Cases)
        meaning = LooseMeaning(rows.core, rows.open)
        meaning.until = time.monotonic() + SOON
        args: list[Args] = [(None,) * len(self.define.params)]
        return Sheet(replace(self.program, core=rows.core), rows.define, rows.define.body, meaning, args)

    @cached_property
    def whole(self) -> Sheet:
        core = self.program.core
        meaning = LooseMeaning(core)
        meaning.until = time.monotonic() + self.seconds * MANY
        return Sheet(self.program, self.define, self.body, meaning, arguments(core, self.define))

    @property
    def seen(self) -> frozenset[str]:
        return visible(self.program.core, [self.body])

    def verdicts(self, claims: Iterable[str]) -> Iterator[Verdict]:
        for claim in claims:
            try:
                yield from getattr(self, claim)()
            except Late:
                yield replace(self.blank, detail="the time was up")

    def exclusive(self) -> Iterator[Verdict]:
        yield self._asked(Sheet.exclusive)

    def complete(self) -> Iterator[Verdict]:
        if self.body.default is None:
            yield self._asked(Sheet.complete)

    def alive(self) -> Iterator[Verdict]:
        yield from self.whole.alive(self.blank, self.seconds, self.opinion)

    def _asked(self, question: Callable[[Sheet, Verdict, float, bool], Verdict]) -> Verdict:
        with suppress(Late):
            soon = question(self.alone, self.blank, min(SOON, self.seconds), self.opinion)
            if soon.grade.good:
                return soon
        return question(self.whole, self.blank, self.seconds, self.opinion)
