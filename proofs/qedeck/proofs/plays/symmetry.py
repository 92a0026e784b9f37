"""Games that are the same under other names: the left side of a board for the right, one suit for another.

In: a Core with its setting; out: renamings, each proved: whoever chooses the renamed thing in the renamed position
comes to the renamed position, is stuck or undefined where the other is. So only one of them has to be searched. Names
are only where we look: what is written alike but for a word (a1 and g1, file-a and file-g) may be the same.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product
from math import prod

import z3

from qedeck.engine.renaming import Renaming
from qedeck.interpreter.algebra import Value
from qedeck.interpreter.layout import type_range
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Arrival, Cells
from qedeck.proofs.formulas.lemma import undefined
from qedeck.proofs.formulas.solver import ask
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Number, Truth, term
from qedeck.proofs.formulas.symbols import fresh_cells
from qedeck.proofs.formulas.two_ways import unlike
from qedeck.proofs.plays.checks import WAS
from qedeck.proofs.plays.sample import Sampler, Taken, by_itself, follow
from qedeck.proofs.plays.walk import Fixed
from qedeck.spec import core as c

MOST = 48
"""Renamings that positions are compared under."""
PICKS = 500
"""Choices of one decision that are looked at one by one."""
LONG = 60
"""Decisions of a play that a renaming is tried in first."""


def symmetries(core: c.Core, fixed: Fixed, seconds: float) -> list[Renaming]:
    """All renamings, but for the one that changes nothing, under which this game is proved to be the same."""
    until = time.monotonic() + seconds
    still = frozenset(n for n, var in core.vars.items() if var.role == "control" and not n.startswith(WAS))
    if not all(isinstance(node, c.Decision) for node in core.nodes):
        return []
    found, tried = list[Renaming](), _Tried(core, fixed)
    for members in _candidates([var for name, var in core.vars.items() if name not in still]):
        renaming = Renaming(members, still)
        if any(renaming.members == other.members for other in found):
            continue
        if tried.seems_so(renaming) and _Same(core, fixed, renaming, until).proved():
            found = _closed([*found, renaming])
        if time.monotonic() > until or len(found) >= MOST // 2:
            break
    return found


def _closed(found: Sequence[Renaming]) -> list[Renaming]:
    """One after the other they are renamings too; as many as there may be, or those that there were."""
    every = {tuple(sorted((d.name, row) for d, row in r.members.items())): r for r in found}
    waiting = list(found)
    for one in waiting:
        for other in list(found):
            members = {}
            for domain in one.members.keys() | other.members.keys():
                whole = tuple(range(domain.size))
                row = tuple(other.members.get(domain, whole)[k] for k in one.members.get(domain, whole))
                if row != whole:
                    members[domain] = row
            key = tuple(sorted((d.name, row) for d, row in members.items()))
            if members and key not in every:
                every[key] = Renaming(members, one.still)
                waiting.append(every[key])
            if len(every) >= MOST:
                return list(found)[:-1]
    return list(every.values())


# ---- where we look -------------------------------------------------------------------------------


def _candidates(held_by: Sequence[c.Var]) -> Iterator[dict[c.Domain, tuple[int, ...]]]:
    """Words that change places, in all names at once; first whole rows of them the other way round."""
    held = {dim for var in held_by for dim in var.dims}
    held |= {var.type.domain for var in held_by if isinstance(var.type, c.Member)}
    domains = [d for d in held if d.name != "player" and d.size > 1 and len(set(d.members)) == d.size]
    domains.sort(key=lambda domain: domain.name)
    words = {domain: [_words(name) for name in domain.members] for domain in domains}
    every = sorted({word for names in words.values() for name in names for word in name})
    letters, digits = ([w for w in every if re.fullmatch(kind, w)] for kind in ("[a-z]", "[0-9]+"))
    digits.sort(key=int)
    maps = [dict(zip(row, reversed(row), strict=True)) for row in (letters, digits) if len(row) > 1]
    if len(letters) == len(digits) > 1:
        maps.append(dict(zip([*letters, *digits], [*digits, *letters], strict=True)))
    maps += [{one: other, other: one} for one, other in combinations(every, 2) if one.isdigit() == other.isdigit()]
    for change in maps:
        rows = {domain: _renamed(words[domain], change) for domain in domains}
        members = {domain: row for domain, row in rows.items() if row != tuple(range(domain.size))}
        if members:
            yield members
    for domain in domains:
        for one, other in combinations(range(domain.size), 2) if domain.size <= 12 else ():
            row = list(range(domain.size))
            row[one], row[other] = other, one
            yield {domain: tuple(row)}


def _words(name: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[0-9]+|[^\W\d_]+", name))


def _renamed(names: list[tuple[str, ...]], change: dict[str, str]) -> tuple[int, ...]:
    """Where each name is after the change, if all are there. The order of two words does not matter."""
    places = {tuple(sorted(name)): k for k, name in enumerate(names)}
    found = [places.get(tuple(sorted(change.get(word, word) for word in name))) for name in names]
    row = tuple(k for k in found if k is not None)
    return row if len(set(row)) == len(names) == len(places) else tuple(range(len(names)))


class _Tried:
    """The steps of two random plays: most renamings go wrong in one of them, and no solver need be asked."""

    def __init__(self, core: c.Core, fixed: Fixed) -> None:
        self.core = core
        sampler = Sampler(core)
        self.meaning = sampler.meaning
        self.steps: list[tuple[Cells, Taken, Arrival[bool, int]]] = []
        for number in range(2):
            spots = [s for s in sampler.play(number, fixed, LONG) if s.node is not None and not by_itself(core, s.node)]
            for spot in (spot for spot in spots if spot.made < len(spot.taken)):
                step = spot.taken[spot.made]
                (arrival,) = follow(self.meaning, spot.cells, step)
                self.steps.append((spot.cells, step, arrival))

    def seems_so(self, renaming: Renaming) -> bool:
        # What matters in the end is seldom seen at the beginning.
        return all(self._alike(renaming, *step) for step in reversed(self.steps))

    def _alike(self, renaming: Renaming, cells: Cells, step: Taken, arrival: Arrival[bool, int]) -> bool:
        there, other = renamed(self.core, renaming, cells), renamed_step(self.core, renaming, step)
        if not self.meaning.legal(there, other.node, other.option, other.values):
            return False
        (met,) = follow(self.meaning, there, other)
        if arrival.faults or met.faults:
            return bool(arrival.faults) == bool(met.faults)
        return arrival.node == met.node and renamed(self.core, renaming, arrival.cells) == met.cells


# ---- the proof -------------------------------------------------------------------------------------


class _Same:
    """One step from any position, and the renamed step from the renamed position."""

    def __init__(self, core: c.Core, fixed: Fixed, renaming: Renaming, until: float) -> None:
        self.core, self.renaming, self.until = core, renaming, until
        self.meaning: Meaning[Truth, Number] = Meaning(core, SYMBOLIC)
        self.cells, self.known = fresh_cells(core, "", fixed)
        self.fixed = fixed
        self.moving = [name for name in core.vars if name not in fixed]
        self.limited = any(
            isinstance(node, c.Decision)
            and any(prod(_many(pick.type) for pick in option.picks) > PICKS for option in node.options)
            for node in core.nodes
        )

    def proved(self) -> bool:
        given = Cells({name: self.fixed.get(name, row) for name, row in self.cells.items()})
        there = renamed(self.core, self.renaming, given)
        if self.limited or any(there[name] != row for name, row in self.fixed.items()):
            return False
        return all(self._node(number, node, there) for number, node in enumerate(self.core.nodes))

    def _node(self, number: int, node: c.Node, there: Cells) -> bool:
        assert isinstance(node, c.Decision)
        owner = node.owner.player
        if owner is not None and not self._alike(owner, there):
            return False
        for place, option in enumerate(node.options):
            for picks in product(*(_values(pick.type) for pick in option.picks)):
                step = Taken(number, place, picks)
                other = renamed_step(self.core, self.renaming, step)
                if not self._step(step, other, there) or not self._weight(option, step, other, there):
                    return False
        return True

    def _alike(self, expr: c.Expr, there: Cells) -> bool:
        (one, faults), (other, more) = self.meaning.value(expr, self.cells), self.meaning.value(expr, there)
        same = SYMBOLIC.and_(SYMBOLIC.eq(one, other), SYMBOLIC.iff(undefined(faults), undefined(more)))
        return self._never(SYMBOLIC.not_(same))

    def _weight(self, option: c.Option, step: Taken, other: Taken, there: Cells) -> bool:
        """Chance has the same to choose from."""
        if option.weight is None:
            return True
        able = []
        for cells, taken in ((self.cells, step), (there, other)):
            local = {pick.var: value for pick, value in zip(option.picks, taken.values, strict=True)}
            weight, faults = self.meaning.value(option.weight, cells, local)
            able.append(SYMBOLIC.and_(SYMBOLIC.lt(0, weight), SYMBOLIC.not_(undefined(faults))))
        return self._never(SYMBOLIC.not_(SYMBOLIC.iff(*able)))

    def _step(self, step: Taken, other: Taken, there: Cells) -> bool:
        meaning = self.meaning
        legal = meaning.legal(self.cells, step.node, step.option, step.values)
        legal_too = meaning.legal(there, other.node, other.option, other.values)
        here = [self._moved(a) for a in meaning.advance(self.cells, step.node, step.option, step.values)]
        arrivals = meaning.advance(there, other.node, other.option, other.values)
        parts = SYMBOLIC.and_(legal, unlike(meaning, here, arrivals, self.moving, False))
        return self._never(SYMBOLIC.or_(SYMBOLIC.not_(SYMBOLIC.iff(legal, legal_too)), parts))

    def _moved(self, arrival: Arrival[Truth, Number]) -> Arrival[Truth, Number]:
        return replace(arrival, cells=renamed(self.core, self.renaming, arrival.cells))

    def _never(self, truth: Truth) -> bool:
        if SYMBOLIC.known(truth) is False:
            return True
        asked = z3.simplify(term(truth))
        left = self.until - time.monotonic()
        return bool(z3.is_false(asked)) or left > 0 and ask(self.known, asked, left).verdict == "unsat"


# ---- under other names -----------------------------------------------------------------------------


def renamed(core: c.Core, renaming: Renaming, cells: Cells) -> Cells:
    """The position under other names, of symbols or of numbers."""
    rows: dict[str, tuple[Value, ...]] = {}
    for name, row in cells.items():
        var = core.vars[name]
        if not renaming.touches(var):
            rows[name] = row
            continue
        places = list(product(*(range(dim.size) for dim in var.dims)))
        moved: list[Value] = list(row)
        for index, value in zip(places, row, strict=True):
            moved[places.index(renaming.place(var.dims, index))] = _value(renaming, var.type, value)
        rows[name] = tuple(moved)
    return Cells(rows)


def renamed_step(core: c.Core, renaming: Renaming, step: Taken) -> Taken:
    """The same choice under other names."""
    node = core.nodes[step.node]
    assert isinstance(node, c.Decision)
    picks = zip(node.options[step.option].picks, step.values, strict=True)
    return replace(step, values=tuple(_value(renaming, pick.type, value) for pick, value in picks))


def _value(renaming: Renaming, type_: c.Type, value: Value) -> Value:
    members = renaming.of(type_)
    if members is None:
        return value
    if isinstance(value, int):
        return members[value] if value >= 0 else value
    made: Value = value
    for old, new in enumerate(members):
        if old != new:
            made = SYMBOLIC.ite(SYMBOLIC.eq(value, old), new, made)
    return made


def _values(kind: c.Type) -> list[bool | int]:
    low, high = type_range(kind)
    return [False, True] if isinstance(kind, c.YesNo) else list(range(low, high + 1))


def _many(kind: c.Type) -> int:
    low, high = type_range(kind)
    return high - low + 1
