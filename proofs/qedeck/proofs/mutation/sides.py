"""A game beside another that differs a little: the game as it is written, and its mutants.

In: clauses, and what is claimed of them; out: Cores, programs and grades, made when somebody asks, and for each claim
whether its answer may differ from that of another side.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from qedeck.interpreter.examples_run import run_example
from qedeck.proofs.answers import deciders, settling
from qedeck.proofs.depends import of_positions, slice_
from qedeck.proofs.fixed.settled import settled
from qedeck.proofs.formulas.arguments import parts_of
from qedeck.proofs.formulas.lemma import verdict
from qedeck.proofs.mutation.watching import Watched, watched
from qedeck.proofs.plays.given import given
from qedeck.proofs.plays.lasso import lasso
from qedeck.proofs.steps.claimed import shown
from qedeck.proofs.steps.induction import Aim, prove
from qedeck.proofs.verdict import Grade
from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.beside import COMPARED
from qedeck.spec.checker.elaborate import elaborate
from qedeck.spec.checker.terms import both
from qedeck.spec.diagnostic import Report
from qedeck.spec.examples import example_program
from qedeck.spec.properties import Claim, PropertyProgram, property_program, read_by_default

SIGHTED = frozenset({*t.SIGHTED, "readings_differ", "readings_agree", *COMPARED})
"""Kinds of claims for which it matters who sees what."""
BEGINS_ELSEWHERE = {"Q450", "Q451"}
"""Codes of examples that begin within a phase, at a step that a change has made another."""
FAR = 99
"""Further than any definition: a claim that has to do with a change only through play."""


class Unreadable(Exception):
    """A property makes no sense with the rules of this side."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One claim of one property at one player count."""

    property: str
    claim: int
    players: int


class Side:
    """The game as it is written, or one of its mutants: its programs, made when somebody asks."""

    def __init__(
        self,
        clauses: tuple[t.Clause, ...],
        properties: Mapping[str, t.Property],
        counts: Sequence[int],
        cores: Mapping[int, c.Core] | None = None,
    ) -> None:
        self.clauses = clauses
        self.properties = properties
        self.counts = counts
        self._cores: dict[int, c.Core | None] = dict(cores or {})
        self._programs: dict[tuple[str, int], PropertyProgram] = {}
        self._reached: dict[Asked, frozenset[tuple[str, str]]] = {}
        self._changed: dict[tuple[int, bool], frozenset[tuple[str, str]]] = {}
        self._named: dict[int, set[str]] = {}
        self._weights: dict[Asked, int] = {}
        self.complaint = ""

    @property
    def sound(self) -> bool:
        """Whether the checker takes it, with all that is claimed of it."""
        report = Report()
        for count in self.counts:
            made = elaborate(self.clauses, count, report)
            self._cores[count] = None if report.failed else made
        if report.failed:
            self.complaint = next(d.title for d in report.found if d.severity == "error")
        return not report.failed

    def core(self, players: int) -> c.Core:
        made = self._cores[players]
        assert made is not None
        return made

    def program(self, asked: Asked) -> PropertyProgram:
        at = (asked.property, asked.players)
        if at not in self._programs:
            made = property_program(self.clauses, self.properties[asked.property], asked.players)
            if made is None:
                raise Unreadable(f"{asked.property} cannot be read any more")
            self._programs[at] = made
        return self._programs[at]

    def touched(self, asked: Asked, beside: Side) -> bool:
        """Whether the answer may be another one than beside: something that it depends on there differs."""
        mine, theirs = self.program(asked), beside.program(asked)
        if (mine.claims[: asked.claim + 1], mine.assuming) != (theirs.claims[: asked.claim + 1], theirs.assuming):
            return True
        # Who sees what matters only where something shall be hidden, or readings shall be told apart.
        claim = beside.claim(asked)
        sight = claim.kind in SIGHTED and not claim.names[1:]
        changed = self._changes(beside, asked.players, sight)
        return bool(changed & beside.reached(asked))

    def far(self, asked: Asked, beside: Side) -> int:
        """How many definitions lie between a claim and the nearest thing that differs: 0 if it names that itself."""
        changed = self._named_changes(beside, asked.players)
        claim, core = beside.claim(asked), beside.core(asked.players)
        if claim.kind == "clauses":
            return 0 if changed & core.defines.keys() else FAR
        named = {define.name for name in claim.names for define in parts_of(core, name)} | _named(*claim.terms)
        seen, steps = set[str](), 0
        while named - seen:
            if named & changed:
                return steps
            seen |= named
            named = {name for define in named & core.defines.keys() for name in _named(core.defines[define].body)}
            steps += 1
        return FAR

    def _named_changes(self, beside: Side, players: int) -> set[str]:
        """What differs, by name; of what is assumed of parameters, these."""
        if players not in self._named:
            self._named[players] = self._differing(beside, players)
        return self._named[players]

    def _differing(self, beside: Side, players: int) -> set[str]:
        one, other = self.core(players), beside.core(players)
        limits = set(map(repr, one.constraints)) ^ set(map(repr, other.constraints))
        bound = _named(*(limit for limit in (*one.constraints, *other.constraints) if repr(limit) in limits))
        return {name for _, name in self._changes(beside, players, False)} | bound

    def reached(self, asked: Asked) -> frozenset[tuple[str, str]]:
        """What the answer depends on, by kind and name."""
        if asked not in self._reached:
            core = slice_(self.program(asked), self.claim(asked)).core
            tables = (("var", core.vars), ("zone", core.zones), ("define", core.defines))
            found = {(kind, name) for kind, table in tables for name in table} | {("box", "")}
            if not of_positions(self.program(asked), self.claim(asked)):
                found.add(("course", ""))
            self._reached[asked] = frozenset(found)
        return self._reached[asked]

    def _changes(self, beside: Side, players: int, sight: bool) -> frozenset[tuple[str, str]]:
        """What differs from the other side, by kind and name; `sight`: also if it only is seen by others."""
        if (players, sight) not in self._changed:
            one, other = (side.core(players) if sight else _open(side.core(players)) for side in (self, beside))
            found = set[tuple[str, str]]()
            for kind, mine, theirs in (
                ("var", one.vars, other.vars),
                ("zone", one.zones, other.zones),
                ("define", one.defines, other.defines),
            ):
                found |= {(kind, name) for name in mine.keys() | theirs.keys() if mine.get(name) != theirs.get(name)}
            boxes = [(core.domains, core.families, core.copies, core.constraints) for core in (one, other)]
            courses = [(core.endings, core.blocks, core.nodes, core.start) for core in (one, other)]
            found |= {("box", "")} if boxes[0] != boxes[1] else set()
            found |= {("course", "")} if courses[0] != courses[1] else set()
            self._changed[players, sight] = frozenset(found)
        return self._changed[players, sight]

    def claim(self, asked: Asked) -> Claim:
        return self.program(asked).claims[asked.claim]

    def weight(self, asked: Asked) -> int:
        """How much a claim has to do with: a guess at what it costs to decide."""
        if asked not in self._weights:
            cut = slice_(self.program(asked), self.claim(asked))
            twice = 2 if self.claim(asked).kind.endswith("two") else 1
            self._weights[asked] = twice * len(repr((cut.claims, cut.core.defines)))
        return self._weights[asked]

    def watched(self, asked: Asked) -> Watched | None:
        return watched(self.program(asked), asked.claim)

    def grade(self, asked: Asked, seconds: float, beside: Side | None = None) -> Grade:
        """What the prover says; of rows, only where they differ from those beside: the others are as good as there."""
        decide, program = deciders().get(self.claim(asked).kind), self.program(asked)
        if decide is None:
            return Grade.UNKNOWN
        if self.claim(asked).kind in ("hidden", "ends"):
            # What one reading gives away takes long to find: it must not look as if the change did.
            program = read_by_default(program)
        if self.claim(asked).kind == "reachable" and not program.refuted:
            # What the property fixes is put into the rules first: then less of the game can lead there.
            place = program.claims.index(self.claim(asked))
            program = settled(program, self.claim(asked))
            return _unreachable(program, program.claims[place], seconds)
        if self.claim(asked).kind == "ends" and not program.refuted:
            return _goes_round(program, self.claim(asked), seconds)
        claim = self.claim(asked)
        if of_positions(program, claim):
            program = slice_(program, claim)
        if claim.kind == "clauses" and beside is not None:
            narrow = replace(claim, names=(*claim.names, *sorted(self._named_changes(beside, asked.players))))
            program, claim = replace(program, claims=(narrow,)), narrow
        return settling(decide)(program, claim, seconds, False).grade

    def failing_example(self) -> str:
        """The first example that does not come out any more."""
        report = Report()
        for clause in self.clauses:
            if isinstance(clause, t.Example):
                program = example_program(self.clauses, clause, report)
                if program is None and {found.code for found in report.found} <= BEGINS_ELSEWHERE:
                    # It begins with a step as it is written, which is written otherwise here: it says nothing of this.
                    report.found.clear()
                elif program is None or not run_example(program).passed:
                    return clause.name.text
        return ""


