"""Random plays: quick to refute, never enough to prove.

In: a Core and a seed; out: the spots that plays come to, each with the way there, so that it can be
played again. Readings and parameters are drawn too, within what the rulebook says of them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

import z3

from qedeck.interpreter.actions import Action
from qedeck.interpreter.chance import CARDS, PLAYERS, Chance
from qedeck.interpreter.layout import type_range
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.position import Rules
from qedeck.interpreter.state import Arrival, Cells
from qedeck.proofs.symbolic import SYMBOLIC, Number, Truth, term
from qedeck.proofs.symbols import fresh_cells, worth
from qedeck.spec import core as c
from qedeck.spec.texts import Texts

LONGEST = 400
"""Steps after which a play is left: it may go on for ever."""
TRIES = 16
SETTINGS = 96
"""How many readings of the rulebook are drawn; plays take them in turn."""


@dataclass(frozen=True, slots=True)
class Taken:
    """One decision as numbers: an option with its picks, or what chance did."""

    node: int
    option: int = 0
    values: tuple[int, ...] = ()
    outcome: tuple[tuple[int, ...], ...] | None = None


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a play stands: at a node, or at its end (node None)."""

    node: int | None
    cells: Cells
    end: str
    """Empty while it goes on; else over, stuck, undefined or long."""
    before: Cells | None
    """The table at the last decision of somebody or chance."""
    fixed: dict[str, tuple[int, ...]]
    play: int
    made: int
    taken: list[Taken]

    @property
    def path(self) -> tuple[Taken, ...]:
        return tuple(self.taken[: self.made])


