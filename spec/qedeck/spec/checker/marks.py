"""Stage 2 to 3, marks: what lies on the cards of rows and grids goes along when they travel, and so does memory.

In: a step that moves cards; out: that step among those that carry their marks. A mark is kept for each place, like
other values that are remembered. Where no card lies it has its first value, so that equal positions are equal states;
hence a card that comes from elsewhere needs no step. That a player remembers a card is one more mark, for each player.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from qedeck.spec import core as c
from qedeck.spec.checker.expressions import Expressions
from qedeck.spec.checker.holding import ANYTHING, CARDS, Hold, Lets, depends
from qedeck.spec.checker.kinds import Number
from qedeck.spec.checker.scope import Scope
from qedeck.spec.checker.state import State
from qedeck.spec.checker.terms import FALSE, TRUE, arithmetic, both, constant, either, negated, same


@dataclass(frozen=True, slots=True)
class Mark:
    """A word, or that a player, counted from 0, remembers the card."""

    word: str
    seat: int | None = None


def mark_asked(term: c.Expr) -> tuple[c.Need, c.Read] | None:
    """Of a term that asks for a mark: that a card lies there, and the cell."""
    if isinstance(term, c.Need) and isinstance(term.value, c.Read) and c.marked(term.value.var) is not None:
        return term, term.value
    return None


class Carrying:
    """Writes the steps that carry marks; `phase` is the clause being read."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.scope: Scope = state.scope
        self.exprs: Expressions = state.exprs
        self.phase = ""

    def carried(self, move: c.Move) -> tuple[c.Step, ...]:
        """A move, and what becomes of the marks on the cards that go."""
        if not self._marks(move.source) and not any(mark.seat is not None for mark in self._marks(move.target)):
            return (move,)
        lets = Lets(self.exprs.fresh)
        source = self.anchored(move.source, lets.hold, ANYTHING)
        target = self.anchored(move.target, lets.hold, ANYTHING)
        by = source.owner if source.owner is not None and move.by == move.source.owner else move.by
        move = replace(move, source=source, target=target, by=by)
        if move.card is not None or source.place is not None:
            steps = self._one(move, lets.hold)
        elif self.state.zones[source.zone].kind == "pile":
            steps = self._pile(move, lets.hold)
        else:
            steps = self._all(move, lets.hold)
        return lets.around(steps)

    def swapped(self, here: c.ZoneRef, there: c.ZoneRef, hold: Hold) -> tuple[c.Step, ...]:
        """What lies on two cards that change places."""
        ends = (here, there), (there, here)
        comes = [(mark, to, self._held(mark, since, to, hold)) for to, since in ends for mark in self._marks(to)]
        return tuple(self._put(mark, to, value) for mark, to, value in comes)

    def bare(self, ref: c.ZoneRef) -> tuple[c.Step, ...]:
        """No marks any more, at a place or in all of a zone."""
        if ref.place is not None:
            return tuple(self._put(mark, ref, self._first(mark, ref)) for mark in self._marks(ref))
        at = self.exprs.fresh("place")
        body = self.bare(replace(ref, place=c.Local(at))) if self._marks(ref) else ()
        return (c.Each(at, 0, self._places(ref), None, body),) if body else ()

    def dealt(self, source: c.ZoneRef, target: c.ZoneRef) -> Iterator[c.Step]:
        """Once a card was dealt from a pile: whoever saw what lay there knows it."""
        to = target
        if self.state.zones[target.zone].kind == "row":
            to = replace(target, place=self._inside(arithmetic("sub", self.exprs.size_of(target), c.Const(1)), target))
        for mark in self._marks(to):
            known = self._comes(mark, source, to)
            if mark.seat is not None and known != FALSE:
                assert to.place is not None
                yield self._put(mark, to, both(self.exprs.occupied(to, to.place), known))

    def learned(self, ref: c.ZoneRef, audience: c.Expr) -> tuple[c.Step, ...]:
        """Cards are shown: whoever sees them remembers them."""
        if ref.place is None:
            if not any(mark.seat is not None for mark in self._marks(ref)):
                return ()
            at = self.exprs.fresh("place")
            body = self.learned(replace(ref, place=c.Local(at)), audience)
            return (c.Each(at, 0, self._places(ref), None, body),)
        steps = list[c.Step]()
        for mark in self._marks(ref):
            if mark.seat is not None:
                seat = c.Const(mark.seat)
                shown = c.Try(c.substituted(audience, {c.VIEWER: seat}), FALSE)
                lies = c.Try(self.exprs.occupied(ref, ref.place), FALSE)
                new = both(lies, negated(self.exprs.seen(ref, seat)), shown)
                steps.append(c.When(new, (self._put(mark, ref, TRUE),)))
        return tuple(steps)

    # ---- one card ------------------------------------------------------------------------------

    def _one(self, move: c.Move, hold: Hold) -> tuple[c.Step, ...]:
        source, target = move.source, move.target
        if self.state.zones[source.zone].kind == "pile":
            left, top = source, False
        else:
            place = source.place
            if place is None:
                assert move.card is not None
                place = self._last(source, move.card)
            top = place == arithmetic("sub", self.exprs.size_of(source), c.Const(1))
            place = place if isinstance(place, c.Const) else hold("from", self._inside(place, source), Number())
            left = replace(source, place=place)
        comes = [(mark, self._held(mark, left, target, hold)) for mark in self._marks(target)]
        steps: list[c.Step] = [move]
        if left.place is not None:
            close = self.state.zones[source.zone].kind == "row" and not top
            steps += self._close_up(left) if close else self.bare(left)
        if self.state.zones[target.zone].kind == "row":
            end = arithmetic("sub", self.exprs.size_of(target), c.Const(1))
            target = replace(target, place=self._inside(end, target))
        first = {mark: self._first(mark, target) for mark, _ in comes}
        return (*steps, *(self._put(mark, target, value) for mark, value in comes if value != first[mark]))

    def _last(self, source: c.ZoneRef, card: c.Expr) -> c.Expr:
        """The place from which a row gives a card that is named."""
        at = self.exprs.fresh("place")
        lies = (self.exprs.occupied(source, c.Local(at)), same(self.exprs.card_at(source, c.Local(at)), card))
        return c.Find("last", at, 0, self._places(source), c.Op("and", lies))

    def _close_up(self, left: c.ZoneRef) -> tuple[c.Step, ...]:
        """The marks on the later cards of a row follow them."""
        assert left.place is not None
        if not self._marks(left):
            return ()
        last, at = self._places(left) - 1, self.exprs.fresh("place")
        here = replace(left, place=c.Local(at))
        after = replace(left, place=arithmetic("add", c.Local(at), c.Const(1)))
        body = tuple(self._put(mark, here, self._on(mark, after)) for mark in self._marks(left))
        end = self.bare(replace(left, place=c.Const(last)))
        return c.Each(at, 0, last, arithmetic("le", left.place, c.Local(at)), body), *end

    # ---- all cards -----------------------------------------------------------------------------

    def _all(self, move: c.Move, hold: Hold) -> tuple[c.Step, ...]:
        """All cards of a row or a grid go, in the order of their places; before they do, as things are."""
        source, target = move.source, move.target
        if not self._marks(target):
            return move, *self.bare(source)
        at = self.exprs.fresh("place")
        here = replace(source, place=c.Local(at))
        before = self.exprs.fresh("place")
        there = self.exprs.occupied(source, c.Local(before))
        many = c.Fold("sum", before, 0, self._places(source), c.Op(
            "and", (there, arithmetic("lt", c.Local(before), c.Local(at)))), c.Const(1))
        # A row whose cards come back to it begins anew.
        begun = self.exprs.size_of(target)
        if source.zone == target.zone:
            alike = both(*(same(one, other) for one, other in zip(source.index, target.index, strict=True)))
            begun = c.Ite(alike, c.Const(0), begun)
        to = replace(target, place=self._inside(arithmetic("add", begun, many), target))
        lets = Lets(self.exprs.fresh)
        comes = [(mark, self._held(mark, here, target, lets.hold)) for mark in self._marks(target)]
        body = lets.around((*self.bare(here), *(self._put(mark, to, value) for mark, value in comes)))
        return c.Each(at, 0, self._places(source), self.exprs.occupied(source, c.Local(at)), body), move

    def _pile(self, move: c.Move, hold: Hold) -> tuple[c.Step, ...]:
        """All cards of a pile go to a row: whoever saw them knows them there."""
        source, target, at = move.source, move.target, self.exprs.fresh("place")
        comes = [(mark, self._held(mark, source, target, hold)) for mark in self._marks(target)]
        known = [(mark, value) for mark, value in comes if mark.seat is not None and value != FALSE]
        if not known:
            return (move,)
        begun = hold("begun", self.exprs.size_of(target), Number())
        to = replace(target, place=c.Local(at))
        new = both(arithmetic("le", begun, c.Local(at)), self.exprs.occupied(target, c.Local(at)))
        return move, c.Each(at, 0, self._places(target), new, tuple(self._put(mark, to, one) for mark, one in known))

    # ---- what stays as it was while cards travel -------------------------------------------------

    def anchored(self, ref: c.ZoneRef, hold: Hold, changing: frozenset[str] = CARDS) -> c.ZoneRef:
        """Whose zone it is, and which place, as it is before cards travel or something else changes."""

        def fixed(name: str, term: c.Expr, domain: c.Domain) -> c.Expr:
            return hold(name, term, c.Member(domain, True)) if depends(term, self.state.variables, changing) else term

        places = self.state.zones[ref.zone].places
        owner = None if ref.owner is None else fixed("owner", ref.owner, self.scope.player)
        place = ref.place if ref.place is None or places is None else fixed("place", ref.place, places)
        kinds = zip(ref.also, self.state.zones[ref.zone].also, strict=True)
        also = tuple(fixed(domain.name, term, domain) for term, domain in kinds)
        return c.ZoneRef(ref.zone, owner, place, also)

    # ---- marks -----------------------------------------------------------------------------------

    def _marks(self, ref: c.ZoneRef) -> tuple[Mark, ...]:
        """What may lie on a card there."""
        words = tuple(map(Mark, self.state.marks.get(ref.zone, ())))
        if c.known_in(ref.zone) not in self.state.variables:
            return words
        return *words, *(Mark("known", seat) for seat in range(self.scope.seats))

    def _comes(self, mark: Mark, since: c.ZoneRef, to: c.ZoneRef) -> c.Expr:
        """What a card brings along to a zone with this mark. Whoever sees it there needs no memory of it."""
        if mark.seat is None:
            return c.Try(self._on(mark, since), self._first(mark, to)) if mark in self._marks(since) else (
                self._first(mark, to))
        seat = c.Const(mark.seat)
        known = c.Try(self._on(mark, since), FALSE) if mark in self._marks(since) else FALSE
        return both(negated(self.exprs.seen(to, seat)), either(self.exprs.seen(since, seat), known))

    def _held(self, mark: Mark, since: c.ZoneRef, to: c.ZoneRef, hold: Hold) -> c.Expr:
        """The same as it is before the card goes; where there is no card, nothing lies on it."""
        comes = self._comes(mark, since, to)
        if mark.seat is not None and since.place is not None and comes != FALSE:
            comes = both(c.Try(self.exprs.occupied(since, since.place), FALSE), comes)
        return comes if constant(comes) is not None else hold(mark.word, comes, self._var(mark, to).type)

    def _var(self, mark: Mark, ref: c.ZoneRef) -> c.Var:
        name = c.mark_of(mark.word, ref.zone) if mark.seat is None else c.known_in(ref.zone)
        return self.state.variables[name]

    def _first(self, mark: Mark, ref: c.ZoneRef) -> c.Expr:
        return self._var(mark, ref).init

    def _places(self, ref: c.ZoneRef) -> int:
        places = self.state.zones[ref.zone].places
        assert places is not None
        return places.size

    def _index(self, mark: Mark, ref: c.ZoneRef) -> tuple[c.Expr, ...]:
        assert ref.place is not None
        who = () if mark.seat is None else (c.Const(mark.seat),)
        return *who, *ref.index, ref.place

    def _on(self, mark: Mark, ref: c.ZoneRef) -> c.Expr:
        return c.Read(self._var(mark, ref).name, self._index(mark, ref))

    def _put(self, mark: Mark, ref: c.ZoneRef, value: c.Expr) -> c.Step:
        return c.Assign(self._var(mark, ref).name, self._index(mark, ref), value, self.phase)

    def _inside(self, place: c.Expr, ref: c.ZoneRef) -> c.Expr:
        """A place that there is; if the card cannot go from or to it, the move says so, and not its marks."""
        from_first_on = arithmetic("max", c.Try(place, c.Const(0)), c.Const(0))
        return arithmetic("min", from_first_on, c.Const(self._places(ref) - 1))
