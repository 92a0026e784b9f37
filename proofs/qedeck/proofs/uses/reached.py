"""What a claim can reach in a game, found by looking only: the places its terms mention, and those of play.

In: a Core and some terms; out: the places of the text that they may depend on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

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
        expr = waiting.pop()
        if isinstance(expr, c.Call) and expr.define not in found and expr.define not in left_open:
            found[expr.define] = core.defines[expr.define]
            waiting.append(core.defines[expr.define].body)
        waiting.extend(c.parts(expr))
    return list(found.values())


def mentioned(core: c.Core, terms: Iterable[c.Expr]) -> Iterator[Place]:
    """What terms speak of themselves: variables, printed attributes, lists of words."""
    sets = {domain: name for name, domain in core.domains.items() if name in core.copies}
    waiting = list(terms)
    while waiting:
        expr = waiting.pop()
        if isinstance(expr, c.Read) and expr.var in core.vars:
            var = core.vars[expr.var]
            yield Place("state", var.clause)
            yield from _words(var.type)
        elif isinstance(expr, c.Table) and not expr.name.startswith("is "):
            same = [name for domain, name in sets.items() if domain.size == len(expr.values)]
            yield from (Place("cards", name) for name in same[:1])
        waiting.extend(c.parts(expr))


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
    return found | {place for block in core.blocks for step in block.steps for place in _steps(step)}


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
    picked = {expr.var for expr in _inside(asked) if isinstance(expr, c.Read)}
    for node in core.nodes:
        if isinstance(node, c.Decision):
            for option in node.options:
                if picked & {pick.var for pick in option.picks}:
                    found.add(Place("phase", node.clause, node.span))
                    asked.append(option.guard)
        else:
            zones = [node.zone] if isinstance(node, c.ShuffleDecision) else [node.source, *(r for r, _ in node.targets)]
            if any(name in watched for ref in zones for name in _cells(core, ref.zone)):
                found.add(Place("phase", node.clause, node.span))
                asked += terms_of_node(core, node)
    return found | reached(core, asked, left_open)


def _changes(
    core: c.Core, step: c.Step, watched: Collection[str], given: tuple[c.Expr, ...]
) -> Iterator[tuple[Place, list[c.Expr]]]:
    match step:
        case c.Assign(var):
            if var in watched:
                yield Place("phase", step.clause, step.span), [*given, *terms_of_step(core, step)]
        case c.Move(source=source, target=target):
            if any(name in watched for ref in (source, target) for name in _cells(core, ref.zone)):
                yield Place("phase", step.clause, step.span), [*given, *terms_of_step(core, step)]
        case c.When(condition, then, otherwise):
            for inner in (*then, *otherwise):
                yield from _changes(core, inner, watched, (*given, condition))
        case c.Each(where=where, body=body):
            for inner in body:
                yield from _changes(core, inner, watched, given if where is None else (*given, where))
        case c.Let(value=value, body=body):
            for inner in body:
                yield from _changes(core, inner, watched, (*given, value))
        case _:
            pass


def _cells(core: c.Core, zone: str) -> list[str]:
    return [name for name in (zone, f"{zone}.card", f"{zone}.by", f"{zone}.size") if name in core.vars]


def _steps(step: c.Step) -> Iterator[Place]:
    match step:
        case c.Assign() | c.Move() | c.Check():
            yield Place("phase", step.clause, step.span)
        case c.Tell():
            yield Place("phase", step.clause)
        case c.When(_, then, otherwise):
            for inner in (*then, *otherwise):
                yield from _steps(inner)
        case c.Each(body=body) | c.Let(body=body):
            for inner in body:
                yield from _steps(inner)


def _inside(terms: Iterable[c.Expr]) -> Iterator[c.Expr]:
    waiting = list(terms)
    while waiting:
        expr = waiting.pop()
        yield expr
        waiting.extend(c.parts(expr))


def _words(kind: c.Type) -> Iterator[Place]:
    if isinstance(kind, c.Member):
        yield Place("values", kind.domain.name)
