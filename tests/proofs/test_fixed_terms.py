"""Terms with what is fixed put in: small ones that were once put in wrongly."""

from __future__ import annotations

import pytest

from qedeck.interpreter.concrete import CONCRETE
from qedeck.interpreter.meaning import Meaning
from qedeck.proofs.fixed.folding import Folding
from qedeck.spec import core as c

from .games import COUNTDOWN, program

CORE = program(COUNTDOWN, "always pool is at least 0", 2).core
YES, NO, MEMBER = c.Const(True), c.Const(False), c.Local("member")


def among(expr: c.Expr) -> c.Expr:
    """The number of members, of two, of which this is so."""
    return c.Fold("sum", "member", 0, 2, c.Op("eq", (expr, MEMBER)), c.Const(1))


@pytest.mark.parametrize(
    "undefined",
    [
        c.Need(NO, MEMBER, "Q600"),
        c.Find("first", "other", 0, 2, c.Op("lt", (c.Local("other"), c.Op("sub", (MEMBER, c.Const(2)))))),
        c.Cases((c.CaseRow("never", NO, MEMBER),), None),
    ],
    ids=["need", "find", "cases"],
)
def test_what_is_never_defined_does_not_speak_of_members_that_are_written_out(undefined: c.Expr) -> None:
    asked = among(undefined)
    folding = Folding(CORE, {})
    simple = folding.term(asked)
    written, fixed = Meaning(CORE, CONCRETE), Meaning(folding.core([simple]), CONCRETE)
    cells, _ = written.initial()
    assert written.value(asked, cells)[1]
    assert fixed.value(simple, cells)[1]
