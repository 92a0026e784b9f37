"""What checking an expression gives: a term of Core with its type, and what is bound around it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import assert_never

from qedeck.spec import core as c
from qedeck.spec.checker.kinds import Cards, Kind, Number, Parts, Unknown
from qedeck.spec.source import Span

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
    """A binding, opened: the local that runs, its limits, what must hold, how often it counts; `end`, of
    numbers, is the last one, where that is not the same all through a game."""

    local: str
    low: int
    high: int
    where: c.Expr
    weight: c.Expr | None
    value: Value
    env: Env
    end: c.Expr | None = None

    def up_to(self, end: c.Expr) -> Bound:
        """The same numbers, with their end kept elsewhere."""
        return replace(self, where=c.Op("le", (c.Local(self.local), end)), end=end)


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
        case _:
            assert_never(kind)


def there(value: Value, code: str, span: Span) -> c.Expr:
    """A value that may be none, where it is undefined (by this code) if it is."""
    if not isinstance(value.kind, c.Member) or not value.kind.optional:
        return value.term
    return c.Need(c.Op("ne", (value.term, c.Const(c.NONE))), value.term, code, span)


def as_kind(kind: c.Type) -> Kind:
    """A stored type as a type of expressions."""
    return Number() if isinstance(kind, c.Whole) else kind
