"""Claims written into the rules: a game that breaks off, with a code of its own, where a claim does not hold.

In: a Core and truths about its positions and choices; out: the same game with checks. It plays the same games for the
same seeds, so the engine can look for what breaks a claim in very many of them, and the interpreter can play it again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import assert_never

from qedeck.interpreter.layout import layout_of
from qedeck.proofs.plays.sample import Spot, by_itself
from qedeck.proofs.steps.induction import Aim
from qedeck.spec import core as c
from qedeck.spec.checker.terms import same

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
        self.core = core
        self.layout = layout_of(core)
        self.vars: dict[str, c.Var] = {WAS: c.Var(WAS, c.YesNo(), (), "control", c.NOBODY, NO)}
        self.defines: dict[str, c.Define] = {}

    def truth(self, watch: Watch) -> c.Expr:
        # Undefined counts as not holding, for the term and for what is given.
        holds: c.Expr = c.Try(self._now(watch.aim.term), NO)
        if watch.aim.opposite:
            holds = c.Op("not", (holds,))
        for given in (watch.aim.given, watch.rules):
            if given is not None:
                holds = c.Op("implies", (c.Try(self._now(given), NO), holds))
        return holds

    def _now(self, expr: c.Expr) -> c.Expr:
        if isinstance(expr, c.Elsewhere):
            return self._was(expr.body)
        return c.rebuilt(expr, self._now)

    def _was(self, expr: c.Expr) -> c.Expr:
        """The same asked of the position before; what is asked elsewhere from there is asked here."""
        match expr:
            case c.Elsewhere(body):
                return self._now(body)
            case c.Read(var, index) if not self.core.vars[var].rigid:
                self.vars[WAS + var] = replace(
                    self.core.vars[var], name=WAS + var, role="control", init=self._rest(var)
                )
                return replace(expr, var=WAS + var, index=tuple(map(self._was, index)))
            case c.Call(define, args):
                self._old(define)
                return replace(expr, define=WAS + define, args=tuple(map(self._was, args)))
            case _:
                return c.rebuilt(expr, self._was)

    def _old(self, define: str) -> None:
        """A definition asked of the position before."""
        if WAS + define not in self.defines:
            made = self.core.defines[define]
            self.defines[WAS + define] = made  # it may call itself
            self.defines[WAS + define] = replace(made, name=WAS + define, body=self._was(made.body))

    def _rest(self, var: str) -> c.Expr:
        low, high = self.layout.ranges[var]
        return NO if self.layout.yes_no[var] else c.Const(min(max(0, low), high))

    def kept(self) -> Iterator[c.Step]:
        """Everything that is asked of the position before, as it is now."""
        for name in self.vars:
            if name == WAS:
                yield c.Assign(WAS, (), YES)
                continue
            index = tuple(c.Local(f"{WAS}{k}") for k in range(len(self.vars[name].dims)))
            step: c.Step = c.Assign(name, index, c.Read(name.removeprefix(WAS), index))
            for k, dim in reversed(list(enumerate(self.vars[name].dims))):
                step = c.Each(f"{WAS}{k}", 0, dim.size, None, (step,))
            yield step
