"""One claim with what it assumes, over all positions of a game; and what is true of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from qedeck.interpreter.state import Cells
from qedeck.spec import core as c
from qedeck.spec.properties import Claim, PropertyProgram

from .anywhere import tables
from .world import Place, World


@dataclass(frozen=True, slots=True)
class Truth:
    """Whether a claim holds, and whether that is because there is nothing that it speaks of."""

    holds: bool | None
    vacuous: bool | None = False


@dataclass
class Case:
    """One claim with what it assumes."""

    world: World
    program: PropertyProgram
    claim: Claim

    @property
    def term(self) -> c.Expr:
        assert self.claim.term is not None
        return self.claim.term

    @cached_property
    def hollow(self) -> c.Expr:
        """What is left of the claim if it says `no` of all that it speaks of: where that holds, it claims nothing."""
        return _hollow(self.term)

    def assumed(self, cells: Cells, other: Cells | None = None) -> bool:
        return self.world.true(self.program.assuming, cells, other)

    @cached_property
    def settings(self) -> set[int]:
        """Those that fit what is assumed of the rulebook: it is fixed for a whole play."""
        world, rules = self.world, [part for part in _conjuncts(self.program.assuming) if self._of_rules(part)]
        first = [world.meaning.initial(fixed)[0] for fixed in world.settings]
        return {k for k, cells in enumerate(first) if all(world.true(part, cells) for part in rules)}

    def _of_rules(self, part: c.Expr) -> bool:
        core = self.world.core
        return all(core.vars[name].role in _RIGID for name in self.world.meaning.layout.seen_by([part]))

    @property
    def of_position(self) -> bool:
        """Whether something is assumed of the position, not of the rulebook only."""
        return not all(self._of_rules(part) for part in _conjuncts(self.program.assuming))

    @property
    def plays(self) -> Iterator[Place]:
        """Every place in plays that fit what is assumed of the rulebook."""
        return (place for place in self.world.places if place.setting in self.settings)

    @cached_property
    def positions(self) -> list[Place]:
        """Every position in which what is assumed holds."""
        return [place for place in self.plays if place.position and self.assumed(place.cells)]

    def everywhere(self, *terms: c.Expr) -> list[Cells]:
        """Every table at all in which what is assumed holds."""
        found = tables(self.world, [self.program.assuming, *terms])
        return [cells for _, cells in found if self.assumed(cells)]


_RIGID = ("parameter", "reading")


def _conjuncts(expr: c.Expr) -> Iterator[c.Expr]:
    if isinstance(expr, c.Op) and expr.op == "and":
        for part in expr.args:
            yield from _conjuncts(part)
    else:
        yield expr


def _hollow(expr: c.Expr) -> c.Expr:
    """`every X where W has E` with `no` for E: it holds where there is no such X."""
    match expr:
        case c.Fold("all", body=body):
            return replace(expr, body=_hollow(body))
        case c.Op("and", args):
            return replace(expr, args=tuple(map(_hollow, args)))
        case c.Op("implies", (condition, then)):
            return replace(expr, args=(condition, _hollow(then)))
        case _:
            return c.Const(False)
