"""Beside Core, the course of play: what steps, exits and decisions are made of, and what they ask.

Whoever goes through a Core, or makes one anew, goes by this: a construct is passed over by nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import assert_never

from qedeck.spec.core.control import (
    Block,
    Branch,
    DealDecision,
    Decide,
    Decision,
    Exit,
    Finish,
    Jump,
    Node,
    Option,
    ShuffleDecision,
)
from qedeck.spec.core.game import Core
from qedeck.spec.core.sights import NOBODY, PLAIN
from qedeck.spec.core.steps import Assign, Check, Each, Let, Move, Step, Tell, When, ZoneRef
from qedeck.spec.core.terms import Expr

# ---- steps -------------------------------------------------------------------------------------------


def bodies(step: Step) -> tuple[tuple[Step, ...], ...]:
    """The steps directly inside this one, for each way that it may go."""
    match step:
        case Assign() | Move() | Tell() | Check():
            return ()
        case When(_, then, otherwise):
            return then, otherwise
        case Each(body=body) | Let(body=body):
            return (body,)
        case _:
            assert_never(step)


def with_bodies(step: Step, body: Callable[[tuple[Step, ...]], Iterable[Step]]) -> Step:
    """The same step with other steps inside it."""
    match step:
        case Assign() | Move() | Tell() | Check():
            return step
        case When(condition, then, otherwise):
            return When(condition, tuple(body(then)), tuple(body(otherwise)))
        case Each() | Let():
            return replace(step, body=tuple(body(step.body)))
        case _:
            assert_never(step)


def substeps(steps: Iterable[Step]) -> Iterator[Step]:
    """These steps and every step inside them, as they are written."""
    for step in steps:
        yield step
        for body in bodies(step):
            yield from substeps(body)


def tells(steps: Iterable[Step]) -> Iterator[Tell]:
    """What is shown or said by some steps, and by the steps inside them."""
    for step in substeps(steps):
        match step:
            case Tell():
                yield step
            case Assign() | Move() | Check() | When() | Each() | Let():
                pass
            case _:
                assert_never(step)


def gives(step: Step) -> str | None:
    """The local that the steps inside a step know."""
    match step:
        case Each(local) | Let(local):
            return local
        case Assign() | Move() | Tell() | Check() | When():
            return None
        case _:
            assert_never(step)


def clause_of(step: Step) -> str:
    """The clause that a step itself carries out; one that only leads to others has none."""
    match step:
        case Assign() | Move() | Tell() | Check():
            return step.clause
        case When() | Each() | Let():
            return ""
        case _:
            assert_never(step)


def own_terms(step: Step) -> tuple[Expr, ...]:
    """The terms that a step is made of itself; those inside it have more. What it asks is said in `effects`."""
    match step:
        case Assign(_, index, value):
            return *index, value
        case Move(card, source, target, by, noticed=noticed):
            cards = () if card is None else (card,)
            return *cards, *terms_of_ref(source), *terms_of_ref(target), by, noticed
        case Tell(_, values, audience):
            return *(value for value, _ in values), audience
        case Check(condition) | When(condition):
            return (condition,)
        case Each(where=where):
            return () if where is None else (where,)
        case Let(value=value):
            return (value,)
        case _:
            assert_never(step)


def terms_of_ref(ref: ZoneRef) -> tuple[Expr, ...]:
    return ref.index if ref.place is None else (*ref.index, ref.place)


def terms_of_steps(steps: Iterable[Step]) -> Iterator[Expr]:
    """The terms of steps, and of the steps inside them."""
    for step in substeps(steps):
        yield from own_terms(step)


# ---- exits -------------------------------------------------------------------------------------------


def onward(exit_: Exit) -> tuple[int, ...]:
    """The blocks that an exit may lead to with no decision in between."""
    match exit_:
        case Jump(to):
            return (to,)
        case Branch(_, then, otherwise):
            return then, otherwise
        case Decide() | Finish():
            return ()
        case _:
            assert_never(exit_)


def decided(exit_: Exit) -> tuple[int, ...]:
    """The nodes that an exit leads to: one or none."""
    match exit_:
        case Decide(node):
            return (node,)
        case Jump() | Branch() | Finish():
            return ()
        case _:
            assert_never(exit_)


def terms_of_exit(exit_: Exit) -> tuple[Expr, ...]:
    match exit_:
        case Branch(condition):
            return (condition,)
        case Jump() | Decide() | Finish():
            return ()
        case _:
            assert_never(exit_)


def terms_of_blocks(blocks: Iterable[Block]) -> Iterator[Expr]:
    """The terms of what happens between decisions."""
    for block in blocks:
        yield from terms_of_steps(block.steps)
        yield from terms_of_exit(block.exit)


# ---- decisions ---------------------------------------------------------------------------------------


def options_of(node: Node) -> tuple[Option, ...]:
    """What there is to choose: nothing where chance moves cards."""
    match node:
        case Decision(options=options):
            return options
        case DealDecision() | ShuffleDecision():
            return ()
        case _:
            assert_never(node)


def who_decides(node: Node) -> str:
    """As `Owner.who`; who deals and shuffles is chance."""
    match node:
        case Decision(owner=owner):
            return owner.who
        case DealDecision() | ShuffleDecision():
            return "chance"
        case _:
            assert_never(node)


def follows(node: Node) -> tuple[int, ...]:
    """The blocks where play may go on after a decision."""
    match node:
        case Decision(options=options):
            return tuple(option.next for option in options)
        case DealDecision(next=to) | ShuffleDecision(next=to):
            return (to,)
        case _:
            assert_never(node)


def refs_at(node: Node) -> tuple[ZoneRef, ...]:
    """The zones among which chance moves cards: from the first to the others, if there are others."""
    match node:
        case Decision():
            return ()
        case DealDecision(source=source, targets=targets):
            return source, *(target for target, _ in targets)
        case ShuffleDecision(zone=zone):
            return (zone,)
        case _:
            assert_never(node)


def terms_of_node(node: Node) -> tuple[Expr, ...]:
    """The terms that a decision is made of."""
    match node:
        case Decision(owner=owner, options=options, noticed=noticed):
            asked = (term for option in options for term in (option.guard, option.weight) if term is not None)
            return *(() if owner.player is None else (owner.player,)), *asked, noticed
        case DealDecision(source=source, targets=targets, noticed=noticed):
            dealt = (t for ref, amount in targets for t in (*terms_of_ref(ref), amount))
            return *terms_of_ref(source), *dealt, noticed
        case ShuffleDecision(zone=zone, noticed=noticed):
            return *terms_of_ref(zone), noticed
        case _:
            assert_never(node)


# ---- games -------------------------------------------------------------------------------------------


def blocks_after(core: Core, block: int) -> tuple[int, ...]:
    """The blocks that come next, also after a decision."""
    exit_ = core.blocks[block].exit
    return *onward(exit_), *(to for node in decided(exit_) for to in follows(core.nodes[node]))


def sights_of(core: Core) -> Iterator[Expr]:
    """The sights that ask for anything; a zone's is that of its variables."""
    seen = [zone.sight for zone in core.zones.values()]
    seen += [var.sight for var in core.vars.values() if var.role == "remembered"]
    yield from (sight for sight in seen if sight not in PLAIN)


