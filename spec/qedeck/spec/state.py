"""Stage 2 to 3, the state: zones, remembered values, parameters and readings become variables of Core."""

from __future__ import annotations

from collections.abc import Callable

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.diagnostic import did_you_mean
from qedeck.spec.expressions import UNBOUNDED, Env, Expressions, Value, as_kind
from qedeck.spec.scope import CardSet, Kind, Number, Scope
from qedeck.spec.terms import arithmetic, both, constant, same

MOST_CARDS = 400
"""No table holds more; a row longer than this is a mistake."""


class State:
    """Builds the variables of one game."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.variables: dict[str, c.Var] = {}
        self.zones: dict[str, c.Zone] = {}
        self.exprs = Expressions(scope, self.variables, self.zones)
        self.copies: dict[str, tuple[c.Expr, ...]] = {}
        self.limits: dict[str, list[int]] = {}
        self.constraints: list[c.Expr] = []

    def build(self) -> None:
        scope = self.scope
        for zone in scope.zones.values():
            self._places(zone)
        for reading in scope.readings.values():
            domain = scope.domains[f"reading {reading.name}"]
            self._var(reading.name.text, c.Member(domain), (), "reading", "all", c.Const(0))
        for parameter in scope.parameters.values():
            self._shape_parameter(parameter)
        for cards in scope.sets.values():
            self._copies(cards)
        for zone in scope.zones.values():
            self._zone(zone)
        for line in scope.remembered.values():
            self._remembered(line)
        self._var("ended", c.Member(scope.domains["ending"], True), (), "control", "all", c.Const(c.NONE))
        self._var("winner", c.YesNo(), (scope.player,), "control", "all", c.Const(False))

    def settle(self, table: Callable[[t.By, Env, Kind], c.Expr]) -> None:
        """What reads definitions, once their signatures are known: assumed values, limits, settings."""
        for parameter in self.scope.parameters.values():
            self._assume(parameter, table)
        for line in self.scope.remembered.values():
            self._start(line)
        for restriction in self.scope.restrictions:
            env, _ = self._params(restriction.params)
            self.constraints.append(self._for_all(restriction.params, self.exprs.condition(restriction.condition, env)))
        for setting in self.scope.settings:
            self.set(setting)

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
                    self.scope.report.error("Q209", f"{zone} is not a row or grid", zone.span,
                                            did_you_mean(zone.text, self.scope.places))
                    return UNBOUNDED
                return c.Member(places)
            case t.TypeName(word, optional):
                if word.text == "number":
                    return UNBOUNDED
                domain = self.scope.domain(word.text)
                if domain is None:
                    self.scope.report.error("Q204", f"there is no kind of thing called {word}", word.span,
                                            did_you_mean(word.text, [*self.scope.domains, "number"]))
                    return UNBOUNDED
                return c.Member(domain, optional)

    def param_kind(self, param: t.Param) -> Kind:
        if param.type.text in ("place", "places") and param.zone is not None:
            return as_kind(self.type_of(t.TypePlace(param.zone, span=param.span)))
        if param.type.text == "number":
            return Number()
        return as_kind(self.type_of(t.TypeName(param.type, span=param.span)))

    def _params(self, params: tuple[t.Param, ...]) -> tuple[Env, tuple[c.Domain, ...]]:
        env, dims = Env(), []
        for i, param in enumerate(params):
            kind = self.param_kind(param)
            if not isinstance(kind, c.Member):
                self.scope.report.error("Q309", "a table runs over players, cards, places or words", param.span)
                continue
            env = env.bind(param.name.text, Value(c.Local(f"#{i}"), kind))
            dims.append(kind.domain)
        return env, tuple(dims)

    def _for_all(self, params: tuple[t.Param, ...], body: c.Expr) -> c.Expr:
        _, dims = self._params(params)
        for i in reversed(range(len(dims))):
            body = c.Fold("all", f"#{i}", 0, dims[i].size, None, body)
        return body

    # ---- variables ------------------------------------------------------------------------

    def _var(self, name: str, kind: c.Type, dims: tuple[c.Domain, ...], role: str, sight: str, init: c.Expr) -> None:
        self.variables[name] = c.Var(name, kind, dims, role, sight, init, name.split(".")[0])

    def _first(self, kind: c.Type) -> c.Expr:
        match kind:
            case c.YesNo():
                return c.Const(False)
            case c.Whole(low, high):
                return c.Const(min(max(0, low), high))
            case c.Member(_, optional):
                return c.Const(c.NONE if optional else 0)

    def _shape_parameter(self, parameter: t.Parameter) -> None:
        _, dims = self._params(parameter.params)
        kind = self.type_of(parameter.type)
        self._var(parameter.name.text, kind, dims, "parameter", "all", self._first(kind))

    def _assume(self, parameter: t.Parameter, table: Callable[[t.By, Env, Kind], c.Expr]) -> None:
        name = parameter.name.text
        env, _ = self._params(parameter.params)
        var = self.variables[name]
        if parameter.assumed is None:
            self.scope.report.error("Q409", f"{name} has no assumed value to play with", parameter.name.span,
                                    "add a line: assumed 1")
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
        if var is None or var.role not in ("parameter", "reading"):
            self.scope.report.error("Q310", "only a parameter or a reading can be set", target.span,
                                    did_you_mean(name, [*self.scope.parameters, *self.scope.readings]))
            return
        if setting.bind is not None:
            opened = self.exprs.open(setting.bind, env)
            if opened is None:
                return
            env = Env({setting.bind.name.text: Value(c.Local("#0"), opened.value.kind)})
            where = self.exprs.condition(setting.where, env)
        args: tuple[t.Expr, ...] = (target.arg,) if isinstance(target, t.Of) else ()
        if len(args) != len(var.dims):
            self.scope.report.error("Q304", f"say which {name} is set", target.span)
            return
        terms = [self.exprs.expect(a, env, c.Member(d)).term for a, d in zip(args, var.dims, strict=True)]
        value = self.exprs.expect(setting.value, env, as_kind(var.type)).term
        here = both(where, *(same(c.Local(f"#{i}"), term) for i, term in enumerate(terms) if term != c.Local(f"#{i}")))
        init = value if constant(here) is True else c.Ite(here, value, var.init)
        self.variables[name] = c.Var(name, var.type, var.dims, var.role, var.sight, init, var.clause)

    def _remembered(self, line: t.Remembered) -> None:
        dims: tuple[c.Domain, ...] = ()
        if line.each is not None:
            domain = self.scope.domain(line.each.text)
            if domain is None:
                self.scope.report.error("Q204", f"there is no kind of thing called {line.each}", line.each.span,
                                        did_you_mean(line.each.text, self.scope.domains))
                return
            dims = (domain,)
        if line.sight == "owner" and dims != (self.scope.player,):
            self.scope.report.error("Q310", f"{line.name} has no owner: it is not kept for each player", line.span,
                                    f"write {line.name} of each player, or secret")
        kind = self.type_of(line.type)
        self._var(line.name.text, kind, dims, "remembered", line.sight, self._first(kind))

    def _start(self, line: t.Remembered) -> None:
        var = self.variables.get(line.name.text)
        if var is None or line.starting is None:
            return
        env = Env()
        if line.each is not None:
            env = env.bind(line.each.text, Value(c.Local("#0"), c.Member(var.dims[0])))
        init = self.exprs.expect(line.starting, env, as_kind(var.type)).term
        self.variables[var.name] = c.Var(var.name, var.type, var.dims, var.role, var.sight, init, var.clause)

    # ---- cards and zones -----------------------------------------------------------------------

    def _copies(self, cards: CardSet) -> None:
        terms, limits = [], []
        for face, written in enumerate(cards.copies):
            term: c.Expr = c.Const(1)
            limit = 1
            if isinstance(written, t.Name) and written.word in self.scope.parameters:
                var = self.variables[written.word]
                if not isinstance(var.type, c.Whole) or var.dims not in ((), (cards.domain,)):
                    self.scope.report.error("Q301", f"{written.word} does not say how many copies there are",
                                            written.span, f"parameter {written.word} of {cards.domain.name} x: 0 to 9")
                    continue
                self.exprs.used.add(written.word)
                term = c.Read(written.word, (c.Const(face),) if var.dims else ())
                limit = var.type.high
            elif isinstance(written, int):
                term, limit = c.Const(written), written
            elif written is not None:
                limit = self.exprs.constant_number(written, Env()) or 0
                term = c.Const(limit)
            terms.append(arithmetic("sub", term, c.Const(cards.removed[face])))
            limits.append(max(0, limit - cards.removed[face]))
        if sum(limits) > 100_000:
            self.scope.report.error("Q412", f"there are too many cards in the set {cards.domain.name}",
                                    self.scope.game.span)
        self.copies[cards.domain.name] = tuple(terms)
        self.limits[cards.domain.name] = limits

    def _places(self, zone: t.Zone) -> None:
        if zone.kind == "row":
            if zone.up_to is None:
                limit: int | None = None
            else:
                limit = self.exprs.constant_number(zone.up_to, Env())
            if limit is None or not 1 <= limit <= MOST_CARDS:
                self.scope.report.error("Q308", f"say how many cards the row {zone.name} can hold", zone.name.span,
                                        f"{zone.name}: row of {zone.holds}, up to {self.scope.players}")
                limit = 1
            name = f"place in {zone.name}"
            self.scope.places[zone.name.text] = c.Domain(name, tuple(str(i + 1) for i in range(limit)))
        elif zone.kind == "grid" and zone.grid is not None:
            domain = self.scope.domain(zone.grid.text)
            if domain is None:
                self.scope.report.error("Q204", f"there is no list of places called {zone.grid}", zone.grid.span,
                                        did_you_mean(zone.grid.text, self.scope.domains))
                domain = c.Domain(zone.grid.text, ("1",))

    def _zone(self, zone: t.Zone) -> None:
        name = zone.name.text
        cards = self.scope.sets.get(zone.holds.text) or self.scope.sets.get(zone.holds.text.removesuffix("s"))
        if cards is None:
            self.scope.report.error("Q204", f"there is no set of cards called {zone.holds}", zone.holds.span,
                                    did_you_mean(zone.holds.text, self.scope.sets))
            return
        if zone.each is not None and self.scope.domain(zone.each.text) != self.scope.player:
            self.scope.report.error("Q204", "a zone belongs to each player, or to all", zone.each.span, "of each player")
        owned = (self.scope.player,) if zone.each is not None else ()
        if zone.sight == "owner" and not owned:
            self.scope.report.error("Q310", f"{name} has no owner: it is not kept for each player", zone.span,
                                    f"write {name} of each player")
        limits = self.limits[cards.domain.name]
        most = sum(limits)
        sight = "none" if zone.sight == "unseen" else zone.sight
        counted = zone.sight != "unseen"
        size_sight = "all" if counted else "none"
        places = self.scope.places.get(name)
        if zone.kind == "grid" and zone.grid is not None:
            places = self.scope.domain(zone.grid.text)
        if zone.kind == "pile":
            full = c.Const(0) if not zone.full else _by_face(self.copies[cards.domain.name], "#0")
            total: c.Expr = c.Const(0)
            if zone.full:
                for term in self.copies[cards.domain.name]:
                    total = arithmetic("add", total, term)
            self._var(name, c.Whole(0, max(limits, default=0)), (*owned, cards.domain), "zone", sight, full)
            self._var(f"{name}.size", c.Whole(0, most), owned, "zone", size_sight, total)
        else:
            if places is None:
                return
            if zone.full and zone.kind != "row":
                self.scope.report.error("Q310", "only a pile or a row can be full at the start", zone.span)
            init: c.Expr = c.Const(c.NONE)
            total = c.Const(0)
            if zone.full and zone.kind == "row":
                init, total = self._in_order(cards, places, zone)
            self._var(f"{name}.card", c.Member(cards.domain, True), (*owned, places), "zone", sight, init)
            if zone.kind == "row":
                self._var(f"{name}.by", c.Member(self.scope.player, True), (*owned, places), "zone", size_sight,
                          c.Const(c.NONE))
                self._var(f"{name}.size", c.Whole(0, places.size), owned, "zone", size_sight, total)
        if zone.full and owned:
            self.scope.report.error("Q310", "a zone full at the start belongs to all", zone.span)
        self.zones[name] = c.Zone(name, zone.kind, bool(owned), cards.domain, places, sight, counted)

    def _in_order(self, cards: CardSet, places: c.Domain, zone: t.Zone) -> tuple[c.Expr, c.Expr]:
        """A full row starts in the order the cards are declared: place i holds the face whose run covers i."""
        total: c.Expr = c.Const(0)
        init: c.Expr = c.Const(c.NONE)
        for face, term in enumerate(self.copies[cards.domain.name]):
            after = arithmetic("add", total, term)
            here = both(arithmetic("le", total, c.Local("#0")), arithmetic("lt", c.Local("#0"), after))
            init = c.Ite(here, c.Const(face), init)
            total = after
        return init, total


def _by_face(terms: tuple[c.Expr, ...], local: str) -> c.Expr:
    """One term for each face, asked by the local that holds the face."""
    values = [constant(term) for term in terms]
    if all(v is not None for v in values):
        return c.Table("copies", tuple(values), c.Local(local))
    result: c.Expr = c.Const(0)
    for face, term in enumerate(terms):
        result = c.Ite(same(c.Local(local), c.Const(face)), term, result)
    return result
