"""Writing a function: statements in order, and what is known at the place where the pen is.

What has been worked out is not worked out again: pure operations as long as the pen is in their
block, loads until somebody stores there. Where a condition was tested, it is known.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from typing import TYPE_CHECKING

from qedeck.engine import ir
from qedeck.engine.pen import Pen
from qedeck.engine.scope import Scope
from qedeck.engine.values import Code, Each, NotAtOnce, same

if TYPE_CHECKING:
    from collections.abc import Iterator


CHEAP = 8
"""So many statements without effect are better done than jumped over."""
STOPPING = ("divide", "remain", "div", "mod", "add wide", "sub wide", "mul wide")
"""Operations that stop the program where they cannot be done."""


class Stage(Pen):
    """One function being written."""

    # ---- blocks -----------------------------------------------------------------------------------

    @contextmanager
    def inside(self, condition: Code | None, holds: bool = True, barrier: bool = False) -> Iterator[list[ir.Statement]]:
        """A block of its own, in which a condition holds."""
        outer, around = self.block, self.scope
        self.block, self.scope = [], Scope(around, barrier)
        key = None
        if condition is not None:
            if isinstance(condition.atom, str):
                key = condition.atom, holds
                scope: Scope | None = around
                while scope is not None and not barrier:
                    if key in scope.saved:
                        self.borrow(scope.saved[key])
                        break
                    scope = None if scope.barrier else scope.parent
            self.assume(condition, holds)
        try:
            yield self.block
        finally:
            if key is not None:
                around.saved[key] = self.scope
            self.block, self.scope = outer, around

    def branch(self, condition: Code, then: Callable[[], Code], otherwise: Callable[[], Code]) -> Code:
        """One of two values, worked out only where it is wanted."""
        known = self.known(condition)
        if known is not None:
            return then() if known else otherwise()
        if isinstance(condition, Each):
            return self._for_each(condition, then, otherwise)
        before = self.stale
        with self.inside(condition) as first:
            one = then()
            inner = self.scope
        stale, self.stale = self.stale, before
        with self.inside(condition, False) as second:
            two = otherwise()
            other = self.scope
        self.stale = self.stale or stale
        if _idle(first, inner) and _idle(second, other):
            self.block += [*first, *second]
            for scope in (inner, other):
                self.share(scope)
            return self.select(condition, one, two)
        if same(one, two):
            result = one
        elif isinstance(one, Each) or isinstance(two, Each):
            result = self.sets(first, one, second, two)
        else:
            name = self.fresh("r")
            first.append(ir.Set(name, one.atom))
            second.append(ir.Set(name, two.atom))
            low, high = min(one.low, two.low), max(one.high, two.high)
            result = self.named(name, low, high, one.truth)
            if one.truth:
                result = self.gated(result, condition, one, two)
        self.emit(ir.If(condition.atom, first, second))
        return result

    def _for_each(self, condition: Each, then: Callable[[], Code], otherwise: Callable[[], Code]) -> Code:
        """Both, and for each member the right one."""
        assert self.lanes is not None
        self.doubt += 1
        one, two = then(), otherwise()
        self.doubt -= 1
        choose = self.lanes.choose if one.truth else self.lanes.ite
        return one if same(one, two) else choose(condition, one, two)

    def sets(self, first: list[ir.Statement], one: Code, second: list[ir.Statement], two: Code) -> Code:
        """A set that comes out of two branches."""
        assert self.lanes is not None
        name = self.fresh("r")
        self.function.wide.add(name)
        for block, value in ((first, one), (second, two)):
            if not value.truth:
                raise NotAtOnce
            atom = value.atom
            if isinstance(atom, int) and not isinstance(value, Each):
                atom = self.lanes.full if atom else 0
            elif not isinstance(value, Each):
                spread = self.fresh()
                self.function.wide.add(spread)
                block.append(ir.Let(spread, "spread", (value.atom, self.lanes.full)))
                atom = spread
            block.append(ir.Set(name, atom))
        return self.lanes.truth(self.named(name, 0, 0))

    def share(self, scope: Scope, every: bool = False) -> None:
        """What was worked out in a block that is no block any more; not what holds only under its condition."""
        self.scope.found.update({key: value for key, value in scope.found.items() if every or key[0] != "value"})
        for region, keys in scope.readers.items():
            self.scope.readers.setdefault(region, set()).update(keys)


def _idle(block: list[ir.Statement], scope: Scope) -> bool:
    """Short, without effect, and harmless anywhere.

    What an earlier block lends may never have been worked out where the condition does not hold: nothing is
    looked up there.
    """
    # Besides what was worked out, it is lent which clauses were marked.
    codes = (value for value in scope.lent.values() if isinstance(value, Code))
    lent: set[ir.Atom] = {value.atom for value in codes if isinstance(value.atom, str)}
    for statement in block:
        match statement:
            case ir.Let(name, op, args) if op not in STOPPING:
                if not lent.isdisjoint(args):
                    lent.add(name)
            case ir.Load(safe=True, index=index) if index not in lent:
                pass
            case _:
                return False
    return len(block) <= CHEAP
