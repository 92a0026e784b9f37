"""Induction: what holds at the start and is kept by every step, or by every few steps, holds for ever.

In: a Core and a truth that shall hold at some nodes; out: a proof, or where it breaks off. An
invariant is a set of facts for each node: the aim itself, and those of the book's that it needs.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import z3

from qedeck.interpreter.state import Cells
from qedeck.proofs.formulas.edges import Edge
from qedeck.proofs.formulas.loose import Late, LooseMeaning, spared, turnings
from qedeck.proofs.formulas.reasons import Reason, because
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Z3, Truth, term
from qedeck.proofs.plays.sample import by_itself
from qedeck.proofs.steps.book import QUESTION, Book, book, defined
from qedeck.proofs.steps.runs import runs
from qedeck.proofs.steps.support import support
from qedeck.proofs.steps.views import Whole
from qedeck.spec import core as c

MOST_STEPS = 3
"""So many steps are looked at together."""


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


@dataclass
class Proof:
    """How far an induction came."""

    proved: bool
    reason: str = ""
    questions: int = 0
    used: list[str] = field(default_factory=list)
    agreed: tuple[str, ...] = ()
    smt: list[str] = field(default_factory=list)
    rests: tuple[str, ...] = ()
    """What else it rests on, each in words."""
    loose: bool = False
    engine: str = "induction"
    where: frozenset[int] = frozenset()
    """The nodes at which it was shown, those before its blocks among them (see `steps/cuts`)."""
    whole: Whole | None = None
    """The game of which it was shown."""


@dataclass(frozen=True, slots=True)
class Lemma:
    """What was proved before, and may be relied on at the nodes where that was shown."""

    term: c.Expr
    proof: Proof

    @property
    def whole(self) -> Whole | None:
        return self.proof.whole if self.proof.proved else None

    def at(self, node: int) -> bool:
        return node in self.proof.where


def lasting(core: c.Core) -> int:
    """How many nodes have the same numbers in every cut of this game: its own, and those before its blocks."""
    return len(core.nodes) + len(core.blocks)


def prove(
    core: c.Core,
    aim: Aim,
    seconds: float,
    opinion: bool = False,
    where: Iterable[int] | None = None,
    given: c.Expr | None = None,
    lemmas: Sequence[Lemma] = (),
) -> Proof:
    """That the aim holds at all of these nodes (or wherever somebody or chance decides, and at the end).

    `given` speaks of parameters and readings only; a lemma counts only where it was shown.
    First with every definition that the aim does not mention left open, then with more and more real ones; and if
    some single step does not keep it, with a few steps at once.
    """
    until = time.monotonic() + seconds
    terms = [e for e in (aim.term, aim.given, given, *(lemma.term for lemma in lemmas)) if e is not None]
    layout = LooseMeaning(core).layout
    open_ = spared(core, layout, [*terms, *core.constraints])
    half = spared(core, layout, [*terms, *core.constraints, *turnings(core)])
    proof = Proof(False, "the time was up")
    for loose, helped, steps in _efforts(open_, half):
        left = until - time.monotonic()
        if left <= 0:
            break
        share = 1.0 if steps == MOST_STEPS else 0.8 if not loose else 0.6 if helped else 0.3
        try:
            made = book(core, loose, given, time.monotonic() + left * min(share, 0.6), helped)
            made.meaning.until, made.lemmas = time.monotonic() + left * share, tuple(lemmas)
            proof = Induction(made, aim, where, made.meaning.until, helped, steps).run(opinion)
        except Late:
            continue
        proof.loose = bool(loose)
        if proof.proved:
            break
    return proof


def _efforts(*open_: frozenset[str]) -> list[tuple[frozenset[str], bool, int]]:
    """Which definitions are left open, whether helper facts are looked for, how many steps at once; the cheap first."""
    ways = list(dict.fromkeys((*open_, frozenset[str]())))
    ends = dict.fromkeys((ways[0], ways[-1]))
    several = [(loose, True, steps) for steps in range(2, MOST_STEPS + 1) for loose in ends]
    return [(ways[0], False, 1), *((loose, True, 1) for loose in ways), *several]


class Induction:
    """One aim, carried from node to node."""

    def __init__(
        self,
        made: Book,
        aim: Aim,
        where: Iterable[int] | None,
        until: float,
        helped: bool,
        steps: int = 1,
    ) -> None:
        made.view.demand(aim.term, aim.given)
        self.book = made
        self.aim = aim
        self.until = until
        self.helped = helped
        self.steps = steps
        self.together = 0
        """Edges that only the steps before them explain."""
        self.laws = helped
        self.patience = QUESTION if helped else QUESTION / 4
        nodes = made.reached()
        asked = [n for n in nodes if n == c.OVER or not by_itself(made.core, n)]
        self.wanted = {n for n in nodes if n in set(where)} if where is not None else set(asked)
        # Where nobody is asked it may still hold, and help.
        self.holding = set(nodes) if where is None else set(self.wanted)
        self.proof = Proof(False)
        self._answers: dict[tuple[int, int], tuple[bool, Z3, Reason | None]] = {}
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
            if node != c.OVER:
                yield from self.book.edges(node)

    def _follows(self, edge: Edge) -> bool:
        return self._why(edge) is not None

    def _why(self, edge: Edge) -> list[Reason] | None:
        """Why a step keeps the aim, if that is seen: by itself, or with the steps before it."""
        found = []
        for wanted in self._wanted(edge):
            if self._same(edge, wanted):
                continue
            reason = self._ask(edge, wanted)
            if reason is None:
                return self._with_those_before(edge) if self.steps > 1 else None
            found.append(reason)
        return found

    def _with_those_before(self, edge: Edge) -> list[Reason] | None:
        """The first position that breaks the aim would come after some in which it held: all runs that end so.

        NOTE(first break): whatever step breaks the aim first, all positions before it keep it. So each step may lean
        on as many of them as it likes.
        """
        found = []
        for run in runs(self.book, edge, self.steps):
            meaning = self.book.meaning
            kept = [term(self.aim.truth(meaning, cells)) for node, cells in run.between if node in self.holding]
            broken = z3.Not(run.last.plain(term(self.aim.truth(meaning, run.last.cells))))
            left = min(self.patience, self.until - time.monotonic())
            said = [*self.book.known, *run.known, *kept, broken]
            reason = because(said, self._facts(run.node), run.node, left)
            self.proof.questions += 1
            if reason is None:
                return None
            found.append(reason)
        self.together = self.steps
        return found

    def _wanted(self, edge: Edge) -> list[Z3]:
        return parts(self._aimed(edge))

    def _same(self, edge: Edge, wanted: Z3) -> bool:
        """Whether the step leaves this just as it was: then there is nothing to ask."""
        return edge.node is not None and edge.node in self.holding and wanted.get_id() in self._before

    @cached_property
    def _before(self) -> dict[int, Z3]:
        truth = z3.simplify(term(self.aim.truth(self.book.meaning, self.book.cells)))
        return {part.get_id(): part for part in parts(truth)}

    def _aimed(self, edge: Edge) -> Z3:
        if id(edge) not in self._truths:
            self._truths[id(edge)] = edge.plain(term(self.aim.truth(self.book.meaning, edge.cells)))
        return self._truths[id(edge)]

    def _facts(self, node: int | None) -> dict[str, Z3]:
        """What is known at a node, each with its name."""
        if node is None:
            return {}
        facts = self.book.named(node)
        if node in self.holding:
            facts["aim"] = term(self.aim.truth(self.book.meaning, self.book.cells))
        return facts

    def _ask(self, edge: Edge, wanted: Z3) -> Reason | None:
        """Why the step cannot break what is wanted, if that is seen."""
        key = (id(edge), wanted.get_id())
        here = edge.node in self.holding
        if key in self._answers and self._answers[key][0] is here:
            return self._answers[key][2]
        answer: Reason | None = None
        # The laws of the table are proved elsewhere: they come last, after what can be proved here.
        for wide, laws in ((False, False), (True, False), (True, True))[: 3 if self.laws else 2]:
            facts = self._facts(edge.node)
            if laws and edge.node is not None:
                facts |= {f"law {k}": term(law.truth) for k, law in enumerate(self.book.laws)}
            left = min(self.patience, self.until - time.monotonic())
            said = [*self.book.known, *edge.known(wide), z3.Not(wanted)]
            answer = because(said, facts, edge.node, left)
            self.proof.questions += 1
            if answer is not None:
                break
        # The term is kept beside its number, for the number of a forgotten term is given to another.
        self._answers[key] = (here, wanted, answer)
        return answer

    def _confirm(self, opinion: bool) -> Proof:
        """Every reason once more, with those of every helper fact."""
        reasons: list[Reason] = []
        self.together = 0
        for edge in (edge for edge in self._every() if edge.to in self.holding):
            why = self._why(edge)
            if why is None:
                self.proof.reason = self._where(edge)
                return self.proof
            reasons += why
        whole = support(self.book, reasons, self.until, opinion)
        self.proof.reason, self.proof.proved = whole.problem, not whole.problem
        self.proof.smt, self.proof.agreed, self.proof.rests = list(whole.texts), whole.agreed, whole.rests
        self.proof.rests += (f"{self.together} steps looked at together",) if self.together else ()
        self.proof.used = ["aim", *sorted({name for _, name in whole.facts})]
        self.proof.where, self.proof.whole = frozenset(self.holding), self.book.view.whole
        return self.proof

    def _where(self, edge: Edge) -> str:
        core = self.book.core
        here = "the set-up" if edge.node is None else core.nodes[edge.node].name
        there = "the end" if edge.to == c.OVER else core.nodes[edge.to].name
        return f"the induction breaks off between {here} and {there}"


def parts(truth: Z3) -> list[Z3]:
    """The conjuncts of a truth, each a question of its own."""
    if z3.is_true(truth):
        return []
    return [p for child in truth.children() for p in parts(child)] if z3.is_and(truth) else [truth]
