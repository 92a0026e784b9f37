"""Choices that a seat does not see: how else might it have been, for all that seat knows?

In: a spot of a play and a seat; out: other ways to decide there. Cards dealt or shuffled out of sight, or where they
shall be hidden, may lie the other way round; chance, the moderator and whoever chooses secretly may have picked
otherwise; and whoever plays a card face down may have played another one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import assert_never

from qedeck.interpreter.chance import Chance
from qedeck.interpreter.events import cards_picked
from qedeck.interpreter.state import Cells, Telling
from qedeck.proofs.hidden.looks import meant, sees
from qedeck.proofs.plays.sample import Sampler, Spot, Taken
from qedeck.spec import core as c
from qedeck.spec.properties import Secret

EACH, DEALT = 3, 8
"""Other ways that are tried for one choice and one seat; a deal is rare, and most secrets begin with it."""


class Unseen:
    """The choices of one Core, as seats see them who should not see what is `meant` to be hidden."""

    def __init__(self, sampler: Sampler, secret: Secret) -> None:
        self.core = sampler.core
        self.meant = meant(sampler.core, secret)
        self.sampler = sampler
        self.meaning = sampler.meaning

    def others(self, spot: Spot, seat: int, chance: Chance) -> Iterator[Taken]:
        """Other ways to decide here that look the same to this seat."""
        step = spot.taken[spot.made]
        point = self.core.nodes[step.node]
        for _ in range(EACH if isinstance(point, c.Decision) else DEALT):
            match point:
                case c.DealDecision():
                    other = self._dealt(spot.cells, point, step, seat, chance)
                case c.ShuffleDecision():
                    other = self._shuffled(spot.cells, point, step, seat, chance)
                case c.Decision():
                    other = self._chosen(spot.cells, point, step, seat, chance)
                case _:
                    assert_never(point)
            if other is None:
                return
            if other != step:
                yield other

    def _dealt(self, cells: Cells, point: c.DealDecision, step: Taken, seat: int, chance: Chance) -> Taken | None:
        """The same deal with two cards exchanged between places whose faces the seat does not see."""
        assert step.outcome is not None
        if self._sees(cells, point.source, seat):
            return None
        zone = self.core.zones[point.source.zone]
        source = self.sampler._row(cells, point.source)
        rest = tuple(there - sum(dealt) for there, dealt in zip(source, zip(*step.outcome, strict=True), strict=True))
        heaps = [*map(list, step.outcome), list(rest)]
        hidden = [k for k, (ref, _) in enumerate(point.targets) if not self._sees(cells, ref, seat)]
        hidden = [k for k in [*hidden, len(heaps) - 1] if any(heaps[k])]
        if len(hidden) < 2 or zone.cards.size < 2:
            return None
        one = hidden[chance.below(len(hidden))]
        two = [k for k in hidden if k != one][chance.below(len(hidden) - 1)]
        card, card_too = chance.weighted(heaps[one]), chance.weighted(heaps[two])
        for heap, gone, come in ((heaps[one], card, card_too), (heaps[two], card_too, card)):
            heap[gone] -= 1
            heap[come] += 1
        return replace(step, outcome=tuple(map(tuple, heaps[:-1])))

    def _shuffled(self, cells: Cells, point: c.ShuffleDecision, step: Taken, seat: int, chance: Chance) -> Taken | None:
        assert step.outcome is not None
        order = list(step.outcome[0])
        if self._sees(cells, point.zone, seat) or len(order) < 2:
            return None
        one, two = chance.below(len(order)), chance.below(len(order))
        order[one], order[two] = order[two], order[one]
        return replace(step, outcome=(tuple(order),))

    def _chosen(self, cells: Cells, point: c.Decision, step: Taken, seat: int, chance: Chance) -> Taken | None:
        """Another secret choice of somebody else or of chance; else only another card, perhaps unseen."""
        who = self.who(cells, step)
        noticed = self.meaning.notices(cells, step.node, seat)
        if who == seat or (noticed and point.owner.who == "table"):
            return None
        free = not noticed or point.owner.who in ("chance", "moderator")
        mine = self.sampler.rules.choices.action(step.node, step.option, step.values, None)
        cards = set(cards_picked(mine))
        if not (free or cards):
            return None
        found = [
            Taken(step.node, action.choice, action.values)
            for action in self.sampler.rules.choices.each(cells, step.node, None)
            if free
            or action.choice == step.option
            and all(action.picks[k] == v for k, v in mine.picks.items() if k not in cards)
        ]
        if point.owner.who == "chance":
            found = [t for t in found if self.sampler.weight(cells, t) > 0]
        return found[chance.below(len(found))] if found else None

    def who(self, cells: Cells, step: Taken) -> int | None:
        """The seat that decides, if one does."""
        point = self.core.nodes[step.node]
        if not isinstance(point, c.Decision):
            return None
        if point.owner.who == "anyone":
            return step.values[0] if step.values else None
        return None if point.owner.player is None else int(self.meaning.value(point.owner.player, cells)[0])

    def _sees(self, cells: Cells, ref: c.ZoneRef, seat: int) -> bool:
        which = tuple(int(self.meaning.value(part, cells)[0]) for part in ref.index)
        owner = None if ref.owner is None else which[0]
        meant = which in self.meant.get(ref.zone, ())
        return not meant and bool(sees(self.meaning, cells, self.core.zones[ref.zone].sight, owner, seat))

    def openly(self, step: Taken, told: Sequence[Telling[bool, int]], seat: int) -> bool:
        """Whether the seat sees which card was picked, because it moves face up at first."""
        point = self.core.nodes[step.node]
        options = c.options_of(point)
        picks = options[step.option].picks if options else ()
        for pick, value in zip(picks, step.values, strict=False):
            cards = pick.type.domain.name if isinstance(pick.type, c.Member) else ""
            moves = (t for t in told if t.kind == "move" and t.source and t.values[0] == value)
            first = next((t for t in moves if self.core.zones[t.source.zone].cards.name == cards), None)  # type: ignore[union-attr]
            if first is not None and first.faces[seat]:
                return True
        return False

    def legal(self, cells: Cells, step: Taken) -> bool:
        point = self.core.nodes[step.node]
        match point:
            case c.DealDecision():
                return self.meaning.deal_legal(cells, step.node, step.outcome or ())
            case c.ShuffleDecision():
                return self.meaning.shuffle_legal(cells, step.node, (step.outcome or ((),))[0])
            case c.Decision():
                if not self.meaning.legal(cells, step.node, step.option, step.values):
                    return False
                return point.owner.who != "chance" or self.sampler.weight(cells, step) > 0
            case _:
                assert_never(point)
