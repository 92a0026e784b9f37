"""Questions that a page may ask of a position: what a definition is worth and by which row, which condition fails.

In: a Program that listens; out: functions beside it, each with a number, and what they were made of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from qedeck.engine import ir
from qedeck.engine.hands import Staged
from qedeck.engine.page import Asked
from qedeck.engine.program import Program
from qedeck.engine.values import NO, Code, Unfit, constant
from qedeck.interpreter.layout import type_range
from qedeck.spec import core as c
from qedeck.spec.source import NOWHERE

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cases in a definition, and the question which of them apply."""

    cases: c.Cases
    ask: int


@dataclass(frozen=True, slots=True)
class Condition:
    """A part of what must hold for a choice; `inside`: of the definition that is this earlier condition."""

    term: c.Expr
    inside: int | None = None


def whose(core: c.Core, ref: c.ZoneRef) -> c.Expr | None:
    """Which of the zones of its name is meant, as one number: of a player's, whose it is. None if there is only one."""
    found: c.Expr | None = None
    for part, kind in zip(ref.index, c.kept_for(core, core.zones[ref.zone]), strict=True):
        before = None if found is None else c.Op("mul", (found, c.Const(kind.size)))
        found = part if before is None else c.Op("add", (before, part))
    return found


class Questions:
    """All that can be asked of one program."""

    def __init__(self, program: Program) -> None:
        assert program.listener is not None
        self.program = program
        self.functions: list[ir.Function] = []
        self.owners: dict[int, ir.Function] = {}
        self.sights: dict[str, ir.Function] = {}
        self.noticers: dict[int, ir.Function] = {}
        self._kept: list[c.Expr] = []
        """Terms made here: they are recognised by their identity, so they must stay."""
        for number, node in enumerate(program.core.nodes):
            player = node.owner.player if isinstance(node, c.Decision) else None
            if isinstance(node, c.ShuffleDecision):
                player = whose(program.core, node.zone)
            if player is not None:
                self.owners[number] = self._owner(number, node.clause, player)

    def asked(self) -> Asked:
        return Asked(self.functions, self.owners, self.sights, self.noticers)

    # ---- what there is to ask ------------------------------------------------------------------------

    def value(self, define: c.Define) -> int | None:
        """What a definition is worth; None if the engine cannot say."""

        def worth(m: Staged, args: list[Code]) -> Code:
            found: Code = m.call(define, args, (), m.yes, NOWHERE)
            return found

        return self._question(define.clause, self.program.layout.params[define.name], worth)

    def rows(self, define: c.Define) -> Iterator[Table]:
        """For each list of cases in a definition that depends on nothing but its arguments: which rows apply."""
        params = {name for name, _ in define.params}
        for term in _outside_in(define.body):
            if isinstance(term, c.Cases) and c.free(term) <= params:
                guards = [row.guard for row in term.rows]
                names = [name for name, _ in define.params]
                ask = self._which(define.clause, self.program.layout.params[define.name], names, guards, True)
                if ask is not None:
                    yield Table(term, ask)

    def conditions(self, node: c.Decision, option: c.Option) -> tuple[int | None, list[Condition]]:
        """The parts of what must hold for a choice, and the question which of them do not."""
        parts = conditions_of(option.guard, self.program.core)
        if all(isinstance(part.term, c.Const) for part in parts):
            return None, []
        terms = [part.term for part in parts]
        self._kept += terms
        ranges = [type_range(pick.type) for pick in option.picks]
        names = [pick.var for pick in option.picks]
        yes_no = frozenset(pick.var for pick in option.picks if isinstance(pick.type, c.YesNo))
        return self._which(option.clause or node.clause, ranges, names, terms, False, yes_no), parts

    def condition(self, clause: str, term: c.Expr) -> int | None:
        """Whether something holds here: 1 or 0."""
        return self._question(clause, (), lambda m, _: m.attempt(lambda: m.value(term, m.yes), lambda: NO, every=True))

    def number(self, term: c.Expr) -> int | None:
        """What a term is worth here."""
        return self._question("", (), lambda m, _: m.value(term, m.yes))

    def sight(self, name: str, sight: c.Expr, whose: int) -> int | None:
        """Whether a seat sees what is kept for one of so many; None where that follows from who they are."""
        if sight in c.PLAIN:
            return None

        def sees(m: Staged, args: list[Code]) -> Code:
            m.locals = dict(zip((c.VIEWER, c.WHOSE), args, strict=True))
            return m.surely(sight)

        seats = self.program.layout.seats
        ask = self._question(name, ((0, seats - 1), (0, whose - 1)), sees)
        if ask is None:
            raise Unfit(f"who sees {name} cannot be asked")
        self.sights[name] = self.functions[ask]
        return ask

    def notices(self, number: int, node: c.Node) -> int | None:
        """Whether a seat notices what happens at a node; None where all do, or nobody does."""
        if node.noticed in c.PLAIN:
            return None

        def awake(m: Staged, args: list[Code]) -> Code:
            m.locals = {c.VIEWER: args[0]}
            return m.surely(node.noticed)

        ask = self._question(node.clause, ((0, self.program.layout.seats - 1),), awake)
        if ask is None:
            raise Unfit(f"who notices what happens in {node.name} cannot be asked")
        self.noticers[number] = self.functions[ask]
        return ask

    # ---- writing ---------------------------------------------------------------------------------------

    def _owner(self, number: int, clause: str, player: c.Expr) -> ir.Function:
        with self.program.function(f"owner_{number}") as (made, stage):
            m = Staged(self.program, clause)
            stage.emit(ir.Return(m.value(player, m.yes).atom))
        return made

    def _question(
        self, clause: str, ranges: Sequence[Range], worth: Callable[[Staged, list[Code]], Code]
    ) -> int | None:
        program, before = self.program, self.program.algebra.stage
        names = [f"p{k}" for k in range(len(ranges))]
        try:
            with program.function(f"ask_{len(self.functions)}", *names) as (made, stage):
                args = [stage.named(name, low, high) for name, (low, high) in zip(names, ranges, strict=True)]
                stage.emit(ir.Return(worth(Staged(program, clause), args).atom))
        except Unfit:
            program.algebra.stage = before
            return None
        self.functions.append(made)
        return len(self.functions) - 1

    def _which(
        self,
        clause: str,
        ranges: Sequence[Range],
        names: Sequence[str],
        terms: Sequence[c.Expr],
        holding: bool,
        yes_no: frozenset[str] = frozenset(),
    ) -> int | None:
        """The numbers of the conditions that hold (or of those that do not) are told; what is undefined does not."""
        listener = self.program.listener
        assert listener is not None

        def ask(m: Staged, args: list[Code]) -> Code:
            for name, arg in zip(names, args, strict=True):
                m.locals[name] = m.algebra.eq(arg, constant(1)) if name in yes_no else arg
            for number, term in enumerate(terms):
                self.program.refresh(term)
                holds = m.attempt(lambda term=term: m.value(term, m.yes), lambda: NO, every=True)  # type: ignore[misc]
                tell = holds if holding else m.algebra.not_(holds)
                m.only(tell, lambda number=number: listener.write(m, [constant(number)]))  # type: ignore[misc]
            return constant(0)

        return self._question(clause, ranges, ask)


def _outside_in(expr: c.Expr) -> Iterator[c.Expr]:
    yield expr
    for part in c.parts(expr):
        yield from _outside_in(part)


def conditions_of(guard: c.Expr, core: c.Core) -> list[Condition]:
    """The parts of what must hold for a choice."""
    return _parts(guard, core, None, [])


def _parts(guard: c.Expr, core: c.Core, inside: int | None, found: list[Condition], deep: int = 8) -> list[Condition]:
    """The parts of `and`, also inside the definitions that it asks: those come right after the definition."""
    if isinstance(guard, c.Op) and guard.op == "and":
        for arg in guard.args:
            _parts(arg, core, inside, found, deep)
        return found
    found.append(Condition(guard, inside))
    if isinstance(guard, c.Call) and deep and all(isinstance(a, (c.Local, c.Const)) for a in guard.args):
        define = core.defines[guard.define]
        swap = {name: arg for (name, _), arg in zip(define.params, guard.args, strict=True)}
        body = c.substituted(define.body, swap)
        if isinstance(body, c.Op) and body.op == "and":
            _parts(body, core, len(found) - 1, found, deep - 1)
    return found
