"""Exhaustive search: every position that play can reach, where there are few enough of them.

In: a Core, a time and a number; out: the positions and how they lead to each other, or why not all of them were
visited. Breadth first, so that the way to a position is the shortest. A position is where somebody or chance
decides, or where the play stops; what nobody decides is passed.
"""

from __future__ import annotations

import struct
import time
from array import array
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from itertools import chain
from math import inf, prod
from typing import Any

from qedeck.interpreter.layout import type_range
from qedeck.interpreter.state import Cells
from qedeck.proofs.plays.sample import Spot, Taken, follow
from qedeck.proofs.plays.walk import Fixed, Rest, TooMany, Walk, in_time
from qedeck.spec import core as c

MOST = 200_000
"""Positions that are visited before a game counts as large."""
MEMORY = 400_000_000
BESIDE = 300
"""Bytes that a position takes beside its cells, roughly."""
ENDS = ("", "over", "stuck", "undefined", "long")
HEAD = struct.Struct(">hhBB")
"""What stands before the cells of a position: its setting, its node (or OVER), how and with which code it stopped
on the way there."""


class Explored:
    """The positions found so far, by number: 0 is the first. Searching may be taken up again where it was left."""

    def __init__(self, core: c.Core, given: c.Expr | None = None, most: int = MOST) -> None:
        self.core, self.most = core, most
        self.walk = Walk(core)
        self.meaning = self.walk.meaning
        self.complete, self.reason, self.seconds = False, "", 0.0
        self.hopeless = False
        """More time would not help."""
        self.starts = 0
        """How many positions are the first of a play; they come first."""
        self.onward: list[array[int]] = []
        """For each visited position, where each of its choices leads; in the order of the choices."""
        self._keys: list[bytes] = []
        self._number: dict[bytes, int] = {}
        self._ends = bytearray()
        self._codes = [""]
        """What was undefined somewhere; for each position, which of them."""
        self._undefined = bytearray()
        self._from, self._choice = array("q"), array("q")
        self._moving = [name for name, var in core.vars.items() if not var.rigid]
        self._code = _code([type_range(core.vars[name].type) for name in self._moving])
        self._idle = {n: (0,) * prod(self.meaning.layout.sizes[n]) for n, var in core.vars.items() if var.rests}
        self._given = given
        self._settings: list[Fixed] = []
        self._known: list[dict[str, dict[Any, Any]]] = []
        """For each setting, what those definitions are worth that no step can change."""
        self._until = 0.0

    # ---- what was found ----------------------------------------------------------------------

    @property
    def positions(self) -> int:
        return len(self._keys)

    @property
    def seen(self) -> str:
        """What was visited, in words."""
        return "the only position" if self.positions == 1 else f"all {self.positions:,} positions"

    @property
    def edges(self) -> int:
        return sum(map(len, self.onward))

    def end(self, number: int) -> str:
        """How play stops there, as in a Spot; empty where it goes on."""
        return ENDS[self._ends[number]]

    def table(self, number: int) -> tuple[Fixed, int | None, Cells]:
        """A position: its setting, its node, its cells."""
        key = self._keys[number]
        setting, node, _, _ = HEAD.unpack_from(key)
        flat = array(self._code, key[HEAD.size :])
        rows, at, layout = dict[str, tuple[int, ...]](self._settings[setting]), 0, self.meaning.layout
        for name in self._moving:
            row = flat[at : at + prod(layout.sizes[name])]
            rows[name] = tuple(map(bool, row)) if layout.yes_no[name] else tuple(row)
            at += len(row)
        cells = Cells({name: rows[name] for name in self.core.vars}, dict(self._known[setting]))
        return self._settings[setting], None if node == c.OVER else node, cells

    def path(self, number: int) -> list[Taken]:
        """The shortest way to a position."""
        steps = []
        while self._from[number] >= 0:
            before = self._from[number]
            steps.append(self.step(before, self._choice[number]))
            number = before
        return steps[::-1]

    def step(self, number: int, choice: int) -> Taken:
        """One of the choices of a position, by its place among them."""
        _, node, cells = self.table(number)
        assert node is not None
        return next(step for k, step in enumerate(self.walk.moves(node, cells, self.most)) if k == choice)

    def first(self, shows: Callable[[Spot], bool], seconds: float = inf, choices: bool = False) -> Spot | None:
        """The first position that shows something; with `choices`, asked after every choice that leads to one.

        Raises TimeoutError.
        """
        until = time.monotonic() + seconds
        for number in range(self.positions):
            in_time(until)
            if not choices:
                if shows(self.spot(number)):
                    return self.played(number, self.path(number))
                continue
            _, _, before = self.table(number)
            for choice, after in enumerate(self.onward[number]):
                if shows(replace(self.spot(after), before=before)):
                    return self.played(after, [*self.path(number), self.step(number, choice)])
        return None

    def spot(self, number: int) -> Spot:
        """A position as random plays have it, without the way there."""
        fixed, node, cells = self.table(number)
        return Spot(node, cells, self.end(number), None, fixed, 0, 0, [], self._codes[self._undefined[number]])

    def played(self, number: int, path: list[Taken]) -> Spot:
        """A position with a way there, and all that is kept at the table when play comes this way."""
        spot = replace(self.spot(number), made=len(path), taken=path)
        spot = replace(spot, cells=self.walk.begin(spot.fixed).cells)
        for step in path:
            after = self.walk.rest(follow(self.meaning, spot.cells, step))
            spot = replace(spot, cells=after.cells, before=spot.cells)
        return spot

    # ---- searching ---------------------------------------------------------------------------

    def search(self, seconds: float) -> Explored:
        """Go on until all is visited, or a limit is met."""
        begun = time.monotonic()
        self._until = begun + seconds
        visited = len(self.onward)
        try:
            if not self._keys:
                self._begin()
            while len(self.onward) < len(self._keys):
                in_time(self._until)
                self._visit(len(self.onward))
                self._hope(len(self.onward) - visited, time.monotonic() - begun)
            self.complete, self.reason = True, ""
        except (TooMany, TimeoutError) as stop:
            self.hopeless = isinstance(stop, TooMany)
            why = str(stop) or "the time was up"
            self.reason = f"not complete: {why}; {self.positions:,} positions seen"
        self.seconds += time.monotonic() - begun
        return self

    def _hope(self, visited: int, spent: float) -> None:
        """Stop early where those that wait already take longer than there is time."""
        if spent < 0.5 or visited % 16:
            return
        waiting = len(self._keys) - len(self.onward)
        if waiting * spent / visited > self._until - time.monotonic():
            raise TimeoutError("there are too many positions to visit them all")

    def _begin(self) -> None:
        self._settings = self.walk.settings(self._given)
        lasting = [name for name, reads in self.meaning.layout.reads.items() if reads.isdisjoint(self._moving)]
        self._known = [{name: {} for name in lasting} for _ in self._settings]
        found = []
        for setting, fixed in enumerate(self._settings):
            found.append(self._key(setting, self.walk.begin(fixed, self._until)))
        for key in found:
            self._add(key, -1, 0)
        self.starts = len(self._keys)

    def _visit(self, number: int) -> None:
        """All that may be chosen in a position. Nothing is kept of it if the time runs out meanwhile."""
        setting = HEAD.unpack_from(self._keys[number])[0]
        _, node, cells = self.table(number)
        end, reached = self.end(number), list[bytes]()
        if node is not None and not end:
            faults = self.meaning.unclear(cells, node)
            for step in () if faults else self.walk.moves(node, cells, self.most):
                reached.append(self._key(setting, self.walk.rest(follow(self.meaning, cells, step), self._until)))
            end = "undefined" if faults else "" if reached else "stuck"
            self._undefined[number] = self._numbered(faults[0].code if faults else "")
        self._ends[number] = ENDS.index(end)
        self.onward.append(array("q", [self._add(key, number, choice) for choice, key in enumerate(reached)]))
        if len(self._keys) > self.most or len(self._keys) * (len(self._keys[0]) + BESIDE) > MEMORY:
            raise TooMany("there are too many positions")

    def _add(self, key: bytes, before: int, choice: int) -> int:
        number = self._number.setdefault(key, len(self._keys))
        if number == len(self._keys):
            self._keys.append(key)
            _, _, end, code = HEAD.unpack_from(key)
            self._ends.append(end)
            self._undefined.append(code)
            self._from.append(before)
            self._choice.append(choice)
        return number

    def _numbered(self, code: str) -> int:
        if code not in self._codes:
            self._codes.append(code)
        return self._codes.index(code)

    def _key(self, setting: int, at: Rest) -> bytes:
        # Nobody needs a counter or a choice any more when the game is over: equal tables are equal positions.
        idle = self._idle if at.end == "over" else {}
        flat = array(self._code, chain.from_iterable(idle.get(name, at.cells[name]) for name in self._moving))
        node = c.OVER if at.node is None else at.node
        return HEAD.pack(setting, node, ENDS.index(at.end), self._numbered(at.code)) + flat.tobytes()


