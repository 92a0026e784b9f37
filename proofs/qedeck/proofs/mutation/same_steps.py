"""Whether two ways to write the steps of a game come to the same: the blocks that differ, begun in any position.

In: two Cores that differ in blocks or in what may be chosen; out: whether it is proved that every step leaves the same
table, goes on to the same decision, is undefined where the other is, and shows everybody the same. Both plays then go
on alike from step to step: no property can tell them apart.

What counts as shown. Tables are seen by the same eyes, for zones and values must be the same on both sides. Of what is
noticed on the way the order does not count: no decision lies between. Cards that nobody sees the faces of, all moved
from one counted zone to another whatever happens, may go there in two goes or by another way, as long as as many
such moves are noticed: everybody could count the cards before. Everything else must be noticed alike, one by one.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import z3

from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Cells, Side, Telling
from qedeck.interpreter.steps import Play
from qedeck.proofs.formulas.edges import certain
from qedeck.proofs.formulas.lemma import either, undefined
from qedeck.proofs.formulas.onward import terms_of, terms_of_node
from qedeck.proofs.formulas.positions import any_position
from qedeck.proofs.formulas.solver import ask
from qedeck.proofs.formulas.swap import Swap
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Z3, Number, Term, Truth, term
from qedeck.proofs.formulas.symbols import fresh_picks
from qedeck.spec import core as c

Symbols = Meaning[Truth, Number]


def same_steps(one: c.Core, other: c.Core, seconds: float) -> bool:
    """Proved to come to the same in every position; False where they do not, or nobody knows."""
    if replace(one, blocks=(), nodes=()) != replace(other, blocks=(), nodes=()):
        return False
    if len(one.blocks) != len(other.blocks) or len(one.nodes) != len(other.nodes):
        return False
    blocks = [(old, new) for old, new in zip(one.blocks, other.blocks, strict=True) if old != new]
    if not all(_same_exits(old.exit, new.exit) for old, new in blocks):
        return False
    nodes = [n for n, node in enumerate(one.nodes) if node != other.nodes[n]]
    if not all(_same_shape(one.nodes[n], other.nodes[n]) for n in nodes):
        return False
    # Seconds of work: whether it is proved shall not depend on what else the machine does.
    until = time.process_time() + seconds
    sides = _Sides(one, other, until)
    return all(any(map(sides.steps, _pieces(*pair))) for pair in blocks) and all(sides.choices(n) for n in nodes)


def _same_exits(old: c.Exit, new: c.Exit) -> bool:
    """Whether at most the condition of a branch differs."""
    if isinstance(old, c.Branch) and isinstance(new, c.Branch):
        return (old.then, old.otherwise) == (new.then, new.otherwise)
    return old == new


def _pieces(old: c.Block, new: c.Block) -> Iterator[tuple[c.Block, c.Block]]:
    """Two blocks without what they begin and end with alike; then with their ends, which may make up for it."""
    first, second = list(old.steps), list(new.steps)
    while first and second and first[0] == second[0]:
        first, second = first[1:], second[1:]
    end = 0
    while end < min(len(first), len(second)) and first[-1 - end] == second[-1 - end]:
        end += 1
    if end and old.exit == new.exit:
        yield c.Block(tuple(first[:-end]), c.Finish()), c.Block(tuple(second[:-end]), c.Finish())
    yield c.Block(tuple(first), old.exit), c.Block(tuple(second), new.exit)


def _same_shape(old: c.Node, new: c.Node) -> bool:
    """Whether at most the conditions of the options differ."""
    if not isinstance(old, c.Decision) or not isinstance(new, c.Decision) or len(old.options) != len(new.options):
        return False
    pairs = zip(old.options, new.options, strict=True)
    return replace(old, options=tuple(replace(a, guard=b.guard) for a, b in pairs)) == new


@dataclass(frozen=True, slots=True)
class _Known:
    """What may be assumed, and what is put in the place of conditions that follow from it."""

    truths: tuple[Z3, ...]
    sure: Swap = Swap(())


@dataclass(frozen=True, slots=True)
class _Sides:
    """Two games that are asked the same questions."""

    one: c.Core
    other: c.Core
    until: float

    def steps(self, pair: tuple[c.Block, c.Block]) -> bool:
        """Whether two pieces of a block come to the same."""
        meaning: Symbols = Meaning(self.one, SYMBOLIC)
        asked = [*terms_of(self.one, pair[:1]), *terms_of(self.other, pair[1:])]
        here = any_position(meaning, asked, unseen=True)
        first, second = (_Outcome(meaning, block, here.cells) for block in pair)
        faults = [[term(fault.guard) for fault in side.play.faults] for side in (first, second)]
        known = _Known(here.known, Swap(certain(z3.BoolVal(True), [*faults[0], *faults[1]])))
        if not self._never(_Known(here.known), either(map(_first, faults))):
            if not self._never(_Known(here.known), _xor(first.lost, second.lost)):
                return False
            known = replace(known, truths=(*here.known, *(z3.Not(fault) for mine in faults for fault in mine)))
        if not self._never(known, SYMBOLIC.or_(_xor(first.holds, second.holds), first.other_cells(second))):
            return False
        noticed = [[self._noticed(known, told) for told in side.play.tellings] for side in (first, second)]
        if sum(told is None for told in noticed[0]) != sum(told is None for told in noticed[1]):
            return False
        shown = [[told for told in side if told is not None] for side in noticed]
        apart = _told_apart(first.play, shown[0], shown[1])
        return apart is not None and self._never(known, apart)

    def choices(self, node: int) -> bool:
        """Whether the same may be chosen at a decision."""
        meanings: list[Symbols] = [Meaning(core, SYMBOLIC) for core in (self.one, self.other)]
        asked = [expr for core in (self.one, self.other) for expr in terms_of_node(core, core.nodes[node])]
        here = any_position(meanings[0], asked)
        decision = self.one.nodes[node]
        assert isinstance(decision, c.Decision)
        for number, option in enumerate(decision.options):
            picks, promises = fresh_picks(option, f"{number}:")
            legal = [meaning.legal(Cells(here.cells.rows), node, number, picks) for meaning in meanings]
            if not self._never(_Known((*here.known, *promises)), _xor(*legal)):
                return False
        return True

    def _noticed(self, known: _Known, told: Telling[Truth, Number]) -> _Noticed | None:
        """What somebody learns; None where everybody could count that before."""
        zones = self.one.zones
        if told.source is None or told.target is None:
            return _Noticed(told, ())
        always = z3.is_true(z3.simplify(known.sure(term(told.guard))))
        counted = zones[told.source.zone].counted and zones[told.target.zone].counted
        if always and counted and told.kind == "move all" and all(SYMBOLIC.known(f) is False for f in told.faces):
            return None
        # Where a card always goes to tells nothing.
        return _Noticed(told, (told.source,) if always else (told.source, told.target))

    def _never(self, known: _Known, truth: Truth) -> bool:
        asked = z3.simplify(known.sure(term(truth)))
        if z3.is_false(asked):
            return True
        left = self.until - time.process_time()
        return left > 0 and not z3.is_true(asked) and ask(known.truths, asked, left).verdict == "unsat"


class _Outcome:
    """What a piece of a block comes to, begun in some position."""

    def __init__(self, meaning: Symbols, block: c.Block, cells: Cells) -> None:
        self.play: Play[Truth, Number] = meaning.look(Cells(cells.rows))
        self.play.happen(block.steps, True)
        (condition,) = c.terms_of_exit(block.exit) or (c.Const(True),)
        self.holds: Truth = self.play.value(condition, True)
        self.lost = undefined(self.play.faults)

    def other_cells(self, other: _Outcome) -> Truth:
        mine, theirs = self.play.cells, other.play.cells
        return either(
            SYMBOLIC.not_(self.play.same(old, new))
            for name in mine
            for old, new in zip(mine[name], theirs[name], strict=True)
            if old is not new
        )


@dataclass(frozen=True, slots=True)
class _Noticed:
    """Something that happens, with the ends of the move that tell something."""

    told: Telling[Truth, Number]
    ends: tuple[Side[Number], ...]

    @property
    def shape(self) -> tuple[object, ...]:
        ends = tuple((end.zone, end.owner is None, end.place is None) for end in self.ends)
        return self.told.kind, self.told.clause, len(self.told.values), self.told.by is None, ends

    @property
    def parts(self) -> Iterator[Any]:
        """All that must be the same."""
        yield from (*self.told.values, *self.told.seen, *self.told.faces)
        yield from (part for end in self.ends for part in (*end.index, end.place) if part is not None)
        yield from () if self.told.by is None else (self.told.by,)


def _first(faults: list[Z3]) -> Z3:
    """When something is undefined; each as it looks where those before it were not."""
    before = [Swap(certain(z3.BoolVal(True), faults[:k])) for k in range(len(faults))]
    return z3.Or([z3.simplify(sure(fault)) for sure, fault in zip(before, faults, strict=True)])


def _told_apart(play: Play[Truth, Number], here: list[_Noticed], there: list[_Noticed]) -> Truth | None:
    """When somebody is shown something else; None if what is shown does not line up."""
    waiting, found = list(there), list[Truth]()
    for one in here:
        alike = [other for other in waiting if other.shape == one.shape]
        if not alike:
            return None
        # The nearest one: what is the same term is the same.
        nearest = min(alike, key=lambda other: _unlike(one, other))
        waiting.remove(nearest)
        found.append(_xor(one.told.guard, nearest.told.guard))
        unlike = [SYMBOLIC.not_(play.same(a, b)) for a, b in zip(one.parts, nearest.parts, strict=True)]
        found.append(SYMBOLIC.and_(one.told.guard, either(unlike)))
    return None if waiting else either(found)


def _unlike(one: _Noticed, other: _Noticed) -> int:
    """How many parts are not the same term."""
    return sum(not _identical(a, b) for a, b in zip(one.parts, other.parts, strict=True))


def _identical(a: Any, b: Any) -> bool:
    if isinstance(a, Term) and isinstance(b, Term):
        return bool(a.z3.eq(b.z3))
    if isinstance(a, int | Term) or isinstance(b, int | Term):
        return a is b or (isinstance(a, int) and isinstance(b, int) and a == b)
    return bool(a.eq(b))


def _xor(left: Truth, right: Truth) -> Truth:
    return SYMBOLIC.not_(SYMBOLIC.iff(left, right))
