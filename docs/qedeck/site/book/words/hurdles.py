"""What must hold for a choice, in words: each part of its condition, by how it is written in the rules.

The page finds out which part fails and knows it by its text; here is what a player reads in its place.
"""

from __future__ import annotations

from collections.abc import Iterator

from qedeck.site.book.fill.coding import nodes
from qedeck.site.book.fill.desk import Desk
from qedeck.site.book.prose import plain
from qedeck.site.book.words.speaker import condition, speaker_of
from qedeck.site.book.words.speech import Env, Known, prose_of
from qedeck.spec import tree as t

CHOSEN = {"en": ("the chosen {}", "player", "whoever chooses"), "ja": ("選んだ{}", "人", "選ぶ人")}
"""What is chosen, what a player is called there, and whoever chooses."""


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
            here = _chosen(desk, node, env)
            for expr in _parts(node):
                found.setdefault(desk.words(expr.span), plain(prose_of(condition(speaker, expr, here))))
    return found


def _chosen(desk: Desk, node: t.Node, env: Env) -> Env:
    """Whoever asks why hears of what is chosen, and of whoever chooses."""
    chosen, person, chooser = CHOSEN[desk.language]
    match node:
        case (
            t.Choose(owner=t.Owner(player=t.Name(who)), bind=bind)
            | t.MayChoose(owner=t.Owner(player=t.Name(who)), bind=bind)
        ):
            names = [who]
        case t.Secretly(voter=voter, bind=bind):
            names = [voter.name.text]
        case t.Choose(bind=bind) | t.MayChoose(bind=bind) | t.Together(bind=bind) | t.Option(binds=(bind,)):
            names = []
        case _:
            return env
    kind = bind.type.text
    if kind != "number":
        thing = person if kind == "player" else desk.word(kind)
        env = env.bind(bind.name.text, Known(kind, chosen.format(thing if desk.language == "ja" else thing.lower())))
    for name in names:
        env = env.bind(name, Known("player", chooser))
    return env


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
        case (
            t.Choose(where=where) | t.MayChoose(where=where) | t.Secretly(where=where) | t.Together(where=where)
        ) if where is not None:
            yield from t.conjuncts(where)
        case t.Option(guard=guard) if guard is not None:
            yield from t.conjuncts(guard)
        case _:
            pass
