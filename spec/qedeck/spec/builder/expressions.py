"""Expressions, from parse to tree."""

from __future__ import annotations

from lark import Token, Tree

from qedeck.spec import tree as t
from qedeck.spec.builder.base import Base
from qedeck.spec.source import Span


class Expressions(Base):
    """Expressions, from parse to tree."""

    def integer(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Integer(int(str(n.children[0])), span=s)

    def signed(self, n: Tree[Token], s: Span) -> t.Expr:
        """-5 says what - 5 says."""
        number = t.Integer(-int(str(n.children[0])), span=Span(s.file, s.start + 1, s.end))
        return t.Negative(number, span=s)

    def yes(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.YesNo(True, span=s)

    def no(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.YesNo(False, span=s)

    def none(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Nothing(span=s)

    def player_count(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.PlayerCount(span=s)

    def name(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Name(str(n.children[0]), span=s)

    def numbered(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Numbered(str(n.children[0]), int(str(n.children[1])), span=s)

    def call(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Call(str(n.children[0]), self.all(n.children[1:]), span=s)

    def tuple_(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.TupleOf(self.all(n.children), span=s)

    def of(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Of(str(n.children[0]), self.build(n.children[1]), span=s)

    def elsewhere(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Elsewhere(self.build(n.children[0]), span=s)

    def at(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.At(str(n.children[0]), self.build(n.children[1]), self.build(n.children[2]), span=s)

    def bind_type(self, n: Tree[Token], s: Span) -> t.Word:
        token = n.children[0] if n.children else None
        assert isinstance(token, Token)
        return t.Word(str(token), span=self.token_span(token))

    def bind(self, n: Tree[Token], s: Span) -> t.Bind:
        return t.Bind(*self.all(n.children), span=s)

    def bind_in(self, n: Tree[Token], s: Span) -> t.Bind:
        return t.Bind(*self.all(n.children), span=s)

    def bind_range(self, n: Tree[Token], s: Span) -> t.Bind:
        type_, name, low, high = self.all(n.children)
        return t.Bind(type_, name, None, low, high, span=s)

    def count(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Count(*(self.build(c) for c in n.children), span=s)

    def total(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Total(*(self.build(c) for c in n.children), span=s)

    def extreme(self, n: Tree[Token], s: Span) -> t.Expr:
        which, *rest = n.children
        return t.Extreme(str(which), *(self.build(c) for c in rest), span=s)

    def picker(self, n: Tree[Token], s: Span) -> t.Expr:
        which, *rest = n.children
        return t.Picker(str(which), *(self.build(c) for c in rest), span=s)

    def whichever(self, n: Tree[Token], s: Span) -> t.Expr:
        bind, where, which, body = n.children
        return t.Whichever(self.build(bind), self.build(where), str(which), self.build(body), span=s)

    def seats_after(self, n: Tree[Token], s: Span) -> t.Expr:
        distance, start = self.all(n.children)
        return t.SeatsAway(distance, start, True, span=s)

    def seats_before(self, n: Tree[Token], s: Span) -> t.Expr:
        distance, start = self.all(n.children)
        return t.SeatsAway(distance, start, False, span=s)

    def negative(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Negative(self.build(n.children[0]), span=s)

    def arithmetic(self, n: Tree[Token], s: Span) -> t.Expr:
        left, op, right = n.children
        return t.Arithmetic(str(op), self.build(left), self.build(right), span=s)

    def compare(self, n: Tree[Token], s: Span) -> t.Expr:
        left, op, right = n.children
        return t.Compare(str(op), self.build(left), self.build(right), span=s)

    def at_least(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Compare(">=", *self.all(n.children), span=s)

    def at_most(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Compare("<=", *self.all(n.children), span=s)

    def is_(self, n: Tree[Token], s: Span) -> t.Expr:
        left, right = self.all(n.children)
        return t.Is(left, right, False, span=s)

    def is_not(self, n: Tree[Token], s: Span) -> t.Expr:
        left, right = self.all(n.children)
        return t.Is(left, right, True, span=s)

    def is_in(self, n: Tree[Token], s: Span) -> t.Expr:
        left, right = self.all(n.children)
        return t.In(left, right, False, span=s)

    def is_not_in(self, n: Tree[Token], s: Span) -> t.Expr:
        left, right = self.all(n.children)
        return t.In(left, right, True, span=s)

    def knows(self, n: Tree[Token], s: Span) -> t.Expr:
        who, card = self.all(n.children)
        return t.Knows(who, card, span=s)

    def is_empty(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Empty(self.build(n.children[0]), False, span=s)

    def is_not_empty(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Empty(self.build(n.children[0]), True, span=s)

    def not_(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Not(self.build(n.children[0]), span=s)

    def and_(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.And(*self.all(n.children), span=s)

    def or_(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Or(*self.all(n.children), span=s)

    def otherwise(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Otherwise(*self.all(n.children), span=s)

    def some(self, n: Tree[Token], s: Span) -> t.Expr:
        left, right = self.all(n.children)
        return t.Some(left, right, False, span=s)

    def none_where(self, n: Tree[Token], s: Span) -> t.Expr:
        left, right = self.all(n.children)
        return t.Some(left, right, True, span=s)

    def every(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Every(*(self.build(c) for c in n.children), span=s)
