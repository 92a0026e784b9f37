"""Hunting a play: bounded search whose answer is a play that the table has checked.

In: a Core and what is wanted of a position; out: the shortest play there within a depth, or that there
is none. A step is a choice, an outcome of chance, or a loop that goes round by itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias, assert_never

import z3

from qedeck.interpreter.choices import Refused
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.play import Endless, Play
from qedeck.interpreter.state import Cells
from qedeck.proofs.formulas.lemma import either, undefined
from qedeck.proofs.formulas.loose import Late, LooseMeaning
from qedeck.proofs.formulas.moves import Way
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Z3, Number, Truth, term
from qedeck.proofs.formulas.symbols import worth
from qedeck.proofs.plays.bounded import Front, fronts
from qedeck.proofs.plays.everywhere import plainly
from qedeck.proofs.plays.plainer import Shows
from qedeck.proofs.plays.replay import replay
from qedeck.proofs.plays.roam import Roamer
from qedeck.proofs.plays.sample import Sampler, Taken, by_itself
from qedeck.proofs.verdict import Grade, Verdict
from qedeck.spec import core as c
from qedeck.spec.plain import counted

Wanted: TypeAlias = Callable[[Meaning[Truth, Number], int, Cells], Truth]
"""What a position at a node must show."""
Codes: TypeAlias = Callable[[str], bool]
"""Which codes of what is undefined count."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a hunt came to."""

    depth: int
    """Steps of the play, or the depth up to which there is none."""
    play: Play | None = None
    fixed: Mapping[str, tuple[int, ...]] | None = None
    path: tuple[Taken, ...] = ()
    complete: bool = False
    """There is no such play of any length: every play is over by then."""
    fault: str = ""
    """Our own: the play that was found cannot be played."""


def hunt(
    core: c.Core,
    wanted: Wanted,
    seconds: float,
    deepest: int = 12,
    given: c.Expr | None = None,
    breaks: Codes = lambda code: False,
) -> Found:
    """The shortest play to a wanted position, or to where it breaks off with one of some codes."""
    meaning = LooseMeaning(core)
    until = meaning.until = time.monotonic() + seconds
    reached = -1
    try:
        for reached_, found in _deeper(core, meaning, wanted, until, deepest, given, breaks):
            reached = reached_
            if found is not None:
                return found
    except Late:
        pass
    return Found(reached)


def in_plain(found: Found, core: c.Core, shows: Shows, given: c.Expr | None) -> Play:
    """The play that was found, with as little out of the ordinary as it needs."""
    assert found.fixed is not None and found.play is not None
    here = Roamer(Sampler(core, given=given)).along(dict(found.fixed), found.path)
    return found.play if here is None else plainly(here.spot, core, shows, given) or found.play


def as_far(found: Found, blank: Verdict, why: str) -> Verdict:
    """What is said of a hunt that shows no play: how far it came, and `why` there was no proof before it."""
    if found.play is not None or found.fault:
        fault = found.fault or "it does not show that"
        return replace(blank, grade=Grade.FAULT, detail=f"a play that cannot be replayed: {fault}")
    if found.complete:
        text = f"every play is over after {counted(found.depth, 'step')}"
        return replace(blank, grade=Grade.PROVED_SIZES, engine="bounded search", detail=text, agreed=("z3",))
    said = "; ".join(filter(None, (blank.detail, why)))
    if found.depth < 1:
        return replace(blank, detail=said)
    detail = f"up to {counted(found.depth, 'step')}; {said}"
    return replace(blank, grade=Grade.BOUNDED, engine="bounded search", detail=detail)


