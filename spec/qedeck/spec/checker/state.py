"""Stage 2 to 3, the state: zones, remembered values, parameters and readings become variables of Core."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.checker.kinds import Kind, Number, Unknown
from qedeck.spec.checker.scope import Scope
from qedeck.spec.checker.terms import both, constant, resting, same
from qedeck.spec.checker.values import LOST, UNBOUNDED, Env, Value, as_kind
from qedeck.spec.checker.zones import SIGHTS, Zones
from qedeck.spec.diagnostic import did_you_mean
from qedeck.spec.habits import KINDS

NO_TYPE = c.Whole(0, 0)
"""In the place of a type that nobody knows: what would have it is not there, and not knowing it is no mistake."""


def kept_as(line: t.Remembered) -> tuple[str, ...]:
    """The variables that keep it: one, or of a mark one for each zone."""
    name = line.name.text
    return tuple(c.mark_of(name, zone.text) for zone in line.lying_in) if line.lying_in else (name,)


def written_here(word: str) -> str:
    """How a kind of other languages is written here."""
    return f"write: {KINDS[word]}" if word in KINDS else ""


class State(Zones):
    """Builds the variables of one game."""

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self.constraints: list[c.Expr] = []
        self.marks: dict[str, tuple[str, ...]] = {}
        """For each row or grid, the marks that lie on its cards."""

    def build(self) -> None:
        scope = self.scope
        # How many cards there are at most says how long a row can be, and places are what parameters are kept for.
        counting = [name for name in scope.parameters if name in self._counting()]
        for name in counting:
            self._shape_parameter(scope.parameters[name])
        for cards in scope.sets.values():
            self._copies(cards)
        for zone in scope.zones.values():
            self._places(zone)
        for reading in scope.readings.values():
            domain = scope.domains[f"reading {reading.name}"]
            self.put(reading.name.text, c.Member(domain), (), "reading", c.EVERYBODY, c.Const(0))
        for name, parameter in scope.parameters.items():
            if name not in counting:
                self._shape_parameter(parameter)
            elif name in self.variables:
                self.variables[name] = self.variables.pop(name)  # in the order in which they are written
        for zone in scope.zones.values():
            self._zone(zone)
        for line in scope.remembered.values():
            self._remembered(line)
        ended, none = c.Member(scope.domains["ending"], True), c.Const(c.NONE)
        self._came_of_it("ended", ended, (), none)
        self._came_of_it("winner", c.YesNo(), (scope.player,), c.Const(False))

    def _came_of_it(self, name: str, kind: c.Type, dims: tuple[c.Domain, ...], init: c.Expr) -> None:
        self.variables[name] = c.Var(name, kind, dims, "control", c.EVERYBODY, init, name, lasting=True)

    def _counting(self) -> set[str]:
        """The names that say how many copies there are."""
        copies = (written for cards in self.scope.sets.values() for written in cards.copies)
        return {written.word for written in copies if isinstance(written, t.Name)}

    def settle(self, table: Callable[[t.By, Env, Kind], c.Expr]) -> None:
        """What reads definitions, once their signatures are known: assumed values, limits, settings."""
        for parameter in self.scope.parameters.values():
            self._assume(parameter, table)
        for line in self.scope.remembered.values():
            for name in kept_as(line):
                self._start(line, name)
                if line.seen_by and name in self.variables:
                    var = self.variables[name]
                    self.variables[name] = replace(var, sight=self.sight(line, var.dims))
        for zone in self.scope.zones.values():
            if zone.seen_by and zone.name.text in self.zones:
                self._seen_by(zone)
        for restriction in self.scope.restrictions:
            env, _ = self._params(restriction.params)
            self.constraints.append(self._for_all(restriction.params, self.exprs.condition(restriction.condition, env)))
        for setting in self.scope.settings:
            self.set(setting)

    def _seen_by(self, line: t.Zone) -> None:
        """A zone that some players see, now that it can be said who they are."""
        zone = self.zones[line.name.text]
        sight = self.sight(line, (self.scope.player,) if zone.owned else ())
        self.zones[zone.name] = replace(zone, sight=sight)
        for name in c.cells_of(zone):
            if name == c.faces_of(zone) or not zone.counted:
                self.variables[name] = replace(self.variables[name], sight=sight)

    # ---- types ------------------------------------------------------------------------

    def type_of(self, written: t.Type) -> c.Type:
        """A stored type; a number without limits gets wide ones."""
        match written:
            case t.TypeYesNo():
                return c.YesNo()
            case t.TypeRange(low, high):
                top = self.exprs.constant_number(high, Env())
                if top is not None and top < low:
                    self.scope.report.error("Q412", f"there is no number from {low} to {top}", written.span)
                return c.Whole(low, max(low, top if top is not None else low))
            case t.TypePlace(zone):
                places = self.scope.places.get(zone.text)
                if places is None:
                    self.scope.report.error(
                        "Q209", f"{zone} is not a row or grid", zone.span, did_you_mean(zone.text, self.scope.places)
                    )
                    return UNBOUNDED
                return c.Member(places)
            case t.TypeName(word, optional):
                if word.text == "number":
                    return UNBOUNDED
                domain = self.scope.domain(word.text)
                if domain is None:
                    self.scope.report.error(
                        "Q204",
                        f"there is no kind of thing called {word}",
                        word.span,
                        written_here(word.text) or did_you_mean(word.text, [*self.scope.domains, "number"]),
                    )
                    return NO_TYPE
                return c.Member(domain, optional)

    def param_kind(self, param: t.Param) -> Kind:
        if param.type.text in ("place", "places") and param.zone is not None:
            return as_kind(self.type_of(t.TypePlace(param.zone, span=param.span)))
        if param.type.text == "number":
            return Number()
        if self.scope.domain(param.type.text) is None:
            self.type_of(t.TypeName(param.type, span=param.span))
            return Unknown()
        return as_kind(self.type_of(t.TypeName(param.type, span=param.span)))

    def _params(self, params: tuple[t.Param, ...]) -> tuple[Env, tuple[c.Domain, ...]]:
        env, dims = Env(), []
        for i, param in enumerate(params):
            kind = self.param_kind(param)
            if isinstance(kind, Unknown):
                env = env.bind(param.name.text, LOST)
                continue
            if not isinstance(kind, c.Member):
                self.scope.report.error("Q309", "a table runs over players, cards, places or words", param.span)
                continue
            env = env.bind(param.name.text, Value(c.Local(f"#{i}"), kind))
            dims.append(kind.domain)
        return env, tuple(dims)

    def _for_all(self, params: tuple[t.Param, ...], body: c.Expr) -> c.Expr:
        """For each index that it speaks of: said once for all, it is asked once."""
        _, dims = self._params(params)
        for i in reversed(range(len(dims))):
            if f"#{i}" in c.free(body):
                body = c.Fold("all", f"#{i}", 0, dims[i].size, None, body)
        return body

    # ---- variables ------------------------------------------------------------------------

    def _shape_parameter(self, parameter: t.Parameter) -> None:
        _, dims = self._params(parameter.params)
        kind = self.type_of(parameter.type)
        self.put(parameter.name.text, kind, dims, "parameter", c.EVERYBODY, resting(kind))

    def _assume(self, parameter: t.Parameter, table: Callable[[t.By, Env, Kind], c.Expr]) -> None:
        name = parameter.name.text
        env, _ = self._params(parameter.params)
        var = self.variables[name]
        if parameter.assumed is None:
            self.scope.report.error(
                "Q409", f"{name} has no assumed value to play with", parameter.name.span, "add a line: assumed 1"
            )
        else:
            if isinstance(parameter.assumed, t.By):
                init = table(parameter.assumed, env, as_kind(var.type))
            else:
                init = self.exprs.expect(parameter.assumed, env, as_kind(var.type)).term
            self.variables[name] = c.Var(name, var.type, var.dims, var.role, var.sight, init, name)
        for condition in parameter.such_that:
            self.constraints.append(self._for_all(parameter.params, self.exprs.condition(condition, env)))

    def set(self, setting: t.Setting) -> None:
        """Fix a parameter or reading, or part of a table."""
        target, env, where = setting.target, Env(), None
        name = getattr(target, "word", "")
        var = self.variables.get(name)
        if var is None or not var.rigid:
            self.scope.report.error(
                "Q310",
                "only a parameter or a reading can be set",
                target.span,
                did_you_mean(name, [*self.scope.parameters, *self.scope.readings]),
            )
            return
        args = (target.arg,) if isinstance(target, t.Of) else target.args if isinstance(target, t.Call) else ()
        if setting.bind is not None:
            opened = self.exprs.open(setting.bind, env)
            if opened is None:
                return
            bound = setting.bind.name.text
            at = next((i for i, arg in enumerate(args) if isinstance(arg, t.Name) and arg.word == bound), 0)
            env = Env({bound: Value(c.Local(f"#{at}"), opened.value.kind)})
            where = self.exprs.condition(setting.where, env)
        if len(args) != len(var.dims):
            self.scope.report.error("Q304", f"say which {name} is set", target.span)
            return
        terms = [self.exprs.expect(a, env, c.Member(d)).term for a, d in zip(args, var.dims, strict=True)]
        value = self.exprs.expect(setting.value, env, as_kind(var.type)).term
        here = both(where, *(same(c.Local(f"#{i}"), term) for i, term in enumerate(terms) if term != c.Local(f"#{i}")))
        init = value if constant(here) is True else c.Ite(here, value, var.init)
        self.variables[name] = c.Var(name, var.type, var.dims, var.role, var.sight, init, var.clause)

    def _mark(self, line: t.Remembered, word: t.Word) -> None:
        """What lies on the cards of a row or a grid: one for each of its places."""
        zone, wrong = self.zones.get(word.text), self.scope.report.error
        if zone is None:
            if word.text not in self.scope.zones:
                wrong("Q209", f"there is no zone called {word}", word.span, did_you_mean(word.text, self.scope.zones))
            return
        if zone.places is None:
            wrong("Q311", f"{word} is a pile, and cards in a pile are not told apart", word.span,
                  "marks lie on the cards of rows and grids")
            return
        kept_for = [each.text for each in line.kept_for]
        if kept_for != [zone.cards.name]:
            wrong("Q304", f"a mark lies on each {zone.cards.name} in {word}", line.span,
                  f"{line.name} of each {zone.cards.name} in {word}: yes or no")
            return
        if line.sight in ("owner", "others") and not zone.owned:
            hint = "leave that out, or secret"
            wrong("Q310", f"{word} has no owner: it is not kept for each player", line.span, hint)
        kind = self.type_of(line.type)
        if kind is NO_TYPE:
            return
        owner = (self.scope.player,) if zone.owned else ()
        name = c.mark_of(line.name.text, zone.name)
        self.put(name, kind, (*owner, *zone.also, zone.places), "remembered", SIGHTS[line.sight], resting(kind))
        self.variables[name] = replace(self.variables[name], clause=line.name.text)
        self.marks[zone.name] = (*self.marks.get(zone.name, ()), line.name.text)

    def _remembered(self, line: t.Remembered) -> None:
        if line.lying_in:
            for word in dict.fromkeys(line.lying_in):
                self._mark(line, word)
            return
        dims: tuple[c.Domain, ...] = ()
        for each in line.kept_for:
            domain = self.kind_of(each)
            if domain is None:
                return
            dims = (*dims, domain)
        if line.sight in ("owner", "others") and dims[:1] != (self.scope.player,):
            self.scope.report.error(
                "Q310",
                f"{line.name} has no owner: it is not kept for each player",
                line.span,
                f"write {line.name} of each player, or secret",
            )
        kind = self.type_of(line.type)
        if kind is not NO_TYPE:
            self.put(line.name.text, kind, dims, "remembered", SIGHTS[line.sight], resting(kind))

    def _start(self, line: t.Remembered, name: str) -> None:
        var = self.variables.get(name)
        if var is None or line.starting is None:
            return
        env = Env()
        # Of two indexes of one kind the first has the name.
        for i, each in reversed(list(enumerate(line.kept_for if not line.lying_in else ()))):
            env = env.bind(each.text, Value(c.Local(f"#{i}"), c.Member(var.dims[i])))
        init = self.exprs.expect(line.starting, env, as_kind(var.type)).term
        first = constant(init)
        if first is None and line.lying_in:
            self.scope.report.error("Q308", "a card begins with a mark that is known before the game starts",
                                    line.starting.span, "say a number, a word, yes or no")
            return
        if first is not None and isinstance(var.type, c.Whole) and not var.type.low <= first <= var.type.high:
            self.scope.report.error(
                "Q301", f"{first} is not from {var.type.low} to {var.type.high}", line.starting.span
            )
        self.variables[var.name] = c.Var(var.name, var.type, var.dims, var.role, var.sight, init, var.clause)
