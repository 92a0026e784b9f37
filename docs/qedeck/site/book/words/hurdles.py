"""What must hold for a choice, in words: each part of its condition, by how it is written in the rules.

The page finds out which part fails and knows it by its text; here is what a player reads in its place.
"""

from __future__ import annotations

from collections.abc import Iterator

from qedeck.site.book.fill.coding import nodes
from qedeck.site.book.fill.desk import Desk
from qedeck.site.book.prose import plain
from qedeck.site.book.words.speaker import condition, speaker_of
from qedeck.site.book.words.speech import Env, prose_of
from qedeck.spec import tree as t


def hurdles(desk: Desk) -> dict[str, str]:
    """Every part of a condition of a choice, as it is written and as it is said."""
    speaker, found = speaker_of(desk), dict[str, str]()
    for part in desk.written.values():
        if not isinstance(part, t.Phase | t.Trigger):
            continue
        env = Env()
        for node in nodes(part):
            if isinstance(node, t.Bind | t.Param):
                env = speaker.known(node.name.text, node.type.text, env)
        for node in nodes(part):
            for expr in _parts(node):
                found.setdefault(desk.words(expr.span), plain(prose_of(condition(speaker, expr, env))))
    return found


def limits(desk: Desk) -> dict[str, str]:
    """Every limit on parameters, as it is written and as it is said."""
    speaker, found = speaker_of(desk), dict[str, str]()
    for part in desk.written.values():
        if isinstance(part, t.Parameter):
            env = Env()
            for node in (one for one in nodes(part) if isinstance(one, t.Bind | t.Param)):
                env = speaker.known(node.name.text, node.type.text, env)
            for expr in part.such_that:
                found.setdefault(desk.words(expr.span), plain(prose_of(condition(speaker, expr, env))))
    return found


def _parts(node: t.Node) -> Iterator[t.Expr]:
    match node:
        case t.Choose(where=where) | t.MayChoose(where=where) | t.Secretly(where=where) if where is not None:
            yield from t.conjuncts(where)
        case t.Option(guard=guard) if guard is not None:
            yield from t.conjuncts(guard)
        case _:
            pass
