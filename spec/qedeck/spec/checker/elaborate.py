"""Stage 2 to 3: the clauses of a game, at one player count, become Core."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.checker.circles import circles
from qedeck.spec.checker.citing import clauses_of
from qedeck.spec.checker.definitions import Definitions
from qedeck.spec.checker.during import During
from qedeck.spec.checker.flow import Flow
from qedeck.spec.checker.graph import Graph
from qedeck.spec.checker.kinds import Unknown
from qedeck.spec.checker.scope import Scope, build_scope
from qedeck.spec.checker.state import State
from qedeck.spec.checker.terms import FALSE, same
from qedeck.spec.checker.values import Env, Value
from qedeck.spec.checker.work import Work
from qedeck.spec.diagnostic import Report, did_you_mean
from qedeck.spec.readings import with_readings


@dataclass
class Workshop:
    """A game half built: names, state, definitions and endings are ready, the course of play is not."""

    scope: Scope
    state: State
    defines: dict[str, c.Define]
    endings: dict[str, c.Ending]
    graph: Graph
    flow: Flow
    work: Work
    """What terms cost that are asked of it."""

    def finish(self, start: int) -> c.Core:
        scope, state = self.scope, self.state
        return c.Core(
            scope.game.name.text,
            scope.players,
            scope.game.moderated,
            scope.domains,
            {name: s.families for name, s in scope.sets.items()},
            state.copies,
            state.variables,
            state.zones,
            self.defines,
            tuple(state.constraints),
            tuple(self.endings.values()),
            self.graph.finished(),
            tuple(self.graph.nodes),
            start,
            named_clauses(scope),
        )

    def again(self) -> Workshop:
        """The same once more, with nothing of a course of play in it."""
        state = copy(self.state)
        state.variables = dict(self.state.variables)
        state.exprs = copy(self.state.exprs)
        state.exprs.variables = state.variables
        state.exprs.used = set(self.state.exprs.used)
        graph = Graph(state.variables)
        flow = Flow(state, self.endings, graph)
        return Workshop(self.scope, state, self.defines, self.endings, graph, flow, self.work)


def named_clauses(scope: Scope) -> dict[str, c.Clause]:
    key = ("clauses", id(scope.clauses))
    if key not in scope.report.kept:
        scope.report.kept[key] = clauses_of(scope.clauses)
    found: dict[str, c.Clause] = scope.report.kept[key]
    return found


def workshop(
    clauses: tuple[t.Clause, ...], players: int, report: Report, settings: tuple[t.Setting, ...] = ()
) -> Workshop | None:
    """Everything but the course of play; `settings` fix parameters and readings."""
    # Examples and properties ask for the same workshop dozens of times.
    key = (id(clauses), players, settings)
    if key not in report.kept:
        new = _set(clauses, players, report, settings) if settings else _new_workshop(clauses, players, report)
        report.kept[key] = new
    kept: Workshop | None = report.kept[key]
    return kept.again() if kept is not None else None


def _set(
    clauses: tuple[t.Clause, ...], players: int, report: Report, settings: tuple[t.Setting, ...]
) -> Workshop | None:
    """Settings change first values; all else is the same as without them, and is not made again."""
    shop = workshop(clauses, players, report)
    if shop is not None:
        for setting in settings:
            shop.state.set(setting)
        check_first_values(shop.state.variables, shop.defines, shop.scope)
    return shop


def _new_workshop(clauses: tuple[t.Clause, ...], players: int, report: Report) -> Workshop | None:
    scope = build_scope(with_readings(clauses, report), players, report)
    if scope is None:
        return None
    state = State(scope)
    state.build()
    definitions = Definitions(state)
    definitions.sign()
    state.settle(definitions.assumed)
    defines = definitions.build()
    check_first_values(state.variables, defines, scope)
    endings = {e.name.text: _ending(e, state) for e in scope.endings.values()}
    _events(state)
    graph = Graph(state.variables)
    return Workshop(scope, state, defines, endings, graph, Flow(state, endings, graph), Work(defines))


def elaborate(
    clauses: tuple[t.Clause, ...], players: int, report: Report, settings: tuple[t.Setting, ...] = ()
) -> c.Core | None:
    """The whole game at this player count, or None if it has errors."""
    if settings:
        return _with_settings(clauses, players, report, settings)
    key = ("core", id(clauses), players)
    if key not in report.kept:
        report.kept[key] = _whole(clauses, players, report)
    core: c.Core | None = report.kept[key]
    return core


def default_readings(core: c.Core) -> tuple[c.Expr, ...]:
    """That everything is read as play reads it unless somebody says otherwise: a setting is the default then."""
    return tuple(same(c.Read(name), var.init) for name, var in core.vars.items() if var.role == "reading")


def _with_settings(
    clauses: tuple[t.Clause, ...], players: int, report: Report, settings: tuple[t.Setting, ...]
) -> c.Core | None:
    """The course of play does not depend on settings either: only first values differ."""
    core, shop = elaborate(clauses, players, report), workshop(clauses, players, report, settings)
    if core is None or shop is None or report.failed:
        return None
    first = {name: var for name, var in shop.state.variables.items() if var.rigid}
    return replace(core, vars={**core.vars, **first})


def _whole(clauses: tuple[t.Clause, ...], players: int, report: Report) -> c.Core | None:
    shop = workshop(clauses, players, report)
    if shop is None:
        return None
    first = shop.scope.game.starts
    phase = shop.scope.phases.get(first.text) if first else None
    if phase is None:
        span = first.span if first else shop.scope.game.span
        if first is not None and first.text in report.broken:
            return None
        report.error(
            "Q404",
            f"there is no phase {first} to start with" if first else "the game does not say how it starts",
            span,
            did_you_mean(first.text, shop.scope.phases) if first else "add: starts with …",
        )
        return None
    start = _course(shop, phase)
    core = None if report.failed else shop.finish(start)
    _unreached(shop)
    return None if report.failed else core


def _course(shop: Workshop, phase: t.Phase) -> int:
    """Lay out the course of play from its first phase on: the block that it begins with."""
    start = shop.graph.current
    shop.flow.exprs.used.add(phase.name.text)
    shop.flow.through(phase, Env())
    shop.graph.close(c.Finish())
    return start


def looked_at(
    clauses: tuple[t.Clause, ...],
    players: int,
    report: Report,
    settings: tuple[t.Setting, ...],
    look: Callable[[Workshop], During],
) -> tuple[c.Core, During] | None:
    """The same game with a claim over one of its phases written into it; None if it has errors."""
    shop = workshop(clauses, players, report, settings)
    first = None if shop is None else shop.scope.game.starts
    phase = None if shop is None or first is None else shop.scope.phases.get(first.text)
    if shop is None or phase is None or report.failed:
        return None
    shop.defines = dict(shop.defines)
    shop.flow.during = during = look(shop)
    start = _course(shop, phase)
    if not during.asked:
        # What is claimed of a phase that nothing leads to is read all the same.
        idle = shop.scope.phases[during.phase]
        env = _anything(shop, idle)
        during.begins(idle, env)
    return None if report.failed else (shop.finish(start), during)


def _unreached(shop: Workshop) -> None:
    """Phases and triggers that nothing leads to are read all the same, so that their mistakes are told."""
    flow, scope = shop.flow, shop.scope
    for phase in scope.phases.values():
        if phase.name.text not in flow.exprs.used:
            env = _anything(shop, phase)
            shop.graph.current = shop.graph.new()
            with flow.entered(phase):
                flow.run(phase.body, env)
    for name, event in scope.events.items():
        if name not in flow.resolved:
            shop.graph.current = shop.graph.new()
            flow.run((t.Resolve(event.name, ()),), Env())


def _anything(shop: Workshop, phase: t.Phase) -> Env:
    """What a phase is done with, where nobody says with what."""
    env = Env()
    for i, param in enumerate(phase.params):
        env = env.bind(param.name.text, Value(c.Local(f"#{i}"), shop.state.param_kind(param)))
    return env


def check_first_values(variables: dict[str, c.Var], defines: dict[str, c.Define], scope: Scope) -> None:
    """No first value may depend on itself."""
    direct: dict[str, set[str]] = {}
    for name, term in [*((v.name, v.init) for v in variables.values()), *((d.name, d.body) for d in defines.values())]:
        inside = list(c.subterms(term))
        direct[name] = {x.var for x in inside if isinstance(x, c.Read)} | {
            x.define for x in inside if isinstance(x, c.Call)
        }
    found = circles(direct)
    for name in variables:
        if name in found:
            word = name.split(".")[0]
            span = scope.seen.get(word, scope.game.span)
            scope.report.error("Q405", f"the first value of {word} depends on itself", span, "begin with a plain value")
            return


def _ending(ending: t.Ending, state: State) -> c.Ending:
    exprs, report = state.exprs, state.scope.report
    if ending.condition is None or not ending.result:
        report.error(
            "Q407",
            f"the ending {ending.name} does not say when, and who wins",
            ending.name.span,
            "add: when …, and one of: won by player p where … / drawn / nobody wins",
        )
    condition = exprs.condition(ending.condition, Env())
    winner: c.Expr = FALSE
    if ending.result == "won" and ending.bind is not None:
        if state.scope.domain(ending.bind.type.text) != state.scope.player:
            report.error("Q309", "only players win", ending.bind.span, "won by player p where …")
        env = Env({ending.bind.name.text: Value(c.Local("p"), c.Member(state.scope.player))})
        winner = exprs.condition(ending.where, env)
    for word in ending.before:
        if word.text not in state.scope.endings:
            report.error(
                "Q207", f"there is no ending called {word}", word.span, did_you_mean(word.text, state.scope.endings)
            )
    return c.Ending(ending.name.text, condition, ending.result, winner, tuple(w.text for w in ending.before))


def _events(state: State) -> None:
    """What has happened and waits to be resolved: a queue for each event. What comes first is known before the game."""
    for clause in state.scope.clauses:
        if isinstance(clause, t.Trigger) and clause.given is not None:
            given = state.exprs.condition(clause.given, Env())
            if c.calls(given) or not all(state.variables[name].rigid for name in c.reads(given)):
                state.scope.report.error(
                    "Q442",
                    "a priority depends on how the rulebook is read, not on how play stands",
                    clause.given.span,
                    "ask for a reading or a parameter here, and for the rest after where",
                )
    for event in state.scope.events.values():
        kind = state.param_kind(event.param)
        if not isinstance(kind, c.Member | Unknown):
            state.scope.report.error(
                "Q309", "an event happens to a player, a card, a place or a word", event.param.span
            )
        if not isinstance(kind, c.Member):
            kind = c.Member(state.scope.player)
        # Each may happen twice to everybody before anything is resolved; more is a fault, not a hang.
        length = 2 * kind.domain.size
        queue = c.Domain(f"queue {event.name}", tuple(str(i + 1) for i in range(length)))
        name = event.name.text
        state.variables[f"{name}.queue"] = c.Var(
            f"{name}.queue", c.Member(kind.domain, True), (queue,), "control", c.NOBODY, c.Const(c.NONE), name
        )
        state.variables[f"{name}.waiting"] = c.Var(
            f"{name}.waiting", c.Whole(0, length), (), "control", c.NOBODY, c.Const(0), name
        )
