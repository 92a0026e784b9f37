"""Stage 2 to 3, cards that travel: moves, draws from the top of a row, swaps."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.checker.during import During
from qedeck.spec.checker.holding import CARDS, Hold, Lets, depends
from qedeck.spec.checker.kinds import Number, Unknown
from qedeck.spec.checker.marks import Carrying
from qedeck.spec.checker.state import State
from qedeck.spec.checker.terms import arithmetic, both, constant
from qedeck.spec.checker.values import Env, plain
from qedeck.spec.diagnostic import did_you_mean
from qedeck.spec.source import Span


class Moving(Carrying):
    """Writes the steps that move cards; `phase` is the clause being read."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.noticed: c.Expr = c.EVERYBODY
        """By whom it is noticed what happens here: eyes may be closed."""
        self.calls: list[str] = []
        self.ahead: dict[str, str] = {}
        """For each event resolved depth first, the variable that counts what has come of the one whose turn it is."""
        self.entries = 0
        self.rounds = 1
        self.during: During | None = None
        """A claim over a phase, to be written wherever such a phase begins and ends."""

    # ---- moving cards ---------------------------------------------------------------------------

    def _move(self, statement: t.Move, env: Env) -> tuple[c.Step, ...]:
        card: c.Expr | None = None
        if statement.source is None:
            assert statement.card is not None
            value = self.exprs.check(statement.card, env, None)
            if value.zone is None or value.zone.place is None:
                if not isinstance(value.kind, Unknown):
                    self.exprs.wrong(
                        "Q309", "say where the card comes from", statement.span, "move c from hand of p to …"
                    )
                return ()
            source, card = value.zone, value.term
        else:
            found = self.exprs.zone(statement.source, env)
            if found is None:
                return ()
            source = found
            named = self.exprs.check(statement.card, env, None) if isinstance(statement.card, t.At) else None
            if named is not None and named.zone is not None and named.zone.zone == source.zone:
                source, card = named.zone, named.term
            elif statement.card is not None:
                cards = self.state.zones[source.zone].cards
                _, card = self.exprs.face_test(statement.card, cards, env)
                if card is None:
                    self.exprs.wrong(
                        "Q203",
                        "this names a family of cards, not one card",
                        statement.card.span,
                        "say which one, or choose one first",
                    )
                    return ()
        steps: list[c.Step] = []
        for target in self._destinations(statement.destination, env, source):
            by: c.Expr = source.owner if source.owner is not None else c.Const(c.NONE)
            if statement.card is None and self.state.zones[target.zone].kind == "grid":
                self.exprs.wrong("Q309", f"say at which place of {target.zone} the card goes", statement.span)
                return ()
            if self.placeless(target):
                self.exprs.wrong(
                    "Q309",
                    f"say at which place of {target.zone} the card goes",
                    statement.span,
                    f"to card at … in {target.zone} of …",
                )
                return ()
            self.followed(statement.span, source, target)
            target = self.exprs.laid(target, statement.span)
            steps += self.carried(c.Move(card, source, target, by, self.phase, statement.span, self.noticed))
        return tuple(steps)

    def _draw_from_row(self, statement: t.Deal, env: Env) -> tuple[c.Step, ...]:
        """The top of a row is its last card; nothing here is chance."""
        source = self.exprs.zone(statement.source, env)
        if source is None:
            return ()
        places = self.state.zones[source.zone].places
        assert places is not None
        if self.state.zones[source.zone].kind == "grid":
            hint = f"move card at … in {source.zone} … to …"
            said = f"only a pile or a row is drawn from, and {source.zone} is none"
            self.exprs.wrong("Q311", said, statement.span, hint)
            return ()
        amount = self.exprs.number(statement.amount, env)
        targets = self._destinations(statement.destination, env, source)
        lets = Lets(self.exprs.fresh)
        if constant(amount) != 1:
            amount, source = self.kept(amount, lets.hold), self.anchored(source, lets.hold)
            targets = [self.anchored(target, lets.hold) for target in targets]
        size = self.exprs.size_of(source)
        last = arithmetic("sub", size, c.Const(1))
        steps = list(self.enough(source, amount, len(targets), statement.span))
        for target in targets:
            if self.placeless(target):
                self.exprs.wrong(
                    "Q309",
                    f"say at which place of {target.zone} the cards go",
                    statement.span,
                    f"to card at … in {target.zone} of …",
                )
                return ()
            self.followed(statement.span, source, target)
            top = replace(source, place=last)
            card = c.Need(arithmetic("lt", c.Const(0), size), self.exprs.card_at(source, last), "Q505", statement.span)
            by: c.Expr = source.owner if source.owner is not None else c.Const(c.NONE)
            laid = self.exprs.laid(target, statement.span)
            move = self.carried(c.Move(card, top, laid, by, self.phase, statement.span, self.noticed))
            many, here = constant(amount), self.exprs.fresh("k")
            if many == 1:
                steps += move
            elif many is not None:
                # Once more than the row can hold is as good as any larger number.
                steps.append(c.Each(here, 0, min(many, places.size + 1), None, move))
            else:
                steps.append(c.Each(here, 0, places.size, arithmetic("lt", c.Local(here), amount), move))
        return lets.around(tuple(steps))

    def followed(self, span: Span, *refs: c.ZoneRef) -> None:
        """Cards that are remembered are not moved while anybody sleeps: what they remember would tell them of it."""
        zone = next((ref.zone for ref in refs if c.known_in(ref.zone) in self.state.variables), None)
        if zone is not None and self.noticed != c.EVERYBODY:
            said = f"whoever sleeps could not follow the cards of {zone}, which is remembered"
            self.exprs.wrong("Q310", said, span, "move them with all eyes open, or leave remembered out")

    # ---- what stays as it was while cards travel ----------------------------------------------------

    def kept(self, term: c.Expr, hold: Hold) -> c.Expr:
        """A number as it is before the cards travel."""
        return hold("amount", term, Number()) if depends(term, self.state.variables, CARDS) else term

    def enough(self, source: c.ZoneRef, amount: c.Expr, targets: int, span: Span) -> tuple[c.Step, ...]:
        """As many cards as are wanted must be there, and not fewer than none; of a known number each card is asked."""
        if (constant(amount) or 0) >= 0 and constant(amount) is not None:
            return ()
        wanted = amount if targets == 1 else arithmetic("mul", amount, c.Const(targets))
        there = arithmetic("le", wanted, self.exprs.size_of(source))
        return (c.Check(both(arithmetic("le", c.Const(0), amount), there), "Q505", self.phase, span),)

    def in_order(self, ref: c.ZoneRef) -> bool:
        """Whether cards come onto it one behind the other."""
        return self.state.zones[ref.zone].kind == "row" or ref.place is None and self.exprs.grows(ref)

    def placeless(self, ref: c.ZoneRef) -> bool:
        """Whether it is not said where on a grid a card goes."""
        return self.state.zones[ref.zone].kind == "grid" and ref.place is None and not self.exprs.grows(ref)

    def _swap(self, statement: t.Swap, env: Env) -> tuple[c.Step, ...]:
        one, other = self.exprs.check(statement.left, env, None), self.exprs.check(statement.right, env, None)
        if isinstance(one.kind, Unknown) or isinstance(other.kind, Unknown):
            return ()
        for value, written in ((one, statement.left), (other, statement.right)):
            if value.zone is None or value.zone.place is None:
                self.exprs.wrong(
                    "Q309", "only cards at places can change places", written.span, "card at s in scene of p"
                )
                return ()
        lets = Lets(self.exprs.fresh)
        assert one.zone is not None and other.zone is not None
        if self.state.zones[one.zone.zone].cards != self.state.zones[other.zone.zone].cards:
            self.exprs.wrong("Q312", "these two places hold different cards", statement.span)
            return ()
        self.followed(statement.span, one.zone, other.zone)
        here, there = self.anchored(one.zone, lets.hold), self.anchored(other.zone, lets.hold)
        first, second = lets.hold("card", one.term, one.kind), lets.hold("card", other.term, other.kind)
        body = (
            *self.swapped(here, there, lets.hold),
            self._lay(here, second),
            self._lay(there, first),
            c.Tell("swap", (*self._whereabouts(here), *self._whereabouts(there)), self.noticed, self.phase),
        )
        return lets.around(body)

    def _whereabouts(self, ref: c.ZoneRef) -> tuple[tuple[c.Expr, c.Type], ...]:
        """Whose zone and which place: everyone sees where cards change places, not which they are."""
        places = self.state.zones[ref.zone].places
        assert ref.place is not None and places is not None
        owner = ((ref.owner, c.Member(self.scope.player)),) if ref.owner is not None else ()
        kinds = zip(ref.also, self.state.zones[ref.zone].also, strict=True)
        return (*owner, *((term, c.Member(domain)) for term, domain in kinds), (ref.place, c.Member(places)))

    def _lay(self, ref: c.ZoneRef, card: c.Expr) -> c.Step:
        assert ref.place is not None
        return c.Assign(c.card_of(ref.zone), (*ref.index, ref.place), card, self.phase)

    def _destinations(self, destination: t.Destination, env: Env, source: c.ZoneRef) -> list[c.ZoneRef]:
        if destination.each:
            refs = self._each_of(destination)
        else:
            value = self.exprs.check(destination.zone, env, None)
            if value.zone is None:
                if not isinstance(value.kind, Unknown):
                    self.exprs.wrong(
                        "Q311", f"this is {plain(value.kind)}, but a zone is needed here", destination.span
                    )
                return []
            refs = [value.zone]
        for ref in refs:
            if ref.zone in self.state.zones and self.state.zones[ref.zone].cards != self.state.zones[source.zone].cards:
                self.exprs.wrong("Q312", f"{ref.zone} does not hold the cards of {source.zone}", destination.span)
                return []
        return refs

    def _each_of(self, destination: t.Destination) -> list[c.ZoneRef]:
        """Every zone of a name: `hand of each player`."""
        assert isinstance(destination.zone, t.Of | t.Call)
        word = destination.zone.word
        asked = (destination.zone.arg,) if isinstance(destination.zone, t.Of) else destination.zone.args
        written = [getattr(one, "word", "") for one in asked]
        zone = self.scope.zones.get(word)
        if zone is None or zone.each is None:
            owner = "player" if written == ["player"] else " and ".join(written)
            hint = did_you_mean(word, self.scope.zones) if zone is None else f"there is one for all: write {word} alone"
            self.exprs.wrong("Q209", f"no {owner} has a zone called {word}", destination.span, hint)
            return []
        self.exprs.used.add(word)
        if word not in self.state.zones:
            return []
        each = [kind.text for kind in zone.kept_for]
        if [self.scope.domain(one) for one in written] != [self.scope.domain(one) for one in each]:
            said = f"there is one {word} of each {' and each '.join(each)}"
            self.exprs.wrong("Q304", said, destination.span, f"{word} of each {' and each '.join(each)}")
            return []
        made = self.state.zones[word]
        owners = [c.Const(i) for i in range(self.scope.seats)] if made.owned else [None]
        others = [tuple(map(c.Const, also)) for also in product(*(range(domain.size) for domain in made.also))]
        return [c.ZoneRef(word, owner, None, also) for owner in owners for also in others]

    def _from_pile(self, source: t.Expr) -> bool:
        zone = self.state.zones.get(getattr(source, "word", ""))
        return zone is None or zone.kind == "pile"
