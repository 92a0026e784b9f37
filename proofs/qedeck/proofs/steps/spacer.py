"""Helper facts found by Z3's Spacer: property-directed reachability over a few variables of the game.

In: a Core and a truth; out: a proof, or none. Spacer is only asked for an idea, a fact for each node. Each is then
shown to be kept by every step, with questions of their own to plain Z3 and to cvc5: Spacer has had wrong answers.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

import z3

from qedeck.interpreter.state import Cells
from qedeck.proofs.formulas.edges import Edge
from qedeck.proofs.formulas.loose import Late, LooseMeaning, spared
from qedeck.proofs.formulas.positions import visible
from qedeck.proofs.formulas.reasons import Reason, because
from qedeck.proofs.formulas.swap import Swap
from qedeck.proofs.formulas.symbolic import Z3, term
from qedeck.proofs.plays.sample import by_itself
from qedeck.proofs.steps.book import QUESTION, Book, book
from qedeck.proofs.steps.induction import Aim, Proof
from qedeck.proofs.steps.support import support
from qedeck.proofs.uses.grounds import Ground, note
from qedeck.spec import core as c

WIDER = 3
"""So often the variables that Spacer looks at are joined by those that they are made of."""
MOMENT = 1.0
"""With fewer seconds than this nothing is begun: the rules alone take as long, and nobody can break in there."""
NO_IDEA = "Spacer has no idea"


def by_spacer(
    core: c.Core, aim: Aim, seconds: float, opinion: bool, where: Iterable[int] | None, given: c.Expr | None
) -> Proof:
    """Whether the aim follows, wherever it is wanted, from facts that Spacer finds."""
    until = time.monotonic() + seconds
    asked = [aim.term, *([aim.given] if aim.given is not None else ())]
    open_ = spared(core, LooseMeaning(core).layout, [*asked, *core.constraints, *([given] if given else ())])
    proof = Proof(False, NO_IDEA)
    for loose in dict.fromkeys((open_, frozenset[str]())):
        left = until - time.monotonic()
        if left < MOMENT:
            break
        late = until if not loose else time.monotonic() + left / 2
        try:
            made = book(core, loose, given, time.monotonic() + left / 4)
            made.meaning.until = late
            proof = _with(made, aim, visible(core, asked), where, late, opinion)
        except Late:
            continue
        proof.loose = bool(loose)
        if proof.proved:
            break
    return proof


def _with(
    made: Book, aim: Aim, seen: frozenset[str], where: Iterable[int] | None, until: float, opinion: bool
) -> Proof:
    """The same with these definitions left open: first with few variables, then with more."""
    proof = Proof(False, NO_IDEA)
    for wider in _wider(made, seen):
        left = until - time.monotonic()
        if left < MOMENT:
            break
        horn = _Horn(made, aim, where, wider)
        facts = horn.idea(left / 2)
        if facts is not None:
            proof = _checked(made, horn, facts, until, opinion)
            if proof.proved:
                break
    return proof


def _wider(made: Book, seen: frozenset[str]) -> Iterator[frozenset[str]]:
    """These variables; and more and more of those from which their next values are made."""
    owner = {term(cell).get_id(): name for name, row in made.cells.items() for cell in row}
    for _ in range(WIDER):
        yield seen
        after = [term(cell) for edge in _edges(made) for name in seen for cell in edge.cells[name]]
        more = seen | {owner[symbol.get_id()] for symbol in _symbols(after) if symbol.get_id() in owner}
        if more == seen:
            return
        seen = more


class _Horn:
    """A game as Spacer sees it: for each node a relation over some variables; the others may be anything there."""

    def __init__(self, made: Book, aim: Aim, where: Iterable[int] | None, seen: frozenset[str]) -> None:
        self.book, self.aim = made, aim
        self.seen = sorted(seen)
        self.nodes = made.reached()
        asked = {n for n in self.nodes if n == c.OVER or not by_itself(made.core, n)}
        self.wanted = set(where) & set(self.nodes) if where is not None else asked
        sorts = [value.sort() for value in self.row(made.cells)]
        self.relations = {n: z3.Function(f"at {n}", *sorts, z3.BoolSort()) for n in self.nodes}

    def row(self, cells: Cells) -> list[Z3]:
        return [term(cell) for name in self.seen for cell in cells[name]]

    def holds(self) -> Z3:
        return term(self.aim.truth(self.book.meaning, self.book.cells))

    def before(self, node: int | None) -> list[Z3]:
        """What the book knows of a node anyway."""
        return [] if node is None or node == c.OVER else self.book.holding(node)

    def idea(self, seconds: float) -> dict[int, Z3] | None:
        """A fact for each node with which the aim cannot be broken, if Spacer says so."""
        engine, broken = z3.Fixedpoint(), z3.Function("broken", z3.BoolSort())
        # Relations that are done away with first would have no fact.
        plain = {"xform.slice": False, "xform.inline_linear": False, "xform.inline_eager": False}
        engine.set(engine="spacer", timeout=max(1, int(1000 * seconds)), **plain)
        engine.register_relation(broken, *self.relations.values())
        rules = []
        here = self.row(self.book.cells)
        for edge in _edges(self.book):
            at = [] if edge.node is None else [self.relations[edge.node](*here), *self.before(edge.node)]
            rules.append((self.relations[edge.to](*self.row(edge.cells)), [*at, edge.whole]))
        rules += [(broken(), [self.relations[node](*here), z3.Not(self.holds())]) for node in self.wanted]
        known = self.book.known
        for head, body in rules:
            whole = z3.And(*known, *body)
            engine.declare_var(*_symbols([*head.children(), whole]))
            engine.rule(head, whole)
        try:
            if engine.query(broken()) != z3.unsat:
                return None
            return {node: self._fact(engine, relation) for node, relation in self.relations.items()}
        except z3.Z3Exception:  # it gives up in several ways
            return None

    def _fact(self, engine: Z3, relation: Z3) -> Z3:
        return z3.substitute_vars(engine.get_cover_delta(-1, relation), *self.row(self.book.cells))


def _checked(made: Book, horn: _Horn, facts: dict[int, Z3], until: float, opinion: bool) -> Proof:
    """The facts shown anew: every step keeps them, and they give the aim."""
    reasons: list[Reason] = []
    here = horn.row(made.cells)
    questions = [
        (edge.node, [*([facts[edge.node]] if edge.node is not None else ()), edge.whole, z3.Not(wanted)])
        for edge in _edges(made)
        for wanted in [_put(facts[edge.to], here, horn.row(edge.cells))]
        if not z3.is_true(wanted)
    ]
    questions += [(node, [facts[node], z3.Not(horn.holds())]) for node in horn.wanted]
    for node, said in questions:
        named = {} if node is None or node == c.OVER else made.named(node)
        reason = because([*made.known, *said], named, node, min(QUESTION, until - time.monotonic()))
        if reason is None:
            return Proof(False, "what Spacer found is not kept by every step", len(questions))
        reasons.append(reason)
    whole = support(made, reasons, until, opinion)
    rests = (*whole.rests, "facts that Spacer found")
    used = ["aim", *sorted({name for _, name in whole.facts})]
    note(Ground(tuple(c.Read(name) for name in horn.seen), made.meaning.loose))
    proof = Proof(not whole.problem, whole.problem, len(questions), used, whole.agreed, list(whole.texts), rests)
    proof.engine = "Spacer"
    return proof


def _edges(made: Book) -> Iterator[Edge]:
    yield from made.edges(None)
    for node in made.reached():
        if node != c.OVER:
            yield from made.edges(node)


def _put(fact: Z3, here: list[Z3], there: list[Z3]) -> Z3:
    """The fact about the position after a step."""
    # A cell with only one possible value has no symbol, and no fact says more of it.
    moved = Swap((one, other) for one, other in zip(here, there, strict=True) if not z3.is_int_value(one))
    return z3.simplify(moved(fact))


def _symbols(truths: Iterable[Z3]) -> list[Z3]:
    """The unknowns in some terms."""
    found: dict[int, Z3] = {}
    seen, waiting = set[int](), list(truths)
    while waiting:
        one = waiting.pop()
        if (key := one.get_id()) in seen:
            continue
        seen.add(key)
        if z3.is_const(one) and one.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            found[key] = one
        waiting += one.children()
    return list(found.values())
