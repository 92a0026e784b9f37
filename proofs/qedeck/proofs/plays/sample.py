"""Random plays: quick to refute, never enough to prove.

In: a Core and a seed; out: the spots that plays come to, each with the way there, so that it can be
played again. Readings and parameters are drawn too, within what the rulebook says of them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from qedeck.interpreter.chance import CARDS, PLAYERS, Chance
from qedeck.interpreter.meaning import Meaning
from qedeck.interpreter.position import Rules
from qedeck.interpreter.state import Arrival, Cells
from qedeck.proofs.plays.leeway import Leeway, Setting, guess
from qedeck.spec import core as c
from qedeck.spec.texts import Texts

LONGEST = 400
"""Decisions after which a play is left: it may go on for ever."""
ROUND = 20
"""For each decision, so many steps that nobody decides."""
TRIES = 16
SETTINGS = 96
"""How many readings of the rulebook are drawn; every other play takes one of them in turn."""


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
    fixed: Setting
    play: int
    made: int
    taken: list[Taken]
    code: str = ""
    """What was undefined, where play breaks off."""

    @property
    def stands(self) -> bool:
        """Whether claims speak of this spot: somebody or chance has to decide, able to or not, or the game is over.

        NOTE(stands): a decision that nobody can make, or that is undefined itself, is a position, and what leads to it
        is a choice. Where play breaks off on the way, the table means nothing; where it goes round by itself for
        ever, no position comes any more.
        """
        return self.end == "over" or (self.node is not None and self.end != "long")

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
        self._leeway = Leeway(self.meaning, seed, given)
        self._settings: dict[int, Setting | None] = {}

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

    def play(self, number: int, fixed: Setting, longest: int = LONGEST) -> Iterator[Spot]:
        """One play from its first decision on; nobody's steps are shown too."""
        seed = self.seed * 1_000_003 + number
        cards, players = Chance(seed, CARDS), Chance(seed, PLAYERS)
        meaning, taken = self.meaning, list[Taken]()
        cells, faults = meaning.initial(fixed)
        if faults:
            yield Spot(None, cells, "undefined", None, fixed, number, 0, taken, faults[0].code)
            return
        (arrival,) = meaning.begin(cells)
        before: Cells | None = None
        for _ in range(ROUND * longest):
            if len(taken) > longest:
                break
            end = "undefined" if arrival.faults else "over" if arrival.node is None else ""
            node, cells = arrival.node, arrival.cells
            if end or node is None:
                code = arrival.faults[0].code if arrival.faults else ""
                yield Spot(None, cells, end, before, fixed, number, len(taken), taken, code)
                return
            nobody = by_itself(self.core, node)
            step = Taken(node) if nobody else self.decide(cells, node, cards, players)
            end, code = ("", "") if step else self.halt(cells, node)
            yield Spot(node, cells, end, before, fixed, number, len(taken), taken, code)
            if step is None:
                return
            if not nobody:
                taken.append(step)
                before = cells
            (arrival,) = follow(meaning, cells, step)
        yield Spot(None, arrival.cells, "long", before, fixed, number, len(taken), taken)

    def setting(self, number: int) -> Setting | None:
        """The readings and parameters of this play, as assumed in every other, else drawn; None if nothing fits."""
        place = 0 if number % 2 == 0 else 1 + number // 2 % SETTINGS
        if place not in self._settings:
            self._settings[place] = self._leeway.draw(place)
        fixed = self._settings[place]
        return self.setting(0) if fixed is None and place else fixed

    def drawn(self, number: int) -> Setting | None:
        """As assumed for 0, else drawn."""
        return self._leeway.draw(number)

    def settings(self) -> Iterator[Setting]:
        """As assumed, then each reading the other way by itself, then whatever is drawn."""
        first = self.setting(0)
        if first is None:
            return
        yield first
        yield from self._leeway.alone()
        for number in range(1, 2 * SETTINGS, 2):
            drawn = self.setting(number)
            if drawn is not None:
                yield drawn

    def allowed(self, fixed: Setting) -> Setting | None:
        """This setting, if the rulebook allows it."""
        return fixed if self._leeway.allows(fixed) else None

    # ---- deciding --------------------------------------------------------------------------

    def decide(self, cells: Cells, node: int, cards: Chance, players: Chance) -> Taken | None:
        """What is done here, at random; None if nothing can be."""
        point, meaning = self.core.nodes[node], self.meaning
        if meaning.unclear(cells, node):
            return None
        if isinstance(point, c.DealDecision):
            amounts, _ = meaning.deal_amounts(cells, node)
            return Taken(node, outcome=cards.deal(self._row(cells, point.source), amounts))
        if isinstance(point, c.ShuffleDecision):
            row = [card for card in self._row(cells, point.zone) if card != c.NONE]
            return Taken(node, outcome=(cards.shuffled(row),))
        if point.owner.who != "chance":
            # Guessing is quicker than asking for every choice, and among the legal ones as fair.
            for _ in range(TRIES):
                number = players.below(len(point.options))
                values = tuple(guess(players, pick.type) for pick in point.options[number].picks)
                if meaning.legal(cells, node, number, values):
                    return Taken(node, number, values)
        found = [Taken(node, action.choice, action.values) for action in self.rules.choices.each(cells, node, None)]
        if point.owner.who == "chance":
            weights = [self.weight(cells, step) for step in found]
            return found[cards.weighted(weights)] if sum(weights) else None
        return found[players.below(len(found))] if found else None

    def possible(self, cells: Cells, step: Taken) -> bool:
        """Whether this may be done here, by whoever decides."""
        point, meaning = self.core.nodes[step.node], self.meaning
        if isinstance(point, c.DealDecision):
            return not meaning.unclear(cells, step.node) and meaning.deal_legal(cells, step.node, step.outcome or ())
        if isinstance(point, c.ShuffleDecision):
            return meaning.shuffle_legal(cells, step.node, (step.outcome or ((),))[0])
        if meaning.unclear(cells, step.node) or not meaning.legal(cells, step.node, step.option, step.values):
            return False
        return point.owner.who != "chance" or self.weight(cells, step) > 0

    def halt(self, cells: Cells, node: int) -> tuple[str, str]:
        """Why nothing can be done: somebody is stuck, or the rules say nothing here, and with which code."""
        faults = self.meaning.unclear(cells, node)
        return ("undefined", faults[0].code) if faults else ("stuck", "")

    def weight(self, cells: Cells, step: Taken) -> int:
        """How likely chance is to choose so; what is undefined does not happen."""
        point = self.core.nodes[step.node]
        assert isinstance(point, c.Decision)
        option = point.options[step.option]
        if option.weight is None:
            return 1
        picked = {pick.var: value for pick, value in zip(option.picks, step.values, strict=True)}
        weight, faults = self.meaning.value(option.weight, cells, picked)
        return 0 if faults else max(0, weight)

    def _row(self, cells: Cells, ref: c.ZoneRef) -> tuple[int, ...]:
        row = cells[c.faces_of(self.core.zones[ref.zone])]
        width = len(row) // len(c.parts_of(self.core, self.core.zones[ref.zone]))
        part = self.meaning.part(ref, cells)
        return row[part * width : (part + 1) * width]


def by_itself(core: c.Core, node: int) -> bool:
    """Whether this node is nobody's: a loop's head, which goes on by itself."""
    return c.who_decides(core.nodes[node]) == "nobody"


def chosen(core: c.Core, node: int) -> bool:
    """Whether somebody decides there, neither chance nor nobody."""
    return c.who_decides(core.nodes[node]) not in ("nobody", "chance")


def follow(meaning: Meaning[bool, int], cells: Cells, step: Taken) -> list[Arrival[bool, int]]:
    """Where a decision leads."""
    point = meaning.core.nodes[step.node]
    if isinstance(point, c.DealDecision):
        return meaning.deal(cells, step.node, step.outcome or ())
    if isinstance(point, c.ShuffleDecision):
        return meaning.shuffle(cells, step.node, (step.outcome or ((),))[0])
    return meaning.advance(cells, step.node, step.option, step.values)
