"""One-step induction: what holds at the start and is kept by every step holds for ever.

In: a Core and a truth that shall hold at some nodes; out: a proof, or where it breaks off. An
invariant is a set of facts for each node; helper facts are guessed from samples, and those that are
not kept are dropped until the rest keeps itself. Undefined steps end a play, so nothing is asked
of what comes after them.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

import z3

from qedeck.interpreter.state import Arrival, Cells
from qedeck.proofs.bounded import OVER
from qedeck.proofs.facts import guesses
from qedeck.proofs.loose import LooseMeaning, spared
from qedeck.proofs.moves import ways
from qedeck.proofs.sample import Sampler, by_itself
from qedeck.proofs.solver import second_opinion
from qedeck.proofs.symbolic import SYMBOLIC, Z3, Number, Truth, term
from qedeck.proofs.symbols import fresh_cells
from qedeck.proofs.table import Law, table_laws
from qedeck.spec import core as c

QUESTION = 10.0
"""Seconds for one question about one step."""


@dataclass(frozen=True)
class Aim:
    """A truth about positions: `term` (or its opposite), wherever `given` holds.

    Undefined counts as not holding, for the term and for what is given.
    """

    term: c.Expr
    opposite: bool = False
    given: c.Expr | None = None

    def truth(self, meaning: LooseMeaning, cells: Cells, other: Cells | None = None) -> Truth:
        algebra = SYMBOLIC
        holds = defined(meaning, self.term, cells, other)
        holds = algebra.not_(holds) if self.opposite else holds
        if self.given is None:
            return holds
        return algebra.or_(algebra.not_(defined(meaning, self.given, cells, other)), holds)


def defined(meaning: LooseMeaning, expr: c.Expr, cells: Cells, other: Cells | None = None) -> Truth:
    """The term holds and is defined."""
    truth, faults = meaning.value(expr, cells, other=other)
    for fault in faults:
        truth = SYMBOLIC.and_(truth, SYMBOLIC.not_(fault.guard))
    return truth


@dataclass(frozen=True, slots=True)
class Edge:
    """One way from a node to the next one: when it is taken, what is legal, and what is not undefined on it."""

    node: int | None
    """None: the set-up."""
    option: int
    to: int
    taken: Z3
    legal: tuple[Z3, ...]
    faults: tuple[Truth, ...]
    cells: Cells

    sure: tuple[tuple[Z3, Z3], ...]
    """Conditions that are certain on this edge, with what they are."""

    def known(self, wide: bool) -> list[Z3]:
        """What may be assumed of the step; unless `wide`, only that it is taken."""
        return [self.taken, *self.legal, *(z3.Not(term(fault)) for fault in self.faults)] if wide else [self.taken]

    def plain(self, truth: Z3) -> Z3:
        """A truth about the position after it, without the conditions that are certain."""
        return z3.simplify(z3.substitute(truth, *self.sure)) if self.sure else truth


def certain(taken: Z3, faults: Sequence[Truth]) -> tuple[tuple[Z3, Z3], ...]:
    """What is certain where a way is taken and nothing on it is undefined.

    Most of a step is guarded by `if this move can be made`; where it could not, the step would be undefined.
    """
    yes = {leaf.get_id() for leaf in _leaves(taken)}
    found: dict[int, tuple[Z3, Z3]] = {}
    for fault in _either(faults):
        rest = [leaf for leaf in _leaves(fault) if leaf.get_id() not in yes]
        if len(rest) == 1:
            # All of the fault's condition but this holds, and the fault does not happen.
            opposite = rest[0].arg(0) if z3.is_not(rest[0]) else z3.Not(rest[0])
            _note(found, opposite)
            for leaf in _leaves(opposite):
                _note(found, leaf)
    return tuple(found.values())


def _note(found: dict[int, tuple[Z3, Z3]], truth: Z3) -> None:
    inner = truth.arg(0) if z3.is_not(truth) else truth
    if not (z3.is_true(inner) or z3.is_false(inner)):
        found[inner.get_id()] = (inner, z3.BoolVal(not z3.is_not(truth)))


def _either(truths: Iterable[Truth]) -> list[Z3]:
    """The alternatives of some truths."""
    found, waiting = [], [term(truth) for truth in truths]
    while waiting:
        one = waiting.pop()
        if z3.is_or(one):
            waiting.extend(one.children())
        else:
            found.append(one)
    return found


def _leaves(truth: Z3) -> list[Z3]:
    """The conditions that a conjunction is made of."""
    found, waiting = [], [truth]
    while waiting:
        one = waiting.pop()
        if z3.is_and(one):
            waiting.extend(one.children())
        elif not z3.is_true(one):
            found.append(one)
    return found


@dataclass
class Proof:
    """How far an induction came."""

    proved: bool
    reason: str = ""
    questions: int = 0
    used: list[str] = field(default_factory=list)
    agreed: tuple[str, ...] = ()
    smt: list[str] = field(default_factory=list)
    loose: bool = False


class Book:
    """The steps of a game as formulas, and the facts that are known to hold at its nodes."""

    def __init__(self, core: c.Core, loose: frozenset[str], given: c.Expr | None = None) -> None:
        self.core = core
        self.meaning = LooseMeaning(core, loose)
        self.cells, self.promises = fresh_cells(core)
        self.limits = [
            term(defined(self.meaning, limit, self.cells)) for limit in (*core.constraints, *([given] if given else ()))
        ]
        self.facts: dict[int, list[c.Expr]] = {}
        self.settled = False
        self._edges: dict[int | None, list[Edge]] = {}
        self._laws: list[Law] | None = None

    @property
    def known(self) -> list[Z3]:
        return [*self.promises, *self.limits, *self.meaning.promises]

    @property
    def laws(self) -> list[Law]:
        """What every table obeys, if this game's set-up does."""
        if self._laws is None:
            self._laws = table_laws(self.meaning, self.cells)
            # A game that lays a card out twice breaks them from the first moment on: then nothing is built on them.
            begins = self.edges(None)
            start = [law for edge in begins for law in table_laws(self.meaning, edge.cells)]
            broken = z3.Not(z3.And([term(law.truth) for law in start]))
            if _check([*self.known, broken], QUESTION) != "unsat":
                self._laws = []
        return self._laws

    def edges(self, node: int | None) -> list[Edge]:
        if node not in self._edges:
            self._edges[node] = list(self._start() if node is None else self._onward(node))
        return self._edges[node]

    def holding(self, node: int) -> list[Z3]:
        """The helper facts of a node."""
        return [term(defined(self.meaning, fact, self.cells)) for fact in self.facts.get(node, ())]

    def reached(self) -> list[int]:
        """The nodes that the control graph leads to."""
        seen: dict[int, None] = {}
        waiting = [edge.to for edge in self.edges(None)]
        while waiting:
            node = waiting.pop()
            if node not in seen:
                seen[node] = None
                if node != OVER:
                    waiting += [edge.to for edge in self.edges(node)]
        return list(seen)

    def _start(self) -> Iterator[Edge]:
        rigid = {n: self.cells[n] for n, var in self.core.vars.items() if var.role in ("parameter", "reading")}
        cells, faults = self.meaning.initial(rigid)
        for arrival in self.meaning.begin(cells):
            yield self.edge(None, 0, [z3.Not(term(fault.guard)) for fault in faults], arrival)

    def _onward(self, node: int) -> Iterator[Edge]:
        point = self.core.nodes[node]
        for way in ways(self.meaning, self.cells, node):
            known = [*way.promises, term(way.legal)]
            if isinstance(point, c.Decision) and point.options[way.option].weight is not None:
                option = point.options[way.option]
                picked = {pick.var: value for pick, value in zip(option.picks, way.picks, strict=True)}
                weight, _ = self.meaning.value(option.weight, self.cells, picked)  # type: ignore[arg-type]
                known.append(term(SYMBOLIC.lt(0, weight)))
            for arrival in way.arrivals:
                yield self.edge(node, way.option, known, arrival)

    def edge(self, node: int | None, option: int, known: Sequence[Z3], arrival: Arrival[Truth, Number]) -> Edge:
        to = OVER if arrival.node is None else arrival.node
        faults = tuple(fault.guard for fault in arrival.faults)
        taken = term(arrival.guard)
        sure = certain(taken, faults)
        bare = z3.simplify(z3.substitute(taken, *sure)) if sure else taken
        also: dict[int, tuple[Z3, Z3]] = {}
        for leaf in _leaves(taken):
            _note(also, leaf)
        return Edge(node, option, to, bare, tuple(known), faults, arrival.cells, (*sure, *also.values()))

    # ---- helper facts ------------------------------------------------------------------------

    def settle(self, guessed: dict[int, list[c.Expr]], until: float) -> None:
        """Keep those of the guesses that keep themselves (Houdini)."""
        facts = {node: list(guessed.get(node, ())) for node in self.reached() if node != OVER}
        waiting: list[int | None] = [None, *facts]
        while waiting:
            node = waiting.pop(0)
            self.facts = facts
            here = self.holding(node) if node is not None else []
            for edge in self.edges(node):
                if edge.to != OVER and self._drop(edge, here, facts, until) and edge.to not in waiting:
                    waiting.append(edge.to)
        self.facts, self.settled = facts, True

    def _drop(self, edge: Edge, here: list[Z3], facts: dict[int, list[c.Expr]], until: float) -> bool:
        """Drop the facts that this edge does not keep; whether there were any."""
        every = {fact: edge.plain(term(defined(self.meaning, fact, edge.cells))) for fact in facts[edge.to]}
        # First with what is near, which is quick; what fails so is asked again with all that is known,
        # and what the solver cannot say of many at once, one at a time.
        kept, open_ = self._kept(edge, here, every, False, until)
        rest = {fact: truth for fact, truth in every.items() if fact not in kept}
        more, _ = self._kept(edge, here, rest, True, until)
        kept |= more
        for fact, truth in rest.items() if open_ else ():
            if fact not in kept:
                kept |= self._kept(edge, here, {fact: truth}, False, until, 0.5)[0]
        facts[edge.to] = [fact for fact in facts[edge.to] if fact in kept]
        return len(kept) < len(every)

    def _kept(
        self, edge: Edge, here: list[Z3], facts: dict[c.Expr, Z3], wide: bool, until: float, most: float = 1.5
    ) -> tuple[dict[c.Expr, Z3], bool]:
        """Those that are kept for sure; and whether the solver gave up on the rest."""
        known = [*self.known, *edge.known(wide), *here]
        while facts:
            left = min(most, until - time.monotonic())
            solver = z3.Solver()
            solver.set("timeout", max(1, int(1000 * left)))
            solver.add(*known, z3.Not(z3.And(list(facts.values()))))
            found = solver.check() if left > 0 else z3.unknown
            if found == z3.unsat:
                break
            if found == z3.unknown:
                return {}, left > 0
            model = solver.model()
            facts = {f: t for f, t in facts.items() if z3.is_true(model.eval(t, model_completion=True))}
        return facts, False


