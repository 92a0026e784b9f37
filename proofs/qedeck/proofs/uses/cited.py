"""The text of a game as a proof cites it: places of Core become clauses, rows and the statements they cite.

In: the clauses of a game and the places that a verdict rests on; out: one line for each clause.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from qedeck.spec import tree as t
from qedeck.spec.checker.definitions import row_name, way_of
from qedeck.spec.diagnostic import Report
from qedeck.spec.readings import with_readings
from qedeck.spec.source import Span


class Place(NamedTuple):
    """Something a verdict rests on: a clause, or a row (by its name) or a statement (by its span) of it."""

    kind: str
    name: str
    span: Span | None = None
    row: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A row or a statement of a clause: what it is called, and what it cites itself."""

    row: str
    span: Span
    cites: tuple[str, ...]


@dataclass(slots=True)
class Written:
    """A clause: what it is called, what its first line cites, and its parts."""

    title: str
    kind: str
    cites: tuple[str, ...]
    parts: list[Part] = field(default_factory=list)

    @property
    def rows(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(part.row for part in self.parts))


class Rulebook:
    """Every clause of a game that is a rule: not its examples, not its properties."""

    def __init__(self, clauses: Iterable[t.Clause]) -> None:
        self.clauses: dict[tuple[str, str], Written] = {}
        for clause in with_readings(tuple(clauses), Report()):
            for key, written in _written(clause):
                self.clauses.setdefault(key, written)
        self._titles = {written.title: written for written in self.clauses.values()}

    def told(self, places: Iterable[Place]) -> tuple[str, ...]:
        """One line for each clause, in the order of the text: `define strength (knife; seer)`.

        Statements are not named: the answer outlives a change of what is cited.
        """
        touched: dict[tuple[str, str], list[Place]] = {}
        for place in places:
            touched.setdefault(self._home(place), []).append(place)
        return tuple(_line(written, touched[key]) for key, written in self.clauses.items() if key in touched)

    def cites(self, line: str) -> tuple[str, ...]:
        """The statements behind a line of `told`."""
        clause, rows = read(line)
        if clause not in self._titles:
            return ()
        written = self._titles[clause]
        parts = [part for part in written.parts if not rows or part.row in rows]
        return tuple(dict.fromkeys([*written.cites, *(word for part in parts for word in part.cites)]))

    def statements(self) -> dict[str, list[str]]:
        """For each statement that is cited, the clauses that do, in the order of the text."""
        found: dict[str, list[str]] = {}
        for written in self.clauses.values():
            for word in self.cites(written.title):
                found.setdefault(word, []).append(written.title)
        return found

    def kind(self, title: str) -> str:
        return self._titles[title].kind

    def _home(self, place: Place) -> tuple[str, str]:
        """The clause of a place. What a trigger does happens in a phase, but is written elsewhere."""
        key = (place.kind, place.name)
        if place.kind != "phase" or place.span is None:
            return key
        if key in self.clauses and _around(self.clauses[key], place.span):
            return key
        homes = (k for k, w in self.clauses.items() if w.kind in ("phase", "trigger") and _around(w, place.span))
        return next(homes, key)


def read(line: str) -> tuple[str, tuple[str, ...]]:
    """A line of `told` taken apart: the clause, and which of its rows; none: all of it."""
    clause, _, rows = line.removesuffix(")").partition(" (")
    return clause, tuple(rows.split("; ")) if rows else ()


def _line(written: Written, places: list[Place]) -> str:
    if any(place.span is None and not place.row and written.kind == "define" for place in places):
        return written.title
    touched = {place.row for place in places if place.span is None}
    touched |= {part.row for p in places if p.span is not None and (part := _around(written, p.span)) is not None}
    rows = [row for row in written.rows if row in touched]
    if len(rows) == len(written.rows):
        return written.title
    return f"{written.title} ({'; '.join(rows or ('first line',))})"


def _around(written: Written, span: Span) -> Part | None:
    """The smallest part of the clause that holds this place."""
    inside = [p for p in written.parts if p.span.file == span.file and p.span.start <= span.start < p.span.end]
    return min(inside, key=lambda p: p.span.end - p.span.start, default=None)