class Sampler:
    """A Core made ready for many random plays; `given`, over parameters and readings, must hold in all of them."""

    def __init__(self, core: c.Core, seed: int = 1, given: c.Expr | None = None) -> None:
        self.core = core
        self.seed = seed
        self.rules = Rules(core, Texts())
        self.meaning = self.rules.meaning
        self.limits = (*core.constraints, *((given,) if given is not None else ()))
        self._settings: list[dict[str, tuple[int, ...]]] = []
        self._none = False

    def spots(self, seconds: float, count: int = 1_000_000, longest: int = LONGEST) -> Iterator[Spot]:
        """The spots of play after play, until the time or the count is used up."""
        until = time.monotonic() + seconds
        for number in range(count):
            if time.monotonic() > until:
                return
            fixed = self.setting(number)
            if fixed is None:
                return
            for spot in self.play(number, fixed, longest):
                yield spot
                if time.monotonic() > until:
                    return

    def play(self, number: int, fixed: dict[str, tuple[int, ...]], longest: int = LONGEST) -> Iterator[Spot]:
        """One play from its first decision on; nobody's steps are shown too."""
        seed = self.seed * 1_000_003 + number
        cards, players = Chance(seed, CARDS), Chance(seed, PLAYERS)
        meaning, taken = self.meaning, list[Taken]()
        cells, faults = meaning.initial(fixed)
        if faults:
            yield Spot(None, cells, "undefined", None, fixed, number, 0, taken)
            return
        (arrival,) = meaning.begin(cells)
        before: Cells | None = None
        for _ in range(longest):
            end = "undefined" if arrival.faults else "over" if arrival.node is None else ""
            node, cells = arrival.node, arrival.cells
            if end or node is None:
                yield Spot(None, cells, end, before, fixed, number, len(taken), taken)
                return
            nobody = by_itself(self.core, node)
            step = Taken(node) if nobody else self._decide(cells, node, cards, players)
            yield Spot(node, cells, "" if step else self._halt(cells, node), before, fixed, number, len(taken), taken)
            if step is None:
                return
            if not nobody:
                taken.append(step)
                before = cells
            (arrival,) = follow(meaning, cells, step)
        yield Spot(None, arrival.cells, "long", before, fixed, number, len(taken), taken)

    def setting(self, number: int) -> dict[str, tuple[int, ...]] | None:
        """What the readings and parameters are in this play: first as assumed, then drawn; None if nothing fits."""
        while not self._none and len(self._settings) <= number % SETTINGS:
            drawn = self._draw(len(self._settings))
            if drawn is None:
                self._none = True
            else:
                self._settings.append(drawn)
        return None if self._none else self._settings[number % SETTINGS]

    # ---- deciding --------------------------------------------------------------------------

    def _decide(self, cells: Cells, node: int, cards: Chance, players: Chance) -> Taken | None:
        """What is done here, at random; None if nothing can be."""
        point, meaning = self.core.nodes[node], self.meaning
        if isinstance(point, c.DealDecision):
            amounts, faults = meaning.deal_amounts(cells, node)
            if faults:
                return None
            return Taken(node, outcome=cards.deal(self._row(cells, point.source, ""), amounts))
        if isinstance(point, c.ShuffleDecision):
            row = [card for card in self._row(cells, point.zone, ".card") if card != c.NONE]
            return Taken(node, outcome=(cards.shuffled(row),))
        if self._unasked(cells, point):
            return None
        if point.owner.who != "chance":
            # Guessing is quicker than asking for every choice, and among the legal ones as fair.
            for _ in range(TRIES):
                number = players.below(len(point.options))
                values = tuple(_guess(players, pick.type) for pick in point.options[number].picks)
                if meaning.legal(cells, node, number, values):
                    return Taken(node, number, values)
        found = list(self.rules.choices.each(cells, node, None))
        if point.owner.who == "chance":
            weights = [self._weight(cells, point, action) for action in found]
            if not sum(weights):
                return None
            action = found[cards.weighted(weights)]
        elif found:
            action = found[players.below(len(found))]
        else:
            return None
        return Taken(node, action.choice, action.values)

    def _unasked(self, cells: Cells, point: c.Decision) -> bool:
        if point.owner.player is None:
            return False
        seat, faults = self.meaning.value(point.owner.player, cells)
        return bool(faults) or not 0 <= seat < self.core.domains["player"].size

    def _halt(self, cells: Cells, node: int) -> str:
        """Why nothing can be done: somebody is stuck, or the rules say nothing here."""
        point = self.core.nodes[node]
        return "stuck" if isinstance(point, c.Decision) and not self._unasked(cells, point) else "undefined"

    def _weight(self, cells: Cells, point: c.Decision, action: Action) -> int:
        option = point.options[action.choice]
        if option.weight is None:
            return 1
        picked = {pick.var: value for pick, value in zip(option.picks, action.values, strict=True)}
        weight, faults = self.meaning.value(option.weight, cells, picked)
        return 0 if faults else max(0, weight)

    def _row(self, cells: Cells, ref: c.ZoneRef, part: str) -> tuple[int, ...]:
        row = cells[ref.zone + part]
        if ref.owner is None:
            return row
        width = len(row) // self.core.domains["player"].size
        owner, _ = self.meaning.value(ref.owner, cells)
        return row[owner * width : (owner + 1) * width]

    # ---- what the rulebook leaves open -----------------------------------------------------------

    def _draw(self, number: int) -> dict[str, tuple[int, ...]] | None:
        open_ = [name for name, var in self.core.vars.items() if var.role in ("parameter", "reading")]
        assumed, faults = self.meaning.initial()
        fixed = {name: assumed[name] for name in open_}
        if faults or not self._fits(fixed):
            solved = self._solve()
            if solved is None:
                return None
            fixed = solved
        chance = Chance(self.seed * 7_919 + number, PLAYERS)
        for name in open_ if number else ():
            whole = self._row_of(chance, name, number)
            if self._fits({**fixed, name: whole}):
                fixed = {**fixed, name: whole}
                continue
            # Cell by cell: each keeps what it had where the rulebook does not allow the new value.
            for place, value in enumerate(whole):
                row = (*fixed[name][:place], value, *fixed[name][place + 1 :])
                if self._fits({**fixed, name: row}):
                    fixed = {**fixed, name: row}
        return fixed

    def _row_of(self, chance: Chance, name: str, number: int) -> tuple[int, ...]:
        """Values for one parameter or reading. Holes hide at the ends: often all are the least, or all the most."""
        var = self.core.vars[name]
        low, high = type_range(var.type)
        end = {1: low, 2: high}.get(number % 4) if var.role == "parameter" else None
        value = bool(end) if isinstance(var.type, c.YesNo) and end is not None else end
        size = prod(dim.size for dim in var.dims)
        return tuple(_guess(chance, var.type) if value is None else value for _ in range(size))

    def _fits(self, fixed: dict[str, tuple[int, ...]]) -> bool:
        cells, faults = self.meaning.initial(fixed)
        if faults:
            return False
        asked = (self.meaning.value(limit, cells) for limit in self.limits)
        return all(bool(holds) and not faults for holds, faults in asked)

    def _solve(self) -> dict[str, tuple[int, ...]] | None:
        """Values that the rulebook allows, from the solver: those that are assumed break its own limits."""
        meaning: Meaning[Truth, Number] = Meaning(self.core, SYMBOLIC)
        cells, promises = fresh_cells(self.core)
        solver = z3.Solver()
        solver.set("timeout", 5000)
        solver.add(*promises)
        for limit in self.limits:
            holds, faults = meaning.value(limit, cells)
            solver.add(term(holds), *(z3.Not(term(fault.guard)) for fault in faults))
        if solver.check() != z3.sat:
            return None
        model = solver.model()
        rigid = [name for name, var in self.core.vars.items() if var.role in ("parameter", "reading")]
        fixed = {name: tuple(worth(model, value) for value in cells[name]) for name in rigid}
        return fixed if self._fits(fixed) else None


def by_itself(core: c.Core, node: int) -> bool:
    """Whether this node is nobody's: a loop's head, which goes on by itself."""
    point = core.nodes[node]
    return isinstance(point, c.Decision) and point.owner.who == "nobody"


def follow(meaning: Meaning[bool, int], cells: Cells, step: Taken) -> list[Arrival[bool, int]]:
    """Where a decision leads."""
    point = meaning.core.nodes[step.node]
    if isinstance(point, c.DealDecision):
        return meaning.deal(cells, step.node, step.outcome or ())
    if isinstance(point, c.ShuffleDecision):
        return meaning.shuffle(cells, step.node, (step.outcome or ((),))[0])
    return meaning.advance(cells, step.node, step.option, step.values)


def _guess(chance: Chance, type_: c.Type) -> int:
    low, high = type_range(type_)
    value = low + chance.below(high - low + 1)
    return bool(value) if isinstance(type_, c.YesNo) else value
