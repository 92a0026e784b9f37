"""Every position of a game that has millions of them: the engine searches, and the reference plays what it finds.

In: a Core, and what is looked for; out: that no play comes there, or the shortest play that does; nothing where there
are too many positions, or too many ways to set what the rulebook leaves open. What is looked for is a claim, written
into the rules so that play breaks off where it does not hold; or how play stops.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import assert_never

from qedeck.engine import Unfit
from qedeck.engine.falls import deals, orders
from qedeck.engine.peeling import Peeling
from qedeck.engine.renaming import Renaming
from qedeck.engine.search import Search
from qedeck.interpreter.state import Cells
from qedeck.proofs.plays import explore, searches
from qedeck.proofs.plays.checks import Sought, Watch, checked, code
from qedeck.proofs.plays.sample import Spot, Taken, follow
from qedeck.proofs.plays.symmetry import renamed, renamed_step, symmetries
from qedeck.proofs.plays.walk import Fixed, TooMany, Walk
from qedeck.spec import core as c

MANY = 50
"""So many times more positions than without the engine."""
MEMORY = 2_000_000_000
PLAIN = 5.0
"""Seconds of searching after which it is worth asking whether positions are the same under other names."""
FEW = 8
"""Ways to set parameters and readings that are each searched."""
ENDLESS = 20
"""Positions from which play goes on by itself for ever that are looked at one by one."""


@dataclass(frozen=True, slots=True)
class Swept:
    """All positions, and where something is first shown."""

    positions: int
    """Those that are the same but for names count as one."""
    rate: float
    """Positions a second."""
    spot: Spot | None = None
    alike: bool = False

    @property
    def seen(self) -> str:
        names = ", the same under other names counted once" if self.alike else ""
        return f"all {self.positions:,} positions{names}, {self.rate:,.0f} a second"


def swept(core: c.Core, rules: c.Expr | None, sought: Sought, seconds: float) -> Swept | None:
    """What the search of every position comes to; None if it is not seen in time."""
    until, positions, spent = time.monotonic() + seconds, 0, 0.0
    try:
        sweeps = _sweeps(core, rules, sought.watch)
        for sweep in sweeps:
            spot = sweep.first(sought, until)
            positions, spent = positions + sweep.search.positions, spent + sweep.search.seconds
            if spot is None and not (sweep.search.complete and sweep.closed):
                return None
            if spot is not None:
                return Swept(positions, positions / max(spent, 1e-9), spot)
    except (TooMany, Unfit, ImportError, TimeoutError):
        return None
    alike = any(sweep.renamings for sweep in sweeps)
    return Swept(positions, positions / max(spent, 1e-9), alike=alike) if sweeps else None


@dataclass(frozen=True, slots=True)
class Rounds:
    """How long plays can be: a play that comes back, with the decisions before its circle; else the most decisions."""

    seen: str
    spot: Spot | None = None
    since: int = 0
    longest: int = 0


def rounds(core: c.Core, rules: c.Expr | None, all_decisions: bool, seconds: float) -> Rounds | None:
    """Whether some play comes back to where it was; None if that is not seen in time."""
    until, positions, spent, longest = time.monotonic() + seconds, 0, 0.0, 0
    try:
        sweeps = _sweeps(core, rules, None)
        for sweep in sweeps:
            # A play that goes on by itself for very long stops there: whether in a circle, the reference finds out.
            spot = sweep.first(Sought(stop="endless"), until)
            if spot is not None:
                return Rounds("", spot, spot.made) if spot.end == "long" else None
            if not sweep.search.complete:
                return None
            peeling = Peeling(sweep.search, all_decisions).run(until - time.monotonic())
            if not peeling.done:
                return None
            if peeling.circles:
                # Under other names a circle may come back somewhere else: it would have to be walked several times.
                found = None if sweep.renamings else peeling.lasso(until - time.monotonic())
                return None if found is None else sweep.round(*found)
            positions += sweep.search.positions
            spent += sweep.search.seconds + peeling.seconds
            longest = max(longest, peeling.longest)
    except (TooMany, Unfit, ImportError, TimeoutError):
        return None
    return Rounds(Swept(positions, positions / max(spent, 1e-9)).seen, longest=longest) if sweeps else None


# ---- one setting ---------------------------------------------------------------------------------


class _Sweep:
    """The search of a game with one setting, and the reference beside it."""

    def __init__(self, walk: Walk, fixed: Fixed, game: c.Core, memory: int) -> None:
        self.walk, self.fixed, self.game, self.memory = walk, fixed, game, memory
        self.renamings: list[Renaming] | None = None
        """Under which the game is the same; None as long as nobody has looked."""

    @cached_property
    def kept(self) -> searches.Kept:
        return searches.Kept(self.game, self.fixed, self.renamings or ())

    @cached_property
    def search(self) -> Search:
        made = self.kept.load(self.memory) or Search(self.game, self.fixed, self.memory, self.renamings or ())
        made.most = min(made.most, MANY * explore.MOST)
        made.instance.set("most", made.most)
        return made

    def _fewer(self, seconds: float) -> None:
        """Look for positions that are the same but for names; if there are any, the search begins anew."""
        self.renamings = symmetries(self.game, self.fixed, seconds)
        if self.renamings:
            self.kept.remove()
            del self.kept, self.search

    @property
    def closed(self) -> bool:
        """Whether play really never goes on where the engine gave up waiting for it."""
        found = list(islice(self.search.stopping("endless"), ENDLESS + 1))
        return len(found) <= ENDLESS and all(self.spot(number).end == "long" for number in found)

    def first(self, sought: Sought, until: float) -> Spot | None:
        """The first position that shows what is sought, searching on as far as that is needed."""
        found: list[Spot] = []
        asked: set[int] = set()

        def looked(search: Search) -> bool:
            for number in search.stopping("undefined" if sought.watch is not None else sought.stop):
                if number in asked:
                    continue
                asked.add(number)
                spot = self._shown(number, sought)
                if spot is not None:
                    found.append(spot)
                    return True
            return False

        if self.renamings is None and (sought.watch is not None or sought.stop == "stuck"):
            # What is undefined has a place in the rules, and that may be another one under other names.
            self.kept.run(self.search, min(until, time.monotonic() + PLAIN), looked)
            left = until - time.monotonic()
            if not found and not self.search.complete and left > 0:
                self._fewer(left / 3)
                asked.clear()
        if not found:
            self.kept.run(self.search, until, looked)
        return found[0] if found or looked(self.search) else None

    def _shown(self, number: int, sought: Sought) -> Spot | None:
        fault = self.search.fault(number)
        if sought.watch is None:
            spot = self.spot(number)
            return spot if sought.shows(spot) else None
        # A play that breaks off for another reason is not what was asked.
        return self.spot(number) if fault is not None and fault[0] == code(0) else None

    def spot(self, number: int, more: list[tuple[int, int]] | None = None) -> Spot:
        """A position by the shortest way there, and `more`, played in the game as it is written."""
        until = time.monotonic() + 60
        at = self.walk.begin(self.fixed, until)
        spot = Spot(at.node, at.cells, at.end, None, self.fixed, 0, 0, [], at.code)
        places: list[int | None] = [*self.search.way(number)[:-1], *(None for _ in more or ())]
        for place, (node, choice) in zip(places, [*self.search.path(number), *(more or ())], strict=True):
            if spot.node != node:
                raise AssertionError("the engine and the reference part")
            step = self._taken(node, spot.cells, choice)
            if self.renamings and place is not None:
                step = self._as_called(place, spot.cells, step)
            at, before = self.walk.rest(follow(self.walk.meaning, spot.cells, step), until), spot.cells
            spot = Spot(at.node, at.cells, at.end, before, self.fixed, 0, spot.made + 1, [*spot.taken, step], at.code)
        if spot.node is None or spot.end:
            return spot
        end, code = self.walk.halt(spot.node, spot.cells)
        return replace(spot, end=end, code=code)

    def _as_called(self, place: int, cells: Cells, step: Taken) -> Taken:
        """What was chosen in a position that was kept for this one, as it is called here."""
        kept = self.search.table(place)[1]
        own = Cells({name: kept[name] for name in self.walk.core.vars})
        for renaming in (None, *(self.renamings or ())):
            there = own if renaming is None else renamed(self.walk.core, renaming, own)
            if there == cells:
                return step if renaming is None else renamed_step(self.walk.core, renaming, step)
        raise AssertionError("a position that is the same as none")

    def _taken(self, node: int, cells: Cells, number: int) -> Taken:
        """The action of a number, or which way the cards fell."""
        point = self.walk.core.nodes[node]
        match point:
            case c.Decision():
                option = next(k for k, end in enumerate(self.search.program.bases(point)[1:]) if number < end)
                number -= self.search.program.bases(point)[option]
                values: list[int] = []
                sizes = self.search.program.sizes(point.options[option])
                for (low, size), pick in reversed(list(zip(sizes, point.options[option].picks, strict=True))):
                    number, rest = divmod(number, size)
                    values.append(bool(rest + low) if isinstance(pick.type, c.YesNo) else rest + low)
                return Taken(node, option, tuple(values[::-1]))
            case c.DealDecision():
                outcome = next(islice(deals(*self.walk.dealt(node, cells)), number, None))
                return Taken(node, outcome=tuple(map(tuple, outcome)))
            case c.ShuffleDecision():
                order = next(islice(orders(self.walk.shuffled(node, cells)), number, None))
                return Taken(node, outcome=(tuple(order),))
            case _:
                assert_never(point)

    def round(self, number: int, steps: list[tuple[int, int]]) -> Rounds:
        """The play that comes to a position and, by these steps, back to it."""
        spot = self.spot(number, steps)
        return Rounds("", spot, spot.made - len(steps))


_LAST: dict[str, list[_Sweep]] = {}
"""The last game that was searched as it is written: several questions look at the same positions."""


def _sweeps(core: c.Core, rules: c.Expr | None, watch: Watch | None) -> list[_Sweep]:
    """A search for each setting; none if there are too many of them. Raises TooMany, Unfit, ImportError."""
    key = searches.key(core, {}, repr((rules, explore.MOST)))
    if watch is None and key in _LAST:
        return _LAST[key]
    _LAST.clear()
    if not explore.MOST:
        return []
    walk = Walk(core)
    settings = walk.settings(rules)
    if len(settings) > FEW:
        return []
    game = core if watch is None else checked(core, [watch])
    made = [_Sweep(walk, fixed, game, MEMORY // len(settings)) for fixed in settings]
    if watch is None:
        _LAST[key] = made
    return made
