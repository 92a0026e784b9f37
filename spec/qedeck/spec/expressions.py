"""Stage 2 to 3, expressions: from what was written to typed terms of Core.

Types flow both ways: `role of p is robber` knows which robber is meant from its left side.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import assert_never

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.diagnostic import did_you_mean
from qedeck.spec.scope import Cards, Kind, Number, Parts, Scope, Unknown
from qedeck.spec.source import Span
from qedeck.spec.terms import FALSE, TRUE, arithmetic, both, constant, either, greatest, negated, same, seats_after

UNBOUNDED = c.Whole(-(10**9), 10**9)


@dataclass(frozen=True, slots=True)
class Value:
    """A term with its type; `parts` for several results, `zone` for a zone."""

    term: c.Expr
    kind: Kind
    parts: tuple[Value, ...] = ()
    zone: c.ZoneRef | None = None


LOST = Value(c.Const(0), Unknown())


@dataclass(frozen=True, slots=True)
class Env:
    """What is bound here: names to values."""

    names: dict[str, Value] = field(default_factory=dict)

    def bind(self, name: str, value: Value) -> Env:
        return Env({**self.names, name: value})


@dataclass(frozen=True, slots=True)
class Bound:
    """A binding, opened: the local that runs, its limits, what must hold, how often it counts."""

    local: str
    low: int
    high: int
    where: c.Expr
    weight: c.Expr | None
    value: Value
    env: Env


def plain(kind: Kind) -> str:
    """A type in a designer's words."""
    match kind:
        case c.YesNo():
            return "yes or no"
        case Number():
            return "a number"
        case c.Member(domain, optional):
            name = domain.name.removeprefix("reading ")
            return f"a {name}" + (" or none" if optional else "")
        case Parts(names):
            return " and ".join(names)
        case Cards(zone):
            return f"the zone {zone}"
        case Unknown():
            return "unknown"
    assert_never(kind)


