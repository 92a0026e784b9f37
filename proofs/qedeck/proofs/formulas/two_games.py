"""One step taken in two games, from positions that are alike in all that both games have.

In: two Cores; out: for each decision that is not written the same in both, when a step parts them. Where none does, and
they begin alike, the games go on alike from step to step. Which decision is which is a guess by name and order: a wrong
guess can only lose a proof, for then a step leads to decisions that are not taken for the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, assert_never

from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Arrival, Cells
from qedeck.proofs.formulas.lemma import either, undefined
from qedeck.proofs.formulas.moves import Way, ways
from qedeck.proofs.formulas.onward import terms_at
from qedeck.proofs.formulas.positions import any_position, visible
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Z3, Number, Truth, term
from qedeck.proofs.formulas.two_ways import before, unlike, xor
from qedeck.spec import core as c

NOWHERE = c.START - 1
"""A decision that the other game does not have."""


@dataclass(frozen=True, slots=True)
class Apart:
    """What is known where a step begins, and when it parts the games."""

    known: tuple[Z3, ...]
    parts: Truth
    seen: frozenset[str]
    cells: Cells


class TwoGames:
    """Two games made ready for being compared step by step."""

    def __init__(self, one: c.Core, other: c.Core, reading: str = "") -> None:
        """`reading`: one that is not the same in both, and that none of their terms asks for any more."""
        self.one, self.other, self.reading = one, other, reading
        self.meaning: Meaning[Truth, Number] = Meaning(one, SYMBOLIC)
        self.meaning_too: Meaning[Truth, Number] = Meaning(other, SYMBOLIC)
        both = [name for name in one.vars if name in other.vars and name != reading]
        self.shared = [name for name in both if _kind(one.vars[name]) == _kind(other.vars[name])]
        self.moving = [name for name in self.shared if not one.vars[name].rigid and name != "ended"]
        theirs = {label: node for node, label in enumerate(_labels(other))}
        self.partner = {node: theirs[label] for node, label in enumerate(_labels(one)) if label in theirs}

    @property
    def hopeless(self) -> str:
        """Why steps cannot say anything: something is of another kind, or seen by others."""
        for name, var in self.one.vars.items():
            theirs = self.other.vars.get(name)
            if theirs is None or name in self.shared or "control" in (var.role, theirs.role) or var.rigid:
                continue
            return f"{name} is another kind of thing, or others see it"
        zones = (name for name in self.one.zones.keys() & self.other.zones.keys())
        others = [name for name in zones if self.one.zones[name] != self.other.zones[name]]
        if others:
            return f"{others[0]} is another zone"
        asked = [_asked(core, c.sights_of(core)) for core in (self.one, self.other)]
        return "who sees what is asked of other definitions" if asked[0] != asked[1] else ""

    def differing(self) -> Iterator[int]:
        """The beginning, if it is not written the same in both games, and each such decision that both have."""
        for node in (c.START, *self.partner):
            there = self.partner.get(node, c.START)
            if _written(self.one, node) != _written(self.other, there):
                yield node

    def apart(self, node: int, facts: Sequence[c.Expr] = ()) -> Apart | None:
        """When a step from here parts the games; `facts` hold there. None where a first value may be undefined."""
        there = self.partner.get(node, c.START)
        theirs = terms_at(self.other, there)
        common = visible(self.other, theirs) & set(self.shared)
        looked = [c.Read(name, tuple(c.Const(0) for _ in self.one.vars[name].dims)) for name in sorted(common)]
        here = any_position(self.meaning, [*terms_at(self.one, node), *looked, *facts], unseen=True)
        beside = any_position(self.meaning_too, theirs, "other ", unseen=True)
        rows = {**beside.cells.rows, **{name: here.cells[name] for name in self.shared}}
        mine, lost = before(self.meaning, node, here.cells)
        yours, lost_too = before(self.meaning_too, there, Cells(rows))
        if lost or lost_too:
            return None
        known = [*here.known, *beside.known]
        for fact in facts:
            truth, faults = self.meaning.value(fact, here.cells)
            known.append(term(SYMBOLIC.and_(truth, SYMBOLIC.not_(undefined(faults)))))
        if node == c.START:
            begun = [list(meaning.begin(cells)) for meaning, cells in ((self.meaning, mine), (self.meaning_too, yours))]
            return Apart(tuple(known), self._unlike(begun[0], begun[1]), here.seen, here.cells)
        found, moment = [self._asked_apart(node, mine, yours)], self.meaning.look(mine)
        ours = {_option(self.one, node, way): way for way in ways(self.meaning, mine, node)}
        others = {_option(self.other, there, way): way for way in ways(self.meaning_too, yours, there, "other ")}
        for key in ours.keys() | others.keys():
            way, way_too = ours.get(key), others.get(key)
            if way is None or way_too is None:
                found += [only.legal for only in (way, way_too) if only is not None]
                known += [promise for only in (way, way_too) if only is not None for promise in only.promises]
                continue
            known += [*way.promises, *way_too.promises]
            known += [term(moment.same(a, b)) for a, b in zip(way.picks, way_too.picks, strict=True)]
            both = SYMBOLIC.and_(way.legal, way_too.legal)
            found += [xor(way.legal, way_too.legal)]
            found += [SYMBOLIC.and_(both, self._unlike(way.arrivals, way_too.arrivals))]
        return Apart(tuple(known), either(found), here.seen, here.cells)

    def _asked_apart(self, node: int, mine: Cells, yours: Cells) -> Truth:
        """When somebody else is asked, or other players notice it."""
        point, point_too = self.one.nodes[node], self.other.nodes[self.partner[node]]
        awake = self._noticed_apart(point, point_too, mine, yours)
        if not isinstance(point, c.Decision) or not isinstance(point_too, c.Decision):
            return awake
        who, who_too = point.owner, point_too.owner
        weights = [[option.weight for option in each.options] for each in (point, point_too)]
        if who.who != who_too.who:
            return True
        if who.who == "chance" and weights[0] != weights[1]:
            return True
        if who.player is None or who_too.player is None:
            return True if (who.player is None) != (who_too.player is None) else awake
        seat, faults = self.meaning.value(who.player, mine)
        seat_too, faults_too = self.meaning_too.value(who_too.player, yours)
        other = SYMBOLIC.not_(SYMBOLIC.eq(seat, seat_too))
        return either([other, xor(undefined(faults), undefined(faults_too)), awake])

    def _noticed_apart(self, one: c.Node, other: c.Node, mine: Cells, yours: Cells) -> Truth:
        """When somebody notices what happens at a decision in one game only."""
        here, there = self.meaning.look(mine).awake(one.noticed), self.meaning_too.look(yours).awake(other.noticed)
        everybody = (True,) * max(len(here), len(there))
        return either(map(xor, here or everybody, there or everybody))

    def _unlike(self, here: Sequence[Arrival[Any, Any]], there: Sequence[Arrival[Any, Any]]) -> Truth:
        back = {theirs: mine for mine, theirs in self.partner.items()}
        met = [
            replace(arrival, node=None if arrival.node is None else back.get(arrival.node, NOWHERE - arrival.node))
            for arrival in there
        ]
        apart = unlike(self.meaning, here, met, self.moving, True)
        ends = {arrival.node: arrival for arrival in met}
        found = [apart]
        for arrival in here:
            if arrival.node in ends and arrival.node is None:
                found.append(SYMBOLIC.and_(arrival.guard, self._ended_apart(arrival.cells, ends[None].cells)))
        return either(found)

    def _ended_apart(self, mine: Cells, yours: Cells) -> Truth:
        """When the games end otherwise: endings are the same if they are called the same."""
        names = [[ending.name for ending in core.endings] for core in (self.one, self.other)]
        ended, ended_too = mine["ended"][0], yours["ended"][0]
        found: list[Truth] = []
        for name in {*names[0], *names[1]}:
            said: list[Truth] = [
                SYMBOLIC.eq(value, own.index(name)) if name in own else False
                for value, own in ((ended, names[0]), (ended_too, names[1]))
            ]
            found.append(xor(said[0], said[1]))
        return either(found)


def _kind(var: c.Var) -> tuple[object, ...]:
    return var.type, var.dims, var.role, var.sight


def _labels(core: c.Core) -> list[tuple[object, ...]]:
    """By what each decision is known in another game: how it is called, and how many before it are called the same."""
    seen: Counter[tuple[object, ...]] = Counter()
    found = list[tuple[object, ...]]()
    for node in core.nodes:
        name = (type(node).__name__, node.name, node.clause)
        found.append((*name, seen[name]))
        seen[name] += 1
    return found


def _option(core: c.Core, node: int, way: Way) -> tuple[object, ...]:
    """By what an option is known in another game: its name, and what is picked."""
    point = core.nodes[node]
    if not isinstance(point, c.Decision):
        return ("chance", len(way.picks))
    option = point.options[way.option]
    before = [earlier.name for earlier in point.options[: way.option]].count(option.name)
    return option.name, before, tuple((pick.label, pick.type) for pick in option.picks)


def _written(core: c.Core, node: int) -> tuple[object, ...]:
    """All that a step from a node depends on, as it is written; blocks are numbered as they come."""
    labels, order = _labels(core), list[int]()
    starts = (core.start,) if node == c.START else c.follows(core.nodes[node])
    waiting = list(reversed(starts))
    while waiting:
        block = waiting.pop()
        if block in order:
            continue
        order.append(block)
        waiting += reversed(c.onward(core.blocks[block].exit))
    number = {block: place for place, block in enumerate(order)}

    def exit_(point: c.Exit) -> tuple[object, ...]:
        match point:
            case c.Jump(to):
                return ("jump", number[to])
            case c.Branch(condition, then, otherwise):
                return ("branch", condition, number[then], number[otherwise])
            case c.Decide(to):
                return ("decide", labels[to])
            case c.Finish():
                return ("finish",)
            case _:
                assert_never(point)

    blocks = tuple((core.blocks[block].steps, exit_(core.blocks[block].exit)) for block in order)
    point = None if node == c.START else _unnumbered(core.nodes[node], number)
    looking = [*(() if point is None else c.terms_of_node(point)), *c.terms_of_blocks(core.blocks[b] for b in order)]
    called = _asked(core, looking)
    first = {name: var.init for name, var in core.vars.items() if not var.rigid} if node == c.START else {}
    return point, blocks, called, first


def _asked(core: c.Core, terms: Iterable[c.Expr]) -> dict[str, c.Expr]:
    """The definitions that some terms ask, also through others, each with what it says."""
    called, looking = dict[str, c.Expr](), list(terms)
    while looking:
        for define in c.calls(looking.pop()) - called.keys():
            called[define] = core.defines[define].body
            looking.append(called[define])
    return called


def _unnumbered(point: c.Node, number: dict[int, int]) -> c.Node:
    match point:
        case c.Decision(options=options):
            return replace(point, options=tuple(replace(option, next=number[option.next]) for option in options))
        case c.DealDecision() | c.ShuffleDecision():
            return replace(point, next=number[point.next])
        case _:
            assert_never(point)
