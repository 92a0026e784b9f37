"""The front door of the front end: a file becomes a Game, checked at every player count.

Goes in: a path or the name of a shipped game. Comes out: a Game with its diagnostics; a Core
for each player count is made when somebody asks for it.
"""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass, field, replace
from pathlib import Path

from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.beside import rules, with_games
from qedeck.spec.checker.elaborate import clauses_of, elaborate
from qedeck.spec.checker.lint import lint
from qedeck.spec.diagnostic import Diagnostic, Report
from qedeck.spec.examples import ExampleProgram, example_program
from qedeck.spec.files import SUFFIX, beside, find_game, read_source, shown
from qedeck.spec.reader import read
from qedeck.spec.source import NOWHERE, Source, Span
from qedeck.spec.text_files import read_texts
from qedeck.spec.texts import LANGUAGES, Texts, check_texts
from qedeck.spec.variants import apply_variant

MOST_PLAYERS = 40


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
    _cores: dict[int, c.Core] = field(default_factory=dict, repr=False)

    @property
    def sound(self) -> bool:
        """Whether it can be played: warnings do not matter."""
        return not any(d.severity == "error" for d in self.diagnostics)

    @property
    def players(self) -> range:
        head = next((cl for cl in self.clauses if isinstance(cl, t.Game)), None)
        return range(head.low, head.high + 1) if head else range(0)

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
        return examples_of(self.clauses)

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


def load(name: str | Path) -> Game:
    """Read and check a game or variant: a path, or the name of a shipped game. Never raises for bad input."""
    report = Report()
    path = find_game(str(name))
    if isinstance(path, Diagnostic):
        report.add(path)
        return Game(str(name), {}, (), Texts(), report.found)
    read_ = _read(path, report, ())
    sources, head = read_.sources, read_.head
    clauses = _compared(read_.clauses, path, report)
    variant = None if head is None else head.name.text
    game_clause = next((cl for cl in clauses if isinstance(cl, t.Game)), None)
    text_sources = _text_files(path, sources, head, report)
    texts = read_texts(text_sources, report)
    sources.update({s.name: s for s in text_sources.values()})
    title = game_clause.name.text if game_clause else path.stem
    inherited = _inherited(clauses, path) if head else frozenset[str]()
    game = Game(title, sources, clauses, texts, report.found, variant, read_.base, inherited)
    _check(game, report)
    if game_clause is not None and not report.failed:
        first = next(iter(sources.values()))
        if head is None:
            check_texts(texts, text_sources, clauses_of(clauses), clauses, Span(first.name, 0, 1), report)
    return game


def load_text(text: str, name: str = "game.qed") -> Game:
    """Check a game given as text, without any file."""
    report = Report()
    source = Source(name, text)
    file, found = read(source)
    report.broken |= file.broken
    for diagnostic in found:
        report.add(diagnostic)
    title = next((cl.name.text for cl in file.clauses if isinstance(cl, t.Game)), name)
    clauses = _compared(file.clauses, Path(name), report)
    game = Game(title, {name: source}, clauses, Texts(), report.found)
    _check(game, report)
    return game


@dataclass(frozen=True, slots=True)
class _Read:
    """A file and, if it is a variant, those below it."""

    clauses: tuple[t.Clause, ...]
    sources: dict[str, Source]
    head: t.Variant | None = None
    base: tuple[t.Clause, ...] = ()


def _read(path: Path, report: Report, inside: tuple[Path, ...]) -> _Read:
    source = read_source(path)
    if isinstance(source, Diagnostic):
        report.add(source)
        return _Read((), {})
    file, found = read(source)
    report.broken |= file.broken
    for diagnostic in found:
        report.add(diagnostic)
    clauses = tuple(_with_table(cl, path, report) for cl in file.clauses)
    head = next((cl for cl in clauses if isinstance(cl, t.Variant)), None)
    sources = {source.name: source}
    if head is None:
        return _Read(clauses, sources)
    base_path = beside(path, head.base.text + SUFFIX) or find_game(head.base.text)
    if isinstance(base_path, Diagnostic):
        report.error("Q212", f"there is no game {head.base} to vary", head.base.span, base_path.hint)
        return _Read(clauses, sources, head)
    if base_path.resolve() in inside or len(inside) > 8:
        report.error("Q212", f"{head.base} is a variant of itself", head.base.span)
        return _Read(clauses, sources, head)
    base = _read(base_path, report, (*inside, path.resolve()))
    return _Read(apply_variant(base.clauses, clauses, report), {**sources, **base.sources}, head, base.clauses)


