"""Stage 2 to 3, the course of play: statements become steps, and decisions become nodes of the graph.

What decides nothing becomes a step. What decides splits the text: the part before it ends in a
node, the part after it begins a new block, and the names both need are kept in control variables.
"""

from __future__ import annotations

from dataclasses import replace

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.diagnostic import did_you_mean
from qedeck.spec.expressions import LOST, Bound, Env, Value
from qedeck.spec.graph import Graph
from qedeck.spec.scope import Number, Unknown
from qedeck.spec.state import State
from qedeck.spec.statements import Statements, placed, renamed
from qedeck.spec.terms import TRUE, arithmetic, both, same, seats_after


class Flow(Statements):
    """Turns the statements of a game into the blocks of its graph."""

    def __init__(self, state: State, endings: dict[str, c.Ending], graph: Graph) -> None:
        super().__init__(state)
        self.endings = endings
        self.graph = graph

    # ---- does it decide? ---------------------------------------------------------------

    def decides(self, statements: tuple[t.Statement, ...]) -> bool:
        return any(self._decides(s, frozenset()) for s in statements)

    def _decides(self, statement: t.Statement, inside: frozenset[str]) -> bool:
        match statement:
            case t.If(_, then, otherwise):
                return any(self._decides(s, inside) for s in (*then, *otherwise))
            case t.ForEach(body=body):
                return any(self._decides(s, inside) for s in body)
            case t.Deal(source=source):
                return self._from_pile(source)
            case t.Do(phase):
                if phase.text in inside or phase.text not in self.scope.phases:
                    return False
                return any(self._decides(s, inside | {phase.text}) for s in self.scope.phases[phase.text].body)
            case t.Repeat() | t.Shuffle() | t.Resolve() | t.Judge():
                return True
            case t.Choose() | t.MayChoose() | t.ChooseOne() | t.Race() | t.Secretly():
                return True
        return False

    def always_decides(self, statements: tuple[t.Statement, ...]) -> bool:
        """Whether no way through these statements avoids a decision."""
        for s in statements:
            match s:
                case t.Choose() | t.MayChoose() | t.ChooseOne() | t.Race() | t.Shuffle():
                    return True
                case t.Deal(source=source):
                    if self._from_pile(source):
                        return True
                case t.Repeat(body=body):
                    if self.always_decides(body):
                        return True
                case t.If(_, then, otherwise):
                    if otherwise and self.always_decides(then) and self.always_decides(otherwise):
                        return True
                case t.Do(phase):
                    known = self.scope.phases.get(phase.text)
                    if known is not None and phase.text not in self.calls and self.always_decides(known.body):
                        return True
        return False

    # ---- blocks ---------------------------------------------------------------------------

    def run(self, statements: tuple[t.Statement, ...], env: Env) -> None:
        """Write statements into the graph; names chosen on the way live until the end of the block."""
        kept: list[str] = []
        for statement in statements:
            if isinstance(statement, t.LetBe):
                env, var = self._let(statement, env)
                kept += var
            elif not self._decides(statement, frozenset()):
                self.graph.emit(*self.steps(statement, env))
            elif isinstance(statement, t.Choose):
                env, var = self._choose(statement, env)
                kept += var
            else:
                self._control(statement, env)
        for var in kept:
            self.graph.rest(var)

    def _let(self, statement: t.LetBe, env: Env) -> tuple[Env, list[str]]:
        value = self.exprs.check(statement.value, env, None)
        if value.zone is not None or value.parts:
            return env.bind(statement.name.text, value), []
        kind: c.Type = c.Whole(-(10**6), 10**6) if isinstance(value.kind, (Number, Unknown)) else value.kind  # type: ignore[assignment]
        var = self.graph.hold(f"{self.phase}.{statement.name}", kind)
        self.graph.emit(c.Assign(var, (), value.term, self.phase, statement.span))
        return env.bind(statement.name.text, Value(c.Read(var), value.kind)), [var]

    def _control(self, statement: t.Statement, env: Env) -> None:
        match statement:
            case t.If():
                self._if(statement, env)
            case t.ForEach():
                self._for_each(statement, env)
            case t.Repeat():
                self._repeat(statement, env)
            case t.MayChoose():
                self._may_choose(statement, env)
            case t.ChooseOne(owner, options):
                self._options(self.owner(owner, env), options, env, statement)
            case t.Race():
                self._race(statement, env)
            case t.Secretly():
                self._secretly(statement, env)
            case t.Deal():
                self._deal(statement, env)
            case t.Shuffle(zone):
                ref = self.exprs.zone(zone, env)
                if ref is not None and self.state.zones[ref.zone].kind != "row":
                    self.exprs.wrong("Q311", f"{ref.zone} has no order to shuffle", statement.span,
                                     "a pile is unordered: a draw from it is already by chance")
                elif ref is not None:
                    after = self.graph.new()
                    self.graph.decide(c.ShuffleDecision(f"shuffle {ref.zone}", ref, after, self.phase, statement.span))
                    self.graph.current = after
            case t.Do():
                self._do(statement, env)
            case t.Resolve():
                self._resolve(statement, env)
            case t.Judge():
                self._judge(statement)
            case _:
                raise AssertionError(statement)

    def _if(self, statement: t.If, env: Env) -> None:
        then, otherwise, after = self.graph.new(), self.graph.new(), self.graph.new()
        self.graph.close(c.Branch(self.exprs.condition(statement.condition, env), then, otherwise))
        self.graph.current = then
        self.run(statement.then, env)
        self.graph.close(c.Jump(after))
        self.graph.current = otherwise
        self.run(statement.otherwise, env)
        self.graph.go(after)

    def _repeat(self, statement: t.Repeat, env: Env) -> None:
        head = self.graph.new()
        self.graph.go(head)
        if not self.always_decides(statement.body):
            self.graph.pause(f"{self.phase} again", self.phase)
        self.run(statement.body, env)
        after = self.graph.new()
        self.graph.close(c.Branch(self.exprs.condition(statement.until, env), after, head))
        self.graph.current = after

    def _for_each(self, statement: t.ForEach, env: Env) -> None:
        bound = self.exprs.open(statement.bind, env)
        if bound is None:
            return
        counter = self.graph.hold(f"{self.phase}.{statement.bind.name}#", c.Whole(bound.low, bound.high))
        self.graph.emit(c.Assign(counter, (), c.Const(bound.low)))
        kept = [counter]
        at: c.Expr = c.Read(counter)
        if statement.start is not None:
            at, start = self._around(statement, bound, env, counter)
            self.graph.emit(c.Assign(start, (), self.exprs.expect(statement.start, env, bound.value.kind).term))
            kept.append(start)
        value, where = placed(bound, at)
        inner = env.bind(statement.bind.name.text, value)
        head, body, step, after = (self.graph.new() for _ in range(4))
        self.graph.go(head)
        steady = where == TRUE and statement.where is None and self.always_decides(statement.body)
        if not steady:
            self.graph.pause(f"{self.phase}: each {statement.bind.name}", self.phase)
        inside = arithmetic("lt", c.Read(counter), c.Const(bound.high))
        condition = both(where, self.exprs.condition(statement.where, inner))
        test = body if condition == TRUE else self.graph.new()
        self.graph.close(c.Branch(inside, test, after))
        if condition != TRUE:
            self.graph.current = test
            self.graph.close(c.Branch(condition, body, step))
        self.graph.current = body
        self.run(statement.body, inner)
        self.graph.go(step)
        self.graph.emit(c.Assign(counter, (), arithmetic("add", c.Read(counter), c.Const(1))))
        self.graph.close(c.Jump(head))
        self.graph.current = after
        for var in kept:
            self.graph.rest(var)

    def _around(self, statement: t.ForEach, bound: Bound, env: Env, counter: str) -> tuple[c.Expr, str]:
        if bound.value.kind != c.Member(self.scope.player):
            self.exprs.wrong("Q309", "only players sit clockwise", statement.span)
        start = self.graph.hold(f"{self.phase}.{statement.bind.name}.from", c.Member(self.scope.player))
        return seats_after(c.Read(start), c.Read(counter), self.scope.seats), start

    # ---- decisions -------------------------------------------------------------------------

    def owner(self, owner: t.Owner, env: Env) -> c.Owner:
        if owner.player is None:
            if owner.who == "moderator" and not self.scope.game.moderated:
                self.exprs.wrong("Q418", "this game has no moderator", owner.span, "add the line: moderated")
            return c.Owner(owner.who)
        return c.Owner("player", self.exprs.expect(owner.player, env, c.Member(self.scope.player)).term)

    def _pick(self, bind: t.Bind, env: Env) -> tuple[c.Pick, c.Expr, c.Expr | None, Env, Env] | None:
        """A pick: what it stores, its guard and weight over the local, and the two environments:
        while choosing, and afterwards."""
        bound = self.exprs.open(bind, env)
        if bound is None:
            return None
        name, label = f"{self.phase}.{bind.name}", bind.name.text
        kind = bound.value.kind
        if bound.value.term != c.Local(bound.local):
            # A card chosen from a row or grid is chosen by its face.
            assert isinstance(kind, c.Member) and bind.within is not None
            ref = self.exprs.zone(bind.within, env)
            assert ref is not None
            var = self.graph.hold(name, kind)
            guard = self.exprs.holds(ref, lambda card: same(card, c.Local(var)), None)
            weight = None
        else:
            stored: c.Type = c.Whole(bound.low, bound.high - 1) if isinstance(kind, Number) else kind  # type: ignore[assignment]
            var = self.graph.hold(name, stored)
            guard, weight = renamed(bound, var)
        if bound.high <= bound.low:
            self.exprs.wrong("Q309", "there is nothing to choose from", bind.span)
        choosing = env.bind(label, Value(c.Local(var), kind))
        after = env.bind(label, Value(c.Read(var), kind))
        return c.Pick(var, self.graph.variables[var].type, label), guard, weight, choosing, after

    def _choose(self, statement: t.Choose, env: Env) -> tuple[Env, list[str]]:
        owner = self.owner(statement.owner, env)
        pick = self._pick(statement.bind, env)
        if pick is None:
            return env.bind(statement.bind.name.text, LOST), []
        made, guard, weight, choosing, after_env = pick
        after = self.graph.new()
        guard = both(guard, self.exprs.condition(statement.where, choosing))
        if owner.who == "chance" and weight is None:
            weight = c.Const(1)
        option = c.Option(statement.bind.name.text, (made,), guard, after, weight if owner.who == "chance" else None,
                          self.phase)
        self.graph.decide(c.Decision(self.phase, owner, (option,), statement.secretly, self.phase, statement.span))
        self.graph.current = after
        return after_env, [made.var]

    def _may_choose(self, statement: t.MayChoose, env: Env) -> None:
        chosen = t.Option(statement.bind.name, (statement.bind,), statement.where, statement.body, (), span=statement.span)
        declined = t.Option(t.Word("decline"), (), None, statement.otherwise, (), span=statement.span)
        self._options(self.owner(statement.owner, env), (chosen, declined), env, statement)

    def _race(self, statement: t.Race, env: Env) -> None:
        actor = t.Bind(t.Word("player"), statement.name, span=statement.span)
        nobody = t.Option(t.Word("nobody"), (), None, (), (), span=statement.span)
        options = tuple(replace(o, binds=(actor, *o.binds)) for o in statement.options)
        self._options(c.Owner("anyone"), (*options, nobody), env, statement)

    def _options(self, owner: c.Owner, options: tuple[t.Option, ...], env: Env, statement: t.Statement) -> None:
        after = self.graph.new()
        made: list[c.Option] = []
        bodies: list[tuple[int, Env, list[str], t.Option]] = []
        names = [o.name.text for o in options]
        for option in options:
            if names.count(option.name.text) > 1:
                self.exprs.wrong("Q202", f"two options are called {option.name}", option.name.span)
            picks, guards, choosing, later, kept = [], [], env, env, []
            for bind in option.binds:
                pick = self._pick(bind, choosing)
                if pick is None:
                    choosing = choosing.bind(bind.name.text, LOST)
                    later = later.bind(bind.name.text, LOST)
                    continue
                one, guard, _weight, choosing, done = pick
                later = later.bind(bind.name.text, done.names[bind.name.text])
                picks.append(one)
                guards.append(guard)
                kept.append(one.var)
            start = self.graph.new()
            guard = both(*guards, self.exprs.condition(option.guard, choosing))
            weight = c.Const(1) if owner.who == "chance" else None
            made.append(c.Option(option.name.text, tuple(picks), guard, start, weight, self.phase))
            bodies.append((start, later, kept, option))
        secretly = isinstance(statement, (t.MayChoose, t.ChooseOne)) and statement.secretly
        self.graph.decide(c.Decision(self.phase, owner, tuple(made), secretly, self.phase, statement.span))
        for start, later, kept, option in bodies:
            self.graph.current = start
            self.run(option.body, later)
            for var in kept:
                self.graph.rest(var)
            self.graph.close(c.Jump(after))
        self.graph.current = after

    def _secretly(self, statement: t.Secretly, env: Env) -> None:
        """All at once: asked one after the other, each answer shown to nobody."""
        name = getattr(statement.target, "word", "")
        var = self.graph.variables.get(name)
        if var is not None and var.sight == "all":
            self.exprs.wrong("Q310", f"{name} is seen by everyone, so it cannot keep a secret choice",
                             statement.target.span, f"declare it: {name} of each player: …, secret")
        owner = t.Owner("player", t.Name(statement.voter.name.text, span=statement.voter.span), span=statement.span)
        choose = t.Choose(owner, statement.bind, statement.where, (), True, span=statement.span)
        chosen = t.Name(statement.bind.name.text, span=statement.bind.span)
        keep = t.Becomes(statement.target, chosen, (), span=statement.span)
        voters = t.ForEach(statement.voter, statement.voter_where, None, (choose, keep), (), span=statement.span)
        self._for_each(voters, env)

    # ---- chance with cards --------------------------------------------------------------------

    def _deal(self, statement: t.Deal, env: Env) -> None:
        source = self.exprs.zone(statement.source, env)
        if source is None:
            return
        targets = []
        amount = self.exprs.number(statement.amount, env)
        for ref in self._destinations(statement.destination, env, source):
            if self.state.zones[ref.zone].kind == "grid" and ref.place is None:
                self.exprs.wrong("Q309", f"say at which place of {ref.zone} the cards go", statement.span)
                return
            targets.append((ref, amount))
        after = self.graph.new()
        self.graph.decide(c.DealDecision(f"deal from {source.zone}", source, tuple(targets), after, self.phase, statement.span))
        self.graph.current = after

    # ---- phases, events, endings ---------------------------------------------------------------

    def _do(self, statement: t.Do, env: Env) -> None:
        phase = self._enter(statement)
        if phase is None:
            return
        inner, kept = Env(), []
        for param, arg in zip(phase.params, statement.args, strict=True):
            kind = self.state.param_kind(param)
            term = self.exprs.expect(arg, env, kind).term
            stored: c.Type = c.Whole(-1000, 1000) if isinstance(kind, Number) else kind  # type: ignore[assignment]
            var = self.graph.hold(f"{phase.name}.{param.name}", stored)
            self.graph.emit(c.Assign(var, (), term))
            inner = inner.bind(param.name.text, Value(c.Read(var), kind))
            kept.append(var)
        with self.entered(phase):
            self.run(phase.body, inner)
        for var in kept:
            self.graph.rest(var)

    def _resolve(self, statement: t.Resolve, env: Env) -> None:
        event = self.scope.events.get(statement.event.text)
        if event is None:
            self.exprs.wrong("Q206", f"there is no event called {statement.event}", statement.event.span,
                             did_you_mean(statement.event.text, self.scope.events))
            return
        name = event.name.text
        self.exprs.used.add(name)
        size, queue = c.Read(f"{name}.waiting"), f"{name}.queue"
        kind = self.state.param_kind(event.param)
        assert isinstance(kind, c.Member)
        head, body, after = self.graph.new(), self.graph.new(), self.graph.new()
        now = self.graph.hold(f"{name}.now", kind)
        self.graph.go(head)
        self.graph.pause(f"resolve {name}", name)
        self.graph.close(c.Branch(arithmetic("lt", c.Const(0), size), body, after))
        self.graph.current = body
        length = self.graph.variables[queue].dims[0].size
        here = self.exprs.fresh("k")
        following = c.Ite(arithmetic("lt", c.Local(here), c.Const(length - 1)),
                          c.Read(queue, (arithmetic("min", arithmetic("add", c.Local(here), c.Const(1)),
                                                    c.Const(length - 1)),)), c.Const(c.NONE))
        self.graph.emit(
            c.Assign(now, (), c.Read(queue, (c.Const(0),))),
            c.Each(here, 0, length, None, (c.Assign(queue, (c.Local(here),), following),)),
            c.Assign(f"{name}.waiting", (), arithmetic("sub", size, c.Const(1))),
        )
        for trigger in self.scope.triggers.get(name, []):
            inner = Env({trigger.name.text: Value(c.Read(now), kind)})
            self._if(t.If(trigger.where or t.YesNo(True), trigger.body, (), ()), inner)
        self.graph.close(c.Jump(head))
        self.graph.current = after
        self.graph.rest(now)

    def _judge(self, statement: t.Judge) -> None:
        known = []
        for word in statement.endings:
            if word.text not in self.endings:
                self.exprs.wrong("Q207", f"there is no ending called {word}", word.span,
                                 did_you_mean(word.text, self.endings))
            else:
                self.exprs.used.add(word.text)
                known.append(self.endings[word.text])
        for ending in by_rank(known):
            over, on = self.graph.new(), self.graph.new()
            self.graph.close(c.Branch(ending.condition, over, on))
            self.graph.current = over
            index = self.scope.domains["ending"].members.index(ending.name)
            self.graph.emit(
                c.Assign("ended", (), c.Const(index), ending.name),
                c.Each("p", 0, self.scope.seats, None, (c.Assign("winner", (c.Local("p"),), ending.winner, ending.name),)),
            )
            self.graph.close(c.Finish())
            self.graph.current = on


def by_rank(endings: list[c.Ending]) -> list[c.Ending]:
    """As written, but an ending that goes before another comes first."""
    ranked: list[c.Ending] = []
    for ending in endings:
        behind = [i for i, other in enumerate(ranked) if other.name in ending.before]
        ranked.insert(min(behind, default=len(ranked)), ending)
    return ranked
