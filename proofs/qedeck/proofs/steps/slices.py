"""A game with only some of its variables: whoever asks for one of the others may hear anything.

In: a Core and what is looked at; out: a smaller game in which at least the same plays are possible. What it keeps, the
game keeps. Steps that change nothing that is looked at are left out; a condition that asks for something else may hold
or not. Nodes and blocks keep their numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import assert_never

from qedeck.interpreter.layout import Layout, layout_of
from qedeck.proofs.fixed.terms import Terms
from qedeck.spec import core as c

ALWAYS = (*c.RIGID, "control")
"""Looked at in every slice, as is all that there is only one of: that costs little, and play turns on it."""
CONNECTIVES = ("and", "or", "not", "implies")


@dataclass(frozen=True, slots=True)
class Slice:
    """The smaller game, what it looks at, and the definitions in it that answer anything."""

    core: c.Core
    kept: frozenset[str]
    loose: frozenset[str]
    """These answer the same until something is changed that they ask for."""
    fickle: frozenset[str]
    """These may answer otherwise each time."""


def slices(core: c.Core, terms: Iterable[c.Expr], most: int = 3) -> Iterator[Slice]:
    """The game with what some terms speak of; then with what decides about that, and so on, until it is all there.

    Where something is changed that nobody knows, if anything at all is changed, all of it may first be anything.
    """
    # Nobody looks on here, so nobody asks for what is not there.
    core = c.unwatched(core)
    layout = layout_of(core)
    kept = frozenset(layout.seen_by(terms))
    for _ in range(most):
        kept = _closed(core, kept, layout)
        rough = _Slicer(core, kept, layout, rough=True)
        piece = rough.slice()
        if rough.blurred:
            yield piece
        yield _Slicer(core, kept, layout).slice() if rough.blurred else piece
        wider = kept | layout.seen_by(_deciding(core, kept))
        if wider <= kept:
            return
        kept = wider


def _closed(core: c.Core, kept: frozenset[str], layout: Layout) -> frozenset[str]:
    """With all that says where, and with which cards, what is looked at is changed: that cannot be left open."""
    single = {name for name, var in core.vars.items() if var.role == "remembered" and not var.dims}
    kept |= single | {name for name, var in core.vars.items() if var.role in ALWAYS}
    while True:
        wider = kept | layout.seen_by(_places(core, kept))
        for one, other in _moves(core):
            if not _only_sizes(core, (one, other), kept):
                wider |= c.cells_at(core, one, other)
        if wider == kept:
            return kept
        kept = wider


def _moves(core: c.Core) -> Iterator[tuple[c.ZoneRef, c.ZoneRef]]:
    """From where to where cards go."""
    for step in c.substeps(step for block in core.blocks for step in block.steps):
        yield from zip(c.refs_of(step), c.refs_of(step)[1:], strict=False)
    for source, *targets in filter(None, map(c.refs_at, core.nodes)):
        yield from ((source, target) for target in targets or (source,))


def _only_sizes(core: c.Core, refs: Iterable[c.ZoneRef], kept: frozenset[str]) -> bool:
    """Whether nobody looks at the cards there, at most at how many there are."""
    looked = [(c.size_of(ref.zone), c.cells_at(core, ref) & kept) for ref in refs]
    return not any(cells for _, cells in looked) or all(size in core.vars and cells <= {size} for size, cells in looked)


def _places(core: c.Core, kept: frozenset[str]) -> Iterator[c.Expr]:
    """What says which cell is changed, and by how much."""
    for step in c.substeps(step for block in core.blocks for step in block.steps):
        if not c.writes(core, (step,)) & kept:
            continue
        match step:
            case c.Move(card, source, target):
                if not _only_sizes(core, (source, target), kept):
                    yield from c.own_terms(step)
                    continue
                yield from (*source.index, *target.index)
                if card is None and c.size_of(target.zone) in kept:
                    yield _lying(source)
            case c.Let(value=value):
                yield from (value,) if _type(core, value) is None else ()
            case c.Assign() | c.When() | c.Each() | c.Tell() | c.Check():
                pass
            case _:
                assert_never(step)
    for node in core.nodes:
        if c.refs_at(node) and c.chosen_at(core, node) & kept:
            yield from c.terms_of_node(node)


def _type(core: c.Core, value: c.Expr) -> c.Type | None:
    """What a value may be, where that is written down."""
    match value:
        case c.Call(name):
            return core.defines[name].type
        case c.Read(name):
            return core.vars[name].type
        case _:
            return None


def _deciding(core: c.Core, kept: frozenset[str]) -> Iterator[c.Expr]:
    """What decides whether, and how, the variables that are looked at are changed."""
    for step in c.substeps(step for block in core.blocks for step in block.steps):
        if c.writes(core, (step,)) & kept and not c.refs_of(step):
            yield from c.own_terms(step)
    for block in core.blocks:
        yield from c.terms_of_exit(block.exit)
    for node in core.nodes:
        yield from (option.guard for option in c.options_of(node))


def by_size(core: c.Core, expr: c.Expr) -> c.Expr:
    """A condition in which `some card in a pile` is asked as `how many are there`: the same, at every table."""
    match expr:
        case c.Fold("any", local, 0, high, c.Op("lt", (c.Const(0), c.Read(zone, (*owner, last)))), c.Const(True)):
            pile = core.zones.get(zone)
            whole = pile is not None and pile.kind == "pile" and high == pile.cards.size
            if whole and last == c.Local(local) and not any(isinstance(part, c.Local) for part in owner):
                return c.Op("lt", (c.Const(0), c.Read(c.size_of(zone), tuple(owner))))
        case c.Op(op, args) if op in CONNECTIVES:
            return replace(expr, args=tuple(by_size(core, arg) for arg in args))
        case _:
            pass
    return expr


def _lying(ref: c.ZoneRef) -> c.Read:
    """How many cards lie there."""
    return c.Read(c.size_of(ref.zone), ref.index)


class _Slicer:
    def __init__(self, core: c.Core, kept: frozenset[str], layout: Layout, rough: bool = False) -> None:
        self.core, self.kept, self.layout, self.rough = core, kept, layout, rough
        self.blurred = False
        self._terms: dict[tuple[str, bool], Terms] = {}
        self.any: dict[str, c.Define] = {}
        self.loose: set[str] = set()
        self.more: list[c.Block] = []
        # What chance changes where nobody looks is changed without a step: there, nothing stays as it was.
        self.restless = c.cells_at(core, *(ref for node in core.nodes for ref in c.refs_at(node))) - kept
        self.asked: frozenset[str] = frozenset()

    def slice(self) -> Slice:
        self._control()
        # Now it is known which of the others are asked for: where they are changed, they are changed to anything.
        self.asked = frozenset().union(*(self.layout.reads[name] for name in self.loose)) - self.kept
        self.any, self.more = {}, []
        blocks, nodes = self._control()
        near = tuple(limit for limit in self.core.constraints if self._sees(limit))
        defines = {**self.core.defines, **self.any}
        game = replace(self.core, blocks=blocks, nodes=nodes, constraints=near, defines=defines)
        return Slice(game, self.kept, frozenset(self.loose), frozenset(self.any))

    def _control(self) -> tuple[tuple[c.Block, ...], tuple[c.Node, ...]]:
        blocks = (c.Block(tuple(self._steps(block.steps)), self._exit(block.exit)) for block in self.core.blocks)
        nodes = tuple(map(self._node, self.core.nodes))
        return (*blocks, *self.more), nodes

    def _sees(self, expr: c.Expr) -> bool:
        # A definition that was made on the way is not there to be asked.
        return c.calls(expr) <= self.core.defines.keys() and self.layout.seen_by([expr]) <= self.kept

    def _steps(self, steps: Iterable[c.Step]) -> Iterator[c.Step]:
        found = list(self._each(steps))
        return self._blur(found) if self.rough else iter(found)

    def _blur(self, steps: Iterable[c.Step]) -> Iterator[c.Step]:
        """Steps that may be taken or not, and change some cell or another: each cell may be anything after them."""
        since: set[str] = set()
        for step in steps:
            if not (isinstance(step, c.When) and self._is_open(step.condition) and self._anywhere((step,))):
                since = set()
                yield step
                continue
            self.blurred = True
            for name in sorted(c.writes(self.core, (step,)) - since):
                since.add(name)
                var = self.core.vars[name]
                for place in product(*(range(dim.size) for dim in var.dims)):
                    yield c.Assign(name, tuple(map(c.Const, place)), self._anything(var.type))

    def _is_open(self, expr: c.Expr) -> bool:
        return not self.any.keys().isdisjoint(c.calls(expr))

    def _anywhere(self, steps: Iterable[c.Step]) -> bool:
        """Whether only known variables are set here, and nobody knows at which place."""
        inner = [step for step in c.substeps(steps) if not isinstance(step, c.When | c.Let)]
        places = [part for step in inner if isinstance(step, c.Assign) for part in step.index]
        return all(isinstance(step, c.Assign) for step in inner) and not all(isinstance(p, c.Const) for p in places)

    def _each(self, steps: Iterable[c.Step]) -> Iterator[c.Step]:
        for step in steps:
            changed = c.writes(self.core, (step,))
            if not changed & self.kept:
                yield from (self._touch(var) for var in sorted(changed & self.asked))
                continue
            match step:
                case c.Move(card, source, target) if _only_sizes(self.core, (source, target), self.kept):
                    many = _lying(source) if card is None else c.Const(1)
                    yield from self._sized(source, [(target, many)])
                    yield from (self._touch(var) for var in sorted(changed & self.asked))
                case c.Assign(var, index, value):
                    dims = self.core.vars[var].dims
                    where = tuple(self._any(part, c.Member(dim)) for part, dim in zip(index, dims, strict=True))
                    yield replace(step, index=where, value=self._any(value, self.core.vars[var].type))
                case c.When(condition, then, otherwise):
                    yield c.When(self._open(condition), tuple(self._steps(then)), tuple(self._steps(otherwise)))
                case c.Each(where=where, body=body):
                    asked = None if where is None else self._open(where)
                    yield replace(step, where=asked, body=tuple(self._steps(body)))
                case c.Let(value=value, body=body):
                    yield replace(step, value=self._any(value, _type(self.core, value)), body=tuple(self._steps(body)))
                case c.Move() | c.Tell() | c.Check():
                    yield step
                case _:
                    assert_never(step)

    def _sized(self, source: c.ZoneRef, targets: Iterable[tuple[c.ZoneRef, c.Expr]]) -> Iterator[c.Step]:
        """Cards go somewhere: of which nobody knows more than how many they are."""
        said: list[tuple[str, c.Expr]] = []

        def named(name: str, value: c.Expr) -> c.Expr:
            # Whose they are and how many is asked before the first of them goes.
            said.append((name, value))
            return c.Local(name)

        def side(name: str, ref: c.ZoneRef) -> c.ZoneRef:
            owner = None if ref.owner is None else named(name, ref.owner)
            also = tuple(named(f"{name}, {k}", part) for k, part in enumerate(ref.also))
            return replace(ref, owner=owner, also=also)

        steps: list[c.Step] = []
        start = side("from", source)
        for place, (target, many) in enumerate(targets):
            amount, end = named(f"many {place}", many), side(f"to {place}", target)
            for ref, how in ((start, "sub"), (end, "add")):
                if c.size_of(ref.zone) in self.kept:
                    size = _lying(ref)
                    steps.append(c.Assign(size.var, size.index, c.Op(how, (size, amount))))
        for name, value in reversed(said):
            steps = [c.Let(name, value, tuple(steps))]
        yield from steps

    def _touch(self, name: str) -> c.Step:
        """Nobody asks for the cell itself: but whoever asks for the variable may hear something else now."""
        var = self.core.vars[name]
        return c.Assign(name, tuple(c.Const(0) for _ in var.dims), self._anything(var.type))

    def _exit(self, exit_: c.Exit) -> c.Exit:
        match exit_:
            case c.Branch(condition):
                return replace(exit_, condition=self._open(condition))
            case c.Jump() | c.Decide() | c.Finish():
                return exit_
            case _:
                assert_never(exit_)

    def _node(self, node: c.Node) -> c.Node:
        if c.refs_at(node) and not _only_sizes(self.core, c.refs_at(node), self.kept):
            return node
        match node:
            case c.Decision(options=options):
                opened = (replace(one, guard=self._open(one.guard), weight=None) for one in options)
                return replace(node, options=tuple(opened))
            case c.DealDecision(source=source, targets=targets, next=next_):
                if c.chosen_at(self.core, node) & self.kept:
                    self.more.append(c.Block(tuple(self._sized(source, targets)), c.Jump(next_)))
                    next_ = len(self.core.blocks) + len(self.more) - 1
            case c.ShuffleDecision(next=next_):
                pass
            case _:
                assert_never(node)
        return c.Decision(node.name, c.Owner("chance"), (c.Option("any", (), c.Const(True), next_),))

    def _open(self, expr: c.Expr) -> c.Expr:
        """A condition, with what asks for something else left open."""
        expr = by_size(self.core, expr)
        if self._sees(expr):
            return expr
        match expr:
            case c.Op(op, args) if op in CONNECTIVES:
                return replace(expr, args=tuple(map(self._open, args)))
            case c.Call(name, ()) if not self.layout.reads[name] & self.restless:
                self.loose.add(name)
                return expr
            case _:
                return self._told_apart(expr) or self._anything(c.YesNo())

    def _told_apart(self, expr: c.Expr) -> c.Expr | None:
        """A condition that asks for nothing else as long as some yes or no that is looked at is yes, or is no."""
        for name in sorted(self.layout.seen_by([expr]) & self.kept):
            var = self.core.vars[name]
            if var.role != "remembered" or var.dims or not isinstance(var.type, c.YesNo):
                continue
            flag = c.Read(name)
            ways = [by_size(self.core, self._told(name, way).term(expr, {})) for way in (True, False)]
            if any(map(self._sees, ways)):
                then, otherwise = (way if self._sees(way) else self._anything(c.YesNo()) for way in ways)
                return c.Op("and", (c.Op("or", (c.Op("not", (flag,)), then)), c.Op("or", (flag, otherwise))))
        return None

    def _told(self, name: str, way: bool) -> Terms:
        """The game's terms where a yes or no is known."""
        self._terms[name, way] = found = self._terms.get((name, way)) or Terms(self.core, {(name, 0): way})
        return found

    def _any(self, expr: c.Expr, type_: c.Type | None) -> c.Expr:
        """A value; anything of its type, if it asks for something else."""
        if type_ is None or self._sees(expr):
            return expr
        return self._open(expr) if isinstance(type_, c.YesNo) else self._anything(type_)

    def _anything(self, type_: c.Type) -> c.Expr:
        name = f"anything {len(self.any)}"
        self.any[name] = c.Define(name, (), type_, c.Const(False) if isinstance(type_, c.YesNo) else c.Const(0), "")
        return c.Call(name, ())
