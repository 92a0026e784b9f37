"""Worked examples: each is run by the reference meaning, and the table kept after whatever changes it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from qedeck.interpreter.choices import Refused
from qedeck.interpreter.examples_run import SEED, run_example
from qedeck.interpreter.play import Endless, Play
from qedeck.interpreter.position import Rules
from qedeck.interpreter.telling import tell
from qedeck.site.book.fill.desk import Desk
from qedeck.site.book.fill.uses import Web
from qedeck.site.book.prose import anchor_of
from qedeck.site.book.words.speaker import speaker_of
from qedeck.site.book.words.trial_lines import line_in_words
from qedeck.site.book.worked import Frame, Line, LineKind, WorkedExample
from qedeck.spec import tree as t
from qedeck.spec.examples import ExampleProgram, GoOn, LayOut, Run, ScriptPick
from qedeck.spec.examples import Line as ProgramLine

_KINDS: dict[type, LineKind] = {
    t.WithPlayers: "with", t.With: "with", t.Given: "given", t.WhenDo: "do", t.Then: "then",
    t.ThenRefused: "refused", t.ThenEnded: "ended", t.ThenWon: "won", t.ThenAsked: "asked",
}


@dataclass(frozen=True)
class Workshop:
    """Where examples are run."""

    web: Web

    @property
    def desk(self) -> Desk:
        return self.web.desk

    def examples(self) -> tuple[WorkedExample, ...]:
        programs = {program.name: program for program in self.desk.game.examples()}
        found = []
        for name, part in self.desk.written.items():
            if isinstance(part, t.Example) and part.name.text in programs:
                found.append(self._example(name, part, programs[part.name.text]))
        return tuple(found)

    def _example(self, name: str, part: t.Example, program: ExampleProgram) -> WorkedExample:
        clause = self.desk.clauses[name]
        title, translated = self.desk.title(name, part.title)
        run = _Run(Rules(program.core, self.desk.texts), self.desk.language)
        lines = self._lines(part, program, run)
        settings = [line.setting for line in part.lines if isinstance(line, t.With)]
        return WorkedExample(
            anchor_of(name), name, title, translated, self.desk.file(clause.span), self.desk.line(clause.span),
            clause.cites, program.core.players,
            tuple((self.desk.words(one.target.span), self.desk.words(one.value.span)) for one in settings),
            self._shown(name, clause.cites), lines, tuple(run.frames), run_example(program, self.desk.texts).passed,
        )

    def _lines(self, part: t.Example, program: ExampleProgram, run: _Run) -> tuple[Line, ...]:
        speaker, steps = speaker_of(self.desk), iter(program.lines)
        found: list[Line] = []
        for line in part.lines:
            told: tuple[str, ...] = ()
            kind = _KINDS[type(line)]
            if not isinstance(line, t.WithPlayers | t.With):
                told = run.do(next(steps))
            if isinstance(line, t.WhenDo) and line.phase is None:
                kind = "choose"
            words = line_in_words(speaker, line)
            found.append(Line(kind, words, self.desk.words(line.span), max(0, len(run.frames) - 1), told))
        run.laid_out()
        return tuple(found)

    def _shown(self, name: str, cites: tuple[str, ...]) -> tuple[str, ...]:
        """The rules that it names; then those that encode what it cites."""
        named = [other for other in self.web.uses[name] if other in self.desk.anchored]
        shared = {other: len(set(cites) & set(self.desk.clauses[other].cites)) for other in self.desk.rules}
        citing = sorted((other for other, same in shared.items() if same), key=lambda other: -shared[other])
        return tuple(anchor_of(other) for other in dict.fromkeys((*named, *citing)))


class _Run:
    """An example in progress, with the table after each thing that changed it."""

    def __init__(self, rules: Rules, language: str) -> None:
        self.play = Play(rules, SEED, stop_if_stuck=False)
        self.play.begin()
        self.language = language
        self.frames: list[Frame] = []
        self.before, self.first = self._view(), self.play.cells
        self.laying = False

    def do(self, line: ProgramLine) -> tuple[str, ...]:
        """One line of the program; what happened meanwhile, told."""
        since = len(self.play.events)
        refused = ""
        match line:
            case LayOut(block):
                self.play.alter(block)
                self._keep(self.laying)
                self.laying = True
                return ()
            case Run(block, picks):
                self.laid_out()
                with suppress(Endless):
                    self.play.enter(block)
                refused = self._feed(picks)
            case GoOn(picks):
                self.laid_out()
                refused = self._feed(picks)
            case _:
                self.laid_out()
                return ()
        self.laying = False
        self._keep(False)
        told = tell(self.play, self.language, None, since)
        return (*told, refused) if refused else tuple(told)

    def laid_out(self) -> None:
        """An example that lays nothing out begins with the table as it is at first."""
        if not self.frames:
            self._keep(False)

    def _feed(self, picks: tuple[ScriptPick, ...]) -> str:
        """Choices one after the other; why one is refused."""
        for pick in picks:
            try:
                with suppress(Endless):
                    self.play.apply(self.play.action(pick.option, pick.values))
            except Refused as refused:
                return refused.told(self.language)
        return ""

    def _view(self) -> dict[str, Any]:
        return self.play.view(None).data()

    def _keep(self, same: bool) -> None:
        """The table as it lies now; several lines that lay it out make one position."""
        if same:
            self.frames.pop()
        last = self.frames[-1].view if self.frames else self.before
        view = self._view()
        touched = [
            key for part in ("zones", "remembered") for key in view[part] if view[part][key] != last[part].get(key)
        ]
        kept = (name for name, var in self.play.core.vars.items() if var.role != "control")
        now = self.play.cells
        cells = {name: [int(value) for value in now[name]] for name in kept if now[name] != self.first[name]}
        self.frames.append(Frame(view, cells, tuple(touched)))
