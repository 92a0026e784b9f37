"""`player q can tell X while E`, `player q can never tell X`, `reachable player q can tell X`: from all that q noticed.

Whether X is the same in all plays of which q has noticed the same. Small games are decided by all sets of positions
that a seat cannot tell apart. Beyond them two plays refute, looks at the table prove, and one such set shows.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.meaning import Meaning
from qedeck.proofs.formulas.lemma import holding_over, nowhere, verdict
from qedeck.proofs.kinds.hidden import seats_of
from qedeck.proofs.knowing.alike import Imitation, Pair
from qedeck.proofs.knowing.asked import Asking
from qedeck.proofs.knowing.beliefs import Belief, Beliefs
from qedeck.proofs.knowing.by_looks import by_looks
from qedeck.proofs.knowing.side_by_side import Traced, both_told, one_told
from qedeck.proofs.knowing.ways import Ways, ways
from qedeck.proofs.plays.given import given
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.checker.terms import both
from qedeck.spec.plain import counted
from qedeck.spec.properties import Claim, PropertyProgram

KINDS = t.TELLING
NEVER_THERE, ALWAYS_THE_SAME = "there is never such a player", "it is always the same"
UNPLAYABLE = "two plays that cannot be played again"
Budget: TypeAlias = tuple[float, float, bool]
"""Until when; how many seconds of it are for looks; and whether a second opinion is wanted."""
EXACT, LOOKS = 0.5, 0.25
"""How much of the time for all sets of positions, and for a proof by looks; the rest is for plays at random."""


def decide(program: PropertyProgram, claim: Claim, seconds: float, opinion: bool = True) -> Verdict:
    """Decided by all that somebody may know; else two plays, looks, or as far as we came."""
    assert claim.secret is not None
    core, assumed = program.core, given(program.core, program.assuming)
    where = claim.secret.where if assumed.position is None else both(assumed.position, claim.secret.where)
    told = replace(claim.secret, where=where)
    blank = verdict(program, claim, "random plays")
    seats = seats_of(core, told)
    if not seats:
        return replace(blank, grade=Grade.VACUOUS, detail=NEVER_THERE)
    start, asking = time.monotonic(), Asking(Meaning(core, CONCRETE), told)
    with ways(core, assumed.rules) as found:
        search = _Search(core, asking, seats, claim.kind, found)
        said = search.decide(blank, start + seconds * EXACT)
        if said is None and claim.kind != "can_tell":
            said = search.at_random(blank, start + seconds)
    if said is None and claim.kind == "can_tell":
        said = _in_pairs(core, asking, seats, assumed.rules, blank, (start + seconds, seconds * LOOKS, opinion))
    if said is None:
        detail = f"{search.seen()}; not complete: {search.reason}"
        said = replace(blank, grade=Grade.SAMPLED if search.concerned else Grade.UNKNOWN, detail=detail)
    return replace(said, seconds=time.monotonic() - start)


@dataclass
class _Search:
    """All that some seats may know, as far as it was looked at."""

    core: c.Core
    asking: Asking
    seats: list[int]
    kind: str
    ways: Ways
    concerned: bool = False
    """Whether the claim speaks of anybody somewhere."""
    varied: bool = False
    """Whether it is not always the same, by the same readings."""
    reason: str = ""
    sets: int = 0
    """How many sets of positions were looked at in which play stands somewhere."""
    each: list[Beliefs] = field(default_factory=list)
    _worth: dict[int, tuple[object, ...]] = field(default_factory=dict)

    def decide(self, blank: Verdict, until: float) -> Verdict | None:
        """By all sets of positions that look the same to a seat; None if they are too many, and none decides it."""
        blank, first = replace(blank, engine="exhaustive search"), dict[tuple[int, int], object]()
        for seat in self.seats:
            # A seat that takes too long leaves something to the others.
            left = (until - time.monotonic()) / (len(self.seats) - len(self.each))
            beliefs = Beliefs(self.ways, seat)
            self.each.append(beliefs)
            for belief, worths in self._sets(beliefs, beliefs.each(time.monotonic() + left)):
                self.varied |= any(first.setdefault((seat, belief.start), worth) != worth for worth in worths)
                said = self._decided(beliefs, belief, worths, blank)
                if said is not None:
                    return said
            self.reason = self.reason or beliefs.reason
        return self._complete(blank) if all(beliefs.complete for beliefs in self.each) else None

    def at_random(self, blank: Verdict, until: float) -> Verdict | None:
        """By the sets that a few plays come to."""
        for place, beliefs in enumerate(self.each):
            left = (until - time.monotonic()) / (len(self.each) - place)
            for belief, worths in self._sets(beliefs, beliefs.at_random(time.monotonic() + left)):
                said = self._decided(beliefs, belief, worths, blank)
                if said is not None:
                    return said
        return None

    def _sets(
        self, beliefs: Beliefs, found: Iterator[Belief]
    ) -> Iterator[tuple[Belief, list[tuple[object, ...]]]]:
        """Those in which play stands somewhere, with what is to be told at each place."""
        for belief in found:
            if belief.standing:
                self.sets += 1
                yield belief, [self._worth_at(beliefs.seat, number) for number in belief.standing]

    def _worth_at(self, seat: int, number: int) -> tuple[object, ...]:
        key = number * self.core.players + seat
        if key not in self._worth:
            self._worth[key] = self.asking.worth(seat, self.ways.stands[number].cells)
        return self._worth[key]

    def _decided(
        self, beliefs: Beliefs, belief: Belief, worths: list[tuple[object, ...]], blank: Verdict
    ) -> Verdict | None:
        stands, seat = belief.standing, beliefs.seat
        asked = [k for k, number in enumerate(stands) if self.asking.concerns(seat, self.ways.stands[number].cells)]
        self.concerned |= bool(asked)
        same = len(set(worths)) == 1
        if not asked or same is (self.kind == "can_tell"):
            return None
        here = asked[0]
        fixed, one = beliefs.path(belief, stands[here])
        if self.kind == "can_tell":
            there = next(k for k, worth in enumerate(worths) if worth != worths[here])
            other = beliefs.path(belief, stands[there])[1]
            return _told(both_told(self.core, self.asking, Pair(seat, fixed, one, other)), blank, Grade.REFUTED)
        who, many = self.core.domains["player"].members[seat], len(stands)
        fits = f"it is the same in all {many:,} positions that fit" if many > 1 else "no other position fits"
        detail = f"{who} can tell: {fits} what {who} has noticed"
        grade = Grade.SHOWN if self.kind == "may_tell" else Grade.REFUTED
        return _told(one_told(self.core, seat, fixed, one, detail), blank, grade)

    def _complete(self, blank: Verdict) -> Verdict:
        """Every set was looked at, and none refutes or shows it."""
        if not self.concerned:
            return replace(blank, grade=Grade.VACUOUS, detail=NEVER_THERE)
        if self.kind == "may_tell":
            return nowhere(blank, f"nobody can ever tell it, in {self.seen()}")
        if self.kind == "can_tell" and not self.varied:
            return replace(blank, grade=Grade.VACUOUS, detail=ALWAYS_THE_SAME)
        proved = replace(blank, grade=Grade.PROVED_SIZES, detail=f"all of {self.seen()}")
        return holding_over(proved, self.core, frozenset(self.core.vars))

    def seen(self) -> str:
        of_them = f"{counted(self.sets, 'set')} of {counted(len(self.ways.stands), 'position')}"
        return f"{of_them} that look the same to somebody"


def _in_pairs(
    core: c.Core, asking: Asking, seats: list[int], rules: c.Expr | None, blank: Verdict, budget: Budget
) -> Verdict:
    """Refuted by two plays, or proved by what is seen on the table."""
    until, seconds, opinion = budget
    imitation = Imitation(core, asking, rules)
    pair = imitation.hunt(seats, (until - time.monotonic() - seconds) / 2)
    if pair is None:
        said = by_looks(core, asking.told, rules, seats, blank, (seconds, opinion))
        if said.grade.good:
            return said
        pair = imitation.hunt(seats, until - time.monotonic())
        if pair is None:
            tried = f"{counted(imitation.pairs, 'pair')} of random plays that look the same to somebody; {said.detail}"
            return replace(blank, grade=Grade.SAMPLED if imitation.pairs else Grade.UNKNOWN, detail=tried)
    return _told(both_told(core, asking, pair), blank, Grade.REFUTED)


def _told(told: Traced | None, blank: Verdict, grade: Grade) -> Verdict:
    if told is None:
        return replace(blank, grade=Grade.FAULT, detail=UNPLAYABLE)
    shown, trace = told
    return replace(blank, grade=grade, detail=shown.detail, story=shown.story, trace=trace)
