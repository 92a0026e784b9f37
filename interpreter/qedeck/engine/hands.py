"""How cards travel, staged: whole piles and rows at once, by loops or as sets of cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from qedeck.engine import ir
from qedeck.engine.moments import Moments
from qedeck.engine.values import Code, constant
from qedeck.interpreter.cards import Taken
from qedeck.interpreter.state import Side, Travel
from qedeck.spec import core as c

SHORT = 5
"""A row of so many places is written out."""


class Pile(Sequence[Code]):
    """How many of each card: in cells beside the state, or as a set."""

    def __init__(
        self, m: Staged, size: int, region: ir.Region | None, start: int = 0, cards: Code | None = None
    ) -> None:
        self.m, self.size, self.region, self.start, self.cards = m, size, region, start, cards

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, k: Any) -> Any:
        return self.of(constant(k))

    def of(self, card: Code) -> Code:
        if self.cards is not None:
            return self.m.stage.pure("bit", (self.cards, card), 0, 1)
        assert self.region is not None
        place = self.m.algebra.add(constant(self.start), card)
        return self.m.stage.load(self.region, place, self.region.low, self.region.high)


class Places(Sequence[tuple[Code, Code]]):
    """Cards in the order of a row, in cells beside the state."""

    def __init__(self, m: Staged, size: int, region: ir.Region, length: Code | None) -> None:
        self.m, self.size, self.region, self.length = m, size, region, length

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, k: Any) -> Any:
        return self.of(constant(k))

    def __iter__(self) -> Iterator[tuple[Code, Code]]:
        return (self.of(constant(k)) for k in range(self.size))

    def of(self, place: Code) -> tuple[Code, Code]:
        face = self.m.stage.load(self.region, place, self.region.low, self.region.high)
        return self.m.there(self.length, place, face), face


class Staged(Moments):
    """A table whose steps are written down."""

    def happen(self, steps: Iterable[c.Step], guard: Code) -> None:
        marks = self.program.marks
        if marks is None:
            super().happen(steps, guard)
            return
        for clause, run in marks.runs(steps):
            marks.clause(self, clause)
            super().happen(run, guard)

    def _move(self, step: c.Move, guard: Code) -> None:
        if self.program.listener is not None:
            self.program.listener.span = step.span
        zone = self.layout.core.zones[step.source.zone]
        if self.program.watch is not None and step.card is None and zone.kind == "row" and zone.alone:
            taker = None if step.target.owner is None else self.value(step.target.owner, guard)
            self.program.watch.cleared(self, zone, taker)
        super()._move(step, guard)

    def _is_set(self, zone: str) -> bool:
        return self.program.memory.regions[zone].bits

    def part(self, side: Side[Code]) -> Code:
        """Which of the zones of its name, as one number: where its cells begin."""
        return self.place(c.faces_of(self.layout.core.zones[side.zone]), side.index)

    def each_card(self, pile: Pile, do: Callable[[Code, Code], None]) -> None:
        """For each card that is there: the card, and how many."""
        if pile.cards is not None:
            stage = self.stage
            name = stage.fresh("i")
            body = self.again_and_again(lambda: do(stage.named(name, 0, pile.size - 1), constant(1)))
            stage.emit(ir.Bits(name, pile.cards.atom, body))
            return

        def one(card: Code) -> None:
            count = pile.of(card)
            self.only(self.algebra.lt(constant(0), count), lambda: do(card, count))

        self.repeat(0, pile.size, one)

    # ---- taking --------------------------------------------------------------------------------

    def lift(self, side: Side[Code]) -> Pile:
        size = self.layout.sizes[side.zone][-1]
        if self._is_set(side.zone):
            cards = self.cards(side.zone, self.part(side))
            self.stage.store(self.program.memory.regions[side.zone], self.part(side), constant(0))
            return Pile(self, size, None, cards=cards)
        region = self.program.aside(size, *self.layout.ranges[side.zone])

        def one(card: Code) -> None:
            self.stage.store(region, card, self.look(side.zone, self.at(side, card)))

        self.repeat(0, size, one)
        self.wipe(side, side.zone, constant(0))
        return Pile(self, size, region)

    def pick_up(self, side: Side[Code]) -> Sequence[tuple[Code, Code]]:
        size = self.layout.sizes[c.card_of(side.zone)][-1]
        if size <= SHORT:
            return super().pick_up(side)
        region = self.program.aside(size, *self.layout.ranges[c.card_of(side.zone)])
        length = self.long(side)

        def one(place: Code) -> None:
            self.stage.store(region, place, self.look(c.card_of(side.zone), self.at(side, place)))

        self.repeat(0, size, one)
        self.wipe(side, c.card_of(side.zone), constant(c.NONE))
        return Places(self, size, region, length)

    def last_of(self, side: Side[Code], card: Code) -> Code:
        def fits(place: Code) -> Code:
            face = self.look(c.card_of(side.zone), self.at(side, place))
            return self.algebra.and_(self.there(self.long(side), place, face), self.same(face, card))

        return self._seek(side, fits, last=True)

    def _seek(self, side: Side[Code], fits: Callable[[Code], Code], last: bool) -> Code:
        """The first or last place that fits; 0 if none does."""
        stage, size = self.stage, self.layout.sizes[c.card_of(side.zone)][-1]
        found = stage.fresh("a")
        stage.emit(ir.Set(found, 0))

        def one(place: Code) -> None:
            def hit() -> None:
                stage.emit(ir.Set(found, place.atom))
                if not last:
                    stage.emit(ir.Break())

            self.only(fits(place), hit)

        self.repeat(0, size, one)
        return stage.named(found, 0, size - 1)

    def lying(self, side: Side[Code], place: Code) -> tuple[Code, Code]:
        face = self.look(c.card_of(side.zone), self.at(side, place))
        return self.there(self.long(side), place, face), face

    def close_up(self, side: Side[Code], name: str, place: Code, when: Code) -> None:
        # Beyond the length of a row there is nothing: whatever moves cards keeps it so.
        length = self.long(side)
        assert length is not None
        last = self.algebra.sub(length, constant(1))

        def one(here: Code) -> None:
            after = self.algebra.add(here, constant(1))
            self.put(name, self.at(side, here), [self.look(name, self.at(side, after))], self.yes)

        def close() -> None:
            self.repeat(place, last, one)
            self.put(name, self.at(side, last), [constant(c.NONE)], self.yes)

        self.only(when, close)

    # ---- laying down -----------------------------------------------------------------------------

    def heap(self, side: Side[Code], counts: Sequence[Code]) -> None:
        assert isinstance(counts, Pile)
        if self._is_set(side.zone) and counts.cards is not None:
            there = self.cards(side.zone, self.part(side))
            twice = self.stage.pure("meet", (there, counts.cards), 0, 1, True)
            self.require(self.algebra.not_(twice))
            self.set_cards(side.zone, self.part(side), "unite", counts.cards)
            return

        def one(card: Code, count: Code) -> None:
            more = self.algebra.add(self.look(side.zone, self.at(side, card)), count)
            self.put(side.zone, self.at(side, card), [more], self.yes)

        self.each_card(counts, one)

    def one_by_one(self, side: Side[Code], taken: Taken[Code, Code], by: Code) -> None:
        if isinstance(taken.counts, Pile):

            def some(card: Code, count: Code) -> None:
                self.repeat(0, count, lambda _: self.lay_one(side, self.yes, card, by))

            self.each_card(taken.counts, some)
        elif isinstance(taken.slots, Places):
            slots = taken.slots
            self.repeat(0, slots.size, lambda place: self.lay_one(side, *slots.of(place), by))
        else:
            super().one_by_one(side, taken, by)

    def lay_one(self, side: Side[Code], present: Code, face: Code, by: Code) -> None:
        lay = super().lay_one
        self.only(present, lambda: lay(side, self.yes, face, by))

    def room(self, side: Side[Code]) -> tuple[Code, Code]:
        def free(place: Code) -> Code:
            return self.algebra.lt(self.look(c.card_of(side.zone), self.at(side, place)), constant(0))

        place = self._seek(side, free, last=False) if side.place is None else side.place
        return free(place), place

    def travel(self, kind: str, source: Side[Code], target: Side[Code], noticed: c.Expr) -> Travel[Code, Code]:
        """Who sees it is only found out if somebody listens, and if it does not follow from the zones."""
        listener = self.program.listener
        if listener is None:
            return Travel(kind, source, target, ())
        if not listener.asks(source, target):
            return Travel(kind, source, target, (), self.awake(noticed))
        return super().travel(kind, source, target, noticed)

    def told_move(self, travel: Travel[Code, Code], taken: Taken[Code, Code], by: Code, guard: Code) -> None:
        """Written down if anybody listens."""
        if self.program.listener is not None:
            faces = map(self.algebra.or_, travel.seen, self.seers(travel.target)) if travel.seen else ()
            self.program.listener.moved(self, replace(travel, seen=tuple(faces)), taken, guard)

    def surely(self, sight: c.Expr) -> Code:
        if isinstance(sight, c.Const):
            return self.algebra.boolean(bool(sight.value))
        self.program.refresh(sight)
        return self.attempt(lambda: self.value(sight, self.yes), lambda: self.no, every=True)

    # ---- chance ------------------------------------------------------------------------------

    def hand_out(self, source: Side[Code], outcome: Sequence[Sequence[Code]]) -> None:
        piles = [pile for pile in outcome if isinstance(pile, Pile)]
        if self._is_set(source.zone) and all(pile.cards is not None for pile in piles):
            for pile in piles:
                assert pile.cards is not None
                self.set_cards(source.zone, self.part(source), "without", pile.cards)
            return

        def one(card: Code) -> None:
            left = self.look(source.zone, self.at(source, card))
            for pile in piles:
                left = self.algebra.sub(left, pile.of(card))
            self.put(source.zone, self.at(source, card), [left], self.yes)

        self.repeat(0, self.layout.sizes[source.zone][-1], one)

    def rearrange(self, side: Side[Code], order: Sequence[Code]) -> None:
        assert isinstance(order, Pile)
        name = c.card_of(side.zone)
        self.repeat(0, order.size, lambda k: self.put(name, self.at(side, k), [order.of(k)], self.yes))
