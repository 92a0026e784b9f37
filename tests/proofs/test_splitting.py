"""Hard questions in parts: together they are the whole, and no value is forgotten."""

from __future__ import annotations

import pytest
import z3

from qedeck.proofs.formulas import solver
from qedeck.proofs.formulas.solver import DEEPEST, _Parts
from qedeck.proofs.formulas.splitting import alternatives, most_asked, splits
from qedeck.proofs.formulas.swap import Swap

X, Y, Z = z3.Ints("x y z")
BOUNDS = [z3.And(X >= 0, X <= 4), Y >= 0, Y <= 100]


def equal(one: z3.ExprRef, other: z3.ExprRef) -> bool:
    asked = z3.Solver()
    asked.add(one != other)
    return bool(asked.check() == z3.unsat)


@pytest.mark.parametrize("many", [1, 7, 59, 200])
@pytest.mark.parametrize("negated", [False, True])
def test_the_alternatives_are_the_whole(many: int, negated: bool) -> None:
    rows = [k == X for k in range(many)]
    truth = z3.Not(z3.And([z3.Not(row) for row in rows])) if negated else z3.Or(rows)
    parts = alternatives(truth)
    assert len(parts) <= 60 and equal(z3.Or(parts), truth)
    assert not equal(z3.Or([*parts[1:], z3.BoolVal(False)]), truth)


def test_the_unknown_with_few_values_is_split_by() -> None:
    wanted = z3.Or(X + Y > 3, X * 2 == Z, Y == Z)
    unknown = most_asked(BOUNDS, wanted)
    assert unknown is not None and unknown.symbol.eq(X) and (unknown.low, unknown.high) == (0, 4)
    assert most_asked([X >= 0], wanted) is None, "a bound on one side is none"


def test_the_cases_are_the_whole() -> None:
    wanted = z3.And(X * 3 == Y, Y > 2)
    known = [*BOUNDS, X != 2]
    cases = [z3.And(*here, asked) for here, asked in splits(known, wanted)]
    assert equal(z3.Or(cases), z3.And(*known, wanted))
    assert not equal(z3.Or(cases[:-1]), z3.And(*known, wanted))


@pytest.mark.parametrize("wanted, verdict", [(X * X == 16, "sat"), (X * X == 25, "unsat"), (X * X == 5, "unsat")])
def test_asked_in_parts(wanted: z3.ExprRef, verdict: str) -> None:
    found = _Parts(solver.time.monotonic() + 10).ask(BOUNDS, wanted, DEEPEST)
    assert found.verdict == verdict
    if verdict == "sat":
        assert found.model.eval(X).as_long() == 4


def test_a_swap_is_a_substitution() -> None:
    pairs = [(X, Y + 1), (Y, z3.IntVal(3))]
    truth = z3.And(X > Y, X + Z == Y)
    assert Swap(pairs)(truth).eq(z3.substitute(truth, *pairs))
    assert Swap([])(truth).eq(truth) and not Swap([]) and Swap(pairs)
