"""Stage 2 to 3, properties: what a designer claims becomes terms over Core, ready to be decided."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.anatomy import Part, anatomy
from qedeck.spec.beside import COMPARED, beside
from qedeck.spec.checker.elaborate import default_readings, elaborate, workshop
from qedeck.spec.checker.expressions import Expressions
from qedeck.spec.checker.terms import both
from qedeck.spec.checker.values import Env
from qedeck.spec.diagnostic import Report
from qedeck.spec.over_phases import Over, assumed, over_phase
from qedeck.spec.source import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class Claim:
    """One line of a property: its kind (as in tree.Claim), its term, the names it speaks of."""

    kind: str
    term: c.Expr | None
    names: tuple[str, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)
    secret: Secret | None = None
    beside: c.Core | None = None
    """The game that this one is compared with."""
    over: Over | None = None
    """Of a claim over a phase: the game with the claim written into it."""

    @property
    def terms(self) -> tuple[c.Expr, ...]:
        """Every term of it."""
        own = () if self.term is None else (self.term,)
        if self.secret is None:
            return own
        until = () if self.secret.until is None else (self.secret.until,)
        return *own, *self.secret.terms, self.secret.where, *until


@dataclass(frozen=True, slots=True)
class Secret:
    """What shall be hidden: for each player, over this local, for whom `where` holds, until `until` does.

    Or what shall be shown to them, or what they can tell, where `where` holds; then there is no `until`.
    """

    local: str
    terms: tuple[c.Expr, ...]
    """The values that make it up: of a zone, how many of each card or the card at each place."""
    where: c.Expr
    until: c.Expr | None


@dataclass(frozen=True, slots=True)
class PropertyProgram:
    """A property at one player count: the game as its settings make it, and what is claimed of it."""

    name: str
    title: str | None
    cites: tuple[str, ...]
    core: c.Core
    assuming: c.Expr
    claims: tuple[Claim, ...]
    span: Span
    default_readings: bool = False
    """Claimed of the default readings only: `assuming` says so too."""
    refuted: bool = False
    """Known to fail: then a refutation is what is expected."""
    grounds: tuple[c.Expr, ...] = ()
    """What the properties that it follows from claim to hold always, in their order: to be proved before it is used."""


def property_counts(game: t.Game, prop: t.Property) -> range:
    """The player counts a property speaks of."""
    if prop.counts is None:
        return range(game.low, game.high + 1)
    return range(max(game.low, prop.counts.low), min(game.high, prop.counts.high) + 1)


def property_program(clauses: tuple[t.Clause, ...], prop: t.Property, players: int) -> PropertyProgram | None:
    """A checked property at this player count; None if the game has errors."""
    report = _report_of(clauses)
    core = elaborate(clauses, players, report, prop.settings)
    shop = workshop(clauses, players, report, prop.settings)
    if core is None or shop is None:
        return None
    exprs = shop.state.exprs
    exprs.comparing = exprs.claiming = True
    assuming = assumed(prop, core, exprs)
    claims = []
    for claim in prop.claims:
        term, secret, other, over = None, None, None, None
        if claim.kind in ("ends", "ends_within"):
            term = exprs.number(claim.body, Env()) if claim.body is not None else None
        elif claim.kind in t.SIGHTED:
            secret = _secret(claim, exprs)
        elif claim.kind in COMPARED:
            other = beside(clauses, prop, claim, players, report)
        elif claim.kind == "each_phase":
            over = over_phase(clauses, prop, claim, players, report)
        elif claim.body is not None:
            term = exprs.condition(claim.body, Env())
        claims.append(Claim(claim.kind, term, tuple(w.text for w in claim.names), claim.span, secret, other, over))
    if report.failed:
        return None
    return PropertyProgram(
        prop.name.text,
        prop.title,
        tuple(w.text for w in prop.cites),
        core,
        assuming,
        tuple(claims),
        prop.span,
        prop.default_readings,
        prop.refuted,
        tuple(exprs.condition(claim.body, Env()) for claim in _grounds(clauses, prop) if claim.body is not None),
    )


def read_by_default(program: PropertyProgram) -> PropertyProgram:
    """The same property claimed of the default readings only."""
    assuming = both(program.assuming, *default_readings(program.core))
    return replace(program, assuming=assuming, default_readings=True)


def claim_anatomy(clauses: tuple[t.Clause, ...], prop: t.Property, place: int, players: int) -> Part | None:
    """What one claim of a sound property says of a position, or of two, taken apart; None if it says nothing such."""
    claim = prop.claims[place]
    if claim.kind not in CONDITIONS or claim.body is None:
        return None
    shop = workshop(clauses, players, _report_of(clauses), prop.settings)
    if shop is None:
        return None
    exprs = shop.state.exprs
    exprs.comparing = exprs.claiming = True
    return anatomy(exprs, claim.body, Env())


CONDITIONS = frozenset(
    {
        "always", "never", "reachable", "each_choice", "some_choice",
        "any_position", "some_position", "any_two", "some_two",
    }
)  # fmt: skip
"""Kinds of claims that are a condition."""


def _grounds(clauses: tuple[t.Clause, ...], prop: t.Property) -> Iterator[t.Claim]:
    """The claims above that may help, each after those that it follows from itself."""
    named = {clause.name.text: clause for clause in clauses if isinstance(clause, t.Property)}
    found: dict[str, t.Property] = {}

    def follow(one: t.Property) -> None:
        for word in one.follows:
            if word.text not in found:
                follow(named[word.text])
                found[word.text] = named[word.text]

    follow(prop)
    return (claim for one in found.values() for claim in one.claims if claim.kind == "always")


_REPORTS: list[tuple[tuple[t.Clause, ...], Report]] = []
"""The games asked about last, with what was made of them: their properties share all but their claims."""


def _report_of(clauses: tuple[t.Clause, ...]) -> Report:
    for known, report in _REPORTS:
        if known is clauses:
            return report
    _REPORTS[:] = [(clauses, Report()), *_REPORTS[:1]]
    return _REPORTS[0][1]


def _secret(claim: t.Claim, exprs: Expressions) -> Secret | None:
    """`hidden aside from player q where … until …`, `shown trick to player q where …`.

    In terms of the cells that make up what is hidden or shown.
    """
    assert claim.bind is not None and claim.body is not None
    bound = exprs.open(claim.bind, Env())
    if bound is None:
        return None
    value = exprs.check(claim.body, bound.env, None)
    terms: tuple[c.Expr, ...] = tuple(part.term for part in value.parts) or (value.term,)
    if value.zone is not None and value.zone.place is None:
        zone = exprs.zones[value.zone.zone]
        whose = value.zone.index
        cells = zone.cards if zone.kind == "pile" else zone.places
        assert cells is not None
        name = c.faces_of(zone)
        terms = tuple(c.Read(name, (*whose, c.Const(place))) for place in range(cells.size))
    until = None if claim.until is None else exprs.condition(claim.until, bound.env)
    return Secret(bound.local, terms, both(bound.where, exprs.condition(claim.where, bound.env)), until)
