"""Stage 2 to 3, expressions: from what was written to typed terms of Core.

Types flow both ways: `role of p is robber` knows which robber is meant from its left side.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.checker.kinds import Cards, Kind, Number, Parts, Unknown
from qedeck.spec.checker.naming import Naming
from qedeck.spec.checker.terms import (
    FALSE,
    TRUE,
    arithmetic,
    both,
    either,
    negated,
    same,
    seats_after,
)
from qedeck.spec.checker.values import LOST, Env, Value, plain
from qedeck.spec.source import Span


class Expressions(Naming):
    """Checks expressions of one game; everything wrong goes to the scope's report."""

    # ---- the walk ----------------------------------------------------------------------------

    def check(self, expr: t.Expr, env: Env, want: Kind | None) -> Value:
        match expr:
            case t.Integer(value):
                if isinstance(want, c.Member) and want.domain in self.scope.places.values():
                    return Value(c.Const(value - 1), want)
                return Value(c.Const(value), Number())
            case t.YesNo(value):
                return Value(c.Const(value), c.YesNo())
            case t.Nothing():
                kind: Kind = replace(want, optional=True) if isinstance(want, c.Member) else Unknown()
                return Value(c.Const(c.NONE), kind)
            case t.PlayerCount():
                return Value(c.Const(self.scope.players), Number())
            case t.Name():
                return self.name(expr, env, want)
            case t.Numbered():
                return self.numbered(expr, want)
            case t.Call(word, args):
                return self.apply(word, args, expr.span, env)
            case t.TupleOf(items):
                wants: tuple[Kind | None, ...] = (None,) * len(items)
                if isinstance(want, Parts) and len(want.types) == len(items):
                    wants = want.types
                parts = tuple(self.check(i, env, w) for i, w in zip(items, wants, strict=True))
                names = want.names if isinstance(want, Parts) else ("",) * len(items)
                return Value(c.Const(0), Parts(names, tuple(p.kind for p in parts)), parts)
            case t.Of():
                return self.of(expr, env)
            case t.Elsewhere(body):
                return self._elsewhere(body, env, want, expr.span)
            case t.At():
                return self.at(expr, env)
            case t.Count(t.Bind(t.Word("times")), _) if self.scope.domain("times") is None:
                return self._times(expr)
            case t.Count(bind, where):
                bound = self.open(bind, env)
                if bound is None:
                    return LOST
                condition = both(bound.where, self.condition(where, bound.env))
                return Value(
                    c.Fold("sum", bound.local, bound.low, bound.high, condition, bound.weight or c.Const(1), expr.span),
                    Number(),
                )
            case t.Total(body, bind, where):
                bound = self.open(bind, env)
                if bound is None:
                    return LOST
                condition = both(bound.where, self.condition(where, bound.env))
                term = self.number(body, bound.env)
                if bound.weight is not None:
                    term = arithmetic("mul", term, bound.weight)
                return Value(c.Fold("sum", bound.local, bound.low, bound.high, condition, term, expr.span), Number())
            case t.Extreme(which, body, bind, where):
                bound = self.open(bind, env)
                if bound is None:
                    return LOST
                condition = both(bound.where, self.condition(where, bound.env))
                kind_name = "max" if which == "highest" else "min"
                return Value(
                    c.Fold(
                        kind_name,
                        bound.local,
                        bound.low,
                        bound.high,
                        condition,
                        self.number(body, bound.env),
                        expr.span,
                    ),
                    Number(),
                )
            case t.Picker():
                return self.picker(expr, env)
            case t.Whichever():
                return self.whichever(expr, env)
            case t.SeatsAway(distance, start, clockwise):
                steps = self.number(distance, env)
                player = c.Member(self.scope.player)
                seat = self.seat(start, env)
                if not clockwise:
                    steps = arithmetic("sub", c.Const(0), steps)
                return Value(seats_after(seat, steps, self.scope.seats), player)
            case t.Negative(body):
                return Value(arithmetic("sub", c.Const(0), self.number(body, env)), Number())
            case t.Arithmetic():
                return self.arithmetic(expr, env)
            case t.Compare(op, left, right):
                a, b = self._counted(*self.pair(left, right, env))
                if not isinstance(a.kind, (Number, c.Member, Unknown)) or not self.fits(a.kind, b.kind):
                    return self.wrong("Q307", f"{plain(a.kind)} and {plain(b.kind)} have no order", expr.span)
                if op in (">", ">="):
                    a, b = b, a
                return Value(arithmetic("lt" if op in "<>" else "le", a.term, b.term), c.YesNo())
            case t.Is(left, right, is_not):
                term = self.is_(left, right, expr.span, env)
                return Value(negated(term) if is_not else term, c.YesNo())
            case t.In(left, zone, is_not):
                ref = self.zone(zone, env)
                if ref is None:
                    return LOST
                test, face = self.face_test(left, self.zones[ref.zone].cards, env)
                term = self.holds(ref, test, face)
                return Value(negated(term) if is_not else term, c.YesNo())
            case t.Empty(zone, is_not):
                ref = self.zone(zone, env)
                if ref is None:
                    return LOST
                term = same(self.size_of(ref), c.Const(0))
                return Value(negated(term) if is_not else term, c.YesNo())
            case t.Knows():
                return self.knows(expr, env)
            case t.Not(body):
                return Value(negated(self.condition(body, env)), c.YesNo())
            case t.And(left, right):
                return Value(both(self.condition(left, env), self.condition(right, env)), c.YesNo())
            case t.Or(left, right):
                return Value(either(self.condition(left, env), self.condition(right, env)), c.YesNo())
            case t.Otherwise(left, right):
                first = self.check(left, env, want)
                fallback = replace(first.kind, optional=True) if isinstance(first.kind, c.Member) else first.kind
                second = self.expect(right, env, fallback)
                kind = second.kind if isinstance(second.kind, c.Member) and second.kind.optional else first.kind
                if first.parts:
                    parts = tuple(
                        replace(a, term=c.Try(a.term, b.term, expr.span))
                        for a, b in zip(first.parts, second.parts, strict=False)
                    )
                    return Value(c.Const(0), kind, parts)
                return Value(c.Try(first.term, second.term, expr.span), kind)
            case t.AsRead(given, then, otherwise):
                return self._as_read(self.condition(given, env), then, otherwise, env, want)
            case t.Some(bind, body, is_not):
                bound = self.open(bind, env)
                if bound is None:
                    return LOST
                term = c.Fold(
                    "any", bound.local, bound.low, bound.high, bound.where, self.condition(body, bound.env), expr.span
                )
                return Value(negated(term) if is_not else term, c.YesNo())
            case t.Every(bind, where, body):
                bound = self.open(bind, env)
                if bound is None:
                    return LOST
                condition = both(bound.where, self.condition(where, bound.env))
                return Value(
                    c.Fold(
                        "all", bound.local, bound.low, bound.high, condition, self.condition(body, bound.env), expr.span
                    ),
                    c.YesNo(),
                )
        assert_never(expr)

    # ---- comparing and reckoning ----

    def _as_read(self, given: c.Expr, then: t.Expr, otherwise: t.Expr, env: Env, want: Kind | None) -> Value:
        """Both ways are of one kind: that of the words as they stand in the rule."""
        usual = self.check(otherwise, env, want)
        other = self.expect(then, env, usual.kind)
        parts = tuple(
            replace(a, term=c.Ite(given, b.term, a.term)) for a, b in zip(usual.parts, other.parts, strict=False)
        )
        return Value(c.Ite(given, other.term, usual.term), usual.kind, parts)

    def _times(self, expr: t.Count) -> Value:
        """How often something was done since a phase began: only claims over a phase count that."""
        what = expr.bind.name
        if expr.where is not None or expr.bind.within is not None or expr.bind.low is not None:
            return self.wrong("Q447", "times are counted as they come", expr.span, f"number of times {what}, no more")
        if self.times is None:
            hint = f"in a property: each night keeps number of times {what} is at most 4"
            return self.wrong("Q447", "nobody counts times here", expr.span, hint)
        counted = self.times(what)
        return LOST if counted is None else Value(counted, Number())

    def _elsewhere(self, body: t.Expr, env: Env, want: Kind | None, span: Span) -> Value:
        value = self.check(body, env, want)
        if not self.comparing:
            return self.wrong(
                "Q423",
                "there is no other position to compare with here",
                span,
                "other and was belong in properties about two positions, or about a choice",
            )
        if isinstance(value.kind, Cards):
            return self.wrong("Q309", "ask for something in the other zone", span, "size of … becomes other size of …")
        named = isinstance(body, t.Name | t.Numbered) and not isinstance(value.kind, Unknown)
        if named and isinstance(value.term, c.Const | c.Local):
            return self.wrong(
                "Q423",
                "this is the same in every position",
                span,
                "what was so, or is so in the other one, goes in parentheses: was (red 1 is in trick)",
            )
        parts = tuple(replace(part, term=c.Elsewhere(part.term)) for part in value.parts)
        return replace(value, term=c.Elsewhere(value.term), parts=parts, zone=None)

    def arithmetic(self, expr: t.Arithmetic, env: Env) -> Value:
        op = {"+": "add", "-": "sub", "*": "mul", "/": "div", "mod": "mod"}[expr.op]
        left = self.check(expr.left, env, None)
        if op in ("add", "sub") and isinstance(left.kind, c.Member) and left.kind.domain in self.scope.places.values():
            return Value(arithmetic(op, left.term, self.number(expr.right, env)), left.kind)
        if not self.fits(left.kind, Number()):
            hint = "use seats after" if left.kind == c.Member(self.scope.player) else ""
            return self.wrong(
                "Q302", f"this is {plain(left.kind)}, and one cannot reckon with it", expr.left.span, hint
            )
        return Value(arithmetic(op, left.term, self.number(expr.right, env), expr.span), Number())

    def pair(self, left: t.Expr, right: t.Expr, env: Env) -> tuple[Value, Value]:
        """Two sides of a comparison; the side whose type is plain tells the other."""
        if self.loose(left, env) and not self.loose(right, env):
            b = self.check(right, env, None)
            return self.check(left, env, b.kind), b
        a = self.check(left, env, None)
        return a, self.check(right, env, a.kind)

    def _counted(self, a: Value, b: Value) -> tuple[Value, Value]:
        """A place beside a number is its number, counted from 1."""
        places = self.scope.places.values()

        def number(value: Value, other: Value) -> Value:
            if isinstance(value.kind, c.Member) and value.kind.domain in places and isinstance(other.kind, Number):
                return Value(arithmetic("add", value.term, c.Const(1)), Number())
            return value

        return number(a, b), number(b, a)

    def loose(self, expr: t.Expr, env: Env) -> bool:
        """Whether only the other side of a comparison tells what this one means."""
        match expr:
            case t.Name(word):
                return word not in env.names and not self.is_global(word)
            case t.Integer() | t.Nothing() | t.TupleOf():
                return True
        return False

    def is_(self, left: t.Expr, right: t.Expr, span: Span, env: Env) -> c.Expr:
        if self.loose(left, env) and not self.loose(right, env):
            left, right = right, left
        a = self.check(left, env, None)
        if isinstance(a.kind, c.Member) and a.kind.domain.name in self.scope.sets:
            test, face = self.face_test(right, a.kind.domain, env)
            if face is not None:
                return same(a.term, face)
            there = c.Op("ne", (a.term, c.Const(c.NONE))) if a.kind.optional else TRUE
            return both(there, test(a.term))
        a, b = self._counted(a, self.check(right, env, a.kind))
        if not self.fits(a.kind, b.kind) or isinstance(a.kind, Cards):
            self.wrong("Q307", f"{plain(a.kind)} is never {plain(b.kind)}", span)
            return FALSE
        if a.parts:
            return both(*(same(x.term, y.term) for x, y in zip(a.parts, b.parts, strict=False)))
        return same(a.term, b.term)

    def face_test(self, expr: t.Expr, domain: c.Domain, env: Env) -> tuple[Callable[[c.Expr], c.Expr], c.Expr | None]:
        """A test that a card is the one meant, and the face itself where it is a single one."""
        cards = self.scope.sets[domain.name]
        if isinstance(expr, t.Name) and expr.word in cards.families and expr.word not in env.names:
            faces = cards.faces(expr.word, None, None)
            if len(faces) > 1:
                table = tuple(f == expr.word for f in cards.families)
                return (lambda card: c.Table(f"is {expr.word}", table, card, expr.span)), None
            face: c.Expr = c.Const(faces[0])
            return (lambda card: same(card, face)), face
        term = self.expect(expr, env, c.Member(domain, True)).term
        return (lambda card: same(card, term)), term
