"""Stage 3, the second look at `otherwise`: where it stands for more than its author can have meant.

`(highest rank of c for each card c in hand of p) otherwise 0` means an empty hand, and is also taken as soon as one
card there has no rank. Told where a part of something that goes through many is missing for some of them, and nothing
keeps those out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from qedeck.spec import core as c
from qedeck.spec.plain import and_so_on

MOST_NAMED = 3
"""Cards that are named; the rest is counted."""
Known: TypeAlias = tuple[tuple[c.Expr, bool], ...]


@dataclass(frozen=True, slots=True)
class Swallowed:
    """What is missing for which cards, below which `otherwise`."""

    table: c.Table
    members: tuple[int, ...]

    def named(self, domain: c.Domain) -> str:
        """red 1, red 2 and 3 more."""
        names = [domain.members[k] for k in self.members]
        more = len(names) - MOST_NAMED
        return and_so_on(names if more <= 0 else [*names[:MOST_NAMED], f"{more} more"])


def swallowed(core: c.Core) -> Iterator[Swallowed]:
    """Of everything that a game asks, and of its definitions."""
    for term in (*c.terms_of_core(core), *(define.body for define in core.defines.values())):
        for part in c.subterms(term):
            if isinstance(part, c.Try):
                yield from _Below(core.defines).missing(part.left, frozenset(), ())


@dataclass(frozen=True, slots=True)
class _Below:
    """What stands below an `otherwise`, in a game with these definitions."""

    defines: dict[str, c.Define]

    def missing(self, term: c.Expr, many: frozenset[str], known: Known) -> Iterator[Swallowed]:
        """`many` are the locals that go through things; `known` is what holds, or does not, wherever this is asked."""
        match term:
            case c.Try(_, right):
                yield from self.missing(right, many, known)
            case c.Fold(local=local, where=where, body=body):
                inner = many | {local}
                holds = known if where is None else (*known, (where, True))
                yield from () if where is None else self.missing(where, inner, known)
                yield from self.missing(body, inner, holds)
            case c.Find(local=local, where=where):
                yield from self.missing(where, many | {local}, known)
            case c.Op("and" | "or" as op, args):
                for k, arg in enumerate(args):
                    yield from self.missing(arg, many, (*known, *((before, op == "and") for before in args[:k])))
            case c.Ite(condition, then, otherwise):
                yield from self.missing(condition, many, known)
                yield from self.missing(then, many, (*known, (condition, True)))
                yield from self.missing(otherwise, many, (*known, (condition, False)))
            case c.Need(condition, value):
                yield from self.missing(condition, many, known)
                yield from self.missing(value, many, (*known, (condition, True)))
            case c.Cases(rows, default):
                for row in rows:
                    yield from self.missing(row.guard, many, known)
                    yield from self.missing(row.value, many, (*known, (row.guard, True)))
                yield from () if default is None else self.missing(default, many, known)
            case c.Table(values=values, index=index):
                if not many.isdisjoint(c.free(index)):
                    lacking = [k for k, value in enumerate(values) if value is None]
                    for one, so in known:
                        lacking = [k for k in lacking if self.worth(one, index, k) in (None, so)]
                    if lacking:
                        yield Swallowed(term, tuple(lacking))
                yield from self.missing(index, many, known)
            case _:
                for part in c.parts(term):
                    yield from self.missing(part, many, known)

    def worth(self, term: c.Expr, what: c.Expr | None, k: int) -> int | bool | None:
        """What a term comes to where `what` is k, if that alone tells."""
        if term == what:
            return k
        match term:
            case c.Const(value):
                return value
            case c.Table(_, values, index):
                at = self.worth(index, what, k)
                return values[at] if at is not None and 0 <= at < len(values) else None
            case c.Call(define, args):
                given = [self.worth(arg, what, k) for arg in args]
                asked = self.defines[define]
                if None in given or define in c.calls(asked.body):
                    return None
                fixed = zip(asked.params, given, strict=True)
                swap: dict[str, c.Expr] = {name: c.Const(value) for (name, _), value in fixed if value is not None}
                return self.worth(c.substituted(asked.body, swap), None, k)
            case c.Cases(rows, default):
                guards = [self.worth(row.guard, what, k) for row in rows]
                taken = [row.value for row, so in zip(rows, guards, strict=True) if so]
                only = taken[0] if taken else default
                return None if None in guards or only is None else self.worth(only, what, k)
            case c.Op("not", (one,)):
                worth = self.worth(one, what, k)
                return None if worth is None else not worth
            case c.Op("and" | "or" as op, args):
                worths = [self.worth(arg, what, k) for arg in args]
                decides = op == "or"
                if any(worth is not None and bool(worth) is decides for worth in worths):
                    return decides
                return None if None in worths else not decides
            case c.Op("eq" | "ne" as op, (left, right)):
                first, second = self.worth(left, what, k), self.worth(right, what, k)
                return None if first is None or second is None else (first == second) is (op == "eq")
            case _:
                return None
