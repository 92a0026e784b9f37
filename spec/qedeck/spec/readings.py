"""Stage 1 to 1: what a reading changes becomes an `if` on that reading, so that play and proofs range over both.

In: the clauses of a game, in which readings say what is otherwise under them; out: clauses in which each rule says all
its ways. A rule that no reading changes stays as it is.
"""

from __future__ import annotations

from dataclasses import replace

from qedeck.spec import tree as t
from qedeck.spec.amend import amended, both_change, changed_by
from qedeck.spec.checker.definitions import way_of
from qedeck.spec.diagnostic import Report, did_you_mean
from qedeck.spec.rows import rows_with, with_row
from qedeck.spec.variants import clause_name
from qedeck.spec.written import written


def with_readings(clauses: tuple[t.Clause, ...], report: Report) -> tuple[t.Clause, ...]:
    """The clauses with every way to read them."""
    readings = [clause for clause in clauses if isinstance(clause, t.Reading) and clause.ways]
    if not readings:
        return clauses
    key = ("every way to read", id(clauses))
    if key not in report.kept:
        work = _Readings([_plain(clause) for clause in clauses], report)
        for reading in readings:
            work.read(reading)
        report.kept[key] = tuple(work.clauses)
    made: tuple[t.Clause, ...] = report.kept[key]
    return made


def _plain(clause: t.Clause) -> t.Clause:
    return replace(clause, ways=()) if isinstance(clause, t.Reading) else clause


