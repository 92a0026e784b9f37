"""Claims about cards that are not in the game with so many players: true whatever else they say.

In: a claim that may be true; out: the cards for whose absence it is, if a part of it could as well say the opposite.
`never seer is in trick` says just that there is no seer; `never seer is in trick and trick is empty` says nothing more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from qedeck.interpreter.meaning import Meaning
from qedeck.proofs.formulas.lemma import holds
from qedeck.proofs.formulas.positions import Position, any_position
from qedeck.proofs.formulas.solver import ask
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Z3, Number, Truth, term
from qedeck.spec import core as c
from qedeck.spec.properties import Claim, PropertyProgram

KINDS = frozenset({"always", "never", "each_choice", "any_position", "any_two"})
TWO = frozenset({"each_choice", "any_two"})
Missing = dict[str, list[int]]
"""For each set, the faces of which there is no copy."""


def missing(core: c.Core) -> Missing:
    none = c.Const(0)
    every = {name: [face for face, copies in enumerate(row) if copies == none] for name, row in core.copies.items()}
    return {name: faces for name, faces in every.items() if faces}


def speaks_of_none(program: PropertyProgram, claim: Claim, seconds: float) -> str:
    """The missing cards that a claim is only about; nothing if it says anything of others."""
    core, gone = program.core, missing(program.core)
    if claim.kind not in KINDS or claim.term is None or not gone:
        return ""
    names = _named(core, gone, (claim.term, program.assuming))
    if not names:
        return ""

    def sure(said: c.Expr, gone: Missing) -> bool:
        return _sure(program, replace(claim, term=said), gone, seconds)

    turned = _turned(claim.term, claim.kind != "never")
    if not sure(claim.term, gone) or not any(sure(said, gone) and not sure(said, {}) for said in turned):
        return ""
    return f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'} not in the game with so many players"


def _sure(program: PropertyProgram, claim: Claim, gone: Missing, seconds: float) -> bool:
    """Whether it is so wherever cards lie, as many as you like of each, but none of those that are missing."""
    assert claim.term is not None
    core, meaning = program.core, Meaning[Truth, Number](program.core, SYMBOLIC)
    terms = claim.term, program.assuming
    here = any_position(meaning, terms, box=False)
    there = any_position(meaning, terms, "other ", here, box=False) if claim.kind in TWO else None
    beside = there.cells if there else None
    known = [fact for at in (here, there) if at for fact in (*at.known, *_none_of(core, gone, at))]
    known.append(term(holds(meaning, program.assuming, here.cells, beside)))
    said = holds(meaning, claim.term, here.cells, beside)
    broken = said if claim.kind == "never" else SYMBOLIC.not_(said)
    return ask(known, term(broken), seconds).verdict == "unsat"


def _none_of(core: c.Core, gone: Missing, at: Position) -> Iterator[Z3]:
    for zone in core.zones.values():
        if at.seen.isdisjoint(c.cells_of(zone)):
            continue
        for face in gone.get(zone.cards.name, ()):
            if zone.kind == "pile":
                yield from (term(SYMBOLIC.eq(count, 0)) for count in at.cells[zone.name][face :: zone.cards.size])
            else:
                yield from (term(SYMBOLIC.not_(SYMBOLIC.eq(card, face))) for card in at.cells[c.card_of(zone.name)])


def _named(core: c.Core, gone: Missing, terms: tuple[c.Expr, ...]) -> list[str]:
    """The missing cards that the terms may ask for by name, or by family."""
    inner = list(c.subterms(*terms))
    faces = {expr.value for expr in inner if isinstance(expr, c.Const) and not isinstance(expr.value, bool)}
    families = [expr.values for expr in inner if isinstance(expr, c.Table)]
    return [
        core.domains[name].members[face]
        for name, absent in gone.items()
        for face in absent
        if face in faces or any(len(row) == core.domains[name].size and row[face] is True for row in families)
    ]


def _turned(said: c.Expr, wanted: bool) -> Iterator[c.Expr]:
    """What is wanted to come to this, with one of its parts against it, whatever the position: each part in turn."""
    match said:
        case c.Op("not", (one,)):
            yield from (replace(said, args=(part,)) for part in _turned(one, not wanted))
        case c.Op("implies", (condition, then)):
            yield from (replace(said, args=(part, then)) for part in _turned(condition, not wanted))
            yield from (replace(said, args=(condition, part)) for part in _turned(then, wanted))
        case c.Op("and" | "or", args):
            for place, one in enumerate(args):
                for part in _turned(one, wanted):
                    yield replace(said, args=(*args[:place], part, *args[place + 1 :]))
        case c.Fold("all" | "any", body=body):
            yield from (replace(said, body=part) for part in _turned(body, wanted))
        case _:
            yield c.Const(not wanted)