def unwatched(core: Core) -> Core:
    """The same game where it does not matter who sees what: no sight asks for anything."""
    zones = {name: zone for name, zone in core.zones.items() if zone.sight not in PLAIN}
    vars_ = {name: var for name, var in core.vars.items() if var.sight not in PLAIN}
    blocks = tuple(replace(block, steps=tuple(map(_unwatched, block.steps))) for block in core.blocks)
    nodes = tuple(replace(node, noticed=NOBODY) if node.noticed not in PLAIN else node for node in core.nodes)
    if (blocks, nodes) != (core.blocks, core.nodes):
        core = replace(core, blocks=blocks, nodes=nodes)
    if not zones and not vars_:
        return core
    return replace(
        core,
        zones=core.zones | {name: replace(zone, sight=NOBODY) for name, zone in zones.items()},
        vars=core.vars | {name: replace(var, sight=NOBODY) for name, var in vars_.items()},
    )


def _unwatched(step: Step) -> Step:
    """Without the question who notices a step itself; to whom something is shown may be undefined, and stays."""
    match step:
        case Move(noticed=noticed):
            return step if noticed in PLAIN else replace(step, noticed=NOBODY)
        case Assign() | Tell() | Check():
            return step
        case When() | Each() | Let():
            return with_bodies(step, lambda body: map(_unwatched, body))
        case _:
            assert_never(step)


def terms_of_core(core: Core) -> Iterator[Expr]:
    """Everything that a game asks by itself; what its definitions ask, they ask when they are asked."""
    for copies in core.copies.values():
        yield from copies
    yield from core.constraints
    yield from (var.init for var in core.vars.values())
    yield from sights_of(core)
    for ending in core.endings:
        yield from (ending.condition, ending.winner)
    yield from terms_of_blocks(core.blocks)
    for node in core.nodes:
        yield from terms_of_node(node)
