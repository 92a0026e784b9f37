"""Twin plays: the same choices, but for one that a seat did not see. Does that seat ever notice which play it is in?

In: a Core and what shall be hidden; out: two plays that part although nothing should tell them apart, or how many
pairs were compared. Random, so quick to refute and never a proof.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from qedeck.interpreter.chance import PLAYERS, Chance
from qedeck.interpreter.state import Arrival, Cells, Telling
from qedeck.proofs.hidden.looks import heard, table
from qedeck.proofs.hidden.unseen import Unseen
from qedeck.proofs.plays.leeway import Setting
from qedeck.proofs.plays.sample import Sampler, Spot, Taken, by_itself, follow
from qedeck.spec import core as c
from qedeck.spec.properties import Secret

LONG, SHORT = 10_000, 2
"""Steps for which two plays are compared: most leaks show at once, and many short pairs find them sooner."""
SETTINGS = 20
"""So many plays get their turn at least, each with readings and parameters of its own."""
LOOPS = 500
"""Steps in a row that nobody decides; no game of cards has so many."""


@dataclass(frozen=True, slots=True)
class After:
    """What a play came to, and what was told meanwhile; `fault` if the rules say nothing."""

    node: int | None
    cells: Cells
    fault: str
    told: tuple[Telling[bool, int], ...]


def _told(moments: list[After]) -> tuple[Telling[bool, int], ...]:
    return tuple(telling for moment in moments for telling in moment.told)


def _moments(one: list[After], two: list[After]) -> Iterator[tuple[After, After]]:
    """The moments of one step in both plays, side by side; from where they go different ways, all the rest at once."""
    for place, (here, there) in enumerate(zip(one, two, strict=False)):
        last = here is one[-1] and there is two[-1]
        if last or (here.node == there.node and here is not one[-1] and there is not two[-1]):
            yield here, there
        else:
            rests = (one[place:], two[place:])
            here, there = (replace(rest[-1], told=_told(rest)) for rest in rests)
            yield here, there
            return


@dataclass(frozen=True, slots=True)
class Leak:
    """Two plays that a seat (counted from 0) can tell apart after the last step; `offered`: by what it may choose."""

    seat: int
    fixed: dict[str, tuple[int, ...]]
    one: tuple[Taken, ...]
    other: tuple[Taken, ...]
    parts: int
    """The step in which they differ."""
    offered: bool = False


@dataclass(frozen=True, slots=True)
class Suspicion:
    """How the rulebook is read where a step may show it; `at`: the choice that may part the plays and show it."""

    readings: Setting
    at: int | None = None


@dataclass
class Hunt:
    """What a search came to."""

    leak: Leak | None = None
    pairs: int = 0
    """How many pairs of plays were compared in which the secret differs."""
    whole: int = 0
    """Those that were compared until it need not be hidden any longer, or the game was over."""


class Twins:
    """Pairs of plays of one Core, for one secret."""

    def __init__(self, core: c.Core, secret: Secret, given: c.Expr | None) -> None:
        self.core = core
        self.secret = secret
        self.sampler = Sampler(core, given=given)
        self.meaning = self.sampler.meaning
        self.unseen = Unseen(self.sampler, secret)
        self._open: set[tuple[int, int, int]] = set()
        """Options whose card a seat was seen to see: not worth another try."""

    def hunt(self, seats: list[int], seconds: float, count: int, suspicion: Suspicion | None = None) -> Hunt:
        """Random plays, each beside some twins; after a leak, a little longer for one after fewer steps.

        What is under suspicion is looked at in the first plays and in every other one.
        """
        until, found = time.monotonic() + seconds, Hunt()
        longer = min(2.0, seconds / 4)
        # What leaks with one reading only shows soonest where that alone is read the other way.
        settings = list(islice(self.sampler.settings(), SETTINGS))
        special = self.sampler.allowed({**settings[0], **suspicion.readings}) if settings and suspicion else None
        for number in range(count if settings else 0):
            if time.monotonic() > until:
                break
            closely = suspicion is not None and special is not None and (number < SETTINGS or number % 2 == 0)
            fixed = special if closely and special is not None else settings[number % len(settings)]
            at = suspicion.at if closely and suspicion is not None else None
            spots = self._spots(number, fixed, at)
            chance, turn = Chance(number, PLAYERS), time.monotonic() + seconds / SETTINGS
            for place, spot in enumerate(spots):
                if time.monotonic() > turn or (found.leak is not None and spot.made + 1 >= len(found.leak.one)):
                    break
                if at is not None and spot.node != at:
                    continue
                step = spot.taken[spot.made]
                for seat in seats:
                    if (step.node, step.option, seat) in self._open:
                        continue
                    for other in self.unseen.others(spot, seat, chance):
                        far = LONG if chance.below(8) == 0 else SHORT
                        leak = self._compare(spots[place:], other, seat, found, far)
                        if leak and (found.leak is None or len(leak.one) < len(found.leak.one)):
                            until = min(until, time.monotonic() + longer) if found.leak is None else until
                            found.leak = leak
                    if time.monotonic() > until:
                        return found
        return found

    def _spots(self, number: int, fixed: Setting, at: int | None) -> list[Spot]:
        """Where somebody decides in one play; only as far as the first choice at a node, if one is named."""
        found = []
        for spot in self.sampler.play(number, fixed):
            if at is not None and spot.taken and spot.taken[-1].node == at:
                break
            if self._decided(spot):
                found.append(spot)
        return found

    def _decided(self, spot: Spot) -> bool:
        """Whether somebody or chance decided here, and play went on."""
        return spot.node is not None and not spot.end and not by_itself(self.core, spot.node)

    # ---- side by side ----------------------------------------------------------------------------------

    def _compare(self, spots: list[Spot], other: Taken, seat: int, found: Hunt, far: int) -> Leak | None:
        first = spots[0]
        path, step = first.taken, first.taken[first.made]
        one, two = self.after(first.cells, step), self.after(first.cells, other)
        if self.unseen.openly(step, _told(one), seat) or self.unseen.openly(other, _told(two), seat):
            self._open.add((step.node, step.option, seat))
            return None
        point = self.core.nodes[step.node]
        lenient = isinstance(point, c.Decision) and point.owner.who in ("chance", "moderator")
        differed = False
        for made in range(first.made, min(first.made + far, len(path))):
            for here, there in _moments(one, two):
                if here.fault or there.fault:
                    return None
                if self._done(here, seat) or self._done(there, seat):
                    found.whole += differed
                    return None
                if not differed and self._hidden(here, seat) != self._hidden(there, seat):
                    differed = True
                    found.pairs += 1
                shown = self._apart(here, there, seat)
                if shown:
                    # What is seen at once of what chance or the moderator picked is the pick itself.
                    blamed = differed and not (lenient and made == first.made) and self._meant(here, there, seat)
                    return self._leak(first, made, other, seat, shown == "offered") if blamed else None
            if here.node != there.node or here.node is None or made + 1 == len(path):
                found.whole += differed and here.node is None
                return None
            step = path[made + 1]
            if step.node != here.node or not self.unseen.legal(there.cells, step):
                return None
            one, two = self.after(here.cells, step), self.after(there.cells, step)
        return None

    def _leak(self, first: Spot, made: int, other: Taken, seat: int, offered: bool) -> Leak:
        one = tuple(first.taken[: made + 1])
        two = (*one[: first.made], other, *one[first.made + 1 :])
        return Leak(seat, dict(first.fixed), one, two, first.made, offered)

    def after(self, cells: Cells, step: Taken) -> list[After]:
        """What one step comes to, and each moment of what follows by itself."""
        arrival: Arrival[bool, int]
        (arrival,) = follow(self.meaning, cells, step)
        found: list[After] = []
        for _ in range(LOOPS):
            fault = arrival.faults[0].code if arrival.faults else ""
            node = None if fault else arrival.node
            found.append(After(node, arrival.cells, fault, tuple(arrival.tellings)))
            if node is None or not by_itself(self.core, node):
                break
            (arrival,) = self.meaning.advance(arrival.cells, node, 0, ())
        return found

    def _apart(self, one: After, two: After, seat: int) -> str:
        """How a seat can tell the two plays apart: shown, offered, or not at all."""
        if heard(one.told, seat) != heard(two.told, seat) or (one.node is None) != (two.node is None):
            return "shown"
        if table(self.meaning, seat, one.cells) != table(self.meaning, seat, two.cells):
            return "shown"
        if one.node is None:
            over = [(after.cells["ended"], after.cells["winner"]) for after in (one, two)]
            return "shown" if over[0] != over[1] else ""
        if one.node != two.node:
            return ""
        return self._asked_apart(one, two, one.node, seat)

    def _asked_apart(self, one: After, two: After, node: int, seat: int) -> str:
        """Whether a seat sees that another one is asked, or may choose something else itself."""
        point = self.core.nodes[node]
        asked = [self.unseen.who(after.cells, Taken(node)) for after in (one, two)]
        if not isinstance(point, c.Decision):
            return ""
        noticed = [self.meaning.notices(after.cells, node, seat) for after in (one, two)]
        if seat not in asked and noticed[0] != noticed[1]:
            return "shown"
        if seat not in asked and not any(noticed) and point.owner.who != "anyone":
            return ""
        if asked[0] != asked[1]:
            return "shown"
        if asked[0] != seat and point.owner.who not in ("anyone", "table"):
            return ""
        each = self.sampler.rules.choices.each
        offers = [list(each(after.cells, node, None)) for after in (one, two)]
        if point.owner.who == "anyone":
            offers = [[action for action in offer if action.player == seat + 1] for offer in offers]
        return "offered" if offers[0] != offers[1] else ""

    def _meant(self, one: After, two: After, seat: int) -> bool:
        """Whether it shall be hidden from this seat here, in both plays."""
        asked = [self.meaning.value(self.secret.where, after.cells, {self.secret.local: seat}) for after in (one, two)]
        return all(bool(holds) and not faults for holds, faults in asked)

    def _hidden(self, after: After, seat: int) -> list[object]:
        """What shall be hidden; undefined is a value of its own."""
        asked = [self.meaning.value(term, after.cells, {self.secret.local: seat}) for term in self.secret.terms]
        return [None if faults else value for value, faults in asked]

    def _done(self, after: After, seat: int) -> bool:
        """Whether it need not be hidden any longer."""
        if self.secret.until is None:
            return False
        holds, faults = self.meaning.value(self.secret.until, after.cells, {self.secret.local: seat})
        return bool(holds) and not faults