def _written(clause: t.Clause) -> Iterator[tuple[tuple[str, str], Written]]:
    """What a clause is called by Core, and how it is written."""
    match clause:
        case t.Game():
            yield ("game", ""), Written("game", "game", words(clause.cites))
        case t.Values(name):
            yield ("values", name.text), Written(f"{name} is one of", "values", words(clause.cites))
        case t.Cards(name, lines=lines):
            parts = [Part(line.family.text, line.span, words(line.cites)) for line in lines]
            title = f"cards {name}" if name else "cards"
            yield ("cards", name.text if name else "card"), Written(title, "cards", words(clause.cites), parts)
        case t.LeaveOut(players, lines):
            outs = [Part(line.family.text, line.span, words(line.cites)) for line in lines]
            title = f"with {players} players leave out"
            yield ("leave out", str(players)), Written(title, "leave out", words(clause.cites), outs)
        case t.Zones(lines):
            for zone in lines:
                yield ("state", zone.name.text), Written(f"zone {zone.name}", "zone", words(clause.cites + zone.cites))
        case t.Remember(lines):
            for line in lines:
                cites = words(clause.cites + line.cites)
                yield ("state", line.name.text), Written(f"remember {line.name}", "remember", cites)
        case t.Parameter() | t.Reading():
            kind = type(clause).__name__.lower()
            yield ("state", clause.name.text), Written(f"{kind} {clause.name}", kind, words(clause.cites))
        case t.Define():
            yield ("define", clause.name.text), _define(clause)
        case t.Phase():
            done = _statements(clause.body)
            yield ("phase", clause.name.text), Written(f"phase {clause.name}", "phase", words(clause.cites), done)
        case t.Trigger():
            done = _statements(clause.body)
            key = ("phase", f"on {clause.event} {clause.span.start}")
            yield key, Written(f"on {clause.event}", "trigger", words(clause.cites), done)
        case t.Event():
            yield ("state", clause.name.text), Written(f"event {clause.name}", "event", words(clause.cites))
        case t.Ending():
            yield ("ending", clause.name.text), Written(f"ending {clause.name}", "ending", words(clause.cites))
        case _:
            pass


def _define(clause: t.Define) -> Written:
    """The rows are called as in Core."""
    parts: list[Part] = []
    _body(parts, clause.body, "")
    return Written(f"define {clause.name}", "define", words(clause.cites), parts)


def _body(parts: list[Part], body: t.Body, way: str) -> None:
    match body:
        case t.Cases(cases):
            _cases(parts, cases, way, ())
        case t.By(_, rows):
            for row in rows:
                _cases(parts, row.cases, row_name(row, way), words(row.cites))
        case t.Either(given, then, otherwise):
            _body(parts, then, way_of(given))
            _body(parts, otherwise, way)


def _cases(parts: list[Part], cases: tuple[t.Case, ...], row: str, above: tuple[str, ...]) -> None:
    for number, case in enumerate(cases, 1):
        name = "otherwise" if case.condition is None else f"case {number}"
        name = name if not row else row if len(cases) == 1 else f"{row}, {name}"
        parts.append(Part(name, case.span, (*above, *words(case.cites))))
        parts += [Part(f"{name}, except", other.span, words(other.cites)) for other in case.excepts]


def _statements(statements: tuple[t.Statement, ...]) -> list[Part]:
    """Every statement, numbered, with what it and the statements around it cite."""
    found: list[Part] = []

    def put(node: t.Statement | t.Option, above: tuple[str, ...]) -> None:
        cites = (*above, *words(node.cites))
        found.append(Part(f"statement {len(found) + 1}", node.span, cites))
        inner: tuple[t.Statement | t.Option, ...] = ()
        match node:
            case t.If(_, then, otherwise):
                inner = (*then, *otherwise)
            case t.ForEach(body=body) | t.EyesClosed(body=body) | t.Repeat(body=body) | t.Option(body=body):
                inner = body
            case t.MayChoose(body=body, otherwise=otherwise):
                inner = (*body, *otherwise)
            case t.ChooseOne(options=options) | t.Race(options=options):
                inner = options
            case t.Meanwhile(race=race):
                inner = (race,)
            case _:
                pass
        for each in inner:
            put(each, cites)

    for statement in statements:
        put(statement, ())
    return found


def words(cites: t.Cites) -> tuple[str, ...]:
    return tuple(word.text for word in cites)
