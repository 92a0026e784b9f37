"""Two readings of the rulebook at two tables: the same choices at both, until something is not the same.

In: a Core, a reading with two of its alternatives, what is looked at; out: the play up to where the tables part.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import chain

from qedeck.interpreter.choices import Refused
from qedeck.interpreter.play import Endless, Play
from qedeck.interpreter.telling import tell
from qedeck.proofs.formulas.lay_out import lay_out
from qedeck.proofs.plays.replay import apply, replay
from qedeck.proofs.plays.sample import LONGEST, Sampler, Spot
from qedeck.spec import core as c

BEGINNING = 10
"""Decisions in the beginning of a play."""
MOST = 6
"""Lines that are told of each table."""


@dataclass(frozen=True, slots=True)
class Parting:
    """A play with the first alternative, and what the last step came to at each table."""

    play: Play
    choices: int
    first: tuple[str, ...]
    second: tuple[str, ...]


def part_ways(
    core: c.Core,
    reading: str,
    pair: tuple[int, int],
    watched: Collection[str],
    told: bool,
    given: c.Expr | None,
    seconds: float,
) -> Parting | None:
    """Random plays with one alternative, each played again with the other; None if none of them parts."""
    sampler = Sampler(core, given=given)
    # Most readings part early if at all: many beginnings first, whole plays afterwards.
    for part, longest in ((0.4, BEGINNING), (0.6, LONGEST)):
        last: Spot | None = None
        for spot in chain(sampler.spots(seconds * part, 400, longest), (None,)):
            over = last is not None and (spot is None or spot.play != last.play)
            if over and last is not None and (found := _compare(core, last, reading, pair, watched, told)):
                return found
            last = spot
    return None


def _compare(
    core: c.Core, spot: Spot, reading: str, pair: tuple[int, int], watched: Collection[str], told: bool
) -> Parting | None:
    fixed = [{**spot.fixed, reading: (value,)} for value in pair]
    one, other = (replay(core, setting, ()) for setting in fixed)
    looked = [name for name in watched if name != reading]
    before = 0
    for number, step in enumerate((None, *spot.path)):
        if step is not None:
            if one.over or other.over or one.node != step.node or other.node != step.node:
                return None
            before = len(tell(one)) if told else 0
            try:
                apply(one, step)
                apply(other, step)
            except (Refused, Endless):
                return None
        apart = [name for name in looked if one.cells[name] != other.cells[name]]
        if _broken(one) != _broken(other):
            # Where the rules say nothing the cells mean nothing.
            apart = []
        elif not apart and not (told and (one.node != other.node or tell(one) != tell(other))):
            continue
        first, second = ([*tell(side)[before:], *lay_out(core, side.cells, apart)] for side in (one, other))
        return Parting(replay(core, fixed[0], spot.path[:number]), number, _only(first, second), _only(second, first))
    return None


def _broken(play: Play) -> bool:
    """Whether a play broke off because the rules say nothing."""
    return play.result is not None and play.result.kind == "undefined"


def _only(lines: list[str], others: list[str]) -> tuple[str, ...]:
    """The lines that the other table does not have, the first few of them."""
    found = [line for line in lines if line not in others]
    return (*found[:MOST], "…") if len(found) > MOST else tuple(found) or ("nothing of this",)
