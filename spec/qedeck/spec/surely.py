"""What surely has a value, wherever it is asked: in a text in which something is left out, only that may be.

In: the clauses of a game; out: answers about its expressions, as they are written. Whoever is not sure says no.
"""

from __future__ import annotations

from dataclasses import dataclass

from qedeck.spec import tree as t
from qedeck.spec.written import written


@dataclass(frozen=True)
class Given:
    """Names that have a value, and those of them that are never `none`."""

    names: frozenset[str] = frozenset()
    never_none: frozenset[str] = frozenset()


NOTHING = Given()


class Surely:
    """The names of a game that have a value."""

    def __init__(self, clauses: tuple[t.Clause, ...]) -> None:
        lines = [line for clause in clauses if isinstance(clause, t.Remember) for line in clause.lines]
        words = [word for clause in clauses if isinstance(clause, t.Values) for word in clause.members]
        zones = [line for clause in clauses if isinstance(clause, t.Zones) for line in clause.lines]
        parameters = [clause for clause in clauses if isinstance(clause, t.Parameter)]
        defines = [clause for clause in clauses if isinstance(clause, t.Define)]
        self.seats = min((one.seats or one.low for one in clauses if isinstance(one, t.Game)), default=0)
        self.plain = {line.name.text for line in lines if line.each is None} | {word.text for word in words}
        """Names that have a value; it may be `none`."""
        self.words = {word.text for word in words}
        self.tables: set[str] = {line.name.text for line in lines if line.each is not None and not line.also}
        """What has a value for each of something."""
        self.zones = {line.name.text for line in zones}
        self.never_none = {line.name.text for line in lines if not _perhaps_none(line.type)}
        self.tables |= {one.name.text for one in parameters if one.params and self._filled(one)}
        self._defined = {one.name.text for one in defines}
        # A definition counts once all that it asks does: one that asks for itself never does.
        while found := [one for one in defines if one.name.text not in self.plain | self.tables and self._told(one)]:
            for one in found:
                (self.tables if one.params else self.plain).add(one.name.text)
                if not any(_perhaps_none(part.type) for part in one.parts):
                    self.never_none.add(one.name.text)

    def has(self, expr: t.Expr, given: Given, asked: frozenset[str] = frozenset()) -> bool:
        """Whether it has a value, where these names are given and these expressions have been asked before."""
        if written(expr) in asked:
            return True
        match expr:
            case t.Name(word):
                return word in self.plain or word in given.names
            case t.YesNo() | t.Integer() | t.Nothing() | t.PlayerCount():
                return True
            case t.Numbered("player", number):
                return number <= self.seats
            case t.Of(word, arg):
                return word in self.tables and self._one(arg, given)
            case t.Call(word, args):
                return word in self.tables and all(self._one(arg, given) for arg in args)
            case t.Empty(t.Of(word, arg)):
                return word in self.zones and self._one(arg, given)
            case t.Not(body):
                return self.has(body, given, asked)
            case t.And(left, right) | t.Or(left, right) | t.Is(left, right) | t.Compare(_, left, right):
                return self.has(left, given, asked) and self.has(right, given, asked)
            case t.Otherwise(t.Of(word, arg), right):  # a definition on the left may go round in a circle (Q512)
                return word not in self._defined and self._one(arg, given) and self.has(right, given, asked)
            case _:
                return False

    def _one(self, arg: t.Expr, given: Given) -> bool:
        """Whether something can be asked of it: `none` is a value, but nothing is kept for it."""
        match arg:
            case t.Name(word):
                return word in given.never_none | self.words or word in self.plain & self.never_none
            case t.Of(word) | t.Call(word):
                return word in self.never_none and self.has(arg, given)
            case _:
                return False

    def _told(self, define: t.Define) -> bool:
        """Whether a definition says one thing for all cases, and that has a value, whatever it is asked for."""
        ranged = any(isinstance(part.type, t.TypeRange) for part in define.parts)
        match define.body:
            case t.Cases((t.Case(None, (value,), ()),)) if not ranged:
                return self.has(value, given_by(define))
            case _:
                return False

    def _filled(self, parameter: t.Parameter) -> bool:
        match parameter.assumed:
            case None:
                return True
            case t.By(_, rows):
                cases = [row.cases for row in rows]
                plain = all(len(one) == 1 and one[0].condition is None and not one[0].excepts for one in cases)
                return plain and any(not row.keys for row in rows) and all(
                    self.has(value, NOTHING) for one in cases for value in one[0].values)
            case value:
                return self.has(value, NOTHING)


def given_by(clause: t.Clause, bound: frozenset[str] = frozenset()) -> Given:
    """What a clause takes, and the names that it binds."""
    params = getattr(clause, "params", ())
    sure = frozenset(one.name.text for one in params if one.zone is None and one.type.text != "number")
    return Given(bound | {one.name.text for one in params}, sure)


def asked_by(expr: t.Expr) -> frozenset[str]:
    """What has been asked where this has a value."""
    match expr:
        case t.Compare(_, left, right) | t.Is(left, right):
            return frozenset({written(left), written(right)})
        case t.Not(body):
            return asked_by(body)
        case t.And(left, _) | t.Or(left, _):
            return asked_by(left)
        case _:
            return frozenset()


def _perhaps_none(kind: t.Type) -> bool:
    return not isinstance(kind, t.TypeYesNo) and not (isinstance(kind, t.TypeName) and not kind.optional)
