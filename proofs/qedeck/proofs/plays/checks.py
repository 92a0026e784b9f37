"""Claims written into the rules: a game that breaks off, with a code of its own, where a claim does not hold.

In: a Core and truths about its positions and choices; out: the same game with checks. It plays the same games for the
same seeds, so the engine can look for what breaks a claim in very many of them, and the interpreter can play it again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import assert_never

from qedeck.proofs.plays.sample import Spot, by_itself
from qedeck.proofs.steps.induction import Aim
from qedeck.spec import core as c
from qedeck.spec.checker.terms import same
from qedeck.spec.earlier import Earlier

WAS = "was "
"""Before the name of a value: as it was when somebody last decided."""
TO = "to "
"""Where a play goes on after claims were looked at."""
CODE = "claim "
NO, YES = c.Const(False), c.Const(True)


@dataclass(frozen=True, slots=True)
class Watch:
    """What shall hold: at every position, after every choice, or at the end only."""

    aim: Aim
    where: str
    """position, choice or end."""
    rules: c.Expr | None = None
    """Of parameters and readings: where it does not hold, nothing is claimed."""


@dataclass(frozen=True, slots=True)
class Sought:
    """What plays are searched for: where a claim does not hold, or where play stops so and `shows` says yes.

    How play stops must be all that `shows` depends on, with the node and what was undefined there.
    """

    watch: Watch | None = None
    stop: str = ""
    """stuck, undefined or endless."""
    shows: Callable[[Spot], bool] = lambda spot: True


def code(number: int) -> str:
    """What a game breaks off with where this claim does not hold."""
    return f"{CODE}{number}"


def checked(core: c.Core, watches: Iterable[Watch]) -> c.Core:
    """The game with these claims, numbered from 0, written into it."""
    writer = _Writer(core)
    steps = {"position": list[c.Step](), "choice": list[c.Step](), "end": list[c.Step]()}
    for number, watch in enumerate(watches):
        truth = writer.truth(watch)
        # Its code is its clause too: the same wherever it is checked, for the engine and for the reference.
        steps[watch.where].append(c.Check(truth, code(number), code(number)))
    keep = tuple(writer.kept()) if steps["choice"] else ()
    after = (c.When(c.Read(WAS), tuple(steps["choice"])),) if steps["choice"] else ()
    everywhere, at_end = (*steps["position"], *after), tuple(steps["end"])
    looked = [exit_ for exit_ in _exits(core) if everywhere or isinstance(exit_, c.Finish)]
    tails = [c.Block(at_end if isinstance(exit_, c.Finish) else keep, exit_) for exit_ in looked]
    places = {exit_: place for place, exit_ in enumerate(looked)}
    to = c.Var(TO, c.Whole(0, len(looked)), (), "control", c.NOBODY, c.Const(0))

    def led(block: c.Block) -> c.Block:
        if block.exit not in places:
            return block
        going = c.Assign(TO, (), c.Const(places[block.exit]))
        return c.Block((*block.steps, going), c.Jump(len(core.blocks)))

    return replace(
        core,
        vars=core.vars | writer.vars | {TO: to},
        defines=core.defines | writer.defines,
        blocks=(*map(led, core.blocks), *_one_way(everywhere, tails, len(core.blocks))),
    )


def _exits(core: c.Core) -> list[c.Exit]:
    """Where a play stands when claims are looked at: wherever somebody or chance decides, and the end."""
    found: dict[c.Exit, None] = {}
    for block in core.blocks:
        match block.exit:
            case c.Finish():
                found[block.exit] = None
            case c.Decide(node):
                found |= {} if by_itself(core, node) else {block.exit: None}
            case c.Jump() | c.Branch():
                pass
            case _:
                assert_never(block.exit)
    return list(found)


def _one_way(steps: tuple[c.Step, ...], tails: list[c.Block], start: int) -> Iterator[c.Block]:
    """Blocks, from number `start` on, that all exits go through: what is checked is written once."""
    for place, _ in enumerate(tails):
        last = place == len(tails) - 1
        here, onward = start + len(tails) + place, start + place + 1
        exit_: c.Exit = c.Jump(here) if last else c.Branch(same(c.Read(TO), c.Const(place)), here, onward)
        yield c.Block(() if place else steps, exit_)
    yield from tails


class _Writer:
    """Truths as terms of one position, in which what was has names of its own."""

    def __init__(self, core: c.Core) -> None:
        self.earlier = Earlier(core.vars, core.defines, WAS)

    @property
    def vars(self) -> dict[str, c.Var]:
        return {WAS: c.Var(WAS, c.YesNo(), (), "control", c.NOBODY, NO), **self.earlier.vars}

    @property
    def defines(self) -> dict[str, c.Define]:
        return self.earlier.defines

    def truth(self, watch: Watch) -> c.Expr:
        # Undefined counts as not holding, for the term and for what is given.
        now = self.earlier.now
        holds: c.Expr = c.Try(now(watch.aim.term), NO)
        if watch.aim.opposite:
            holds = c.Op("not", (holds,))
        for given in (watch.aim.given, watch.rules):
            if given is not None:
                holds = c.Op("implies", (c.Try(now(given), NO), holds))
        return holds

    def kept(self) -> Iterator[c.Step]:
        """Everything that is asked of the position before, as it is now."""
        return iter((c.Assign(WAS, (), YES), *self.earlier.kept()))
