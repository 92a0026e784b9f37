"""The pen that writes a function: names, operations without effect, loads and stores, yes and no."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any

from qedeck.engine import ir
from qedeck.engine.scope import Knowledge
from qedeck.engine.values import LARGEST, NO, YES, Code, Each, NotAtOnce, combine, constant, formula_of, negate, same

if TYPE_CHECKING:
    from qedeck.engine.lanes import Lanes


class Pen(Knowledge):
    """Statements in order; what has been worked out is not worked out again."""

    def __init__(self, function: ir.Function, kept: frozenset[str] = frozenset()) -> None:
        super().__init__()
        self.function = function
        self.kept = kept
        """The variables that memoised definitions read."""
        self.block: list[ir.Statement] = function.body
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
        low, high = bounds(*((arg.low, arg.high) for arg in args))
        if low < -LARGEST or high > LARGEST:
            # Nobody said how large it can be: then that is seen while playing.
            return self.pure(f"{op} wide", args, max(low, -LARGEST), min(high, LARGEST))
        found = self.pure(op, args, low, high)
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
            self.emit(ir.Load(name, region, index.atom, least >= 0 and most < region.count))
            found = self.named(name, low, high, truth)
            self.keep(key, found, (region.name,))
        return found

    def load_set(self, region: ir.Region, index: Code, many: int) -> Code:
        """Which of so many cells from there on are not below 0, as a set."""
        key = ("taken", region.name, index.atom, many)
        found: Code | None = self.lookup(key, reads=True)
        if found is None:
            least, most = (index.atom, index.atom) if isinstance(index.atom, int) else self.base[index.atom]
            name = self.fresh()
            self.function.wide.add(name)
            self.emit(ir.Load(name, region, index.atom, least >= 0 and most + many <= region.count, many))
            found = self.named(name, 0, 0)
            self.keep(key, found, (region.name,))
        return found

    def store(self, region: ir.Region, index: Code, value: Code) -> None:
        self.changed(region.name)
        self.emit(ir.Store(region, index.atom, value.atom))
        self.keep(("load", region.name, index.atom), value, (region.name,))
        if region.kind == "state":
            self.function.pure = False
            self.stale = self.stale or region.name in self.kept

    def gated(self, result: Code, condition: Code, one: Code, two: Code) -> Code:
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
        if same(one, two):
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
            return self.gated(result, condition, one, two)
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
