"""Which rows a lemma needs: asked again with every row free to say anything, and a core of those that may not.

In: a Core and the questions about it; out: the places that the answers need. Each row is guarded by a mark: where
the mark is off, it gives any value of its type. So a row is needed just if the answer falls when it is left open.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import z3

from qedeck.proofs.formulas.solver import Answer
from qedeck.proofs.formulas.symbolic import Z3
from qedeck.proofs.uses.cited import Place
from qedeck.proofs.uses.reached import defines_of, mentioned, rows_of
from qedeck.spec import core as c

MARK, OPEN = "mark ", "open "


@dataclass(frozen=True, slots=True)
class Marked:
    """A Core whose rows can be left open, and the place of each mark."""

    core: c.Core
    places: dict[str, Place]

    @property
    def marks(self) -> dict[str, Z3]:
        """The mark of each place, as the solver sees it."""
        return {name: z3.Bool(f"{name}[0]") for name in self.places}


def marked(core: c.Core, terms: Iterable[c.Expr]) -> Marked:
    """The rows of every definition that the terms ask, what is said of parameters, and how many cards there are."""
    sheet = _Marking(core)
    defines = dict(core.defines)
    for define in defines_of(core, [*terms, *core.constraints]):
        if all(isinstance(of, c.Domain) for _, of in define.params):
            defines[define.name] = sheet.define(define)
    limits = tuple(sheet.limit(limit) for limit in core.constraints)
    copies = {
        name: tuple(sheet.copies(name, face, n) for face, n in enumerate(row)) for name, row in core.copies.items()
    }
    made = replace(core, defines=defines, constraints=limits, copies=copies, vars={**core.vars, **sheet.vars})
    return Marked(made, sheet.places)


class _Marking:
    def __init__(self, core: c.Core) -> None:
        self.core = core
        self.places: dict[str, Place] = {}
        self.vars: dict[str, c.Var] = {}
        self._names: dict[Place, str] = {}

    def define(self, define: c.Define) -> c.Define:
        """Where a mark is off, the row is worth what a variable of its own says, for each argument another."""
        dims = tuple(of for _, of in define.params if isinstance(of, c.Domain))
        free = self._free(define.name, define.type, dims, tuple(c.Local(name) for name, _ in define.params))
        made = []
        for row, place in rows_of(define):
            value = define.body if row is None else row.value
            guarded = c.Ite(self._mark(place), value, free)
            if row is None:
                return replace(define, body=guarded)
            made.append(replace(row, value=guarded))
        assert isinstance(define.body, c.Cases)
        return replace(define, body=replace(define.body, rows=tuple(made)))

    def limit(self, limit: c.Expr) -> c.Expr:
        of = [p for p in mentioned(self.core, [limit]) if self._role(p.name) == "parameter"]
        return c.Op("implies", (self._mark(of[0]), limit)) if of else limit

    def copies(self, name: str, face: int, copies: c.Expr) -> c.Expr:
        family = self.core.families[name][face]
        free = self._free(f"{name} {face}", c.Whole(0, 99), (), ())
        return c.Ite(self._mark(Place("cards", name, None, family)), copies, free)

    def _mark(self, place: Place) -> c.Expr:
        if place not in self._names:
            name = f"{MARK}{len(self._names)}"
            self._names[place], self.places[name] = name, place
            self.vars[name] = c.Var(name, c.YesNo(), (), "parameter", c.EVERYBODY, c.Const(True))
        return c.Read(self._names[place])

    def _free(self, name: str, kind: c.Type, dims: tuple[c.Domain, ...], index: tuple[c.Expr, ...]) -> c.Expr:
        low = kind.low if isinstance(kind, c.Whole) else 0
        first = c.Const(False) if isinstance(kind, c.YesNo) else c.Const(low)
        self.vars[OPEN + name] = c.Var(OPEN + name, kind, dims, "remembered", c.EVERYBODY, first)
        return c.Read(OPEN + name, index)

    def _role(self, name: str) -> str:
        return self.core.vars[name].role if name in self.core.vars else ""


@dataclass
class Narrowing:
    """Asks what the prover asks, and keeps a core of the marks for each answer."""

    marked: Marked
    until: float
    cores: list[set[str]] = field(default_factory=list)
    least: bool = True
    """Whether nothing can be taken out of any core."""

    def ask(self, known: list[Z3], wanted: Z3, seconds: float) -> Answer:
        """The question as the prover asks it, every mark being on."""
        start = time.monotonic()
        if z3.is_true(wanted) and self.cores:
            # Whether anything fits at all is asked after a proof, and was answered before.
            return Answer("sat")
        table = _Table(self.marked, [*known, wanted], self.until)
        found = table.check(set(self.marked.places))
        if found == "unsat":
            self._keep(table)
        elif found == "sat":
            self._shown(known, wanted, table.model)
        return Answer(found, table.model, time.monotonic() - start, "timeout")

    def _shown(self, known: list[Z3], wanted: Z3, model: Z3) -> None:
        """In this very position: which rows make it so, whatever the others say."""
        ranges = [law for law in known if all(OPEN in name for name in _constants(law))]
        fixed = [d for d in model.decls() if d.arity() == 0 and OPEN not in d.name() and MARK not in d.name()]
        said = [*ranges, *(d() == model[d] for d in fixed), z3.Not(z3.And(*known, wanted))]
        table = _Table(self.marked, said, self.until)
        if table.check(set(self.marked.places)) == "unsat":
            self._keep(table)

    def _keep(self, table: _Table) -> None:
        """The core, with whatever can go taken out while there is time."""
        core = table.core
        for name in sorted(core):
            if name in core:
                found = table.check(core - {name})
                if found == "unsat":
                    core = table.core
                elif found == "unknown":
                    self.least = False
        self.cores.append(core)


class _Table:
    """One question, asked again and again with other marks on."""

    def __init__(self, marked: Marked, said: list[Z3], until: float) -> None:
        self.until = until
        self.marks = marked.marks
        self.core: set[str] = set()
        self.model: Z3 = None
        # One solver for all of them, which learns; what is relevant changes with every set of marks.
        self.solver = z3.SimpleSolver()
        self.solver.set("auto_config", False)
        self.solver.set("relevancy", 0)
        self.solver.add(*said)

    def check(self, on: set[str]) -> str:
        left = self.until - time.monotonic()
        if left <= 0:
            return "unknown"
        self.solver.set("timeout", max(1, int(1000 * left)))
        found = str(self.solver.check(*(self.marks[name] for name in sorted(on))))
        if found == "unsat":
            names = {str(mark): name for name, mark in self.marks.items()}
            self.core = {names[str(mark)] for mark in self.solver.unsat_core()}
        elif found == "sat":
            self.model = self.solver.model()
        return found


def _constants(truth: Z3) -> set[str]:
    found: set[str] = set()
    seen: set[int] = set()
    waiting = [truth]
    while waiting:
        one = waiting.pop()
        if one.get_id() in seen:
            continue
        seen.add(one.get_id())
        if z3.is_const(one) and one.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            found.add(one.decl().name())
        waiting.extend(one.children())
    return found
