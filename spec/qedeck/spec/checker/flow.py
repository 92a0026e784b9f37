"""Stage 2 to 3, the course of play: statements become steps, and decisions become nodes of the graph.

What decides nothing becomes a step. What decides splits the text: the part before it ends in a
node, the part after it begins a new block, and the names both need are kept in control variables.
"""

from __future__ import annotations

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.checker.graph import Began, Graph
from qedeck.spec.checker.holding import stored
from qedeck.spec.checker.kinds import Number
from qedeck.spec.checker.renaming import placed, weighed
from qedeck.spec.checker.scope import trigger_names
from qedeck.spec.checker.standing import Offers
from qedeck.spec.checker.state import State
from qedeck.spec.checker.terms import TRUE, arithmetic, both, seats_after
from qedeck.spec.checker.values import Bound, Env, Value
from qedeck.spec.diagnostic import did_you_mean


class Flow(Offers):
    """Turns the statements of a game into the blocks of its graph."""

    def __init__(self, state: State, endings: dict[str, c.Ending], graph: Graph) -> None:
        super().__init__(state, graph)
        self.endings = endings
        self.resolving: list[str] = []
        self.resolved: set[str] = set()
        self.triggers = trigger_names(self.scope.clauses)
        self.entry: t.Statement | None = None
        """Where an example begins within a phase, until that is written; then `began` says what is known there."""
        self.began: Began | None = None

    # ---- does it decide? ---------------------------------------------------------------

    def decides(self, statements: tuple[t.Statement, ...]) -> bool:
        return any(self._decides(s, frozenset()) for s in statements)

    def _decides(self, statement: t.Statement, inside: frozenset[str]) -> bool:
        if statement is self.entry:
            return True
        match statement:
            case t.If(_, then, otherwise):
                return any(self._decides(s, inside) for s in (*then, *otherwise))
            case t.ForEach(body=body) | t.EyesClosed(body=body):
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
            case t.Together() | t.Meanwhile():
                return True
        return False

    def always_decides(self, statements: tuple[t.Statement, ...]) -> bool:
        """Whether no way through these statements avoids a decision."""
        for s in statements:
            match s:
                case t.Choose() | t.MayChoose() | t.ChooseOne() | t.Race() | t.Shuffle():
                    return True
                case t.Deal(source=source, destination=destination):
                    # Onto a row cards are dealt one by one, and there may be none to deal.
                    zone = self.state.zones.get(getattr(destination.zone, "word", ""))
                    if self._from_pile(source) and (zone is None or not self.in_order(c.ZoneRef(zone.name))):
                        return True
                case t.Repeat(body=body) | t.EyesClosed(body=body):
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
        with self.block():
            for statement in statements:
                if statement is self.entry:
                    self._begin_here(env)
                self.before(statement, env)
                if isinstance(statement, t.LetBe):
                    env = self.let(statement, env, self.holding(kept, statement.span))
                elif isinstance(statement, t.Meanwhile):
                    self.stand(statement, env, statement is statements[-1])
                elif not self._decides(statement, frozenset()):
                    self.graph.emit(*self.steps(statement, env))
                elif isinstance(statement, t.Choose):
                    env, chosen = self._choose(statement, env)
                    kept += chosen
                else:
                    self._control(statement, env)
        for var in kept:
            self.graph.rest(var)

    def _begin_here(self, env: Env) -> None:
        """An example begins with what comes next: it has a block of its own."""
        self.graph.go(self.graph.new())
        self.began, self.entry = Began(self.graph.current, env, self.graph.first_values()), None

    def _control(self, statement: t.Statement, env: Env) -> None:
        match statement:
            case t.If():
                self._if(statement, env)
            case t.ForEach():
                self.for_each(statement, env)
            case t.EyesClosed(body=body):
                # Whoever sleeps takes up no offer that stands.
                with self.eyes_closed(statement, env), self.undisturbed():
                    self.run(body, env)
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
            case t.Together():
                self._together(statement, env)
            case t.Deal():
                self._deal(statement, env)
            case t.Shuffle(zone):
                ref = self.exprs.zone(zone, env)
                if ref is not None and self.state.zones[ref.zone].kind != "row":
                    self.exprs.wrong(
                        "Q311",
                        f"{ref.zone} has no order to shuffle",
                        statement.span,
                        "a pile is unordered: a draw from it is already by chance",
                    )
                elif ref is not None:
                    after = self.graph.new()
                    name, span = f"shuffle {ref.zone}", statement.span
                    self.followed(span, ref)
                    self.graph.emit(*self.bare(ref))
                    self.graph.decide(c.ShuffleDecision(name, ref, after, self.phase, span, self.noticed))
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
        if statement.until is None:
            ended = self.until_nobody_moves(statement, env)
        else:
            self.run(statement.body, env)
            ended = self.exprs.condition(statement.until, env)
        after = self.graph.new()
        self.graph.close(c.Branch(ended, after, head))
        self.graph.current = after

    def for_each(self, statement: t.ForEach, env: Env) -> None:
        kept: list[str] = []
        bound = self.round_by_round(statement.bind, env, self.holding(kept, statement.span))
        if bound is None:
            return
        counter = self.graph.hold(f"{self.phase}.{statement.bind.name}#", c.Whole(bound.low, bound.high))
        self.graph.emit(c.Assign(counter, (), c.Const(bound.low)))
        kept.append(counter)
        at: c.Expr = c.Read(counter)
        if statement.start is not None:
            at, start = self._around(statement, bound, env, counter)
            self.graph.emit(c.Assign(start, (), self.exprs.seat(statement.start, env)))
            kept.append(start)
        value, where = placed(bound, at)
        inner = env.bind(statement.bind.name.text, value)
        statement, inner = self.each_copy(statement, weighed(bound, at), inner)
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

    # ---- phases, events, endings ---------------------------------------------------------------

    def _do(self, statement: t.Do, env: Env) -> None:
        phase = self._enter(statement)
        if phase is None:
            return
        inner, kept = Env(), []
        for param, arg in zip(phase.params, statement.args, strict=True):
            kind = self.state.param_kind(param)
            term = self.exprs.expect(arg, env, kind).term
            type_ = c.Whole(-1000, 1000) if isinstance(kind, Number) else stored(kind)
            var = self.graph.hold(f"{phase.name}.{param.name}", type_)
            self.graph.emit(c.Assign(var, (), term))
            inner = inner.bind(param.name.text, Value(c.Read(var), kind))
            kept.append(var)
        self.through(phase, inner)
        for var in kept:
            self.graph.rest(var)

    def through(self, phase: t.Phase, env: Env) -> None:
        """A phase, from its beginning to its end."""
        with self.entered(phase):
            self.graph.emit(*self.begins(phase, env))
            self.run(phase.body, env)
            self.graph.emit(*self.ends(phase))

    def _resolve(self, statement: t.Resolve, env: Env) -> None:
        event = self._event(statement.event)
        if event is None:
            return
        name = event.name.text
        self.exprs.used.add(name)
        size, queue = c.Read(f"{name}.waiting"), f"{name}.queue"
        kind = self.state.param_kind(event.param)
        if not isinstance(kind, c.Member):
            return
        if name in self.resolving:
            self.exprs.wrong(
                "Q405",
                f"{name} is resolved while it is being resolved",
                statement.span,
                "what happens meanwhile waits its turn: resolve it once, where it begins",
            )
            return
        self.resolving.append(name)
        self.resolved.add(name)
        head, body, after = self.graph.new(), self.graph.new(), self.graph.new()
        now = self.graph.hold(f"{name}.now", kind)
        self.graph.go(head)
        self.graph.pause(f"resolve {name}", name)
        self.graph.close(c.Branch(arithmetic("lt", c.Const(0), size), body, after))
        self.graph.current = body
        length = self.graph.variables[queue].dims[0].size
        here = self.exprs.fresh("k")
        following = c.Ite(
            arithmetic("lt", c.Local(here), c.Const(length - 1)),
            c.Read(queue, (arithmetic("min", arithmetic("add", c.Local(here), c.Const(1)), c.Const(length - 1)),)),
            c.Const(c.NONE),
        )
        self.graph.emit(
            c.Assign(now, (), c.Read(queue, (c.Const(0),))),
            c.Each(here, 0, length, None, (c.Assign(queue, (c.Local(here),), following),)),
            c.Assign(f"{name}.waiting", (), arithmetic("sub", size, c.Const(1))),
        )
        if statement.depth_first:
            self.ahead[name] = self.graph.hold(f"{name}.ahead", self.graph.variables[f"{name}.waiting"].type)
            self.graph.rest(self.ahead[name])
        for trigger in self.scope.triggers.get(name, []):
            inner = Env({trigger.name.text: Value(c.Read(now), kind)})
            with self.named(self.triggers[trigger.span]):
                self._if(t.If(trigger.where or t.YesNo(True), trigger.body, (), ()), inner)
        self.resolving.pop()
        self.graph.close(c.Jump(head))
        self.graph.current = after
        self.graph.rest(now)
        if name in self.ahead:
            self.graph.rest(self.ahead.pop(name))

    def _judge(self, statement: t.Judge) -> None:
        known = []
        for word in statement.endings:
            if word.text not in self.endings:
                self.exprs.wrong(
                    "Q207", f"there is no ending called {word}", word.span, did_you_mean(word.text, self.endings)
                )
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
                c.Each(
                    "p", 0, self.scope.seats, None, (c.Assign("winner", (c.Local("p"),), ending.winner, ending.name),)
                ),
            )
            self.graph.emit(*(() if self.during is None else self.during.stops()))
            self.graph.close(c.Finish())
            self.graph.current = on


def by_rank(endings: list[c.Ending]) -> list[c.Ending]:
    """As written, but an ending that goes before another comes first."""
    ranked: list[c.Ending] = []
    for ending in endings:
        behind = [i for i, other in enumerate(ranked) if other.name in ending.before]
        ranked.insert(min(behind, default=len(ranked)), ending)
    return ranked
