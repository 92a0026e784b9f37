"""Examples, run with the reference meaning: a program of lines in, an Outcome out.

An example passes if every choice is accepted (or refused where it says so) and every
expectation holds; otherwise the Outcome says at which line, what was expected, what came out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar, assert_never

from qedeck.interpreter.choices import Refused
from qedeck.interpreter.events import Asked
from qedeck.interpreter.learned import DID, learned, retold
from qedeck.interpreter.play import Endless, Play
from qedeck.interpreter.position import Rules
from qedeck.interpreter.told_chance import Otherwise, dealt, shuffled
from qedeck.interpreter.why import Table, why
from qedeck.interpreter.words import Word, Words, spoken
from qedeck.spec import core as c
from qedeck.spec.anatomy import conjuncts
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
from qedeck.spec.source import NOWHERE, Span
from qedeck.spec.texts import Texts

SEED = 0
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How an example came out. When it failed: where, why, and what was expected and found."""

    name: str
    title: str | None
    passed: bool
    span: Span
    message: str = ""
    expected: str = ""
    actual: str = ""
    code: str = ""


class _Failed(Exception):
    def __init__(self, span: Span, message: str, expected: str = "", actual: str = "", code: str = "") -> None:
        super().__init__(message)
        self.outcome = (span, message, expected, actual, code)


Watch = Callable[[Play, Line | None, Refused | None], None]
"""Somebody who looks on: told at the beginning and after each line, with the choice that was refused, if any."""


def run_example(program: ExampleProgram, texts: Texts | None = None, sources: dict[str, str] | None = None,
                watch: Watch | None = None) -> Outcome:
    """Run one example, line by line."""
    runner = _Runner(Rules(program.core, texts or Texts()), program, sources or {}, watch or (lambda *_: None))
    try:
        runner.run()
    except _Failed as failed:
        return Outcome(program.name, program.title, False, *failed.outcome)
    except Endless as endless:
        return Outcome(program.name, program.title, False, runner.line, str(endless))
    return Outcome(program.name, program.title, True, program.span)


