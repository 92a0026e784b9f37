"""Stage 2 to 3, events: what happens takes its place among what waits to be resolved."""

from __future__ import annotations

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.checker.noticing import Noticing
from qedeck.spec.checker.terms import arithmetic, same
from qedeck.spec.checker.values import Env
from qedeck.spec.diagnostic import did_you_mean


class Happening(Noticing):
    """Writes the steps of `death of p happens`: behind all that wait, or before them where a chain goes depth first."""

    def _event(self, word: t.Word) -> t.Event | None:
        event = self.scope.events.get(word.text)
        if event is None:
            known = did_you_mean(word.text, self.scope.events)
            self.exprs.wrong("Q206", f"there is no event called {word}", word.span, known)
        return event

    def _happens(self, statement: t.Happens, env: Env) -> tuple[c.Step, ...]:
        event = self._event(statement.event)
        if event is None:
            return ()
        name = event.name.text
        if isinstance(statement.arg, t.Nothing):
            self.exprs.wrong("Q304", f"say to what {name} happens", statement.span, f"{name} of p happens")
            return ()
        self.exprs.used.add(name)
        size = c.Read(f"{name}.waiting")
        arg = self.exprs.expect(statement.arg, env, self.state.param_kind(event.param)).term
        waits = c.Assign(f"{name}.waiting", (), arithmetic("add", size, c.Const(1)), self.phase, statement.span)
        counted = () if self.during is None else self.during.happens(name)
        if name in self.ahead:
            return *self._goes_first(name, arg, waits), *counted
        return c.Assign(f"{name}.queue", (size,), arg, self.phase, statement.span), waits, *counted

    def _goes_first(self, name: str, arg: c.Expr, waits: c.Assign) -> tuple[c.Step, ...]:
        """Before all that waits already, but after what happened in the same turn; the rest moves one place on."""
        queue, ahead, what = f"{name}.queue", self.ahead[name], self.exprs.fresh("happens")
        length, local = self.state.variables[queue].dims[0].size, self.exprs.fresh("k")
        # From the last place to the first, so that nothing is lost.
        place = arithmetic("sub", c.Const(length - 1), c.Local(local))
        before = c.Read(queue, (arithmetic("max", arithmetic("sub", place, c.Const(1)), c.Const(0)),))
        here = c.Ite(same(place, c.Read(ahead)), c.Local(what), before)
        moved = c.Assign(queue, (place,), here, waits.clause, waits.span)
        later = c.Op("le", (c.Read(ahead), place))
        counted = c.Assign(ahead, (), arithmetic("add", c.Read(ahead), c.Const(1)), waits.clause, waits.span)
        return (c.Let(what, arg, (waits, c.Each(local, 0, length, later, (moved,)), counted)),)