class Expressions:
    """Checks expressions of one game; everything wrong goes to the scope's report."""

    def __init__(self, scope: Scope, variables: dict[str, c.Var], zones: dict[str, c.Zone]) -> None:
        self.scope = scope
        self.variables = variables
        self.zones = zones
        self.signatures: dict[str, tuple[tuple[Kind, ...], Kind]] = {}
        """For each definition: what it takes and what it gives."""
        self.used: set[str] = set()
        self._fresh = 0

    # ---- helpers ---------------------------------------------------------------------

    def fresh(self, stem: str) -> str:
        self._fresh += 1
        return f"{stem}~{self._fresh}"

    def wrong(self, code: str, title: str, span: Span, hint: str = "") -> Value:
        self.scope.report.error(code, title, span, hint)
        return LOST

    def number(self, expr: t.Expr, env: Env) -> c.Expr:
        return self.expect(expr, env, Number()).term

    def condition(self, expr: t.Expr | None, env: Env) -> c.Expr:
        if expr is None:
            return TRUE
        return self.expect(expr, env, c.YesNo()).term

    def constant_number(self, expr: t.Expr, env: Env) -> int | None:
        value = constant(self.number(expr, env))
        if value is None:
            self.wrong("Q308", "this must be a number known before the game starts", expr.span,
                       "use numbers and players only")
            return None
        return int(value)

    def expect(self, expr: t.Expr, env: Env, kind: Kind) -> Value:
        """Check against a type; says so when it does not fit."""
        value = self.check(expr, env, kind)
        if not self.fits(value.kind, kind):
            return self.wrong("Q301", f"this is {plain(value.kind)}, but {plain(kind)} is needed here", expr.span)
        return value

    def fits(self, have: Kind, want: Kind) -> bool:
        if isinstance(have, Unknown) or isinstance(want, Unknown):
            return True
        if isinstance(have, c.Member) and isinstance(want, c.Member):
            return have.domain == want.domain
        if isinstance(have, Parts) and isinstance(want, Parts):
            return len(have.types) == len(want.types) and all(
                self.fits(a, b) for a, b in zip(have.types, want.types, strict=True))
        return have == want

    def zone(self, expr: t.Expr, env: Env) -> c.ZoneRef | None:
        value = self.check(expr, env, None)
        if value.zone is None or not isinstance(value.kind, Cards):
            if not isinstance(value.kind, Unknown):
                self.wrong("Q311", f"this is {plain(value.kind)}, but a zone is needed here", expr.span,
                           did_you_mean(getattr(expr, "word", ""), self.scope.zones))
            return None
        return value.zone

    def size_of(self, ref: c.ZoneRef) -> c.Expr:
        zone = self.zones[ref.zone]
        if zone.kind == "grid":
            assert zone.places is not None
            local = self.fresh("place")
            taken = c.Op("ne", (self.card_at(ref, c.Local(local)), c.Const(c.NONE)))
            return c.Fold("sum", local, 0, zone.places.size, taken, c.Const(1))
        return c.Read(f"{ref.zone}.size", self.owner_index(ref))

    def owner_index(self, ref: c.ZoneRef) -> tuple[c.Expr, ...]:
        return (ref.owner,) if ref.owner is not None else ()

    def card_at(self, ref: c.ZoneRef, place: c.Expr) -> c.Expr:
        return c.Read(f"{ref.zone}.card", (*self.owner_index(ref), place))

    def holds(self, ref: c.ZoneRef, test: Callable[[c.Expr], c.Expr], face: c.Expr | None) -> c.Expr:
        """Whether a card that passes the test lies in the zone; a known face is looked up directly."""
        zone = self.zones[ref.zone]
        if zone.kind == "pile":
            if face is not None:
                return arithmetic("lt", c.Const(0), c.Read(ref.zone, (*self.owner_index(ref), face)))
            local = self.fresh("card")
            there = c.Read(ref.zone, (*self.owner_index(ref), c.Local(local)))
            return c.Fold("any", local, 0, zone.cards.size, test(c.Local(local)),
                          arithmetic("lt", c.Const(0), there))
        assert zone.places is not None
        local = self.fresh("place")
        card = self.card_at(ref, c.Local(local))
        lies = self.occupied(ref, c.Local(local))
        return c.Fold("any", local, 0, zone.places.size, lies, test(card))

    def occupied(self, ref: c.ZoneRef, place: c.Expr) -> c.Expr:
        if self.zones[ref.zone].kind == "row":
            return arithmetic("lt", place, self.size_of(ref))
        return c.Op("ne", (self.card_at(ref, place), c.Const(c.NONE)))

    # ---- bindings ------------------------------------------------------------------------

    def open(self, bind: t.Bind, env: Env) -> Bound | None:
        """Open a binding: what runs, over what, and under which condition."""
        word = bind.type.text
        local = self.fresh(bind.name.text)
        name = bind.name.text
        if word == "number" or bind.low is not None:
            return self._open_numbers(bind, env, local)
        if word in ("place", "places") and bind.within is not None:
            ref = self.zone(bind.within, env)
            if ref is None:
                return None
            places = self.zones[ref.zone].places
            if places is None:
                self.wrong("Q311", f"{ref.zone} is a pile and has no places", bind.within.span,
                           "rows and grids have places")
                return None
            value = Value(c.Local(local), c.Member(places))
            where = self.occupied(ref, c.Local(local))
            return Bound(local, 0, places.size, where, None, value, env.bind(name, value))
        domain = self.scope.domain(word)
        if domain is None:
            self.wrong("Q204", f"there is no kind of thing called {word}", bind.type.span,
                       did_you_mean(word, [*self.scope.domains, "number", "place"]))
            return None
        if bind.within is None:
            value = Value(c.Local(local), c.Member(domain))
            return Bound(local, 0, domain.size, TRUE, None, value, env.bind(name, value))
        ref = self.zone(bind.within, env)
        if ref is None:
            return None
        zone = self.zones[ref.zone]
        if zone.cards != domain:
            self.wrong("Q312", f"{ref.zone} holds {zone.cards.name}s, not {domain.name}s", bind.within.span)
            return None
        if zone.kind == "pile":
            count = c.Read(ref.zone, (*self.owner_index(ref), c.Local(local)))
            value = Value(c.Local(local), c.Member(domain))
            return Bound(local, 0, domain.size, arithmetic("lt", c.Const(0), count), count, value, env.bind(name, value))
        assert zone.places is not None
        value = Value(self.card_at(ref, c.Local(local)), c.Member(domain))
        return Bound(local, 0, zone.places.size, self.occupied(ref, c.Local(local)), None, value, env.bind(name, value))

    def _open_numbers(self, bind: t.Bind, env: Env, local: str) -> Bound | None:
        if bind.low is None or bind.high is None:
            self.wrong("Q308", "say from which number to which", bind.span, "number n from 1 to 4")
            return None
        low = self.constant_number(bind.low, env)
        top = self.number(bind.high, env)
        high = greatest(top, self.variables)
        if high is None or low is None or high - low > 10_000:
            self.wrong("Q308", "the range must have an end known before the game starts", bind.high.span)
            return None
        where = TRUE if constant(top) is not None else arithmetic("le", c.Local(local), top)
        value = Value(c.Local(local), Number())
        return Bound(local, low, high + 1, where, None, value, env.bind(bind.name.text, value))

    # ---- the walk ----------------------------------------------------------------------------

    def check(self, expr: t.Expr, env: Env, want: Kind | None) -> Value:
        match expr:
            case t.Integer(value):
                if isinstance(want, c.Member) and want.domain in self.scope.places.values():
                    return Value(c.Const(value - 1), want)
                return Value(c.Const(value), Number())
            case t.YesNo(value):
                return Value(c.Const(value), c.YesNo())
            case t.Nothing():
                kind: Kind = replace(want, optional=True) if isinstance(want, c.Member) else Unknown()
                return Value(c.Const(c.NONE), kind)
            case t.PlayerCount():
                return Value(c.Const(self.scope.players), Number())
            case t.Name():
                return self.name(expr, env, want)
            case t.Numbered():
                return self.numbered(expr, want)
            case t.Call(word, args):
                return self.apply(word, args, expr.span, env)
            case t.TupleOf(items):
                wants: tuple[Kind | None, ...] = (None,) * len(items)
                if isinstance(want, Parts) and len(want.types) == len(items):
                    wants = want.types
                parts = tuple(self.check(i, env, w) for i, w in zip(items, wants, strict=True))
                names = want.names if isinstance(want, Parts) else ("",) * len(items)
                return Value(c.Const(0), Parts(names, tuple(p.kind for p in parts)), parts)
            case t.Of():
                return self.of(expr, env)
            case t.At():
                return self.at(expr, env)
            case t.Count(bind, where):
                bound = self.open(bind, env)
                if bound is None:
                    return LOST
                condition = both(bound.where, self.condition(where, bound.env))
                return Value(c.Fold("sum", bound.local, bound.low, bound.high, condition,
                                    bound.weight or c.Const(1), expr.span), Number())
            case t.Total(body, bind, where):
                bound = self.open(bind, env)
                if bound is None:
                    return LOST
                condition = both(bound.where, self.condition(where, bound.env))
                term = self.number(body, bound.env)
                if bound.weight is not None:
                    term = arithmetic("mul", term, bound.weight)
                return Value(c.Fold("sum", bound.local, bound.low, bound.high, condition, term, expr.span), Number())
            case t.Extreme(which, body, bind, where):
                bound = self.open(bind, env)
                if bound is None:
                    return LOST
                condition = both(bound.where, self.condition(where, bound.env))
                kind_name = "max" if which == "highest" else "min"
                return Value(c.Fold(kind_name, bound.local, bound.low, bound.high, condition,
                                    self.number(body, bound.env), expr.span), Number())
            case t.Picker():
                return self.picker(expr, env)
            case t.Whichever():
                return self.whichever(expr, env)
            case t.SeatsAway(distance, start, clockwise):
                steps = self.number(distance, env)
                player = c.Member(self.scope.player)
                seat = self.expect(start, env, player).term
                if not clockwise:
                    steps = arithmetic("sub", c.Const(0), steps)
                return Value(seats_after(seat, steps, self.scope.seats), player)
            case t.Negative(body):
                return Value(arithmetic("sub", c.Const(0), self.number(body, env)), Number())
            case t.Arithmetic():
                return self.arithmetic(expr, env)
            case t.Compare(op, left, right):
                a, b = self._counted(*self.pair(left, right, env))
                if not isinstance(a.kind, (Number, c.Member, Unknown)) or not self.fits(a.kind, b.kind):
                    return self.wrong("Q307", f"{plain(a.kind)} and {plain(b.kind)} have no order", expr.span)
                if op in (">", ">="):
                    a, b = b, a
                return Value(arithmetic("lt" if op in "<>" else "le", a.term, b.term), c.YesNo())
            case t.Is(left, right, is_not):
                term = self.is_(left, right, expr.span, env)
                return Value(negated(term) if is_not else term, c.YesNo())
            case t.In(left, zone, is_not):
                ref = self.zone(zone, env)
                if ref is None:
                    return LOST
                test, face = self.face_test(left, self.zones[ref.zone].cards, env)
                term = self.holds(ref, test, face)
                return Value(negated(term) if is_not else term, c.YesNo())
            case t.Empty(zone, is_not):
                ref = self.zone(zone, env)
                if ref is None:
                    return LOST
                term = same(self.size_of(ref), c.Const(0))
                return Value(negated(term) if is_not else term, c.YesNo())
            case t.Not(body):
                return Value(negated(self.condition(body, env)), c.YesNo())
            case t.And(left, right):
                return Value(both(self.condition(left, env), self.condition(right, env)), c.YesNo())
            case t.Or(left, right):
                return Value(either(self.condition(left, env), self.condition(right, env)), c.YesNo())
            case t.Otherwise(left, right):
                first = self.check(left, env, want)
                second = self.expect(right, env, first.kind)
                kind = second.kind if isinstance(second.kind, c.Member) and second.kind.optional else first.kind
                if first.parts:
                    parts = tuple(replace(a, term=c.Try(a.term, b.term))
                                  for a, b in zip(first.parts, second.parts, strict=False))
                    return Value(c.Const(0), kind, parts)
                return Value(c.Try(first.term, second.term), kind)
            case t.Some(bind, body, is_not):
                bound = self.open(bind, env)
                if bound is None:
                    return LOST
                term = c.Fold("any", bound.local, bound.low, bound.high, bound.where,
                              self.condition(body, bound.env), expr.span)
                return Value(negated(term) if is_not else term, c.YesNo())
            case t.Every(bind, where, body):
                bound = self.open(bind, env)
                if bound is None:
                    return LOST
                condition = both(bound.where, self.condition(where, bound.env))
                return Value(c.Fold("all", bound.local, bound.low, bound.high, condition,
                                    self.condition(body, bound.env), expr.span), c.YesNo())
        assert_never(expr)

    # ---- names ---------------------------------------------------------------------------------

    def is_global(self, word: str) -> bool:
        s = self.scope
        return any(word in names for names in (s.zones, s.remembered, s.parameters, s.readings, s.defines))

    def name(self, expr: t.Name, env: Env, want: Kind | None) -> Value:
        word, s = expr.word, self.scope
        if word in env.names:
            return env.names[word]
        if isinstance(want, c.Member) and word in want.domain.members:
            return Value(c.Const(want.domain.members.index(word)), replace(want, optional=False))
        if word in s.zones:
            if s.zones[word].each is not None:
                return self.wrong("Q304", f"say whose {word} is meant", expr.span, f"{word} of p")
            self.used.add(word)
            return Value(c.Const(0), Cards(word), zone=c.ZoneRef(word))
        if word in s.readings:
            self.used.add(word)
            return Value(c.Read(word), c.Member(s.domains[f"reading {word}"]))
        if self.is_global(word):
            return self.apply(word, (), expr.span, env)
        homes = s.owners(word)
        if len(homes) == 1:
            return Value(c.Const(homes[0].members.index(word)), c.Member(homes[0]))
        if homes:
            lists = ", ".join(d.name for d in homes)
            return self.wrong("Q203", f"{word} could be any of these: {lists}", expr.span,
                              "compare it with something whose kind is known")
        if any(word in cards.families for cards in s.sets.values()):
            return self.wrong("Q203", f"{word} is a family of cards, not one card", expr.span, f"say which: {word} 1")
        hint = did_you_mean(word, s.known() | set(env.names))
        if "-" in word and not hint:
            hint = "a minus sign needs spaces around it"
        return self.wrong("Q201", f"nothing here is called {word}", expr.span, hint)

    def numbered(self, expr: t.Numbered, want: Kind | None) -> Value:
        member = f"{expr.word} {expr.number}"
        for domain in self.scope.domains.values():
            if member in domain.members:
                return Value(c.Const(domain.members.index(member)), c.Member(domain))
        if expr.word == "place" and isinstance(want, c.Member):
            return Value(c.Const(expr.number - 1), want)
        if expr.word == "player":
            return self.wrong("Q208", f"there is no player {expr.number} with {self.scope.players} players", expr.span)
        families = {f for cards in self.scope.sets.values() for f in cards.families}
        if expr.word in families:
            return self.wrong("Q208", f"there is no {member}", expr.span)
        return self.wrong("Q208", f"there is no card called {member}", expr.span, did_you_mean(expr.word, families))

    def apply(self, word: str, args: tuple[t.Expr, ...], span: Span, env: Env) -> Value:
        """A remembered value, parameter or definition with its arguments."""
        s = self.scope
        self.used.add(word)
        if word in s.zones:
            zone = s.zones[word]
            if zone.each is None or len(args) != 1:
                return self.wrong("Q304", f"{word} is one zone for all", span, f"write {word} alone")
            owner = self.expect(args[0], env, c.Member(s.player)).term
            return Value(c.Const(0), Cards(word), zone=c.ZoneRef(word, owner))
        if word in s.remembered or word in s.parameters:
            var = self.variables.get(word)
            if var is None:
                return LOST
            if len(args) != len(var.dims):
                return self._count(word, len(var.dims), len(args), span)
            index = tuple(self.expect(a, env, c.Member(d)).term for a, d in zip(args, var.dims, strict=True))
            return Value(c.Read(word, index, span), as_kind(var.type))
        if word in s.defines:
            takes, gives = self.signatures[word]
            if len(args) != len(takes):
                return self._count(word, len(takes), len(args), span)
            terms = tuple(self.expect(a, env, k).term for a, k in zip(args, takes, strict=True))
            if isinstance(gives, Parts):
                parts = tuple(Value(c.Call(f"{word}.{n}", terms, span), k)
                              for n, k in zip(gives.names, gives.types, strict=True))
                return Value(c.Const(0), gives, parts)
            return Value(c.Call(word, terms, span), gives)
        return self.wrong("Q201", f"nothing here is called {word}", span, did_you_mean(word, s.known()))

    def _count(self, word: str, takes: int, got: int, span: Span) -> Value:
        wants = ["stands alone", "is asked of one thing", f"is asked of {takes} things"][min(takes, 2)]
        return self.wrong("Q304", f"{word} {wants}, but here it gets {got}", span)

    def of(self, expr: t.Of, env: Env) -> Value:
        word, s = expr.word, self.scope
        if self.is_global(word):
            return self.apply(word, (expr.arg,), expr.span, env)
        if word in ("left", "right", "opposite"):
            player = c.Member(s.player)
            seat = self.expect(expr.arg, env, player).term
            step = {"left": 1, "right": s.seats - 1, "opposite": s.seats // 2}[word]
            return Value(seats_after(seat, c.Const(step), s.seats), player)
        if word in ("size", "top"):
            ref = self.zone(expr.arg, env)
            if ref is None:
                return LOST
            if word == "size":
                return Value(self.size_of(ref), Number())
            if self.zones[ref.zone].kind != "row":
                return self.wrong("Q311", f"only a row has a top, and {ref.zone} is none", expr.span)
            last = arithmetic("sub", self.size_of(ref), c.Const(1))
            there = arithmetic("lt", c.Const(0), self.size_of(ref))
            return Value(c.Need(there, self.card_at(ref, last), "Q509", expr.span), c.Member(self.zones[ref.zone].cards))
        arg = self.check(expr.arg, env, None)
        if isinstance(arg.kind, Unknown):
            return LOST
        if isinstance(arg.kind, Parts) and word in arg.kind.names:
            return arg.parts[arg.kind.names.index(word)]
        if isinstance(arg.kind, c.Member) and arg.kind.domain.name in s.sets:
            attributes = s.sets[arg.kind.domain.name].attributes
            if word in attributes:
                kind, values = attributes[word]
                return Value(c.Table(word, tuple(values), arg.term, expr.span), kind)
        return self.wrong("Q201", f"{plain(arg.kind)} has no {word}", expr.span, did_you_mean(word, s.known()))

    def at(self, expr: t.At, env: Env) -> Value:
        if expr.zone is not None:
            ref = self.zone(expr.zone, env)
            if ref is None:
                return LOST
            places = self.zones[ref.zone].places
            if places is None:
                return self.wrong("Q311", f"{ref.zone} is a pile and has no places", expr.zone.span)
            place = self.expect(expr.place, env, c.Member(places)).term
        else:
            value = self.check(expr.place, env, None)
            found = [z for z, d in self.scope.places.items() if isinstance(value.kind, c.Member) and d == value.kind.domain]
            if not found:
                if isinstance(value.kind, Unknown):
                    return LOST
                return self.wrong("Q306", "it is not clear in which zone this place is", expr.span,
                                  f"{expr.word} at … in trick")
            ref, place = c.ZoneRef(found[0]), value.term
        zone = self.zones[ref.zone]
        there = c.ZoneRef(ref.zone, ref.owner, place)
        if expr.word == "player":
            if zone.kind != "row":
                return self.wrong("Q311", f"only a row remembers who laid a card, and {ref.zone} is none", expr.span)
            return Value(c.Read(f"{ref.zone}.by", (*self.owner_index(ref), place), expr.span), c.Member(self.scope.player))
        if expr.word != zone.cards.name:
            return self.wrong("Q312", f"{ref.zone} holds {zone.cards.name}s", expr.span, f"write {zone.cards.name} at …")
        card = self.card_at(ref, place)
        if zone.kind == "row":
            return Value(c.Need(self.occupied(ref, place), card, "Q509", expr.span), c.Member(zone.cards), zone=there)
        return Value(card, c.Member(zone.cards, True), zone=there)

    # ---- choosing, comparing, counting ---------------------------------------------------------

    def picker(self, expr: t.Picker, env: Env) -> Value:
        bound = self.open(expr.bind, env)
        if bound is None:
            return LOST
        if expr.start is not None:
            return self._around(expr, bound, env)
        condition = both(bound.where, self.condition(expr.where, bound.env))
        return self._reach(bound, c.Find(expr.which, bound.local, bound.low, bound.high, condition, expr.span))

    def _around(self, expr: t.Picker, bound: Bound, env: Env) -> Value:
        """The first player clockwise: count the seats on from the start."""
        assert expr.start is not None
        player = c.Member(self.scope.player)
        if bound.value.kind != player:
            return self.wrong("Q309", "only players sit clockwise", expr.span)
        start = self.expect(expr.start, env, player).term
        seat = Value(seats_after(start, c.Local(bound.local), self.scope.seats), player)
        condition = self.condition(expr.where, env.bind(expr.bind.name.text, seat))
        found = c.Find(expr.which, bound.local, 0, self.scope.seats, condition, expr.span)
        return Value(seats_after(start, found, self.scope.seats), player)

    def _reach(self, bound: Bound, found: c.Expr) -> Value:
        # A card found in a row is found by its place; the value is the card that lies there.
        if bound.value.term == c.Local(bound.local):
            return Value(found, bound.value.kind)
        assert isinstance(bound.value.term, c.Read)
        read = bound.value.term
        return Value(replace(read, index=(*read.index[:-1], found)), bound.value.kind)

    def whichever(self, expr: t.Whichever, env: Env) -> Value:
        one, other = self.open(expr.bind, env), self.open(expr.bind, env)
        if one is None or other is None:
            return LOST
        mine = both(one.where, self.condition(expr.where, one.env))
        theirs = both(other.where, self.condition(expr.where, other.env))
        best, rest = self.number(expr.body, one.env), self.number(expr.body, other.env)
        if expr.which == "least":
            best, rest = rest, best
        another = c.Op("ne", (c.Local(one.local), c.Local(other.local)))
        ahead = c.Fold("all", other.local, other.low, other.high, both(another, theirs), arithmetic("lt", rest, best))
        return self._reach(one, c.Find("only", one.local, one.low, one.high, both(mine, ahead), expr.span))

    def arithmetic(self, expr: t.Arithmetic, env: Env) -> Value:
        op = {"+": "add", "-": "sub", "*": "mul", "/": "div", "mod": "mod"}[expr.op]
        left = self.check(expr.left, env, None)
        if op in ("add", "sub") and isinstance(left.kind, c.Member) and left.kind.domain in self.scope.places.values():
            return Value(arithmetic(op, left.term, self.number(expr.right, env)), left.kind)
        if not self.fits(left.kind, Number()):
            hint = "use seats after" if left.kind == c.Member(self.scope.player) else ""
            return self.wrong("Q302", f"this is {plain(left.kind)}, and one cannot reckon with it", expr.left.span, hint)
        return Value(arithmetic(op, left.term, self.number(expr.right, env), expr.span), Number())

    def pair(self, left: t.Expr, right: t.Expr, env: Env) -> tuple[Value, Value]:
        """Two sides of a comparison; the side whose type is plain tells the other."""
        if self._loose(left, env) and not self._loose(right, env):
            b = self.check(right, env, None)
            return self.check(left, env, b.kind), b
        a = self.check(left, env, None)
        return a, self.check(right, env, a.kind)

    def _counted(self, a: Value, b: Value) -> tuple[Value, Value]:
        """A place beside a number is its number, counted from 1."""
        places = self.scope.places.values()

        def number(value: Value, other: Value) -> Value:
            if isinstance(value.kind, c.Member) and value.kind.domain in places and isinstance(other.kind, Number):
                return Value(arithmetic("add", value.term, c.Const(1)), Number())
            return value

        return number(a, b), number(b, a)

    def _loose(self, expr: t.Expr, env: Env) -> bool:
        match expr:
            case t.Name(word):
                return word not in env.names and not self.is_global(word)
            case t.Integer() | t.Nothing() | t.TupleOf():
                return True
        return False

    def is_(self, left: t.Expr, right: t.Expr, span: Span, env: Env) -> c.Expr:
        if self._loose(left, env) and not self._loose(right, env):
            left, right = right, left
        a = self.check(left, env, None)
        if isinstance(a.kind, c.Member) and a.kind.domain.name in self.scope.sets:
            test, face = self.face_test(right, a.kind.domain, env)
            if face is not None:
                return same(a.term, face)
            there = c.Op("ne", (a.term, c.Const(c.NONE))) if a.kind.optional else TRUE
            return both(there, test(a.term))
        a, b = self._counted(a, self.check(right, env, a.kind))
        if not self.fits(a.kind, b.kind) or isinstance(a.kind, Cards):
            self.wrong("Q307", f"{plain(a.kind)} is never {plain(b.kind)}", span)
            return FALSE
        if a.parts:
            return both(*(same(x.term, y.term) for x, y in zip(a.parts, b.parts, strict=False)))
        return same(a.term, b.term)

    def face_test(self, expr: t.Expr, domain: c.Domain, env: Env) -> tuple[Callable[[c.Expr], c.Expr], c.Expr | None]:
        """A test that a card is the one meant, and the face itself where it is a single one."""
        cards = self.scope.sets[domain.name]
        if isinstance(expr, t.Name) and expr.word in cards.families and expr.word not in env.names:
            faces = cards.faces(expr.word, None, None)
            if len(faces) > 1:
                table = tuple(f == expr.word for f in cards.families)
                return (lambda card: c.Table(f"is {expr.word}", table, card, expr.span)), None
            face: c.Expr = c.Const(faces[0])
            return (lambda card: same(card, face)), face
        term = self.expect(expr, env, c.Member(domain)).term
        return (lambda card: same(card, term)), term


def as_kind(kind: c.Type) -> Kind:
    """A stored type as a type of expressions."""
    return Number() if isinstance(kind, c.Whole) else kind
