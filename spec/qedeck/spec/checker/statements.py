"""Stage 2 to 3, statements that decide nothing: each becomes a few steps of Core."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.checker.happening import Happening
from qedeck.spec.checker.holding import ANYTHING, Hold, Lets, depends, held
from qedeck.spec.checker.kinds import Cards, Number, Unknown
from qedeck.spec.checker.marks import mark_asked
from qedeck.spec.checker.terms import TRUE, arithmetic, both, negated, seats_after
from qedeck.spec.checker.values import LOST, UNBOUNDED, Bound, Env, Value, as_kind, plain, there
from qedeck.spec.diagnostic import did_you_mean
from qedeck.spec.limits import MOST_ENTRIES, MOST_ROUNDS
from qedeck.spec.source import Span


class Statements(Happening):
    """Writes the steps of plain statements; `phase` is the clause being read."""

    @contextmanager
    def entered(self, phase: t.Phase) -> Iterator[None]:
        before = self.phase
        self.phase = phase.name.text
        self.calls.append(self.phase)
        yield
        self.calls.pop()
        self.phase = before

    @contextmanager
    def named(self, clause: str) -> Iterator[None]:
        """What is written belongs to this clause, which is no phase."""
        before, self.phase = self.phase, clause
        yield
        self.phase = before

    def steps(self, statement: t.Statement, env: Env) -> tuple[c.Step, ...]:
        match statement:
            case t.Becomes(target, value):
                cell = self._cell(target, env)
                if cell is None:
                    return ()
                var, index = cell
                new = self.exprs.expect(value, env, as_kind(var.type)).term
                return self._changed(c.Assign(var.name, index, new, self.phase, statement.span), target, env)
            case t.LetBe():
                return ()
            case t.Flip(target):
                return self._flip(target, statement.span, env)
            case t.Change(target, amount, sign, limit):
                cell = self._cell(target, env)
                if cell is None:
                    return ()
                var, index = cell
                if not isinstance(var.type, c.Whole):
                    self.exprs.wrong("Q302", f"{var.name} is not a number", target.span)
                    return ()
                op = "add" if sign > 0 else "sub"
                changed = arithmetic(op, c.Read(var.name, index), self.exprs.number(amount, env))
                if limit is not None:
                    changed = arithmetic("min" if sign > 0 else "max", changed, self.exprs.number(limit, env))
                return self._changed(c.Assign(var.name, index, changed, self.phase, statement.span), target, env)
            case t.Move():
                return self._move(statement, env)
            case t.Deal():
                return self._draw_from_row(statement, env)
            case t.Swap():
                return self._swap(statement, env)
            case t.Show():
                return self._show(statement, env)
            case t.If(condition, then, otherwise):
                return (
                    c.When(
                        self.exprs.condition(condition, env), self.all_steps(then, env), self.all_steps(otherwise, env)
                    ),
                )
            case t.ForEach():
                return self._each(statement, env)
            case t.EyesClosed(body=body):
                with self.eyes_closed(statement, env):
                    return self.all_steps(body, env)
            case t.Do():
                return self._do_steps(statement, env)
            case t.Happens():
                return self._happens(statement, env)
            case t.Announce(what):
                return (c.Tell(f"{c.ANNOUNCED}{what}", (), self.noticed, self.phase),)
            case t.Require(condition):
                return (c.Check(self.exprs.condition(condition, env), "Q513", self.phase, statement.span),)
            case _:
                raise AssertionError(f"{type(statement).__name__} decides")

    def all_steps(self, statements: tuple[t.Statement, ...], env: Env) -> tuple[c.Step, ...]:
        made: list[c.Step] = []
        for i, statement in enumerate(statements):
            if isinstance(statement, t.LetBe):
                lets = Lets(self.exprs.fresh)
                inner = self.let(statement, env, lets.hold)
                return (*made, *lets.around(self.all_steps(statements[i + 1 :], inner)))
            made += self.steps(statement, env)
        return tuple(made)

    def let(self, statement: t.LetBe, env: Env, hold: Hold) -> Env:
        """A name for what something is now."""
        name, value = statement.name.text, self.exprs.check(statement.value, env, None)
        zones = [part.kind for part in (value, *value.parts) if isinstance(part.kind, Cards)]
        if zones:
            self.exprs.wrong(
                "Q301",
                f"let keeps a card, a player, a place, a number or a word, and this is {plain(zones[0])}",
                statement.value.span,
                "write the zone itself where it is needed",
            )
            return env.bind(name, LOST)
        return env.bind(name, held(name, value, hold))

    # ---- changing what is remembered ---------------------------------------------------------

    def _cell(self, target: t.Expr, env: Env) -> tuple[c.Var, tuple[c.Expr, ...]] | None:
        name = getattr(target, "word", "")
        value = self.exprs.check(target, env, None)
        if isinstance(value.kind, Unknown):
            return None
        var = self.state.variables.get(name)
        asked = mark_asked(value.term)
        if asked is not None and name in self.scope.remembered:
            return self.state.variables[asked[1].var], asked[1].index
        if var is None or var.role != "remembered" or not isinstance(value.term, c.Read):
            hint = "only what the game remembers can change" if name not in self.scope.zones else "move cards instead"
            self.exprs.wrong("Q310", f"{name or 'this'} cannot be changed", target.span, hint)
            return None
        return var, value.term.index

    def _changed(self, step: c.Assign, target: t.Expr, env: Env) -> tuple[c.Step, ...]:
        """A mark is changed only where a card lies."""
        if c.marked(step.var) is None:
            return (step,)
        asked = mark_asked(self.exprs.check(target, env, None).term)
        assert asked is not None
        return c.Check(asked[0].condition, asked[0].code, self.phase, step.span), step

    def _flip(self, target: t.Expr, span: Span, env: Env) -> tuple[c.Step, ...]:
        cell = self._cell(target, env)
        if cell is None:
            return ()
        var, index = cell
        now = c.Read(var.name, index)
        match var.type:
            case c.YesNo():
                turned: c.Expr = negated(now)
            case c.Member(domain, False) if domain.size == 2:
                turned = arithmetic("sub", c.Const(1), now)
            case c.Whole(low, high) if high - low == 1:
                turned = arithmetic("sub", c.Const(low + high), now)
            case _:
                self.exprs.wrong("Q309", f"{var.name} has not just two sides", target.span, "say what it becomes")
                return ()
        return self._changed(c.Assign(var.name, index, turned, self.phase, span), target, env)

    # ---- showing, looping, calling -------------------------------------------------------------

    def _show(self, statement: t.Show, env: Env) -> tuple[c.Step, ...]:
        audience = TRUE if statement.audience is None else self.players(statement.audience, statement.where, env)
        audience = both(audience, self.noticed)
        shown: list[tuple[c.Expr, c.Type]] = []
        steps, learned = list[c.Step](), list[c.Step]()
        for written in statement.values:
            value = self.exprs.check(written, env, None)
            if value.zone is not None:
                learned += self.learned(value.zone, audience)
            if isinstance(value.kind, Cards) and value.zone is not None:
                steps.append(c.Tell(f"show {value.zone.zone}", self._contents(value.zone), audience, self.phase))
            elif isinstance(value.kind, (c.YesNo, c.Member)):
                shown.append((value.term, value.kind))
            elif isinstance(value.kind, Number):
                shown.append((value.term, UNBOUNDED))
            elif not isinstance(value.kind, Unknown):
                self.exprs.wrong(
                    "Q309",
                    f"{plain(value.kind)} cannot be shown",
                    written.span,
                    "show a card, a zone, a player, a number or a word",
                )
        if shown:
            steps.append(c.Tell("show", tuple(shown), audience, self.phase))
        return *steps, *learned

    def _contents(self, ref: c.ZoneRef) -> tuple[tuple[c.Expr, c.Type], ...]:
        """All that lies in a zone: how many of each card in a pile, the card at each place elsewhere."""
        zone = self.state.zones[ref.zone]
        if zone.kind == "pile":
            index = ref.index
            kind = self.state.variables[ref.zone].type
            return tuple((c.Read(ref.zone, (*index, c.Const(i))), kind) for i in range(zone.cards.size))
        assert zone.places is not None
        return tuple((self.exprs.card_at(ref, c.Const(i)), c.Member(zone.cards, True)) for i in range(zone.places.size))

    def _each(self, statement: t.ForEach, env: Env) -> tuple[c.Step, ...]:
        lets = Lets(self.exprs.fresh)
        bound = self.round_by_round(statement.bind, env, lets.hold)
        if bound is None:
            return ()
        if statement.start is not None and bound.value.kind != c.Member(self.scope.player):
            self.exprs.wrong("Q309", "only players sit clockwise", statement.span)
            return ()
        self.rounds *= max(1, bound.high - bound.low)
        steps = self._rounds(statement, bound, env, lets)
        self.rounds //= max(1, bound.high - bound.low)
        return steps

    def round_by_round(self, bind: t.Bind, env: Env, hold: Hold) -> Bound | None:
        """What a loop goes through: whose zone that is, and which number is the last, is fixed when it begins."""
        within = None if bind.within is None else self.exprs.zone(bind.within, env)
        if bind.within is not None and within is None:
            return None
        bound = self.exprs.open(bind, env, None if within is None else self.anchored(within, hold, ANYTHING))
        if bound is None or bound.end is None or not depends(bound.end, self.state.variables, ANYTHING):
            return bound
        last = arithmetic("max", bound.end, c.Const(bound.low - 1))
        return bound.up_to(hold(f"{bind.name}.to", last, c.Whole(bound.low - 1, bound.high)))

    def _rounds(self, statement: t.ForEach, bound: Bound, env: Env, lets: Lets) -> tuple[c.Step, ...]:
        if self.rounds > MOST_ROUNDS:
            self.exprs.wrong(
                "Q422",
                f"these loops go round {self.rounds:,} times",
                statement.span,
                "go through fewer things, or through one at a time",
            )
            return ()
        inner = bound.env
        if statement.start is not None:
            player = c.Member(self.scope.player)
            start = lets.hold("start", self.exprs.seat(statement.start, env), player)
            value = Value(seats_after(start, c.Local(bound.local), self.scope.seats), player)
            inner = env.bind(statement.bind.name.text, value)
        statement, inner = self.each_copy(statement, bound, inner)
        where = both(bound.where, self.exprs.condition(statement.where, inner))
        body = self.all_steps(statement.body, inner)
        return lets.around((c.Each(bound.local, bound.low, bound.high, None if where == TRUE else where, body),))

    def each_copy(self, statement: t.ForEach, bound: Bound, env: Env) -> tuple[t.ForEach, Env]:
        """Once for each copy of what is bound: as often as it lies there when it is its turn."""
        if statement.every_copy and statement.bind.within is None:
            said = f"only cards lie somewhere more than once, and {statement.bind.name} does not lie anywhere"
            self.exprs.wrong("Q309", said, statement.bind.span, "for each card c in hand of p, every copy")
        if not statement.every_copy or bound.weight is None:
            return statement, env
        span = statement.span
        many, copy = (t.Word(f"{statement.bind.name}.{part}", span=span) for part in ("copies", "copy"))
        one, last = t.Integer(1, span=span), t.Name(many.text, span=span)
        numbers = t.Bind(t.Word("number", span=span), copy, None, one, last, span=span)
        again = t.ForEach(numbers, statement.where, None, statement.body, (), span=span)
        return replace(statement, where=None, body=(again,)), env.bind(many.text, Value(bound.weight, Number()))

    def _enter(self, statement: t.Do) -> t.Phase | None:
        phase = self.scope.phases.get(statement.phase.text)
        if phase is None:
            self.exprs.wrong(
                "Q205",
                f"there is no phase called {statement.phase}",
                statement.phase.span,
                did_you_mean(statement.phase.text, self.scope.phases),
            )
            return None
        if phase.name.text in self.calls:
            self.exprs.wrong(
                "Q405",
                f"{phase.name} leads back to itself: {' → '.join([*self.calls, phase.name.text])}",
                statement.span,
                "repeat … until says that something happens again",
            )
            return None
        if len(statement.args) != len(phase.params):
            self.exprs.wrong(
                "Q304", f"{phase.name} needs {len(phase.params)} things, but gets {len(statement.args)}", statement.span
            )
            return None
        self.exprs.used.add(phase.name.text)
        return phase if self.enters(statement.span) else None

    def begins(self, phase: t.Phase, env: Env) -> tuple[c.Step, ...]:
        """What a claim over phases does where one begins."""
        return () if self.during is None else self.during.begins(phase, env)

    def ends(self, phase: t.Phase) -> tuple[c.Step, ...]:
        return () if self.during is None else self.during.ends(phase)

    def enters(self, span: Span) -> bool:
        """Whether there is room to lay out once more what may be laid out many times."""
        self.entries += 1
        if self.entries > MOST_ENTRIES:
            self.exprs.wrong(
                "Q422",
                "the phases lead on to each other more often than can be laid out",
                span,
                "let a phase be done once, in a loop",
            )
        return self.entries <= MOST_ENTRIES

    def _do_steps(self, statement: t.Do, env: Env) -> tuple[c.Step, ...]:
        phase = self._enter(statement)
        if phase is None:
            return ()
        inner, lets = Env(), Lets(self.exprs.fresh)
        for param, arg in zip(phase.params, statement.args, strict=True):
            name, kind = param.name.text, self.state.param_kind(param)
            given = Value(there(self.exprs.expect(arg, env, kind), "Q503", arg.span), kind)
            inner = inner.bind(name, held(name, given, lets.hold))
        with self.entered(phase):
            begun = self.begins(phase, inner)
            return lets.around((*begun, *self.all_steps(phase.body, inner), *self.ends(phase)))
