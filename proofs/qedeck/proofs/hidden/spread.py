"""Which cells may differ once two plays have parted.

In: two plays; out: for each stage, the cells that may differ there, noted with the plays. A difference spreads from
the choice in which the plays part, step by step; what the seat sees is the same as long as nothing was shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from typing import Any

import z3

from qedeck.proofs.formulas.lemma import either
from qedeck.proofs.formulas.solver import ask
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Z3, Truth, term
from qedeck.proofs.hidden.legs import END, Cell, Leg, Stage
from qedeck.proofs.hidden.looks import differs
from qedeck.proofs.hidden.two_plays import TwoPlays, defined, goes, over, secret_apart

QUICK = 2.0
"""Seconds for one question; what is not answered may differ."""

Unlike = dict[Cell, Truth]
"""Cells, and when they are not the same in two plays."""
Sieve = Callable[[Stage, bool, tuple[Leg, Leg], list[Z3], Unlike], Unlike]
"""Which cells may differ after a step: from which stage, whether plays part in it, its legs and what is known."""


class Spread:
    """How differences spread."""

    def __init__(self, plays: TwoPlays) -> None:
        self.plays = plays

    def note(self, exact: bool) -> None:
        """Two plays differ by one choice alone, so choices that never come to touch the secret are left out."""
        matter = [stage for stage in self.plays.stages.reached() if self._matters(stage)]
        for _ in self._flow(matter, self._exactly if exact else self._roughly):
            pass

    def _matters(self, origin: Stage) -> bool:
        """Whether the secret may come to differ, before anything is seen, by a choice that is made here unseen."""
        for one, other, known in self._flow([origin], self._elsewhere):
            apart = secret_apart(one, other)
            if SYMBOLIC.known(apart) is False:
                continue
            made = [*known, *goes(one), *goes(other)]
            if ask([*self.plays.known, *made], term(apart), self.plays.left(QUICK)).verdict != "unsat":
                return True
        return False

    def _elsewhere(self, *step: Any) -> Unlike:
        """Without the cells of the secret itself: whoever looks for the first step in which it differs finds that."""
        return {cell: truth for cell, truth in self._roughly(*step).items() if cell not in self._own}

    @cached_property
    def _own(self) -> frozenset[Cell]:
        cells, secret = self.plays.stages.cells, self.plays.secret
        values = (self.plays.meaning.value(expr, cells, {secret.local: self.plays.seat})[0] for expr in secret.terms)
        named = {value.get_id(): value for value in map(term, values)}
        return frozenset(
            (name, place)
            for name, row in cells.items()
            for place, cell in enumerate(row)
            if term(cell).get_id() in named
        )

    def _flow(self, origins: Sequence[Stage], sieve: Sieve) -> Iterator[tuple[Leg, Leg, list[Z3]]]:
        """Note for each stage which cells may differ there once plays have parted; the steps that were looked at."""
        self.plays.apart = {stage: {} for stage in (*self.plays.stages.reached(), END)}
        waiting: dict[Stage, None] = {}
        for stage in origins:
            for one, other, known, _ in self.plays.parting(stage):
                yield one, other, known
                if self._grow(one, other, partial(sieve, stage, True, (one, other), known)):
                    waiting[one.to] = None
        while waiting:
            stage = next(iter(waiting))
            del waiting[stage]
            for one, other, known in self.plays.going_on(stage):
                yield one, other, known
                if self._grow(one, other, partial(sieve, stage, False, (one, other), known)):
                    waiting[one.to] = None

    def _grow(self, one: Leg, other: Leg, sieve: Callable[[Unlike], Unlike]) -> bool:
        """Note which cells may differ where both plays come (those that a sieve leaves); whether any are new."""
        if one.to != other.to or one.to == END or over(one, other):
            return False
        there = self.plays.apart[one.to]
        unlike = {
            (name, place): differs(old, new)
            for name, row in one.cells.items()
            for place, (old, new) in enumerate(zip(row, other.cells[name], strict=True))
            if (name, place) not in there and not self.plays.glimpse.seen(name, place)
        }
        open_ = {cell: truth for cell, truth in unlike.items() if SYMBOLIC.known(truth) is not False}
        if open_:
            open_ = sieve(open_)
        there.update(dict.fromkeys(open_))
        return bool(open_)

    def _roughly(self, stage: Stage, parting: bool, legs: tuple[Leg, Leg], known: list[Z3], unlike: Unlike) -> Unlike:
        """Without those whose whole variable is plainly the same; where one differs anywhere, it is not asked again."""
        differ = {name for there in self.plays.apart.values() for name, _ in there}
        for name in {name for name, _ in unlike} - differ:
            mine = [truth for cell, truth in unlike.items() if cell[0] == name]
            if ask(self.plays.known, term(either(mine)), self.plays.left(QUICK)).verdict != "unsat":
                differ.add(name)
        return {cell: truth for cell, truth in unlike.items() if cell[0] in differ}

    def _exactly(self, stage: Stage, parting: bool, legs: tuple[Leg, Leg], known: list[Z3], unlike: Unlike) -> Unlike:
        """Those that can differ while nothing is seen, by all that is known."""
        helpers = self.plays.helpers(stage, parting)
        made = [truth for leg in legs for truth in (*goes(leg), *defined(leg))]
        return self._possible([*known, *helpers, *made, z3.Not(term(self.plays.shown(*legs)))], unlike)

    def _possible(self, known: list[Z3], unlike: Unlike) -> Unlike:
        """Those that can differ, as far as the solver can say."""
        found: Unlike = {}
        rest = dict(unlike)
        while rest:
            answer = ask([*self.plays.known, *known], term(either(rest.values())), self.plays.left(QUICK))
            if answer.verdict == "unsat":
                return found
            met = {
                cell: truth
                for cell, truth in rest.items()
                if answer.model is None or z3.is_true(answer.model.eval(term(truth), model_completion=True))
            }
            found |= met
            rest = {cell: truth for cell, truth in rest.items() if cell not in met}
        return found
