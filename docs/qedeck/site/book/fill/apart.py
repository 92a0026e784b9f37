"""Rules that nobody needs while every open point is read as usual, each with the point that it belongs to.

From each clause go the parts that no usual reading leads to; what is then reached from no rule that somebody needs,
but is with one point left open, matters only under that point, and stands there in the book.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cached_property

from qedeck.site.book.fill.coding import bound_names
from qedeck.site.book.fill.phases import Phases
from qedeck.spec import tree as t
from qedeck.spec.amend import changed_by

KINDS = ("define", "phase", "remember")
"""What may be there for the sake of another rule alone."""


@dataclass(frozen=True)
class Apart:
    """The rules of a game, by the names of their clauses."""

    phases: Phases

    @cached_property
    def points(self) -> dict[str, str]:
        """For each rule that only another reading needs, the first reading that brings it into play."""
        desk = self.phases.desk
        readings = [name for name in desk.rules if isinstance(desk.written[name], t.Reading)]
        usual = {name: self._named(name, "") for name in desk.rules}
        needed = self._reached(usual)
        found: dict[str, str] = {}
        for reading in readings:
            word = desk.written_name(reading)
            asking = [name for name in desk.rules
                      if reading in self.phases.web.uses[name] or word in changed_by(desk.every_way[name])]
            opened = self._reached({**usual, **{name: self._named(name, word) for name in asking}})
            for name in desk.rules:
                if name in opened and name not in needed:
                    found.setdefault(name, reading)
        return found

    def _reached(self, named: dict[str, frozenset[str]]) -> frozenset[str]:
        clauses = self.phases.desk.clauses
        found = {name for name in named if clauses[name].kind not in KINDS}
        waiting = sorted(found)
        while waiting:
            new = named[waiting.pop()] - found
            found |= new
            waiting += sorted(new & named.keys())
        return frozenset(found)

    def _named(self, name: str, opened: str) -> frozenset[str]:
        """What a clause names when all is read as usual, but for one reading that may be any."""
        desk, part = self.phases.desk, self.phases.desk.every_way[name]
        if isinstance(part, t.Reading):
            return frozenset()
        inside = [*self._left(part, opened)]
        words = {node.text if isinstance(node, t.Word) else node.word for node in inside
                 if isinstance(node, t.Word | t.Name | t.Numbered | t.Call | t.Of | t.At | t.Key)}
        keys = {desk.named[word] for word in words - bound_names(inside) if word in desk.named}
        if isinstance(part, t.Event):
            keys |= {key for key, one in desk.written.items()
                     if isinstance(one, t.Trigger) and one.event.text == part.name.text}
        return frozenset(keys)

    def _left(self, part: object, opened: str) -> Iterator[t.Node]:
        """The parts of a clause that are there; what is only noted there is not yet needed there."""
        match part:
            case tuple():
                for one in part:
                    yield from self._left(one, opened)
            case t.If(condition, then, otherwise) | t.AsRead(condition, then, otherwise) | (
                    t.Either(condition, then, otherwise)):
                so = self._so(condition, opened)
                yield from self._left(condition if so is None else (), opened)
                yield from self._left(then if so is not False else (), opened)
                yield from self._left(otherwise if so is not True else (), opened)
            case t.And(left, right) | t.Or(left, right):
                sides = [side for side in (left, right) if self._so(side, opened) is None]
                yield from self._left(tuple(sides) if self._so(part, opened) is None else (), opened)
            case t.Case(condition=t.Node() as condition) | t.Row(given=t.Node() as condition) if (
                    self._so(condition, opened) is False):
                pass
            case t.By(t.Name(word) as subject, rows) if word != opened and self._usual(word) is not None:
                usual = [row for row in rows if any(key.word == self._usual(word) for key in row.keys)]
                yield from self._left((subject, *(row.cases for row in usual or rows[-1:])), opened)
            case t.Becomes(target=target) | t.Change(target=target) | t.Flip(target=target):
                yield part
                inside = (getattr(target, name.name) for name in fields(target) if name.name not in ("span", "word"))
                yield from self._left(tuple(inside), opened)
                rest = (getattr(part, one.name) for one in fields(part) if one.name in ("value", "amount", "limit"))
                yield from self._left(tuple(rest), opened)
            case t.Node():
                yield part
                names = (one.name for one in fields(part) if one.name not in ("span", "cites", "beside"))
                yield from self._left(tuple(getattr(part, name) for name in names), opened)
            case _:
                pass

    def _so(self, condition: t.Expr, opened: str) -> bool | None:
        """Whether a condition holds as usual; None if it may be either, or asks about the point that is open."""
        match condition:
            case t.Is(t.Name(word), t.Name(value), negated):
                usual = self._usual(word)
                return None if usual is None or word == opened else (usual == value) != negated
            case t.Not(body):
                so = self._so(body, opened)
                return None if so is None else not so
            case t.And(left, right) | t.Or(left, right):
                decides = isinstance(condition, t.Or)
                sides = (self._so(left, opened), self._so(right, opened))
                return decides if decides in sides else None if None in sides else not decides
            case _:
                return None

    def _usual(self, word: str) -> str | None:
        reading = self.phases.desk.written.get(self.phases.desk.named.get(word, ""))
        return reading.alternatives[0].text if isinstance(reading, t.Reading) else None
