"""Stage 2 to 3, expressions: expecting a type, and asking zones what they hold."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.checker.kinds import Cards, Kind, Number, Parts, Unknown
from qedeck.spec.checker.scope import Scope
from qedeck.spec.checker.terms import (
    TRUE,
    arithmetic,
    both,
    constant,
    same,
)
from qedeck.spec.checker.values import LOST, Env, Value, plain, there
from qedeck.spec.diagnostic import did_you_mean
from qedeck.spec.source import Span


class Basics(ABC):
    """What every part of the checker asks: expected types, zones, who lies where."""

    def __init__(self, scope: Scope, variables: dict[str, c.Var], zones: dict[str, c.Zone]) -> None:
        self.scope = scope
        self.variables = variables
        self.zones = zones
        self.signatures: dict[str, tuple[tuple[Kind, ...], Kind]] = {}
        """For each definition: what it takes and what it gives."""
        self.used: set[str] = set()
        self.comparing = False
        """Whether two positions are compared, so that `other` and `was` mean something."""
        self.claiming = False
        """Whether this is a claim about games, so that `result` and `winner` mean something."""
        self.times: Callable[[t.Word], c.Expr | None] | None = None
        """In a claim over a phase: how often something is done in it, of which a phase or an event is the name."""
        self._fresh = 0

    # ---- helpers ---------------------------------------------------------------------

    def fresh(self, stem: str) -> str:
        self._fresh += 1
        return f"{stem}~{self._fresh}"

    @contextmanager
    def aside(self) -> Iterator[None]:
        """What is read meanwhile leaves no trace: what is read later is called as it would be without it."""
        before = self._fresh, self.comparing, self.claiming, self.times
        yield
        self._fresh, self.comparing, self.claiming, self.times = before

    def wrong(self, code: str, title: str, span: Span, hint: str = "") -> Value:
        self.scope.report.error(code, title, span, hint)
        return LOST

    def number(self, expr: t.Expr, env: Env) -> c.Expr:
        return self.expect(expr, env, Number()).term

    def condition(self, expr: t.Expr | None, env: Env) -> c.Expr:
        if expr is None:
            return TRUE
        return self.expect(expr, env, c.YesNo()).term

    def seat(self, expr: t.Expr, env: Env) -> c.Expr:
        """A player to count seats from; nobody sits nowhere."""
        value = self.expect(expr, env, c.Member(self.scope.player))
        return there(value, "Q506", expr.span)

    def constant_number(self, expr: t.Expr, env: Env) -> int | None:
        before = len(self.scope.report.found)
        found = self.expect(expr, env, Number())
        value = constant(found.term)
        if value is None or isinstance(found.kind, Unknown):
            if len(self.scope.report.found) == before:
                self.wrong(
                    "Q308",
                    "this must be a number known before the game starts",
                    expr.span,
                    "use numbers and players only",
                )
            return None
        return int(value)

    def expect(self, expr: t.Expr, env: Env, kind: Kind) -> Value:
        """Check against a type; says so when it does not fit."""
        value = self.check(expr, env, kind)
        if isinstance(expr, t.Nothing) and not (isinstance(kind, c.Member) and kind.optional):
            return self.wrong("Q301", f"there must be something here: {plain(kind)}", expr.span)
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
                self.fits(a, b) for a, b in zip(have.types, want.types, strict=True)
            )
        return have == want

    def zone(self, expr: t.Expr, env: Env) -> c.ZoneRef | None:
        value = self.check(expr, env, None)
        if value.zone is None or not isinstance(value.kind, Cards):
            if not isinstance(value.kind, Unknown):
                self.wrong(
                    "Q311",
                    f"this is {plain(value.kind)}, but a zone is needed here",
                    expr.span,
                    did_you_mean(getattr(expr, "word", ""), self.scope.zones),
                )
            return None
        return value.zone

    def size_of(self, ref: c.ZoneRef) -> c.Expr:
        zone = self.zones[ref.zone]
        if zone.kind == "grid":
            assert zone.places is not None
            local = self.fresh("place")
            taken = c.Op("ne", (self.card_at(ref, c.Local(local)), c.Const(c.NONE)))
            return c.Fold("sum", local, 0, zone.places.size, taken, c.Const(1))
        return c.Read(c.size_of(ref.zone), ref.index)

    def card_at(self, ref: c.ZoneRef, place: c.Expr) -> c.Expr:
        return c.Read(c.card_of(ref.zone), (*ref.index, place))

    def holds(self, ref: c.ZoneRef, test: Callable[[c.Expr], c.Expr], face: c.Expr | None) -> c.Expr:
        """Whether a card that passes the test lies in the zone; a known face is looked up directly."""
        zone = self.zones[ref.zone]
        if zone.kind == "pile":
            if face is not None:
                return arithmetic("lt", c.Const(0), c.Read(ref.zone, (*ref.index, face)))
            local = self.fresh("card")
            there = c.Read(ref.zone, (*ref.index, c.Local(local)))
            return c.Fold("any", local, 0, zone.cards.size, test(c.Local(local)), arithmetic("lt", c.Const(0), there))
        assert zone.places is not None
        local = self.fresh("place")
        card = self.card_at(ref, c.Local(local))
        lies = self.occupied(ref, c.Local(local))
        return c.Fold("any", local, 0, zone.places.size, lies, test(card))

    def occupied(self, ref: c.ZoneRef, place: c.Expr) -> c.Expr:
        if self.zones[ref.zone].kind == "row":
            return arithmetic("lt", place, self.size_of(ref))
        return c.Op("ne", (self.card_at(ref, place), c.Const(c.NONE)))

    def taken(self, kind: str, ref: c.ZoneRef, low: int, high: int) -> tuple[str, c.Expr]:
        """Some place of a grid from low to high - 1, and that a card lies there."""
        local = self.fresh(kind)
        return local, c.Op("ne", (self.card_at(ref, c.Local(local)), c.Const(c.NONE)))

    def end_of(self, ref: c.ZoneRef) -> c.Expr:
        """How many places of a grid there are, the first ones and as far as the last card; or the place behind it."""
        zone = self.zones[ref.zone]
        assert zone.places is not None
        low, high = zone.firm or 0, zone.places.size
        local, lies = self.taken("place", ref, low, high)
        some = c.Fold("any", local, low, high, lies, TRUE)
        local, lies = self.taken("place", ref, low, high)
        behind = arithmetic("add", c.Find("last", local, low, high, lies), c.Const(1))
        return c.Ite(some, behind, c.Const(low))

    def behind(self, ref: c.ZoneRef, span: Span) -> c.Expr:
        """The new place behind the last card; we have to stop somewhere, and then it is undefined."""
        zone = self.zones[ref.zone]
        assert zone.places is not None
        last = self.card_at(ref, c.Const(zone.places.size - 1))
        return c.Need(same(last, c.Const(c.NONE)), self.end_of(ref), "Q514", span)

    def grows(self, ref: c.ZoneRef) -> bool:
        """Whether a card can be laid behind all others there: not in a grid with a place for each word."""
        zone = self.zones[ref.zone]
        return zone.kind == "grid" and (zone.firm is not None or self.scope.zones[ref.zone].gaps)

    def laid(self, ref: c.ZoneRef, span: Span) -> c.ZoneRef:
        """Where a card comes to lie: where no place is named and places stay, behind all others."""
        return replace(ref, place=self.behind(ref, span)) if ref.place is None and self.grows(ref) else ref

    def gap(self, ref: c.ZoneRef, place: c.Expr) -> c.Expr:
        """Whether a place of a grid is there and empty."""
        zone = self.zones[ref.zone]
        empty = same(self.card_at(ref, place), c.Const(c.NONE))
        return empty if zone.firm is None else both(empty, arithmetic("lt", place, self.end_of(ref)))

    @abstractmethod
    def check(self, expr: t.Expr, env: Env, want: Kind | None) -> Value:
        """The walk over all expressions, in expressions.py."""
