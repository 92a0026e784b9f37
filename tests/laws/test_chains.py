"""The law of chains: what happens while events are resolved takes its place, behind all or before all that wait."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from qedeck.interpreter.play import start
from qedeck.spec import core as c
from qedeck.spec.checker.statements import Statements
from qedeck.spec.game import load_text
from qedeck.spec.render import render_all

PLAYERS, MOST = 4, 8
"""At most twice as many may wait as there are players."""
GAME = """game chains
  players 4
  starts with main

event fall of player p

remember
  at-turn of each count: player or none, starting none

count is one of COUNTS

phase main
  FIRST
  resolve fall DEEP

on fall of p
  let here be first count k where at-turn of k is none
  at-turn of here becomes p
BRINGS
"""


def chain(seed: int) -> tuple[list[int], dict[int, list[int]]]:
    """Who falls first, and whom each brings; nobody brings anybody before, so that it ends."""
    random = Random(seed)
    first = [random.randrange(PLAYERS) for _ in range(random.randint(1, 3))]
    return first, {p: random.sample(range(p + 1, PLAYERS), random.randint(0, PLAYERS - 1 - p)) for p in range(PLAYERS)}


def told(seed: int, deep: bool) -> list[int] | None:
    """In which order they fall; None if more have to wait than can."""
    first, brings = chain(seed)
    waiting, order = list(first), []
    while waiting:
        p = waiting.pop(0)
        order.append(p)
        waiting = brings[p] + waiting if deep else waiting + brings[p]
        if len(waiting) > MOST:
            return None
    return order


def played(seed: int, deep: bool) -> list[int] | None:
    first, brings = chain(seed)
    happens = "\n  ".join(f"fall of player {p + 1} happens" for p in first)
    caused = [
        f"  if p is player {p + 1}\n" + "\n".join(f"    fall of player {q + 1} happens" for q in several)
        for p, several in brings.items()
        if several
    ]
    text = GAME.replace("FIRST", happens).replace(" DEEP", " depth first" if deep else "")
    text = text.replace("BRINGS", "\n".join(caused)).replace("COUNTS", ", ".join(f"k{k}" for k in range(30)))
    game = load_text(text)
    assert game.sound, render_all(game.diagnostics, game.sources)
    play = start(game, PLAYERS, 1)
    if play.result is not None and play.result.kind == "undefined":
        return None
    return [p for p in play.cells["at-turn"] if p != c.NONE]


def parted(seeds: range) -> list[int]:
    return [seed for seed in seeds if any(played(seed, deep) != told(seed, deep) for deep in (False, True))]


def test_what_happens_takes_its_place() -> None:
    assert parted(range(40)) == []


def test_orders_differ() -> None:
    assert sum(told(seed, True) != told(seed, False) for seed in range(40)) > 10


# ---- the law has teeth --------------------------------------------------------------------------------------

_goes_first = Statements._goes_first


def _always_first(self: Statements, name: str, arg: c.Expr, waits: c.Assign) -> tuple[c.Step, ...]:
    """The last that happened goes before the first."""
    (let,) = _goes_first(self, name, arg, waits)
    assert isinstance(let, c.Let)
    return (c.Let(let.local, let.value, let.body[:-1]),)


def _behind(self: Statements, name: str, arg: c.Expr, waits: c.Assign) -> tuple[c.Step, ...]:
    """It goes behind all that wait."""
    return c.Assign(f"{name}.queue", (c.Read(f"{name}.waiting"),), arg), waits


def _over_the_next(self: Statements, name: str, arg: c.Expr, waits: c.Assign) -> tuple[c.Step, ...]:
    """It takes the place of one that waits."""
    return c.Assign(f"{name}.queue", (c.Const(0),), arg), waits


@pytest.mark.parametrize("planted", [_always_first, _behind, _over_the_next])
def test_planted_mistakes_are_found(planted: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Statements, "_goes_first", planted)
    assert parted(range(40))
