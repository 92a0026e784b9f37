"""A game in which some parameters and readings are known: the same play, told with less.

In: a Core and what is known; out: a Core of the same cells, nodes and blocks. What can never be asked is empty now,
and what is known is also one of its limits, so that nobody plays it otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from math import prod
from typing import assert_never

from qedeck.interpreter.recent import Recent
from qedeck.proofs.fixed.bounds import Scope
from qedeck.proofs.fixed.terms import FEW, NO, YES, Known, Terms
from qedeck.spec import core as c

EVERY = 64
"""A loop of so many turns can be written out."""
_UNROLLED = Recent[c.Core](4)
"""Several engines ask for the same."""


class Folding:
    """A Core with what is known put in its place."""

    def __init__(self, core: c.Core, known: Known, turns: int = FEW) -> None:
        self.written = core
        self.known = known
        self.turns = turns
        self.terms = Terms(core, known)
        self._counters = dict(self._counted())

    def _counted(self) -> Iterator[tuple[int, tuple[str, range]]]:
        """Blocks that are only come to while a counter is below its limit, and what the counter can be there."""
        core = self.written
        entered = [core.start, *(to for node in core.nodes for to in c.follows(node))]
        entered += [to for block in core.blocks for to in c.onward(block.exit)]
        for block in core.blocks:
            match block.exit:
                case c.Branch(c.Op("lt", (c.Read(var, ()), c.Const(limit))), then, _) if entered.count(then) == 1:
                    yield then, (var, range(self.terms.layout.ranges[var][0], int(limit)))
                case _:
                    pass

    def term(self, expr: c.Expr) -> c.Expr:
        return self.terms.term(expr, {})

    def shorter(self) -> bool:
        """Whether there are decisions that can never come now."""
        games = self.written, self.core()
        before, after = (_reached(list(core.blocks), list(core.nodes), core.start)[1] for core in games)
        return len(after) < len(before)

    def core(self, asked: Iterable[c.Expr] = ()) -> c.Core:
        """The whole game, with the definitions that it needs and those for what is `asked` of it."""
        core, term = self.written, self.term
        blocks = [self._block(place, block) for place, block in enumerate(core.blocks)]
        nodes = [self._node(node) for node in core.nodes]
        blocks = [_gone_over(block, blocks, nodes) for block in blocks]
        there, seats = _reached(blocks, nodes, core.start)
        empty = c.Block((), c.Finish())
        # Numbers stay as they are: a play of the one game is a play of the other.
        nodes = [node if place in seats else _idle(node, core.start) for place, node in enumerate(nodes)]
        blocks = [block if place in there else empty for place, block in enumerate(blocks)]
        limits = [limit for limit in map(term, core.constraints) if limit != YES]
        own = {name: self._define(define) for name, define in core.defines.items()}
        game = replace(
            core,
            copies={name: tuple(map(term, copies)) for name, copies in core.copies.items()},
            vars={n: replace(v, init=self._init(v), sight=self._sight(v.sight)) for n, v in core.vars.items()},
            zones={name: replace(zone, sight=self._sight(zone.sight)) for name, zone in core.zones.items()},
            defines=own,
            constraints=(*limits, *self._said()),
            endings=tuple(
                replace(ending, condition=term(ending.condition), winner=term(ending.winner)) for ending in core.endings
            ),
            blocks=tuple(blocks),
            nodes=tuple(nodes),
        )
        bodies = (define.body for define in own.values())
        return replace(game, defines=self._needed([*asked, *c.terms_of_core(game), *bodies]) | own)

    def _needed(self, waiting: list[c.Expr]) -> dict[str, c.Define]:
        """Of the definitions for known arguments, those that are asked for."""
        needed: dict[str, c.Define] = {}
        while waiting:
            for name in c.calls(waiting.pop()) & self.terms.made.keys() - needed.keys():
                needed[name] = self.terms.made[name]
                waiting.append(needed[name].body)
        return needed

    def _define(self, define: c.Define) -> c.Define:
        return replace(define, body=self.terms.term(define.body, self.terms.plain.params(define.name)))

    def _said(self) -> Iterator[c.Expr]:
        """What is known, as limits of what the rulebook leaves open."""
        for name in dict.fromkeys(var for var, _ in self.known):
            if not self.written.vars[name].rigid:
                continue
            places = product(*(range(size) for size in self.terms.layout.sizes[name]))
            said = [
                c.Op("eq", (c.Read(name, tuple(map(c.Const, place))), c.Const(self.known[name, flat])))
                for flat, place in enumerate(places)
                if (name, flat) in self.known
            ]
            yield said[0] if len(said) == 1 else c.Op("and", tuple(said))

    def _sight(self, sight: c.Expr, scope: Scope | None = None) -> c.Expr:
        return sight if sight in c.PLAIN else self.terms.term(sight, scope or {})

    def _init(self, var: c.Var) -> c.Expr:
        """The first value of a cell that is known is known too."""
        first = self.term(var.init)
        sizes = self.terms.layout.sizes[var.name]
        row = [self.known.get((var.name, flat)) for flat in range(prod(sizes))]
        for place, value in zip(product(*map(range, sizes)), row, strict=True):
            if value is not None:
                here = [c.Op("eq", (c.Local(f"#{k}"), c.Const(at))) for k, at in enumerate(place)]
                asked = here[0] if len(here) == 1 else c.Op("and", tuple(here)) if here else YES
                first = c.Const(value) if asked == YES else c.Ite(asked, c.Const(value), first)
        return first

    # ---- the course ------------------------------------------------------------------------

    def _block(self, place: int, block: c.Block) -> c.Block:
        exit_ = block.exit
        match exit_:
            case c.Branch(condition, then, otherwise):
                condition = self.term(condition)
                counter = self._counters.get(place)
                if counter is not None and not block.steps:
                    condition = self.terms.whichever(condition, *counter) or condition
                if isinstance(condition, c.Const):
                    exit_ = c.Jump(then if condition.value else otherwise)
                else:
                    exit_ = c.Branch(condition, then, otherwise)
            case c.Jump() | c.Decide() | c.Finish():
                pass
            case _:
                assert_never(exit_)
        return c.Block(tuple(self._steps(block.steps, {})), exit_)

    def _node(self, node: c.Node) -> c.Node:
        term = self.term
        match node:
            case c.Decision(owner=owner, options=options):
                player = None if owner.player is None else term(owner.player)
                return replace(
                    node,
                    noticed=self._sight(node.noticed),
                    owner=replace(owner, player=player),
                    options=tuple(
                        replace(o, guard=term(o.guard), weight=None if o.weight is None else term(o.weight))
                        for o in options
                    ),
                )
            case c.DealDecision(source=source, targets=targets):
                dealt = tuple((self._side(ref, {}), term(amount)) for ref, amount in targets)
                noticed = self._sight(node.noticed)
                return replace(node, source=self._side(source, {}), targets=dealt, noticed=noticed)
            case c.ShuffleDecision(zone=zone):
                return replace(node, zone=self._side(zone, {}), noticed=self._sight(node.noticed))
            case _:
                assert_never(node)

    def _side(self, ref: c.ZoneRef, scope: Scope) -> c.ZoneRef:
        owner = None if ref.owner is None else self.terms.term(ref.owner, scope)
        place = None if ref.place is None else self.terms.term(ref.place, scope)
        return replace(ref, owner=owner, place=place, also=tuple(self.terms.term(part, scope) for part in ref.also))

    def _steps(self, steps: Iterable[c.Step], scope: Scope) -> Iterator[c.Step]:
        for step in steps:
            yield from self._step(step, scope)

    def _step(self, step: c.Step, scope: Scope) -> Iterator[c.Step]:
        term = self.terms.term
        match step:
            case c.Assign(_, index, value):
                yield replace(step, index=tuple(term(part, scope) for part in index), value=term(value, scope))
            case c.Move(card, source, target, by, noticed=noticed):
                sides = self._side(source, scope), self._side(target, scope)
                taken = None if card is None else term(card, scope)
                moved = replace(step, card=taken, source=sides[0], target=sides[1], by=term(by, scope))
                yield replace(moved, noticed=self._sight(noticed, _watching(scope)))
            case c.Tell(_, values, audience):
                told = tuple((term(value, scope), type_) for value, type_ in values)
                yield replace(step, values=told, audience=term(audience, _watching(scope)))
            case c.Check(condition):
                holds = term(condition, scope)
                if holds != YES:
                    yield replace(step, condition=holds)
            case c.When(condition, then, otherwise):
                holds = term(condition, scope)
                if isinstance(holds, c.Const):
                    yield from self._steps(then if holds.value else otherwise, scope)
                    return
                branches = tuple(self._steps(then, scope)), tuple(self._steps(otherwise, scope))
                if any(branches) or not self.terms.sound(holds, scope):
                    yield c.When(holds, *branches)
            case c.Each():
                yield from self._each(step, scope)
            case c.Let(local, value, body):
                worth = term(value, scope)
                inner = {name: found for name, found in scope.items() if name != local}
                if isinstance(worth, c.Const):
                    yield from self._steps(body, {**inner, local: worth})
                else:
                    yield c.Let(local, worth, tuple(self._steps(body, inner)))
            case _:
                assert_never(step)

    def _each(self, step: c.Each, scope: Scope) -> Iterator[c.Step]:
        """Turns of a loop that are never taken are left out; where few are left they come one by one."""
        turns: list[c.Step] = []
        taken = 0
        for number in range(step.low, step.high):
            inner = {**scope, step.local: c.Const(number)}
            where = YES if step.where is None else self.terms.term(step.where, inner)
            if where == NO:
                continue
            taken += 1
            if taken > self.turns:
                inner = {**scope, step.local: (step.low, step.high - 1)}
                where_too = None if step.where is None else self.terms.term(step.where, inner)
                yield replace(step, where=where_too, body=tuple(self._steps(step.body, inner)))
                return
            body = tuple(self._steps(step.body, inner))
            if where == YES:
                turns += body
            elif body or not self.terms.sound(where, scope):
                turns.append(c.When(where, body))
        yield from turns


def _watching(scope: Scope) -> Scope:
    """"viewer" is whoever is looking, whatever it was called around it."""
    return {name: found for name, found in scope.items() if name != c.VIEWER}


def unrolled(core: c.Core) -> c.Core:
    """The same game with the turns of its loops one after the other, and what is plain of a turn put in its place."""
    return _UNROLLED.known(core) or _UNROLLED.keep(Folding(core, {}, EVERY).core(), core)


def unmoved(core: c.Core) -> dict[tuple[str, int], bool | int]:
    """What is remembered and never changes: every step that sets it sets it to what it is at first."""
    chosen = {pick.var for node in core.nodes for option in c.options_of(node) for pick in option.picks}
    first = {
        name: var.init.value
        for name, var in core.vars.items()
        if var.role == "remembered" and isinstance(var.init, c.Const) and name not in chosen
    }
    for step in c.substeps(step for block in core.blocks for step in block.steps):
        for var in c.sets(step):
            if var in first and not (isinstance(step, c.Assign) and step.value == c.Const(first[var])):
                del first[var]
    sizes = {name: prod(dim.size for dim in core.vars[name].dims) for name in first}
    return {(name, place): value for name, value in first.items() for place in range(sizes[name])}


def _reached(blocks: list[c.Block], nodes: list[c.Node], start: int) -> tuple[set[int], set[int]]:
    """The blocks and nodes that the text leads to."""
    there: set[int] = set()
    seats: set[int] = set()
    waiting = [start]
    while waiting:
        place = waiting.pop()
        if place in there:
            continue
        there.add(place)
        waiting += c.onward(blocks[place].exit)
        for node in c.decided(blocks[place].exit):
            seats.add(node)
            waiting += c.follows(nodes[node])
    return there, seats


def _gone_over(head: c.Block, blocks: list[c.Block], nodes: list[c.Node]) -> c.Block:
    """The head of a loop in which nothing is left but counting leads to what comes after it."""
    at = c.decided(head.exit)
    if head.steps or not at or c.who_decides(nodes[at[0]]) != "nobody" or len(c.follows(nodes[at[0]])) != 1:
        return head
    match blocks[c.follows(nodes[at[0]])[0]]:
        case c.Block((), c.Branch(c.Op("lt", (c.Read(counter, ()), c.Const())), body, after)):
            onward = blocks[body]
            while not onward.steps and isinstance(onward.exit, c.Jump):
                onward = blocks[onward.exit.block]
            one_more = c.Op("add", (c.Read(counter), c.Const(1)))
            match onward, blocks[after]:
                case (
                    c.Block((c.Assign(var, (), value),), c.Jump(back)),
                    c.Block((c.Assign(rests, (), c.Const()), *_), _),
                ) if var == rests == counter and value == one_more and blocks[back] is head:
                    return c.Block((), c.Jump(after))
                case _:
                    pass
        case _:
            pass
    return head


def _idle(node: c.Node, start: int) -> c.Node:
    """A node that no play comes to."""
    return c.Decision(node.name, c.Owner("nobody"), (c.Option("go on", (), YES, start),), clause=node.clause)
