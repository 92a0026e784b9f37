"""Statements, from parse to tree."""

from __future__ import annotations

from dataclasses import replace

from lark import Token, Tree

from qedeck.spec import tree as t
from qedeck.spec.builder.base import UNNAMED, Base, one_of
from qedeck.spec.source import Span


class Statements(Base):
    """Statements, from parse to tree."""

    def phase(self, n: Tree[Token], s: Span) -> t.Phase:
        name, signature, cites, block = n.children
        return t.Phase(self.build(name), self.build(signature) or (), self.build(block), self.build(cites), span=s)

    def event(self, n: Tree[Token], s: Span) -> t.Event:
        return t.Event(*self.all(n.children), span=s)

    def trigger(self, n: Tree[Token], s: Span) -> t.Trigger:
        event, whom, where, priority, given, other, cites, block = n.children
        name, condition = self.build(whom)
        also = self.build(where)
        return t.Trigger(
            self.build(event),
            name,
            t.And(condition, also, span=s) if condition is not None and also is not None else condition or also,
            int(str(priority)) if priority is not None else 0,
            self.build(block),
            self.build(cites),
            self.build(given),
            int(str(other)) if other is not None else 0,
            span=s,
        )

    def whom(self, n: Tree[Token], s: Span) -> tuple[t.Word, t.Expr | None]:
        """A name for what an event happens to; or the one player or card that it must be."""
        if len(n.children) == 1:
            return self.build(n.children[0]), None
        word, number = map(str, n.children)
        return t.Word(UNNAMED, span=s), one_of((t.Numbered(word, int(number), span=s),))

    def block(self, n: Tree[Token], s: Span) -> tuple[t.Statement, ...]:
        return self.all(n.children)

    def let_be(self, n: Tree[Token], s: Span) -> t.LetBe:
        return t.LetBe(*self.all(n.children), span=s)

    def becomes(self, n: Tree[Token], s: Span) -> t.Becomes:
        return t.Becomes(*self.all(n.children), span=s)

    def add(self, n: Tree[Token], s: Span) -> t.Change:
        amount, target, limit, cites = (self.build(c) for c in n.children)
        return t.Change(target, amount, 1, limit, cites, span=s)

    def take(self, n: Tree[Token], s: Span) -> t.Change:
        amount, target, limit, cites = (self.build(c) for c in n.children)
        return t.Change(target, amount, -1, limit, cites, span=s)

    def move(self, n: Tree[Token], s: Span) -> t.Move:
        return t.Move(*(self.build(c) for c in n.children), span=s)

    def move_all(self, n: Tree[Token], s: Span) -> t.Move:
        return t.Move(None, *self.all(n.children), span=s)

    def deal(self, n: Tree[Token], s: Span) -> t.Deal:
        return t.Deal(*self.all(n.children), span=s)

    def destination(self, n: Tree[Token], s: Span) -> t.Destination:
        return t.Destination(self.build(n.children[0]), span=s)

    def destination_each(self, n: Tree[Token], s: Span) -> t.Destination:
        zone, each = n.children
        assert isinstance(each, Tree)
        words = tuple(t.Name(word.text, span=word.span) for word in self.all(each.children))
        name = self.build(zone).text
        zones = t.Of(name, words[0], span=s) if len(words) == 1 else t.Call(name, words, span=s)
        return t.Destination(zones, True, span=s)

    def shuffle(self, n: Tree[Token], s: Span) -> t.Shuffle:
        return t.Shuffle(*self.all(n.children), span=s)

    def swap(self, n: Tree[Token], s: Span) -> t.Swap:
        return t.Swap(*self.all(n.children), span=s)

    def show(self, n: Tree[Token], s: Span) -> t.Show:
        *values, audience, cites = n.children
        assert isinstance(audience, Tree)
        who = [self.build(c) for c in audience.children]
        return t.Show(
            self.all(values), who[0] if who else None, who[1] if len(who) > 1 else None, self.build(cites), span=s
        )

    def peek(self, n: Tree[Token], s: Span) -> t.Show:
        viewer, *values, cites = n.children
        return t.Show(self.all(values), self.build(viewer), None, self.build(cites), span=s)

    def flip(self, n: Tree[Token], s: Span) -> t.Flip:
        return t.Flip(*self.all(n.children), span=s)

    def if_line(self, n: Tree[Token], s: Span) -> t.If:
        condition, statement = self.all(n.children)
        return t.If(condition, (statement,), (), (), span=s)

    def if_(self, n: Tree[Token], s: Span) -> t.If:
        condition, cites, block, otherwise = n.children
        return t.If(self.build(condition), self.build(block), self.build(otherwise) or (), self.build(cites), span=s)

    def else_block(self, n: Tree[Token], s: Span) -> tuple[t.Statement, ...]:
        built: tuple[t.Statement, ...] = self.build(n.children[0])
        return built

    def else_if(self, n: Tree[Token], s: Span) -> tuple[t.Statement, ...]:
        return (self.build(n.children[0]),)

    def for_each(self, n: Tree[Token], s: Span) -> t.ForEach:
        bind, where, start, copies, cites, block = (self.build(c) for c in n.children)
        return t.ForEach(bind, where, start, block, cites, bool(copies), span=s)

    def every_copy(self, n: Tree[Token], s: Span) -> bool:
        return True

    def eyes_closed(self, n: Tree[Token], s: Span) -> t.EyesClosed:
        _, cites, block = n.children
        return t.EyesClosed(*self._awake(n), self.build(block), self.build(cites), span=s)

    def step_eyes_closed(self, n: Tree[Token], s: Span) -> t.EyesClosed:
        _, cites = n.children
        return t.EyesClosed(*self._awake(n), (), self.build(cites), span=s)

    def _awake(self, n: Tree[Token]) -> tuple[t.Expr | t.Bind | None, t.Expr | None]:
        named = n.children[0]
        who = [self.build(child) for child in named.children] if isinstance(named, Tree) else []
        return who[0] if who else None, who[1] if len(who) > 1 else None

    def repeat(self, n: Tree[Token], s: Span) -> t.Repeat:
        cites, block, until, more = n.children
        goes_on = None if isinstance(until, Token) else self.build(until)
        return t.Repeat(self.build(block), goes_on, self.build(cites) + self.build(more), span=s)

    def by_chance(self, n: Tree[Token], s: Span) -> t.Owner:
        return t.Owner("chance", span=s)

    def by_table(self, n: Tree[Token], s: Span) -> t.Owner:
        return t.Owner("table", span=s)

    def by_moderator(self, n: Tree[Token], s: Span) -> t.Owner:
        return t.Owner("moderator", span=s)

    def by_player(self, n: Tree[Token], s: Span) -> t.Owner:
        return t.Owner("player", self.build(n.children[0]), span=s)

    def choose(self, n: Tree[Token], s: Span) -> t.Choose:
        owner, secretly, bind, where, cites = (self.build(c) for c in n.children)
        return t.Choose(owner, bind, where, cites, secretly is not None, span=s)

    def may_choose(self, n: Tree[Token], s: Span) -> t.MayChoose:
        owner, secretly, bind, where, cites, block, otherwise = n.children
        return t.MayChoose(
            self.build(owner),
            self.build(bind),
            self.build(where),
            self.build(block),
            self.build(otherwise) or (),
            self.build(cites),
            secretly is not None,
            span=s,
        )

    def choose_one(self, n: Tree[Token], s: Span) -> t.ChooseOne:
        owner, secretly, cites, *options = n.children
        return t.ChooseOne(self.build(owner), self.all(options), self.build(cites), secretly is not None, span=s)

    def race(self, n: Tree[Token], s: Span) -> t.Race:
        name, cites, *options = n.children
        return t.Race(self.build(name), self.all(options), self.build(cites), span=s)

    def meanwhile(self, n: Tree[Token], s: Span) -> t.Meanwhile:
        condition, race = (self.build(c) for c in n.children)
        return t.Meanwhile(condition, replace(race, cites=()), race.cites, span=s)

    def option(self, n: Tree[Token], s: Span) -> t.Option:
        name, *binds, guard, cites, block = n.children
        return t.Option(
            self.build(name), self.all(binds), self.build(guard), self.build(block) or (), self.build(cites), span=s
        )

    def step_if(self, n: Tree[Token], s: Span) -> t.If:
        condition, cites = self.all(n.children)
        return t.If(condition, (), (), cites, span=s)

    def step_for_each(self, n: Tree[Token], s: Span) -> t.ForEach:
        bind, where, start, copies, cites = (self.build(c) for c in n.children)
        return t.ForEach(bind, where, start, (), cites, bool(copies), span=s)

    def step_choose_one(self, n: Tree[Token], s: Span) -> t.ChooseOne:
        owner, secretly, cites = (self.build(c) for c in n.children)
        return t.ChooseOne(owner, (), cites, secretly is not None, span=s)

    def step_may_choose(self, n: Tree[Token], s: Span) -> t.MayChoose:
        owner, secretly, bind, where, cites = (self.build(c) for c in n.children)
        return t.MayChoose(owner, bind, where, (), (), cites, secretly is not None, span=s)

    def step_race(self, n: Tree[Token], s: Span) -> t.Race:
        name, cites = self.all(n.children)
        return t.Race(name, (), cites, span=s)

    def step_meanwhile(self, n: Tree[Token], s: Span) -> t.Meanwhile:
        return self.meanwhile(n, s)

    def secretly(self, n: Tree[Token], s: Span) -> t.Secretly:
        voter, where, _, *rest = (self.build(c) for c in n.children)
        return t.Secretly(voter, where, *rest, span=s)

    def together(self, n: Tree[Token], s: Span) -> t.Together:
        name, group_where, *rest = (self.build(c) for c in n.children)
        group = t.Bind(t.Word("player", span=name.span), name, span=name.span)
        return t.Together(group, group_where, *rest, span=s)

    def do(self, n: Tree[Token], s: Span) -> t.Do:
        phase, args, cites = n.children
        return t.Do(self.build(phase), self.build(args) or (), self.build(cites), span=s)

    def arguments(self, n: Tree[Token], s: Span) -> tuple[t.Expr, ...]:
        return self.all(n.children)

    def happens(self, n: Tree[Token], s: Span) -> t.Happens:
        what, cites = self.all(n.children)
        if isinstance(what, t.Of):
            return t.Happens(t.Word(what.word, span=what.span), what.arg, cites, span=s)
        return t.Happens(t.Word(getattr(what, "word", "?"), span=what.span), t.Nothing(span=what.span), cites, span=s)

    def resolve(self, n: Tree[Token], s: Span) -> t.Resolve:
        event, depth_first, cites = n.children
        return t.Resolve(self.build(event), self.build(cites), depth_first is not None, span=s)

    def judge(self, n: Tree[Token], s: Span) -> t.Judge:
        return t.Judge(*self.all(n.children), span=s)

    def announce(self, n: Tree[Token], s: Span) -> t.Announce:
        return t.Announce(*self.all(n.children), span=s)

    def require(self, n: Tree[Token], s: Span) -> t.Require:
        return t.Require(*self.all(n.children), span=s)
