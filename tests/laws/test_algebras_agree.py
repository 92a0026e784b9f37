"""The law of one meaning: over symbols, and then told the state, it says what the reference says."""

from __future__ import annotations

import pytest
import z3
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from qedeck.proofs.formulas.symbolic import SYMBOLIC, Number, Symbolic, Truth, number, term

from .agreement import QUIET, different_answer, different_play, different_result, examples
from .positions import Position, positions, questions

OPERATIONS = ("eq", "lt", "le", "add", "sub", "mul", "div", "mod", "minimum", "maximum")
SMALL = st.integers(-7, 7)
WIDTH = st.integers(0, 3)


@examples(1000)
@given(st.sampled_from(OPERATIONS), SMALL, SMALL, st.tuples(WIDTH, WIDTH, WIDTH, WIDTH))
def test_operations_agree(op: str, left: int, right: int, widths: tuple[int, ...]) -> None:
    assert different_result(SYMBOLIC, op, left, right, widths) == ""


@examples(120)
@given(questions())
def test_answers_agree(position: Position) -> None:
    assert different_answer(position, SYMBOLIC) == ""


@examples(150)
@given(positions())
def test_plays_agree(position: Position) -> None:
    assert different_play(position, SYMBOLIC) == ""


# ---- the law has teeth: differences planted in the algebra, each of which it must find ----------------


class TruncatingDivision(Symbolic):
    """Rounds towards 0, as many languages do."""

    def div(self, left: Number, right: Number, /) -> Number:
        (low, high), (least, most) = self.range_of(left), self.range_of(right)
        bound = max(map(abs, (low, high, least, most)))
        size = self.maximum(left, self.sub(0, left)), self.maximum(right, self.sub(0, right))
        turned = term(left) * term(right) < 0
        quotient = term(super().div(*size))
        return number(z3.If(turned, -quotient, quotient), -bound, bound)


class LessOrEqual(Symbolic):
    """Takes equal for less."""

    def lt(self, left: Number, right: Number, /) -> Truth:
        return self.not_(super().lt(right, left))

    def le(self, left: Number, right: Number, /) -> Truth:
        return self.lt(left, right)


class ForgetsElse(Symbolic):
    """Merges by keeping the first branch."""

    def ite(self, condition: Truth, then: Number, otherwise: Number, /) -> Number:
        return then


class EuclideanRemainder(Symbolic):
    """Z3's own remainder, never negative."""

    def mod(self, left: Number, right: Number, /) -> Number:
        least, most = self.range_of(right)
        return number(term(left) % term(right), 0, max(abs(least), abs(most)))


ONCE = settings(QUIET, max_examples=2000, derandomize=True, phases=[Phase.generate])


@pytest.mark.parametrize("wrong", [TruncatingDivision, EuclideanRemainder, LessOrEqual])
def test_planted_difference_is_found_in_operations(wrong: type[Symbolic]) -> None:
    anything = st.tuples(st.sampled_from(OPERATIONS), SMALL, SMALL, st.tuples(WIDTH, WIDTH, WIDTH, WIDTH))
    assert find(anything, lambda operation: different_result(wrong(), *operation) != "", settings=ONCE)


@pytest.mark.parametrize("wrong", [TruncatingDivision, LessOrEqual, ForgetsElse])
def test_planted_difference_is_found_in_answers(wrong: type[Symbolic]) -> None:
    assert find(questions(), lambda position: different_answer(position, wrong()) != "", settings=ONCE)


@pytest.mark.parametrize("wrong", [LessOrEqual, ForgetsElse])
def test_planted_difference_is_found_in_plays(wrong: type[Symbolic]) -> None:
    assert find(positions(), lambda position: different_play(position, wrong()) != "", settings=ONCE)
