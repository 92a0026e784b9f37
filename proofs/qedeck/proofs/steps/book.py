"""The book of a game: its steps as formulas, and helper facts that hold whenever play comes to a node.

Helper facts are guessed from samples; those that are not true at first, or not kept by every step,
are dropped until the rest keeps itself. Nothing is in the book that was not proved so, and nothing that was proved of
another game (NOTE(view) in `steps/views`).
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from typing import Protocol

import z3

from qedeck.interpreter.layout import layout_of
from qedeck.interpreter.state import Arrival, Cells, Fault
from qedeck.proofs.fixed.settled import as_written
from qedeck.proofs.formulas.edges import Edge, made_edge
from qedeck.proofs.formulas.loose import Late, LooseMeaning, spared
from qedeck.proofs.formulas.moves import Way, ways
from qedeck.proofs.formulas.reasons import Reason, because, reason_or_not
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Z3, Number, Truth, term
from qedeck.proofs.formulas.symbols import fresh_cells
from qedeck.proofs.formulas.table import SIZE, Law, table_laws
from qedeck.proofs.plays.sample import Sampler
from qedeck.proofs.steps.facts import guesses
from qedeck.proofs.steps.houdini import kept
from qedeck.proofs.steps.views import View, Whole, all_of
from qedeck.spec import core as c

QUESTION = 10.0
"""Seconds for one question about one step."""


def defined(meaning: LooseMeaning, expr: c.Expr, cells: Cells, other: Cells | None = None) -> Truth:
    """The term holds and is defined."""
    truth, faults = meaning.value(expr, cells, other=other)
    for fault in faults:
        truth = SYMBOLIC.and_(truth, SYMBOLIC.not_(fault.guard))
    return truth


class Known(Protocol):
    """Something that was proved: of which game, and where in it."""

    @property
    def term(self) -> c.Expr: ...

    @property
    def whole(self) -> Whole | None: ...

    def at(self, node: int) -> bool: ...


class Book:
    """The steps of a view of a game as formulas, and the facts that are known to hold at its nodes."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.core = core = view.core
        self.meaning = LooseMeaning(core, view.loose)
        self.meaning.fickle = view.fickle
        self.cells, self.promises = fresh_cells(core)
        given = view.whole.given
        self.limits = [
            term(defined(self.meaning, limit, self.cells)) for limit in (*core.constraints, *([given] if given else ()))
        ]
        self.facts: dict[int, list[c.Expr]] = {}
        self.settled = False
        self.base: Book = self
        """Where the helper facts were proved: the same game with every definition left open."""
        self._reasons: dict[tuple[int, int], list[Reason] | bool] = {}
        self._known: tuple[int, Z3] | None = None
        self._begins: tuple[tuple[Fault[Truth], ...], list[Arrival[Truth, Number]]] | None = None
        self._ways: dict[int, list[Way]] = {}
        self._edges: dict[int | None, list[Edge]] = {}
        self._laws: list[Law] | None = None
        self._met: dict[int, list[c.Expr]] = {}
        self._sure: dict[int, dict[str, Z3]] = {}
        self._truths: dict[tuple[c.Expr, int], Z3] = {}
        self.lawful = False
        """Whether it is known at each node, without being asked for, that sizes are what lies there."""
        self._lemmas: tuple[Known, ...] = ()

    @property
    def known(self) -> list[Z3]:
        if self._known is None or self._known[0] != len(self.meaning.promises):
            every = [*self.promises, *self.limits, *self.meaning.promises]
            self._known = len(self.meaning.promises), z3.And(every)
        return [self._known[1]]

    @property
    def sure(self) -> dict[int, list[c.Expr]]:
        """What holds at a node of the whole game because of the way there (see `steps/sure`)."""
        return self._met

    @sure.setter
    def sure(self, met: dict[int, list[c.Expr]]) -> None:
        self._met, self._sure = met, {}

    @property
    def lemmas(self) -> tuple[Known, ...]:
        """What was proved of the whole game before, known at the nodes where it was shown."""
        return self._lemmas

    @lemmas.setter
    def lemmas(self, lemmas: Sequence[Known]) -> None:
        for lemma in lemmas:
            if lemma.whole is None or not lemma.whole.holds_in(self.view.whole):
                raise ValueError("a lemma that was proved of another game")
        self._lemmas = tuple(lemmas)

    @property
    def laws(self) -> list[Law]:
        """What every table obeys, if this game's first one does."""
        if self._laws is None:
            # A game that lays a card out twice breaks them from the first moment on: then nothing is built on them.
            # Asked of the first values, which every view has: of the set-up, a view may have left something out.
            faults, cells = self.first()
            broken = z3.Not(z3.And([term(law.truth) for law in table_laws(self.meaning, cells)]))
            fine = [z3.Not(term(fault.guard)) for fault in faults]
            sound = _check([*self.known, *fine, broken], QUESTION) == "unsat"
            self._laws = table_laws(self.meaning, self.cells) if sound else []
        return self._laws

    def edges(self, node: int | None) -> list[Edge]:
        if node not in self._edges:
            self._edges[node] = list(self._start() if node is None else self._onward(node, self.cells, self.ways(node)))
        return self._edges[node]

    def holding(self, node: int) -> list[Z3]:
        """The helper facts of a node."""
        return [self.truth(fact) for fact in self.facts.get(node, ())]

    def truth(self, fact: c.Expr, edge: Edge | None = None) -> Z3:
        """A fact at any table, or after one of the steps in this book: worked out once."""
        key = fact, id(edge)
        if key not in self._truths:
            truth = term(defined(self.meaning, fact, self.cells if edge is None else edge.cells))
            self._truths[key] = truth if edge is None else edge.plain(truth)
        return self._truths[key]

    def reached(self) -> list[int]:
        """The nodes that the control graph leads to."""
        seen: dict[int, None] = {}
        waiting = [edge.to for edge in self.edges(None)]
        while waiting:
            node = waiting.pop()
            if node not in seen:
                seen[node] = None
                if node != c.OVER:
                    waiting += [edge.to for edge in self.edges(node)]
        return list(seen)

    def first(self) -> tuple[tuple[Fault[Truth], ...], Cells]:
        """The first values, and what may be undefined in them."""
        rigid = {n: self.cells[n] for n, var in self.core.vars.items() if var.rigid}
        cells, faults = self.meaning.initial(rigid)
        return faults, cells

    def begins(self) -> tuple[tuple[Fault[Truth], ...], list[Arrival[Truth, Number]]]:
        """What may be undefined before the first step, and where that leads."""
        if self._begins is None:
            faults, cells = self.first()
            self._begins = faults, self.meaning.begin(cells)
        return self._begins

    def ways(self, node: int) -> list[Way]:
        """Every way on from a node, written only once."""
        if node not in self._ways:
            self._ways[node] = ways(self.meaning, self.cells, node)
        return self._ways[node]

    def _start(self) -> Iterator[Edge]:
        faults, arrivals = self.begins()
        for arrival in arrivals:
            yield made_edge(None, 0, [z3.Not(term(fault.guard)) for fault in faults], arrival)

    def onward(self, cells: Cells, node: int, prefix: str) -> Iterator[Edge]:
        """The steps on from a position that is the end of other steps; `prefix` names what is picked in them."""
        for edge in self._onward(node, cells, ways(self.meaning, cells, node, prefix)):
            if not z3.is_false(edge.taken):
                yield edge

    def _onward(self, node: int, cells: Cells, every: Iterable[Way]) -> Iterator[Edge]:
        for way in every:
            known = self.taken(way, cells)
            for arrival in way.arrivals:
                yield made_edge(node, way.option, known, arrival)

    def taken(self, way: Way, cells: Cells) -> list[Z3]:
        """What is known where a way is taken: it is legal, and chance gives it some weight."""
        point, known = self.core.nodes[way.node], [*way.promises, term(way.legal)]
        if isinstance(point, c.Decision) and point.options[way.option].weight is not None:
            option = point.options[way.option]
            picked = {pick.var: value for pick, value in zip(option.picks, way.picks, strict=True)}
            weight, _ = self.meaning.value(option.weight, cells, picked)  # type: ignore[arg-type]
            known.append(term(SYMBOLIC.lt(0, weight)))
        return known

    # ---- helper facts ------------------------------------------------------------------------

    def settle(self, guessed: dict[int, list[c.Expr]], until: float) -> None:
        """Keep those of the guesses that keep themselves (Houdini), of all that can be settled in this view.

        Tried once: where the time is too short for it, it will be too short again. What is left then are guesses.
        """
        self.settled, self._reasons = True, {}
        every = dict.fromkeys(fact for facts in guessed.values() for fact in facts)
        there = {fact for fact in every if self.view.shows(fact)}
        try:
            self.facts = kept(self, {node: [f for f in facts if f in there] for node, facts in guessed.items()}, until)
        except BaseException:
            self.facts = {}
            raise

    def reasons(self, node: int, k: int, until: float) -> list[Reason] | bool:
        """Why each edge keeps the k-th fact of a node; no if one does not, yes if there is no time to say why."""
        if self._reasons.get((node, k), True) is True:
            self._reasons[node, k] = self._because(node, k, until)
        return self._reasons[node, k]

    def _because(self, node: int, k: int, until: float) -> list[Reason] | bool:
        found: list[Reason] = []
        starts: list[int | None] = [None, *self.facts]
        for edge in (edge for start in starts for edge in self.edges(start) if edge.to == node):
            here = {} if edge.node is None else self.named(edge.node)
            wanted = self.truth(self.facts[node][k], edge)
            for wide in (False, True):
                left = min(QUESTION, until - time.monotonic())
                said = [*self.known, *edge.known(wide), z3.Not(wanted)]
                reason = reason_or_not(said, here, edge.node, left, whole=not wide)
                if isinstance(reason, Reason):
                    found.append(reason)
                    break
            else:
                return reason is None
        return found

    def named(self, node: int) -> dict[str, Z3]:
        """The helper facts of a node, each with its name."""
        if node not in self._sure:
            met = enumerate(self.sure.get(node, ()))
            self._sure[node] = {f"met {k}": self.truth(fact) for k, fact in met}
        leaning = {k: lemma.term for k, lemma in enumerate(self.lemmas) if lemma.at(node)}
        lemmas = {f"lemma {k}": self.truth(fact) for k, fact in leaning.items()}
        if self.lawful:
            sizes = [k for k, law in enumerate(self.laws) if law.name.startswith(SIZE)]
            lemmas |= {f"law {k}": term(self.laws[k].truth) for k in sizes}
        return self._sure[node] | lemmas | {f"fact {k}": truth for k, truth in enumerate(self.holding(node))}

    def named_laws(self) -> dict[str, Z3]:
        """What every table obeys, each law with its name."""
        return {f"law {k}": term(law.truth) for k, law in enumerate(self.laws)}

    def why(self, node: int, said: Sequence[Z3], until: float, most: float = QUESTION) -> Reason | None:
        """Why this cannot be said at a node: by its helper facts, else by what every table obeys too."""
        for laws in (False, True):
            facts = self.named(node) | (self.named_laws() if laws else {})
            found = because([*self.known, *said], facts, node, min(most, until - time.monotonic()))
            if found is not None:
                return found
        return None


