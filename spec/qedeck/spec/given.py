"""Stage 2 to 3, positions: what `given` lays out becomes steps of Core.

In: one line of an example; out: the steps that make the table look so, or a message that names the card that cannot
lie there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.checker.elaborate import Workshop
from qedeck.spec.checker.kinds import Cards, Unknown
from qedeck.spec.checker.marks import mark_asked
from qedeck.spec.checker.terms import arithmetic
from qedeck.spec.checker.values import Env, as_kind
from qedeck.spec.plain import counted

_NONE = c.Const(c.NONE)


class Positions:
    """Lays out the positions of one example."""

    def __init__(self, shop: Workshop, example: t.Example) -> None:
        self.shop = shop
        self.state = shop.state
        self.exprs = shop.state.exprs
        self.given = {getattr(line.target, "word", "") for line in example.lines if isinstance(line, t.Given)}

    def steps(self, line: t.Given) -> tuple[c.Step, ...]:
        if line.each:
            return self._each(line)
        target = self.exprs.check(line.target, Env(), None)
        if isinstance(target.kind, Unknown):
            return ()
        if isinstance(line.target, t.Knows):
            return self._knows(line.target, line)
        if target.zone is not None and isinstance(target.kind, Cards | c.Member):
            return self._lay_out(target.zone, line)
        var = self.state.variables.get(getattr(line.target, "word", ""))
        asked = mark_asked(target.term)
        if asked is not None and len(line.values) == 1:
            lies, cell = asked
            kind = as_kind(self.state.variables[cell.var].type)
            value = self.exprs.expect(line.values[0], Env(), kind).term
            put = c.Assign(cell.var, cell.index, value, "", line.span)
            return c.Check(lies.condition, lies.code, "", line.span), put
        if var is None or var.role != "remembered" or not isinstance(target.term, c.Read) or len(line.values) != 1:
            self.exprs.wrong(
                "Q310",
                "a position says what lies in zones and what is remembered",
                line.span,
                "given hand of player 1 is chest 1, knife",
            )
            return ()
        value = self.exprs.expect(line.values[0], Env(), as_kind(var.type)).term
        return (c.Assign(var.name, target.term.index, value, "", line.span),)

    def _knows(self, target: t.Knows, line: t.Given) -> tuple[c.Step, ...]:
        """`given player 1 knows card at near in scene of player 2`: for whoever sees it, nothing changes."""
        who = self.exprs.expect(target.who, Env(), c.Member(self.shop.scope.player)).term
        ref = self.exprs.check(target.card, Env(), None).zone
        assert ref is not None and ref.place is not None
        known = c.Assign(c.known_in(ref.zone), (who, *ref.index, ref.place), c.Const(True), "", line.span)
        unseen = c.Op("not", (self.exprs.seen(ref, who),))
        return c.Check(self.exprs.occupied(ref, ref.place), "Q509", "", line.span), c.When(unseen, (known,))

    def _each(self, line: t.Given) -> tuple[c.Step, ...]:
        """`given pen of each player is 3`: one value for all of them."""
        var = self.state.variables.get(getattr(line.target, "word", ""))
        if var is None or var.role != "remembered" or not var.dims:
            self.exprs.wrong("Q310", "nothing like this is remembered for each", line.span)
            return ()
        value = self.exprs.expect(line.values[0], Env(), as_kind(var.type)).term
        locals_ = [f"k{i}" for i in range(len(var.dims))]
        step: c.Step = c.Assign(var.name, tuple(map(c.Local, locals_)), value, "", line.span)
        for local, dim in reversed(list(zip(locals_, var.dims, strict=True))):
            step = c.Each(local, 0, dim.size, None, (step,))
        return (step,)

    # ---- cards ------------------------------------------------------------------------------------

    def _lay_out(self, ref: c.ZoneRef, line: t.Given) -> tuple[c.Step, ...]:
        """Lay cards into a zone: out of the zone that is full at the start, if the position leaves it so."""
        zone = self.state.zones[ref.zone]
        if ref.place is not None and zone.kind == "row":
            self.exprs.wrong(
                "Q311", "a row is laid out from its first card on", line.span, f"given {ref.zone} is chest 1, knife"
            )
            return ()
        known = self.faces(ref, line.values)
        home = self._home(zone)
        if home is None or home == ref.zone or home in self.given:
            return *self._put(ref, zone, known, line), *self.shop.flow.bare(ref)
        source = c.ZoneRef(home)
        if all(card == _NONE for card, _ in known):
            return tuple(self._cleared(ref, zone, source, line))
        # A grid is laid out place by place, as it is written.
        whole = zone.kind == "grid" and ref.place is None
        tos = [replace(ref, place=c.Const(i)) if whole else ref for i in range(len(known))]
        moves = [
            c.Move(card, source, to, _NONE, "", v.span)
            for (card, v), to in zip(known, tos, strict=True)
            if card != _NONE
        ]
        if self.state.zones[home].kind == "pile":
            return tuple(moves)
        return tuple(step for move in moves for step in self.shop.flow.carried(move))

    def _home(self, zone: c.Zone) -> str | None:
        """The zone in which the cards lie at the start."""
        full = (z.name.text for z in self.shop.scope.zones.values() if z.full and z.name.text in self.state.zones)
        return next((name for name in full if self.state.zones[name].cards == zone.cards), None)

    def _cleared(self, ref: c.ZoneRef, zone: c.Zone, home: c.ZoneRef, line: t.Given) -> Iterator[c.Step]:
        """Whatever lies there goes home."""
        if zone.places is None or zone.kind == "row":
            yield from self.shop.flow.carried(c.Move(None, ref, home, _NONE, "", line.span))
            return
        for place in [ref.place] if ref.place is not None else map(c.Const, range(zone.places.size)):
            there = self.exprs.card_at(ref, place)
            move = c.Move(there, replace(ref, place=place), home, _NONE, "", line.span)
            yield c.When(c.Op("ne", (there, _NONE)), self.shop.flow.carried(move))

    def _put(
        self, ref: c.ZoneRef, zone: c.Zone, cards: list[tuple[c.Expr, t.Expr]], line: t.Given
    ) -> Iterator[c.Step]:
        """Exactly these cards, wherever they come from."""
        index = ref.index
        size = c.Assign(c.size_of(ref.zone), index, c.Const(len(cards)))
        if ref.place is not None:
            for card, _ in cards:
                yield c.Assign(c.card_of(ref.zone), (*index, ref.place), card)
        elif zone.kind == "pile":
            none_of_it = c.Assign(ref.zone, (*index, c.Local("k")), c.Const(0))
            yield c.Each("k", 0, zone.cards.size, None, (none_of_it,))
            for card, _ in cards:
                one_more = arithmetic("add", c.Read(ref.zone, (*index, card)), c.Const(1))
                yield c.Assign(ref.zone, (*index, card), one_more, "", line.span)
            yield size
        else:
            assert zone.places is not None
            for i in range(zone.places.size):
                card_here = cards[i][0] if i < len(cards) else _NONE
                yield c.Assign(c.card_of(ref.zone), (*index, c.Const(i)), card_here, "", line.span)
            if zone.kind == "row":
                yield size

    def faces(self, ref: c.ZoneRef, written: tuple[t.Expr, ...]) -> list[tuple[c.Expr, t.Expr]]:
        """The cards that lie in a zone, each with where it is written; a message if they cannot."""
        zone = self.state.zones[ref.zone]
        found = [(face, card) for card in written if (face := self._face(card, zone.cards)) is not None]
        room = zone.places.size if zone.places is not None and ref.place is None else len(found)
        for face, card in found[room:]:
            name = zone.cards.members[int(face.value)] if isinstance(face, c.Const) else "a card"
            title = f"{ref.zone} has room for {counted(room, 'card')}: {name} does not fit"
            self.exprs.wrong("Q412", title, card.span, "leave it out, or let the zone hold more")
        return found[:room]

    def _face(self, written: t.Expr, cards: c.Domain) -> c.Expr | None:
        """One card, by its face; none for an empty place."""
        if isinstance(written, t.Nothing):
            return _NONE
        _, face = self.exprs.face_test(written, cards, Env())
        if face is None:
            self.exprs.wrong("Q203", "this names a family of cards, not one card", written.span, "say which one")
        elif isinstance(face, c.Const) and face.value >= 0 and not self.state.limits[cards.name][int(face.value)]:
            players = self.shop.scope.players
            self.exprs.wrong(
                "Q208",
                f"{cards.members[int(face.value)]} is left out with {players} players",
                written.span,
                "begin the example with a player count at which it is in the game: with … players",
            )
        return face
