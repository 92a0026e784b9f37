"""What a seat sees now, as numbers from 0 to 1: a Core in; for a position and a seat, an array out.

First who one is and what one is asked, then every zone and every remembered value as far as its traits let
one see it. A number is its share of the range; a card, a player or a word is one place for each that it might be.
As long for every seat: of what owners see, one's own comes in full, and of the others' how many cards there are.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from qedeck.interpreter.layout import type_range
from qedeck.interpreter.position import Position
from qedeck.spec import core as c

Numbers: TypeAlias = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Part:
    """Some cells of a variable, from `start` to `stop`. Where only `presence` is seen: whether a card lies there."""

    var: str
    start: int
    stop: int
    low: int
    high: int
    words: bool
    presence: bool = False


class Plan:
    """Where each cell that a seat sees comes to stand in the array."""

    def __init__(self, parts: list[Part], start: int) -> None:
        self.parts = parts
        shares: list[tuple[int, int, int, int]] = []
        words: list[tuple[int, int]] = []
        lying: list[tuple[int, int]] = []
        cell = 0
        for part in parts:
            width = part.high - part.low + 1
            for _ in range(part.start, part.stop):
                if part.presence:
                    lying.append((cell, start))
                elif part.words:
                    words.append((cell, start - part.low))
                else:
                    shares.append((cell, start, part.low, max(1, width - 1)))
                start += width if part.words else 1
                cell += 1
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
        out[seat - 1] = 1
        if asked and play.node is not None:
            out[self._asked[play.node]] = 1
        return out

    def _seen_by(self, seat: int) -> list[Part]:
        parts: list[Part] = []
        for zone in self.core.zones.values():
            parts += self._cells(c.faces_of(zone), zone.sight, seat)
            if zone.kind == "row":
                parts += self._cells(c.by_of(zone.name), "all" if zone.counted else zone.sight, seat)
            if zone.counted and zone.kind != "grid":
                parts += self._cells(c.size_of(zone.name), "all", seat)
            elif zone.counted and zone.sight != "all":
                parts += [self._part(c.card_of(zone.name), presence=True)]
        for var in self.core.vars.values():
            if var.role == "remembered":
                parts += self._cells(var.name, var.sight, seat)
        return parts

    def _cells(self, name: str, sight: str, seat: int) -> list[Part]:
        """All cells of a variable, one's own, or none."""
        if sight == "owner":
            return [self._part(name, seat)]
        return [self._part(name)] if sight == "all" else []

    def _part(self, name: str, owner: int | None = None, presence: bool = False) -> Part:
        var = self.core.vars[name]
        whole = 1
        for dim in var.dims:
            whole *= dim.size
        width = whole // self._seats
        start, stop = (0, whole) if owner is None else ((owner - 1) * width, owner * width)
        low, high = type_range(var.type)
        return Part(name, start, stop, low, high, isinstance(var.type, c.Member) and not presence, presence)
