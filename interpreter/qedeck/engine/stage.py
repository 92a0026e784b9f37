"""Writing a function: statements in order, and what is known at the place where the pen is.

What has been worked out is not worked out again: pure operations as long as the pen is in their
block, loads until somebody stores there. Where a condition was tested, it is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING, Any

from qedeck.engine import ir
from qedeck.engine.values import NO, YES, Code, Each, NotAtOnce, combine, constant, formula_of, negate, settled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from qedeck.engine.lanes import Lanes

CHEAP = 8
"""So many statements without effect are better done than jumped over."""


class Scope:
    """What is known in one block; the blocks around it are its parents."""

    __slots__ = ("barrier", "facts", "found", "parent", "ranges", "readers", "saved")

    def __init__(self, parent: Scope | None, barrier: bool = False) -> None:
        self.parent = parent
        self.barrier = barrier
        """The block is repeated: what was read before it may have changed."""
        self.found: dict[Any, Any] = {}
        self.readers: dict[str, set[Any]] = {}
        self.facts: dict[str, bool] = {}
        self.ranges: dict[str, tuple[int, int]] = {}
        self.saved: dict[tuple[str, bool], Scope] = {}
        """What was found in earlier blocks under the same condition."""

    def forget(self, region: str) -> None:
        for key in self.readers.pop(region, ()):
            self.found.pop(key, None)
        for saved in self.saved.values():
            saved.forget(region)


class Stage:
    """One function being written."""

    def __init__(self, function: ir.Function, kept: frozenset[str] = frozenset()) -> None:
        self.function = function
        self.kept = kept
        """The variables that memoised definitions read."""
        self.block: list[ir.Statement] = function.body
        self.scope = Scope(None)
        self.origin: dict[str, tuple[str, tuple[Code, ...]]] = {}
        """For each name, the operation that gave it."""
        self.base: dict[str, tuple[int, int]] = {}
        """For each number, its bounds wherever it is used."""
        self.stale = True
        """What memoised definitions were worth may have changed."""
        self.lanes: Lanes | None = None
        """Who is asked at once."""
        self.doubt = 0
        """How many conditions around the pen differ between those who are asked at once."""
        self._numbers = count(1)

    # ---- names ------------------------------------------------------------------------------

    def fresh(self, prefix: str = "t") -> str:
        return f"{prefix}{next(self._numbers)}"

    def named(self, name: str, low: int, high: int, truth: bool = False) -> Code:
        self.base[name] = low, high
        return Code(name, low, high, truth)

    def emit(self, statement: ir.Statement) -> None:
        self.block.append(statement)

    # ---- what is known ------------------------------------------------------------------------

    def lookup(self, key: Any, reads: bool = False) -> Any:
        scope: Scope | None = self.scope
        while scope is not None:
            if key in scope.found:
                return scope.found[key]
            if reads and scope.barrier:
                return None
            scope = scope.parent
        return None

    def keep(self, key: Any, value: Any, reads: Iterable[str] = ()) -> None:
        self.scope.found[key] = value
        for region in reads:
            self.scope.readers.setdefault(region, set()).add(key)

    def changed(self, region: str) -> None:
        scope: Scope | None = self.scope
        while scope is not None:
            scope.forget(region)
            scope = scope.parent

    def fact(self, name: str) -> bool | None:
        scope: Scope | None = self.scope
        while scope is not None:
            if name in scope.facts:
                return scope.facts[name]
            scope = scope.parent
        return None

    def bounds(self, value: Code) -> tuple[int, int]:
        low, high = value.low, value.high
        if isinstance(value.atom, str):
            scope: Scope | None = self.scope
            while scope is not None:
                if value.atom in scope.ranges:
                    least, most = scope.ranges[value.atom]
                    low, high = max(low, least), min(high, most)
                scope = scope.parent
        return low, high

    def known(self, value: Code) -> bool | None:
        if isinstance(value, Each):
            return None
        if isinstance(value.atom, int):
            return bool(value.atom)
        fact = self.fact(value.atom)
        if fact is not None:
            return fact
        if value.among is not None:
            name, mask = value.among
            base, top = self.base[name]
            low, high = self.bounds(Code(name, base, top))
            there = ((1 << high - low + 1) - 1) << low - base if high >= low else 0
            if not mask & there:
                return False
            if mask & there == there:
                return True
        if value.formula is not None:
            facts = {name: fact for name in value.formula[0] if (fact := self.fact(name)) is not None}
            if facts:
                return settled(value.formula, facts)
        return None

    def assume(self, value: Code, holds: bool) -> None:
        """From here on in this block it is so."""
        if isinstance(value.atom, int):
            return
        self.scope.facts[value.atom] = holds
        if self.base.get(value.atom) == (0, 1):
            self.scope.ranges[value.atom] = (1, 1) if holds else (0, 0)
        if value.among is not None:
            name, mask = value.among
            base, top = self.base[name]
            if not holds:
                mask ^= (1 << top - base + 1) - 1
            if mask:
                self.narrow(Code(name, base, top), base + (mask & -mask).bit_length() - 1, base + mask.bit_length() - 1)
        op, args = self.origin.get(value.atom, ("", ()))
        match op:
            case "not":
                self.assume(args[0], not holds)
            case "and" if holds:
                self.assume(args[0], True)
                self.assume(args[1], True)
            case "or" if not holds:
                self.assume(args[0], False)
                self.assume(args[1], False)
            case "lt" | "le":
                one, two = args if holds else (args[1], args[0])
                gap = 1 if (op == "lt") == holds else 0
                self.narrow(one, None, self.bounds(two)[1] - gap)
                self.narrow(two, self.bounds(one)[0] + gap, None)
            case "eq" if holds:
                for one, two in (args, args[::-1]):
                    self.narrow(one, *self.bounds(two))

    def narrow(self, value: Code, low: int | None, high: int | None) -> None:
        if isinstance(value.atom, int):
            return
        least, most = self.bounds(value)
        narrowed = least if low is None else max(low, least), most if high is None else min(high, most)
        if narrowed[0] <= narrowed[1]:
            self.scope.ranges[value.atom] = narrowed

    # ---- pure operations ------------------------------------------------------------------------

    def pure(self, op: str, args: Sequence[Code], low: int, high: int, truth: bool = False, **more: Any) -> Code:
        """An operation whose result lies in these bounds wherever it is asked for."""
        key = (op, *(arg.atom for arg in args))
        found: Code | None = self.lookup(key)
        if found is None:
            if any(isinstance(arg, Each) and arg.values is not None for arg in args):
                raise NotAtOnce
            constant(low), constant(high)
            name = self.fresh()
            self.emit(ir.Let(name, op, tuple(arg.atom for arg in args)))
            self.origin[name] = op, tuple(args)
            self.base[name] = low, high
            found = Code(name, low, high, truth, **more)
            self.keep(key, found)
        return found

    def number(self, op: str, args: Sequence[Code], bounds: Callable[..., tuple[int, int]]) -> Code:
        """A number with its bounds: those that hold anywhere, and the narrower ones that hold here."""
        found = self.pure(op, args, *bounds(*((arg.low, arg.high) for arg in args)))
        self.narrow(found, *bounds(*map(self.bounds, args)))
        return found

    def load(self, region: ir.Region, index: Code, low: int, high: int, truth: bool = False) -> Code:
        key = ("load", region.name, index.atom)
        found: Code | None = self.lookup(key, reads=True)
        if found is None:
            least, most = (index.atom, index.atom) if isinstance(index.atom, int) else self.base[index.atom]
            name = self.fresh()
            if region.bits:
                self.function.wide.add(name)
            self.emit(ir.Load(name, region, index.atom, 0 <= least and most < region.count))
            found = self.named(name, low, high, truth)
            self.keep(key, found, (region.name,))
        return found

    def store(self, region: ir.Region, index: Code, value: Code) -> None:
        self.changed(region.name)
        self.emit(ir.Store(region, index.atom, value.atom))
        self.keep(("load", region.name, index.atom), value, (region.name,))
        if region.kind == "state":
            self.function.pure = False
            self.stale = self.stale or region.name in self.kept

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
                        before = scope.saved[key]
                        self.scope.found.update(before.found)
                        for region, keys in before.readers.items():
                            self.scope.readers.setdefault(region, set()).update(keys)
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
        if _idle(first) and _idle(second):
            self.block += [*first, *second]
            for scope in (inner, other):
                self.share(scope)
            return self.select(condition, one, two)
        if one.atom == two.atom:
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
                result = self._gated(result, condition, one, two)
        self.emit(ir.If(condition.atom, first, second))
        return result

    def _for_each(self, condition: Each, then: Callable[[], Code], otherwise: Callable[[], Code]) -> Code:
        """Both, and for each member the right one."""
        assert self.lanes is not None
        self.doubt += 1
        one, two = then(), otherwise()
        self.doubt -= 1
        choose = self.lanes.choose if one.truth else self.lanes.ite
        return one if one.atom == two.atom else choose(condition, one, two)

    def sets(self, first: list[ir.Statement], one: Code, second: list[ir.Statement], two: Code) -> Code:
        """A set that comes out of two branches."""
        assert self.lanes is not None
        name = self.fresh("r")
        self.function.wide.add(name)
        for block, value in ((first, one), (second, two)):
            if not value.truth:
                raise NotAtOnce
            atom = value.atom
            if not isinstance(value, Each):
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

    def _gated(self, result: Code, condition: Code, one: Code, two: Code) -> Code:
        """A yes or no that comes out of two branches, as a combination of what it is made of."""
        assert isinstance(result.atom, str)
        test = formula_of(condition)
        formula = combine("or", combine("and", test, formula_of(one)), combine("and", negate(test), formula_of(two)))
        if two.atom == 0:
            self.origin[result.atom] = "and", (condition, one)
        elif one.atom == 1:
            self.origin[result.atom] = "or", (condition, two)
        return Code(result.atom, 0, 1, True, formula)

    def select(self, condition: Code, one: Code, two: Code) -> Code:
        if one.atom == two.atom:
            return one
        if isinstance(one, Each) or isinstance(two, Each):
            assert self.lanes is not None
            return self.lanes.choose(condition, one, two) if one.truth else self.lanes.ite(condition, one, two)
        known = self.known(condition)
        if known is not None:
            return one if known else two
        if one.truth:
            if one.atom == 1 and two.atom == 0:
                return condition
            if two.atom == 0:
                return self.connect("and", condition, one)
            if one.atom == 1:
                return self.connect("or", condition, two)
            if one.atom == 0 and two.atom == 1:
                return self.negation(condition)
        low, high = min(one.low, two.low), max(one.high, two.high)
        result = self.pure("select", (condition, one, two), low, high, one.truth)
        if one.truth:
            return self._gated(result, condition, one, two)
        (least, most), (low, high) = self.bounds(one), self.bounds(two)
        self.narrow(result, min(least, low), max(most, high))
        return result

    # ---- yes and no -----------------------------------------------------------------------------

    def negation(self, value: Code) -> Code:
        known = self.known(value)
        if known is not None:
            return NO if known else YES
        assert isinstance(value.atom, str)
        op, args = self.origin.get(value.atom, ("", ()))
        if op == "not":
            return args[0]
        among = None
        if value.among is not None:
            base, top = self.base[value.among[0]]
            among = value.among[0], value.among[1] ^ ((1 << top - base + 1) - 1)
        return self.pure("not", (value,), 0, 1, True, formula=negate(formula_of(value)), among=among)

    def connect(self, op: str, left: Code, right: Code) -> Code:
        """and, or."""
        decisive = op == "or"
        for one, two in ((left, right), (right, left)):
            known = self.known(one)
            if known is not None:
                return (YES if decisive else NO) if known == decisive else two
        if left.atom == right.atom:
            return left
        among = None
        if left.among is not None and right.among is not None and left.among[0] == right.among[0]:
            (name, one_mask), (_, two_mask) = left.among, right.among
            mask = one_mask & two_mask if op == "and" else one_mask | two_mask
            base, top = self.base[name]
            if mask in (0, (1 << top - base + 1) - 1):
                return YES if mask else NO
            among = name, mask
        formula = combine(op, formula_of(left), formula_of(right))
        if formula is not None:
            if formula[1] in (0, (1 << (1 << len(formula[0]))) - 1):
                return YES if formula[1] else NO
            for side in (left, right):
                if formula == formula_of(side):
                    return side
        if str(left.atom) > str(right.atom):
            left, right = right, left
        return self.pure(op, (left, right), 0, 1, True, formula=formula, among=among)


def _idle(block: list[ir.Statement]) -> bool:
    """Short, without effect, and harmless anywhere."""
    return len(block) <= CHEAP and all(
        isinstance(s, ir.Let) and s.op not in ("divide", "remain", "div", "mod") or isinstance(s, ir.Load) and s.safe
        for s in block
    )
