"""What a clause says under each reading, whichever way it is written down.

In: a clause, and the readings there are; out: a text that is the same for two clauses only if they say the same however
the rules are read. A condition on a reading, a row under one, and a change that a reading makes are three ways to write
one thing: here each reading is tried in turn, the conditions on it are worked out, and where it makes no difference it
is left out (an ordered decision tree, reduced).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from hashlib import sha256
from typing import Any

from qedeck.spec import tree as t
from qedeck.spec.diagnostic import Report
from qedeck.spec.readings import with_readings
from qedeck.spec.surely import Given, Surely, asked_by, given_by
from qedeck.spec.written import SILENT, clause_written, written

MOST = 500
"""Texts for one clause: of what says more, the text as it is written must do."""


class EachWay:
    """The clauses of a game, told so."""

    def __init__(self, written_down: tuple[t.Clause, ...]) -> None:
        clauses = with_readings(written_down, Report())
        readings = [clause for clause in clauses if isinstance(clause, t.Reading)]
        self.readings = {one.name.text: tuple(word.text for word in one.alternatives) for one in readings}
        self._surely = Surely(clauses)
        self._told: dict[int, str] = {}
        self.clauses = clauses  # kept alive, so that no other clause takes the identity of one of them

    def digest(self) -> str:
        """For which rules something holds that was found by playing: remarks, examples and properties do not matter."""
        said = sorted(self.told(clause) for clause in self.clauses if not isinstance(clause, SILENT))
        return sha256("\n".join(said).encode("utf-8", "surrogatepass")).hexdigest()[:16]

    def told(self, clause: t.Clause) -> str:
        """What the clause says, however it is read."""
        said = self._told.get(id(clause))
        if said is None:
            said = self._told[id(clause)] = self._say(clause)
        return said

    def _say(self, clause: t.Clause) -> str:
        asked = sorted(self.readings.keys() & set(_words(clause)))
        if not asked or isinstance(clause, t.Reading) or self.readings.keys() & set(_bound(clause)):
            return clause_written(clause)
        said = self._tree(clause, asked, [MOST])
        return clause_written(clause) if said is None else said

    def read_so(self, clause: t.Clause, reading: str, way: str) -> t.Clause:
        """The clause as it says if this reading is read so."""
        made: t.Clause = _Folding(reading, way, self._surely, given_by(clause, frozenset(_bound(clause)))).part(clause)
        return made

    def _tree(self, clause: t.Clause, asked: list[str], left: list[int]) -> str | None:
        """None: there is too much of it."""
        asked = [word for word in asked if word in set(_words(clause))]
        if not asked:
            left[0] -= 1
            return written(clause) if left[0] >= 0 else None
        first, *others = asked
        ways = self.readings[first]
        told = [self._tree(self.read_so(clause, first, way), others, left) for way in ways]
        if None in told:
            return None
        return told[0] if len(set(told)) == 1 else repr((first, *zip(ways, told, strict=True)))


def _words(part: object) -> Iterator[str]:
    """All names in it."""
    if isinstance(part, tuple):
        for one in part:
            yield from _words(one)
    elif isinstance(part, t.Name):
        yield part.word
    elif isinstance(part, t.Node):
        for field in fields(part):
            yield from _words(getattr(part, field.name))


def _bound(part: object) -> Iterator[str]:
    """The names that it gives by itself."""
    if isinstance(part, tuple):
        for one in part:
            yield from _bound(one)
    elif isinstance(part, t.Node):
        if isinstance(part, t.Bind | t.Param | t.LetBe):
            yield part.name.text
        for field in fields(part):
            yield from _bound(getattr(part, field.name))


class _Folding:
    """A part of a clause as it says under one way to read one reading."""

    def __init__(self, reading: str, way: str, surely: Surely, given: Given) -> None:
        self.reading, self.way, self.surely, self.given = reading, way, surely, given

    def part(self, part: Any) -> Any:
        if isinstance(part, tuple):
            return self._several(part)
        if not isinstance(part, t.Node):
            return part
        made = {
            field.name: self.part(value)
            for field in fields(part)
            if isinstance(value := getattr(part, field.name), t.Node | tuple)
        }
        return self._node(replace(part, **made) if made else part)

    def _several(self, parts: tuple[Any, ...]) -> tuple[Any, ...]:
        made: list[Any] = []
        for place, old in enumerate(parts):
            new = self.part(old)
            chosen = _branch(new, last=place == len(parts) - 1)
            made += [new] if chosen is None else chosen
        return tuple(made)

    def _node(self, node: Any) -> Any:
        match node:
            case t.Is(t.Name(word), t.Name(way)) if word == self.reading:
                return t.YesNo((way == self.way) != node.negated)
            case t.Not(t.YesNo(value)):
                return t.YesNo(not value)
            # What stands to the left is asked first: it may only be left out where it cannot be undefined.
            case t.And(left, t.YesNo(False)) | t.Or(left, t.YesNo(True)) if self._defined(left):
                return node.right
            case t.And(t.YesNo(value), right):
                return right if value else t.YesNo(False)
            case t.Or(t.YesNo(value), right):
                return t.YesNo(True) if value else right
            case t.And(left, t.YesNo(True)) | t.Or(left, t.YesNo(False)):
                return left
            # So, too, what stands to the right, if all that it asks has been asked by then.
            case t.And(left, t.Or(right, t.YesNo(True))) | t.Or(left, t.And(right, t.YesNo(False))) if self._defined(
                right, asked_by(left)
            ):
                return left
            case t.And(t.Compare(">", one, t.Integer(low)), t.Compare(">", other, t.Integer(least)) as stricter) if (
                low <= least and written(one) == written(other)
            ):
                return stricter
            case t.Or(t.Compare(">", one, t.Integer(low) as bound) as first, t.Is(other, t.Integer(also), False)) if (
                low == also and low > 0 and written(one) == written(other)
            ):
                return replace(first, right=replace(bound, value=low - 1))
            case t.AsRead(t.YesNo(value), then, otherwise) | t.Either(t.YesNo(value), then, otherwise):
                return then if value else otherwise
            case t.By(t.Name(word), rows) if word == self.reading and not any(row.given for row in _in_order(rows)):
                return _cases(t.Cases(_row_for(_in_order(rows), self.way)))
            case t.By(subject, rows):
                return t.By(subject, _in_order(rows))
            case t.Cases():
                return _cases(node)
            case t.Option(guard=t.YesNo(True)):
                return replace(node, guard=None)
            case t.Trigger(given=t.YesNo(value)):
                return replace(node, given=None, other=0, priority=node.priority if value else node.other)
            case _:
                return node

    def _defined(self, expr: t.Expr, asked: frozenset[str] = frozenset()) -> bool:
        """Whether it has a value wherever it is asked, if these have been asked before."""
        return self.surely.has(expr, self.given, asked)


def _branch(step: object, last: bool) -> list[t.Statement] | None:
    """The steps of an `if` that is settled, in its place; a name that one of them gives must reach no further there."""
    match step:
        case t.If(t.YesNo(value), then, otherwise):
            chosen = then if value else otherwise
            names = any(isinstance(one, t.LetBe | t.Choose | t.Meanwhile) for one in chosen)
            return None if names and not last else list(chosen)
        case t.ForEach(t.Bind(_, _, None, None | t.Integer(), None | t.Integer()), t.YesNo(False)):
            return []
        case _:
            return None


def _row_for(rows: tuple[t.Row, ...], way: str) -> tuple[t.Case, ...]:
    """What a table by a reading says if that is read so; nothing, where it has no row for it."""
    named = [row for row in rows if any(key.word == way for key in row.keys)]
    rest = [row for row in rows if not row.keys]
    return next((row.cases for row in named or rest), ())


def _in_order(rows: tuple[t.Row, ...]) -> tuple[t.Row, ...]:
    """The rows that stand there, by their keys: their order says nothing."""
    kept = [row for row in rows if row.given != t.YesNo(False)]
    kept = [replace(row, given=None) if row.given == t.YesNo(True) else row for row in kept]
    made = [replace(row, cases=_cases(t.Cases(row.cases)).cases) for row in kept]
    return tuple(sorted(made, key=lambda row: (not row.keys, written(row))))


def _cases(cases: t.Cases) -> t.Cases:
    """Cases whose conditions may be settled. Where two can still meet, both stay: that they do may be a mistake."""
    kept = [_case(case) for case in cases.cases if case.condition != t.YesNo(False)]
    sure = [case for case in kept if case.condition == t.YesNo(True)]
    if len(sure) == 1 and all(case in sure or case.condition is None for case in kept):
        kept = [replace(sure[0], condition=None)]
    match kept:
        case [t.Case(None, _, (t.Case(_, _, ()) as other,)) as usual]:  # an exception to all the rest is a case
            kept = [other, replace(usual, excepts=())]
    return t.Cases(tuple(kept))


def _case(case: t.Case) -> t.Case:
    excepts = tuple(one for one in case.excepts if one.condition != t.YesNo(False))
    if len(excepts) == 1 and excepts[0].condition == t.YesNo(True):
        return replace(case, values=excepts[0].values, excepts=())
    return replace(case, excepts=excepts)


_LATEST: dict[int, tuple[tuple[t.Clause, ...], EachWay]] = {}
"""The game that was asked about last: many questions are about the same."""


def each_way(clauses: tuple[t.Clause, ...]) -> EachWay:
    """The rules of a game."""
    kept = _LATEST.get(id(clauses))
    if kept is None:
        _LATEST.clear()
        kept = _LATEST[id(clauses)] = clauses, EachWay(clauses)
    return kept[1]
