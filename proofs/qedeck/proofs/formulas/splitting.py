"""A hard question in easier parts: by its alternatives, and by the values of an unknown that has few.

In: what is known and what is wanted; out: the same question as several, of which one has a yes if the whole has.
How long a row is, for instance, decides nearly every condition of a question about a trick: with that known,
little is left to ask.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import z3

from qedeck.proofs.formulas.swap import Swap
from qedeck.proofs.formulas.symbolic import Z3

FEW = 10
"""As many values may an unknown have for a question to be split by it."""
LOOK = 4_000
"""Conditions that are looked at to see which unknown a question turns on: questions have a hundred thousand."""
HEAPS = 10
"""Into so many heaps go alternatives that are too many."""


def alternatives(truth: Z3, most: int = 60) -> list[Z3]:
    """The same truth as alternatives, not many: one of them holds if it does."""
    found, waiting = list[Z3](), [truth]
    while waiting:
        one = waiting.pop(0)
        more = _either(one)
        if len(found) + len(waiting) + len(more) > most:
            more = _in_heaps(more)
            found += more if len(found) + len(waiting) + len(more) <= most else [one]
        elif more:
            waiting += more
        else:
            found.append(one)
    return found


def _either(truth: Z3) -> list[Z3]:
    """The parts of which one must hold; nothing if it has no such parts."""
    inner = truth.arg(0) if z3.is_not(truth) else None
    if z3.is_or(truth):
        return list(truth.children())
    if inner is not None and z3.is_and(inner):
        return [z3.Not(child) for child in inner.children()]
    if inner is not None and z3.is_not(inner):
        return [inner.arg(0)]
    return []


def _in_heaps(parts: list[Z3]) -> list[Z3]:
    """Too many parts to be asked one by one, in a few heaps."""
    size = -(-len(parts) // HEAPS)
    return [z3.Or(*parts[k : k + size]) for k in range(0, len(parts), size)]


@dataclass(frozen=True, slots=True)
class Unknown:
    """A symbol of which the lowest and the highest value are known."""

    symbol: Z3
    low: int
    high: int

    def cases(self) -> Iterator[tuple[Z3, Swap]]:
        """For each value: that it has it, and what puts the value in its place."""
        for value in range(self.low, self.high + 1):
            yield self.symbol == value, Swap([(self.symbol, z3.IntVal(value))])


def splits(known: list[Z3], wanted: Z3) -> Iterator[tuple[list[Z3], Z3]]:
    """For each value of one unknown: what is known and what is wanted then; the question itself if none has few."""
    unknown = most_asked(known, wanted)
    if unknown is None:
        yield known, wanted
        return
    for case, put in unknown.cases():
        left = [z3.simplify(put(fact)) for fact in known]
        asked = z3.simplify(put(wanted))
        if not z3.is_false(asked) and not any(z3.is_false(fact) for fact in left):
            yield [case, *(fact for fact in left if not z3.is_true(fact))], asked


def most_asked(known: Sequence[Z3], wanted: Z3) -> Unknown | None:
    """The unknown with few values that most of what is wanted turns on; `known` has the bounds of unknowns."""
    bounds: dict[str, list[int | None]] = {}
    for fact in _facts(known):
        bound = _bound(fact)
        if bound is not None:
            name, upper, value = bound
            bounds.setdefault(name, [None, None])[upper] = value
    few = {
        name: (low, high)
        for name, (low, high) in bounds.items()
        if low is not None and high is not None and 0 < high - low < FEW
    }
    asked, symbols = _asked(wanted, few)
    if not asked:
        return None
    name = max(asked, key=lambda name: (asked[name], name))
    return Unknown(symbols[name], *few[name])


def _facts(known: Sequence[Z3]) -> Iterator[Z3]:
    """What is known, conjunctions taken apart."""
    waiting = list(known)
    while waiting:
        fact = waiting.pop()
        if z3.is_and(fact):
            waiting += fact.children()
        else:
            yield fact


def _bound(fact: Z3) -> tuple[str, int, int] | None:
    """The promise of a symbol's lowest or highest value: its name, which of them (0, 1), the value."""
    if not (z3.is_le(fact) or z3.is_ge(fact)):
        return None
    symbol, value = fact.children()
    if not (_symbol(symbol) and z3.is_int_value(value)):
        return None
    return symbol.decl().name(), int(z3.is_le(fact)), value.as_long()


def _symbol(term: Z3) -> bool:
    return bool(z3.is_const(term) and term.decl().kind() == z3.Z3_OP_UNINTERPRETED)


def _asked(truth: Z3, few: dict[str, tuple[int, int]]) -> tuple[Counter[str], dict[str, Any]]:
    """How many different conditions ask each of these symbols directly, as far as a look at some of them tells."""
    asked: Counter[str] = Counter()
    symbols: dict[str, Any] = {}
    seen, waiting = {truth.get_id()}, deque([truth])
    while waiting and len(seen) < LOOK:
        for child in waiting.popleft().children():
            if _symbol(child) and (name := child.decl().name()) in few:
                asked[name] += 1
                symbols[name] = child
            if child.get_id() not in seen:
                seen.add(child.get_id())
                waiting.append(child)
    return asked, symbols
