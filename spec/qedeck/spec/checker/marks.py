"""Stage 2 to 3, marks: what lies on the cards of rows and grids goes along when they travel.

In: a step that moves cards; out: that step among those that carry their marks. A mark is kept for each place, like
other values that are remembered. Where no card lies it has its first value, so that equal positions are equal states;
hence a card that comes from elsewhere needs no step.
"""

from __future__ import annotations

from dataclasses import replace

from qedeck.spec import core as c
from qedeck.spec.checker.expressions import Expressions
from qedeck.spec.checker.holding import ANYTHING, CARDS, Hold, Lets, depends
from qedeck.spec.checker.kinds import Number
from qedeck.spec.checker.scope import Scope
from qedeck.spec.checker.state import State
from qedeck.spec.checker.terms import arithmetic, both, same


class Carrying:
    """Writes the steps that carry marks; `phase` is the clause being read."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.scope: Scope = state.scope
        self.exprs: Expressions = state.exprs
        self.phase = ""

    def carried(self, move: c.Move) -> tuple[c.Step, ...]:
        """A move, and what becomes of the marks on the cards that go."""
        if not self._marks(move.source.zone):
            return (move,)
        lets = Lets(self.exprs.fresh)
        source = self.anchored(move.source, lets.hold, ANYTHING)
        target = self.anchored(move.target, lets.hold, ANYTHING)
        by = source.owner if source.owner is not None and move.by == move.source.owner else move.by
        move = replace(move, source=source, target=target, by=by)
        if move.card is None and source.place is None:
            return lets.around(self._all(move))
        steps = self._one(move, lets)  # what it holds on the way is held around it
        return lets.around(steps)

    def swapped(self, here: c.ZoneRef, there: c.ZoneRef, hold: Hold) -> tuple[c.Step, ...]:
        """What lies on two cards that change places, once they have."""
        words = dict.fromkeys((*self._marks(here.zone), *self._marks(there.zone)))
        on = {(word, ref): hold(word, self._on(word, ref), self._kind(word, ref)) for word in words
              for ref in (here, there) if word in self._marks(ref.zone)}
        steps = list[c.Step]()
        for one, other in ((here, there), (there, here)):
            for word in self._marks(one.zone):
                steps.append(self._put(word, one, on.get((word, other), self._first(word, one))))
        return tuple(steps)

    def bare(self, ref: c.ZoneRef) -> tuple[c.Step, ...]:
        """No marks any more, at a place or in all of a zone."""
        if ref.place is not None:
            return tuple(self._put(word, ref, self._first(word, ref)) for word in self._marks(ref.zone))
        at = self.exprs.fresh("place")
        body = self.bare(replace(ref, place=c.Local(at)))
        return (c.Each(at, 0, self._places(ref), None, body),) if body else ()

    # ---- one card ------------------------------------------------------------------------------

    def _one(self, move: c.Move, lets: Lets) -> tuple[c.Step, ...]:
        source, target, words = move.source, move.target, self._marks(move.source.zone)
        place = source.place
        if place is None:
            assert move.card is not None
            place = self._last(source, move.card)
        top = place == arithmetic("sub", self.exprs.size_of(source), c.Const(1))
        place = place if isinstance(place, c.Const) else lets.hold("from", self._inside(place, source), Number())
        left = replace(source, place=place)
        along = [word for word in words if word in self._marks(target.zone)]
        held = {word: lets.hold(word, c.Try(self._on(word, left), self._first(word, left)), self._kind(word, left))
                for word in along}
        steps: list[c.Step] = [move]
        if self.state.zones[source.zone].kind == "grid" or top:
            steps += self.bare(left)
        else:
            steps += self._close_up(left)
        if self.state.zones[target.zone].kind == "row":
            end = arithmetic("sub", self.exprs.size_of(target), c.Const(1))
            target = replace(target, place=self._inside(end, target))
        return (*steps, *(self._put(word, target, held[word]) for word in along))

    def _last(self, source: c.ZoneRef, card: c.Expr) -> c.Expr:
        """The place from which a row gives a card that is named."""
        at = self.exprs.fresh("place")
        lies = (self.exprs.occupied(source, c.Local(at)), same(self.exprs.card_at(source, c.Local(at)), card))
        return c.Find("last", at, 0, self._places(source), c.Op("and", lies))

    def _close_up(self, left: c.ZoneRef) -> tuple[c.Step, ...]:
        """The marks on the later cards of a row follow them."""
        assert left.place is not None
        last, at = self._places(left) - 1, self.exprs.fresh("place")
        here = replace(left, place=c.Local(at))
        after = replace(left, place=arithmetic("add", c.Local(at), c.Const(1)))
        body = tuple(self._put(word, here, self._on(word, after)) for word in self._marks(left.zone))
        end = self.bare(replace(left, place=c.Const(last)))
        return c.Each(at, 0, last, arithmetic("le", left.place, c.Local(at)), body), *end

    # ---- all cards -----------------------------------------------------------------------------

    def _all(self, move: c.Move) -> tuple[c.Step, ...]:
        """All cards of a row or a grid go, in the order of their places; before they do, as things are."""
        source, target, words = move.source, move.target, self._marks(move.source.zone)
        along = [word for word in words if word in self._marks(target.zone)]
        if not along:
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
        on = {word: self.exprs.fresh(word) for word in along}
        body: tuple[c.Step, ...] = (*self.bare(here), *(self._put(word, to, c.Local(on[word])) for word in along))
        for word in reversed(along):
            body = (c.Let(on[word], self._on(word, here), body),)
        return c.Each(at, 0, self._places(source), self.exprs.occupied(source, c.Local(at)), body), move

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

    def _marks(self, zone: str) -> tuple[str, ...]:
        return self.state.marks.get(zone, ())

    def _var(self, word: str, ref: c.ZoneRef) -> c.Var:
        return self.state.variables[c.mark_of(word, ref.zone)]

    def _first(self, word: str, ref: c.ZoneRef) -> c.Expr:
        return self._var(word, ref).init

    def _kind(self, word: str, ref: c.ZoneRef) -> c.Type:
        return self._var(word, ref).type

    def _places(self, ref: c.ZoneRef) -> int:
        places = self.state.zones[ref.zone].places
        assert places is not None
        return places.size

    def _on(self, word: str, ref: c.ZoneRef) -> c.Expr:
        assert ref.place is not None
        return c.Read(c.mark_of(word, ref.zone), (*ref.index, ref.place))

    def _put(self, word: str, ref: c.ZoneRef, value: c.Expr) -> c.Step:
        assert ref.place is not None
        return c.Assign(c.mark_of(word, ref.zone), (*ref.index, ref.place), value, self.phase)

    def _inside(self, place: c.Expr, ref: c.ZoneRef) -> c.Expr:
        """A place that there is; if the card cannot go from or to it, the move says so, and not its marks."""
        from_first_on = arithmetic("max", c.Try(place, c.Const(0)), c.Const(0))
        return arithmetic("min", from_first_on, c.Const(self._places(ref) - 1))
