"""Every position of a game that has millions of them: the claim is written into the rules, and the engine searches.

In: a Core and what shall hold; out: that it holds everywhere, or the shortest play that breaks it; nothing where there
are too many positions, or too many ways to set what the rulebook leaves open.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import islice

from qedeck.engine import Unfit
from qedeck.engine.search import Search
from qedeck.proofs.plays import explore
from qedeck.proofs.plays.checks import Watch, checked
from qedeck.proofs.plays.sample import Spot, Taken, follow
from qedeck.proofs.plays.walk import Fixed, TooMany, Walk
from qedeck.spec import core as c

MANY = 50
"""So many times more positions than without the engine."""
MEMORY = 2_000_000_000
FEW = 8
"""Ways to set parameters and readings that are each searched."""


@dataclass(frozen=True, slots=True)
class Swept:
    """All positions, and where the claim is first broken."""

    positions: int
    rate: float
    """Positions a second."""
    spot: Spot | None = None

    @property
    def seen(self) -> str:
        return f"all {self.positions:,} positions, {self.rate:,.0f} a second"


def swept(core: c.Core, watch: Watch, seconds: float) -> Swept | None:
    """What the search of every position comes to; None if it is not seen in time."""
    until = time.monotonic() + seconds
    walk = Walk(core)
    try:
        settings = walk.settings(watch.rules)
        if not explore.MOST or not 0 < len(settings) <= FEW:
            return None
        game, positions, spent = checked(core, [watch]), 0, 0.0
        for fixed in settings:
            search = Search(game, fixed, MEMORY // len(settings))
            search.most = min(search.most, MANY * explore.MOST)
            search.run(until - time.monotonic())
            if not search.complete:
                return None
            positions, spent = positions + search.positions, spent + search.seconds
            if search.stops()["undefined"]:
                spot = _first(walk, search, fixed)
                # A play that breaks off for another reason is not what was asked: others look further.
                return Swept(positions, positions / spent, spot) if spot is not None else None
    except (TooMany, Unfit, ImportError, TimeoutError):
        return None
    return Swept(positions, positions / max(spent, 1e-9))


def _first(walk: Walk, search: Search, fixed: Fixed) -> Spot | None:
    """The first position that the game with the claim breaks off in, played in the game as it is written."""
    number = next(k for k in range(search.positions) if search.stop(k) == "undefined")
    cells, _ = walk.meaning.initial(fixed)
    until = time.monotonic() + 60
    node, cells, end = walk.rest(walk.meaning.begin(cells), until)
    before, taken = None, list[Taken]()
    for at, choice in search.path(number):
        if node != at:
            return None
        step = next(islice(walk.moves(node, cells, explore.MOST), choice, None), None)
        if step is None:
            return None
        before = cells
        taken.append(step)
        node, cells, end = walk.rest(follow(walk.meaning, cells, step), until)
    return None if end == "undefined" else Spot(node, cells, end, before, fixed, 0, len(taken), taken)
