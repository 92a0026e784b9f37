"""The meaning of Core, part 5: the course of play between decisions, and questions about a state.

In: a Core, an algebra, a state; out: values, or arrivals at the next decisions, at most one for each
node. Blocks are walked in an order in which a block comes after all that lead to it, so that
states which meet are joined, and nothing forks.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import product
from typing import Generic, TypeVar, assert_never

from qedeck.interpreter.algebra import Algebra, B, N, Value
from qedeck.interpreter.layout import layout_of
from qedeck.interpreter.state import Arrival, Cells, Fault, gather
from qedeck.interpreter.steps import Play
from qedeck.spec import core as c
from qedeck.spec.source import NOWHERE, Span

K = TypeVar("K", int, int | None)


def _place(expr: c.Expr) -> Span:
    """Where a term is written: its own place, or that of the first part that has one."""
    return next((span for part in c.subterms(expr) if (span := getattr(part, "span", NOWHERE)) != NOWHERE), NOWHERE)


class Course(Generic[B, N]):
    """A Core laid out for one algebra."""

    def __init__(self, core: c.Core, algebra: Algebra[B, N]) -> None:
        self.core = core
        self.algebra = algebra
        self.layout = layout_of(core)

    def look(self, cells: Cells, clause: str = "") -> Play[B, N]:
        return Play(self.layout, self.algebra, cells, clause)

    # ---- asking ------------------------------------------------------------------------

    def part(self, ref: c.ZoneRef, cells: Cells) -> N:
        """Which of the zones of its name it is, counted as their cells lie one after the other."""
        found = self.algebra.number(0)
        for term, kind in zip(ref.index, c.kept_for(self.core, self.core.zones[ref.zone]), strict=True):
            number, _ = self.value(term, cells)
            found = self.algebra.add(self.algebra.mul(found, self.algebra.number(kind.size)), number)
        return found

    def value(
        self,
        expr: c.Expr,
        cells: Cells,
        locals_: Mapping[str, Value] | None = None,
        clause: str = "",
        other: Cells | None = None,
    ) -> tuple[Value, tuple[Fault[B], ...]]:
        """What an expression is worth in a state (`other`: beside another one), and the faults met on the way."""
        play = self.look(cells, clause)
        play.other = other
        play.locals.update(locals_ or {})
        worth = play.value(expr, play.yes)
        return worth, gather(self.algebra, play.faults)

    def endings_holding(self, cells: Cells) -> tuple[tuple[B, ...], tuple[Fault[B], ...]]:
        """For each ending of the Core, in its order, whether its condition holds."""
        play = self.look(cells)
        holding = tuple(play.value(ending.condition, play.yes) for ending in self.core.endings)
        return holding, gather(self.algebra, play.faults)

    def winners(self, cells: Cells, ending: c.Ending) -> tuple[tuple[B, ...], tuple[Fault[B], ...]]:
        """For each player, whether they win by this ending."""
        play = self.look(cells)
        winning: list[B] = []
        for player in range(self.layout.seats):
            play.locals["p"] = self.algebra.number(player)
            winning.append(play.value(ending.winner, play.yes))
        return tuple(winning), gather(self.algebra, play.faults)

    def initial(
        self, fixed: Mapping[str, tuple[Value, ...]] | None = None, only: Collection[str] | None = None
    ) -> tuple[Cells, tuple[Fault[B], ...]]:
        """The first state: each variable after those that its first value depends on; `fixed` overrides.

        `only`: of these variables, which depend on no others.
        """
        algebra = self.algebra
        play = self.look(Cells({}))
        names = [name for name in self.layout.init_order if only is None or name in only]
        for name in names:
            var = self.core.vars[name]
            play.clause = var.clause
            low, high = self.layout.ranges[name]
            row: list[Value] = list(fixed[name]) if fixed and name in fixed else []
            if not row:
                for places in product(*(range(size) for size in self.layout.sizes[name])):
                    play.locals = {f"#{k}": algebra.number(place) for k, place in enumerate(places)}
                    value = play.value(var.init, play.yes)
                    if not self.layout.yes_no[name]:
                        ok = play.inside(value, low, high)
                        play.undefined(algebra.not_(ok), "Q503", NOWHERE)
                        value = algebra.bounded(play.merge(ok, value, algebra.number(low)), low, high)
                    row.append(value)
            play.cells = play.cells.put(name, tuple(row))
        ordered = {name: play.cells.rows[name] for name in self.core.vars if only is None or name in only}
        return Cells(ordered, play.cells.memo), gather(algebra, play.faults)

    def forbidden(self, cells: Cells) -> tuple[Fault[B], ...]:
        """What the rulebook says about its parameters and these values do not keep (Q421)."""
        algebra = self.algebra
        found: list[Fault[B]] = []
        for constraint in self.core.constraints:
            worth, lost = self.value(constraint, cells)
            broken = algebra.not_(worth)
            for fault in lost:
                broken = algebra.or_(broken, fault.guard)
            if algebra.known(broken) is not False:
                found.append(Fault(broken, "Q421", _place(constraint), ""))
        return tuple(found)

    # ---- walking ------------------------------------------------------------------------

    def walk(self, play: Play[B, N], start: int) -> list[Arrival[B, N]]:
        """From a block to every decision (or end) that may come next."""
        algebra, place = self.algebra, self.layout.block_place
        waiting: dict[int, tuple[B, Cells]] = {start: (play.yes, play.cells)}
        arrived: dict[int | None, tuple[B, Cells]] = {}
        while waiting:
            number = min(waiting, key=place.__getitem__)
            guard, play.cells = waiting.pop(number)
            block = self.core.blocks[number]
            play.happen(block.steps, guard)
            match block.exit:
                case c.Jump(to):
                    self._meet(play, waiting, to, guard)
                case c.Branch(condition, then, otherwise):
                    holds = play.value(condition, guard)
                    self._meet(play, waiting, then, algebra.and_(guard, holds))
                    self._meet(play, waiting, otherwise, algebra.and_(guard, algebra.not_(holds)))
                case c.Decide(node):
                    self._meet(play, arrived, node, guard)
                case c.Finish():
                    self._meet(play, arrived, None, guard)
                case _:
                    assert_never(block.exit)
        faults, tellings = gather(algebra, play.faults), tuple(play.tellings)
        return [Arrival(guard, node, cells, tellings, faults) for node, (guard, cells) in arrived.items()]

    def _meet(self, play: Play[B, N], there: dict[K, tuple[B, Cells]], where: K, guard: B) -> None:
        """Come to a block or a node; join whoever has come there before."""
        if self.algebra.known(guard) is False:
            return
        if where in there:
            other, cells = there[where]
            there[where] = self.algebra.or_(other, guard), play.join(other, cells, play.cells)
        else:
            there[where] = guard, play.cells