def _check(known: Iterable[Z3], seconds: float) -> str:
    solver = z3.Solver()
    solver.set("timeout", max(1, int(1000 * seconds)))
    solver.add(*known)
    return str(solver.check())


# ---- proving -------------------------------------------------------------------------------------

_BOOKS: dict[str, Book] = {}


def book(core: c.Core, loose: frozenset[str], given: c.Expr | None, until: float, helped: bool = True) -> Book:
    """A Book, with its helper facts if it is `helped`; made once for each game and kept while the game is asked about."""
    key = sha256(repr((core, sorted(loose), given)).encode()).hexdigest()
    if key not in _BOOKS:
        made = Book(core, loose, given)
        while len(_BOOKS) >= 8:
            del _BOOKS[next(iter(_BOOKS))]
        _BOOKS[key] = made
    made = _BOOKS[key]
    if helped and not made.settled:
        sampler = Sampler(core, given=given)
        seen: dict[int, list[Cells]] = {}
        for spot in sampler.spots(min(4.0, (until - time.monotonic()) / 5), 60):
            if spot.node is not None:
                seen.setdefault(spot.node, []).append(spot.cells)
        made.settle(guesses(core, sampler.meaning, seen), until)
    return made


def prove(
    core: c.Core, aim: Aim, seconds: float, opinion: bool = False, where: Iterable[int] | None = None,
    given: c.Expr | None = None, lemmas: Sequence[c.Expr] = (),
) -> Proof:
    """That the aim holds at all of these nodes (or wherever somebody or chance decides, and at the end).

    `given` speaks of parameters and readings only; `lemmas` hold always, and are proved elsewhere.
    First with every definition that the aim does not mention left open, then with the real ones.
    """
    until = time.monotonic() + seconds
    terms = [aim.term, *([aim.given] if aim.given is not None else ()), *lemmas, *([given] if given else ())]
    open_ = spared(core, LooseMeaning(core).layout, [*terms, *core.constraints])
    proof = Proof(False, "the time was up")
    for loose, helped in _efforts(open_):
        left = until - time.monotonic()
        if left <= 0:
            break
        last = not loose and helped
        made = book(core, loose, given, time.monotonic() + left * 0.6, helped)
        proof = _Induction(made, aim, where, lemmas, until if last else time.monotonic() + left * 0.6).run(opinion)
        proof.loose = bool(loose)
        if proof.proved:
            break
    return proof


