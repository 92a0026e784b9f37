"""What phases do, read from their statements: in which order, who is asked, what is set up and what is counted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from functools import cached_property

from qedeck.site.book.fill.coding import nodes
from qedeck.site.book.fill.desk import Desk
from qedeck.site.book.fill.uses import Web
from qedeck.spec import tree as t

ASKING = (t.Choose, t.MayChoose, t.ChooseOne, t.Race, t.Secretly, t.Together)


@dataclass(frozen=True)
class Phases:
    """The phases and triggers of a game, by the names of their clauses."""

    web: Web

    @property
    def desk(self) -> Desk:
        return self.web.desk

    @cached_property
    def order(self) -> list[str]:
        """The phases in the order in which they are first done; then those that nothing leads to."""
        start = self.desk.head.starts
        found: dict[str, None] = {}

        def walk(name: str) -> None:
            if name in found or not isinstance(self.desk.written.get(name), t.Phase | t.Trigger):
                return
            found[name] = None
            for other in self.done_in(name):
                walk(other)

        if start is not None:
            walk(self.desk.named.get(start.text, ""))
        rest = [name for name, clause in self.desk.clauses.items() if clause.kind in ("phase", "trigger")]
        return list(dict.fromkeys((*found, *rest)))

    def done_in(self, name: str) -> list[str]:
        """Phases that a phase does itself, in order; triggers of an event where it is resolved."""
        found: list[str] = []
        for node in self.usual(self.desk.written[name]):
            if isinstance(node, t.Do):
                found.append(self.desk.named[node.phase.text])
            elif isinstance(node, t.Resolve):
                found += [key for key, one in self.desk.written.items()
                          if isinstance(one, t.Trigger) and one.event.text == node.event.text]
        return found

    @cached_property
    def inside(self) -> dict[str, frozenset[str]]:
        """A phase with all that is done in it, however deep."""
        found: dict[str, frozenset[str]] = {}
        for name in self.order:
            seen, waiting = {name}, [name]
            while waiting:
                for other in self.done_in(waiting.pop()):
                    if other not in seen:
                        seen.add(other)
                        waiting.append(other)
            found[name] = frozenset(seen)
        return found

    def _has(self, statement: t.Node, kinds: tuple[type, ...]) -> bool:
        """Whether something of these kinds is in a statement, or in a phase that it does."""
        for node in self.usual(statement):
            if isinstance(node, kinds) and not _at_table(node):
                return True
            if isinstance(node, t.Do):
                parts = [self.desk.written[name] for name in self.inside[self.desk.named[node.phase.text]]]
                if any(isinstance(one, kinds) and not _at_table(one) for part in parts for one in self.usual(part)):
                    return True
        return False

    def usual(self, part: object) -> Iterator[t.Node]:
        """What is in a part of the tree, without what no default reading leads to."""
        if isinstance(part, tuple):
            for one in part:
                yield from self.usual(one)
        elif isinstance(part, t.If):
            so = self._so(part.condition)
            yield part
            yield from self.usual(part.then if so is not False else ())
            yield from self.usual(part.otherwise if so is not True else ())
        elif isinstance(part, t.Node):
            yield part
            for field in fields(part):
                if field.name not in ("span", "cites", "beside"):
                    yield from self.usual(getattr(part, field.name))

    def _so(self, condition: t.Expr) -> bool | None:
        """Whether a condition holds with default readings, as far as it speaks of them alone."""
        left = self.left(condition)
        return left if isinstance(left, bool) else None

    def left(self, condition: t.Expr) -> bool | t.Expr:
        """What is left of a condition with default readings: whether it holds, or what it still depends on."""
        match condition:
            case t.Is(t.Name(name), t.Name(word), negated):
                reading = self.desk.written.get(name)
                if not isinstance(reading, t.Reading):
                    return condition
                return (reading.alternatives[0].text == word) != negated
            case t.Not(body):
                so = self.left(body)
                return not so if isinstance(so, bool) else replace(condition, body=so)
            case t.And(left, right) | t.Or(left, right):
                decides = isinstance(condition, t.Or)
                sides = [side for side in (self.left(left), self.left(right)) if side is not (not decides)]
                if decides in sides or not sides:
                    return decides if sides else not decides
                kept = [side for side in sides if not isinstance(side, bool)]
                return kept[0] if len(kept) == 1 else replace(condition, left=kept[0], right=kept[1])
            case _:
                return condition

    def asks(self, statement: t.Node) -> bool:
        return self._has(statement, ASKING)

    @cached_property
    def setting_up(self) -> frozenset[str]:
        """Phases that are done before anybody decides, in a phase that also deals or shuffles before that."""
        found: set[str] = set()
        for name in self.order:
            for body in _bodies(self.desk.written[name]):
                before: list[t.Statement] = []
                for statement in body:
                    if self.asks(statement):
                        break
                    before.append(statement)
                if len(before) == len(body) or not any(self._has(one, (t.Deal, t.Shuffle)) for one in before):
                    continue
                for node in (node for one in before for node in nodes(one) if isinstance(node, t.Do)):
                    found |= self.inside[self.desk.named[node.phase.text]]
        return frozenset(name for name in found if not self.asks(self.desk.written[name]))

    @cached_property
    def scoring(self) -> frozenset[str]:
        """Phases after the last decision of a round that count what endings go by."""
        counted = self._counted
        found: set[str] = set()
        for name in self.order:
            for body in _bodies(self.desk.written[name]):
                asking = [place for place, statement in enumerate(body) if self.asks(statement)]
                if asking and isinstance(body[asking[-1]], ASKING):
                    continue  # what somebody has just chosen has its effect: that is no count at the end
                for statement in body[asking[-1] + 1 :] if asking else ():
                    if isinstance(statement, t.Do):
                        inside = self.inside[self.desk.named[statement.phase.text]]
                        written = {word for one in inside for word in _written(self.desk.written[one])}
                        found |= inside if written & counted and not self._clears(inside) else set()
        return frozenset(found) - self.setting_up

    def _clears(self, phases: frozenset[str]) -> bool:
        """Whether cards go back to where they came from: that is no scoring."""
        full = {part.name.text for part in self.desk.written.values() if isinstance(part, t.Zone) and part.full}
        moves = (node for name in phases for node in nodes(self.desk.written[name]) if isinstance(node, t.Move))
        goals = (move.destination.zone for move in moves if move.card is None)
        return any(isinstance(zone, t.Name) and zone.word in full for zone in goals)

    def first_to_write(self, name: str) -> str | None:
        """The phase that first changes something remembered, in the order in which they are done."""
        word = self.desk.written_name(name)
        return next((phase for phase in self.order if word in _written(self.desk.written[phase])), None)

    @cached_property
    def _counted(self) -> frozenset[str]:
        """Numbers kept for each player or team that endings look at, also through definitions."""
        seen: set[str] = set()
        waiting = [name for name, clause in self.desk.clauses.items() if clause.kind == "ending"]
        while waiting:
            for other in self.web.uses[waiting.pop()]:
                if other not in seen:
                    seen.add(other)
                    waiting += [other] if self.desk.clauses[other].kind == "define" else []
        parts = ((name, self.desk.written[name]) for name in seen)
        return frozenset(name for name, part in parts if isinstance(part, t.Remembered) and part.each is not None
                         and isinstance(part.type, t.TypeRange))

    @cached_property
    def conditions(self) -> frozenset[str]:
        """Definitions that say what may be chosen."""
        found: set[str] = set()
        for name in self.order:
            for node in nodes(self.desk.written[name]):
                asked: tuple[t.Expr | None, ...] = ()
                if isinstance(node, t.Choose | t.MayChoose | t.Secretly | t.Together):
                    asked = (node.where,)
                elif isinstance(node, t.Option):
                    asked = (node.guard,)
                words = (one.word for one in nodes(asked) if isinstance(one, t.Of | t.Call | t.Name))
                found |= {self.desk.named[word] for word in words if word in self.desk.named}
        return frozenset(found)


def _at_table(node: t.Node) -> bool:
    """Whether nobody at the table decides alone: the table, chance or the moderator does."""
    return isinstance(node, t.Choose | t.MayChoose | t.ChooseOne) and node.owner.player is None


def _bodies(part: object) -> Iterator[tuple[t.Statement, ...]]:
    """Every list of statements in a phase."""
    for node in nodes(part):
        match node:
            case t.Phase(body=body) | t.Trigger(body=body) | t.ForEach(body=body) | t.Repeat(body=body):
                yield body
            case t.EyesClosed(body=body):
                yield body
            case t.If(then=then, otherwise=otherwise):
                yield then
                yield otherwise
            case t.MayChoose(body=body, otherwise=otherwise):
                yield body
                yield otherwise
            case t.Option(body=body):
                yield body
            case _:
                pass


def _written(part: object) -> set[str]:
    """What a phase changes by itself, of what is remembered."""
    targets = (node.target for node in nodes(part) if isinstance(node, t.Becomes | t.Change | t.Flip))
    return {target.word for target in targets if isinstance(target, t.Name | t.Of | t.Call)}
