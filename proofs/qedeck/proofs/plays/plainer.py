"""A play with as little out of the ordinary as it needs: readings and parameters are put back to what is assumed.

In: decisions, the setting they were made with, and what the play shall show; out: the same decisions with a plainer
setting in which they still show it. Whoever reads the play need not wonder about values that have no part in it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from qedeck.proofs.plays.leeway import Setting
from qedeck.proofs.plays.roam import Roamer
from qedeck.proofs.plays.sample import Sampler, Spot, Taken
from qedeck.spec import core as c

Shows: TypeAlias = Callable[[Spot], bool]
PATIENCE = 4.0
"""Seconds after which a play is plain enough."""
MOST = 8
"""Into so many heaps go the values of a table that cannot all be put back."""


def plainer(spot: Spot, core: c.Core, shows: Shows, rules: c.Expr | None) -> Spot:
    """The spot with a plainer setting; the same one if none is allowed in which it shows what it shall."""
    return _Plainer(spot, core, shows, rules).spot_at_last()


class _Plainer:
    def __init__(self, spot: Spot, core: c.Core, shows: Shows, rules: c.Expr | None) -> None:
        self.spot, self.shows = spot, shows
        self.sampler = Sampler(core, given=rules)
        self.roamer = Roamer(self.sampler)
        self.until = time.monotonic() + PATIENCE
        roles = {name: core.vars[name].role for name in self.sampler.meaning.layout.init_order}
        self.open = [name for role in ("reading", "parameter") for name, is_ in roles.items() if is_ == role]

    def spot_at_last(self) -> Spot:
        if self._try({}):
            return self.spot
        before: Setting | None = None
        # What one value made necessary may be put back once that one is.
        while before != self.spot.fixed:
            before = self.spot.fixed
            for name in self.open:
                self._try({other: row for other, row in self.spot.fixed.items() if other != name})
            for name in self.open:
                cells = list(self._unusual(name))
                if len(cells) > 1:
                    self._put_back(name, cells)
        return self.spot

    def _unusual(self, name: str) -> Iterator[int]:
        now, assumed = self.spot.fixed[name], self._assumed(name)
        yield from (place for place, (is_, was) in enumerate(zip(now, assumed, strict=True)) if is_ != was)

    def _assumed(self, name: str) -> tuple[int, ...]:
        rest = {other: row for other, row in self.spot.fixed.items() if other != name}
        return tuple(self.sampler.meaning.initial(rest)[0][name])

    def _put_back(self, name: str, cells: Sequence[int]) -> None:
        """These values of a table, as many of them at once as can be."""
        now, assumed = list(self.spot.fixed[name]), self._assumed(name)
        for place in cells:
            now[place] = assumed[place]
        if self._try({**self.spot.fixed, name: tuple(now)}) or len(cells) == 1:
            return
        size = -(-len(cells) // (MOST if len(cells) > MOST else 2))
        for start in range(0, len(cells), size):
            self._put_back(name, cells[start : start + size])

    def _try(self, fixed: Setting) -> bool:
        """Whether the play shows the same with this setting, and what is assumed beside it: then it is the play now."""
        if time.monotonic() > self.until:
            return False
        cells, faults = self.sampler.meaning.initial(fixed, tuple(self.open))
        whole = self.sampler.allowed({name: cells[name] for name in self.open}) if not faults else None
        if whole is None:
            return False
        if whole == self.spot.fixed:
            return True
        there = self._retraced(whole, self.spot.path)
        if there is None or there.node != self.spot.node or not self.shows(there):
            return False
        self.spot = there
        return True

    def _retraced(self, fixed: Setting, path: Sequence[Taken]) -> Spot | None:
        """Where the same decisions lead; None if one of them cannot be made, or play does not stop as it did."""
        here = self.roamer.along(fixed, path)
        if here is not None and not here.end and self.spot.end and here.node is not None:
            # Nothing could be done there: that is so still, or it is another play.
            onward = self.roamer.on(here)
            here = onward if onward.end and onward.made == here.made else None
        return replace(here.spot, play=self.spot.play) if here is not None and here.end == self.spot.end else None
