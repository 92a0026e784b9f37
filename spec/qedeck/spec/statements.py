"""Stage 2 to 3, statements that decide nothing: each becomes a few steps of Core."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.diagnostic import did_you_mean
from qedeck.spec.expressions import UNBOUNDED, Bound, Env, Expressions, Value, as_kind, plain
from qedeck.spec.scope import Cards, Number, Scope, Unknown
from qedeck.spec.state import State
from qedeck.spec.terms import FALSE, TRUE, arithmetic, both, constant, same, seats_after


class Statements:
    """Writes the steps of plain statements; `phase` is the clause being read."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.scope: Scope = state.scope
        self.exprs: Expressions = state.exprs
        self.phase = ""
        self.calls: list[str] = []

    @contextmanager
    def entered(self, phase: t.Phase) -> Iterator[None]:
        before = self.phase
        self.phase = phase.name.text
        self.calls.append(self.phase)
        yield
        self.calls.pop()
        self.phase = before

    def steps(self, statement: t.Statement, env: Env) -> tuple[c.Step, ...]:
        match statement:
            case t.Becomes(target, value):
                cell = self._cell(target, env)
                if cell is None:
                    return ()
                var, index = cell
                return (c.Assign(var.name, index, self.exprs.expect(value, env, as_kind(var.type)).term, self.phase,
                                 statement.span),)
            case t.LetBe():
                return ()
            case t.Change(target, amount, sign, limit):
                cell = self._cell(target, env)
                if cell is None:
                    return ()
                var, index = cell
                if not isinstance(var.type, c.Whole):
                    self.exprs.wrong("Q302", f"{var.name} is not a number", target.span)
                    return ()
                op = "add" if sign > 0 else "sub"
                value = arithmetic(op, c.Read(var.name, index), self.exprs.number(amount, env))
                if limit is not None:
                    value = arithmetic("min" if sign > 0 else "max", value, self.exprs.number(limit, env))
                return (c.Assign(var.name, index, value, self.phase, statement.span),)
            case t.Move():
                return self._move(statement, env)
            case t.Deal():
                return self._draw_from_row(statement, env)
            case t.Swap():
                return self._swap(statement, env)
            case t.Show():
                return self._show(statement, env)
            case t.If(condition, then, otherwise):
                return (c.When(self.exprs.condition(condition, env), self.all_steps(then, env),
                               self.all_steps(otherwise, env)),)
            case t.ForEach():
                return self._each(statement, env)
            case t.Do():
                return self._do_steps(statement, env)
            case t.Happens(event, arg):
                return self._happens(statement, env)
            case t.Require(condition):
                return (c.Check(self.exprs.condition(condition, env), "Q513", self.phase, statement.span),)
            case _:
                raise AssertionError(f"{type(statement).__name__} decides")

    def all_steps(self, statements: tuple[t.Statement, ...], env: Env) -> tuple[c.Step, ...]:
        made: list[c.Step] = []
        for i, statement in enumerate(statements):
            if isinstance(statement, t.LetBe):
                value = self.exprs.check(statement.value, env, None)
                local = self.exprs.fresh(statement.name.text)
                inner = env.bind(statement.name.text, Value(c.Local(local), value.kind))
                return (*made, c.Let(local, value.term, self.all_steps(statements[i + 1:], inner)))
            made += self.steps(statement, env)
        return tuple(made)

    # ---- changing what is remembered ---------------------------------------------------------

    def _cell(self, target: t.Expr, env: Env) -> tuple[c.Var, tuple[c.Expr, ...]] | None:
        name = getattr(target, "word", "")
        value = self.exprs.check(target, env, None)
        if isinstance(value.kind, Unknown):
            return None
        var = self.state.variables.get(name)
        if var is None or var.role != "remembered" or not isinstance(value.term, c.Read):
            hint = "only what the game remembers can change" if name not in self.scope.zones else "move cards instead"
            self.exprs.wrong("Q310", f"{name or 'this'} cannot be changed", target.span, hint)
            return None
        return var, value.term.index

    # ---- moving cards ---------------------------------------------------------------------------

    def _move(self, statement: t.Move, env: Env) -> tuple[c.Step, ...]:
        card: c.Expr | None = None
        if statement.source is None:
            assert statement.card is not None
            value = self.exprs.check(statement.card, env, None)
            if value.zone is None or value.zone.place is None:
                if not isinstance(value.kind, Unknown):
                    self.exprs.wrong("Q309", "say where the card comes from", statement.span, "move c from hand of p to …")
                return ()
            source, card = value.zone, value.term
        else:
            found = self.exprs.zone(statement.source, env)
            if found is None:
                return ()
            source = found
            named = self.exprs.check(statement.card, env, None) if isinstance(statement.card, t.At) else None
            if named is not None and named.zone is not None and named.zone.zone == source.zone:
                source, card = named.zone, named.term
            elif statement.card is not None:
                cards = self.state.zones[source.zone].cards
                _, card = self.exprs.face_test(statement.card, cards, env)
                if card is None:
                    self.exprs.wrong("Q203", "this names a family of cards, not one card", statement.card.span,
                                     "say which one, or choose one first")
                    return ()
        steps: list[c.Step] = []
        for target in self._destinations(statement.destination, env, source):
            by: c.Expr = source.owner if source.owner is not None else c.Const(c.NONE)
            if statement.card is None and self.state.zones[target.zone].kind == "grid":
                self.exprs.wrong("Q309", f"say at which place of {target.zone} the card goes", statement.span)
                return ()
            if self.state.zones[target.zone].kind == "grid" and target.place is None:
                self.exprs.wrong("Q309", f"say at which place of {target.zone} the card goes", statement.span,
                                 f"to card at … in {target.zone} of …")
                return ()
            steps.append(c.Move(card, source, target, by, self.phase, statement.span))
        return tuple(steps)

    def _draw_from_row(self, statement: t.Deal, env: Env) -> tuple[c.Step, ...]:
        """The top of a row is its last card; nothing here is chance."""
        source = self.exprs.zone(statement.source, env)
        if source is None:
            return ()
        places = self.state.zones[source.zone].places
        assert places is not None
        size = self.exprs.size_of(source)
        last = arithmetic("sub", size, c.Const(1))
        amount = self.exprs.number(statement.amount, env)
        steps: list[c.Step] = []
        for target in self._destinations(statement.destination, env, source):
            if self.state.zones[target.zone].kind == "grid" and target.place is None:
                self.exprs.wrong("Q309", f"say at which place of {target.zone} the cards go", statement.span,
                                 f"to card at … in {target.zone} of …")
                return ()
            top = c.ZoneRef(source.zone, source.owner, last)
            card = c.Need(arithmetic("lt", c.Const(0), size), self.exprs.card_at(source, last), "Q505", statement.span)
            by: c.Expr = source.owner if source.owner is not None else c.Const(c.NONE)
            move = c.Move(card, top, target, by, self.phase, statement.span)
            if constant(amount) == 1:
                steps.append(move)
            else:
                here = self.exprs.fresh("k")
                steps.append(c.Each(here, 0, places.size, arithmetic("lt", c.Local(here), amount), (move,)))
        return tuple(steps)

    def _swap(self, statement: t.Swap, env: Env) -> tuple[c.Step, ...]:
        one, other = self.exprs.check(statement.left, env, None), self.exprs.check(statement.right, env, None)
        if isinstance(one.kind, Unknown) or isinstance(other.kind, Unknown):
            return ()
        for value, written in ((one, statement.left), (other, statement.right)):
            if value.zone is None or value.zone.place is None:
                self.exprs.wrong("Q309", "only cards at places can change places", written.span, "card at s in scene of p")
                return ()
        assert one.zone is not None and other.zone is not None
        if self.state.zones[one.zone.zone].cards != self.state.zones[other.zone.zone].cards:
            self.exprs.wrong("Q312", "these two places hold different cards", statement.span)
            return ()
        first, second = self.exprs.fresh("card"), self.exprs.fresh("card")
        body = (self._lay(one.zone, c.Local(second)), self._lay(other.zone, c.Local(first)),
                c.Tell("swap", (), TRUE, self.phase))
        return (c.Let(first, one.term, (c.Let(second, other.term, body),)),)

    def _lay(self, ref: c.ZoneRef, card: c.Expr) -> c.Step:
        assert ref.place is not None
        return c.Assign(f"{ref.zone}.card", (*self.exprs.owner_index(ref), ref.place), card, self.phase)

    def _enter(self, statement: t.Do) -> t.Phase | None:
        phase = self.scope.phases.get(statement.phase.text)
        if phase is None:
            self.exprs.wrong("Q205", f"there is no phase called {statement.phase}", statement.phase.span,
                             did_you_mean(statement.phase.text, self.scope.phases))
            return None
        if phase.name.text in self.calls:
            self.exprs.wrong("Q405", f"{phase.name} leads back to itself: {' → '.join([*self.calls, phase.name.text])}",
                             statement.span, "repeat … until says that something happens again")
            return None
        if len(statement.args) != len(phase.params):
            self.exprs.wrong("Q304", f"{phase.name} needs {len(phase.params)} things, but gets {len(statement.args)}",
                             statement.span)
            return None
        self.exprs.used.add(phase.name.text)
        return phase

    def _destinations(self, destination: t.Destination, env: Env, source: c.ZoneRef) -> list[c.ZoneRef]:
        if destination.each:
            assert isinstance(destination.zone, t.Of)
            zone = self.scope.zones.get(destination.zone.word)
            if zone is None or zone.each is None:
                self.exprs.wrong("Q209", f"no player has a zone called {destination.zone.word}", destination.span,
                                 did_you_mean(destination.zone.word, self.scope.zones))
                return []
            self.exprs.used.add(zone.name.text)
            refs = [c.ZoneRef(zone.name.text, c.Const(i)) for i in range(self.scope.seats)]
        else:
            value = self.exprs.check(destination.zone, env, None)
            if value.zone is None:
                if not isinstance(value.kind, Unknown):
                    self.exprs.wrong("Q311", f"this is {plain(value.kind)}, but a zone is needed here", destination.span)
                return []
            refs = [value.zone]
        for ref in refs:
            if ref.zone in self.state.zones and self.state.zones[ref.zone].cards != self.state.zones[source.zone].cards:
                self.exprs.wrong("Q312", f"{ref.zone} does not hold the cards of {source.zone}", destination.span)
                return []
        return refs

    def _from_pile(self, source: t.Expr) -> bool:
        zone = self.state.zones.get(getattr(source, "word", ""))
        return zone is None or zone.kind == "pile"

    # ---- showing, looping, calling -------------------------------------------------------------

    def _show(self, statement: t.Show, env: Env) -> tuple[c.Step, ...]:
        viewer = Value(c.Local("viewer"), c.Member(self.scope.player))
        audience: c.Expr = TRUE
        if isinstance(statement.audience, t.Bind):
            inner = env.bind(statement.audience.name.text, viewer)
            audience = self.exprs.condition(statement.where, inner)
        elif statement.audience is not None:
            one = self.exprs.expect(statement.audience, env, c.Member(self.scope.player))
            audience = same(viewer.term, one.term)
        shown: list[tuple[c.Expr, c.Type]] = []
        steps: list[c.Step] = []
        for written in statement.values:
            value = self.exprs.check(written, env, None)
            if isinstance(value.kind, Cards) and value.zone is not None:
                steps.append(c.Tell(f"show {value.zone.zone}", self._contents(value.zone), audience, self.phase))
            elif isinstance(value.kind, (c.YesNo, c.Member)):
                shown.append((value.term, value.kind))
            elif isinstance(value.kind, Number):
                shown.append((value.term, UNBOUNDED))
            elif not isinstance(value.kind, Unknown):
                self.exprs.wrong("Q309", f"{plain(value.kind)} cannot be shown", written.span,
                                 "show a card, a zone, a player, a number or a word")
        if shown:
            steps.append(c.Tell("show", tuple(shown), audience, self.phase))
        return tuple(steps)

    def _contents(self, ref: c.ZoneRef) -> tuple[tuple[c.Expr, c.Type], ...]:
        """All that lies in a zone: how many of each card in a pile, the card at each place elsewhere."""
        zone = self.state.zones[ref.zone]
        if zone.kind == "pile":
            index = self.exprs.owner_index(ref)
            kind = self.state.variables[ref.zone].type
            return tuple((c.Read(ref.zone, (*index, c.Const(i))), kind) for i in range(zone.cards.size))
        assert zone.places is not None
        return tuple((self.exprs.card_at(ref, c.Const(i)), c.Member(zone.cards, True)) for i in range(zone.places.size))

    def _each(self, statement: t.ForEach, env: Env) -> tuple[c.Step, ...]:
        bound = self.exprs.open(statement.bind, env)
        if bound is None:
            return ()
        if statement.start is None:
            inner = bound.env
            where = both(bound.where, self.exprs.condition(statement.where, inner))
            return (c.Each(bound.local, bound.low, bound.high, None if where == TRUE else where,
                           self.all_steps(statement.body, inner)),)
        player = c.Member(self.scope.player)
        start = self.exprs.fresh("start")
        value = Value(seats_after(c.Local(start), c.Local(bound.local), self.scope.seats), player)
        inner = env.bind(statement.bind.name.text, value)
        where = self.exprs.condition(statement.where, inner)
        each = c.Each(bound.local, bound.low, bound.high, None if where == TRUE else where,
                      self.all_steps(statement.body, inner))
        return (c.Let(start, self.exprs.expect(statement.start, env, player).term, (each,)),)

    def _do_steps(self, statement: t.Do, env: Env) -> tuple[c.Step, ...]:
        phase = self._enter(statement)
        if phase is None:
            return ()
        inner = Env()
        lets: list[tuple[str, c.Expr]] = []
        for param, arg in zip(phase.params, statement.args, strict=True):
            kind = self.state.param_kind(param)
            local = self.exprs.fresh(param.name.text)
            lets.append((local, self.exprs.expect(arg, env, kind).term))
            inner = inner.bind(param.name.text, Value(c.Local(local), kind))
        with self.entered(phase):
            body = self.all_steps(phase.body, inner)
        for local, term in reversed(lets):
            body = (c.Let(local, term, body),)
        return body

    def _happens(self, statement: t.Happens, env: Env) -> tuple[c.Step, ...]:
        event = self.scope.events.get(statement.event.text)
        if event is None:
            self.exprs.wrong("Q206", f"there is no event called {statement.event}", statement.event.span,
                             did_you_mean(statement.event.text, self.scope.events))
            return ()
        name = event.name.text
        self.exprs.used.add(name)
        size = c.Read(f"{name}.waiting")
        arg = self.exprs.expect(statement.arg, env, self.state.param_kind(event.param)).term
        return (c.Assign(f"{name}.queue", (size,), arg, self.phase, statement.span),
                c.Assign(f"{name}.waiting", (), arithmetic("add", size, c.Const(1)), self.phase, statement.span))


def placed(bound: Bound, at: c.Expr) -> tuple[Value, c.Expr]:
    """The binding's value and condition with its local replaced by a term."""
    swap = {bound.local: at}
    return Value(substitute(bound.value.term, swap), bound.value.kind), substitute(bound.where, swap)


def renamed(bound: Bound, name: str) -> tuple[c.Expr, c.Expr | None]:
    """The binding's condition and weight over another local."""
    swap: dict[str, c.Expr] = {bound.local: c.Local(name)}
    weight = substitute(bound.weight, swap) if bound.weight is not None else None
    return substitute(bound.where, swap), weight


def substitute(expr: c.Expr, swap: dict[str, c.Expr]) -> c.Expr:
    """Replace locals in the plain terms that bindings are made of."""
    match expr:
        case c.Local(name):
            return swap.get(name, expr)
        case c.Read(var, index, span):
            return c.Read(var, tuple(substitute(i, swap) for i in index), span)
        case c.Op(op, args, span):
            return c.Op(op, tuple(substitute(a, swap) for a in args), span)
        case _:
            return expr
