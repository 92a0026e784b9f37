"""What is true of claims about any position at all, reachable or not."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product

from qedeck.interpreter.position import Position
from qedeck.interpreter.state import Cells
from qedeck.interpreter.views import view
from qedeck.spec import core as c

from .anywhere import tables
from .case import Case, Truth
from .world import TooLarge

MOST_PAIRS = 1_500
"""Tables of which every two are held against each other."""


def any_position(case: Case) -> Truth:
    found = case.everywhere(case.term)
    holds, idle = (all(case.world.true(term, cells) for cells in found) for term in (case.term, case.hollow))
    return Truth(holds, idle)


def some_position(case: Case) -> Truth:
    found = [case.world.true(case.term, cells) for cells in case.everywhere(case.term)]
    return Truth(any(found), not found)


def _pairs(case: Case, term: c.Expr) -> Iterator[bool]:
    """Every two positions of one game: what the rulebook leaves open is the same in both."""
    world, terms = case.world, (case.program.assuming, case.term)
    found: dict[int, list[Cells]] = {}
    for setting, cells in tables(world, terms):
        found.setdefault(setting, []).append(cells)
    if sum(len(some) ** 2 for some in found.values()) > MOST_PAIRS**2 // 20:
        raise TooLarge("pairs")
    for some in found.values():
        for here, there in product(some, some):
            if case.assumed(here, there):
                yield world.true(term, here, there)


def any_two(case: Case) -> Truth:
    return Truth(all(_pairs(case, case.term)), all(_pairs(case, case.hollow)))


def some_two(case: Case) -> Truth:
    found = list(_pairs(case, case.term))
    return Truth(any(found), not found)


def clauses(case: Case) -> Truth:
    """Of each definition with cases, asked with every player or word there is."""
    world, kind = case.world, case.claim.names[0]
    looked = False
    for define in world.core.defines.values():
        body = define.body
        if not isinstance(body, c.Cases):
            continue
        domains = [of for _, of in define.params]
        if not all(isinstance(of, c.Domain) and of.name in ("player", "mood") for of in domains):
            return Truth(None, None)
        asked = list(product(*(range(of.size) for of in domains if isinstance(of, c.Domain))))
        looked, alive = True, set[int]()
        for cells in case.everywhere(body):
            for args in asked:
                scope = {name: value for (name, _), value in zip(define.params, args, strict=True)}
                rows = [world.meaning.value(row.guard, cells, scope) for row in body.rows]
                applies = [k for k, (worth, faults) in enumerate(rows) if worth and not faults]
                said = [world.meaning.value(body.rows[k].value, cells, scope) for k in applies]
                known = [worth for worth, faults in said if not faults]
                alive |= set(applies)
                if kind == "exclusive" and any(one != other for one, other in combinations(known, 2)):
                    return Truth(False)
                if kind == "complete" and body.default is None and not applies and not any(f for _, f in rows):
                    return Truth(False)
        if kind == "alive" and len(alive) < len(body.rows):
            return Truth(False, None)
    return Truth(True, None if looked else True)


def order(case: Case) -> Truth:
    """Of two exactly one beats the other; a strict order has no circle, an intended circle has one."""
    world, define = case.world, case.world.core.defines[case.claim.names[0]]
    kind = define.params[0][1]
    assert isinstance(kind, c.Domain)
    if kind.name not in ("player", "mood"):
        return Truth(None, None)
    circle = False
    calls = {(i, j): c.Call(define.name, (c.Const(i), c.Const(j))) for i, j in product(range(kind.size), repeat=2)}
    found = case.everywhere(*calls.values())
    for cells in found:
        worth = {pair: world.meaning.value(call, cells) for pair, call in calls.items()}
        beats = {pair: bool(value) and not faults for pair, (value, faults) in worth.items()}
        for i, j in product(range(kind.size), repeat=2):
            if beats[i, i] or i < j and (beats[i, j] == beats[j, i] or worth[i, j][1] or worth[j, i][1]):
                return Truth(False)
        circle |= any(beats[i, j] and beats[j, k] and beats[k, i] for i, j, k in permutations(range(kind.size), 3))
    if case.claim.kind == "order":
        return Truth(not circle, not found)
    return Truth(circle, not found)


def shown(case: Case) -> Truth:
    """Whether what a seat sees tells it: any two positions that look the same to it."""
    world, secret = case.world, case.claim.secret
    assert secret is not None
    seen: dict[object, object] = {}
    there = False
    every = [
        c.Read(name, tuple(c.Const(0) for _ in var.dims)) for name, var in world.core.vars.items() if not var.rigid
    ]
    for setting, cells in tables(world, [case.program.assuming, secret.where, *secret.terms, *every]):
        if not case.assumed(cells):
            continue
        position = Position(world.rules)
        position.cells = cells
        for seat in range(world.meaning.layout.seats):
            where, faults = world.meaning.value(secret.where, cells, {secret.local: seat})
            if faults or not where:
                continue
            there = True
            found = [world.meaning.value(term, cells, {secret.local: seat}) for term in secret.terms]
            told = tuple(None if faults else value for value, faults in found)
            look = setting, seat, view(position, seat + 1)
            if seen.setdefault(look, told) != told:
                return Truth(False)
    return Truth(True, not there)
