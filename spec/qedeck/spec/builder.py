"""From Lark's parse to our tree: one method for each rule of grammar.lark, named like it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Tree

from qedeck.spec import tree as t
from qedeck.spec.source import Span


class Builder:
    """Builds the tree of one clause; `base` is where the clause starts in its file."""

    def __init__(self, file: str, base: int) -> None:
        self.file = file
        self.base = base

    # ---- machinery -----------------------------------------------------------------

    def build(self, node: Any) -> Any:
        if node is None:
            return None
        if isinstance(node, Token):
            return t.Word(str(node), span=self.token_span(node))
        method: Callable[[Tree[Token], Span], Any] | None = getattr(self, node.data, None)
        assert method is not None, f"no builder for rule {node.data}"
        return method(node, self.span(node))

    def all(self, nodes: list[Any]) -> tuple[Any, ...]:
        return tuple(self.build(n) for n in nodes if n is not None)

    def token_span(self, token: Token) -> Span:
        start = token.start_pos or 0
        return Span(self.file, self.base + start, self.base + (token.end_pos or start))

    def span(self, node: Tree[Token]) -> Span:
        if node.meta.empty:
            return Span(self.file, self.base, self.base)
        return Span(self.file, self.base + node.meta.start_pos, self.base + node.meta.end_pos)

    def start(self, n: Tree[Token], s: Span) -> Any:
        return self.build(n.children[0])

    def cites(self, n: Tree[Token], s: Span) -> t.Cites:
        words = []
        for token in n.children:
            assert isinstance(token, Token)
            at = self.token_span(token).start + 1
            for piece in str(token)[1:-1].replace(",", " ").split():
                start = at + str(token)[1:].index(piece)
                words.append(t.Word(piece, span=Span(self.file, start, start + len(piece))))
        return tuple(words)

    def name_list(self, n: Tree[Token], s: Span) -> tuple[t.Word, ...]:
        return self.all(n.children)

    # ---- the head ---------------------------------------------------------------------

    def game(self, n: Tree[Token], s: Span) -> t.Game:
        name, cites, *lines = n.children
        got: dict[str, Any] = {}
        extra: t.Cites = ()
        for line in lines:
            assert isinstance(line, Tree)
            key = str(line.data).removeprefix("line_")
            extra += self.build(line.children[-1])
            got[key] = [c for c in line.children[:-1] if c is not None]
        low = int(got["players"][0]) if "players" in got else 0
        high = int(got["players"][-1]) if "players" in got else 0

        def number(key: str) -> int | None:
            return int(got[key][0]) if key in got else None

        starts = self.build(got["starts"][0]) if "starts" in got else None
        return t.Game(self.build(name), low, high, number("seats"), number("ages"), number("minutes"),
                      starts, "moderated" in got, self.build(cites) + extra, span=s)

    def values(self, n: Tree[Token], s: Span) -> t.Values:
        return t.Values(*self.all(n.children), span=s)

    def cards(self, n: Tree[Token], s: Span) -> t.Cards:
        name, file, cites, *lines = n.children
        path = str(file)[1:-1] if file is not None else None
        return t.Cards(self.build(name), path, self.all(lines), self.build(cites), span=s)

    def card_line(self, n: Tree[Token], s: Span) -> t.CardLine:
        family, *parts, cites = n.children
        spreads, attributes, copies = [], [], None
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
        return t.OutLine(self.build(family), int(str(copies)) if copies is not None else None, first, last,
                         self.build(cites), span=s)

    def parameter(self, n: Tree[Token], s: Span) -> t.Parameter:
        name, signature, type_, cites, *lines = n.children
        assumed, such_that = None, []
        extra: t.Cites = ()
        for line in lines:
            if line is None:
                continue
            assert isinstance(line, Tree)
            if line.data == "line_assumed_by":
                assumed = self.build(line.children[0])
                continue
            extra += self.build(line.children[1])
            if line.data == "line_assumed":
                assumed = self.build(line.children[0])
            else:
                such_that.append(self.build(line.children[0]))
        return t.Parameter(self.build(name), self.build(signature) or (), self.build(type_), assumed,
                           tuple(such_that), self.build(cites) + extra, span=s)

    def reading(self, n: Tree[Token], s: Span) -> t.Reading:
        return t.Reading(*self.all(n.children), span=s)

    # ---- the table ------------------------------------------------------------------------

    def zones(self, n: Tree[Token], s: Span) -> t.Zones:
        cites, *lines = n.children
        return t.Zones(self.all(lines), self.build(cites), span=s)

    def zone_line(self, n: Tree[Token], s: Span) -> t.Zone:
        name, each, kind, holds, *traits, cites = n.children
        assert isinstance(kind, Tree)
        up_to, sight, full = None, "none", False
        for trait in traits:
            assert isinstance(trait, Tree)
            match trait.data:
                case "trait_up_to":
                    up_to = self.build(trait.children[0])
                case "trait_face_up":
                    sight = "all"
                case "trait_owner":
                    sight = "owner"
                case "trait_unseen":
                    sight = "unseen"
                case "trait_full":
                    full = True
        grid = self.build(kind.children[0]) if kind.data == "kind_grid" else None
        return t.Zone(self.build(name), self.build(each), str(kind.data).removeprefix("kind_"), grid,
                      self.build(holds), up_to, sight, full, self.build(cites), span=s)

    def remember(self, n: Tree[Token], s: Span) -> t.Remember:
        cites, *lines = n.children
        return t.Remember(self.all(lines), self.build(cites), span=s)

    def remember_line(self, n: Tree[Token], s: Span) -> t.Remembered:
        name, each, type_, *traits, cites = n.children
        starting, sight = None, "all"
        for trait in traits:
            assert isinstance(trait, Tree)
            if trait.data == "trait_starting":
                starting = self.build(trait.children[0])
            else:
                sight = "owner" if trait.data == "trait_owner" else "none"
        return t.Remembered(self.build(name), self.build(each), self.build(type_), starting, sight,
                            self.build(cites), span=s)

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

    # ---- definitions -----------------------------------------------------------------------

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
        return t.Define(self.build(name), self.build(signature) or (), self.all(parts), built,
                        self.build(cites), span=s)

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
            if token.type == "INT":
                number = int(token)
            else:
                word = str(token)
        return t.Key(word, number, span=s)

    # ---- the course of play --------------------------------------------------------------

    def phase(self, n: Tree[Token], s: Span) -> t.Phase:
        name, signature, cites, block = n.children
        return t.Phase(self.build(name), self.build(signature) or (), self.build(block), self.build(cites), span=s)

    def event(self, n: Tree[Token], s: Span) -> t.Event:
        return t.Event(*self.all(n.children), span=s)

    def trigger(self, n: Tree[Token], s: Span) -> t.Trigger:
        event, name, where, priority, cites, block = n.children
        return t.Trigger(self.build(event), self.build(name), self.build(where),
                         int(str(priority)) if priority is not None else 0, self.build(block),
                         self.build(cites), span=s)

    def block(self, n: Tree[Token], s: Span) -> tuple[t.Statement, ...]:
        return self.all(n.children)

    def let_be(self, n: Tree[Token], s: Span) -> t.LetBe:
        return t.LetBe(*self.all(n.children), span=s)

    def becomes(self, n: Tree[Token], s: Span) -> t.Becomes:
        return t.Becomes(*self.all(n.children), span=s)

    def add(self, n: Tree[Token], s: Span) -> t.Change:
        amount, target, limit, cites = (self.build(c) for c in n.children)
        return t.Change(target, amount, 1, limit, cites, span=s)

    def take(self, n: Tree[Token], s: Span) -> t.Change:
        amount, target, limit, cites = (self.build(c) for c in n.children)
        return t.Change(target, amount, -1, limit, cites, span=s)

    def move(self, n: Tree[Token], s: Span) -> t.Move:
        return t.Move(*(self.build(c) for c in n.children), span=s)

    def move_all(self, n: Tree[Token], s: Span) -> t.Move:
        return t.Move(None, *self.all(n.children), span=s)

    def deal(self, n: Tree[Token], s: Span) -> t.Deal:
        return t.Deal(*self.all(n.children), span=s)

    def destination(self, n: Tree[Token], s: Span) -> t.Destination:
        return t.Destination(self.build(n.children[0]), span=s)

    def destination_each(self, n: Tree[Token], s: Span) -> t.Destination:
        zone, each = self.all(n.children)
        return t.Destination(t.Of(zone.text, t.Name(each.text, span=each.span), span=s), True, span=s)

    def shuffle(self, n: Tree[Token], s: Span) -> t.Shuffle:
        return t.Shuffle(*self.all(n.children), span=s)

    def swap(self, n: Tree[Token], s: Span) -> t.Swap:
        return t.Swap(*self.all(n.children), span=s)

    def show(self, n: Tree[Token], s: Span) -> t.Show:
        *values, audience, cites = n.children
        assert isinstance(audience, Tree)
        who = [self.build(c) for c in audience.children]
        return t.Show(self.all(values), who[0] if who else None, who[1] if len(who) > 1 else None,
                      self.build(cites), span=s)

    def if_line(self, n: Tree[Token], s: Span) -> t.If:
        condition, statement = self.all(n.children)
        return t.If(condition, (statement,), (), (), span=s)

    def if_(self, n: Tree[Token], s: Span) -> t.If:
        condition, cites, block, otherwise = n.children
        return t.If(self.build(condition), self.build(block), self.build(otherwise) or (), self.build(cites), span=s)

    def else_block(self, n: Tree[Token], s: Span) -> tuple[t.Statement, ...]:
        built: tuple[t.Statement, ...] = self.build(n.children[0])
        return built

    def else_if(self, n: Tree[Token], s: Span) -> tuple[t.Statement, ...]:
        return (self.build(n.children[0]),)

    def for_each(self, n: Tree[Token], s: Span) -> t.ForEach:
        bind, where, start, cites, block = n.children
        return t.ForEach(self.build(bind), self.build(where), self.build(start), self.build(block),
                         self.build(cites), span=s)

    def repeat(self, n: Tree[Token], s: Span) -> t.Repeat:
        cites, block, until, more = n.children
        return t.Repeat(self.build(block), self.build(until), self.build(cites) + self.build(more), span=s)

    def by_chance(self, n: Tree[Token], s: Span) -> t.Owner:
        return t.Owner("chance", span=s)

    def by_table(self, n: Tree[Token], s: Span) -> t.Owner:
        return t.Owner("table", span=s)

    def by_moderator(self, n: Tree[Token], s: Span) -> t.Owner:
        return t.Owner("moderator", span=s)

    def by_player(self, n: Tree[Token], s: Span) -> t.Owner:
        return t.Owner("player", self.build(n.children[0]), span=s)

    def choose(self, n: Tree[Token], s: Span) -> t.Choose:
        owner, secretly, bind, where, cites = (self.build(c) for c in n.children)
        return t.Choose(owner, bind, where, cites, secretly is not None, span=s)

    def may_choose(self, n: Tree[Token], s: Span) -> t.MayChoose:
        owner, secretly, bind, where, cites, block, otherwise = n.children
        return t.MayChoose(self.build(owner), self.build(bind), self.build(where), self.build(block),
                           self.build(otherwise) or (), self.build(cites), secretly is not None, span=s)

    def choose_one(self, n: Tree[Token], s: Span) -> t.ChooseOne:
        owner, secretly, cites, *options = n.children
        return t.ChooseOne(self.build(owner), self.all(options), self.build(cites), secretly is not None, span=s)

    def race(self, n: Tree[Token], s: Span) -> t.Race:
        name, cites, *options = n.children
        return t.Race(self.build(name), self.all(options), self.build(cites), span=s)

    def option(self, n: Tree[Token], s: Span) -> t.Option:
        name, *binds, guard, cites, block = n.children
        return t.Option(self.build(name), self.all(binds), self.build(guard), self.build(block) or (),
                        self.build(cites), span=s)

    def secretly(self, n: Tree[Token], s: Span) -> t.Secretly:
        voter, where, _, *rest = (self.build(c) for c in n.children)
        return t.Secretly(voter, where, *rest, span=s)

    def do(self, n: Tree[Token], s: Span) -> t.Do:
        phase, args, cites = n.children
        return t.Do(self.build(phase), self.build(args) or (), self.build(cites), span=s)

    def arguments(self, n: Tree[Token], s: Span) -> tuple[t.Expr, ...]:
        return self.all(n.children)

    def happens(self, n: Tree[Token], s: Span) -> t.Happens:
        what, cites = self.all(n.children)
        if isinstance(what, t.Of):
            return t.Happens(t.Word(what.word, span=what.span), what.arg, cites, span=s)
        return t.Happens(t.Word(getattr(what, "word", "?"), span=what.span), t.Nothing(span=what.span), cites, span=s)

    def resolve(self, n: Tree[Token], s: Span) -> t.Resolve:
        return t.Resolve(*self.all(n.children), span=s)

    def judge(self, n: Tree[Token], s: Span) -> t.Judge:
        return t.Judge(*self.all(n.children), span=s)

    def require(self, n: Tree[Token], s: Span) -> t.Require:
        return t.Require(*self.all(n.children), span=s)

    # ---- endings, examples, properties, variants -------------------------------------------------

    def ending(self, n: Tree[Token], s: Span) -> t.Ending:
        name, cites, *lines = n.children
        condition = bind = where = None
        result, extra = "", self.build(cites)
        before: tuple[t.Word, ...] = ()
        for line in lines:
            assert isinstance(line, Tree)
            extra += self.build(line.children[-1])
            match line.data:
                case "line_when":
                    condition = self.build(line.children[0])
                case "line_won_by":
                    result, bind, where = "won", self.build(line.children[0]), self.build(line.children[1])
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
            extra += self.build(line.children[-1])
        return t.Example(self.build(name), str(title)[1:-1] if title is not None else None, self.all(lines),
                         extra, span=s)

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
        return t.Given(target, tuple(values), span=s)

    def line_do(self, n: Tree[Token], s: Span) -> t.WhenDo:
        phase, args, *picks, _ = n.children
        return t.WhenDo(self.build(phase), self.build(args) or (), self.all(picks), span=s)

    def line_choosing(self, n: Tree[Token], s: Span) -> t.WhenDo:
        return t.WhenDo(None, (), self.all(n.children[:-1]), span=s)

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

    def line_then(self, n: Tree[Token], s: Span) -> t.Then:
        return t.Then(self.build(n.children[0]), span=s)

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
        extra = self.build(cites)
        for line in lines:
            assert isinstance(line, Tree)
            *parts, line_cites = line.children
            extra += self.build(line_cites)
            at = self.span(line)
            match line.data:
                case "line_counts":
                    low = int(str(parts[0]))
                    counts = t.WithPlayers(low, int(str(parts[1])) if parts[1] is not None else low, span=at)
                case "line_with":
                    settings.append(self.build(parts[0]))
                case "line_assuming":
                    assuming.append(self.build(parts[0]))
                case _:
                    claims.append(self.claim(str(line.data).removeprefix("prop_"), parts, at))
        return t.Property(self.build(name), str(title)[1:-1] if title is not None else None, counts,
                          tuple(settings), tuple(assuming), tuple(claims), extra, span=s)

    def claim(self, kind: str, parts: list[Any], at: Span) -> t.Claim:
        match kind:
            case "hidden":
                body, bind, where, until = (self.build(p) for p in parts)
                return t.Claim(kind, body, (), bind, where, until, span=at)
            case "conserved":
                return t.Claim(kind, names=self.build(parts[0]), span=at)
            case "ends":
                return t.Claim(kind, self.build(parts[0]), self.all(parts[1:]), span=at)
            case "same_variant":
                return t.Claim(kind, self.build(parts[0]), self.all(parts[1:]), span=at)
            case "always" | "never" | "reachable" | "position":
                return t.Claim(kind, self.build(parts[0]), span=at)
            case _:
                return t.Claim(kind, names=self.all(parts), span=at)

    def variant(self, n: Tree[Token], s: Span) -> t.Variant:
        return t.Variant(*self.all(n.children), span=s)

    def change_replace(self, n: Tree[Token], s: Span) -> t.ReplaceClause:
        return t.ReplaceClause(self.build(n.children[0]), span=s)

    def change_row(self, n: Tree[Token], s: Span) -> t.ReplaceRow:
        key, define, cites, row = self.all(n.children)
        return t.ReplaceRow(key, define, row, cites, span=s)

    def change_remove(self, n: Tree[Token], s: Span) -> t.Remove:
        return t.Remove(*self.all(n.children), span=s)

    def change_players(self, n: Tree[Token], s: Span) -> t.RestrictPlayers:
        low, high, cites = n.children
        first = int(str(low))
        return t.RestrictPlayers(first, int(str(high)) if high is not None else first, self.build(cites), span=s)

    def change_restrict(self, n: Tree[Token], s: Span) -> t.Restrict:
        name, signature, condition, cites = n.children
        return t.Restrict(self.build(name), self.build(signature) or (), self.build(condition),
                          self.build(cites), span=s)

    def change_set(self, n: Tree[Token], s: Span) -> t.Set:
        return t.Set(*self.all(n.children), span=s)

    # ---- expressions -----------------------------------------------------------------------------

    def integer(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Integer(int(str(n.children[0])), span=s)

    def yes(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.YesNo(True, span=s)

    def no(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.YesNo(False, span=s)

    def none(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Nothing(span=s)

    def player_count(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.PlayerCount(span=s)

    def name(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Name(str(n.children[0]), span=s)

    def numbered(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Numbered(str(n.children[0]), int(str(n.children[1])), span=s)

    def call(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Call(str(n.children[0]), self.all(n.children[1:]), span=s)

    def tuple_(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.TupleOf(self.all(n.children), span=s)

    def of(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Of(str(n.children[0]), self.build(n.children[1]), span=s)

    def at(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.At(str(n.children[0]), self.build(n.children[1]), self.build(n.children[2]), span=s)

    def bind_type(self, n: Tree[Token], s: Span) -> t.Word:
        token = n.children[0] if n.children else None
        assert isinstance(token, Token)
        return t.Word(str(token), span=self.token_span(token))

    def bind(self, n: Tree[Token], s: Span) -> t.Bind:
        return t.Bind(*self.all(n.children), span=s)

    def bind_in(self, n: Tree[Token], s: Span) -> t.Bind:
        return t.Bind(*self.all(n.children), span=s)

    def bind_range(self, n: Tree[Token], s: Span) -> t.Bind:
        type_, name, low, high = self.all(n.children)
        return t.Bind(type_, name, None, low, high, span=s)

    def count(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Count(*(self.build(c) for c in n.children), span=s)

    def total(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Total(*(self.build(c) for c in n.children), span=s)

    def extreme(self, n: Tree[Token], s: Span) -> t.Expr:
        which, *rest = n.children
        return t.Extreme(str(which), *(self.build(c) for c in rest), span=s)

    def picker(self, n: Tree[Token], s: Span) -> t.Expr:
        which, *rest = n.children
        return t.Picker(str(which), *(self.build(c) for c in rest), span=s)

    def whichever(self, n: Tree[Token], s: Span) -> t.Expr:
        bind, where, which, body = n.children
        return t.Whichever(self.build(bind), self.build(where), str(which), self.build(body), span=s)

    def seats_after(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.SeatsAway(*self.all(n.children), True, span=s)

    def seats_before(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.SeatsAway(*self.all(n.children), False, span=s)

    def negative(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Negative(self.build(n.children[0]), span=s)

    def arithmetic(self, n: Tree[Token], s: Span) -> t.Expr:
        left, op, right = n.children
        return t.Arithmetic(str(op), self.build(left), self.build(right), span=s)

    def compare(self, n: Tree[Token], s: Span) -> t.Expr:
        left, op, right = n.children
        return t.Compare(str(op), self.build(left), self.build(right), span=s)

    def at_least(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Compare(">=", *self.all(n.children), span=s)

    def at_most(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Compare("<=", *self.all(n.children), span=s)

    def is_(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Is(*self.all(n.children), False, span=s)

    def is_not(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Is(*self.all(n.children), True, span=s)

    def is_in(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.In(*self.all(n.children), False, span=s)

    def is_not_in(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.In(*self.all(n.children), True, span=s)

    def is_empty(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Empty(self.build(n.children[0]), False, span=s)

    def is_not_empty(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Empty(self.build(n.children[0]), True, span=s)

    def not_(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Not(self.build(n.children[0]), span=s)

    def and_(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.And(*self.all(n.children), span=s)

    def or_(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Or(*self.all(n.children), span=s)

    def otherwise(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Otherwise(*self.all(n.children), span=s)

    def some(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Some(*self.all(n.children), False, span=s)

    def none_where(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Some(*self.all(n.children), True, span=s)

    def every(self, n: Tree[Token], s: Span) -> t.Expr:
        return t.Every(*(self.build(c) for c in n.children), span=s)