def _efforts(open_: frozenset[str]) -> list[tuple[frozenset[str], bool]]:
    """Which definitions are left open, and whether helper facts are looked for: the cheap ways first."""
    real = frozenset[str]()
    return [(open_, False), (open_, True), (real, True)] if open_ else [(real, False), (real, True)]


class _Induction:
    def __init__(
        self, made: Book, aim: Aim, where: Iterable[int] | None, lemmas: Sequence[c.Expr], until: float
    ) -> None:
        self.book = made
        self.aim = aim
        self.until = until
        nodes = made.reached()
        asked = [n for n in nodes if n == OVER or not by_itself(made.core, n)]
        self.wanted = {n for n in nodes if n in set(where)} if where is not None else set(asked)
        # Where it is not asked it may still hold, and help.
        self.holding = set(nodes)
        self.lemmas = lemmas
        self.proof = Proof(False)
        self._answers: dict[tuple[int, int], tuple[set[int], tuple[str, list[str], list[Z3]]]] = {}
        self._truths: dict[int, Z3] = {}

    def run(self, opinion: bool) -> Proof:
        broken = self._settle()
        if broken is not None:
            self.proof.reason = broken
            return self.proof
        return self._confirm(opinion)

    def _settle(self) -> str | None:
        """Drop the aim where it is not kept; why not, if that is a node where it is wanted."""
        again = True
        while again:
            again = False
            for edge in self._every():
                if edge.to in self.holding and not self._follows(edge):
                    if edge.to in self.wanted:
                        return self._where(edge)
                    self.holding.discard(edge.to)
                    again = True
        return None

    def _every(self) -> Iterator[Edge]:
        yield from self.book.edges(None)
        for node in self.book.reached():
            if node != OVER:
                yield from self.book.edges(node)

    def _follows(self, edge: Edge) -> bool:
        for wanted in parts(self._aimed(edge)):
            if self._ask(edge, wanted)[0] != "unsat":
                return False
        return True

    def _aimed(self, edge: Edge) -> Z3:
        if id(edge) not in self._truths:
            self._truths[id(edge)] = edge.plain(term(self.aim.truth(self.book.meaning, edge.cells)))
        return self._truths[id(edge)]

    def _facts(self, node: int | None) -> dict[str, Z3]:
        """What is known at a node, each with its name."""
        if node is None:
            return {}
        meaning, cells = self.book.meaning, self.book.cells
        facts = {f"fact {k}": term(defined(meaning, f, cells)) for k, f in enumerate(self.book.facts.get(node, ()))}
        facts |= {f"lemma {k}": term(defined(meaning, f, cells)) for k, f in enumerate(self.lemmas)}
        if node in self.holding:
            facts["aim"] = term(self.aim.truth(meaning, cells))
        return facts

    def _ask(self, edge: Edge, wanted: Z3) -> tuple[str, list[str], list[Z3]]:
        """Whether the step can break what is wanted; the facts that rule it out, and all that was said."""
        key = (id(edge), wanted.get_id())
        if key in self._answers and self._answers[key][0] == self.holding:
            return self._answers[key][1]
        answer: tuple[str, list[str], list[Z3]] = ("unknown", [], [])
        for wide, laws in ((False, False), (True, False), (True, True)):
            answer = self._ask_so(edge, wanted, wide, laws)
            if answer[0] == "unsat":
                break
        self._answers[key] = (set(self.holding), answer)
        return answer

    def _ask_so(self, edge: Edge, wanted: Z3, wide: bool, laws: bool) -> tuple[str, list[str], list[Z3]]:
        facts = self._facts(edge.node)
        if laws and edge.node is not None:
            facts |= {f"law {k}": term(law.truth) for k, law in enumerate(self.book.laws)}
        left = min(QUESTION, self.until - time.monotonic())
        if left <= 0:
            return "unknown", [], []
        solver = z3.Solver()
        solver.set("timeout", int(1000 * left))
        said = [*self.book.known, *edge.known(wide), z3.Not(wanted)]
        solver.add(*said)
        marks = {}
        for name, fact in facts.items():
            marks[name] = z3.Bool(f"use {name}")
            solver.add(z3.Implies(marks[name], fact))
        self.proof.questions += 1
        found = str(solver.check(*marks.values()))
        used = [str(mark).removeprefix("use ") for mark in solver.unsat_core()] if found == "unsat" else []
        return found, used, [*said, *(facts[name] for name in used)]

    def _confirm(self, opinion: bool) -> Proof:
        """Backwards from the aim: every fact that is used is shown to be kept, each with its own question."""
        agreed = {"z3", "cvc5"} if opinion else {"z3"}
        done: set[tuple[int, str]] = set()
        waiting = [(node, "aim") for node in sorted(self.holding)]
        while waiting:
            node, name = waiting.pop()
            if (node, name) in done:
                continue
            done.add((node, name))
            for edge in self._every():
                if edge.to != node:
                    continue
                for wanted in parts(self._after(edge, name)):
                    found, used, said = self._ask(edge, wanted)
                    if found != "unsat":
                        self.proof.reason = self._where(edge)
                        return self.proof
                    solver = z3.Solver()
                    solver.add(*said)
                    smt = solver.to_smt2()
                    self.proof.smt.append(smt)
                    if opinion:
                        says = second_opinion(smt, max(1.0, min(QUESTION, self.until - time.monotonic())))
                        if says == "sat":
                            self.proof.reason = "the solvers disagree: z3 says no, cvc5 yes"
                            return self.proof
                        if says != "unsat":
                            agreed.discard("cvc5")
                    if edge.node is not None:
                        waiting += [(edge.node, fact) for fact in used if fact.startswith(("fact", "aim"))]
        self.proof.proved, self.proof.agreed = True, tuple(sorted(agreed, reverse=True))
        self.proof.used = sorted({name for _, name in done})
        return self.proof

    def _after(self, edge: Edge, name: str) -> Z3:
        if name == "aim":
            return self._aimed(edge)
        fact = self.book.facts[edge.to][int(name.removeprefix("fact "))]
        return edge.plain(term(defined(self.book.meaning, fact, edge.cells)))

    def _where(self, edge: Edge) -> str:
        core = self.book.core
        here = "the set-up" if edge.node is None else core.nodes[edge.node].name
        there = "the end" if edge.to == OVER else core.nodes[edge.to].name
        return f"the induction breaks off between {here} and {there}"


def parts(truth: Z3) -> list[Z3]:
    """The conjuncts of a truth, each a question of its own."""
    if z3.is_true(truth):
        return []
    return [p for child in truth.children() for p in parts(child)] if z3.is_and(truth) else [truth]
