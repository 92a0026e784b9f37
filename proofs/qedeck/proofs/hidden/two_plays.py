"""Two plays at once: how they part, and how they go on side by side.

In: a Core, a secret and a seat; out: for each stage the pairs of legs that two plays may take, with what is known
of them. They begin to differ with a choice that the seat does not see; from there on the same choices are made in
both, and all is the same but for the cells that are noted as apart.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

import z3

from qedeck.interpreter.algebra import Value
from qedeck.interpreter.state import Cells
from qedeck.proofs.formulas.lemma import either, undefined
from qedeck.proofs.formulas.loose import Late
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Z3, Truth, term
from qedeck.proofs.hidden.glimpse import Glimpse
from qedeck.proofs.hidden.legs import END, Cell, Exchange, Fan, Leg, Stage, exchanged
from qedeck.proofs.hidden.looks import differs, heard_apart, meant, table
from qedeck.proofs.hidden.stages import stages_of
from qedeck.proofs.steps.book import book, prepared
from qedeck.proofs.steps.sure import sure
from qedeck.spec import core as c
from qedeck.spec.properties import Secret


class TwoPlays:
    """Every two plays that one seat must not tell apart."""

    def __init__(
        self,
        core: c.Core,
        secret: Secret,
        seat: int,
        given: c.Expr | None,
        until: float,
        loose: frozenset[str] = frozenset(),
    ) -> None:
        self.core = core
        self.secret = secret
        self.seat = seat
        self.until = until
        self.stages = stages_of(core, until, loose)
        self.meaning = self.stages.meaning
        self.known = [z3.And([*self.stages.promises, *self.stages.limits(given)])]
        self.glimpse = Glimpse(self.meaning, self.stages.cells, seat, meant(core, secret))
        self.apart: dict[Stage, dict[Cell, None]] = {}
        """For each stage, the cells that may differ there."""
        self._sure = sure(core)
        self._asked: dict[Stage, list[Fan]] = {}
        self._parted: dict[Stage, list[tuple[Leg, Leg, list[Z3], bool]]] = {}
        self._met: dict[Stage, tuple[frozenset[Cell], tuple[list[Z3], Exchange]]] = {}
        self._gone: dict[Stage, tuple[frozenset[Cell], list[tuple[Leg, Leg, list[Z3]]]]] = {}

    def left(self, most: float) -> float:
        left = min(most, self.until - time.monotonic())
        if left <= 0:
            raise Late
        return left

    def fans(self, stage: Stage) -> list[Fan]:
        """The ways on from a stage, each leg with when its end is the end of the secret, and what that is then."""
        if stage not in self._asked:
            self._asked[stage] = [Fan(fan.way, tuple(map(self._asking, fan.legs))) for fan in self.stages.fans(stage)]
        return self._asked[stage]

    def _asking(self, leg: Leg) -> Leg:
        more: list[Value] = [self._until(leg.cells)]
        for expr in self.secret.terms:
            value, faults = self.meaning.value(expr, leg.cells, {self.secret.local: self.seat})
            more += [value, undefined(faults)]
        return replace(leg, more=tuple(more))

    def _until(self, cells: Cells) -> Truth:
        """When it need not be hidden any longer."""
        if self.secret.until is None:
            return False
        holds, faults = self.meaning.value(self.secret.until, cells, {self.secret.local: self.seat})
        return SYMBOLIC.and_(holds, SYMBOLIC.not_(undefined(faults)))

    def parting(self, stage: Stage) -> list[tuple[Leg, Leg, list[Z3], bool]]:
        """Two choices that look the same to the seat, made in one position: every pair of legs."""
        if stage not in self._parted:
            self._parted[stage] = list(self._part(stage))
        return self._parted[stage]

    def _part(self, stage: Stage) -> Iterator[tuple[Leg, Leg, list[Z3], bool]]:
        for choice in self.glimpse.choices(stage.node, self.fans(stage)):
            for one, other in _side_by_side(choice.first, choice.second, choice.swap):
                unseen = self.glimpse.unseen(stage.node, choice, one, other)
                if unseen is not None:
                    yield one, other, [*self._still(stage), *choice.known, *unseen], choice.strict

    def _still(self, stage: Stage) -> list[Z3]:
        """What holds of one play at a stage."""
        return [cell == value for cell, value in self.stages.fixed(self.stages.still[stage])]

    def helpers(self, stage: Stage, parting: bool, facts: bool = True) -> list[Z3]:
        """What every table obeys, and helper facts or what is sure: of the position in which plays part, or of both."""
        if facts:
            made = prepared(self.core, self.until)
            found = list(made.named(stage.node).values())
        else:
            made = book(self.core, frozenset(), None, self.until, helped=False)
            found = [made.truth(fact) for fact in self._sure.get(stage.node, ())]
        found += made.named_laws().values()
        return found if parting else [*found, *exchanged(found, self.before(stage)[1])]

    def going_on(self, stage: Stage) -> list[tuple[Leg, Leg, list[Z3]]]:
        """The same choice made in two plays that differ already: every pair of legs."""
        apart = frozenset(self.apart[stage])
        if stage not in self._gone or self._gone[stage][0] != apart:
            self._gone[stage] = apart, list(self._go_on(stage)) if apart else []
        return self._gone[stage][1]

    def _go_on(self, stage: Stage) -> Iterator[tuple[Leg, Leg, list[Z3]]]:
        known, swap = self.before(stage)
        for fan in self.fans(stage):
            for one, other in _side_by_side(fan, fan, swap):
                yield one, other, [*known, *fan.way.promises]

    def before(self, stage: Stage) -> tuple[list[Z3], Exchange]:
        """What is known of two plays that have come to a stage, and how the second one is made of the first."""
        apart = frozenset(self.apart[stage])
        if stage not in self._met or self._met[stage][0] != apart:
            self._met[stage] = apart, self._two(stage)
        return self._met[stage][1]

    def _two(self, stage: Stage) -> tuple[list[Z3], Exchange]:
        cells = self.stages.cells
        swap = []
        for name, place in self.apart[stage].keys() - self.stages.still[stage].keys():
            if not isinstance(cells[name][place], bool | int):
                symbol = term(cells[name][place])
                swap.append((symbol, z3.Const(f"{symbol.decl().name()} too", symbol.sort())))
        known: list[Z3] = [*self._still(stage), *exchanged(self.stages.promises, swap)]
        here = table(self.meaning, self.seat, cells)
        alike = [differs(old, new) for old, new in zip(here, exchanged(here, swap), strict=True)]
        known += [z3.Not(term(truth)) for truth in alike if SYMBOLIC.known(truth) is None]
        done = self._until(cells)
        known += [z3.Not(term(side)) for side in (done, *exchanged([done], swap))]
        return known, swap

    def shown(self, one: Leg, other: Leg) -> Truth:
        """When the seat sees a difference after both have taken their step; another decision may always show."""
        if one.to != other.to:
            return True
        sides = [table(self.meaning, self.seat, leg.cells) for leg in (one, other)]
        if one.to == END:
            sides[0] += [*one.cells["ended"], *one.cells["winner"]]
            sides[1] += [*other.cells["ended"], *other.cells["winner"]]
        looks = [differs(old, new) for old, new in zip(*sides, strict=True)]
        return either([*looks, heard_apart(self.seat, one.tellings, other.tellings)])


def _side_by_side(first: Fan, second: Fan, swap: Exchange) -> Iterator[tuple[Leg, Leg]]:
    """Every leg beside every leg of the other play, but for two that fork where nothing differs."""
    for leg in second.legs:
        other = leg.swapped(swap)
        forks_alike = first is second and SYMBOLIC.known(differs(leg.taken, other.taken)) is False
        for one in first.legs:
            if one is leg or not forks_alike:
                yield one, other


def goes(leg: Leg) -> list[Z3]:
    """The step is made, and after it it must still be hidden."""
    return [term(leg.taken), term(leg.legal), z3.Not(term(leg.more[0]))]


def defined(leg: Leg) -> list[Z3]:
    """Nothing on the way is undefined."""
    return [z3.Not(term(fault)) for fault in leg.faults]


def over(one: Leg, other: Leg) -> bool:
    """Whether it surely need not be hidden any longer after these."""
    return any(SYMBOLIC.known(leg.more[0]) is True for leg in (one, other))


def secret_apart(one: Leg, other: Leg) -> Truth:
    return either(differs(old, new) for old, new in zip(one.more[1:], other.more[1:], strict=True))
