"""Random plays for what a search looks for: some by the reference, very many by the engine.

In: a Search; out: the verdict with the play that was found, or what so many plays are worth that do not show it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from qedeck.proofs.formulas.lemma import holding_over
from qedeck.proofs.plays.everywhere import QUICK, SOME, Search, sample, searched, shown
from qedeck.proofs.plays.many import many
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c
from qedeck.spec.plain import counted

Prove: TypeAlias = Callable[[float], Verdict]
"""A proof in so many seconds, or why there is none."""
Hunt: TypeAlias = Callable[[Verdict, str, float], Verdict]
"""Every short play at once, after what plays came to and why there was no proof."""
PLAYS = 4000
"""How many the reference plays at most."""


@dataclass(frozen=True, slots=True)
class AtRandom:
    """Plays that may come upon something that shall not be found."""

    search: Search
    vain: str
    """What is said of plays that do not: so many random plays do not break it."""
    toward: c.Expr | None = None
    """What to steer by, once luck was not enough."""

    def decide(self, blank: Verdict, seconds: float, prove: Prove, hunt: Hunt) -> Verdict:
        """Every position of a small game; else a few plays, a proof, many plays, and all short ones at once."""
        start, core = time.monotonic(), self.search.core
        said = searched(self.search, blank, seconds)
        if said is None:
            said = self.soon(blank, seconds)
        if not _settled(said):
            said = self.some(blank, seconds)
        if not _settled(said):
            proof = prove((seconds - (time.monotonic() - start)) * 0.8)
            said = proof if proof.grade.good else self.long(blank, (seconds - (time.monotonic() - start)) / 2)
            if not _settled(said):
                said = hunt(said, proof.detail, seconds - (time.monotonic() - start))
        return holding_over(replace(said, seconds=time.monotonic() - start), core, frozenset(core.vars))

    def soon(self, blank: Verdict, seconds: float) -> Verdict:
        """A few, before anything else: for what is plainly wrong."""
        return self._by_reference(blank, min(1.5, seconds / 15), QUICK, None)

    def some(self, blank: Verdict, seconds: float) -> Verdict:
        """By the engine, before the longer proofs."""
        return self.by_engine(blank, min(SOME, seconds / 10))

    def long(self, blank: Verdict, seconds: float) -> Verdict:
        """With patience: by the engine, then by the reference, steered."""
        swift = self.by_engine(blank, seconds / 2)
        if _settled(swift):
            return swift
        steered = self._by_reference(blank, seconds / 2, PLAYS, self.toward)
        return swift if swift.detail and not _settled(steered) else steered

    def by_engine(self, blank: Verdict, seconds: float) -> Verdict:
        """Very many plays; none where the engine cannot play the game."""
        blank, search = replace(blank, engine="random plays"), self.search
        if seconds <= 0 or not (search.watch or search.stop):
            return self._worth(blank, 0)
        found = many(search.core, search.sought, search.rules, seconds)
        return self._worth(blank, found.plays) if found.spot is None else shown(search, blank, found.spot)

    def _by_reference(self, blank: Verdict, seconds: float, count: int, toward: c.Expr | None) -> Verdict:
        blank, search = replace(blank, engine="random plays"), self.search
        found = sample(search.core, search.shows, seconds, search.rules, count, toward)
        return self._worth(blank, found.plays) if found.spot is None else shown(search, blank, found.spot)

    def _worth(self, blank: Verdict, plays: int) -> Verdict:
        """What so many plays are worth: no evidence for what is wanted; and if there were none, nothing is said."""
        grade = Grade.SAMPLED if plays and not self.search.wanted else Grade.UNKNOWN
        return replace(blank, grade=grade, detail=f"{counted(plays, 'random play')} {self.vain}" if plays else "")


def _settled(said: Verdict) -> bool:
    return said.grade.decided or said.grade is Grade.FAULT