def _unreachable(program: PropertyProgram, claim: Claim, seconds: float) -> Grade:
    """Refuted if no play comes there. That one does is no news, and nobody has to look for it."""
    assert claim.term is not None
    assumed = given(program.core, program.assuming)
    term = claim.term if assumed.position is None else both(assumed.position, claim.term)
    until = time.monotonic() + seconds
    said = shown(program.core, Aim(term, True), assumed.rules, seconds / 2, False)
    if not said.proved:
        said = prove(program.core, Aim(term, True), until - time.monotonic(), False, given=assumed.rules)
    return Grade.REFUTED if said.proved else Grade.UNKNOWN


def _goes_round(program: PropertyProgram, claim: Claim, seconds: float) -> Grade:
    """Refuted if a play comes back to where it was. That all plays end is no news either."""
    blank = verdict(program, claim, "random plays")
    said = lasso(program.core, given(program.core, program.assuming), blank, seconds)
    return Grade.REFUTED if said.grade is Grade.REFUTED else Grade.UNKNOWN


def _named(*terms: c.Expr) -> set[str]:
    """The variables and definitions that some terms speak of themselves."""
    found = list(c.subterms(*terms))
    return {term.var for term in found if isinstance(term, c.Read)} | c.calls(*found)


def _open(core: c.Core) -> c.Core:
    """The game with everything face up: nothing has to be shown."""
    shown = {name: replace(var, sight=c.EVERYBODY) for name, var in core.vars.items()}
    zones = {name: replace(zone, sight=c.EVERYBODY, counted=True) for name, zone in core.zones.items()}
    blocks = tuple(replace(block, steps=_untold(block.steps)) for block in core.blocks)
    return replace(core, vars=shown, zones=zones, blocks=blocks)


def _untold(steps: tuple[c.Step, ...]) -> tuple[c.Step, ...]:
    """Steps without what is only shown."""
    found = (c.with_bodies(step, _untold) for step in steps if not isinstance(step, c.Tell))
    return tuple(step for step in found if not isinstance(step, c.When) or any(c.bodies(step)))