def _check(known: Iterable[Z3], seconds: float) -> str:
    solver = z3.Solver()
    solver.set("timeout", max(1, int(1000 * seconds)))
    solver.add(*known)
    return str(solver.check())


_BOOKS: dict[str, Book] = {}
_BASES: dict[str, Book] = {}
"""Those in which helper facts were proved: dear to find, so no other book pushes them out."""


def book(core: c.Core, loose: frozenset[str], given: c.Expr | None, until: float, helped: bool = True) -> Book:
    """A Book, with its helper facts if it is `helped`; made once for each game, and kept a while."""
    made = _kept(all_of(core, given, loose))
    made.meaning.until, made.lemmas = until, ()
    if helped and not made.settled:
        # What holds whatever the settings are holds with these; where that takes too long, nothing is known.
        base = prepared(as_written(core), until)
        made.base, made.settled = base, True
        made.facts = {node: base.facts.get(node, []) for node in made.reached() if node != c.OVER}
    return made


def prepared(core: c.Core, until: float) -> Book:
    """The book in which helper facts are proved, for whatever the readings and parameters are.

    With every definition left open, too: what is proved so holds for the real ones, and for all between.
    """
    free = {name: replace(var, init=c.Const(0)) if var.rigid else var for name, var in core.vars.items()}
    open_ = spared(core, layout_of(core), core.constraints)
    base = _kept(all_of(replace(core, vars=free), None, open_), _BASES)
    base.meaning.until = until
    if not base.settled:
        with suppress(Late):
            base.settle(guessed(core, until), until)
    return base


def _kept(view: View, among: dict[str, Book] | None = None) -> Book:
    """The book of a whole game: one and the same for games that are written alike, and assumed alike."""
    books = _BOOKS if among is None else among
    key = sha256(repr((view.core, sorted(view.loose), view.whole.given)).encode()).hexdigest()
    found = books.pop(key, None) or Book(view)
    found.view = view
    while len(books) >= 8:
        del books[next(iter(books))]
    # Whatever was asked for last is forgotten last.
    books[key] = found
    return found


def guessed(core: c.Core, until: float) -> dict[int, list[c.Expr]]:
    """For each node, what held there in some random plays."""
    sampler = Sampler(core)
    seen: dict[int, list[Cells]] = {}
    for spot in sampler.spots(min(2.0, (until - time.monotonic()) / 8), 60):
        if spot.node is not None:
            seen.setdefault(spot.node, []).append(spot.cells)
    return guesses(core, sampler.meaning, seen)
