"""What play can come to next, from a node or from the start: the terms it sees on its way to the next decision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from qedeck.spec import core as c


def blocks_from(core: c.Core, start: int) -> list[c.Block]:
    """Every block between here and the next decisions."""
    seen, waiting = {start}, [start]
    while waiting:
        onward = c.onward(core.blocks[waiting.pop()].exit)
        waiting += [block for block in onward if block not in seen]
        seen.update(onward)
    return [core.blocks[block] for block in sorted(seen)]


def terms_at(core: c.Core, node: int) -> list[c.Expr]:
    """Everything that one step from this node may ask; before the first one, all that the beginning asks."""
    if node == c.START:
        inits = [var.init for var in core.vars.values() if not var.rigid]
        return [*inits, *terms_of(core, blocks_from(core, core.start))]
    point = core.nodes[node]
    blocks = [block for start in c.follows(point) for block in blocks_from(core, start)]
    return [*terms_of_node(core, point), *terms_of(core, blocks)]


def terms_of_node(core: c.Core, node: c.Node) -> Iterator[c.Expr]:
    """What is asked at a decision itself, and a look at each zone that it touches."""
    yield from c.asked_at(core, node)
    yield from _looks(c.cells_at(core, *c.refs_at(node)))


def terms_of(core: c.Core, blocks: Iterable[c.Block]) -> Iterator[c.Expr]:
    """All that some blocks ask, and a look at each zone that their moves touch."""
    for block in blocks:
        for step in block.steps:
            yield from terms_of_step(core, step)
        yield from c.terms_of_exit(block.exit)


def terms_of_step(core: c.Core, step: c.Step) -> Iterator[c.Expr]:
    """All that a step and those inside it ask; a look at what it changes in part, for what that was shows."""
    yield from c.asked_by_all(core, (step,))
    arrays = {name for name in c.writes(core, (step,)) if core.vars[name].dims}
    yield from _looks(arrays | c.looks_at(core, (step,)))


def _looks(names: Iterable[str]) -> Iterator[c.Expr]:
    return map(c.Read, sorted(names))
