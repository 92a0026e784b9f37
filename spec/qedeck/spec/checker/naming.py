"""Stage 2 to 3, names: what a word means here."""

from __future__ import annotations

from dataclasses import replace

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.checker.bindings import Bindings
from qedeck.spec.checker.kinds import Cards, Kind, Number, Parts, Unknown
from qedeck.spec.checker.terms import arithmetic, both, either, same, seats_after
from qedeck.spec.checker.values import LOST, Env, Value, as_kind, plain
from qedeck.spec.diagnostic import did_you_mean
from qedeck.spec.habits import ASKED, WORDS
from qedeck.spec.source import Span

RESULTS = {"result": "ended", "winner": "winner"}
"""How a game came out, as claims say it: the ending (none while play goes on), and who won by it."""


def meant(word: str, known: set[str]) -> str:
    """What somebody may mean by a name that nothing has: what it is called here, or a name much like it."""
    if word.lower() in WORDS:
        return f"write: {WORDS[word.lower()]}"
    return ASKED.get(word.lower()) or did_you_mean(word, known)


class Naming(Bindings):
    """Finds what names stand for."""

    # ---- names ---------------------------------------------------------------------------------

    def is_global(self, word: str) -> bool:
        s = self.scope
        known = any(word in names for names in (s.zones, s.remembered, s.parameters, s.readings, s.defines))
        return known or self.of_result(word)

    def of_result(self, word: str) -> bool:
        """How a game came out is for claims about whole games: rules themselves do not go on after the end."""
        return self.claiming and word in RESULTS and not self.scope.owners(word)

    def name(self, expr: t.Name, env: Env, want: Kind | None) -> Value:
        word, s = expr.word, self.scope
        if word in env.names:
            return env.names[word]
        if isinstance(want, c.Member) and word in want.domain.members:
            return Value(c.Const(want.domain.members.index(word)), replace(want, optional=False))
        if word in s.zones:
            if s.zones[word].each is not None:
                return self._which(word, expr.span)
            self.used.add(word)
            if word not in self.zones:
                return LOST
            return Value(c.Const(0), Cards(word), zone=c.ZoneRef(word))
        if word in s.readings:
            self.used.add(word)
            return Value(c.Read(word), c.Member(s.domains[f"reading {word}"]))
        if self.is_global(word):
            return self.apply(word, (), expr.span, env)
        homes = s.owners(word)
        if len(homes) == 1:
            return Value(c.Const(homes[0].members.index(word)), c.Member(homes[0]))
        if homes:
            lists = ", ".join(d.name for d in homes)
            return self.wrong(
                "Q203",
                f"{word} could be any of these: {lists}",
                expr.span,
                "compare it with something whose kind is known",
            )
        if any(word in cards.families for cards in s.sets.values()):
            return self.wrong("Q203", f"{word} is a family of cards, not one card", expr.span, f"say which: {word} 1")
        hint = meant(word, s.known() | set(env.names))
        if "-" in word and not hint:
            hint = "a minus sign needs spaces around it"
        return self.wrong("Q201", f"nothing here is called {word}", expr.span, hint)

    def numbered(self, expr: t.Numbered, want: Kind | None) -> Value:
        member = f"{expr.word} {expr.number}"
        if isinstance(want, c.Member) and member in want.domain.members:
            return Value(c.Const(want.domain.members.index(member)), replace(want, optional=False))
        for domain in self.scope.domains.values():
            if member in domain.members:
                return Value(c.Const(domain.members.index(member)), c.Member(domain))
        if expr.word == "place" and isinstance(want, c.Member):
            return Value(c.Const(expr.number - 1), want)
        if expr.word == "player":
            return self.wrong("Q208", f"there is no player {expr.number} with {self.scope.players} players", expr.span)
        families = {f for cards in self.scope.sets.values() for f in cards.families}
        if expr.word in families:
            return self.wrong("Q208", f"there is no {member}", expr.span)
        return self.wrong("Q208", f"there is no card called {member}", expr.span, did_you_mean(expr.word, families))

    def apply(self, word: str, args: tuple[t.Expr, ...], span: Span, env: Env) -> Value:
        """A remembered value, parameter or definition with its arguments."""
        s = self.scope
        self.used.add(word)
        if word in s.zones:
            if s.zones[word].each is None:
                return self.wrong("Q304", f"{word} is one zone for all", span, f"write {word} alone")
            if word not in self.zones:
                return LOST
            zone = self.zones[word]
            kinds = (*((s.player,) if zone.owned else ()), *zone.also)
            if len(args) != len(kinds):
                return self._which(word, span)
            index = tuple(self.expect(a, env, c.Member(d)).term for a, d in zip(args, kinds, strict=True))
            owner, also = (index[0], index[1:]) if zone.owned else (None, index)
            return Value(c.Const(0), Cards(word), zone=c.ZoneRef(word, owner, None, also))
        if word in s.remembered and s.remembered[word].lying_in:
            return self._mark(word, args, span, env)
        own = word in s.remembered or word in s.parameters
        if own or (word not in s.defines and self.of_result(word)):
            cell = word if own else RESULTS[word]
            var = self.variables.get(cell)
            if var is None:
                return LOST
            if len(args) != len(var.dims):
                return self._count(word, len(var.dims), len(args), span)
            index = tuple(self.expect(a, env, c.Member(d)).term for a, d in zip(args, var.dims, strict=True))
            return Value(c.Read(cell, index, span), as_kind(var.type))
        if word in s.defines:
            if word not in self.signatures:
                return LOST
            takes, gives = self.signatures[word]
            if len(args) != len(takes):
                return self._count(word, len(takes), len(args), span)
            terms = tuple(self.expect(a, env, k).term for a, k in zip(args, takes, strict=True))
            if isinstance(gives, Parts):
                parts = tuple(
                    Value(c.Call(f"{word}.{n}", terms, span), k) for n, k in zip(gives.names, gives.types, strict=True)
                )
                return Value(c.Const(0), gives, parts)
            return Value(c.Call(word, terms, span), gives)
        return self.wrong("Q201", f"nothing here is called {word}", span, meant(word, s.known()))

    def _mark(self, word: str, args: tuple[t.Expr, ...], span: Span, env: Env) -> Value:
        """What lies on a card: the card is named by its place, or as the top of a row."""
        line = self.scope.remembered[word]
        hint = f"{word} of {line.kept_for[0]} at … in {line.lying_in[0]}"
        if len(args) != 1:
            return self.wrong("Q304", f"say on which card the mark {word} lies", span, hint)
        value = self.check(args[0], env, None)
        if isinstance(value.kind, Unknown):
            return LOST
        ref = value.zone
        if ref is None or ref.place is None or isinstance(value.kind, Cards):
            return self.wrong("Q304", f"say where the card lies: {word} is a mark", args[0].span, hint)
        var = self.variables.get(c.mark_of(word, ref.zone))
        if var is None:
            zones = " and ".join(zone.text for zone in line.lying_in)
            if ref.zone in {zone.text for zone in line.lying_in}:
                return LOST
            return self.wrong("Q209", f"{word} lies on cards in {zones}, and not in {ref.zone}", span, hint)
        there = self.occupied(ref, ref.place)
        return Value(c.Need(there, c.Read(var.name, (*ref.index, ref.place), span), "Q509", span), as_kind(var.type))

    def knows(self, expr: t.Knows, env: Env) -> Value:
        """Whether a player sees a card, or remembers it; of a place without a card nobody does."""
        who = self.expect(expr.who, env, c.Member(self.scope.player)).term
        value = self.check(expr.card, env, None)
        if isinstance(value.kind, Unknown):
            return LOST
        ref = value.zone
        if ref is None or ref.place is None or isinstance(value.kind, Cards):
            return self.wrong("Q309", "say where the card lies", expr.card.span, "player 1 knows card at … in …")
        if c.known_in(ref.zone) not in self.variables:
            said = f"nobody remembers what lies in {ref.zone}"
            return self.wrong("Q310", said, expr.card.span, f"declare it: {ref.zone}: …, remembered")
        seen = self.seen(ref, who)
        known = c.Read(c.known_in(ref.zone), (who, *ref.index, ref.place), expr.span)
        return Value(both(self.occupied(ref, ref.place), either(seen, known)), c.YesNo())

    def seen(self, ref: c.ZoneRef, who: c.Expr) -> c.Expr:
        """Whether a player sees what lies there, as things are."""
        whose = {} if ref.owner is None else {c.WHOSE: ref.owner}
        term = c.substituted(self.zones[ref.zone].sight, {c.VIEWER: who, **whose})
        return same(*term.args) if isinstance(term, c.Op) and term.op == "eq" else term

    def _which(self, word: str, span: Span) -> Value:
        """There are several zones of this name, and it is not said which one."""
        each = [kind.text for kind in self.scope.zones[word].kept_for]
        if each == ["player"]:
            return self.wrong("Q304", f"say whose {word} is meant", span, f"{word} of p")
        said = f"say which {word} is meant: there is one for each {' and each '.join(each)}"
        letters = [kind[0] for kind in each]
        hint = f"{word}({', '.join(letters)})" if len(each) > 1 else f"{word} of {letters[0]}"
        return self.wrong("Q304", said, span, hint)

    def _count(self, word: str, takes: int, got: int, span: Span) -> Value:
        wants = ["stands alone", "is asked of one thing", f"is asked of {takes} things"][min(takes, 2)]
        return self.wrong("Q304", f"{word} {wants}, but here it gets {got}", span)

    def of(self, expr: t.Of, env: Env) -> Value:
        word, s = expr.word, self.scope
        if self.is_global(word):
            return self.apply(word, (expr.arg,), expr.span, env)
        if word in ("left", "right", "opposite"):
            player = c.Member(s.player)
            seat = self.seat(expr.arg, env)
            step = {"left": 1, "right": s.seats - 1, "opposite": s.seats // 2}[word]
            return Value(seats_after(seat, c.Const(step), s.seats), player)
        if word in ("size", "top"):
            ref = self.zone(expr.arg, env)
            if ref is None:
                return LOST
            if word == "size":
                return Value(self.size_of(ref), Number())
            if self.zones[ref.zone].kind != "row":
                return self.wrong("Q311", f"only a row has a top, and {ref.zone} is none", expr.span)
            last = arithmetic("sub", self.size_of(ref), c.Const(1))
            there = arithmetic("lt", c.Const(0), self.size_of(ref))
            card = c.Need(there, self.card_at(ref, last), "Q509", expr.span)
            return Value(card, c.Member(self.zones[ref.zone].cards), zone=replace(ref, place=last))
        if word in ASKED and not any(word in cards.attributes for cards in s.sets.values()):
            return self.wrong("Q201", f"nothing here is called {word}", expr.span, ASKED[word])
        arg = self.check(expr.arg, env, None)
        if isinstance(arg.kind, Unknown):
            return LOST
        if word == "end" and isinstance(arg.kind, Cards) and arg.zone is not None:
            places, row = self.zones[arg.zone.zone].places, self.zones[arg.zone.zone].kind == "row"
            if places is None or not self.grows(arg.zone):
                hint = "a card comes last onto a row: move c to …" if row else ""
                return self.wrong("Q311", f"{arg.zone.zone} does not go on behind its last card", expr.span, hint)
            return Value(self.behind(arg.zone, expr.span), c.Member(places))
        if isinstance(arg.kind, Parts) and word in arg.kind.names:
            return arg.parts[arg.kind.names.index(word)]
        if isinstance(arg.kind, c.Member) and arg.kind.domain.name in s.sets:
            attributes = s.sets[arg.kind.domain.name].attributes
            if word in attributes:
                kind, values = attributes[word]
                return Value(c.Table(word, tuple(values), arg.term, expr.span), kind)
        return self.wrong("Q201", f"{plain(arg.kind)} has no {word}", expr.span, meant(word, s.known()))

    def at(self, expr: t.At, env: Env) -> Value:
        if expr.zone is not None:
            ref = self.zone(expr.zone, env)
            if ref is None:
                return LOST
            places = self.zones[ref.zone].places
            if places is None:
                return self.wrong("Q311", f"{ref.zone} is a pile and has no places", expr.zone.span)
            place = self.expect(expr.place, env, c.Member(places)).term
        else:
            value = self.check(expr.place, env, None)
            found = [
                z for z, d in self.scope.places.items() if isinstance(value.kind, c.Member) and d == value.kind.domain
            ]
            if not found:
                if isinstance(value.kind, Unknown):
                    return LOST
                return self.wrong(
                    "Q306", "it is not clear in which zone this place is", expr.span, f"{expr.word} at … in trick"
                )
            ref, place = c.ZoneRef(found[0]), value.term
            if found[0] in self.zones and not self.zones[found[0]].alone:
                which = "whose" if self.zones[found[0]].owned else "which"
                hint = f"{expr.word} at … in {found[0]} of …"
                return self.wrong("Q306", f"it is not clear in {which} {found[0]} this place is", expr.span, hint)
        if ref.zone not in self.zones:
            return LOST
        zone = self.zones[ref.zone]
        there = replace(ref, place=place)
        if expr.word == "player":
            if zone.kind != "row":
                return self.wrong("Q311", f"only a row remembers who laid a card, and {ref.zone} is none", expr.span)
            by = c.Read(c.by_of(ref.zone), (*ref.index, place), expr.span)
            known = c.Op("ne", (by, c.Const(c.NONE)))
            return Value(c.Need(known, by, "Q509", expr.span), c.Member(self.scope.player))
        if expr.word != zone.cards.name:
            return self.wrong(
                "Q312", f"{ref.zone} holds {zone.cards.name}s", expr.span, f"write {zone.cards.name} at …"
            )
        card = self.card_at(ref, place)
        if zone.kind == "row":
            return Value(c.Need(self.occupied(ref, place), card, "Q509", expr.span), c.Member(zone.cards), zone=there)
        return Value(card, c.Member(zone.cards, True), zone=there)
