"""Cases whose rows exclude each other become one chain of branches: once a row applies, no other is asked.

That is allowed where no guard can be undefined and no two can hold. Where it cannot be seen, every
guard is asked, as the meaning says.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from qedeck.engine import ir
from qedeck.engine.values import NO, Code, Each
from qedeck.interpreter.expressions import RULES
from qedeck.spec import core as c

if TYPE_CHECKING:
    from qedeck.engine.hands import Staged

MOST_ROWS = 24


def cases(m: Staged, expr: c.Cases, guard: Code) -> Code:
    found = _apart(m, expr, guard)
    if found is None:
        worth: Code = RULES[c.Cases](m, expr, guard)
        return worth
    covered, reachable = found

    def row(place: int) -> Code:
        if place == len(reachable):
            if expr.default is not None:
                return m.value(expr.default, guard)
            m.undefined(m.yes, "Q502", expr.span)
            nothing: Code = m.nothing_for(expr)
            return nothing
        here = reachable[place]
        if covered and place == len(reachable) - 1:
            return m.value(here.value, guard)
        applies = m.value(here.guard, guard)
        return m.stage.branch(applies, lambda: m.value(here.value, guard), lambda: row(place + 1))

    return row(0)


def _apart(m: Staged, expr: c.Cases, guard: Code) -> tuple[bool, list[c.CaseRow]] | None:
    """Whether one row always applies, and the rows that can; None if two may, or one may be undefined."""
    stage = m.stage
    if not 1 < len(expr.rows) <= MOST_ROWS:
        return None
    stale = stage.stale
    with stage.inside(None) as tried:
        guards = [m.value(row.guard, guard) for row in expr.rows]
        some = NO
        plain = not any(isinstance(applies, Each) for applies in guards)
        alone = plain and all(stage.known(m.algebra.and_(one, two)) is False for one, two in combinations(guards, 2))
        if alone:
            for applies in guards:
                some = m.algebra.or_(some, applies)
        covered = stage.known(some) is True
    stage.stale = stale
    if not alone or any(ir.escapes(tried)):
        return None
    return covered, [row for row, applies in zip(expr.rows, guards, strict=True) if stage.known(applies) is not False]
