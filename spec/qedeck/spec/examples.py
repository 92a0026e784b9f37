"""Stage 2 to 3, examples: a position, choices and expectations become a program over Core.

An example is run line by line: positions and phases are blocks of its own graph, each ending
in a pause; expectations are terms asked of the state in between.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.checker.elaborate import Workshop, workshop
from qedeck.spec.checker.kinds import Cards, Unknown
from qedeck.spec.checker.terms import arithmetic
from qedeck.spec.checker.values import Env, as_kind
from qedeck.spec.diagnostic import Report, did_you_mean
from qedeck.spec.source import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class ScriptPick:
    """One choice in words: an option's name, the values picked, or declining."""

    option: str | None
    values: tuple[str | int | bool, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    def __str__(self) -> str:
        words = " and ".join(str(v) for v in self.values)
        return f"{self.option} with {words}" if self.option and words else self.option or words


@dataclass(frozen=True, slots=True)
class Run:
    """Go to a block and feed it these choices."""

    block: int
    picks: tuple[ScriptPick, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class GoOn:
    """Feed more choices to where the play stands."""

    picks: tuple[ScriptPick, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Expect:
    """A term that must hold; `sides` are what to show when it does not."""

    term: c.Expr
    sides: tuple[tuple[c.Expr, c.Type], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ExpectRefused:
    span: Span


@dataclass(frozen=True, slots=True)
class ExpectEnded:
    ending: str | None
    span: Span


@dataclass(frozen=True, slots=True)
class ExpectWon:
    players: tuple[c.Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ExpectAsked:
    owner: c.Owner
    span: Span


Line: TypeAlias = Run | GoOn | Expect | ExpectRefused | ExpectEnded | ExpectWon | ExpectAsked


@dataclass(frozen=True, slots=True)
class ExampleProgram:
    name: str
    title: str | None
    core: c.Core
    lines: tuple[Line, ...]
    span: Span


def example_program(clauses: tuple[t.Clause, ...], example: t.Example, report: Report) -> ExampleProgram | None:
    """Check one example and make it runnable."""
    games = [cl for cl in clauses if isinstance(cl, t.Game)]
    if len(games) != 1:
        return None
    counts = [line.low for line in example.lines if isinstance(line, t.WithPlayers)]
    players = counts[0] if counts else games[0].low
    if not games[0].low <= players <= games[0].high:
        report.error(
            "Q403",
            f"{games[0].name} is not for {players} players",
            example.span,
            f"it is for {games[0].low} to {games[0].high}",
        )
        return None
    settings = tuple(line.setting for line in example.lines if isinstance(line, t.With))
    shop = workshop(clauses, players, report, settings)
    if shop is None:
        return None
    return _Writer(shop, example).write()


class _Writer:
    def __init__(self, shop: Workshop, example: t.Example) -> None:
        self.shop = shop
        self.example = example
        self.exprs = shop.state.exprs
        self.given = {getattr(line.target, "word", "") for line in example.lines if isinstance(line, t.Given)}

    def write(self) -> ExampleProgram | None:
        lines: list[Line] = []
        first = self.shop.graph.current
        self.shop.graph.pause("start", "")
        self.shop.graph.close(c.Finish())
        for line in self.example.lines:
            lines += self._line(line)
        if self.shop.scope.report.failed:
            return None
        core = self.shop.finish(first)
        return ExampleProgram(self.example.name.text, self.example.title, core, tuple(lines), self.example.span)

    def _line(self, line: t.ExampleLine) -> list[Line]:
        graph, span = self.shop.graph, line.span
        match line:
            case t.WithPlayers() | t.With():
                return []
            case t.Given():
                start = graph.current = graph.new()
                graph.emit(*self._given(line))
                graph.pause("given", "")
                graph.close(c.Finish())
                return [Run(start, (), span)]
            case t.WhenDo(None, _, picks):
                return [GoOn(self._picks(picks), span)]
            case t.WhenDo(phase, args, picks):
                start = graph.current = graph.new()
                assert phase is not None
                statement = t.Do(phase, args, (), span=span)
                self.shop.flow.run((statement,), Env())
                graph.pause("done", "")
                graph.close(c.Finish())
                return [Run(start, self._picks(picks), span)]
            case t.Then(expect):
                return [Expect(self.exprs.condition(expect, Env()), self._sides(expect), span)]
            case t.ThenRefused():
                return [ExpectRefused(span)]
            case t.ThenEnded(ending):
                if ending is not None and ending.text not in self.shop.scope.endings:
                    self.exprs.wrong(
                        "Q207",
                        f"there is no ending called {ending}",
                        ending.span,
                        did_you_mean(ending.text, self.shop.scope.endings),
                    )
                return [ExpectEnded(ending.text if ending is not None else None, span)]
            case t.ThenWon(players):
                kind = c.Member(self.shop.scope.player)
                return [ExpectWon(tuple(self.exprs.expect(p, Env(), kind).term for p in players), span)]
            case t.ThenAsked(owner):
                return [ExpectAsked(self.shop.flow.owner(owner, Env()), span)]

    def _sides(self, expect: t.Expr) -> tuple[tuple[c.Expr, c.Type], ...]:
        if not isinstance(expect, (t.Is, t.Compare)):
            return ()
        value = self.exprs.check(expect.left, Env(), None)
        found = []
        for part in value.parts or (value,):
            if isinstance(part.kind, (c.YesNo, c.Member)):
                found.append((part.term, part.kind))
            elif not isinstance(part.kind, (Unknown, Cards)):
                found.append((part.term, c.Whole(-(10**9), 10**9)))  # type: ignore[arg-type]
        return tuple(found)

    # ---- positions ------------------------------------------------------------------------

    def _given(self, line: t.Given) -> tuple[c.Step, ...]:
        if line.each:
            return self._given_each(line)
        target = self.exprs.check(line.target, Env(), None)
        if isinstance(target.kind, Unknown):
            return ()
        if target.zone is not None and isinstance(target.kind, (Cards, c.Member)):
            return self._lay_out(target.zone, line)
        var = self.shop.state.variables.get(getattr(line.target, "word", ""))
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

    def _given_each(self, line: t.Given) -> tuple[c.Step, ...]:
        """`given pen of each player is 3`: one value for all of them."""
        var = self.shop.state.variables.get(getattr(line.target, "word", ""))
        if var is None or var.role != "remembered" or len(var.dims) != 1:
            self.exprs.wrong("Q310", "nothing like this is remembered for each", line.span)
            return ()
        value = self.exprs.expect(line.values[0], Env(), as_kind(var.type)).term
        return (c.Each("k", 0, var.dims[0].size, None, (c.Assign(var.name, (c.Local("k"),), value, "", line.span),)),)

    def _lay_out(self, ref: c.ZoneRef, line: t.Given) -> tuple[c.Step, ...]:
        """Lay cards into a zone: out of the zone that is full at the start, if the position leaves it so."""
        zone = self.shop.state.zones[ref.zone]
        cards = [self._face(v, zone.cards) for v in line.values]
        home = next(
            (
                z.name.text
                for z in self.shop.scope.zones.values()
                if z.full
                and z.name.text in self.shop.state.zones
                and self.shop.state.zones[z.name.text].cards == zone.cards
            ),
            None,
        )
        none = c.Const(c.NONE)
        if home is not None and home != ref.zone and home not in self.given:
            source = c.ZoneRef(home)
            return tuple(c.Move(card, source, ref, none, "", line.span) for card in cards if card not in (None, none))
        index = self.exprs.owner_index(ref)
        known = [card for card in cards if card is not None]
        if ref.place is not None:
            return tuple(c.Assign(f"{ref.zone}.card", (*index, ref.place), card) for card in known)
        steps: list[c.Step] = []
        size = c.Assign(f"{ref.zone}.size", index, c.Const(len(known)))
        if zone.kind == "pile":
            each = c.Assign(ref.zone, (*index, c.Local("k")), c.Const(0))
            steps.append(c.Each("k", 0, zone.cards.size, None, (each,)))
            for card in known:
                one = arithmetic("add", c.Read(ref.zone, (*index, card)), c.Const(1))
                steps.append(c.Assign(ref.zone, (*index, card), one, "", line.span))
            return (*steps, size)
        assert zone.places is not None
        for i in range(zone.places.size):
            card_here = known[i] if i < len(known) else none
            steps.append(c.Assign(f"{ref.zone}.card", (*index, c.Const(i)), card_here, "", line.span))
        if len(known) > zone.places.size:
            self.exprs.wrong("Q412", f"{ref.zone} has room for {zone.places.size} cards", line.span)
        return (*steps, size) if zone.kind == "row" else tuple(steps)

    def _face(self, written: t.Expr, cards: c.Domain) -> c.Expr | None:
        if isinstance(written, t.Nothing):
            return c.Const(c.NONE)
        _, face = self.exprs.face_test(written, cards, Env())
        if face is None:
            self.exprs.wrong("Q203", "this names a family of cards, not one card", written.span, "say which one")
        return face

    def _picks(self, picks: tuple[t.Pick, ...]) -> tuple[ScriptPick, ...]:
        made = []
        for pick in picks:
            if pick.decline:
                made.append(ScriptPick("decline", (), pick.span))
                continue
            values = tuple(self._word(v) for v in pick.values)
            made.append(ScriptPick(pick.option, values, pick.span))
        return tuple(made)

    def _word(self, written: t.Expr) -> str | int | bool:
        match written:
            case t.Integer(value) | t.YesNo(value):
                return value
            case t.Numbered(word, number):
                self.exprs.check(written, Env(), None)
                return f"{word} {number}"
            case t.Name(word):
                known = self.shop.scope.known() | self._options()
                if word not in known:
                    self.exprs.wrong("Q201", f"nothing here is called {word}", written.span, did_you_mean(word, known))
                return word
            case t.Nothing():
                return "none"
            case _:
                self.exprs.wrong(
                    "Q309", "a choice is a card, a player, a place, a number or an option's name", written.span
                )
                return 0

    def _options(self) -> set[str]:
        return {
            option.name for node in self.shop.graph.nodes if isinstance(node, c.Decision) for option in node.options
        }