def _compared(clauses: tuple[t.Clause, ...], path: Path, report: Report) -> tuple[t.Clause, ...]:
    """The clauses, with the games that claims compare this one with: beside it, or shipped."""
    claims = [claim for clause in clauses if isinstance(clause, t.Property) for claim in clause.claims]
    found: dict[str, tuple[t.Clause, ...]] = {}
    for word in (claim.names[0] for claim in claims if claim.kind == "same_as"):
        if word.text in found:
            continue
        other = beside(path, word.text + SUFFIX) or find_game(word.text)
        if isinstance(other, Diagnostic):
            report.error("Q213", f"there is no game {word} to compare with", word.span, other.hint)
            continue
        own = Report()
        read_there = rules(_read(other, own, ()).clauses)
        if not own.failed:
            found[word.text] = read_there
        elif not report.failed:
            report.error("Q425", f"{word} has an error: {own.found[0].title}", word.span, f"see: qedeck check {word}")
    return with_games(clauses, found)


def _inherited(clauses: tuple[t.Clause, ...], path: Path) -> frozenset[str]:
    own = shown(path)
    return frozenset(cl.name.text for cl in clauses if isinstance(cl, t.Example) and cl.span.file != own)


def _text_files(path: Path, sources: dict[str, Source], head: t.Variant | None, report: Report) -> dict[str, Source]:
    stems = [path.with_suffix("")]
    if head is not None:
        stems += [Path(name).with_suffix("") for name in sources if Path(name) != path]
    found: dict[str, Source] = {}
    for language in LANGUAGES:
        for stem in stems:
            texts = beside(stem, f"{stem.name}.{language}.toml")
            if texts is not None:
                source = read_source(texts)
                if isinstance(source, Diagnostic):
                    report.add(source)
                else:
                    found[language] = source
                break
    return found


def _with_table(clause: t.Clause, path: Path, report: Report) -> t.Clause:
    """Cards from a CSV file beside the spec: columns family, the attributes, copies."""
    if not isinstance(clause, t.Cards) or clause.file is None:
        return clause
    if "/" in clause.file or "\\" in clause.file or not clause.file.endswith(".csv"):
        report.error(
            "Q416", "the table of cards must be a .csv file beside the spec", clause.span, 'cards from "cards.csv"'
        )
        return clause
    source = read_source(path.with_name(clause.file), table=True)
    if isinstance(source, Diagnostic):
        report.error("Q416", source.title, clause.span, source.hint)
        return clause
    try:
        rows = list(csv.reader(io.StringIO(source.text)))
    except csv.Error as error:
        report.error(
            "Q416", f"{clause.file} cannot be read: {error}", clause.span, "one card a line, cells separated by commas"
        )
        return clause
    header = [h.strip() for h in rows[0]]
    if "family" not in header:
        report.error("Q416", f"{clause.file} has no column family", clause.span, f"its columns are {', '.join(header)}")
        return clause
    lines = []
    for number, row in enumerate(rows[1:], 2):
        if not any(cell.strip() for cell in row):
            continue
        if len(row) > len(header):
            report.error("Q416", f"line {number} of {clause.file} has more cells than columns", clause.span)
            continue
        lines.append(_card_line(dict(zip(header, (cell.strip() for cell in row), strict=False)), clause.span))
    return replace(clause, lines=clause.lines + tuple(lines))


def _card_line(cells: dict[str, str], span: Span) -> t.CardLine:
    family = t.Word(cells.pop("family"), span=span)
    copies = cells.pop("copies", "")
    spreads, attributes = [], []
    number = cells.pop("number", "")
    if number.isdecimal():
        spreads.append((t.Word("number", span=span), int(number), int(number)))
    for name, cell in cells.items():
        if cell:
            word, figure = (None, int(cell)) if cell.isdecimal() else (cell, None)
            attributes.append((t.Word(name, span=span), t.Key(word, figure, span=span)))
    amount = t.Integer(int(copies), span=span) if copies.isdecimal() else t.Name(copies, span=span) if copies else None
    return t.CardLine(family, tuple(spreads), tuple(attributes), amount, (), span=span)


def _check(game: Game, report: Report) -> None:
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
        if isinstance(clause, t.ReplaceClause | t.ReplaceRow | t.Remove | t.RestrictPlayers):
            report.error(
                "Q424", "only a variant changes clauses", clause.span, "begin the file with: variant NAME of GAME"
            )
        if isinstance(clause, t.LeaveOut) and clause.players not in game.players:
            report.error("Q403", f"{head.name} is not for {clause.players} players", clause.span)
    if not 1 <= head.low <= head.high <= MOST_PLAYERS:
        report.error("Q403", f"{head.low} to {head.high} players is no game", head.span, "players 3 to 5")
        return
    if head.seats is not None and not head.high <= head.seats <= MOST_PLAYERS:
        report.error("Q403", f"{head.high} players do not fit {head.seats} seats", head.span)
        return
    for players in game.players:
        made = elaborate(game.clauses, players, report)
        if made is not None:
            game._cores[players] = made
    for clause in game.clauses:
        if isinstance(clause, t.Example):
            example_program(game.clauses, clause, report)
    lint(game.clauses, game._cores, report)
