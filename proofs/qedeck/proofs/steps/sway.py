"""What a reading can sway at all: from the text of the game alone, without a solver.

In: a Core and a variable; out: every variable whose value may come to depend on it, and the places
that may become undefined because of it. A variable that is not swayed goes its way whatever the
reading is, as long as nothing at those places is undefined.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import assert_never

from qedeck.interpreter.layout import layout_of
from qedeck.spec import core as c
from qedeck.spec.source import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class Sway:
    """How far it goes; not `known`: it decides who plays, who sees what or where play goes."""

    vars: frozenset[str]
    known: bool
    places: frozenset[Span]
    """Where something may become undefined because of it."""
    asked: frozenset[str]
    """The clauses of the definitions that are asked there, which may be undefined themselves."""


def sway(core: c.Core, source: str) -> Sway:
    """Everything that a variable may reach: values, cards, and whether a step can be taken."""
    return _Spread(core, source).run()


class _Spread:
    def __init__(self, core: c.Core, source: str) -> None:
        self.core, self.layout = core, layout_of(core)
        self.swayed = {source}
        self.places: set[Span] = set()
        self.asked: dict[str, str] = {}
        """The definitions that are asked, each with its clause."""

    def run(self) -> Sway:
        before = -1
        while before < len(self.swayed):
            before = len(self.swayed)
            self._first_values()
            for block in self.core.blocks:
                self._steps(block.steps, frozenset(), False)
        turns = [term for block in self.core.blocks for term in c.terms_of_exit(block.exit)]
        asked = [term for node in self.core.nodes for term in c.terms_of_node(node)]
        # Which cards are dealt depends on which cards there are; whether there is room for them, on where they go.
        dealt = c.cells_at(self.core, *(ref for node in self.core.nodes for ref in c.refs_at(node)))
        ends = [term for ending in self.core.endings for term in (ending.condition, ending.winner)]
        ends += c.sights_of(self.core)
        known = not self._reads([*turns, *asked, *ends]) and not dealt & self.swayed
        return Sway(frozenset(self.swayed), known, frozenset(self.places), frozenset(self.asked.values()))

    def _first_values(self) -> None:
        for name, var in self.core.vars.items():
            if not var.rigid and self._reads([var.init]):
                self._risk([var.init], changed={name})

    def _reads(self, terms: Iterable[c.Expr], locals_: frozenset[str] = frozenset()) -> bool:
        terms = list(terms)
        return bool(self.layout.seen_by(terms) & self.swayed) or any(c.free(term) & locals_ for term in terms)

    def _steps(self, steps: Iterable[c.Step], locals_: frozenset[str], under: bool) -> None:
        """`locals_`: those that are swayed; `under`: whether these steps happen is swayed."""
        for step in steps:
            match step:
                case c.Assign(var, index, value):
                    if under or self._reads([*index, value], locals_):
                        self._risk([*index, value], step.span, {var})
                case c.Move():
                    self._move(step, locals_, under)
                case c.Tell(_, values, audience):
                    # What is shown changes nothing, but showing what there is not ends the game.
                    self._turns([*(value for value, _ in values), audience], locals_, under)
                case c.Check(condition):
                    if under or self._reads([condition], locals_):
                        self._risk([condition], step.span)
                case c.When(condition, then, otherwise):
                    self._steps((*then, *otherwise), locals_, self._turns([condition], locals_, under))
                case c.Each(_, _, _, where, body):
                    inner = under if where is None else self._turns([where], locals_, under)
                    self._steps(body, locals_, inner)
                case c.Let(local, value, body):
                    self._turns([value], locals_, under)
                    more = {local} if self._reads([value], locals_) else set()
                    self._steps(body, (locals_ - {local}) | more, under)
                case _:
                    assert_never(step)

    def _turns(self, terms: list[c.Expr], locals_: frozenset[str], under: bool) -> bool:
        """Whether what is asked here is swayed, or whether it is asked at all."""
        swayed = under or self._reads(terms, locals_)
        if swayed:
            self._risk(terms)
        return swayed

    def _move(self, step: c.Move, locals_: frozenset[str], under: bool) -> None:
        source, target = c.cells_at(self.core, step.source), c.cells_at(self.core, step.target)
        asked = c.own_terms(step)
        if under or self._reads(asked, locals_) or source & self.swayed:
            self._risk(asked, step.span, source | target)
        elif target & self.swayed:
            # The cards come whatever lies there, unless there is no room.
            self._risk(asked, step.span)

    def _risk(self, terms: Iterable[c.Expr], span: Span = NOWHERE, changed: Iterable[str] = ()) -> None:
        """A step, or what is asked of these terms, may be undefined; `changed`: it changes these."""
        self.swayed.update(changed)
        self.places.add(span)
        waiting = list(terms)
        while waiting:
            term = waiting.pop()
            self.places.update(c.spans(term))
            if isinstance(term, c.Call) and term.define not in self.asked:
                define = self.core.defines[term.define]
                self.asked[define.name] = define.clause
                waiting.append(define.body)
            waiting += c.parts(term)
