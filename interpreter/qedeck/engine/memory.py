"""Where the state of a game lies: a region for each variable that can change, constants for the others.

In: a Core and the values of its parameters and readings; out: regions, the first state, and
the two ways between Cells and a row of numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import prod

from qedeck.engine.ir import Region
from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells
from qedeck.spec import core as c

MOST_BITS = 64


class Memory:
    """Regions of one game with its parameters fixed; `unsettled`: but for these roles, which have regions, too."""

    def __init__(
        self, core: c.Core, fixed: Mapping[str, tuple[int, ...]] | None, unsettled: Collection[str] = ()
    ) -> None:
        self.core = core
        self.meaning: Meaning[bool, int] = Meaning(core, CONCRETE)
        self.layout = self.meaning.layout
        self.first, self.faults = self.meaning.initial(fixed)
        if not fixed:  # values that somebody fixed were allowed before
            self.faults += self.meaning.forbidden(self.first)
        self.unsettled = [name for name, var in core.vars.items() if var.rigid and var.role in unsettled]
        """What is only settled when a game begins."""
        self.rigid = {
            name: self.first[name] for name, var in core.vars.items() if var.rigid and name not in self.unsettled
        }
        self.regions: dict[str, Region] = {}
        """Those of the state, by variable."""
        self.others: list[Region] = []
        for name in core.vars:
            if name not in self.rigid:
                self.regions[name] = self._region(name)
        self._tables: dict[tuple[int, ...], Region] = {}

    def _region(self, name: str) -> Region:
        low, high = self.layout.ranges[name]
        sizes = self.layout.sizes[name]
        zone = self.core.zones.get(name)
        if zone is not None and zone.kind == "pile" and (low, high) == (0, 1) and sizes[-1] <= MOST_BITS:
            return Region(name, prod(sizes[:-1]), low, high, "state", bits=True)
        return Region(name, prod(sizes), low, high, "state")

    def scratch(self, name: str, count: int, low: int, high: int, bits: bool = False) -> Region:
        region = Region(name, count, low, high, "scratch", bits)
        self.others.append(region)
        return region

    def table(self, values: Sequence[int], bits: bool = False) -> Region:
        """Constants to look up; the same ones only once."""
        key = (int(bits), *map(int, values))
        if key not in self._tables:
            low, high = min(key[1:], default=0), max(key[1:], default=0)
            region = Region(f"table {len(self._tables)}", len(values), low, high, "table", bits, key[1:])
            self._tables[key] = region
            self.others.append(region)
        return self._tables[key]

    def depending(self) -> list[str]:
        """What is otherwise at first if that is settled otherwise: each after all that it depends on itself."""
        found = set(self.unsettled)
        for name in self.layout.init_order:
            if not self.core.vars[name].rigid and found & self.layout.seen_by([self.core.vars[name].init]):
                found.add(name)
        return [name for name in self.layout.init_order if name in found and name not in self.unsettled]

    # ---- between cells and a row of numbers ----------------------------------------------------

    def flatten(self, cells: Mapping[str, tuple[int, ...]]) -> list[int]:
        """The state as the program has it, region after region."""
        row: list[int] = []
        for name, region in self.regions.items():
            values = [int(value) for value in cells[name]]
            if region.bits:
                width = self.layout.sizes[name][-1]
                values = [
                    sum(bit << k for k, bit in enumerate(values[start : start + width]))
                    for start in range(0, len(values), width)
                ]
            row += values
        return row

    def cells(self, row: Sequence[int]) -> Cells:
        """The state as the interpreter has it."""
        rows: dict[str, tuple[int, ...]] = {}
        start = 0
        for name, region in self.regions.items():
            values = list(row[start : start + region.count])
            start += region.count
            if region.bits:
                width = self.layout.sizes[name][-1]
                values = [mask >> k & 1 for mask in values for k in range(width)]
            rows[name] = tuple(map(bool, values)) if self.layout.yes_no[name] else tuple(values)
        return Cells({name: self.rigid.get(name) or rows[name] for name in self.core.vars})
