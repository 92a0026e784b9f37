"""What a loop over players or cards may have done so far: helper facts that need its counter, which no claim can name.

In: a Core and what is claimed; out: facts worth trying at the nodes of a loop, none of them proved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from qedeck.proofs.depends import mentions
from qedeck.proofs.formulas.onward import starts_of
from qedeck.proofs.steps.facts import op
from qedeck.proofs.steps.stepwise import writes
from qedeck.spec import core as c


def gone_over(core: c.Core, claims: Iterable[c.Expr] = ()) -> dict[int, list[c.Expr]]:
    """For each node of a loop: those that were gone over no longer meet its condition, for what is done there ends it;
    and what is claimed of everybody, or of one, holds for them already.
    """
    said = list(dict.fromkeys(part for claim in claims for part in _said_of_one(claim)))
    found: dict[int, list[c.Expr]] = {}
    for loop in _loops(core):
        facts = list(loop.facts(said))
        for node in loop.nodes:
            found.setdefault(node, []).extend(facts)
    return found


@dataclass(frozen=True, slots=True)
class _Loop:
    """A counter, how far it goes, what is asked of each turn, what a turn may change, and the nodes in it."""

    counter: c.Read
    limit: int
    asked: c.Expr | None
    changed: set[str]
    nodes: set[int]

    def facts(self, said: Iterable[tuple[c.Local | c.Const, c.Expr]]) -> Iterator[c.Expr]:
        one = c.Local("gone over")
        if self.asked is not None:
            met = _instead(self.asked, self.counter, one)
            yield c.Fold("all", one.name, 0, self.limit, op("lt", one, self.counter), op("not", met))
        for who, part in said:
            if not self.changed & _reads(part):
                continue
            # Before a turn, and in the middle of it.
            for so_far in (op(how, who, self.counter) for how in ("lt", "le")):
                if isinstance(part, c.Fold) and (part.low, part.high) == (0, self.limit):
                    yield replace(part, where=so_far if part.where is None else op("and", so_far, part.where))
                elif isinstance(who, c.Const) and who.value < self.limit:
                    yield op("implies", so_far, part)


def _loops(core: c.Core) -> Iterator[_Loop]:
    for head, block in enumerate(core.blocks):
        match block.exit:
            case c.Branch(c.Op("lt", (c.Read(_, ()) as counter, c.Const(limit))), then, _):
                within = _within(core, then, head)
                changed = writes(core, [step for place in within for step in core.blocks[place].steps])
                exits = [core.blocks[place].exit for place in within]
                nodes = {exit_.node for exit_ in exits if isinstance(exit_, c.Decide)}
                asked: c.Expr | None = None
                match core.blocks[then]:
                    case c.Block((), c.Branch(condition)) if counter.var in _reads(condition):
                        asked = condition
                yield _Loop(counter, int(limit), asked, changed, nodes)


def _within(core: c.Core, start: int, head: int) -> set[int]:
    """The blocks of a loop: from its first until it comes back to its head."""
    found: set[int] = set()
    waiting = [start]
    while waiting:
        place = waiting.pop()
        if place == head or place in found:
            continue
        found.add(place)
        match core.blocks[place].exit:
            case c.Jump(to):
                waiting.append(to)
            case c.Branch(_, then, otherwise):
                waiting += (then, otherwise)
            case c.Decide(node):
                waiting += starts_of(core.nodes[node])
    return found


def _said_of_one(claim: c.Expr) -> Iterator[tuple[c.Local | c.Const, c.Expr]]:
    """The parts of a claim that speak of everybody, or of a single one, and of whom."""
    match claim:
        case c.Fold("all", local):
            yield c.Local(local), claim
        case c.Op(op_, args) if op_ in ("and", "or"):
            for arg in args:
                yield from _said_of_one(arg)
        case _:
            found = {index for read in mentions(claim) if isinstance(read, c.Read) for index in read.index[:1]}
            if len(found) == 1 and isinstance(who := found.pop(), c.Const) and not isinstance(who.value, bool):
                yield who, claim


def _instead(part: Any, old: c.Expr, new: c.Expr) -> Any:
    """A term with another in the place of one of its parts."""
    if part == old:
        return new
    if isinstance(part, tuple):
        return tuple(_instead(one, old, new) for one in part)
    if not is_dataclass(part) or isinstance(part, type | c.Domain):
        return part
    made = {each.name: _instead(getattr(part, each.name), old, new) for each in fields(part)}
    return replace(part, **made)


def _reads(term: c.Expr) -> set[str]:
    return {read.var for read in mentions(term) if isinstance(read, c.Read)}
