"""What is sure at a place of the rules because of the way there: conditions that were met, values that were set.

In: a Core; out: for each node, terms that hold whenever play comes to it. Nothing is guessed: a condition is sure
where every way in passes it, or sets it, and nothing on the way after that changes what it reads. So the Core must be a
whole game, or one cut into pieces: in a view (NOTE(view) in `steps/views`) the step that changes it may be left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from math import prod
from typing import assert_never

from qedeck.interpreter.layout import layout_of
from qedeck.proofs.formulas.positions import visible
from qedeck.spec import core as c

Known = dict[c.Expr, frozenset[str]]
"""Terms that hold, each with what it reads."""
FEW = 8
"""Cells of a variable whose first values are worth remembering."""


def sure(core: c.Core) -> dict[int, list[c.Expr]]:
    """For each node that play can come to, what holds there."""
    return _Ways(core).nodes()


class _Ways:
    def __init__(self, core: c.Core) -> None:
        self.core = core
        self.layout = layout_of(core)
        self._seen: dict[c.Expr, frozenset[str]] = {}
        self.blocks: dict[int, Known] = {}
        self.at: dict[int, Known] = {}
        self._waiting: list[int] = []

    def nodes(self) -> dict[int, list[c.Expr]]:
        self._come(self.core.start, dict(self._first()))
        while self._waiting:
            place = self._waiting.pop()
            known = self._after(self.core.blocks[place].steps, self.blocks[place])
            exit_ = self.core.blocks[place].exit
            match exit_:
                case c.Jump(to):
                    self._come(to, known)
                case c.Branch(condition, then, otherwise):
                    self._come(then, known | dict(self._met(condition, True)))
                    self._come(otherwise, known | dict(self._met(condition, False)))
                case c.Decide(node):
                    self._decide(node, known)
                case c.Finish():
                    pass
                case _:
                    assert_never(exit_)
        return {node: list(known) for node, known in self.at.items()}

    def _come(self, block: int, known: Known) -> None:
        """Only what every way in knows is sure."""
        before = self.blocks.get(block)
        now = known if before is None else {term: reads for term, reads in before.items() if term in known}
        if before is None or len(now) < len(before):
            self.blocks[block] = now
            self._waiting.append(block)

    def _decide(self, node: int, known: Known) -> None:
        before = self.at.get(node)
        now = known if before is None else {term: reads for term, reads in before.items() if term in known}
        if before is not None and len(now) == len(before):
            return
        self.at[node] = now
        point = self.core.nodes[node]
        kept = _without(now, c.chosen_at(self.core, point))
        options = c.options_of(point)
        for block in () if options else c.follows(point):
            self._come(block, kept)
        for option in options:
            self._come(option.next, kept | dict(self._asked(option)))

    def _asked(self, option: c.Option) -> Iterator[tuple[c.Expr, frozenset[str]]]:
        """What was asked of a choice, asked of it again after it was made; not what was read of the choice before."""
        picks: dict[str, c.Expr] = {pick.var: c.Read(pick.var) for pick in option.picks}
        for met, reads in self._met(option.guard, True):
            if reads.isdisjoint(picks):
                yield c.substituted(met, picks), reads | (c.free(met) & picks.keys())

    # ---- what is known ---------------------------------------------------------------------

    def _first(self) -> Iterator[tuple[c.Expr, frozenset[str]]]:
        for name, var in self.core.vars.items():
            sizes = [dim.size for dim in var.dims]
            if var.rigid or not isinstance(var.init, c.Const) or prod(sizes) > FEW:
                continue
            for place in product(*map(range, sizes)):
                yield self._worth(c.Read(name, tuple(map(c.Const, place))), var.init)

    def _worth(self, cell: c.Read, value: c.Const) -> tuple[c.Expr, frozenset[str]]:
        if isinstance(value.value, bool):
            return cell if value.value else c.Op("not", (cell,)), frozenset({cell.var})
        return c.Op("eq", (cell, value)), frozenset({cell.var})

    def _after(self, steps: Iterable[c.Step], known: Known) -> Known:
        for step in steps:
            known = _without(known, c.writes(self.core, [step]))
            match step:
                case c.Assign(var, index, c.Const() as value) if _fixed(index):
                    known |= [self._worth(c.Read(var, index), value)]
                case c.Assign(var, index, c.Read(other, place) as value) if _fixed((*index, *place)) and other != var:
                    known[c.Op("eq", (c.Read(var, index), value))] = frozenset({var, other})
                case _:
                    pass
        return known

    def _met(self, condition: c.Expr, holds: bool) -> Iterator[tuple[c.Expr, frozenset[str]]]:
        """The parts of a condition that was met, or was not."""
        match condition:
            case c.Op("not", (inner,)):
                yield from self._met(inner, not holds)
            case c.Op("and", args) if holds:
                for arg in args:
                    yield from self._met(arg, holds)
            case c.Op("or", args) if not holds:
                for arg in args:
                    yield from self._met(arg, holds)
            case c.Const():
                pass
            case _:
                if condition not in self._seen:
                    self._seen[condition] = visible(self.core, [condition], self.layout)
                yield condition if holds else c.Op("not", (condition,)), self._seen[condition]


def _fixed(index: Iterable[c.Expr]) -> bool:
    return all(isinstance(part, c.Const) for part in index)


def _without(known: Known, changed: Iterable[str]) -> Known:
    changed = frozenset(changed)
    return {term: reads for term, reads in known.items() if not reads & changed} if changed else dict(known)