class _Readings:
    def __init__(self, clauses: list[t.Clause], report: Report) -> None:
        self.clauses, self.report = clauses, report

    def read(self, reading: t.Reading) -> None:
        usual, *others = (word.text for word in reading.alternatives)
        for way in reading.ways:
            if way.word.text == usual:
                said = f"{usual} is how the rules read by themselves"
                self.report.error("Q429", said, way.word.span, "put it into the rules, and the other way here")
            elif way.word.text not in others:
                hint = did_you_mean(way.word.text, others)
                self.report.error("Q208", f"{reading.name} is not read as {way.word}", way.word.span, hint)
            else:
                span = way.word.span
                read_so = t.Is(t.Name(reading.name.text, span=span), t.Name(way.word.text, span=span), False, span=span)
                for change in way.changes:
                    self._change(change, read_so)

    def _change(self, change: t.Clause, given: t.Is) -> None:
        match change:
            case t.Amend(name):
                at = self._find(name.text, name)
                if at is not None:
                    self.clauses[at] = amended(self.clauses[at], change, given, self.report)
            case t.ReplaceRow():
                self._row(change, given)
            case t.ReplaceClause(clause):
                self._whole(clause, given)
            case t.Remove(name):
                at = self._find(name.text, name)
                if at is not None:
                    self._silent(at, change, given)
            case t.Restrict():
                condition = t.Or(t.Not(given, span=given.span), change.condition, span=change.condition.span)
                self.clauses.append(replace(change, condition=condition))
            case t.Trigger():
                where = given if change.where is None else t.And(given, change.where, span=change.where.span)
                self.clauses.append(replace(change, where=where))
            case t.Define() | t.Phase() | t.Event() | t.Ending() | t.Values() | t.Zones() | t.Remember():
                # It does nothing by itself: what the reading changes makes use of it.
                self.clauses.append(change)
            case _:
                said = "a reading does not change this: it is the same however the rules are read"
                hint = "replace, remove or add what is played by; or use in CLAUSE"
                self.report.error("Q429", said, change.span, hint)

    def _find(self, name: str, node: t.Node) -> int | None:
        found = [at for at, clause in enumerate(self.clauses) if clause_name(clause) == name]
        if found:
            rules = (t.Define, t.Phase, t.Trigger, t.Ending)
            return next((at for at in found if isinstance(self.clauses[at], rules)), found[0])
        hint = did_you_mean(name, [clause_name(clause) for clause in self.clauses])
        self.report.error("Q211", f"there is no clause called {name}", node.span, hint)
        return None

    def _alone(self, part: object, node: t.Node, given: t.Is) -> bool:
        """Whether no other reading has changed this."""
        others = changed_by(part) - changed_by(t.IfRead(given, (), (), ()))
        if others:
            both_change(self.report, node, given, others)
        return not others

    # ---- whole clauses ----------------------------------------------------------------------------

    def _whole(self, new: t.Clause, given: t.Is) -> None:
        name = clause_name(new)
        at = self._find(name, new)
        if at is None or not self._alone(self.clauses[at], new, given):
            return
        match self.clauses[at], new:
            case (t.Define() as old, t.Define()):
                if self._same_head((old.params, old.parts), (new.params, new.parts), new):
                    body = t.Either(given, new.body, old.body, span=new.span)
                    self.clauses[at] = replace(old, body=body, cites=old.cites + new.cites)
            case (t.Phase() as old, t.Phase()):
                if self._same_head(old.params, new.params, new):
                    both = t.IfRead(given, new.body, old.body, new.cites, span=given.span)
                    self.clauses[at] = replace(old, body=(both,))
            case (t.Trigger() as old, t.Trigger()):
                ranks = [(one.name, one.priority, one.given, one.other) for one in (old, new)]
                if self._same_head(ranks[0], ranks[1], new):
                    both = t.IfRead(given, new.body, old.body, new.cites, span=given.span)
                    where = _as_read(given, new.where, old.where)
                    self.clauses[at] = replace(old, body=(both,), where=where)
            case (t.Ending() as old, t.Ending()):
                if self._same_head((old.result, old.before, old.bind), (new.result, new.before, new.bind), new):
                    condition = _as_read(given, new.condition, old.condition)
                    where = _as_read(given, new.where, old.where)
                    self.clauses[at] = replace(old, condition=condition, where=where, cites=old.cites + new.cites)
            case _:
                said = f"a reading does not replace {name}: it is the same however the rules are read"
                hint = "replace a definition, a phase, a trigger or an ending"
                self.report.error("Q429", said, new.span, hint)

    def _same_head(self, old: object, new: object, node: t.Node) -> bool:
        if written(old) == written(new):
            return True
        said = "its first line is not what it was: others count on that"
        self.report.error("Q429", said, node.span, "keep what it takes, what it gives, and their names")
        return False

    def _silent(self, at: int, change: t.Remove, given: t.Is) -> None:
        """Under the reading, the clause has nothing to say."""
        match self.clauses[at]:
            case t.Phase() as old:
                self.clauses[at] = replace(old, body=(t.IfRead(given, (), old.body, (), span=given.span),))
            case t.Trigger() as old:
                other = t.Not(given, span=given.span)
                where = other if old.where is None else t.And(other, old.where, span=old.where.span)
                self.clauses[at] = replace(old, where=where)
            case t.Ending() as old if old.condition is not None:
                never = t.YesNo(False, span=change.span)
                self.clauses[at] = replace(old, condition=t.AsRead(given, never, old.condition, span=change.span))
            case _:
                said = f"a reading does not remove {change.name}: others may ask for it"
                self.report.error("Q429", said, change.span, "replace it")

    # ---- rows -------------------------------------------------------------------------------------

    def _row(self, change: t.ReplaceRow, given: t.Is) -> None:
        at = self._find(change.define.text, change.define)
        if at is None or not all(self._alone(row, change.key, given) for row in rows_with(self.clauses[at], change)):
            return

        def usual(row: t.Row, named: tuple[t.Key, ...]) -> list[t.Row]:
            """If it is not read so, the row says what it said; what this reading has put there already stays."""
            other = t.Not(given, span=given.span)
            both = other if row.given is None else t.And(row.given, other, span=given.span)
            return [replace(row, keys=named, given=row.given if way_of(row.given) else both)]

        define = with_row(self.clauses[at], change, usual, self.report)
        if define is not None and isinstance(define.body, t.By):
            rows = (*define.body.rows, replace(change.row, given=given))
            self.clauses[at] = replace(define, body=replace(define.body, rows=rows))


def _as_read(given: t.Is, new: t.Expr | None, old: t.Expr | None) -> t.Expr | None:
    """Without a condition, it always holds."""
    if new is None and old is None:
        return None
    one = new or t.YesNo(True, span=given.span)
    return t.AsRead(given, one, old or t.YesNo(True, span=given.span), span=one.span)
