"""Stage 2 to 3, examples: a position, choices and expectations become a program over Core.

An example is run line by line: positions and phases are blocks of its own graph, each ending
in a pause; expectations are terms asked of the state in between.
"""

from __future__ import annotations

from typing import assert_never

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.checker.elaborate import Workshop, workshop
from qedeck.spec.checker.kinds import Unknown
from qedeck.spec.checker.values import Env
from qedeck.spec.checker.work import judge
from qedeck.spec.diagnostic import Report, did_you_mean
from qedeck.spec.example_lines import (
    Drawn,
    ExampleProgram,
    Expect,
    ExpectAsked,
    ExpectEnded,
    ExpectLearned,
    ExpectRefused,
    ExpectWon,
    Falls,
    GoOn,
    LayOut,
    Line,
    Run,
    ScriptPick,
    Shuffles,
    ToldCards,
)
from qedeck.spec.expected import Expectations
from qedeck.spec.given import Positions
from qedeck.spec.learned import audience, what
from qedeck.spec.midway import Midway
from qedeck.spec.source import Span
from qedeck.spec.written import written


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
        self.positions = Positions(shop, example)
        self.expectations = Expectations(self.positions)
        self.midway = Midway(shop, example)
        self.began = False
        """Whether a phase was done: before that nobody is asked anything."""
        self.starts: dict[str, int] = {}

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
                graph.emit(*self.positions.steps(line))
                graph.pause("given", "")
                graph.close(c.Finish())
                return [LayOut(start, span)]
            case t.WhenDealt(dealt):
                self._begun(span)
                return [Falls(tuple(map(self._told_cards, dealt)), span)]
            case t.WhenShuffled(cards):
                self._begun(span)
                return [Shuffles(self._cards(cards), span)]
            case t.WhenChance(pick):
                self._begun(span)
                return [Drawn(self._picks((pick,))[0], span)]
            case t.WhenDo(None, _, picks):
                self._begun(span)
                return [GoOn(self._picks(picks), span)]
            case t.WhenDo(phase, args, picks):
                assert phase is not None
                self.began = True
                return [Run(self._start(t.Do(phase, args, (), span=span)), self._picks(picks), span)]
            case t.WhenFrom(_, _, _, _, picks):
                self.began = True
                block = self.midway.begin(line)
                return [] if block is None else [Run(block, self._picks(picks), span)]
            case t.Then(expect, more):
                part = self.expectations.part(expect, more)
                judge(self.shop.work, part.term, span, self.shop.scope.report)
                return [Expect(part, span)]
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
            case t.ThenLearns():
                said = what(self.shop, line, self._options())
                return [ExpectLearned(audience(self.shop, line), line.how, _not(line), said, span)]
            case _:
                assert_never(line)

    def _start(self, statement: t.Do) -> int:
        """The block where a phase begins; what is done twice is laid out once."""
        key, graph = written(statement), self.shop.graph
        if key not in self.starts:
            self.starts[key] = graph.current = graph.new()
            self.shop.flow.run((statement,), Env())
            graph.pause("done", "")
            graph.close(c.Finish())
        return self.starts[key]

    def _begun(self, span: Span) -> None:
        if not self.began:
            self.exprs.wrong("Q309", "nothing is being played yet", span, "say what: when do main choosing …")

    def _told_cards(self, dealt: t.Dealt) -> ToldCards:
        cards = self._cards(dealt.cards)
        if dealt.to is None:
            return ToldCards(cards, None)
        to = self.exprs.check(dealt.to, Env(), c.Member(self.shop.scope.player))
        if to.zone is not None:
            return ToldCards(cards, to.zone)
        player = self.exprs.expect(dealt.to, Env(), c.Member(self.shop.scope.player)).term
        return ToldCards(cards, None, player)

    def _cards(self, written: tuple[t.Expr, ...]) -> tuple[int, ...]:
        """Cards by their numbers in their set; which set that is will be seen when they are dealt."""
        found = []
        for card in written:
            value = self.exprs.check(card, Env(), None)
            known = isinstance(value.kind, c.Member) and value.kind.domain.name in self.shop.scope.sets
            if known and isinstance(value.term, c.Const):
                found.append(int(value.term.value))
            elif not isinstance(value.kind, Unknown):
                self.exprs.wrong("Q309", "a card is told by its name", card.span, "when dealt red 1, red 2 to player 1")
        return tuple(found)

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
            case t.Negative(t.Integer(value)):
                return -value
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


def _not(line: t.ThenLearns) -> bool:
    """Noticed nothing is did not notice anything."""
    return line.negated or line.whatever is not None and line.whatever.text == "nothing"
