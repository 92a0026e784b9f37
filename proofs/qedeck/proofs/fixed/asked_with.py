"""Between which numbers the rules ask a definition: a card's value and no more, where it could take any number.

In: a Core; out: for each definition that the rules ask, bounds for each of its parameters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import assert_never

from qedeck.interpreter.layout import layout_of
from qedeck.interpreter.recent import Recent
from qedeck.proofs.fixed.bounds import Plain, Scope
from qedeck.spec import core as c

Limits = tuple[tuple[int, int], ...]

TIRED = 12
"""A definition that is asked with wider bounds so often, in a circle, is taken to be asked with anything."""


def asked_with(core: c.Core) -> Mapping[str, Limits]:
    """What every definition is asked with, worked out once for a game."""
    kept = _KEPT.known(core)
    return kept if kept is not None else _KEPT.keep(_asked_with(core), core)


_KEPT = Recent[Mapping[str, Limits]](8)


def _asked_with(core: c.Core) -> Mapping[str, Limits]:
    layout = layout_of(core)
    plain, found, often = Plain(core.defines, layout), dict[str, Limits](), dict[str, int]()
    around = replace(core, blocks=tuple(replace(block, steps=()) for block in core.blocks))
    waiting = [call for term in c.terms_of_core(around) for call in _calls(plain, term, {})]
    waiting += [call for block in core.blocks for call in _of_steps(plain, block.steps, {})]
    while waiting:
        name, asked = waiting.pop()
        before = found.get(name)
        wider = asked if before is None else tuple(_around(*both) for both in zip(before, asked, strict=True))
        if wider == before:
            continue
        often[name] = often.get(name, 0) + 1
        found[name] = wider if often[name] < TIRED else layout.params[name]
        define = core.defines[name]
        scope = dict(zip((param for param, _ in define.params), found[name], strict=True))
        waiting += _calls(plain, define.body, scope)
    return found


def _calls(plain: Plain, expr: c.Expr, scope: Scope) -> Iterator[tuple[str, Limits]]:
    """Every question in a term, with the bounds of what it is about; `scope` knows the locals around."""
    match expr:
        case c.Call(define, args):
            limits = plain.layout.params[define]
            known = [plain.bounds(arg, scope) for arg in args]
            yield define, tuple(_within(bounds, *limit) for bounds, limit in zip(known, limits, strict=True))
        case c.Fold(_, local, low, high) | c.Find(_, local, low, high):
            scope = {**scope, local: (low, high - 1)}
        case _:
            assert c.binds(expr) is None
    for part in c.parts(expr):
        yield from _calls(plain, part, scope)


def _of_steps(plain: Plain, steps: Iterable[c.Step], scope: Scope) -> Iterator[tuple[str, Limits]]:
    for step in steps:
        own = inner = dict(scope)
        match step:
            case c.Each(local, low, high):
                own = inner = {**scope, local: (low, high - 1)}
            case c.Let(local, value):
                inner = _but(scope, local)
                bounds = plain.bounds(value, scope)
                inner |= {local: bounds} if bounds else {}
            case c.Tell():
                own = _but(scope, c.VIEWER)
            case c.Move():
                # Nothing else that a move asks knows a local of this name.
                own = _but(scope, c.VIEWER)
            case c.Assign() | c.Check() | c.When():
                pass
            case _:
                assert_never(step)
        for term in c.own_terms(step):
            yield from _calls(plain, term, own)
        for body in c.bodies(step):
            yield from _of_steps(plain, body, inner)


def _but(scope: Scope, local: str) -> dict[str, c.Const | tuple[int, int]]:
    return {name: known for name, known in scope.items() if name != local}


def _within(bounds: tuple[int, int] | None, low: int, high: int) -> tuple[int, int]:
    """What is asked outside the limits is undefined anyway."""
    if bounds is None or bounds[1] < low or bounds[0] > high:
        return low, high
    return max(low, bounds[0]), min(high, bounds[1])


def _around(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return min(one[0], other[0]), max(one[1], other[1])
