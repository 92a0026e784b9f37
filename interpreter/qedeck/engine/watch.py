"""Counters beside a game, where somebody asks for them: cards laid, cards that won, clauses at work.

A card is played when somebody lays it on a row. It has won when all cards of a row that knows who
laid them go to somebody, and this player laid it.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING

from qedeck.engine import ir
from qedeck.engine.values import Code, constant
from qedeck.spec import core as c

if TYPE_CHECKING:
    from qedeck.engine.hands import Staged
    from qedeck.engine.memory import Memory
    from qedeck.interpreter.cards import Taken
    from qedeck.interpreter.state import Side

LARGE = 2**31 - 1


class Watch:
    """The counters of one program."""

    def __init__(self, core: c.Core, memory: Memory) -> None:
        sets = {zone.cards.name: zone.cards.size for zone in core.zones.values()}
        self.played = {name: memory.scratch(f"played {name}", size, 0, LARGE) for name, size in sets.items()}
        self.won = {name: memory.scratch(f"won {name}", size, 0, LARGE) for name, size in sets.items()}
        self.names = sorted(_at_work(core))
        """Clauses with steps or decisions. Definitions are not among them: nobody knows how often one is asked."""
        self._places = {name: place for place, name in enumerate(self.names)}
        self.clauses = memory.scratch("clauses", max(1, len(self.names)), 0, LARGE)

    def regions(self) -> list[ir.Region]:
        return [*self.played.values(), *self.won.values(), self.clauses]

    def clause(self, m: Staged, name: str) -> None:
        if name in self._places:
            self._count(m, self.clauses, constant(self._places[name]))

    def runs(self, steps: Iterable[c.Step], outer: str) -> list[tuple[str, tuple[c.Step, ...]]]:
        """Steps of the same clause together: they are at work once."""
        return [(clause, tuple(run)) for clause, run in groupby(steps, lambda s: getattr(s, "clause", "") or outer)]

    def laid(self, m: Staged, target: Side[Code], taken: Taken[Code, Code], by: Code) -> None:
        zone = m.layout.core.zones[target.zone]
        if zone.kind == "row" and taken.counts is None and len(taken.slots) == 1:
            (present, face) = taken.slots[0]
            somebody = m.algebra.and_(present, m.algebra.le(constant(0), by))
            m.only(somebody, lambda: self._count(m, self.played[zone.cards.name], face))

    def taken(self, m: Staged, source: Side[Code], target: Side[Code], taken: Taken[Code, Code]) -> None:
        """A whole row goes to somebody: what each place held, and who laid it, was noted before."""
        zone = m.layout.core.zones[source.zone]
        if zone.kind != "row" or target.owner is None or not m.laid_by:
            return
        for (present, face), by in zip(taken.slots, m.laid_by, strict=True):
            his = m.algebra.and_(present, m.algebra.eq(by, target.owner))
            m.only(his, lambda face=face: self._count(m, self.won[zone.cards.name], face))  # type: ignore[misc]

    def _count(self, m: Staged, region: ir.Region, place: Code) -> None:
        many, more = m.stage.fresh(), m.stage.fresh()
        m.stage.emit(ir.Load(many, region, place.atom, False))
        m.stage.emit(ir.Let(more, "add", (many, 1)))
        m.stage.emit(ir.Store(region, place.atom, more))


def _at_work(core: c.Core) -> set[str]:
    def steps_in(steps: Iterable[c.Step]) -> Iterable[str]:
        for step in steps:
            match step:
                case c.When(_, then, otherwise):
                    yield from steps_in((*then, *otherwise))
                case c.Each(body=body) | c.Let(body=body):
                    yield from steps_in(body)
                case _:
                    yield step.clause

    names = {name for block in core.blocks for name in steps_in(block.steps)}
    names |= {node.clause for node in core.nodes}
    names |= {option.clause for node in core.nodes if isinstance(node, c.Decision) for option in node.options}
    return names - {""}
