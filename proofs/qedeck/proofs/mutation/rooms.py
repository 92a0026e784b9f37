"""Tables at which claims are watched: readings and parameters for which they say something, and who holds there.

In: a game as it is written and its claims; out: rooms, each a setting with the claims that very many plays of that
game do not break in it. A mutant is played in one room after the other: whoever is broken there has noticed it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

import z3

from qedeck.engine import Engine
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.position import Rules
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Number, Truth, term
from qedeck.proofs.formulas.symbols import fresh_cells
from qedeck.proofs.mutation.watching import Seen, Watched, broken_in, seen_again, speaking, with_checks
from qedeck.proofs.plays.leeway import Leeway, Setting
from qedeck.proofs.plays.many import in_turns
from qedeck.proofs.plays.sample import LONGEST, Sampler
from qedeck.spec import core as c
from qedeck.spec.checker.terms import both, same
from qedeck.spec.texts import Texts

GAMES, OFTEN = 1000, 4000
"""Games of a mutant in one room; and of the game as it is written, to see which claims hold there."""
DRAWN = (0, 3)
"""Of each setting that claims ask for: as assumed, as far as they allow it, and drawn."""
MORE = 24
"""Rooms for no claim in particular."""


@dataclass(frozen=True, slots=True)
class Room:
    """A setting, and the claims that hold there: by property and place."""

    setting: Setting
    fair: frozenset[tuple[str, int]]


class Rooms:
    """The rooms of one game, made when somebody comes there."""

    def __init__(self, core: c.Core, claims: Sequence[Watched]) -> None:
        self.core, self.claims = core, claims
        self.spent = 0.0
        """Seconds that went into making rooms."""
        self._settings = list(_settings(core, claims))
        self._heard = [speaking(core, claims, setting) for setting in self._settings]
        self._made: dict[int, Room] = {}

    def nearest(self, near: set[tuple[str, int]]) -> list[int]:
        """The numbers of all rooms; first those in which most of these claims say something."""

        def hearing(place: int) -> int:
            return sum((claim.property, claim.claim) in near for claim in self._heard[place])

        return sorted(range(len(self._settings)), key=lambda place: -hearing(place))

    def __getitem__(self, place: int) -> Room:
        if place not in self._made:
            start = time.process_time()
            self._made[place] = Room(self._settings[place], self._fair(place))
            self.spent += time.process_time() - start
        return self._made[place]

    def _fair(self, place: int) -> frozenset[tuple[str, int]]:
        left, setting = self._heard[place], self._settings[place]
        while left:
            tally = Engine(with_checks(self.core, left)).playouts(setting, 1, OFTEN, LONGEST)
            broken = [claim for claim, _ in broken_in(tally, left)[0]]
            # What breaks a game off hides what comes after it: the same once more without.
            left = [claim for claim in left if claim not in broken]
            if not broken:
                break
        return frozenset((claim.property, claim.claim) for claim in left)


def noticed_in(rooms: Rooms, places: list[int], core: c.Core, claims: Sequence[Watched], seconds: float) -> Seen:
    """The first claim that plays of another game break in one of these rooms; those that were used are taken out."""
    leeway = Leeway(Rules(core, Texts()).meaning, 1, None)
    until, spent, undefined = time.process_time() + seconds, rooms.spent, False
    while places and time.process_time() < until + rooms.spent - spent:
        room = rooms[places.pop(0)]
        heard = [claim for claim in claims if (claim.property, claim.claim) in room.fair]
        if not heard or not leeway.allows(room.setting):
            continue
        game = with_checks(core, heard)
        tally = Engine(game).playouts(room.setting, 1, GAMES, LONGEST)
        broken, breaks_off = broken_in(tally, heard)
        undefined = undefined or breaks_off
        for claim, at in broken:
            if seen_again(game, room.setting, at, claim, heard):
                return Seen((claim,), undefined)
    return Seen((), undefined)


# ---- settings ------------------------------------------------------------------------------------


def _settings(core: c.Core, claims: Sequence[Watched]) -> Iterator[Setting]:
    """As assumed, then for what claims assume, as many as possible at once, then by turns whatever is open."""
    usual = Sampler(core)
    known: list[Setting] = []
    groups = _groups(core, list({repr(w.rules): w.rules for w in claims if w.rules is not None}.values()))
    drawn = (Sampler(core, 1, given).drawn(number) for number in DRAWN for given in groups)
    for setting in chain((usual.setting(0),), drawn, islice(in_turns(usual), MORE)):
        if setting is not None and setting not in known:
            known.append(setting)
            yield setting


def _groups(core: c.Core, rules: Sequence[c.Expr]) -> list[c.Expr]:
    """What claims assume of readings and parameters, put together wherever they allow each other; the rest as usual."""
    meaning: Meaning[Truth, Number] = Meaning(core, SYMBOLIC)
    cells, promises = fresh_cells(core)
    solver = z3.Solver()
    solver.set("timeout", 2000)
    solver.add(*promises)

    def holding(limit: c.Expr) -> list[object]:
        holds, faults = meaning.value(limit, cells)
        return [term(holds), *(z3.Not(term(fault.guard)) for fault in faults)]

    for limit in core.constraints:
        solver.add(*holding(limit))
    groups: list[tuple[list[c.Expr], list[object]]] = []
    for rule in rules:
        asked = holding(rule)
        for members, terms in groups:
            if solver.check(*terms, *asked) == z3.sat:
                members.append(rule)
                terms += asked
                break
        else:
            groups.append(([rule], asked))
    readings = [name for name, var in core.vars.items() if var.role == "reading"]
    found = []
    for members, _ in groups:
        named = meaning.layout.seen_by(members)
        found.append(both(*members, *(same(c.Read(name), c.Const(0)) for name in readings if name not in named)))
    return found
