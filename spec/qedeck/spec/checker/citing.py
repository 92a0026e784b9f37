"""Stage 2 to 3, clauses by name: how texts, proofs and pages call each, and the statements that it cites."""

from __future__ import annotations

from collections import Counter

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.diagnostic import Report
from qedeck.spec.readings import with_readings


def clauses_of(clauses: tuple[t.Clause, ...]) -> dict[str, c.Clause]:
    """Every clause by the name that texts and proofs use for it, with what it says under every reading."""
    clauses = with_readings(clauses, Report())
    found: dict[str, c.Clause] = {}
    times: Counter[str] = Counter()
    outs = 0

    def put(name: str, kind: str, cites: t.Cites, node: t.Node) -> None:
        times[name] += 1
        key = name if times[name] == 1 else f"{name} {times[name]}"
        found[key] = c.Clause(key, kind, tuple(w.text for w in cites), node.span)

    for clause in clauses:
        match clause:
            case t.Game():
                put("game", "game", clause.cites, clause)
            case t.Cards(name):
                cites = clause.cites + tuple(w for line in clause.lines for w in line.cites)
                put(f"cards {name}" if name else "cards", "cards", cites, clause)
            case t.LeaveOut(players):
                outs += 1
                cites = clause.cites + tuple(w for line in clause.lines for w in line.cites)
                put(f"with {players} players", "leave out", cites, clause)
            case t.Zones(lines):
                for zone in lines:
                    put(zone.name.text, "zone", clause.cites + zone.cites, zone)
            case t.Remember(lines):
                for line in lines:
                    put(line.name.text, "remember", clause.cites + line.cites, line)
            case t.Define(body=body):
                put(clause.name.text, "define", clause.cites + _body_cites(body), clause)
            case t.Phase(body=statements):
                put(clause.name.text, "phase", clause.cites + _statement_cites(statements), clause)
            case t.Trigger(body=statements):
                put(f"on {clause.event}", "trigger", clause.cites + _statement_cites(statements), clause)
            case t.Values():
                put(f"{clause.name} is one of", "values", clause.cites, clause)
            case t.Parameter() | t.Reading() | t.Event() | t.Ending() | t.Example() | t.Property():
                put(clause.name.text, type(clause).__name__.lower(), clause.cites, clause)
            case _:
                pass
    return found


def _body_cites(body: t.Body) -> t.Cites:
    if isinstance(body, t.Either):
        return tuple(dict.fromkeys(_body_cites(body.otherwise) + _body_cites(body.then)))
    cases = body.cases if isinstance(body, t.Cases) else tuple(x for row in body.rows for x in row.cases)
    words = tuple(w for case in cases for w in case.cites + tuple(v for e in case.excepts for v in e.cites))
    if isinstance(body, t.By):
        words += tuple(w for row in body.rows for w in row.cites)
    return tuple(dict.fromkeys(words))


def _statement_cites(statements: tuple[t.Statement, ...]) -> t.Cites:
    words: list[t.Word] = []
    for s in statements:
        words += s.cites
        match s:
            case t.If(_, then, otherwise):
                words += _statement_cites(then + otherwise)
            case t.ForEach(body=body) | t.EyesClosed(body=body) | t.Repeat(body=body):
                words += _statement_cites(body)
            case t.MayChoose(body=body, otherwise=otherwise):
                words += _statement_cites(body + otherwise)
            case t.ChooseOne(options=options) | t.Race(options=options):
                for option in options:
                    words += option.cites + _statement_cites(option.body)
            case t.Meanwhile(race=race):
                words += _statement_cites((race,))
    return tuple(words)
