"""Endings, examples, properties and variants, from parse to tree."""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from qedeck.spec import tree as t
from qedeck.spec.builder.base import Base
from qedeck.spec.source import Span


class Trials(Base):
    """Endings, examples, properties and variants, from parse to tree."""

    def ending(self, n: Tree[Token], s: Span) -> t.Ending:
        name, cites, *lines = n.children
        condition = bind = where = None
        result, extra = "", self.build(cites)
        before: tuple[t.Word, ...] = ()
        for line in lines:
            assert isinstance(line, Tree)
            extra += self.build(line.children[-1])
            if line.data == "line_when" and condition is not None:
                self.twice.append(self.span(line))
            if line.data in ("line_won_by", "line_won_by_these", "line_drawn", "line_nobody") and result:
                self.twice.append(self.span(line))
            match line.data:
                case "line_when":
                    condition = self.build(line.children[0])
                case "line_won_by":
                    result, bind, where = "won", self.build(line.children[0]), self.build(line.children[1])
                case "line_won_by_these":
                    result, (bind, where) = "won", self.these(self.all(line.children[:-1]))
                case "line_drawn":
                    result = "drawn"
                case "line_nobody":
                    result = "nobody"
                case "line_before":
                    before += self.build(line.children[0])
        return t.Ending(self.build(name), condition, result, bind, where, before, extra, span=s)

    def example(self, n: Tree[Token], s: Span) -> t.Example:
        name, title, cites, *lines = n.children
        extra = self.build(cites)
        for line in lines:
            assert isinstance(line, Tree)
            # What a step cites where an example begins is cited by the rule.
            cited = [line.children[2], *line.children[4:]] if line.data == "line_from" else [line]
            for part in cited:
                assert isinstance(part, Tree)
                extra += self.build(part if part.data == "cites" else part.children[-1])
        return t.Example(
            self.build(name), str(title)[1:-1] if title is not None else None, self.all(lines), extra, span=s
        )

    def line_with_players(self, n: Tree[Token], s: Span) -> t.WithPlayers:
        count = int(str(n.children[0]))
        return t.WithPlayers(count, count, span=s)

    def line_with(self, n: Tree[Token], s: Span) -> t.With:
        return t.With(self.build(n.children[0]), span=s)

    def setting(self, n: Tree[Token], s: Span) -> t.Setting:
        return t.Setting(*self.all(n.children), span=s)

    def setting_every(self, n: Tree[Token], s: Span) -> t.Setting:
        bind, where, target, value = (self.build(c) for c in n.children)
        return t.Setting(target, value, bind, where, span=s)

    def line_given(self, n: Tree[Token], s: Span) -> t.Given:
        given = n.children[0]
        assert isinstance(given, Tree)
        if given.data == "given_each":
            name, each, value = self.all(given.children)
            target = t.Of(name.text, t.Name(each.text, span=each.span), span=name.span)
            return t.Given(target, (value,), True, span=s)
        target, *values = self.all(given.children)
        if given.data == "given_knows":
            knows = t.Knows(target, *values, span=self.span(given))
            return t.Given(knows, (t.YesNo(True, span=knows.span),), span=s)
        return t.Given(target, tuple(values), span=s)

    def line_do(self, n: Tree[Token], s: Span) -> t.WhenDo:
        phase, args, *picks, _ = n.children
        return t.WhenDo(self.build(phase), self.build(args) or (), self.all(picks), span=s)

    def line_from(self, n: Tree[Token], s: Span) -> t.WhenFrom:
        phase, args, _, step, *lines = n.children
        where, picks = None, None
        for line in lines:
            assert isinstance(line, Tree)
            if line.data == "from_where":
                more = self.build(line.children[0])
                where = more if where is None else t.And(where, more, span=more.span)
            elif picks is None:
                picks = self.all(line.children[:-1])
            else:
                self.twice.append(self.span(line))
        return t.WhenFrom(self.build(phase), self.build(args) or (), self.build(step), where, picks or (), span=s)

    def line_choosing(self, n: Tree[Token], s: Span) -> t.WhenDo:
        return t.WhenDo(None, (), self.all(n.children[:-1]), span=s)

    def line_dealt(self, n: Tree[Token], s: Span) -> t.WhenDealt:
        first, *more = self.all(n.children[:-1])
        # Where nobody is named, the cards alone stand there.
        groups = (first, *more) if isinstance(first, t.Dealt) else (t.Dealt(first, None, span=s),)
        return t.WhenDealt(groups, span=s)

    def dealt(self, n: Tree[Token], s: Span) -> t.Dealt:
        return t.Dealt(*self.all(n.children), span=s)

    def falls(self, n: Tree[Token], s: Span) -> tuple[t.Expr, ...]:
        return self.all(n.children)

    def line_shuffled(self, n: Tree[Token], s: Span) -> t.WhenShuffled:
        return t.WhenShuffled(self.build(n.children[0]), span=s)

    def line_chance(self, n: Tree[Token], s: Span) -> t.WhenChance:
        return t.WhenChance(self.build(n.children[0]), span=s)

    def line_refused(self, n: Tree[Token], s: Span) -> t.ThenRefused:
        return t.ThenRefused(span=s)

    def line_ended(self, n: Tree[Token], s: Span) -> t.ThenEnded:
        return t.ThenEnded(self.build(n.children[0]), span=s)

    def line_not_ended(self, n: Tree[Token], s: Span) -> t.ThenEnded:
        return t.ThenEnded(None, span=s)

    def line_won(self, n: Tree[Token], s: Span) -> t.ThenWon:
        return t.ThenWon(self.all(n.children[:-1]), span=s)

    def line_asked(self, n: Tree[Token], s: Span) -> t.ThenAsked:
        return t.ThenAsked(self.build(n.children[0]), span=s)

    def line_asked_anyone(self, n: Tree[Token], s: Span) -> t.ThenAsked:
        return t.ThenAsked(t.Owner("anyone", span=s), span=s)

    def line_learns(self, n: Tree[Token], s: Span) -> t.ThenLearns:
        audience, verb, *what, _ = n.children
        assert isinstance(audience, Tree)
        who, where, *_ = [*map(self.build, audience.children), None, None]
        said = str(verb).split()
        how = {"notice": "noticed", "hear": "heard"}.get(said[-1], said[-1])
        if isinstance(what[0], Token) and what[0].type == "WHATEVER":
            return t.ThenLearns(who, where, how, "not" in said, (), self.build(what[0]), span=s)
        return t.ThenLearns(who, where, how, "not" in said, self.all(what), span=s)

    def line_then(self, n: Tree[Token], s: Span) -> t.Then:
        expect, *more, _ = n.children
        return t.Then(self.build(expect), self.all(more), span=s)

    def pick(self, n: Tree[Token], s: Span) -> t.Pick:
        return t.Pick(None, self.all(n.children), span=s)

    def pick_option(self, n: Tree[Token], s: Span) -> t.Pick:
        name, *values = n.children
        return t.Pick(str(name), self.all(values), span=s)

    def pick_decline(self, n: Tree[Token], s: Span) -> t.Pick:
        return t.Pick(None, (), True, span=s)

    def property(self, n: Tree[Token], s: Span) -> t.Property:
        name, title, cites, *lines = n.children
        counts, settings, assuming, claims = None, [], [], []
        default_readings, refuted, follows = False, False, ()
        extra = self.build(cites)
        for line in lines:
            assert isinstance(line, Tree)
            if line.data == "prop_same_with":
                # What a change cites is no rule of this game.
                head, line_cites, *changes = line.children
                assert isinstance(head, Tree)
                extra += self.build(line_cites)
                claims.append(t.Claim(str(head.data), changes=self.all(changes), span=self.span(head)))
                continue
            *parts, line_cites = line.children
            extra += self.build(line_cites)
            at = self.span(line)
            match line.data:
                case "line_counts":
                    low = int(str(parts[0]))
                    counts = t.WithPlayers(low, int(str(parts[1])) if parts[1] is not None else low, span=at)
                case "line_with":
                    settings.append(self.build(parts[0]))
                case "line_default_readings":
                    default_readings = True
                case "line_refuted_expected":
                    refuted = True
                case "line_follows":
                    follows += self.build(parts[0])
                case "line_assuming":
                    assuming.append(self.build(parts[0]))
                case _:
                    claims.append(self.claim(str(line.data).removeprefix("prop_"), parts, at))
        return t.Property(
            self.build(name),
            str(title)[1:-1] if title is not None else None,
            counts,
            tuple(settings),
            tuple(assuming),
            tuple(claims),
            extra,
            default_readings=default_readings,
            refuted=refuted,
            follows=follows,
            span=s,
        )

    def teller(self, n: Tree[Token], s: Span) -> tuple[t.Bind, t.Expr | None]:
        """Who can tell something: each player, by a name, or one."""
        word = n.children[0]
        assert isinstance(word, Token)
        if word.type == "INT":
            return self.these((t.Numbered("player", int(str(word)), span=s),))
        return t.Bind(t.Word("player", span=s), self.build(word), span=s), None

    def claim(self, kind: str, parts: list[Any], at: Span) -> t.Claim:
        built = [self.build(p) for p in parts]
        match kind:
            case "hidden":
                body, bind, where, until = built
                return t.Claim(kind, body, (), bind, where, until, span=at)
            case "hidden_from":
                body, player, until = built
                return t.Claim("hidden", body, (), *self.these((player,)), until, span=at)
            case "shown":
                body, bind, where = built
                return t.Claim(kind, body, (), bind, where, span=at)
            case "shown_to":
                body, player = built
                return t.Claim("shown", body, (), *self.these((player,)), span=at)
            case "can_tell" | "never_tell" | "may_tell":
                (bind, named), body, meanwhile = built
                found = [one for one in (named, meanwhile) if one is not None]
                where = t.And(*found, span=at) if len(found) > 1 else found[0] if found else None
                return t.Claim(kind, body, (), bind, where, span=at)
            case "same":
                names, stand_in, original = built
                return t.Claim(kind, names=(stand_in, original, *names), span=at)
            case "readings_differ" | "readings_agree":
                name, on = built
                return t.Claim(kind, names=(name, *(on or ())), span=at)
            case "conserved":
                return t.Claim(kind, names=built[0], span=at)
            case (
                "ends" | "ends_within" | "always" | "never" | "reachable" | "any_position" | "some_position" | "any_two"
            ):
                return t.Claim(kind, built[0], span=at)
            case "some_two" | "some_choice":
                return t.Claim(kind, built[0], span=at)
            case "each":
                # A phase may be called anything; what each choice keeps is said of no phase.
                over, params, kept = built
                if over.text == "choice" and params is None:
                    return t.Claim("each_choice", kept, span=at)
                return t.Claim("each_phase", kept, (over,), params=params or (), span=at)
            case _:
                return t.Claim(kind, names=tuple(w for w in built if w is not None), span=at)