def _deeper(
    core: c.Core,
    meaning: LooseMeaning,
    wanted: Wanted,
    until: float,
    deepest: int,
    given: c.Expr | None,
    breaks: Codes,
) -> Iterator[tuple[int, Found | None]]:
    """Depth by depth: up to where there is none for sure, and what was found."""
    fine: list[Z3] = []
    reached = -1
    last: Front | None = None
    for front in fronts(meaning, deepest):
        if last is not None:
            fine += _weighed(meaning, last, front)
        tables = [cells for _, cells in front.there.values()][:1]
        rules = [] if given is None else [_holds(meaning, given, cells) for cells in tables]
        broken = either(truth for code, truth in front.breaks.items() if breaks(code))
        if SYMBOLIC.known(broken) is not False:
            found, model = _ask([*front.known, *fine, *rules, term(broken)], until - time.monotonic())
            if found == "unknown":
                return
            if found == "sat":
                yield reached, _played(core, front, tables[0], model)
                return
        fine.append(z3.Not(term(front.faults)))
        known = [*front.known, *fine, *rules]
        for node, (guard, cells) in front.there.items():
            if node != c.OVER and by_itself(core, node):
                continue
            truth = SYMBOLIC.and_(guard, wanted(meaning, node, cells))
            if SYMBOLIC.known(truth) is False:
                continue
            found, model = _ask([*known, term(truth)], until - time.monotonic())
            if found == "unknown":
                return
            if found == "sat":
                yield reached, _played(core, front, cells, model)
                return
        reached = front.depth
        open_ = [guard for node, (guard, _) in front.there.items() if node != c.OVER]
        if not open_ or _ask([*known, z3.Or([term(g) for g in open_])], until - time.monotonic())[0] == "unsat":
            yield reached, Found(reached, complete=True)
            return
        yield reached, None
        last = front


def _ask(known: list[Z3], seconds: float) -> tuple[str, Z3]:
    if seconds <= 0:
        return "unknown", None
    solver = z3.Solver()
    solver.set("timeout", max(1, int(1000 * seconds)))
    solver.add(*known)
    found = str(solver.check())
    return found, solver.model() if found == "sat" else None


def _holds(meaning: Meaning[Truth, Number], expr: c.Expr, cells: Cells) -> Z3:
    truth, faults = meaning.value(expr, cells)
    return z3.And(term(truth), *(z3.Not(term(fault.guard)) for fault in faults))


def _weighed(meaning: Meaning[Truth, Number], last: Front, front: Front) -> list[Z3]:
    """What chance gives no weight does not happen."""
    turn, found = front.trail[-1], []
    for way, guard in zip(turn.ways, turn.guards, strict=True):
        point = meaning.core.nodes[way.node]
        option = point.options[way.option] if isinstance(point, c.Decision) else None
        if option is not None and option.weight is not None:
            picked = {pick.var: value for pick, value in zip(option.picks, way.picks, strict=True)}
            weight, faults = meaning.value(option.weight, last.there[way.node][1], picked)
            weighs = SYMBOLIC.and_(SYMBOLIC.lt(0, weight), SYMBOLIC.not_(undefined(faults)))
            found.append(z3.Implies(term(guard), term(weighs)))
    return found


def _played(core: c.Core, front: Front, cells: Cells, model: Z3) -> Found:
    """The play that a model speaks of, played at the table."""
    rigid = [name for name, var in core.vars.items() if var.rigid]
    fixed = {name: tuple(worth(model, value) for value in cells[name]) for name in rigid}
    path = []
    for turn in front.trail:
        for way, guard in zip(turn.ways, turn.guards, strict=True):
            if worth(model, guard):
                if not by_itself(core, way.node):
                    path.append(_taken(core, way, model))
                break
    try:
        play = replay(core, fixed, path)
    except (Refused, Endless) as error:
        return Found(front.depth, None, fixed, tuple(path), fault=str(error))
    return Found(front.depth, play, fixed, tuple(path))


def _taken(core: c.Core, way: Way, model: Z3) -> Taken:
    values = tuple(worth(model, value) for value in way.picks)
    point = core.nodes[way.node]
    match point:
        case c.DealDecision(source=source):
            width = core.zones[source.zone].cards.size
            return Taken(way.node, outcome=tuple(values[k : k + width] for k in range(0, len(values), width)))
        case c.ShuffleDecision():
            return Taken(way.node, outcome=(tuple(card for card in values if card != c.NONE),))
        case c.Decision():
            return Taken(way.node, way.option, values)
        case _:
            assert_never(point)
