"""Stage 2 to 3, what is fixed when a statement begins: names that `let` gives, amounts, the end of a loop.

Where nothing decides meanwhile a local holds it; across decisions a control variable does, see flow.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias, assert_never

from qedeck.spec import core as c
from qedeck.spec.checker.kinds import Cards, Kind, Number, Parts, Unknown
from qedeck.spec.checker.values import Value

Hold: TypeAlias = Callable[[str, c.Expr, Kind | c.Whole], c.Expr]
"""Keeps what a term is worth now, by a name like this: the term that reads it later."""

CARDS = frozenset({"zone"})
"""What changes while cards travel."""
ANYTHING = frozenset({"zone", "remembered"})
"""What changes while a loop goes round; a control variable is fixed wherever its name is known."""

KEPT = c.Whole(-(10**6), 10**6)
"""The numbers that a control variable keeps, where nothing says which."""


class Lets:
    """Locals that hold what terms are worth when they are reached."""

    def __init__(self, fresh: Callable[[str], str]) -> None:
        self.fresh = fresh
        self.made: list[tuple[str, c.Expr]] = []

    def hold(self, stem: str, term: c.Expr, kind: Kind | c.Whole) -> c.Expr:
        local = self.fresh(stem)
        self.made.append((local, term))
        return c.Local(local)

    def around(self, steps: tuple[c.Step, ...]) -> tuple[c.Step, ...]:
        """The steps for which they are fixed."""
        for local, term in reversed(self.made):
            steps = (c.Let(local, term, steps),)
        return steps


def held(name: str, value: Value, hold: Hold) -> Value:
    """A value as it is now, part by part. It no longer says where a card lies: the card may move away."""
    if not value.parts:
        return Value(hold(name, value.term, value.kind), value.kind)
    parts = (replace(p, term=hold(f"{name}.{i}", p.term, p.kind), zone=None) for i, p in enumerate(value.parts, 1))
    return replace(value, parts=tuple(parts), zone=None)


def stored(kind: Kind | c.Whole) -> c.Type:
    """The type of a control variable that keeps such a value."""
    match kind:
        case c.YesNo() | c.Member() | c.Whole():
            return kind
        case Number() | Unknown():
            return KEPT
        case Parts() | Cards():
            raise AssertionError("kept part by part, or not at all")
        case _:
            assert_never(kind)
    assert_never(kind)


def depends(term: c.Expr, variables: dict[str, c.Var], roles: frozenset[str]) -> bool:
    """Whether a term may be worth something else once variables of these roles have changed."""
    # What a definition reads is not known yet: it may be anything.
    return bool(c.calls(term)) or any(variables[name].role in roles for name in c.reads(term))
