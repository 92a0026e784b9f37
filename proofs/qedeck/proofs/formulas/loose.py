"""A looser meaning: definitions that a proof need not know are any value of their type.

Whatever is proved so holds for the real definitions too, for each of them is one of those values;
what is not proved so says nothing, and is asked again with the real ones.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable
from itertools import count

import z3

from qedeck.interpreter.algebra import Value
from qedeck.interpreter.layout import Layout, type_range
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells, Fault
from qedeck.interpreter.steps import Play
from qedeck.proofs.formulas.swap import applied
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Z3, Number, Truth, number, term
from qedeck.proofs.formulas.symbols import fresh
from qedeck.spec import core as c
from qedeck.spec.source import Span


class Late(Exception):
    """The time is up, and the formula is not even written."""


class LoosePlay(Play[Truth, Number]):
    """A table at which some definitions answer anything."""

    __slots__ = ("_meaning",)

    def __init__(self, meaning: LooseMeaning, cells: Cells, clause: str) -> None:
        super().__init__(meaning.layout, SYMBOLIC, cells, clause)
        self._meaning = meaning

    def happen(self, steps: Iterable[c.Step], guard: Truth) -> None:
        self._meaning.hurry()
        super().happen(steps, guard)

    def apply(self, define: c.Define, args: tuple[int, ...], span: Span) -> tuple[Value, tuple[Fault[Truth], ...]]:
        self._meaning.hurry()
        if define.name in self._meaning.fickle:
            return self._meaning.anything(define, args, self.cells)[0], ()
        if define.name not in self._meaning.loose:
            return super().apply(define, args, span)
        memo = self.cells.memo.setdefault(define.name, {})
        if args not in memo:
            # In the same state the same question has the same answer: the memory of the cells sees to it.
            value, lost = self._meaning.anything(define, args, self.cells)
            memo[args] = value, (Fault(lost, "Q502", span, define.clause),)
        found: tuple[Value, tuple[Fault[Truth], ...]] = memo[args]
        return found


class LooseMeaning(Meaning[Truth, Number]):
    """The symbolic meaning with some definitions left open; `promises` must be asserted of what it makes."""

    def __init__(self, core: c.Core, loose: Collection[str] = ()) -> None:
        super().__init__(core, SYMBOLIC)
        self.loose = frozenset(loose)
        self.promises: list[Z3] = []
        self.fickle: frozenset[str] = frozenset()
        """Definitions that may answer otherwise each time: they stand for what is not kept track of."""
        self.until = float("inf")
        """When to give up writing formulas: some games have steps of a million terms."""
        self._count = count(1)

    def look(self, cells: Cells, clause: str = "") -> Play[Truth, Number]:
        return LoosePlay(self, cells, clause)

    def hurry(self) -> None:
        if time.monotonic() > self.until:
            raise Late

    def anything(self, define: c.Define, args: tuple[int, ...], cells: Cells) -> tuple[Value, Truth]:
        """Any value of the definition's type, and whether it is undefined: that is open too."""
        number = next(self._count)
        value, promised = fresh(f"any {define.name} {number}", define.type)
        self.promises += promised
        return value, z3.Bool(f"no {define.name} {number}")


class AlikeMeaning(LooseMeaning):
    """The same, but where all that a definition reads is alike, so is its answer: as it must be for two plays.

    An answer is an unknown function of what was read, so it changes with that wherever symbols are exchanged.
    """

    def __init__(self, core: c.Core, loose: Collection[str] = ()) -> None:
        super().__init__(core, loose)
        self._answers: dict[str, tuple[z3.FuncDeclRef, z3.FuncDeclRef]] = {}

    def anything(self, define: c.Define, args: tuple[int, ...], cells: Cells) -> tuple[Value, Truth]:
        name = f"{define.name} {' '.join(map(str, args))}".strip()
        read = [term(value) for var in sorted(self.layout.reads[define.name]) for value in cells[var]]
        kind = define.type
        if name not in self._answers:
            sorts = [one.sort() for one in read]
            worth = z3.BoolSort() if isinstance(kind, c.YesNo) else z3.IntSort()
            self._answers[name] = (
                z3.Function(f"any {name}", *sorts, worth),
                z3.Function(f"no {name}", *sorts, z3.BoolSort()),
            )
        any_, lost = (applied(one, read) for one in self._answers[name])
        if isinstance(kind, c.YesNo):
            return any_, lost
        low, high = type_range(kind)
        # Within the type without a promise, for a promise would have to be made again wherever symbols are exchanged.
        return number(z3.If(any_ < low, low, z3.If(any_ > high, high, any_)), low, high), lost


def spared(core: c.Core, layout: Layout, terms: Collection[c.Expr]) -> frozenset[str]:
    """The definitions that depend on the position and that these terms do not mention, also not through others."""
    waiting = [*terms]
    kept: set[str] = set()
    while waiting:
        for name in c.calls(waiting.pop()) - kept:
            kept.add(name)
            waiting.append(core.defines[name].body)
    moving = {name for name, var in core.vars.items() if not var.rigid}
    # What does not depend on the position is cheap, and often a number that proofs rest on.
    return frozenset(name for name in core.defines if name not in kept and layout.reads[name] & moving)


def turnings(core: c.Core) -> list[c.Expr]:
    """The conditions that say where play goes, and how it ends."""
    ways = [term for block in core.blocks for term in c.terms_of_exit(block.exit)]
    return [*ways, *(ending.condition for ending in core.endings)]
