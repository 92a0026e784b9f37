"""A play watched: the clauses that took part in it.

In: a Core, a play as it was written down, and what was asked of its last position; out: the rows that applied, the
steps that happened, the decisions that were made.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from qedeck.interpreter.algebra import Value
from qedeck.interpreter.choices import Choices
from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.play import Play
from qedeck.interpreter.position import Rules
from qedeck.interpreter.settings import settled
from qedeck.interpreter.state import Arrival, Cells, Fault
from qedeck.interpreter.steps import Play as Steps
from qedeck.interpreter.trace import action_of
from qedeck.proofs.uses.cited import Place
from qedeck.proofs.uses.reached import mentioned, place_of
from qedeck.spec import core as c
from qedeck.spec.source import Span
from qedeck.spec.texts import Texts


def took_part(core: c.Core, trace: dict[str, Any], asked: Iterable[c.Expr]) -> set[Place]:
    """What took part in this play, and in what is asked of the position it comes to."""
    rules = Rules(core, Texts())
    meaning = _Meaning(core)
    rules.meaning, rules.choices = meaning, Choices(meaning, rules.words)
    play = Play(rules, 0, auto=False)
    fixed = settled(meaning, rules.words, trace["settings"], {})
    meaning.seen.clear()
    play.begin(fixed)
    before = play.cells
    for step in trace["steps"]:
        before = play.cells
        play.apply(action_of(play, step))
    for term in asked:
        meaning.value(term, play.cells, other=before)
    ended = play.cells["ended"][0]
    endings = {Place("ending", core.endings[ended].name)} if ended >= 0 else set()
    return meaning.seen | endings


class _Meaning(Meaning[bool, int]):
    """The reference, keeping a note of every place that counted."""

    def __init__(self, core: c.Core) -> None:
        super().__init__(core, CONCRETE)
        self.seen: set[Place] = set()

    def look(self, cells: Cells, clause: str = "") -> Steps[bool, int]:
        return _Steps(self, cells, clause)

    def advance(self, cells: Cells, node: int, option: int, picks: Sequence[Value]) -> list[Arrival[bool, int]]:
        self._decided(node)
        return super().advance(cells, node, option, picks)

    def deal(self, cells: Cells, node: int, outcome: Sequence[Sequence[int]]) -> list[Arrival[bool, int]]:
        self._decided(node)
        return super().deal(cells, node, outcome)

    def shuffle(self, cells: Cells, node: int, order: Sequence[int]) -> list[Arrival[bool, int]]:
        self._decided(node)
        return super().shuffle(cells, node, order)

    def _decided(self, node: int) -> None:
        point = self.core.nodes[node]
        self.seen.add(Place("phase", point.clause, point.span))


class _Steps(Steps[bool, int]):
    __slots__ = ("_seen",)

    def __init__(self, meaning: _Meaning, cells: Cells, clause: str) -> None:
        super().__init__(meaning.layout, CONCRETE, cells, clause)
        self._seen = meaning.seen

    def value(self, expr: c.Expr, guard: bool) -> Value:
        if isinstance(expr, c.Cases):
            self._apply_rows(expr, guard)
        elif isinstance(expr, c.Read | c.Table):
            self._seen.update(mentioned(self.layout.core, [expr]))
        return super().value(expr, guard)

    def apply(self, define: c.Define, args: tuple[int, ...], span: Span) -> tuple[Value, tuple[Fault[bool], ...]]:
        if not isinstance(define.body, c.Cases):
            self._seen.add(Place("define", define.clause))
        return super().apply(define, args, span)

    def happen(self, steps: Iterable[c.Step], guard: bool) -> None:
        steps = tuple(steps)
        self._seen.update(place for place in map(place_of, steps) if place is not None)
        super().happen(steps, guard)

    def _apply_rows(self, cases: c.Cases, guard: bool) -> None:
        outer, self.faults = self.faults, []
        for row in cases.rows:
            if super().value(row.guard, guard):
                self._seen.add(Place("define", self.clause, row.span, row.name))
        self.faults = outer
