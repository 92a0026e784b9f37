"""What a loop over players or cards may have done so far: helper facts that need its counter, which no claim can name.

In: a Core and what is claimed; out: facts worth trying at the nodes of a loop, none of them proved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from qedeck.proofs.steps.facts import op
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
                changed = c.writes(core, [step for place in within for step in core.blocks[place].steps])
                nodes = {node for place in within for node in c.decided(core.blocks[place].exit)}
                asked: c.Expr | None = None
                match core.blocks[then]:
                    case c.Block((), c.Branch(condition)) if counter.var in _reads(condition):
                        asked = condition
                    case _:
                        pass
                yield _Loop(counter, int(limit), asked, changed, nodes)
            case _:
                pass


def _within(core: c.Core, start: int, head: int) -> set[int]:
    """The blocks of a loop: from its first until it comes back to its head."""
    found: set[int] = set()
    waiting = [start]
    while waiting:
        place = waiting.pop()
        if place != head and place not in found:
            found.add(place)
            waiting += c.blocks_after(core, place)
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
            found = {index for read in c.subterms(claim) if isinstance(read, c.Read) for index in read.index[:1]}
            if len(found) == 1 and isinstance(who := found.pop(), c.Const) and not isinstance(who.value, bool):
                yield who, claim


def _instead(term: c.Expr, old: c.Expr, new: c.Expr) -> c.Expr:
    """A term with another in the place of one of its parts."""
    return new if term == old else c.rebuilt(term, lambda part: _instead(part, old, new))


def _reads(term: c.Expr) -> set[str]:
    return {read.var for read in c.subterms(term) if isinstance(read, c.Read)}
