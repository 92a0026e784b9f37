"""The front door of the front end: a file becomes a Game, checked at every player count.

Goes in: a path or the name of a shipped game. Comes out: a Game with its diagnostics; a Core
for each player count is made when somebody asks for it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.beside import rules, with_games
from qedeck.spec.checker.citing import clauses_of
from qedeck.spec.checker.elaborate import elaborate
from qedeck.spec.checker.lint import lint
from qedeck.spec.checker.sizes import no_table, too_large
from qedeck.spec.diagnostic import Diagnostic, Enough, Report
from qedeck.spec.example_lines import ExampleProgram
from qedeck.spec.examples import example_program
from qedeck.spec.files import find_game
from qedeck.spec.gather import gather, named, texts_of
from qedeck.spec.home import SUFFIX, name_of
from qedeck.spec.limits import MOST_TOLD, MOST_WORDS_CHECKED
from qedeck.spec.looks import check_looks
from qedeck.spec.reader import read, words_of
from qedeck.spec.readings import with_readings
from qedeck.spec.source import NOWHERE, Source, Span
from qedeck.spec.text_files import read_texts
from qedeck.spec.texts import Texts, check_texts, combined


@dataclass
class Game:
    """A checked game: its clauses, its words, and what is wrong with it."""

    name: str
    sources: dict[str, Source]
    clauses: tuple[t.Clause, ...]
    texts: Texts
    diagnostics: list[Diagnostic]
    variant: str | None = None
    base: tuple[t.Clause, ...] = ()
    """The clauses of the game that a variant varies."""
    inherited: frozenset[str] = frozenset()
    """The examples that a variant takes from its base: where they fail only here, the variant changes something."""
    homes: tuple[Path, ...] = ()
    """Its first file, and of a variant those of its bases; none of a game that is no file."""
    _cores: dict[int, c.Core] = field(default_factory=dict, repr=False)
    _examples: list[ExampleProgram] | None = field(default=None, repr=False, compare=False)

    @property
    def sound(self) -> bool:
        """Whether it can be played: warnings do not matter."""
        return not any(d.severity == "error" for d in self.diagnostics)

    @property
    def players(self) -> range:
        head = next((cl for cl in self.clauses if isinstance(cl, t.Game)), None)
        return range(head.low, head.high + 1) if head else range(0)

    @property
    def rules(self) -> tuple[t.Clause, ...]:
        """The clauses with what each says under every reading."""
        return with_readings(self.clauses, Report())

    def core(self, players: int) -> c.Core:
        """The game at this player count; ask only if the game is sound and made for that many."""
        if players not in self._cores:
            if players not in self.players:
                raise ValueError(f"{self.name} is for {self.players.start} to {self.players.stop - 1} players")
            report = Report()
            made = elaborate(self.clauses, players, report)
            if made is None:
                raise ValueError(f"{self.name} has errors: {report.found[0].title if report.found else '?'}")
            self._cores[players] = made
        return self._cores[players]

    def examples(self) -> list[ExampleProgram]:
        if self._examples is None:
            self._examples = examples_of(self.clauses)
        return self._examples

    def cited(self) -> dict[str, list[str]]:
        """For each statement of the rulebook, the clauses that cite it."""
        found: dict[str, list[str]] = {}
        for name, clause in clauses_of(self.clauses).items():
            for statement in clause.cites:
                found.setdefault(statement, []).append(name)
        return found


def examples_of(clauses: tuple[t.Clause, ...]) -> list[ExampleProgram]:
    """The examples of a game, ready to run."""
    report = Report()
    programs = [example_program(clauses, clause, report) for clause in clauses if isinstance(clause, t.Example)]
    return [program for program in programs if program is not None]


def load(name: str | Path, claims: bool = True) -> Game:
    """Read and check a game or variant: a path, or the name of a shipped game. Never raises for bad input.

    Without `claims` examples and properties are read, but nobody looks into them: half the time, and enough for rules.
    """
    report, sources = Report(MOST_TOLD), dict[str, Source]()
    try:
        path = find_game(str(name))
        if not isinstance(path, Diagnostic):
            return _load(path, sources, report, claims)
        report.add(path)
    except Enough:
        pass
    return Game(str(name), sources, (), Texts(), report.close())


def _load(path: Path, sources: dict[str, Source], report: Report, claims: bool) -> Game:
    found = gather(path, sources, report)
    if not sources:  # there is no such file, or it could not be read: nothing lies beside it either
        return Game(name_of(path), sources, (), Texts(), report.close())
    clauses = _compared(found.clauses, path, report)
    game_clause = next((cl for cl in clauses if isinstance(cl, t.Game)), None)
    text_files = texts_of(found.homes, report)
    sources.update({source.name: source for files in text_files for source in files.values()})
    read_there = [read_texts(files, report) for files in text_files]
    title = game_clause.name.text if game_clause else name_of(path)
    variant = found.head.name.text if found.head else None
    inherited = frozenset(cl.name.text for cl in clauses if isinstance(cl, t.Example) and cl.span.file not in found.own)
    texts = combined(read_there)
    game = Game(title, sources, clauses, texts, report.found, variant, found.base, inherited, found.homes)
    _check(game, report, claims)
    if game_clause is not None and not report.failed:
        first = next(iter(sources.values()))
        place = Span(first.name, 0, 1)
        own = (read_there[0], text_files[0])
        check_texts(*own, clauses_of(clauses), with_readings(clauses, Report()), None if variant else place, report)
        check_looks(*own, clauses, report)
    report.close()
    return game


def load_text(text: str, name: str = "game.qed") -> Game:
    """Check a game given as text, without any file."""
    report, source = Report(MOST_TOLD), Source(name, text)
    try:
        file, found = read(source)
        report.broken |= file.broken
        report.mentioned |= file.mentioned
        for diagnostic in found:
            report.add(diagnostic)
        title = next((cl.name.text for cl in file.clauses if isinstance(cl, t.Game)), name)
        clauses = _compared(file.clauses, Path(name), report)
        game = Game(title, {name: source}, clauses, Texts(), report.found)
        _check(game, report)
    except Enough:
        game = Game(name, {name: source}, (), Texts(), report.found)
    report.close()
    return game


def _compared(clauses: tuple[t.Clause, ...], path: Path, report: Report) -> tuple[t.Clause, ...]:
    """The clauses, with the games that claims compare this one with: beside it, or shipped."""
    claims = [claim for clause in clauses if isinstance(clause, t.Property) for claim in clause.claims]
    found: dict[str, tuple[t.Clause, ...]] = {}
    for word in (claim.names[0] for claim in claims if claim.kind in ("same_as", "outcome_as")):
        if word.text in found:
            continue
        other = named(path, word)
        if isinstance(other, Diagnostic):
            none = f"there is no game {word} to compare with"
            report.error("Q213", none if other.code == "Q009" else other.title, word.span, other.hint)
            continue
        own = Report()
        read_there = rules(gather(other, {}, own).clauses)
        if not own.failed:
            found[word.text] = read_there
        elif not report.failed:
            report.error("Q425", f"{word} has an error: {own.found[0].title}", word.span, f"see: qedeck check {word}")
    return with_games(clauses, found)


def _check(game: Game, report: Report, claims: bool = True) -> None:
    heads = [cl for cl in game.clauses if isinstance(cl, t.Game)]
    first = next(iter(game.sources.values()), None)
    place = Span(first.name, 0, 1) if first else NOWHERE
    if not heads:
        if not report.failed:
            report.error("Q401", "there is no game clause", place, "begin with: game my-game")
        return
    if len(heads) > 1:
        report.error("Q402", "there are two game clauses", heads[1].span, "one file, one game")
        return
    head = heads[0]
    for clause in game.clauses:
        if isinstance(clause, t.ReplaceClause | t.ReplaceRow | t.Remove | t.RestrictPlayers | t.Amend):
            report.error(
                "Q424", "only a variant changes clauses", clause.span, "begin the file with: variant NAME of GAME"
            )
        if isinstance(clause, t.LeaveOut) and clause.players not in game.players:
            report.error("Q403", f"{head.name} is not for {clause.players} players", clause.span)
    if no_table(head, report):
        return
    words = sum(words_of(source) for name, source in game.sources.items() if name.endswith(SUFFIX))
    if words * len(game.players) > MOST_WORDS_CHECKED:
        said = f"{words:,} words are too many for {len(game.players)} player counts: {MOST_WORDS_CHECKED:,} in all"
        report.error("Q004", said, head.span, "a game is checked for each player count: allow fewer")
        return
    if too_large(with_readings(game.clauses, report), report):
        return
    for players in game.players:
        made = elaborate(game.clauses, players, report)
        if made is not None:
            game._cores[players] = made
    if not claims:
        return
    made_ready = [example_program(game.clauses, clause, report) for clause in game.clauses
                  if isinstance(clause, t.Example)]
    if None not in made_ready:
        game._examples = [program for program in made_ready if program is not None]
    lint(game.clauses, game._cores, report)
