"""What must hold for a choice, as it is written: each part of a guard of Core with its words and its place in the text.

Core keeps no places of `and` and `is`. So the statement is looked up in the tree and taken apart beside the guard;
where the two do not fit, because something was settled at checking time, the whole condition is given for each part.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from qedeck.engine.asking import Condition
from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.game import Game
from qedeck.spec.source import NOWHERE, Span

Words = tuple[str, Span]
NOTHING: Words = ("", NOWHERE)


class Written:
    """The decisions and definitions of a game, as they are written."""

    def __init__(self, game: Game) -> None:
        self._sources = game.sources
        self._limits = [one for clause in game.clauses if isinstance(clause, t.Parameter) for one in clause.such_that]
        self._limits += [clause.condition for clause in game.clauses if isinstance(clause, t.Restrict)]
        self._statements: dict[Span, t.Statement] = {}
        self._defines = {clause.name.text: clause for clause in game.rules if isinstance(clause, t.Define)}
        for statement in _statements(game.rules):
            self._statements[statement.span] = statement

    def texts(self, node: c.Decision, option: c.Option, conditions: Sequence[Condition]) -> list[Words]:
        """For each condition its words and where they stand."""
        found: list[Words] = [NOTHING] * len(conditions)
        binds, where = self._chosen(node.span, option.name)
        top = [k for k, condition in enumerate(conditions) if condition.inside is None]
        written = [bind.span for bind in binds if bind.within is not None] + [e.span for e in t.conjuncts(where)]
        for k, words in zip(top, self._fitting(written, len(top), where), strict=True):
            found[k] = words
        for k in dict.fromkeys(condition.inside for condition in conditions if condition.inside is not None):
            inner = [j for j, condition in enumerate(conditions) if condition.inside == k]
            body = self._body(conditions[k].term)
            written = [e.span for e in t.conjuncts(body)]
            for j, words in zip(inner, self._fitting(written, len(inner), body), strict=True):
                found[j] = words
        return found

    def limits(self, core: c.Core) -> list[Words]:
        """What must hold for parameters, each of the constraints of a Core as it is written."""
        if len(self._limits) != len(core.constraints):
            return [NOTHING] * len(core.constraints)
        return [self._words(one.span) for one in self._limits]

    def _fitting(self, written: Sequence[Span], many: int, whole: t.Expr | None) -> list[Words]:
        if len(written) == many:
            return [self._words(span) for span in written]
        return [NOTHING if whole is None else self._words(whole.span)] * many

    def _words(self, span: Span) -> Words:
        source = self._sources.get(span.file)
        return NOTHING if source is None else (source.words(span), span)

    def _chosen(self, span: Span, name: str) -> tuple[Sequence[t.Bind], t.Expr | None]:
        """What an option binds, and on what condition."""
        statement = self._statements.get(span)
        match statement:
            case t.Choose() | t.Secretly() | t.Together():
                return (statement.bind,), statement.where
            case t.MayChoose(bind=bind, where=where):
                return ((bind,), where) if bind.name.text == name else ((), None)
            case t.ChooseOne(options=options) | t.Race(options=options):
                option = next((one for one in options if one.name.text == name), None)
                return ((), None) if option is None else (option.binds, option.guard)
            case _:
                return (), None

    def _body(self, term: c.Expr) -> t.Expr | None:
        """What a definition says, if it says one thing."""
        define = self._defines.get(term.define) if isinstance(term, c.Call) else None
        if define is None or not isinstance(define.body, t.Cases) or len(define.body.cases) != 1:
            return None
        only = define.body.cases[0]
        return only.values[0] if only.condition is None and len(only.values) == 1 and not only.excepts else None


def _statements(inside: object) -> Iterator[t.Statement]:
    """Every statement that lets somebody choose."""
    if isinstance(inside, t.Choose | t.MayChoose | t.ChooseOne | t.Race | t.Secretly | t.Together):
        yield inside
    if isinstance(inside, tuple):
        for one in inside:
            yield from _statements(one)
    elif isinstance(inside, t.Node) and not isinstance(inside, t.Word):
        for name in inside.__dataclass_fields__:
            yield from _statements(getattr(inside, name))
