"""What a seat sees now, as numbers from 0 to 1: a Core in; for a position and a seat, an array out.

First who one is and what one is asked, then every zone and every remembered value as far as its traits let
one see it, and cards that one remembers. A number is its share of the range; a card, a player or a word is one place
for each that it might be. As long for every seat. What a seat sees in some positions only has its places in all of
them: first whether it is seen, then what is seen, or zeros.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from math import prod
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from qedeck.interpreter.layout import type_range
from qedeck.interpreter.position import Position
from qedeck.spec import core as c

Numbers: TypeAlias = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Part:
    """Some cells of a variable, from `start` to `stop`. Where only `presence` is seen: whether a card lies there.

    `when`: the sight by which they are seen, and whose they are, if that depends on the position. `known`: the variable
    that says of each cell whether it is remembered, and where in it; what is not remembered is zeros.
    """

    var: str
    start: int
    stop: int
    low: int
    high: int
    words: bool
    presence: bool = False
    when: tuple[c.Expr, int | None] | None = None
    known: tuple[str, int] | None = None


class Plan:
    """Where each cell that a seat sees comes to stand in the array."""

    def __init__(self, parts: list[Part], start: int) -> None:
        self.parts = parts
        shares: list[tuple[int, int, int, int]] = []
        words: list[tuple[int, int]] = []
        lying: list[tuple[int, int]] = []
        cell = 0
        self.open: list[tuple[c.Expr, int | None, int, int]] = []
        """What is seen in some positions only: the sight, whose it is, and its places in the array."""
        self.recalled: list[tuple[str, int, int, int]] = []
        """What is there only while it is remembered: the variable and cell that say so, and its places in the array."""
        for part in parts:
            width = part.high - part.low + 1
            first = start
            start += part.when is not None
            for k in range(part.stop - part.start):
                if part.known is not None:
                    self.recalled.append((part.known[0], part.known[1] + k, start, start + width))
                if part.presence:
                    lying.append((cell, start))
                elif part.words:
                    words.append((cell, start - part.low))
                else:
                    shares.append((cell, start, part.low, max(1, width - 1)))
                start += width if part.words else 1
                cell += 1
            if part.when is not None:
                self.open.append((*part.when, first, start))
        self.cells, self.size = cell, start
        self.shares = np.array(shares, np.int64).reshape(-1, 4).T
        self.words = np.array(words, np.int64).reshape(-1, 2).T
        self.lying = np.array(lying, np.int64).reshape(-1, 2).T


class Sights:
    """The places of the array, worked out once for each seat."""

    def __init__(self, core: c.Core) -> None:
        self.core = core
        self._seats = core.domains["player"].size
        asked = [n for n, node in enumerate(core.nodes) if isinstance(node, c.Decision)]
        self._asked = {node: core.players + place for place, node in enumerate(asked)}
        head = core.players + len(asked)
        self._plans = {seat: Plan(self._seen_by(seat), head) for seat in range(1, core.players + 1)}
        self.size = self._plans[1].size

    def numbers(self, play: Position, seat: int, asked: bool) -> Numbers:
        """The table as this seat sees it, counted from 1; whether it is the one that is asked now."""
        plan, rows = self._plans[seat], play.cells
        seen = (rows[part.var][part.start : part.stop] for part in plan.parts)
        values = np.fromiter(chain.from_iterable(seen), np.int64, plan.cells)
        out = np.zeros(self.size, np.float32)
        cells, places, low, span = plan.shares
        out[places] = (values[cells] - low) / span
        cells, places = plan.words
        out[places + values[cells]] = 1
        cells, places = plan.lying
        out[places] = values[cells] != c.NONE
        for sight, whose, start, stop in plan.open:
            if play.rules.meaning.sees(rows, sight, seat - 1, whose):
                out[start] = 1
            else:
                out[start:stop] = 0
        for known, cell, start, stop in plan.recalled:
            if not rows[known][cell]:
                out[start:stop] = 0
        out[seat - 1] = 1
        if asked and play.node is not None:
            out[self._asked[play.node]] = 1
        return out

    def _seen_by(self, seat: int) -> list[Part]:
        parts: list[Part] = []
        for zone in self.core.zones.values():
            parts += self._cells(c.faces_of(zone), zone.sight, seat)
            if zone.kind == "row":
                parts += self._cells(c.by_of(zone.name), c.EVERYBODY if zone.counted else zone.sight, seat)
            if zone.counted and zone.kind != "grid":
                parts += self._cells(c.size_of(zone.name), c.EVERYBODY, seat)
            elif zone.counted and zone.sight != c.EVERYBODY:
                parts += [self._part(c.card_of(zone.name), presence=True)]
            if c.is_remembered(self.core, zone):
                faces = self._part(c.card_of(zone.name))
                parts.append(replace(faces, known=(c.known_in(zone.name), (seat - 1) * faces.stop)))
        for var in self.core.vars.values():
            if var.role == "remembered":
                parts += self._cells(var.name, var.sight, seat)
        return parts

    def _cells(self, name: str, sight: c.Expr, seat: int) -> list[Part]:
        """All cells of a variable, one's own, the others' from the left on, those seen now and then, or none."""
        dims = self.core.vars[name].dims
        match c.PLAIN.get(sight):
            case "all":
                return [self._part(name)]
            case "none":
                return []
            case "owner":
                return [self._part(name, seat - 1)]
            case "others":
                return [self._part(name, (seat - 1 + far) % self._seats) for far in range(1, self._seats)]
            case _:
                each = range(dims[0].size) if dims and c.WHOSE in c.free(sight) else (None,)
                return [replace(self._part(name, whose), when=(sight, whose)) for whose in each]

    def _part(self, name: str, whose: int | None = None, presence: bool = False) -> Part:
        """The cells of a variable, or only those of its first index that are `whose`."""
        var = self.core.vars[name]
        whole = prod(dim.size for dim in var.dims)
        width = whole // var.dims[0].size if var.dims else whole
        start, stop = (0, whole) if whose is None else (whose * width, (whose + 1) * width)
        low, high = type_range(var.type)
        return Part(name, start, stop, low, high, isinstance(var.type, c.Member) and not presence, presence)
