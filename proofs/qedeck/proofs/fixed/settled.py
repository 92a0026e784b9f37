"""What a property fixes: the values that its settings, and with them the limits of the rulebook, leave no choice about.

In: a property at one player count; out: the same property of a game in which these values are constants. Nothing is
taken from what is merely assumed for play: a value counts as fixed only if no other is allowed here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

from qedeck.interpreter.layout import type_range
from qedeck.interpreter.recent import Recent
from qedeck.proofs.fixed.folding import Folding, unmoved
from qedeck.proofs.fixed.terms import YES, Terms
from qedeck.proofs.formulas.positions import visible
from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.beside import COMPARED
from qedeck.spec.checker.terms import both
from qedeck.spec.properties import Claim, PropertyProgram, Secret

WHOLE = frozenset({"clauses", "order", "cycle", "can_win", "same", "each_phase", *COMPARED})
"""Kinds of claims about what is written, as it is written; or that come with a game of their own."""
PLAYS = frozenset(
    {
        "always",
        "never",
        "each_choice",
        "some_choice",
        "reachable",
        "endings_reachable",
        "never_stuck",
        "never_undefined",
        "deal",
        "ends",
        "ends_within",
        "endings_complete",
        "hidden",
        *t.TELLING,
    }
)
"""Kinds of claims that speak only of what play comes to: what no step changes is as it was at first."""
ROUNDS = 6
"""What one value fixes may fix others, so many times over."""


Value: TypeAlias = "tuple[tuple[str, int], bool | int]"
"""A cell, and what it is."""


_SETTLED = Recent[tuple[c.Core, PropertyProgram]](8)
"""With the game as it is written: the claims of a property, and several engines, ask for the same."""


def settled(program: PropertyProgram, claim: Claim) -> PropertyProgram:
    """The property with what it fixes put into the rules; itself, if it fixes nothing."""
    if claim.kind in WHOLE:
        return program
    # Two ways to read something are compared: neither is the only one.
    left_open = frozenset(claim.names) if claim.kind.startswith("readings") else frozenset[str]()
    in_play = claim.kind in PLAYS
    known = _SETTLED.known(program, left_open, in_play)
    if known is None:
        made = program.core, _settle(program, left_open, in_play)
        known = _SETTLED.keep(made, program, left_open, in_play)
    return known[1]


def as_written(core: c.Core) -> c.Core:
    """The game as it stands in the text, for a game in which something is fixed."""
    return next((written for _, (written, made) in _SETTLED if made.core is core), core)


def fixed(program: PropertyProgram, left_open: frozenset[str] = frozenset()) -> dict[tuple[str, int], bool | int]:
    """Cells of parameters and readings that have one value only, wherever the property says something."""
    core = program.core
    rigid = {name for name, var in core.vars.items() if var.rigid}
    # What is assumed of a position says nothing of the rules.
    said = [part for part in _all_of(program.assuming) if visible(core, [part]) <= rigid]
    known: dict[tuple[str, int], bool | int] = {}
    for _ in range(ROUNDS):
        terms = Terms(core, known)
        found = [pair for limit in (*said, *core.constraints) for pair in _values(terms, limit)]
        more = {cell: value for cell, value in found if cell[0] in rigid - left_open and cell not in known}
        if not more:
            break
        known |= more
    return known


def _settle(program: PropertyProgram, left_open: frozenset[str], in_play: bool) -> PropertyProgram:
    known = fixed(program, left_open)
    folding = Folding(program.core, known)
    if program.assuming == YES and not folding.shorter():
        # Where nothing is settled and nothing falls away, the rules are asked as they are written.
        return program
    for _ in range(ROUNDS if in_play else 0):
        more = unmoved(folding.core())
        if more.keys() <= known.keys():
            break
        known |= more
        folding = Folding(program.core, known)
    term = folding.term
    claims = tuple(
        replace(claim, term=None if claim.term is None else term(claim.term), secret=_secret(folding, claim.secret))
        for claim in program.claims
    )
    assuming, grounds = term(program.assuming), tuple(map(term, program.grounds))
    if not in_play:
        # Whoever looks at a few values only must still see what the settled ones leave of the rulebook's limits.
        names = {name for name, _ in known}
        near = (limit for limit in program.core.constraints if visible(program.core, [limit]) & names)
        assuming = both(assuming, *map(term, near))
    core = folding.core([*(term for claim in claims for term in claim.terms), assuming, *grounds])
    return replace(program, core=core, assuming=assuming, claims=claims, grounds=grounds)


def _secret(folding: Folding, secret: Secret | None) -> Secret | None:
    if secret is None:
        return None
    until = None if secret.until is None else folding.term(secret.until)
    terms = tuple(map(folding.term, secret.terms))
    return replace(secret, terms=terms, where=folding.term(secret.where), until=until)


def _all_of(expr: c.Expr) -> Iterator[c.Expr]:
    """The parts of a conjunction."""
    if isinstance(expr, c.Op) and expr.op == "and":
        for part in expr.args:
            yield from _all_of(part)
    else:
        yield expr


def _values(terms: Terms, limit: c.Expr, scope: dict[str, c.Const] | None = None) -> Iterator[Value]:
    """Cells that can only have one value where this holds."""
    scope = scope or {}
    match limit:
        case c.Op("and", args):
            for arg in args:
                yield from _values(terms, arg, scope)
            return
        case c.Fold("all", local, low, high, where, body):
            for number in range(low, high):
                inner = {**scope, local: c.Const(number)}
                if where is None or terms.term(where, inner) == YES:
                    yield from _values(terms, body, inner)
            return
        case _:
            pass
    said = terms.term(limit, scope)
    match said:
        case c.Op("and", args) if said != limit:
            for arg in args:
                yield from _values(terms, arg)
        case c.Read():
            yield from _value(terms, said, True)
        case c.Op("not", (c.Read() as read,)):
            yield from _value(terms, read, False)
        case c.Op("eq", (c.Read() as read, c.Const(value))) | c.Op("eq", (c.Const(value), c.Read() as read)):
            yield from _value(terms, read, value)
        case _:
            pass


def _value(terms: Terms, read: c.Read, value: bool | int) -> Iterator[Value]:
    layout, flat = terms.layout, 0
    if isinstance(value, bool) is not layout.yes_no[read.var]:
        return
    for part, size in zip(read.index, layout.sizes[read.var], strict=True):
        if not isinstance(part, c.Const) or not 0 <= part.value < size:
            return
        flat = flat * size + int(part.value)
    low, high = type_range(terms.core.vars[read.var].type)
    if low <= value <= high:
        yield (read.var, flat), value
