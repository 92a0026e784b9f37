"""A game that is watched while it is played: which clauses are at work, and which card takes each trick.

A clause is at work when its definition is asked for, its step happens, its decision is made, its reading or parameter
is read, or its ending ends the game. A trick is a row that belongs to nobody and is cleared at once. The card that
wins it lies at the place that the game's own definition names (one without arguments, `winning-place: place in trick`);
where there is no such definition, it is the one card that was laid by whoever gets them all.

The engine counts the same, but knows only what is done and not what is asked (see interpreter/watchable).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from qedeck.interpreter.algebra import Value
from qedeck.interpreter.choices import Choices
from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.expressions import RULES, Rule
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.position import Rules
from qedeck.interpreter.state import Arrival, Cells, Fault
from qedeck.interpreter.steps import Play as Steps
from qedeck.interpreter.watchable import judge_of
from qedeck.spec import core as c
from qedeck.spec.source import NOWHERE, Span
from qedeck.spec.texts import Texts


def watched_rules(core: c.Core) -> tuple[Rules, Watcher]:
    """Rules for playing, and who watches."""
    rules = Rules(core, Texts())
    meaning = Watcher(core)
    rules.meaning, rules.choices = meaning, Choices(meaning, rules.words)
    return rules, meaning


class Watcher(Meaning[bool, int]):
    """The reference, keeping notes."""

    def __init__(self, core: c.Core) -> None:
        super().__init__(core, CONCRETE)
        self.seen: set[str] = set()
        """Clauses at work since somebody last cleared this."""
        self.needed: set[Span] = set()
        """Each `otherwise` that was needed since then."""
        self.played: Counter[str] = Counter()
        self.took: Counter[str] = Counter()
        self.judges = {name: judge for name in core.zones if (judge := judge_of(core, name)) is not None}
        self.rigid = {name: var.clause for name, var in core.vars.items() if var.rigid}

    def look(self, cells: Cells, clause: str = "") -> Steps[bool, int]:
        return _Steps(self, cells, clause)

    def advance(self, cells: Cells, node: int, option: int, picks: Sequence[Value]) -> list[Arrival[bool, int]]:
        decision = self.core.nodes[node]
        assert isinstance(decision, c.Decision)
        self.seen |= {decision.clause, decision.options[option].clause}
        return super().advance(cells, node, option, picks)

    def deal(self, cells: Cells, node: int, outcome: Sequence[Sequence[int]]) -> list[Arrival[bool, int]]:
        self.seen.add(self.core.nodes[node].clause)
        return super().deal(cells, node, outcome)

    def shuffle(self, cells: Cells, node: int, order: Sequence[int]) -> list[Arrival[bool, int]]:
        self.seen.add(self.core.nodes[node].clause)
        return super().shuffle(cells, node, order)

    def cleared(self, steps: _Steps, zone: str, taker: int | None) -> None:
        """A row that belongs to nobody is about to be cleared."""
        faces = [face for face in steps.cells[c.card_of(zone)] if face != c.NONE]
        place = self._place(steps, zone, taker)
        if place is None or not 0 <= place < len(faces):
            return
        names = self.core.zones[zone].cards.members
        self.played.update(names[face] for face in faces)
        self.took[names[faces[place]]] += 1

    def _place(self, steps: _Steps, zone: str, taker: int | None) -> int | None:
        if zone in self.judges:
            # Asked by us and not by the game: nothing is at work because of it.
            seen, self.seen, needed = self.seen, set(), set(self.needed)
            aside = _Steps(self, steps.cells, "")
            worth, faults = aside.apply(self.judges[zone], (), NOWHERE)
            self.seen, self.needed = seen, needed
            return None if faults else int(worth)
        laid = [place for place, by in enumerate(steps.cells[c.by_of(zone)]) if by == taker and by != c.NONE]
        return laid[0] if len(laid) == 1 else None


@dataclass(frozen=True, slots=True)
class _Fallback:
    """What comes after an `otherwise`: whoever asks for it needs it."""

    term: c.Expr
    span: Span


def _try(steps: Any, expr: c.Try, guard: bool) -> Value:
    """As the meaning has it, with a note where the fallback is asked for."""
    noted: Any = replace(expr, right=_Fallback(expr.right, expr.span))  # type: ignore[arg-type]
    worth: Value = RULES[c.Try](steps, noted, guard)
    return worth


def _fallback(steps: Any, noted: _Fallback, guard: bool) -> Value:
    if guard:
        steps.need(noted.span)
    worth: Value = steps.value(noted.term, guard)
    return worth


class _Steps(Steps[bool, int]):
    __slots__ = ("_watcher",)
    rules: ClassVar[Mapping[type, Rule]] = {**RULES, c.Try: _try, _Fallback: _fallback}

    def __init__(self, watcher: Watcher, cells: Cells, clause: str) -> None:
        super().__init__(watcher.layout, CONCRETE, cells, clause)
        self._watcher = watcher

    def need(self, span: Span) -> None:
        self._watcher.needed.add(span)

    def value(self, expr: c.Expr, guard: bool) -> Value:
        if type(expr) is c.Read and expr.var in self._watcher.rigid:
            self._watcher.seen.add(self._watcher.rigid[expr.var])
        return super().value(expr, guard)

    def apply(self, define: c.Define, args: tuple[int, ...], span: Span) -> tuple[Value, tuple[Fault[bool], ...]]:
        self._watcher.seen.add(define.clause)
        return super().apply(define, args, span)

    def happen(self, steps: Iterable[c.Step], guard: bool) -> None:
        for step in steps:
            # Where something is undefined the game ends, whatever is worked out after it.
            if not self.faults:
                self._watcher.seen.add(c.clause_of(step))
            super().happen((step,), guard)

    def _move(self, step: c.Move, guard: bool) -> None:
        zone = self.layout.core.zones[step.source.zone]
        if step.card is None and zone.kind == "row" and zone.alone:
            taker = None if step.target.owner is None else int(self.value(step.target.owner, guard))
            if not self.faults:
                self._watcher.cleared(self, zone.name, taker)
        super()._move(step, guard)
