"""Worked examples: each line in words, with the table that stands when it is done."""

from __future__ import annotations

from dataclasses import dataclass

from qedeck.site.book.fill.desk import Desk
from qedeck.site.book.fill.runs import ExampleRun, runs_of
from qedeck.site.book.fill.uses import Web
from qedeck.site.book.prose import anchor_of, plain
from qedeck.site.book.words.speaker import speaker_of
from qedeck.site.book.words.trial_lines import line_in_words
from qedeck.site.book.worked import Line, LineKind, WorkedExample
from qedeck.spec import tree as t

_KINDS: dict[type, LineKind] = {
    t.WithPlayers: "with", t.With: "with", t.Given: "given", t.WhenDo: "do", t.Then: "then",
    t.WhenDealt: "choose", t.WhenShuffled: "choose", t.WhenChance: "choose",
    t.WhenFrom: "do", t.ThenLearns: "then",
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

    def _example(self, name: str, part: t.Example, run: ExampleRun) -> WorkedExample:
        clause = self.desk.clauses[name]
        title, translated = self.desk.title(name, part.title)
        if part.title is None and not self.desk.texts.clause(self.desk.language, name):
            title, translated = self._called(part) or title, True
        settings = [line.setting for line in part.lines if isinstance(line, t.With)]
        return WorkedExample(
            anchor_of(name), name, title, translated, self.desk.file(clause.span), self.desk.line(clause.span),
            clause.cites, run.players,
            tuple((self.desk.words(one.target.span), self.desk.words(one.value.span)) for one in settings),
            self._shown(name, clause.cites), self._lines(part, run), tuple(run.frames), run.passed,
        )

    def _called(self, part: t.Example) -> str:
        """An example that nobody has named is called by what it lays out first."""
        first = next((line for line in part.lines if isinstance(line, t.Given)), None)
        return plain(line_in_words(speaker_of(self.desk), first)).rstrip(".。") if first else ""

    def _lines(self, part: t.Example, run: ExampleRun) -> tuple[Line, ...]:
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
