"""Stage 2 to 3, bindings: `card c in hand of p` and what is picked, first or best, among them."""

from __future__ import annotations

from dataclasses import replace

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.checker.basics import Basics
from qedeck.spec.checker.kinds import Number
from qedeck.spec.checker.terms import (
    TRUE,
    arithmetic,
    both,
    constant,
    greatest,
    seats_after,
)
from qedeck.spec.checker.values import LOST, Bound, Env, Value
from qedeck.spec.diagnostic import did_you_mean
from qedeck.spec.limits import MOST_NUMBERS


class Bindings(Basics):
    """Opens bindings."""

    # ---- bindings ------------------------------------------------------------------------

    def open(self, bind: t.Bind, env: Env, within: c.ZoneRef | None = None) -> Bound | None:
        """Open a binding: what runs, over what, and under which condition. `within`: its zone, where that is fixed."""
        word = bind.type.text
        local = self.fresh(bind.name.text)
        name = bind.name.text
        if word in ("number", "numbers") or bind.low is not None:
            return self._open_numbers(bind, env, local)
        if word in ("gap", "gaps") and bind.within is not None and "gap" not in self.scope.sets:
            return self._open_gaps(bind, env, within, local)
        if word in ("place", "places") and bind.within is not None:
            ref = within or self.zone(bind.within, env)
            if ref is None:
                return None
            places = self.zones[ref.zone].places
            if places is None:
                self.wrong(
                    "Q311", f"{ref.zone} is a pile and has no places", bind.within.span, "rows and grids have places"
                )
                return None
            value = Value(c.Local(local), c.Member(places))
            where = self.occupied(ref, c.Local(local))
            return Bound(local, 0, places.size, where, None, value, env.bind(name, value))
        domain = self.scope.domain(word)
        if domain is None:
            self.wrong(
                "Q204",
                f"there is no kind of thing called {word}",
                bind.type.span,
                did_you_mean(word, [*self.scope.domains, "number", "place"]),
            )
            return None
        if bind.within is None and self.scope.goes_on(domain):
            hint = f"say of which zone: place {name} in …, or gap {name} in …"
            self.wrong("Q308", f"nobody can say how many {domain.name}s there are", bind.type.span, hint)
            return None
        if bind.within is None:
            value = Value(c.Local(local), c.Member(domain))
            return Bound(local, 0, domain.size, TRUE, None, value, env.bind(name, value))
        ref = within or self.zone(bind.within, env)
        if ref is None:
            return None
        zone = self.zones[ref.zone]
        if zone.cards != domain:
            self.wrong("Q312", f"{ref.zone} holds {zone.cards.name}s, not {domain.name}s", bind.within.span)
            return None
        if zone.kind == "pile":
            count = c.Read(ref.zone, (*ref.index, c.Local(local)))
            value = Value(c.Local(local), c.Member(domain))
            return Bound(
                local, 0, domain.size, arithmetic("lt", c.Const(0), count), count, value, env.bind(name, value)
            )
        assert zone.places is not None
        value = Value(self.card_at(ref, c.Local(local)), c.Member(domain))
        return Bound(local, 0, zone.places.size, self.occupied(ref, c.Local(local)), None, value, env.bind(name, value))

    def _open_gaps(self, bind: t.Bind, env: Env, within: c.ZoneRef | None, local: str) -> Bound | None:
        assert bind.within is not None
        ref = within or self.zone(bind.within, env)
        if ref is None:
            return None
        zone = self.zones[ref.zone]
        if zone.kind != "grid" or zone.places is None:
            why = "closes up" if zone.kind == "row" else "is a pile"
            hint = f"{ref.zone}: row of {zone.cards.name}, keeps gaps"
            self.wrong("Q311", f"{ref.zone} {why} and has no gaps", bind.within.span, hint)
            return None
        value = Value(c.Local(local), c.Member(zone.places))
        where = self.gap(ref, c.Local(local))
        return Bound(local, 0, zone.places.size, where, None, value, env.bind(bind.name.text, value))

    def _open_numbers(self, bind: t.Bind, env: Env, local: str) -> Bound | None:
        if bind.low is None or bind.high is None:
            self.wrong("Q308", "say from which number to which", bind.span, "number n from 1 to 4")
            return None
        low = self.constant_number(bind.low, env)
        top = self.number(bind.high, env)
        high = greatest(top, self.variables)
        if high is None or low is None:
            self.wrong("Q308", "the range must have an end known before the game starts", bind.high.span)
            return None
        if high - low > MOST_NUMBERS:
            said = f"from {low} to {high} is too far: {MOST_NUMBERS:,} at most"
            self.wrong("Q308", said, bind.high.span, "say a smaller end, or give what stands there a smaller range")
            return None
        value = Value(c.Local(local), Number())
        bound = Bound(local, low, high + 1, TRUE, None, value, env.bind(bind.name.text, value))
        return bound if constant(top) is not None else bound.up_to(top)

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
        start = self.seat(expr.start, env)
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
