"""One step taken twice, from the same position seen in two ways: does the table look alike afterwards?

In: a node and two states that differ in a reading; out: when the two steps part, and what they came
to when the reference takes them again. Two steps that are both undefined are alike.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.state import Arrival, Cells, Telling
from qedeck.proofs.formulas.lay_out import lay_out
from qedeck.proofs.formulas.lemma import either, undefined
from qedeck.proofs.formulas.moves import Way, taken, ways
from qedeck.proofs.formulas.symbolic import SYMBOLIC, Z3, Number, Truth
from qedeck.proofs.formulas.symbols import worth
from qedeck.spec import core as c


@dataclass(frozen=True, slots=True)
class Fork:
    """The same choice made in both ways, and when that parts."""

    way: Way
    parts: Truth


def forks(
    meaning: Meaning[Truth, Number], node: int, one: Cells, other: Cells, watched: Collection[str], told: bool
) -> list[Fork]:
    """Every choice at a node with when it comes out differently; `told`: what players are shown counts too."""
    first, second = ({way.option: way for way in _ways(meaning, cells, node)} for cells in (one, other))
    found = []
    for option in sorted(first.keys() | second.keys()):
        here, there = first.get(option), second.get(option)
        if here is None or there is None:
            way = here or there
            assert way is not None
            found.append(Fork(way, way.legal))
            continue
        both = SYMBOLIC.and_(here.legal, there.legal)
        apart = SYMBOLIC.and_(both, unlike(meaning, here.arrivals, there.arrivals, watched, told))
        found.append(Fork(here, SYMBOLIC.or_(xor(here.legal, there.legal), apart)))
    return found


def before(meaning: Meaning[Any, Any], node: int, cells: Cells) -> tuple[Cells, bool]:
    """Where a step begins, and whether that may be undefined: the first values of a game may depend on the reading."""
    if node != c.START:
        return cells, False
    rigid = {name: cells[name] for name, var in meaning.core.vars.items() if var.rigid}
    first, faults = meaning.initial(rigid)
    return first, bool(faults)


def _ways(meaning: Meaning[Truth, Number], cells: Cells, node: int) -> list[Way]:
    if node != c.START:
        return ways(meaning, cells, node)
    return [Way(c.START, 0, (), True, (), tuple(meaning.begin(cells)))]


def xor(left: Truth, right: Truth) -> Truth:
    """Whether just one of them holds."""
    return SYMBOLIC.not_(SYMBOLIC.iff(left, right))


def unlike(
    meaning: Meaning[Truth, Number],
    here: Iterable[Arrival[Any, Any]],
    there: Iterable[Arrival[Any, Any]],
    watched: Collection[str],
    told: bool,
) -> Truth:
    first, second = ({arrival.node: arrival for arrival in arrivals} for arrivals in (here, there))
    some, some_too = next(iter(first.values())), next(iter(second.values()))
    open_, open_too = undefined(some.faults), undefined(some_too.faults)
    found: list[Truth] = []
    for node in first.keys() | second.keys():
        one, other = first.get(node), second.get(node)
        if one is None or other is None:
            found += [arrival.guard for arrival in (one, other) if arrival is not None]
            continue
        found.append(xor(one.guard, other.guard))
        moment = meaning.look(one.cells)
        cells: list[Truth] = [
            SYMBOLIC.not_(moment.same(old, new))
            for name in watched
            for old, new in zip(one.cells[name], other.cells[name], strict=True)
        ]
        found.append(SYMBOLIC.and_(one.guard, either(cells)))
    if told:
        found.append(_told_apart(meaning, some, some_too))
    defined = SYMBOLIC.not_(SYMBOLIC.or_(open_, open_too))
    return SYMBOLIC.or_(xor(open_, open_too), SYMBOLIC.and_(defined, either(found)))


def _told_apart(meaning: Meaning[Truth, Number], one: Arrival[Any, Any], other: Arrival[Any, Any]) -> Truth:
    """More often than it should where tellings do not line up: the replay has the last word."""
    moment, found, waiting = meaning.look(one.cells), list[Truth](), list(other.tellings)
    for here in one.tellings:
        there = next((t for t in waiting if _shape(t) == _shape(here)), None)
        if there is None:
            found.append(here.guard)
            continue
        waiting.remove(there)
        found.append(xor(here.guard, there.guard))
        pairs = [*zip(here.values, there.values, strict=True), *zip(here.seen, there.seen, strict=True)]
        pairs += zip(here.faces, there.faces, strict=True)
        apart = either(SYMBOLIC.not_(moment.same(old, new)) for old, new in pairs)
        found.append(SYMBOLIC.and_(here.guard, apart))
    return either([*found, *(telling.guard for telling in waiting)])


def _shape(telling: Telling[Any, Any]) -> tuple[object, ...]:
    ends = tuple(side.zone if side else "" for side in (telling.source, telling.target))
    return telling.kind, telling.clause, len(telling.values), *ends


# ---- taken again by the reference ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one way came to: refused, undefined, or a table."""

    refused: bool
    undefined: str
    node: int | None
    cells: Cells | None
    shown: tuple[object, ...]


def outcome(meaning: Meaning[bool, int], way: Way, model: Z3, cells: Cells) -> Outcome:
    """The step of a model, taken by the reference in this state."""
    picks = tuple(worth(model, pick) for pick in way.picks)
    legal, arrivals = taken(meaning, way, picks, cells)
    if not legal:
        return Outcome(True, "", None, None, ())
    arrival = arrivals[0]
    if arrival.faults:
        return Outcome(False, arrival.faults[0].code, None, None, ())
    shown = tuple((*_shape(t), t.values, t.seen, t.faces) for t in arrival.tellings)
    return Outcome(False, "", arrival.node, arrival.cells, shown)


def differences(
    core: c.Core, one: Outcome, other: Outcome, watched: Collection[str], told: bool
) -> tuple[list[str], list[str]]:
    """What each way came to, as far as it is not what the other came to; nothing if they are alike."""
    if one.undefined and other.undefined or one.refused and other.refused:
        return [], []
    sides = [_lines(core, side, watched) for side in (one, other)]
    first = [line for line in sides[0] if line not in sides[1]]
    second = [line for line in sides[1] if line not in sides[0]]
    if told and one.cells is not None and other.cells is not None and one.shown != other.shown and not first + second:
        return ["something is shown otherwise"], ["something is shown otherwise"]
    return (first or ["nothing of this"], second or ["nothing of this"]) if first + second else ([], [])


def _lines(core: c.Core, side: Outcome, watched: Collection[str]) -> list[str]:
    if side.refused:
        return ["this may not be chosen"]
    if side.undefined:
        return [f"undefined ({side.undefined})"]
    assert side.cells is not None
    ends = "the game is over" if side.node is None else f"next: {core.nodes[side.node].name}"
    control = [name for name in watched if core.vars[name].role == "control"]
    pending = [f"{name} is {side.cells[name]}" for name in sorted(control)]
    return [ends, *lay_out(core, side.cells, watched), *pending]
