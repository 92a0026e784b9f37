"""Stage 2 to 3, who notices what happens: those to whom something is shown, and those who are awake."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.checker.moving import Moving
from qedeck.spec.checker.terms import same
from qedeck.spec.checker.values import Env, Value


class Noticing(Moving):
    """Says by a term over VIEWER who is meant."""

    def players(self, who: t.Expr | t.Bind, where: t.Expr | None, env: Env) -> c.Expr:
        """Whether whoever looks is the one, or one of those, who are named."""
        viewer = Value(c.Local(c.VIEWER), c.Member(self.scope.player))
        if isinstance(who, t.Bind):
            return self.exprs.condition(where, env.bind(who.name.text, viewer))
        return same(viewer.term, self.exprs.expect(who, env, c.Member(self.scope.player)).term)

    @contextmanager
    def eyes_closed(self, statement: t.EyesClosed, env: Env) -> Iterator[None]:
        """Only those who are awake notice what happens; of blocks in blocks, the innermost says who that is."""
        before, self.noticed = self.noticed, self._awake(statement, env)
        yield
        self.noticed = before

    def _awake(self, statement: t.EyesClosed, env: Env) -> c.Expr:
        who, wrong = statement.awake, self.exprs.wrong
        if who is None:
            return c.NOBODY
        if isinstance(who, t.Bind):
            if who.within is not None or who.low is not None or self.scope.domain(who.type.text) != self.scope.player:
                wrong("Q310", "only players have eyes to close", who.span, "with eyes closed but for player q where …")
                return c.NOBODY
            if statement.where is None:
                hint = f"say which: but for player {who.name} where …"
                wrong("Q310", f"any player {who.name} would be awake", who.span, hint)
                return c.NOBODY
        awake = self.players(who, statement.where, env)
        # Who is not known to be awake notices nothing.
        return awake if awake in c.PLAIN else c.Try(awake, c.NOBODY)
