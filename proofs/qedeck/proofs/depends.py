"""What an answer depends on: of a game, only what a claim can reach.

In: a property at one player count and one of its claims; out: the same property over a smaller Core,
and a key that is the same wherever that is the same. Questions are asked of the smaller Core, so nothing
outside it can matter. Places in files, titles, citations and examples are no part of the key.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256

from qedeck.proofs.formulas.arguments import parts_of
from qedeck.spec import core as c
from qedeck.spec.properties import Claim, PropertyProgram
from qedeck.spec.source import NOWHERE

POSITIONS = frozenset(
    {"any_position", "some_position", "any_two", "some_two", "order", "cycle", "can_win", "same", "clauses", "shown"}
)
"""Kinds of claims that speak of positions, whether or not play leads there."""


def of_positions(program: PropertyProgram, claim: Claim) -> bool:
    """Whether a claim is about positions only; otherwise the whole course of the game counts."""
    return claim.kind in POSITIONS


def slice_(program: PropertyProgram, claim: Claim) -> PropertyProgram:
    """The property up to this claim, over the part of the game that it reaches."""
    if of_positions(program, claim):
        return _position(replace(program, claims=(claim,), grounds=()), claim)
    # What a property claims before may help to prove what it claims after.
    return _course(replace(program, claims=program.claims[: program.claims.index(claim) + 1]), claim)


def key(program: PropertyProgram, claim: Claim) -> str:
    """The same text for two questions only if nothing that the answer depends on differs."""
    cut = slice_(program, claim)
    core = cut.core
    state = (core.vars, core.zones, core.families, core.copies, core.constraints, core.defines)
    course = (core.endings, core.blocks, core.nodes, core.start)
    head = (core.name, core.players, core.moderated, core.domains["player"])
    claims = tuple(
        replace(
            one,
            beside=one.beside and replace(one.beside, clauses={}),
            over=one.over and replace(one.over, core=replace(one.over.core, clauses={})),
        )
        for one in cut.claims
    )
    nameless = replace(cut, name="", title=None, cites=(), span=NOWHERE, core=None, claims=claims)  # type: ignore[arg-type]
    # Places in files take no part in the text of a term.
    return sha256(repr((head, nameless, _in_order(state), course)).encode()).hexdigest()


def _in_order(tables: tuple[object, ...]) -> tuple[object, ...]:
    """Tables by name, so that the order of clauses in a file does not matter."""
    return tuple(sorted(table.items()) if isinstance(table, dict) else table for table in tables)


# ---- claims about positions ------------------------------------------------------------------------


def _position(program: PropertyProgram, claim: Claim) -> PropertyProgram:
    # Who sees what matters only where it is asked what somebody sees.
    core = program.core if claim.kind == "shown" else c.unwatched(program.core)
    reached = _Reached(core)
    reached.add([*claim.terms, program.assuming, *(term for copies in core.copies.values() for term in copies)])
    if claim.kind == "clauses":
        reached.add([c.Call(name, ()) for name, define in core.defines.items() if isinstance(define.body, c.Cases)])
    reached.add([c.Call(define.name, ()) for name in claim.names for define in parts_of(core, name)])
    reached.add([c.Read(name) for name in claim.names if name in core.vars])
    reached.close(positions=True)
    cut = replace(
        core,
        vars={name: var for name, var in core.vars.items() if name in reached.vars},
        zones={name: zone for name, zone in core.zones.items() if name in reached.zones},
        defines={name: define for name, define in core.defines.items() if name in reached.defines},
        constraints=tuple(limit for limit in core.constraints if reached.touches(limit)),
        endings=(),
        blocks=(c.Block((), c.Finish()),),
        nodes=(),
        start=0,
    )
    return replace(program, core=cut)


# ---- claims about play -----------------------------------------------------------------------------


def _course(program: PropertyProgram, claim: Claim) -> PropertyProgram:
    """Everything but definitions that nobody asks."""
    core = program.core
    reached = _Reached(core)
    reached.add([term for one in program.claims for term in one.terms])
    reached.add([*program.grounds, program.assuming, *c.terms_of_core(core)])
    # Readings that are compared without a name are compared in every definition.
    whole = claim.kind.startswith("readings") and len(claim.names) < 2
    asked = list(core.defines) if whole else [d.name for name in claim.names for d in parts_of(core, name)]
    reached.add([c.Call(name, ()) for name in asked])
    reached.close(positions=False)
    defines = {name: define for name, define in core.defines.items() if name in reached.defines}
    return replace(program, core=replace(core, defines=defines))


_ASKS: dict[int, tuple[c.Expr, frozenset[str], frozenset[str]]] = {}
"""What terms ask by themselves: every question of a game looks at the same ones."""
MOST_TERMS = 100_000


def _asks(term: c.Expr) -> tuple[frozenset[str], frozenset[str]]:
    """The variables that a term reads, and the definitions that it calls, itself."""
    kept = _ASKS.get(id(term))
    if kept is None:
        if len(_ASKS) >= MOST_TERMS:
            _ASKS.clear()
        inside = list(c.subterms(term))
        read = frozenset(one.var for one in inside if isinstance(one, c.Read))
        # The term is kept alive, so its identity stays its own.
        kept = _ASKS[id(term)] = term, read, frozenset(one.define for one in inside if isinstance(one, c.Call))
    return kept[1], kept[2]


class _Reached:
    """What some terms can see, directly and through definitions, first values and the laws of the table."""

    def __init__(self, core: c.Core) -> None:
        self.core = core
        self.vars: set[str] = set()
        self.defines: set[str] = set()
        self.zones: set[str] = set()

    def add(self, terms: Iterable[c.Expr]) -> None:
        """These terms, and all that their definitions ask."""
        waiting = list(terms)
        while waiting:
            read, called = _asks(waiting.pop())
            self.vars |= read
            waiting += [self.core.defines[name].body for name in called - self.defines]
            self.defines |= called

    def close(self, positions: bool) -> None:
        """Go on until nothing more is reached."""
        size = -1
        while positions and size != len(self.vars) + len(self.defines) + len(self.zones):
            size = len(self.vars) + len(self.defines) + len(self.zones)
            self._places()
            self._zones()
            self.add([limit for limit in self.core.constraints if self.touches(limit)])
            self.add([self.core.vars[name].init for name in self.vars])
            self.add([self.core.vars[name].sight for name in self.vars if self.core.vars[name].sight not in c.PLAIN])

    def touches(self, limit: c.Expr) -> bool:
        """Whether a constraint speaks of something that is reached."""
        alone = _Reached(self.core)
        alone.add([limit])
        return bool(alone.vars & self.vars) or not alone.vars

    def _places(self) -> None:
        """A definition about the places of a row is asked where a card lies."""
        kinds = [kind for name in self.defines for _, kind in self.core.defines[name].params]
        for zone in self.core.zones.values():
            if zone.places is not None and zone.places in kinds:
                self.vars.update(c.cells_of(zone))

    def _zones(self) -> None:
        """A card lies in one place: whoever sees one zone of a set of cards must know of the others."""
        core = self.core
        sets = {zone.cards.name for zone in core.zones.values() if self.vars.intersection(c.cells_of(zone))}
        for zone in core.zones.values():
            if zone.cards.name in sets:
                self.zones.add(zone.name)
                self.vars.update(c.cells_of(zone))