class _Runner:
    def __init__(self, rules: Rules, program: ExampleProgram, sources: dict[str, str], watch: Watch) -> None:
        self.rules = rules
        self.program = program
        self.sources = sources
        self.watch = watch
        # A position is often laid out only as far as the example needs it: whoever is asked next may have no cards.
        self.play = Play(rules, SEED, stop_if_stuck=False)
        self.refused: Refused | None = None
        self.line = program.span
        self.since = 0
        """From which event on somebody may have noticed what is expected next."""
        self.expected = True
        self.told_next = False
        """Whether the next line that does something tells chance."""

    @property
    def words(self) -> Words:
        return self.rules.words

    def run(self) -> None:
        self.play.begin()
        self.watch(self.play, None, None)
        self._sound(self.program.span)
        lines = self.program.lines
        for number, line in enumerate(lines):
            self.line = line.span
            follows = lines[number + 1] if number + 1 < len(lines) else None
            done = (one for one in lines[number + 1 :] if isinstance(one, Run | GoOn | Falls | Shuffles | Drawn))
            self.told_next = isinstance(next(done, None), Falls | Shuffles | Drawn)
            self.play.auto = True
            self._mark(line)
            self._line(line, isinstance(follows, ExpectRefused))
            self.watch(self.play, line, self.refused)

    def _mark(self, line: Line) -> None:
        """From where on is asked what somebody noticed: all that was done since what was expected last."""
        if isinstance(line, Run) or (self.expected and isinstance(line, GoOn | Falls | Shuffles | Drawn)):
            self.since = len(self.play.events)
        self.expected = not isinstance(line, Run | GoOn | Falls | Shuffles | Drawn)

    def _line(self, line: Line, may_be_refused: bool) -> None:
        match line:
            case Run(block, picks, span):
                self._wait(not picks)
                self.play.enter(block)
                self._sound(span)
                self._feed(picks, span, may_be_refused)
            case GoOn(picks, span):
                self._feed(picks, span, may_be_refused)
            case Falls(groups, span):
                self._falls(groups, span)
            case Shuffles(cards, span):
                action = self._as_told(lambda: shuffled(self.play, cards), span)
                self._wait(True)
                self._as_told(lambda: self.play.apply(action), span)
                self._sound(span)
            case Drawn(pick, span):
                if self.play.asked != Asked("chance") or not isinstance(self.play.decision, c.Decision):
                    raise _Failed(span, "chance chooses nothing here", "chance", self._asked_now())
                self._feed((pick,), span, may_be_refused)
            case LayOut(block, span):
                self.play.alter(block)
                self._sound(span)
            case Expect():
                self._expect(line)
            case ExpectRefused(span):
                if self.refused is None:
                    raise _Failed(span, "the last choice was allowed", "refused", "allowed")
                self.refused = None
            case ExpectEnded(ending, span):
                self._ended(ending, span)
            case ExpectWon(players, span):
                self._won(players, span)
            case ExpectAsked(owner, span):
                self._asked(owner, span)
            case ExpectLearned():
                self._learned(line)
            case _:
                assert_never(line)

    # ---- choices ------------------------------------------------------------------------------

    def _wait(self, last: bool) -> None:
        """Chance waits where the next line tells it, and happens by itself otherwise."""
        self.play.auto = not (last and self.told_next)

    def _falls(self, groups: tuple[ToldCards, ...], span: Span) -> None:
        """Cards fall as told, in as many deals as it takes."""
        while groups:
            action, groups = self._as_told(lambda told=groups: dealt(self.play, told), span)  # type: ignore[misc]
            # Between the deals that one line tells, chance waits whatever comes next.
            self.play.auto = not groups and not self.told_next
            self._as_told(lambda action=action: self.play.apply(action), span)  # type: ignore[misc]
            self._sound(span)

    def _as_told(self, do: Callable[[], T], span: Span) -> T:
        """What chance is told to do, or the message that it cannot."""
        try:
            return do()
        except Otherwise as otherwise:
            raise _Failed(span, f"chance does otherwise: {otherwise}", self._text(span), self._asked_now()) from None
        except Refused as refused:
            raise _Failed(span, f"chance does otherwise: {refused.reason}", self._text(span)) from None

    def _asked_now(self) -> str:
        asked = self.play.asked
        return f"{self._who(asked.who, asked.player)} decides" if asked else "nobody decides any more"

    def _feed(self, picks: Sequence[ScriptPick], span: Span, may_be_refused: bool) -> None:
        self.refused = None
        for number, pick in enumerate(picks):
            place = span if pick.span == NOWHERE else pick.span
            if self.play.asked is None and self._ending() is None:
                raise _Failed(place, f"{pick} cannot be chosen: what was done has come to its end, and nobody is asked")
            self._wait(number == len(picks) - 1)
            try:
                self.play.apply(self.play.action(pick.option, pick.values))
            except Refused as refused:
                if may_be_refused and number == len(picks) - 1:
                    self.refused = refused
                    return
                found = f"refused; {self._asked_now()}"
                raise _Failed(place, f"{pick} is refused: {refused.reason}", "allowed", found) from None
            self._sound(place)

    def _sound(self, span: Span) -> None:
        """Undefined or stuck is never what an example is about."""
        result = self.play.result
        if result is not None and result.kind in ("undefined", "stuck"):
            raise _Failed(result.span if result.span != NOWHERE else span, result.reason, code=result.code)

    # ---- expectations ---------------------------------------------------------------------------

    def _expect(self, line: Expect) -> None:
        for part in conjuncts(line.part):
            worth, faults = self.rules.meaning.value(part.term, self.play.cells)
            if faults:
                clause = f" in {spoken(faults[0].clause)}" if faults[0].clause else ""
                raise _Failed(part.span, f"this is undefined here{clause}", self._text(part.span), "undefined",
                              faults[0].code)
            if not worth:
                table = Table(self.rules.meaning, self.words, self.play.cells, None, self._text)
                found = ", ".join(map(str, why(table, part, True))) or "it does not hold"
                raise _Failed(part.span, "this does not hold", self._text(part.span), found)

    def _ended(self, ending: str | None, span: Span) -> None:
        got = self._ending()
        if got != ending:
            raise _Failed(span, "the game ended otherwise" if got else "the game has not ended",
                          ending or "no ending", got or "no ending")

    def _won(self, players: Sequence[c.Expr], span: Span) -> None:
        wanted = {self.rules.meaning.value(player, self.play.cells)[0] for player in players}
        got = {seat for seat, wins in enumerate(self.play.cells["winner"]) if wins}
        if self._ending() is None or wanted != got:
            raise _Failed(span, "others won" if self._ending() else "the game has not ended",
                          self._seats(wanted), self._seats(got))

    def _asked(self, owner: c.Owner, span: Span) -> None:
        asked = self.play.asked
        seat = None if owner.player is None else self.rules.meaning.value(owner.player, self.play.cells)[0] + 1
        wanted = owner.who, seat
        got = None if asked is None else (asked.who, asked.player)
        if got != wanted:
            raise _Failed(span, "somebody else decides" if got else "nobody decides any more", self._who(*wanted),
                          self._who(*got) if got else "nobody")

    def _learned(self, line: ExpectLearned) -> None:
        wanted = [one if isinstance(one, str) else self._word(*one) for one in line.what]
        for seat in self._meant(line.who):
            # A seat without a person notices nothing.
            since = self.play.noticed(seat, self.since) if seat <= self.play.core.players else []
            if all(line.negated is not told for told in learned(self.play.core, since, line.how, wanted)):
                continue
            who = self.words.player(seat)
            found, did = retold(self.play, line.how, since), DID[line.how]
            if not wanted:
                said = f"{who} {did[True]} {'something' if line.negated else 'nothing'}"
            else:
                said = f"{who} {did[line.negated]} this"
            raise _Failed(line.span, said, self._text(line.span),
                          f"{who} {did[True]}: {found}" if found else f"{who} {did[True]} nothing")

    def _word(self, term: c.Expr, type_: c.Type) -> Word:
        """What somebody may have been told of, as events call it."""
        worth, faults = self.rules.meaning.value(term, self.play.cells)
        if faults:
            raise _Failed(self.line, "this is undefined here", self._text(self.line), "undefined", faults[0].code)
        return self.words.word(type_, worth)

    def _meant(self, who: c.Expr) -> list[int]:
        """The seats, from 1, for which it holds; what is undefined about it fails."""
        found = []
        for seat in range(self.play.core.domains["player"].size):
            holds, faults = self.rules.meaning.value(who, self.play.cells, {c.VIEWER: seat})
            if faults:
                raise _Failed(self.line, "it is undefined who is meant here", self._text(self.line), "undefined",
                              faults[0].code)
            found += [seat + 1] * bool(holds)
        return found

    # ---- in words ---------------------------------------------------------------------------------

    def _ending(self) -> str | None:
        ended = self.play.cells["ended"][0]
        return None if ended == c.NONE else self.rules.core.endings[ended].name

    def _seats(self, seats: set[int]) -> str:
        return ", ".join(self.words.player(seat + 1) for seat in sorted(seats)) or "nobody"

    def _who(self, who: str, player: int | None) -> str:
        return self.words.player(player) if player else who

    def _text(self, span: Span) -> str:
        text = self.sources.get(span.file, "")[span.start : span.end].strip()
        return " ".join(text.split("[")[0].split()).removeprefix("then ")
