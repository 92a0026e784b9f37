"""Stage 2 to 3, definitions: cases without order, exceptions, several results."""

from __future__ import annotations

from typing import assert_never

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.checker.circles import circles
from qedeck.spec.checker.expressions import Expressions
from qedeck.spec.checker.kinds import Kind, Number, Parts, Unknown
from qedeck.spec.checker.state import State
from qedeck.spec.checker.terms import TRUE, both, either, negated, same
from qedeck.spec.checker.values import UNBOUNDED, Env, Value, as_kind, plain
from qedeck.spec.diagnostic import did_you_mean


class Definitions:
    """Checks every definition of a game and turns it into Core."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.scope = state.scope
        self.exprs: Expressions = state.exprs
        self.results: dict[str, tuple[c.Type, ...]] = {}
        self.defines: dict[str, c.Define] = {}

    def sign(self) -> None:
        """Learn what each definition takes and gives, before any body is read."""
        for define in self.scope.defines.values():
            takes = tuple(self.state.param_kind(p) for p in define.params)
            types = tuple(self.state.type_of(p.type) for p in define.parts)
            self.results[define.name.text] = types
            kinds = tuple(as_kind(k) for k in types)
            gives: Kind = kinds[0]
            if len(kinds) > 1:
                names = tuple(p.name.text if p.name else "" for p in define.parts)
                if "" in names or len(set(names)) < len(names):
                    self.scope.report.error(
                        "Q305",
                        "each of several results needs a name of its own",
                        define.span,
                        "define strength of place i in trick: suit, rank 0 to 20",
                    )
                gives = Parts(names, kinds)
            self.exprs.signatures[define.name.text] = (takes, gives)

    def build(self) -> dict[str, c.Define]:
        for define in self.scope.defines.values():
            self._define(define)
        self._check_recursion()
        return self.defines

    def assumed(self, body: t.By, env: Env, kind: Kind) -> c.Expr:
        """A table of assumed values: a definition without a name."""
        rows = self._by(body, env, (kind,), TRUE, "")
        return c.Cases(
            tuple(c.CaseRow(name, guard, values[0], case.span) for name, guard, values, case in rows), None, body.span
        )

    def _define(self, define: t.Define) -> None:
        name = define.name.text
        takes, gives = self.exprs.signatures[name]
        env = Env()
        params: list[tuple[str, c.Domain | c.Whole]] = []
        for param, kind in zip(define.params, takes, strict=True):
            local = self.exprs.fresh(param.name.text)
            if param.name.text in env.names:
                self.scope.report.error("Q202", f"two things are called {param.name} here", param.name.span)
            env = env.bind(param.name.text, Value(c.Local(local), kind))
            params.append((local, kind.domain if isinstance(kind, c.Member) else UNBOUNDED))
        kinds = gives.types if isinstance(gives, Parts) else (gives,)
        rows = self._body(define.body, TRUE, "", env, kinds)
        types = self.results[name]
        for i, part_type in enumerate(types):
            key = f"{name}.{gives.names[i]}" if isinstance(gives, Parts) else name
            term = self._assemble(rows, i, define)
            self.defines[key] = c.Define(key, tuple(params), part_type, term, name)

    def _assemble(self, rows: list[tuple[str, c.Expr, tuple[c.Expr, ...], t.Case]], i: int, define: t.Define) -> c.Expr:
        if len(rows) == 1 and rows[0][1] == TRUE:
            return rows[0][2][i]
        return c.Cases(
            tuple(c.CaseRow(name, guard, values[i], case.span) for name, guard, values, case in rows), None, define.span
        )

    def _body(
        self, body: t.Body, given: c.Expr, way: str, env: Env, kinds: tuple[Kind, ...]
    ) -> list[tuple[str, c.Expr, tuple[c.Expr, ...], t.Case]]:
        match body:
            case t.Cases(cases):
                return self._cases(cases, given, way, env, kinds)
            case t.By():
                return self._by(body, env, kinds, given, way)
            case t.Either(reading, then, otherwise):
                read_so = self.exprs.condition(reading, env)
                return [
                    *self._body(then, both(given, read_so), way_of(reading), env, kinds),
                    *self._body(otherwise, both(given, negated(read_so)), way, env, kinds),
                ]
        assert_never(body)

    def _cases(
        self, cases: tuple[t.Case, ...], given: c.Expr, row: str, env: Env, kinds: tuple[Kind, ...]
    ) -> list[tuple[str, c.Expr, tuple[c.Expr, ...], t.Case]]:
        """Cases under a condition; `otherwise` is what the other conditions leave."""
        conditions = [self.exprs.condition(case.condition, env) for case in cases if case.condition is not None]
        if len(cases) - len(conditions) > 1:
            last = [case for case in cases if case.condition is None][-1]
            self.scope.report.error("Q202", "there are two otherwise lines", last.span, "make them one")
        rest = negated(either(*conditions)) if conditions else TRUE
        found = []
        for number, case in enumerate(cases, 1):
            guard = rest if case.condition is None else self.exprs.condition(case.condition, env)
            label = row or (f"case {number}" if case.condition is not None else "otherwise")
            if row and len(cases) > 1:
                label = f"{row}, {'otherwise' if case.condition is None else f'case {number}'}"
            exceptions = [self.exprs.condition(e.condition, env) for e in case.excepts]
            plain_guard = both(given, guard, *(negated(e) for e in exceptions))
            found.append((label, plain_guard, self._values(case, env, kinds), case))
            for exception, condition in zip(case.excepts, exceptions, strict=True):
                found.append(
                    (f"{label}, except", both(given, guard, condition), self._values(exception, env, kinds), exception)
                )
        return found

    def _values(self, case: t.Case, env: Env, kinds: tuple[Kind, ...]) -> tuple[c.Expr, ...]:
        if len(case.values) == 1 and len(kinds) > 1:
            # One expression may give all the parts: `strength of (i - 1)`.
            value = self.exprs.check(case.values[0], env, None)
            if isinstance(value.kind, Parts) and len(value.kind.types) == len(kinds):
                return tuple(p.term for p in value.parts)
        if len(case.values) != len(kinds):
            if not isinstance(self.exprs.check(case.values[0], env, None).kind, Unknown):
                self.scope.report.error(
                    "Q305", f"this gives {len(case.values)} results, but {len(kinds)} are declared", case.span
                )
            return tuple(c.Const(0) for _ in kinds)
        return tuple(self.exprs.expect(v, env, k).term for v, k in zip(case.values, kinds, strict=True))

    def _by(
        self, body: t.By, env: Env, kinds: tuple[Kind, ...], given: c.Expr, way: str
    ) -> list[tuple[str, c.Expr, tuple[c.Expr, ...], t.Case]]:
        subject = self.exprs.check(body.subject, env, None)
        if isinstance(subject.kind, Unknown):
            return [("", TRUE, tuple(c.Const(0) for _ in kinds), t.Case(None, (), (), ()))]
        found, guards = [], []
        seen: set[str] = set()
        for row in body.rows:
            for text in [key_text(key) for key in row.keys] or ["otherwise"]:
                if text in seen and row.given is None:
                    self.scope.report.error("Q202", f"there are two rows for {text}", row.span, "make them one")
                seen.add(text)
            if not row.keys:
                continue
            guard = either(*(self._key(key, subject, row) for key in row.keys))
            guards.append(guard)
            if row.given is not None:
                guard = both(self.exprs.condition(row.given, env), guard)
            found += self._cases(row.cases, both(given, guard), row_name(row, way), env, kinds)
        for row in body.rows:
            if not row.keys:
                rest = both(given, negated(either(*guards)))
                found += self._cases(row.cases, rest, row_name(row, way), env, kinds)
        return found

    def _key(self, key: t.Key, subject: Value, row: t.Row) -> c.Expr:
        kind = subject.kind
        if isinstance(kind, Number):
            if key.number is None or key.word is not None:
                self.scope.report.error("Q410", f"this row must begin with a number, not {key_text(key)}", key.span)
                return TRUE
            return same(subject.term, c.Const(key.number))
        if isinstance(kind, c.YesNo):
            if key.word not in ("yes", "no"):
                self.scope.report.error("Q410", "the rows here are yes and no", key.span)
                return TRUE
            return subject.term if key.word == "yes" else negated(subject.term)
        if isinstance(kind, c.Member):
            if key.word == "none":
                return same(subject.term, c.Const(c.NONE))
            domain = kind.domain
            text = key_text(key)
            if domain in self.scope.places.values() and key.number is not None and key.word is None:
                return same(subject.term, c.Const(key.number - 1))
            if text in domain.members:
                return same(subject.term, c.Const(domain.members.index(text)))
            if domain.name in self.scope.sets:
                cards = self.scope.sets[domain.name]
                if text in cards.families:
                    return c.Table(f"is {text}", tuple(f == text for f in cards.families), subject.term, key.span)
                self.scope.report.error(
                    "Q208",
                    f"there is no card called {text}",
                    key.span,
                    did_you_mean(text, [*domain.members, *cards.families]),
                )
                return TRUE
            self.scope.report.error(
                "Q410", f"{text} is not {plain(kind)}", key.span, did_you_mean(text, domain.members)
            )
            return TRUE
        self.scope.report.error("Q410", f"rows cannot go by {plain(kind)}", row.span)
        return TRUE

    # ---- definitions that use themselves ------------------------------------------------------

    def _check_recursion(self) -> None:
        """A definition may use itself only on an earlier (or later) place or number: `(i - 1)`."""
        calls = {name: [x for x in c.subterms(d.body) if isinstance(x, c.Call)] for name, d in self.defines.items()}
        groups = circles({name: [call.define for call in found] for name, found in calls.items()})
        for name, define in self.defines.items():
            for call in calls[name]:
                if call.define in groups.get(name, ()) and not _moves_on(call, define):
                    self.scope.report.error(
                        "Q405",
                        f"{define.clause} is defined by itself without getting any nearer to an end",
                        call.span,
                        "ask for an earlier place, for instance (i - 1)",
                    )


def way_of(given: t.Expr | None) -> str:
    """How a reading is read where this holds; nothing for the way in which the rules read by themselves."""
    return given.right.word if isinstance(given, t.Is) and isinstance(given.right, t.Name) else ""


def row_name(row: t.Row, way: str = "") -> str:
    """What a row is called: by its keys, and by the reading that it belongs to."""
    keys = ", ".join(key_text(key) for key in row.keys) or "otherwise"
    return ", ".join(filter(None, (way or way_of(row.given), keys)))


def key_text(key: t.Key) -> str:
    return " ".join(str(p) for p in (key.word, key.number) if p is not None)


def _moves_on(call: c.Call, define: c.Define) -> bool:
    locals_ = {name for name, _ in define.params}
    for arg in call.args:
        match arg:
            case c.Op("sub" | "add", (c.Local(name), c.Const(value))) if name in locals_ and int(value) > 0:
                return True
            case _:
                pass
    return False
