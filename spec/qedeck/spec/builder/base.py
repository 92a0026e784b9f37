"""From Lark's parse to our tree: the machinery, and what every clause has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Tree

from qedeck.spec import tree as t
from qedeck.spec.source import Span

UNNAMED = "this one"
"""What is bound where the text names a player or a card instead: no name has a space, so it hides none."""


def one_of(named: tuple[t.Expr, ...]) -> t.Expr:
    """That what is bound is one of these."""
    first, *rest = (t.Is(t.Name(UNNAMED, span=each.span), each, False, span=each.span) for each in named)
    found: t.Expr = first
    for other in rest:
        found = t.Or(found, other, span=Span(found.span.file, found.span.start, other.span.end))
    return found


class Base:
    """Builds the tree of one clause: one method for each rule of grammar.lark, named like it.

    `base` is where the clause starts in its file.
    """

    def __init__(self, file: str, base: int) -> None:
        self.file = file
        self.base = base
        self.twice: list[Span] = []
        """Lines that say again what an earlier line of the clause has said."""

    def build(self, node: Any) -> Any:
        if node is None:
            return None
        if isinstance(node, Token):
            return t.Word(str(node), span=self.token_span(node))
        method: Callable[[Tree[Token], Span], Any] | None = getattr(self, node.data, None)
        assert method is not None, f"no builder for rule {node.data}"
        return method(node, self.span(node))

    def all(self, nodes: list[Any]) -> tuple[Any, ...]:
        return tuple(self.build(n) for n in nodes if n is not None)

    def token_span(self, token: Token) -> Span:
        start = token.start_pos or 0
        return Span(self.file, self.base + start, self.base + (token.end_pos or start))

    def span(self, node: Tree[Token]) -> Span:
        if node.meta.empty:
            return Span(self.file, self.base, self.base)
        return Span(self.file, self.base + node.meta.start_pos, self.base + node.meta.end_pos)

    def start(self, n: Tree[Token], s: Span) -> Any:
        return self.build(n.children[0])

    def cites(self, n: Tree[Token], s: Span) -> t.Cites:
        words = []
        for token in n.children:
            assert isinstance(token, Token)
            at = self.token_span(token).start + 1
            for piece in str(token)[1:-1].replace(",", " ").split():
                start = at + str(token)[1:].index(piece)
                words.append(t.Word(piece, span=Span(self.file, start, start + len(piece))))
        return tuple(words)

    def these(self, players: tuple[t.Expr, ...]) -> tuple[t.Bind, t.Expr]:
        """`won by player 1, leader`: the players for whom it holds that they are one of these."""
        span = Span(self.file, players[0].span.start, players[-1].span.end)
        bind = t.Bind(t.Word("player", span=span), t.Word(UNNAMED, span=span), span=span)
        return bind, one_of(players)

    def name_list(self, n: Tree[Token], s: Span) -> tuple[t.Word, ...]:
        return self.all(n.children)
