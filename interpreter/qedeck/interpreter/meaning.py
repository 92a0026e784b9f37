"""The meaning of Core, part 6: what may be decided, and what follows from it.

In: a state at a node, and what was chosen, dealt or shuffled; out: whether that is legal, or the
arrivals after it (exactly one where everything is known).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from qedeck.interpreter.algebra import B, N, Value
from qedeck.interpreter.cards import Taken
from qedeck.interpreter.course import Course
from qedeck.interpreter.layout import type_range
from qedeck.interpreter.state import Arrival, Cells, Fault, gather
from qedeck.interpreter.steps import Play
from qedeck.spec import core as c
from qedeck.spec.source import NOWHERE


class Meaning(Course[B, N]):
    """What a Core means over an algebra."""

    # ---- looking ------------------------------------------------------------------------------

    def sees(self, cells: Cells, sight: c.Expr, viewer: int, whose: int | None) -> B:
        """Whether a seat, counted from 0, sees it on this table; `whose`: the owner, or what a value is kept for."""
        return self.look(cells).sees(sight, viewer, None if whose is None else self.algebra.number(whose))

    def notices(self, cells: Cells, node: int, seat: int) -> B:
        """Whether a seat, counted from 0, notices who decides at a node and how, if it does not decide itself."""
        play = self.look(cells)
        awake = play.awake(self.core.nodes[node].noticed)
        return awake[seat] if awake else play.yes

    # ---- deciding ------------------------------------------------------------------------

    def begin(self, cells: Cells) -> list[Arrival[B, N]]:
        return self.walk(self.look(cells), self.core.start)

    def legal(self, cells: Cells, node: int, option: int, picks: Sequence[Value]) -> B:
        """Whether these picks may be made: each in its type, the guard holds, and nothing is undefined."""
        chosen, play = self._option(cells, node, option)
        ok = play.yes
        for pick, value in zip(chosen.picks, picks, strict=True):
            if not isinstance(pick.type, c.YesNo):
                ok = self.algebra.and_(ok, play.inside(value, *type_range(pick.type)))
            play.locals[pick.var] = value
        if self.algebra.known(ok) is False:
            return ok
        ok = self.algebra.and_(ok, play.value(chosen.guard, ok))
        return self._faultless(play, ok)

    def advance(self, cells: Cells, node: int, option: int, picks: Sequence[Value]) -> list[Arrival[B, N]]:
        """After a legal choice: its control variables take the picks, then whatever follows happens."""
        chosen, play = self._option(cells, node, option)
        for pick, value in zip(chosen.picks, picks, strict=True):
            play.assign(pick.var, (), value, play.yes, NOWHERE)
        return self.walk(play, chosen.next)

    def _option(self, cells: Cells, node: int, option: int) -> tuple[c.Option, Play[B, N]]:
        decision = self.core.nodes[node]
        if not isinstance(decision, c.Decision):
            raise TypeError(f"node {node} deals or shuffles: it has no options")
        chosen = decision.options[option]
        return chosen, self.look(cells, chosen.clause or decision.clause)

    def _faultless(self, play: Play[B, N], ok: B) -> B:
        for fault in play.faults:
            ok = self.algebra.and_(ok, self.algebra.not_(fault.guard))
        return ok

    def unclear(self, cells: Cells, node: int) -> tuple[Fault[B], ...]:
        """What is undefined about a decision itself: who is asked, how much is dealt, whose cards are shuffled."""
        point = self.core.nodes[node]
        play = self.look(cells, point.clause)
        match point:
            case c.Decision(owner=c.Owner(player=None)):
                pass
            case c.Decision(owner=c.Owner(player=player), span=span):
                assert player is not None
                there = play.inside(play.value(player, play.yes), 0, self.layout.seats - 1)
                play.undefined(self.algebra.not_(there), "Q506", span)
            case c.DealDecision():
                self._amounts(play, point)
                play.undefined(self.algebra.not_(play.ok), "Q504", point.span)
            case c.ShuffleDecision():
                play.side(point.zone, play.yes)
                play.undefined(self.algebra.not_(play.ok), "Q504", point.span)
            case _:
                assert_never(point)
        return gather(self.algebra, play.faults)

    # ---- chance ---------------------------------------------------------------------------

    def deal_amounts(self, cells: Cells, node: int) -> tuple[tuple[N, ...], tuple[Fault[B], ...]]:
        """How many cards each target gets; too few cards, or fewer than none, are a fault (Q505)."""
        deal, play = self._deal(cells, node)
        return self._amounts(play, deal), gather(self.algebra, play.faults)

    def deal_legal(self, cells: Cells, node: int, outcome: Sequence[Sequence[N]]) -> B:
        """Whether chance may deal so: for each target, how many of each card."""
        algebra = self.algebra
        deal, play = self._deal(cells, node)
        ok = play.yes
        for amount, counts in zip(self._amounts(play, deal), outcome, strict=True):
            total = algebra.number(0)
            for count in counts:
                ok = algebra.and_(ok, algebra.le(algebra.number(0), count))
                total = algebra.add(total, count)
            ok = algebra.and_(ok, algebra.eq(total, amount))
        source = play.side(deal.source, play.yes)
        for there, dealt in zip(play.faces(source), play.dealt(source, outcome), strict=True):
            ok = algebra.and_(ok, algebra.le(dealt, there))
        return self._faultless(play, algebra.and_(ok, play.ok))

    def deal(self, cells: Cells, node: int, outcome: Sequence[Sequence[N]]) -> list[Arrival[B, N]]:
        """After chance has dealt so. Several cards onto a row come lowest first; the language deals them one by one."""
        algebra = self.algebra
        deal, play = self._deal(cells, node)
        before = play.change("Q504", deal.span)
        amounts = self._amounts(play, deal)
        none = algebra.number(c.NONE)
        source = play.side(deal.source, play.yes)
        travels = [play.travel("deal", source, play.side(ref, play.yes), deal.noticed) for ref, _ in deal.targets]
        taken: list[Taken[B, N]] = [Taken(counts, amount, ()) for counts, amount in zip(outcome, amounts, strict=True)]
        play.hand_out(source, outcome)
        for travel, cards in zip(travels, taken, strict=True):
            play.resize(source, algebra.sub(algebra.number(0), cards.total), play.yes)
            play.lay(travel.target, cards, none)
        ok = play.settle(before)
        play.undefined(algebra.not_(ok), "Q504", deal.span)
        for travel, cards in zip(travels, taken, strict=True):
            play.told_move(travel, cards, none, ok)
        return self.walk(play, deal.next)

    def _deal(self, cells: Cells, node: int) -> tuple[c.DealDecision, Play[B, N]]:
        deal = self.core.nodes[node]
        if not isinstance(deal, c.DealDecision):
            raise TypeError(f"node {node} is not a deal")
        return deal, self.look(cells, deal.clause)

    def _amounts(self, play: Play[B, N], deal: c.DealDecision) -> tuple[N, ...]:
        algebra = self.algebra
        amounts: list[N] = [play.value(amount, play.yes) for _, amount in deal.targets]
        total = algebra.number(0)
        enough = play.yes
        for amount in amounts:
            total = algebra.add(total, amount)
            enough = algebra.and_(enough, algebra.le(algebra.number(0), amount))
        size = play.look(c.size_of(deal.source.zone), play.at(play.side(deal.source, play.yes)))
        play.undefined(algebra.not_(algebra.and_(enough, algebra.le(total, size))), "Q505", deal.span)
        return tuple(amounts)

    def shuffle_legal(self, cells: Cells, node: int, order: Sequence[N]) -> B:
        """Whether chance may put the row into this order: the same cards, then nothing."""
        algebra = self.algebra
        shuffle, play = self._shuffle(cells, node)
        side = play.side(shuffle.zone, play.yes)
        zone = self.core.zones[side.zone]
        size = play.look(c.size_of(side.zone), play.at(side))
        faces, after = play.faces(side), play.padded(zone, order)
        ok = algebra.boolean(len(after) == len(faces))
        for place, face in enumerate(after):
            taken = algebra.lt(algebra.number(place), size)
            ok = algebra.and_(ok, play.inside(face, c.NONE, zone.cards.size - 1))
            ok = algebra.and_(ok, algebra.iff(taken, algebra.le(algebra.number(0), face)))
        for card in map(algebra.number, range(zone.cards.size)):
            ok = algebra.and_(ok, algebra.eq(self._copies(faces, card), self._copies(after, card)))
        return self._faultless(play, algebra.and_(ok, play.ok))

    def shuffle(self, cells: Cells, node: int, order: Sequence[N]) -> list[Arrival[B, N]]:
        """After the shuffle: who laid which card is forgotten. `order` may stop after the last card."""
        shuffle, play = self._shuffle(cells, node)
        before = play.change("Q504", shuffle.span)
        side = play.side(shuffle.zone, play.yes)
        play.rearrange(side, order)
        play.wipe(side, c.by_of(side.zone), self.algebra.number(c.NONE))
        ok = play.settle(before)
        play.undefined(self.algebra.not_(ok), "Q504", shuffle.span)
        return self.walk(play, shuffle.next)

    def _shuffle(self, cells: Cells, node: int) -> tuple[c.ShuffleDecision, Play[B, N]]:
        shuffle = self.core.nodes[node]
        if not isinstance(shuffle, c.ShuffleDecision):
            raise TypeError(f"node {node} is not a shuffle")
        return shuffle, self.look(cells, shuffle.clause)

    def _copies(self, faces: Sequence[N], card: N) -> N:
        algebra = self.algebra
        total = algebra.number(0)
        for face in faces:
            total = algebra.add(total, algebra.ite(algebra.eq(face, card), algebra.number(1), algebra.number(0)))
        return total
