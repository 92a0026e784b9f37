"""Stage 2 to 3, decisions: choices, races, secret votes, chance with cards become nodes of the graph."""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.checker.graph import Graph
from qedeck.spec.checker.holding import Hold, stored
from qedeck.spec.checker.kinds import Kind, Number
from qedeck.spec.checker.renaming import renamed
from qedeck.spec.checker.state import State
from qedeck.spec.checker.statements import Statements
from qedeck.spec.checker.terms import arithmetic, both, constant, same
from qedeck.spec.checker.values import LOST, Env, Value
from qedeck.spec.limits import MOST_PLACES
from qedeck.spec.source import NOWHERE, Span

ANYONE = c.Owner("anyone")


def raced(race: t.Race) -> tuple[t.Option, ...]:
    """The options of a race: whoever is first is picked with each."""
    actor = t.Bind(t.Word("player"), race.name, span=race.span)
    return tuple(replace(option, binds=(actor, *option.binds)) for option in race.options)


@dataclass(frozen=True, slots=True)
class Offered:
    """An option of a choice: what is known where it was chosen, which variables keep that, and what it leads to."""

    option: c.Option
    env: Env
    kept: tuple[str, ...]
    body: tuple[t.Statement, ...]


class Decisions(Statements, ABC):
    """Writes decisions into the graph; what each leads to is written by the flow around it."""

    def __init__(self, state: State, graph: Graph) -> None:
        super().__init__(state)
        self.graph = graph

    @abstractmethod
    def run(self, statements: tuple[t.Statement, ...], env: Env) -> None:
        """Write statements into the graph, in flow.py."""

    @abstractmethod
    def for_each(self, statement: t.ForEach, env: Env) -> None:
        """Write a loop into the graph, in flow.py."""

    @abstractmethod
    def moves(self) -> None:
        """Somebody who need not has done something, in standing.py."""

    @abstractmethod
    def undisturbed(self) -> AbstractContextManager[None]:
        """Nothing that may be done at any time is offered, in standing.py."""

    def holding(self, kept: list[str], span: Span = NOWHERE) -> Hold:
        """What is fixed across decisions is kept in control variables, which `kept` lists."""

        def hold(stem: str, term: c.Expr, kind: Kind | c.Whole) -> c.Expr:
            var = self.graph.hold(f"{self.phase}.{stem}", stored(kind))
            self.graph.emit(c.Assign(var, (), term, self.phase, span))
            kept.append(var)
            return c.Read(var)

        return hold

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
        one = self.scope.singular(bind.type.text)
        if one is not None:
            self.exprs.wrong(
                "Q313",
                f"one {one} is chosen at a time, not several",
                bind.type.span,
                f"write {one} {bind.name}, and choose again for each further one",
            )
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

    def _choose(self, statement: t.Choose, env: Env, among: c.Expr | None = None) -> tuple[Env, list[str]]:
        """`among`: who notices a secret choice, over VIEWER, if it is one of several."""
        owner = self.owner(statement.owner, env)
        pick = self._pick(statement.bind, env)
        if pick is None:
            return env.bind(statement.bind.name.text, LOST), []
        made, guard, weight, choosing, after_env = pick
        after = self.graph.new()
        guard = both(guard, self.exprs.condition(statement.where, choosing))
        if owner.who == "chance" and weight is None:
            weight = c.Const(1)
        option = c.Option(
            statement.bind.name.text, (made,), guard, after, weight if owner.who == "chance" else None, self.phase
        )
        noticed = among or c.NOBODY if statement.secretly else self.noticed
        self._decide(owner, (option,), noticed, statement.span)
        self.graph.current = after
        return after_env, [made.var]

    def _decide(self, owner: c.Owner, options: tuple[c.Option, ...], noticed: c.Expr, span: Span) -> None:
        asleep = self.noticed == c.NOBODY if owner.player is None else self._asleep(owner.player)
        if asleep and owner.who in ("player", "anyone", "table"):
            said = "nobody is awake here to choose" if owner.player is None else "whoever is asked here has closed eyes"
            self.exprs.wrong("Q310", said, span, "say who is awake: with eyes closed but for …")
        self.graph.decide(c.Decision(self.phase, owner, options, noticed, self.phase, span))

    def _asleep(self, player: c.Expr) -> bool:
        """Whether it can be told already that a player has closed eyes."""
        seat = constant(player)
        return self.noticed == c.NOBODY or seat is not None and c.for_seat(self.noticed, seat, None) == c.NOBODY

    def _may_choose(self, statement: t.MayChoose, env: Env) -> None:
        chosen = t.Option(
            statement.bind.name, (statement.bind,), statement.where, statement.body, (), span=statement.span
        )
        declined = t.Option(t.Word("decline"), (), None, statement.otherwise, (), span=statement.span)
        self._options(self.owner(statement.owner, env), (chosen, declined), env, statement)

    def _race(self, statement: t.Race, env: Env) -> None:
        nobody = t.Option(t.Word("nobody"), (), None, (), (), span=statement.span)
        self._options(ANYONE, (*raced(statement), nobody), env, statement)

    def _options(self, owner: c.Owner, options: tuple[t.Option, ...], env: Env, statement: t.Statement) -> None:
        after = self.graph.new()
        made = [self.offered(option, owner, env) for option in options]
        self.unlike(options)
        secretly = isinstance(statement, (t.MayChoose, t.ChooseOne)) and statement.secretly
        choices = tuple(one.option for one in made)
        self._decide(owner, choices, c.NOBODY if secretly else self.noticed, statement.span)
        # Of those who may, whoever does what comes last does nothing: it is to decline, or nobody.
        may = made[:-1] if isinstance(statement, (t.MayChoose, t.Race)) else []
        for one in made:
            self.carry_out(one, after, one in may)
        self.graph.current = after

    def unlike(self, options: tuple[t.Option, ...]) -> None:
        """Options of one choice are told from each other by their names."""
        names = [option.name.text for option in options]
        for option in options:
            if names.count(option.name.text) > 1:
                self.exprs.wrong("Q202", f"two options are called {option.name}", option.name.span)

    def offered(self, option: t.Option, owner: c.Owner, env: Env) -> Offered:
        """An option as it can be chosen, with a block of its own that nothing is written in yet."""
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
        made = c.Option(option.name.text, tuple(picks), guard, start, weight, self.phase)
        return Offered(made, later, tuple(kept), option.body)

    def carry_out(self, chosen: Offered, to: int, moves: bool) -> None:
        """What an option leads to, and then on to a block."""
        self.graph.current = chosen.option.next
        if moves:
            self.moves()
        self.run(chosen.body, chosen.env)
        for var in chosen.kept:
            self.graph.rest(var)
        self.graph.close(c.Jump(to))

    def _secretly(self, statement: t.Secretly, env: Env) -> None:
        """All at once: asked one after the other, each answer shown to nobody."""
        self._keeps_secret(statement.target, (c.OWNER, c.NOBODY))
        owner = t.Owner("player", t.Name(statement.voter.name.text, span=statement.voter.span), span=statement.span)
        choose = t.Choose(owner, statement.bind, statement.where, (), True, span=statement.span)
        chosen = t.Name(statement.bind.name.text, span=statement.bind.span)
        keep = t.Becomes(statement.target, chosen, (), span=statement.span)
        voters = t.ForEach(statement.voter, statement.voter_where, None, (choose, keep), (), span=statement.span)
        with self.undisturbed():
            self.for_each(voters, env)

    def _keeps_secret(self, target: t.Expr, sights: tuple[c.Expr, ...] | None = None) -> None:
        """What a secret choice is kept as must not lie open to everyone, or be seen otherwise than by `sights`."""
        name = getattr(target, "word", "")
        known = self.graph.variables.items()
        kept_as = [var for key, var in known if key == name or (c.marked(key) or ("",))[0] == name]
        var = next((v for v in kept_as if (v.sight == c.EVERYBODY if sights is None else v.sight not in sights)), None)
        if var is not None:
            kept = f"{name} of each player" if var.dims else name
            whom = "everyone" if var.sight == c.EVERYBODY else "others"
            self.exprs.wrong(
                "Q310",
                f"{name} is seen by {whom}, so it cannot keep a secret choice",
                target.span,
                f"declare it: {kept}: …, secret",
            )

    def _together(self, statement: t.Together, env: Env) -> None:
        """One of the group answers, which only they notice; what was chosen is told to all of it. Of no group nobody is
        asked."""
        self._keeps_secret(statement.target)
        group, where = statement.group, statement.group_where
        picked = t.Picker("first", group, where, None, span=group.span)
        owner = t.Owner("player", picked, span=group.span)
        choose = t.Choose(owner, statement.bind, statement.where, (), True, span=statement.span)
        chosen = t.Name(statement.bind.name.text, span=statement.bind.span)
        show = t.Show((chosen,), group, where, (), span=statement.span)
        keep = t.Becomes(statement.target, chosen, (), span=statement.span)
        some = t.Some(group, where or t.YesNo(True), False, span=group.span)
        asked, after = self.graph.new(), self.graph.new()
        self.graph.close(c.Branch(self.exprs.condition(some, env), asked, after))
        self.graph.current = asked
        member = both(self.players(group, where, env), self.noticed)
        among = member if member in c.PLAIN else c.Try(member, c.NOBODY)
        inner, kept = self._choose(choose, self._as_one(statement, env), among)
        self.graph.emit(*(replace(told, kind="together") for told in c.tells(self.steps(show, inner))))
        self.graph.emit(*self.steps(keep, inner))
        for var in kept:
            self.graph.rest(var)
        self.graph.go(after)

    def _as_one(self, statement: t.Together, env: Env) -> Env:
        """What is known while they choose: nothing of one of them."""
        name = statement.group.name
        asked = [part for part in t.names(statement.where) if part.word == name.text]
        if name.text in env.names or name.text in t.bound(statement.where) or not asked:
            return env
        said = f"{name} is one of them, and what is chosen does not depend on one of them"
        self.exprs.wrong("Q201", said, asked[0].span, f"ask for all of them: every player {name} where … has …")
        return env.bind(name.text, LOST)

    # ---- chance with cards --------------------------------------------------------------------

    def _deal(self, statement: t.Deal, env: Env) -> None:
        source = self.exprs.zone(statement.source, env)
        if source is None:
            return
        targets = self._destinations(statement.destination, env, source)
        for ref in targets:
            if self.placeless(ref):
                self.exprs.wrong("Q309", f"say at which place of {ref.zone} the cards go", statement.span)
                return
        amount = self.exprs.number(statement.amount, env)
        if amount != c.Const(1) and any(self.in_order(ref) for ref in targets):
            self._deal_onto_rows(statement, source, targets, amount)
            return
        kept: list[str] = []
        known = [ref for ref in targets if [*self.dealt(source, ref)]]
        if known:
            hold = self.holding(kept, statement.span)
            source, targets = self.anchored(source, hold), [self.anchored(ref, hold) for ref in targets]
        self.followed(statement.span, source, *targets)
        after = self.graph.new()
        split = tuple((self.exprs.laid(ref, statement.span), amount) for ref in targets)
        name, span = f"deal from {source.zone}", statement.span
        self.graph.decide(c.DealDecision(name, source, split, after, self.phase, span, self.noticed))
        self.graph.current = after
        for ref in targets if known else ():
            self.graph.emit(*self.dealt(source, ref))
        for var in kept:
            self.graph.rest(var)

    def _deal_onto_rows(
        self, statement: t.Deal, source: c.ZoneRef, targets: list[c.ZoneRef], amount: c.Expr
    ) -> None:
        """Onto a row the cards come in the order they are drawn, so each is drawn by itself."""
        kept: list[str] = []
        hold = self.holding(kept, statement.span)
        self.graph.emit(*self.enough(source, amount, len(targets), statement.span))
        if constant(amount) is None:
            amount = hold("to-deal", amount, c.Whole(0, MOST_PLACES))
        source = self.anchored(source, hold)
        for target in [self.anchored(ref, hold) for ref in targets]:
            self._deal_one_by_one(statement, source, target, amount)
        for var in kept:
            self.graph.rest(var)

    def _deal_one_by_one(self, statement: t.Deal, source: c.ZoneRef, target: c.ZoneRef, amount: c.Expr) -> None:
        counter = self.graph.hold(f"{self.phase}.dealt", c.Whole(0, MOST_PLACES))
        head, body, after = self.graph.new(), self.graph.new(), self.graph.new()
        self.graph.go(head)
        self.graph.close(c.Branch(arithmetic("lt", c.Read(counter), amount), body, after))
        self.graph.current = body
        drawn = self.graph.new()
        one = ((self.exprs.laid(target, statement.span), c.Const(1)),)
        name, span = f"deal from {source.zone}", statement.span
        self.graph.decide(c.DealDecision(name, source, one, drawn, self.phase, span, self.noticed))
        self.graph.current = drawn
        self.followed(span, source, target)
        self.graph.emit(*self.dealt(source, target))
        self.graph.emit(c.Assign(counter, (), arithmetic("add", c.Read(counter), c.Const(1))))
        self.graph.close(c.Jump(head))
        self.graph.current = after
        self.graph.rest(counter)
