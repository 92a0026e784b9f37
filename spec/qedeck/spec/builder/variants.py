"""Variants and other changes, from parse to tree."""

from __future__ import annotations

from lark import Token, Tree

from qedeck.spec import tree as t
from qedeck.spec.builder.base import Base
from qedeck.spec.source import Span


class Variants(Base):
    """Variants and other changes, from parse to tree."""

    def variant(self, n: Tree[Token], s: Span) -> t.Variant:
        return t.Variant(*self.all(n.children), span=s)

    def change_replace(self, n: Tree[Token], s: Span) -> t.ReplaceClause:
        return t.ReplaceClause(self.build(n.children[0]), span=s)

    def change_row(self, n: Tree[Token], s: Span) -> t.ReplaceRow:
        key, define, cites, row = self.all(n.children)
        return t.ReplaceRow(key, define, row, cites, span=s)

    def change_remove(self, n: Tree[Token], s: Span) -> t.Remove:
        return t.Remove(*self.all(n.children), span=s)

    def change_players(self, n: Tree[Token], s: Span) -> t.RestrictPlayers:
        low, high, cites = n.children
        first = int(str(low))
        return t.RestrictPlayers(first, int(str(high)) if high is not None else first, self.build(cites), span=s)

    def change_restrict(self, n: Tree[Token], s: Span) -> t.Restrict:
        name, signature, condition, cites = n.children
        return t.Restrict(
            self.build(name), self.build(signature) or (), self.build(condition), self.build(cites), span=s
        )

    def change_set(self, n: Tree[Token], s: Span) -> t.Set:
        return t.Set(*self.all(n.children), span=s)

    def change_in(self, n: Tree[Token], s: Span) -> t.Amend:
        name, cites, *edits = n.children
        return t.Amend(self.build(name), self.all(edits), self.build(cites), span=s)

    def edit_words(self, n: Tree[Token], s: Span) -> t.Reword:
        return t.Reword(*self.all(n.children), span=s)

    def edit_instead(self, n: Tree[Token], s: Span) -> t.Instead:
        step, block = self.all(n.children)
        return t.Instead(step, block, span=s)

    def edit_remove(self, n: Tree[Token], s: Span) -> t.Instead:
        return t.Instead(self.build(n.children[0]), (), span=s)

    def edit_edge(self, n: Tree[Token], s: Span) -> t.Insert:
        edge, block = n.children
        built = self.build(block)
        return t.Insert(str(edge), None, built if isinstance(built, tuple) else (built,), span=s)

    def edit_beside(self, n: Tree[Token], s: Span) -> t.Insert:
        side, step, block = n.children
        return t.Insert(str(side), self.build(step), self.build(block), span=s)
