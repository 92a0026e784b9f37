"""A game beside another that differs a little: the game as it is written, and its mutants.

In: clauses, and what is claimed of them; out: Cores, programs and grades, made when somebody asks, and a key for each
claim that is the same for two sides where the answer cannot differ.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from qedeck.interpreter.examples_run import run_example
from qedeck.proofs.depends import key, slice_
from qedeck.proofs.mutation.watching import Watched, watched
from qedeck.proofs.portfolio import deciders
from qedeck.proofs.verdict import Grade
from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.checker.elaborate import elaborate
from qedeck.spec.diagnostic import Report
from qedeck.spec.examples import example_program
from qedeck.spec.properties import Claim, PropertyProgram, property_program


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
        self, clauses: tuple[t.Clause, ...], properties: Mapping[str, t.Property], counts: Sequence[int]
    ) -> None:
        self.clauses = clauses
        self.properties = properties
        self.counts = counts
        self._cores: dict[int, c.Core | None] = {}
        self._programs: dict[tuple[str, int], PropertyProgram] = {}
        self._keys: dict[Asked, str] = {}
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

    def key(self, asked: Asked) -> str:
        """The same for two sides if the answer cannot differ."""
        if asked not in self._keys:
            program, claim = self.program(asked), self.claim(asked)
            # Who sees what matters only where something shall be hidden.
            seen = program if claim.kind == "hidden" else replace(program, core=_open(program.core))
            self._keys[asked] = key(seen, claim)
        return self._keys[asked]

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

    def grade(self, asked: Asked, seconds: float) -> Grade:
        decide = deciders().get(self.claim(asked).kind)
        if decide is None:
            return Grade.UNKNOWN
        return decide(self.program(asked), self.claim(asked), seconds, False).grade

    def failing_example(self) -> str:
        """The first example that does not come out any more."""
        report = Report()
        for clause in self.clauses:
            if isinstance(clause, t.Example):
                program = example_program(self.clauses, clause, report)
                if program is None or not run_example(program).passed:
                    return clause.name.text
        return ""


def _open(core: c.Core) -> c.Core:
    """The game with everything face up: nothing has to be shown."""
    shown = {name: replace(var, sight="all") for name, var in core.vars.items()}
    zones = {name: replace(zone, sight="all", counted=True) for name, zone in core.zones.items()}
    blocks = tuple(replace(block, steps=_untold(block.steps)) for block in core.blocks)
    return replace(core, vars=shown, zones=zones, blocks=blocks)


def _untold(steps: tuple[c.Step, ...]) -> tuple[c.Step, ...]:
    """Steps without what is only shown."""
    found: list[c.Step] = []
    for step in steps:
        match step:
            case c.Tell():
                continue
            case c.When(_, then, otherwise):
                step = replace(step, then=_untold(then), otherwise=_untold(otherwise))
                if not step.then and not step.otherwise:
                    continue
            case c.Each(body=body) | c.Let(body=body):
                step = replace(step, body=_untold(body))
            case c.Assign() | c.Move() | c.Check():
                pass
        found.append(step)
    return tuple(found)
