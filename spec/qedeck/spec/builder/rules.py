"""The rules, from parse to tree."""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from qedeck.spec import tree as t
from qedeck.spec.builder.base import Base
from qedeck.spec.source import Span


class Rules(Base):
    """The rules, from parse to tree."""

    def game(self, n: Tree[Token], s: Span) -> t.Game:
        name, cites, *lines = n.children
        got: dict[str, Any] = {}
        extra: t.Cites = ()
        for line in lines:
            assert isinstance(line, Tree)
            key = str(line.data).removeprefix("line_")
            if key in got:
                self.twice.append(self.span(line))
            extra += self.build(line.children[-1])
            got[key] = [c for c in line.children[:-1] if c is not None]
        low = int(got["players"][0]) if "players" in got else 0
        high = int(got["players"][-1]) if "players" in got else 0

        def number(key: str) -> int | None:
            return int(got[key][0]) if key in got else None

        starts = self.build(got["starts"][0]) if "starts" in got else None
        return t.Game(
            self.build(name),
            low,
            high,
            number("seats"),
            number("ages"),
            number("minutes"),
            starts,
            "moderated" in got,
            self.build(cites) + extra,
            span=s,
        )

    def values(self, n: Tree[Token], s: Span) -> t.Values:
        name, words, cites = n.children
        assert isinstance(words, Tree)
        *members, further = words.children
        return t.Values(self.build(name), self.all(members), self.build(cites), self.build(further), span=s)

    def further(self, n: Tree[Token], s: Span) -> t.Further:
        return t.Further(None if n.children[0] is None else int(str(n.children[0])), span=s)

    def cards(self, n: Tree[Token], s: Span) -> t.Cards:
        name, file, cites, *lines = n.children
        path = str(file)[1:-1] if file is not None else None
        return t.Cards(self.build(name), path, self.all(lines), self.build(cites), span=s)

    def card_line(self, n: Tree[Token], s: Span) -> t.CardLine:
        family, number, *parts, cites = n.children
        spreads, attributes, copies = [], [], None
        if number is not None:
            # One face by its number, as in a table of cards: the number is part of its name.
            spreads.append((t.Word("number", span=s), int(str(number)), int(str(number))))
        for part in parts:
            assert isinstance(part, Tree)
            if part.data == "part_spread":
                attr, low, high = part.children
                spreads.append((self.build(attr), int(str(low)), int(str(high))))
            elif part.data == "part_copies":
                copies = self.build(part.children[0])
            else:
                attributes.append((self.build(part.children[0]), self.build(part.children[1])))
        return t.CardLine(self.build(family), tuple(spreads), tuple(attributes), copies, self.build(cites), span=s)

    def leave_out(self, n: Tree[Token], s: Span) -> t.LeaveOut:
        players, cites, *lines = n.children
        return t.LeaveOut(int(str(players)), self.all(lines), self.build(cites), span=s)

    def out_line(self, n: Tree[Token], s: Span) -> t.OutLine:
        copies, family, low, high, cites = n.children
        first = int(str(low)) if low is not None else None
        last = int(str(high)) if high is not None else first
        return t.OutLine(
            self.build(family), int(str(copies)) if copies is not None else None, first, last, self.build(cites), span=s
        )

    def parameter(self, n: Tree[Token], s: Span) -> t.Parameter:
        name, signature, type_, cites, *lines = n.children
        assumed, such_that = None, []
        extra: t.Cites = ()
        for line in lines:
            if line is None:
                continue
            assert isinstance(line, Tree)
            if assumed is not None and line.data != "line_such_that":
                self.twice.append(self.span(line))
            if line.data == "line_assumed_by":
                assumed = self.build(line.children[0])
                continue
            extra += self.build(line.children[1])
            if line.data == "line_assumed":
                assumed = self.build(line.children[0])
            else:
                such_that.append(self.build(line.children[0]))
        return t.Parameter(
            self.build(name),
            self.build(signature) or (),
            self.build(type_),
            assumed,
            tuple(such_that),
            self.build(cites) + extra,
            span=s,
        )

    def reading(self, n: Tree[Token], s: Span) -> t.Reading:
        name, words, cites, *ways = n.children
        return t.Reading(self.build(name), self.build(words), self.build(cites), self.all(ways), span=s)

    def way(self, n: Tree[Token], s: Span) -> t.Way:
        word, *changes = n.children
        return t.Way(self.build(word), self.all(changes), span=s)

    def zones(self, n: Tree[Token], s: Span) -> t.Zones:
        cites, *lines = n.children
        return t.Zones(self.all(lines), self.build(cites), span=s)

    def zone_line(self, n: Tree[Token], s: Span) -> t.Zone:
        name, each, kind, holds, *traits, cites = n.children
        assert isinstance(kind, Tree)
        up_to, sight, full, unseen, remembered, gaps = None, "none", False, False, False, False
        seen_by = tuple[t.SeenBy, ...]()
        for trait in traits:
            assert isinstance(trait, Tree)
            match trait.data:
                case "trait_up_to":
                    up_to = self.build(trait.children[0])
                case "trait_face_up":
                    sight = "all"
                case "trait_seen_by" | "trait_seen_by_one":
                    sight, more = self.seen_by(trait, sight)
                    seen_by += more
                case "trait_unseen":
                    sight = "unseen"
                case "trait_otherwise_unseen":
                    unseen = True
                case "trait_full":
                    full = True
                case "trait_remembered":
                    remembered = True
                case "trait_gaps":
                    gaps = True
        grid = self.build(kind.children[0]) if kind.data == "kind_grid" else None
        first, *also = self.all(each.children) if isinstance(each, Tree) else (None,)
        return t.Zone(
            self.build(name),
            first,
            str(kind.data).removeprefix("kind_"),
            grid,
            self.build(holds),
            up_to,
            sight,
            full,
            self.build(cites),
            seen_by,
            unseen,
            tuple(also),
            remembered,
            gaps,
            span=s,
        )

    def seen_by(self, trait: Tree[Token], sight: str) -> tuple[str, tuple[t.SeenBy, ...]]:
        """Who sees it by one more trait: the sight that it has with it, and those who are named."""
        who, *where = map(self.build, trait.children)
        if isinstance(who, t.Bind):
            return sight, (t.SeenBy(who, where[0], span=self.span(trait)),)
        if isinstance(who, t.Name) and who.word in ("owner", "others"):
            # The owner and the others are everybody.
            return ("all" if {sight, who.word} == {"owner", "others"} else who.word), ()
        return sight, (t.SeenBy(*self.these((who,)), span=self.span(trait)),)

    def remember(self, n: Tree[Token], s: Span) -> t.Remember:
        cites, *lines = n.children
        return t.Remember(self.all(lines), self.build(cites), span=s)

    def remember_line(self, n: Tree[Token], s: Span) -> t.Remembered:
        name, each, lying, type_, *traits, cites = n.children
        starting, sight, seen_by = None, "all", tuple[t.SeenBy, ...]()
        for trait in traits:
            assert isinstance(trait, Tree)
            match trait.data:
                case "trait_starting":
                    starting = self.build(trait.children[0])
                case "trait_unseen":
                    sight = "none"
                case _:
                    sight, more = self.seen_by(trait, "none" if sight == "all" else sight)
                    seen_by += more
        first, *also = self.all(each.children) if isinstance(each, Tree) else (None,)
        name, type_, cites = map(self.build, (name, type_, cites))
        lying_in = self.all(lying.children) if isinstance(lying, Tree) else ()
        return t.Remembered(name, first, type_, starting, sight, cites, tuple(also), seen_by, lying_in, span=s)

    def type_yes_no(self, n: Tree[Token], s: Span) -> t.Type:
        return t.TypeYesNo(span=s)

    def type_range(self, n: Tree[Token], s: Span) -> t.Type:
        return t.TypeRange(int(str(n.children[0])), self.build(n.children[1]), span=s)

    def type_optional(self, n: Tree[Token], s: Span) -> t.Type:
        return t.TypeName(self.build(n.children[0]), True, span=s)

    def type_place(self, n: Tree[Token], s: Span) -> t.Type:
        return t.TypePlace(self.build(n.children[1]), span=s)

    def type_name(self, n: Tree[Token], s: Span) -> t.Type:
        return t.TypeName(self.build(n.children[0]), span=s)

    def signature(self, n: Tree[Token], s: Span) -> tuple[t.Param, ...]:
        return self.all(n.children)

    def param(self, n: Tree[Token], s: Span) -> t.Param:
        return t.Param(*(self.build(c) for c in n.children), span=s)

    def define(self, n: Tree[Token], s: Span) -> t.Define:
        name, signature, *parts, cites, body = n.children
        assert isinstance(body, Tree)
        if body.data == "value_line":
            values = self.build(body.children[0])
            case = t.Case(None, values, (), self.build(body.children[1]), span=self.span(body))
            built: Any = t.Cases((case,), span=self.span(body))
        elif body.data == "cases":
            built = t.Cases(self.build(body), span=self.span(body))
        else:
            built = self.build(body)
        return t.Define(
            self.build(name), self.build(signature) or (), self.all(parts), built, self.build(cites), span=s
        )

    def ranged_part(self, n: Tree[Token], s: Span) -> t.Part:
        name, low, high = n.children
        return t.Part(self.build(name), t.TypeRange(int(str(low)), self.build(high), span=s), span=s)

    def named_part(self, n: Tree[Token], s: Span) -> t.Part:
        name, type_ = (self.build(c) for c in n.children)
        return t.Part(name, t.TypeName(type_, span=type_.span), span=s)

    def bare_part(self, n: Tree[Token], s: Span) -> t.Part:
        type_ = self.build(n.children[0])
        return t.Part(type_.word if isinstance(type_, t.TypeName) else None, type_, span=s)

    def values_of(self, n: Tree[Token], s: Span) -> tuple[t.Expr, ...]:
        return self.all(n.children)

    def cases(self, n: Tree[Token], s: Span) -> tuple[t.Case, ...]:
        return self.all(n.children)

    def case_when(self, n: Tree[Token], s: Span) -> t.Case:
        condition, values, cites, excepts = n.children
        return t.Case(self.build(condition), self.build(values), self.build(excepts) or (), self.build(cites), span=s)

    def case_otherwise(self, n: Tree[Token], s: Span) -> t.Case:
        values, cites, excepts = n.children
        return t.Case(None, self.build(values), self.build(excepts) or (), self.build(cites), span=s)

    def excepts(self, n: Tree[Token], s: Span) -> tuple[t.Case, ...]:
        return self.all(n.children)

    def except_line(self, n: Tree[Token], s: Span) -> t.Case:
        condition, values, cites = n.children
        return t.Case(self.build(condition), self.build(values), (), self.build(cites), span=s)

    def by(self, n: Tree[Token], s: Span) -> t.By:
        subject, _, *rows = n.children
        return t.By(self.build(subject), self.all(rows), span=s)

    def row_value(self, n: Tree[Token], s: Span) -> t.Row:
        keys, values, cites, excepts = n.children
        built = self.build(cites)
        case = t.Case(None, self.build(values), self.build(excepts) or (), built, span=s)
        return t.Row(self.build(keys), (case,), built, span=s)

    def row_cases(self, n: Tree[Token], s: Span) -> t.Row:
        keys, cites, cases = n.children
        return t.Row(self.build(keys), self.build(cases), self.build(cites), span=s)

    def row_otherwise(self, n: Tree[Token], s: Span) -> t.Row:
        case = self.case_otherwise(n, s)
        return t.Row((), (case,), case.cites, span=s)

    def keys(self, n: Tree[Token], s: Span) -> tuple[t.Key, ...]:
        return self.all(n.children)

    def key(self, n: Tree[Token], s: Span) -> t.Key:
        word, number = None, None
        for token in n.children:
            assert isinstance(token, Token)
            if token.type in ("INT", "SIGNED"):
                number = int(token)
            else:
                word = str(token)
        return t.Key(word, number, span=s)
