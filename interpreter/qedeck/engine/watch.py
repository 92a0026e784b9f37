"""Counters beside a game, where somebody asks for them: cards in tricks, cards that won, clauses at work.

What is counted is what simulation/watching counts, for the same seeds the same: tricks, and in how many games the steps
of a clause happened, its decision was made, its ending ended the game. A clause leaves a mark, however often it is at
work; marks are added up after each game. Definitions are not among them: here nobody knows when one is asked.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING

from qedeck.engine import ir
from qedeck.engine.values import Code, constant
from qedeck.interpreter.state import Side
from qedeck.interpreter.watchable import at_work, judge_of
from qedeck.spec import core as c
from qedeck.spec.source import NOWHERE

if TYPE_CHECKING:
    from qedeck.engine.hands import Staged
    from qedeck.engine.memory import Memory

LARGE = 2**31 - 1


class Marks:
    """For each clause that does something, whether it was at work."""

    def __init__(self, core: c.Core, memory: Memory) -> None:
        endings = [ending.name for ending in core.endings]
        self.names = endings + sorted(at_work(core) - set(endings))
        """Endings come first, by their numbers: what is written into `ended` is the place of the mark."""
        self._places = {name: place for place, name in enumerate(self.names)}
        self.marks = memory.scratch("marks", max(1, len(self.names)), 0, 1)

    def clause(self, m: Staged, *names: str) -> None:
        """These clauses are at work here; one mark is enough where the way here has left it already."""
        for name in names:
            if name in self._places and not m.stage.lookup(("mark", name)):
                m.stage.emit(ir.Store(self.marks, self._places[name], 1))
                m.stage.keep(("mark", name), True)

    def runs(self, steps: Iterable[c.Step]) -> list[tuple[str, tuple[c.Step, ...]]]:
        """Steps of the same clause together."""
        return [(clause, tuple(run)) for clause, run in groupby(steps, c.clause_of)]


class Watch(Marks):
    """The counters of one program."""

    def __init__(self, core: c.Core, memory: Memory) -> None:
        sets = {zone.cards.name: zone.cards.size for zone in core.zones.values()}
        self.played = {name: memory.scratch(f"played {name}", size, 0, LARGE) for name, size in sets.items()}
        self.won = {name: memory.scratch(f"won {name}", size, 0, LARGE) for name, size in sets.items()}
        super().__init__(core, memory)
        self.clauses = memory.scratch("clauses", max(1, len(self.names)), 0, LARGE)

    def regions(self) -> list[ir.Region]:
        return [*self.played.values(), *self.won.values(), self.marks, self.clauses]

    def cleared(self, m: Staged, zone: c.Zone, taker: Code | None) -> None:
        """A row that belongs to nobody is about to be cleared: what lies there, and which of it has won."""
        judge, algebra = judge_of(m.layout.core, zone.name), m.algebra
        side: Side[Code] = Side(zone.name, None, None)
        length = m.long(side)
        assert length is not None
        if judge is not None:
            none = constant(c.NONE)
            place = m.attempt(lambda: m.call(judge, (), (), m.yes, NOWHERE), lambda: none, every=True)
            decided = m.inside(place, 0, m.layout.sizes[c.card_of(zone.name)][-1] - 1)
        elif taker is not None:
            many, place = self._laid(m, side, length, taker)
            decided = algebra.eq(many, constant(1))
        else:
            return

        def count(here: Code, into: ir.Region) -> None:
            face = m.look(c.card_of(zone.name), m.at(side, here))
            m.only(algebra.le(constant(0), face), lambda: self._count(m, into, face))

        def won() -> None:
            m.repeat(0, length, lambda here: count(here, self.played[zone.cards.name]))
            count(place, self.won[zone.cards.name])

        m.only(decided, lambda: m.only(algebra.lt(place, length), won))

    def _laid(self, m: Staged, side: Side[Code], length: Code, taker: Code) -> tuple[Code, Code]:
        """How many cards of the row this player laid, and the place of the last of them."""
        stage, size = m.stage, m.layout.sizes[c.card_of(side.zone)][-1]
        many, place = stage.fresh("a"), stage.fresh("a")
        stage.emit(ir.Set(many, 0))
        stage.emit(ir.Set(place, 0))

        def one(here: Code) -> None:
            def his() -> None:
                more = stage.fresh()
                stage.emit(ir.Let(more, "add", (many, 1)))
                stage.emit(ir.Set(many, more))
                stage.emit(ir.Set(place, here.atom))

            by = m.look(c.by_of(side.zone), m.at(side, here))
            m.only(m.algebra.and_(m.algebra.eq(by, taker), m.algebra.le(constant(0), by)), his)

        m.repeat(0, length, one)
        return stage.named(many, 0, size), stage.named(place, 0, size - 1)

    def _count(self, m: Staged, region: ir.Region, place: Code) -> None:
        many, more = m.stage.fresh(), m.stage.fresh()
        m.stage.emit(ir.Load(many, region, place.atom, False))
        m.stage.emit(ir.Let(more, "add", (many, 1)))
        m.stage.emit(ir.Store(region, place.atom, more))
