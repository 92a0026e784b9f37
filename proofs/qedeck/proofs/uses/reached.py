"""What a claim can reach in a game, found by looking only: the places its terms mention, and those of play.

In: a Core and some terms; out: the places of the text that they may depend on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import assert_never

from qedeck.proofs.formulas.onward import terms_of, terms_of_node, terms_of_step
from qedeck.proofs.uses.cited import Place
from qedeck.spec import core as c


def rows_of(define: c.Define) -> list[tuple[c.CaseRow | None, Place]]:
    """The rows of a definition, each with its place; one that has no rows is a row itself."""
    if not isinstance(define.body, c.Cases):
        return [(None, Place("define", define.clause))]
    return [(row, Place("define", define.clause, row.span, row.name)) for row in define.body.rows]


def defines_of(core: c.Core, terms: Iterable[c.Expr], left_open: Collection[str] = ()) -> list[c.Define]:
    """The definitions that terms ask, also through others; not those that are left open."""
    found: dict[str, c.Define] = {}
    waiting = list(terms)
    while waiting:
        for name in sorted(c.calls(waiting.pop()) - found.keys() - {*left_open}):
            found[name] = core.defines[name]
            waiting.append(core.defines[name].body)
    return list(found.values())


def mentioned(core: c.Core, terms: Iterable[c.Expr]) -> Iterator[Place]:
    """What terms speak of themselves: variables, printed attributes, lists of words."""
    sets = {domain: name for name, domain in core.domains.items() if name in core.copies}
    for expr in c.subterms(*terms):
        if isinstance(expr, c.Read) and expr.var in core.vars:
            var = core.vars[expr.var]
            yield Place("state", var.clause)
            yield from _words(var.type)
        elif isinstance(expr, c.Table) and not expr.name.startswith("is "):
            same = [name for domain, name in sets.items() if domain.size == len(expr.values)]
            yield from (Place("cards", name) for name in same[:1])


def reached(core: c.Core, terms: Iterable[c.Expr], left_open: Collection[str] = ()) -> set[Place]:
    """All that terms may depend on in one position."""
    terms = list(terms)
    found = set(mentioned(core, terms))
    for define in defines_of(core, terms, left_open):
        found |= {place for _, place in rows_of(define)} | set(_words(define.type))
        found |= set(mentioned(core, [define.body]))
    return found


def everything(core: c.Core, terms: Iterable[c.Expr]) -> set[Place]:
    """All that terms may depend on in a whole play: every step of it."""
    asked = [*terms, *core.constraints, *(expr for node in core.nodes for expr in terms_of_node(core, node))]
    found = reached(core, [*asked, *terms_of(core, core.blocks), *(var.init for var in core.vars.values())])
    found |= {Place("ending", ending.name) for ending in core.endings} | in_the_box(core, core.copies)
    found |= {Place("phase", node.clause, node.span) for node in core.nodes}
    steps = (step for block in core.blocks for step in c.substeps(block.steps))
    return found | {place for place in map(place_of, steps) if place is not None}


def in_the_box(core: c.Core, sets: Iterable[str]) -> set[Place]:
    """The cards of some sets, and what is left out of them."""
    families = {(name, family) for name in sets for family in core.families[name]}
    found = {Place("cards", name, None, family) for name, family in families}
    return found | {Place("leave out", str(core.players), None, family) for _, family in families}


def touching(core: c.Core, watched: Collection[str], left_open: Collection[str]) -> set[Place]:
    """The steps that change what is watched, the choices they carry out, and what all of those ask."""
    found: set[Place] = set()
    asked: list[c.Expr] = []
    for block in core.blocks:
        for step in block.steps:
            for place, terms in _changes(core, step, watched, ()):
                found.add(place)
                asked += terms
    picked = c.reads(*asked)
    for node in core.nodes:
        for option in c.options_of(node):
            if picked & {pick.var for pick in option.picks}:
                found.add(Place("phase", node.clause, node.span))
                asked.append(option.guard)
        if not c.cells_at(core, *c.refs_at(node)).isdisjoint(watched):
            found.add(Place("phase", node.clause, node.span))
            asked += terms_of_node(core, node)
    return found | reached(core, asked, left_open)


def _changes(
    core: c.Core, step: c.Step, watched: Collection[str], given: tuple[c.Expr, ...]
) -> Iterator[tuple[Place, list[c.Expr]]]:
    place = place_of(step)
    if place is not None and not c.writes(core, (step,)).isdisjoint(watched):
        yield place, [*given, *terms_of_step(core, step)]
    for body in c.bodies(step):
        for inner in body:
            yield from _changes(core, inner, watched, (*given, *c.own_terms(step)))


def place_of(step: c.Step) -> Place | None:
    """Where a step stands that does something itself."""
    match step:
        case c.Assign() | c.Move() | c.Check():
            return Place("phase", step.clause, step.span)
        case c.Tell():
            return Place("phase", step.clause)
        case c.When() | c.Each() | c.Let():
            return None
        case _:
            assert_never(step)


def _words(kind: c.Type) -> Iterator[Place]:
    if isinstance(kind, c.Member):
        yield Place("values", kind.domain.name)