_EXPLORED: dict[str, Explored] = {}


def explored(core: c.Core, seconds: float, given: c.Expr | None = None) -> Explored:
    """What there is to know of a game after so many seconds of searching; shared by all who ask, and kept a while."""
    key = sha256(repr((core, given, MOST)).encode()).hexdigest()
    # Out of the cupboard while it changes: a search that is broken off from outside is not put back.
    made = _EXPLORED.pop(key, None) or Explored(core, given, MOST)
    if not made.complete and not made.hopeless and made.seconds < seconds:
        made.search(seconds - made.seconds)
    while len(_EXPLORED) >= 4:
        del _EXPLORED[next(iter(_EXPLORED))]
    _EXPLORED[key] = made
    return made


def promising(core: c.Core, given: c.Expr | None) -> bool:
    """Whether the engine may come further than the reference did: not if the cards can fall in too many ways."""
    every = explored(core, 0.0, given)
    return not every.complete and (not every.hopeless or every.positions > every.most)


def _code(ranges: list[tuple[int, int]]) -> str:
    """The narrowest array in which all these numbers fit."""
    low, high = min((low for low, _ in ranges), default=0), max((high for _, high in ranges), default=0)
    sizes = (("b", 8), ("h", 16), ("i", 32))
    return next((code for code, bits in sizes if -(1 << bits - 1) <= low and high < 1 << bits - 1), "q")
