"""Two terms in the same position: do they come out alike, undefined or not?

In: pairs of calls that should agree, each with when it can be asked; out: a Verdict.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells
from qedeck.proofs.formulas.arguments import answer, any_numbers, fits, told_call
from qedeck.proofs.formulas.lay_out import lay_out
from qedeck.proofs.formulas.lemma import Replay, Shown, either, holds, undefined
from qedeck.proofs.formulas.positions import Position
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Z3, Number, Truth, term
from qedeck.proofs.formulas.symbols import cells_in, worth
from qedeck.spec import core as c

Side = Callable[[Cells], Cells]
"""How a position is seen from one of the two sides: with a reading set one way, for instance."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A question put in two ways."""

    one: c.Call
    other: c.Call
    when: c.Expr


@dataclass(frozen=True, slots=True)
class Comparison:
    """Questions put to two sides of one position; the sides have names that a designer knows."""

    core: c.Core
    here: Position
    pairs: tuple[Pair, ...]
    assuming: c.Expr
    sides: tuple[Side, Side]
    names: tuple[str, str]

    def known(self, meaning: Meaning[Truth, Number]) -> list[Z3]:
        numbers = [any_numbers(self.core, pair.one) for pair in self.pairs]
        limits = [limit for mine in numbers for _, limits in mine.values() for limit in limits]
        return [*self.here.known, *dict.fromkeys(limits), term(holds(meaning, self.assuming, self.here.cells))]

    def parting(self, meaning: Meaning[Truth, Number]) -> Z3:
        """Some question gets two answers, or an answer on one side only."""
        first, second = (side(self.here.cells) for side in self.sides)
        moment = meaning.look(first)
        found: list[Truth] = []
        for pair in self.pairs:
            numbers = self._numbers(pair)
            value, faults = meaning.value(pair.one, first, numbers)
            other, faults_too = meaning.value(pair.other, second, numbers)
            open_, open_too = undefined(faults), undefined(faults_too)
            said = SYMBOLIC.not_(SYMBOLIC.or_(open_, open_too))
            unlike = SYMBOLIC.and_(said, SYMBOLIC.not_(moment.same(value, other)))
            parts = SYMBOLIC.or_(unlike, SYMBOLIC.not_(SYMBOLIC.iff(open_, open_too)))
            found.append(SYMBOLIC.and_(holds(meaning, pair.when, self.here.cells), parts))
        return term(either(found))

    def _numbers(self, pair: Pair) -> dict[str, Number]:
        return {name: number for name, (number, _) in any_numbers(self.core, pair.one).items()}

    def replay(self) -> Replay:
        """The same position laid out for both sides: what each of them says."""

        def again(model: Z3) -> Shown | None:
            cells = cells_in(model, self.here.cells)
            if not fits(self.core, (self.assuming,), cells):
                return None
            meaning = Meaning(self.core, CONCRETE)
            for pair in self.pairs:
                numbers = {name: int(worth(model, number)) for name, number in self._numbers(pair).items()}
                said = meaning.value(pair.one, self.sides[0](cells), numbers)
                otherwise = meaning.value(pair.other, self.sides[1](cells), numbers)
                # Two ways to be undefined are alike: nobody at the table gets an answer.
                alike = bool(otherwise[1]) if said[1] else not otherwise[1] and said[0] == otherwise[0]
                if not alike and fits(self.core, (pair.when,), cells):
                    kind = self.core.defines[pair.one.define].type
                    ways = f"{self.names[0]}: {answer(kind, *said)}; {self.names[1]}: {answer(kind, *otherwise)}"
                    what = told_call(self.core, pair.one, cells, numbers)
                    return Shown(f"{what}: {ways}", tuple(lay_out(self.core, cells, self.here.seen)))
            return None

        return again


def terms(pairs: Iterable[Pair]) -> list[c.Expr]:
    """Everything that is asked."""
    return [expr for pair in pairs for expr in (pair.one, pair.other, pair.when)]
