"""What play can come to next, from a node or from the start: the terms it sees on its way to the next decision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from qedeck.spec import core as c


def blocks_from(core: c.Core, start: int) -> list[c.Block]:
    """Every block between here and the next decisions."""
    seen, waiting = {start}, [start]
    while waiting:
        match core.blocks[waiting.pop()].exit:
            case c.Jump(to):
                onward: tuple[int, ...] = (to,)
            case c.Branch(_, then, otherwise):
                onward = (then, otherwise)
            case _:
                onward = ()
        waiting += [block for block in onward if block not in seen]
        seen.update(onward)
    return [core.blocks[block] for block in sorted(seen)]


def starts_of(node: c.Node) -> tuple[int, ...]:
    """Where play may go on after a decision."""
    return tuple(option.next for option in node.options) if isinstance(node, c.Decision) else (node.next,)


def terms_at(core: c.Core, node: int) -> list[c.Expr]:
    """Everything that one step from this node may ask; before the first one, all that the beginning asks."""
    if node < 0:
        inits = [var.init for var in core.vars.values() if var.role not in ("parameter", "reading")]
        return [*inits, *terms_of(core, blocks_from(core, core.start))]
    point = core.nodes[node]
    blocks = [block for start in starts_of(point) for block in blocks_from(core, start)]
    return [*terms_of_node(core, point), *terms_of(core, blocks)]


def terms_of_node(core: c.Core, node: c.Node) -> Iterator[c.Expr]:
    """What is asked at a decision itself."""
    match node:
        case c.Decision(owner=owner, options=options):
            if owner.player is not None:
                yield owner.player
            for option in options:
                yield option.guard
                if option.weight is not None:
                    yield option.weight
        case c.DealDecision(source=source, targets=targets):
            yield from _ref(core, source)
            for ref, amount in targets:
                yield from _ref(core, ref)
                yield amount
        case c.ShuffleDecision(zone=zone):
            yield from _ref(core, zone)


def terms_of(core: c.Core, blocks: Iterable[c.Block]) -> Iterator[c.Expr]:
    """Every term of some blocks, and a look at each zone that their moves touch."""
    for block in blocks:
        for step in block.steps:
            yield from terms_of_step(core, step)
        if isinstance(block.exit, c.Branch):
            yield block.exit.condition


def terms_of_step(core: c.Core, step: c.Step) -> Iterator[c.Expr]:
    match step:
        case c.Assign(var, index, value):
            # An array is changed in part only: what it was before shows.
            yield c.Read(var, index) if index else value
            yield value
        case c.Move(card, source, target, by):
            yield from () if card is None else (card,)
            yield from _ref(core, source)
            yield from _ref(core, target)
            yield by
        case c.Tell(_, values, audience):
            yield from (value for value, _ in values)
            yield audience
        case c.Check(condition):
            yield condition
        case c.When(condition, then, otherwise):
            yield condition
            for inner in (*then, *otherwise):
                yield from terms_of_step(core, inner)
        case c.Each(where=where, body=body):
            yield from () if where is None else (where,)
            for inner in body:
                yield from terms_of_step(core, inner)
        case c.Let(value=value, body=body):
            yield value
            for inner in body:
                yield from terms_of_step(core, inner)


def _ref(core: c.Core, ref: c.ZoneRef) -> Iterator[c.Expr]:
    if ref.owner is not None:
        yield ref.owner
    if ref.place is not None:
        yield ref.place
    # A zone that is moved from or to is read: what lies there decides what may be moved.
    yield c.Read(f"{ref.zone}.card" if core.zones[ref.zone].kind == "grid" else f"{ref.zone}.size")
