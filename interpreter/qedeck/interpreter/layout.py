"""What can be known of a Core before it runs: how cells are laid out, who reads what, in which order.

In: a Core; out: a Layout. Refuses (ValueError) a Core that breaks its own contract.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar, assert_never

from qedeck.interpreter.recent import Recent
from qedeck.spec import core as c
from qedeck.spec.limits import DEEPEST_CALLS

T = TypeVar("T", int, str)

STACK = 30_000
"""How many frames of Python's stack they may take meanwhile."""


def type_range(type_: c.Type) -> tuple[int, int]:
    """The smallest and the largest number of a type; a yes or no counts as 0 to 1."""
    match type_:
        case c.YesNo():
            return 0, 1
        case c.Whole(low, high):
            return low, high
        case c.Member(domain, optional):
            return (c.NONE if optional else 0), domain.size - 1
        case _:
            assert_never(type_)


class Layout:
    """Sizes of every array, readers of every variable, orders of blocks and of first values."""

    def __init__(self, core: c.Core) -> None:
        self.core = core
        self.seats = core.domains["player"].size if "player" in core.domains else core.players
        """Dummies sit there too."""
        self.sizes = {name: tuple(d.size for d in var.dims) for name, var in core.vars.items()}
        self.yes_no = {name: isinstance(var.type, c.YesNo) for name, var in core.vars.items()}
        self.ranges = {name: type_range(var.type) for name, var in core.vars.items()}
        self.params = {
            name: tuple((0, of.size - 1) if isinstance(of, c.Domain) else (of.low, of.high) for _, of in define.params)
            for name, define in core.defines.items()
        }
        direct = {name: self._mentions([define.body]) for name, define in core.defines.items()}
        self.reads = {name: self._closure(direct, name) for name in direct}
        """For each definition, the variables its worth may depend on."""
        self.readers = {
            name: frozenset(d for d, variables in self.reads.items() if name in variables) for name in core.vars
        }
        self.block_place = {block: place for place, block in enumerate(self._block_order())}
        self.init_order = self._init_order()
        # An expression takes two frames of Python's stack, a call four and one for each argument.
        frames = max((len(define.params) + 2 * depth(define.body) for define in core.defines.values()), default=0)
        self.deepest = min(DEEPEST_CALLS, STACK // (4 + frames))

    def _mentions(self, exprs: Iterable[c.Expr]) -> tuple[set[str], set[str]]:
        """Variables read and definitions called, directly."""
        variables: set[str] = set()
        defines: set[str] = set()
        for expr in c.subterms(*exprs):
            if isinstance(expr, c.Read):
                variables.add(expr.var)
            elif isinstance(expr, c.Call):
                defines.add(expr.define)
        return variables, defines

    def seen_by(self, exprs: Iterable[c.Expr]) -> set[str]:
        """Every variable that these expressions may depend on, through definitions too."""
        variables, defines = self._mentions(exprs)
        return variables.union(*(self.reads[define] for define in defines))

    def read_by(self, steps: Iterable[c.Step]) -> set[str]:
        """Every variable on which it may depend what these steps do."""
        steps = tuple(steps)
        return self.seen_by(c.asked_by_all(self.core, steps)) | c.looks_at(self.core, steps)

    def _closure(self, direct: dict[str, tuple[set[str], set[str]]], name: str) -> frozenset[str]:
        seen, waiting = {name}, [name]
        variables: set[str] = set()
        while waiting:
            reads, calls = direct[waiting.pop()]
            variables |= reads
            waiting.extend(calls - seen)
            seen |= calls
        return frozenset(variables)

    def _block_order(self) -> list[int]:
        every = {number: c.onward(block.exit) for number, block in enumerate(self.core.blocks)}
        return _in_order(every, "blocks go round without a decision")[::-1]

    def _init_order(self) -> list[str]:
        needs: dict[str, tuple[str, ...]] = {}
        for name, var in self.core.vars.items():
            variables, calls = self._mentions([var.init])
            needs[name] = tuple(variables.union(*(self.reads[d] for d in calls)))
        fixed = {name: needs[name] for name, var in self.core.vars.items() if var.rigid}
        return _in_order(fixed | needs, "first values depend on each other")

    def is_yes_no(self, expr: c.Expr, locals_: dict[str, bool]) -> bool:
        """Whether an expression is a yes or no; `locals_` says so for each local in scope."""
        match expr:
            case c.Const(value):
                return isinstance(value, bool)
            case c.Local(name):
                return locals_[name]
            case c.Read(var):
                return self.yes_no[var]
            case c.Op(op):
                return op in ("and", "or", "not", "implies", "eq", "ne", "lt", "le")
            case c.Ite(_, then, _):
                return self.is_yes_no(then, locals_)
            case c.Fold(kind):
                return kind in ("all", "any")
            case c.Find():
                return False
            case c.Call(define):
                return isinstance(self.core.defines[define].type, c.YesNo)
            case c.Table(_, values):
                return any(isinstance(value, bool) for value in values)
            case c.Need(_, value, _):
                return self.is_yes_no(value, locals_)
            case c.Try(left, _):
                return self.is_yes_no(left, locals_)
            case c.Elsewhere(body):
                return self.is_yes_no(body, locals_)
            case c.Cases(rows, default):
                first = rows[0].value if rows else default
                return first is not None and self.is_yes_no(first, locals_)
            case _:
                assert_never(expr)


_KEPT = Recent[Layout](32)


def layout_of(core: c.Core) -> Layout:
    """The layout of a Core, worked out once as long as it is asked for: with many definitions that takes a while."""
    return _KEPT.known(core) or _KEPT.keep(Layout(core), core)


def depth(expr: c.Expr) -> int:
    return 1 + max(map(depth, c.parts(expr)), default=0)


def _in_order(needs: dict[T, tuple[T, ...]], cycle: str) -> list[T]:
    """Everything after what it needs; ValueError with `cycle` where that can't be."""
    done: dict[T, bool] = {}
    order: list[T] = []
    for first in needs:
        waiting = [first]
        while waiting:
            item = waiting[-1]
            if done.get(item):
                waiting.pop()
                continue
            missing = [other for other in needs[item] if not done.get(other)]
            if not missing:
                done[item] = True
                order.append(item)
                waiting.pop()
            elif item in done or item in missing:
                raise ValueError(f"{cycle}: {item}")
            else:
                done[item] = False
                waiting.extend(missing)
    return order
