"""Worked examples: each is run by the reference meaning, and the table kept after whatever changes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from qedeck.interpreter.choices import Refused
from qedeck.interpreter.examples_run import run_example
from qedeck.interpreter.play import Play, rules_of
from qedeck.interpreter.state import Cells
from qedeck.interpreter.telling import tell
from qedeck.site.book.fill.desk import Desk
from qedeck.site.book.fill.uses import Web
from qedeck.site.book.prose import anchor_of
from qedeck.site.book.words.speaker import speaker_of
from qedeck.site.book.words.trial_lines import line_in_words
from qedeck.site.book.worked import Frame, Line, LineKind, WorkedExample
from qedeck.spec import tree as t
from qedeck.spec.examples import ExampleProgram, GoOn, LayOut, Run
from qedeck.spec.examples import Line as ProgramLine
from qedeck.spec.game import Game
from qedeck.spec.texts import LANGUAGES

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
        runs = runs_of(self.desk.game)
        parts = ((name, part) for name, part in self.desk.written.items() if isinstance(part, t.Example))
        return tuple(self._example(name, part, runs[part.name.text]) for name, part in parts if part.name.text in runs)

    def _example(self, name: str, part: t.Example, run: _Run) -> WorkedExample:
        clause = self.desk.clauses[name]
        title, translated = self.desk.title(name, part.title)
        settings = [line.setting for line in part.lines if isinstance(line, t.With)]
        return WorkedExample(
            anchor_of(name), name, title, translated, self.desk.file(clause.span), self.desk.line(clause.span),
            clause.cites, run.players,
            tuple((self.desk.words(one.target.span), self.desk.words(one.value.span)) for one in settings),
            self._shown(name, clause.cites), self._lines(part, run), tuple(run.frames), run.passed,
        )

    def _lines(self, part: t.Example, run: _Run) -> tuple[Line, ...]:
        speaker, told = speaker_of(self.desk), iter(run.lines)
        found: list[Line] = []
        for line in part.lines:
            kind, frame = _KINDS[type(line)], 0
            log: tuple[str, ...] = ()
            if not isinstance(line, t.WithPlayers | t.With):
                # Where an example fails, nobody looked at the lines after that.
                frame, logs = next(told, (max(0, len(run.frames) - 1), {}))
                log = logs.get(self.desk.language, ())
            if isinstance(line, t.WhenDo) and line.phase is None:
                kind = "choose"
            found.append(Line(kind, line_in_words(speaker, line), self.desk.words(line.span), frame, log))
        return tuple(found)

    def _shown(self, name: str, cites: tuple[str, ...]) -> tuple[str, ...]:
        """The rules that it names; then those that encode what it cites."""
        named = [other for other in self.web.uses[name] if other in self.desk.anchored]
        shared = {other: len(set(cites) & set(self.desk.clauses[other].cites)) for other in self.desk.rules}
        citing = sorted((other for other, same in shared.items() if same), key=lambda other: -shared[other])
        return tuple(anchor_of(other) for other in dict.fromkeys((*named, *citing)))


class _Run:
    """An example that was run: the table after each thing that changed it, and what happened, in every language."""

    def __init__(self, program: ExampleProgram, game: Game) -> None:
        self.players = program.core.players
        self.frames: list[Frame] = []
        self.lines: list[tuple[int, dict[str, tuple[str, ...]]]] = []
        """For each line but those that only set something: the frame that stands then, and the log."""
        self.laying = False
        self.since = 0
        self.before: dict[str, Any] = {}
        self.first = Cells({})
        self.usual, _ = rules_of(game, self.players).meaning.initial()
        self.passed = run_example(program, game.texts, watch=self._look).passed

    def _look(self, play: Play, line: ProgramLine | None, refused: Refused | None) -> None:
        logs: dict[str, tuple[str, ...]] = {}
        match line:
            case None:
                self.before, self.since = play.view(None).data(), len(play.events)
                # What an example sets before it begins is as little usual as what it lays out.
                rigid = {name: self.usual[name] for name, var in play.core.vars.items() if var.rigid}
                self.first = Cells({**play.cells, **rigid})
                return
            case LayOut():
                self._keep(play, self.laying)
                self.laying = True
            case Run() | GoOn():
                self.laying = False
                self._keep(play, False)
                for language in LANGUAGES:
                    told = tell(play, language, None, self.since)
                    logs[language] = (*told, refused.told(language)) if refused else tuple(told)
            case _:
                if not self.frames:
                    # An example that lays nothing out is about the table as it is at first.
                    self._keep(play, False)
        self.since = len(play.events)
        self.lines.append((len(self.frames) - 1, logs))

    def _keep(self, play: Play, same: bool) -> None:
        """The table as it lies now; several lines that lay it out make one position."""
        if same:
            self.frames.pop()
        last = self.frames[-1].view if self.frames else self.before
        view = play.view(None).data()
        touched = [
            key for part in ("zones", "remembered") for key in view[part] if view[part][key] != last[part].get(key)
        ]
        kept = (name for name, var in play.core.vars.items() if var.role != "control")
        now = play.cells
        cells = {name: [int(value) for value in now[name]] for name in kept if now[name] != self.first[name]}
        self.frames.append(Frame(view, cells, tuple(touched)))


_KEPT: list[tuple[Game, dict[str, _Run]]] = []
"""The examples of the last games: both languages show the same."""
MOST_KEPT = 4


def runs_of(game: Game) -> dict[str, _Run]:
    """Every example of a game, run."""
    for kept, runs in _KEPT:
        if kept is game:
            return runs
    found = {program.name: _Run(program, game) for program in game.examples()}
    _KEPT.insert(0, (game, found))
    del _KEPT[MOST_KEPT:]
    return found
