"""Examples, run by the reference meaning: the table is kept after whatever changes it. Once for all languages."""

from __future__ import annotations

from typing import Any

from qedeck.interpreter.choices import Refused
from qedeck.interpreter.examples_run import run_example
from qedeck.interpreter.play import Play, rules_of
from qedeck.interpreter.state import Cells
from qedeck.interpreter.telling import tell
from qedeck.site.book.worked import Frame
from qedeck.spec.example_lines import Drawn, ExampleProgram, Falls, GoOn, LayOut, Line, Run, Shuffles
from qedeck.spec.game import Game
from qedeck.spec.texts import LANGUAGES


class ExampleRun:
    """An example that was run: the table after each thing that changed it, and what happened, in every language."""

    def __init__(self, program: ExampleProgram, game: Game, usual: Cells) -> None:
        self.players = program.core.players
        self.frames: list[Frame] = []
        self.lines: list[tuple[int, dict[str, tuple[str, ...]]]] = []
        """For each line but those that only set something: the frame that stands then, and the log."""
        self.laying = False
        self.since = 0
        self.before: dict[str, Any] = {}
        self.first = Cells({})
        self.usual = usual
        """How the table is at first, whatever an example sets."""
        self.passed = run_example(program, game.texts, watch=self._look).passed

    def _look(self, play: Play, line: Line | None, refused: Refused | None) -> None:
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
            case Run() | GoOn() | Falls() | Shuffles() | Drawn():
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


_KEPT: list[tuple[Game, dict[str, ExampleRun]]] = []
"""The examples of the last games: both languages show the same."""
MOST_KEPT = 4


def runs_of(game: Game) -> dict[str, ExampleRun]:
    """Every example of a game, run."""
    for kept, runs in _KEPT:
        if kept is game:
            return runs
    programs = game.examples()
    usual = {count: rules_of(game, count).first[0] for count in {one.core.players for one in programs}}
    found = {one.name: ExampleRun(one, game, usual[one.core.players]) for one in programs}
    _KEPT.insert(0, (game, found))
    del _KEPT[MOST_KEPT:]
    return found
