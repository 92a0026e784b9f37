"""The shelf: names or files of games in, their Books, pictures and tables out; each game in a process of its own.

A game that cannot be played is not shelved; what is wrong with it comes back as messages.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from itertools import repeat
from pathlib import Path

from qedeck.engine.values import Unfit
from qedeck.site.book.making import book_of
from qedeck.site.book.record import Book, Language
from qedeck.site.packing import pack, pack_name, script
from qedeck.site.pages.place import Drawn, Library
from qedeck.site.pictures import drawn_of
from qedeck.site.print.making import prints_of
from qedeck.site.print.press import Press
from qedeck.site.print.record import Printed
from qedeck.site.recording import examples_name, examples_script
from qedeck.spec.diagnostic import Diagnostic
from qedeck.spec.files import find_game, shipped_games
from qedeck.spec.game import Game, load
from qedeck.spec.home import USUAL_PARTS, companion, is_folder, name_of
from qedeck.spec.render import render_all

BOTH: tuple[Language, Language] = ("en", "ja")


@dataclass(frozen=True, slots=True)
class Shelved:
    """One game, ready for the pages."""

    name: str
    books: dict[str, Book]
    drawn: dict[str, Drawn]
    """By language."""
    tables: tuple[int, ...]
    """The player counts that there is a table for."""
    data: dict[str, str]
    """The scripts of tables and examples, by file."""
    files: tuple[Path, ...]
    """What it was made from."""
    homes: tuple[Path, ...]
    """Its first file, and of a variant those of its bases."""
    prints: dict[str, tuple[Printed, ...]] = field(default_factory=dict)
    """By language: PDFs and pictures of decks, if somebody wanted them."""

@dataclass(frozen=True, slots=True)
class Unread:
    """A game that cannot be played, and why."""

    name: str
    messages: str
    files: tuple[Path, ...]


def wanted(names: Sequence[str]) -> list[Path] | Diagnostic:
    """The files that somebody means; without a name, all shipped games."""
    if not names:
        return list(shipped_games().values())
    found: list[Path] = []
    for name in names:
        path = find_game(name)
        if isinstance(path, Diagnostic):
            return path
        found.append(path)
    return list(dict.fromkeys(found))


def shelve(path: Path, prints: bool = False) -> Shelved | Unread:
    """One game. Without wasmtime, or where the engine cannot, it has no table; the rest is there."""
    game = _sound(path)
    if isinstance(game, Unread):
        return game
    books: dict[str, Book] = {language: book_of(game, path, language) for language in BOTH}
    tables, data = _tables(game, books)
    drawn = {language: drawn_of(game, book, tables) for language, book in books.items()}
    paper = {language: tuple(prints_of(game, book, Press(book.language))) for language, book in books.items()
             } if prints else {}
    return Shelved(game.variant or game.name, books, drawn, tables, data, _files(game, path), game.homes, paper)


def reshelve(before: Shelved, path: Path, crew: Executor) -> Shelved | Unread:
    """The same game after an edit, each language in a process of its own; its tables are those of before."""
    halves = [*crew.map(_half, [(path, language, before.tables) for language in BOTH])]
    for half in halves:
        if isinstance(half, Unread):
            return half
    read = [half for half in halves if isinstance(half, _Half)]
    return replace(before, books={half.book.language: half.book for half in read}, files=read[0].files,
                   drawn={half.book.language: half.drawn for half in read})


def sketch(before: Shelved, path: Path, crew: Executor) -> Shelved | None:
    """The same game right after an edit: its rules as they are now, all else as it was. None if it has a mistake."""
    books = [*crew.map(_sketched, [(path, before.books[language]) for language in BOTH])]
    found: dict[str, Book] = {book.language: book for book in books if book is not None}
    return replace(before, books=found) if len(found) == len(BOTH) else None


def _sketched(task: tuple[Path, Book]) -> Book | None:
    path, before = task
    game = load(path, claims=False)
    return book_of(game, path, before.language, before) if game.sound else None


def new_tables(path: Path, books: dict[str, Book]) -> tuple[tuple[int, ...], dict[str, str]]:
    """The tables of a game that was read already: for which player counts, and their scripts."""
    game = _sound(path)
    return ((), {}) if isinstance(game, Unread) else _tables(game, books)


@dataclass(frozen=True, slots=True)
class _Half:
    book: Book
    drawn: Drawn
    files: tuple[Path, ...]


def _half(task: tuple[Path, Language, tuple[int, ...]]) -> _Half | Unread:
    path, language, tables = task
    game = _sound(path)
    if isinstance(game, Unread):
        return game
    book = book_of(game, path, language)
    return _Half(book, drawn_of(game, book, tables), _files(game, path))


def _sound(path: Path) -> Game | Unread:
    game = load(path)
    if game.sound:
        return game
    errors = [one for one in game.diagnostics if one.severity == "error"]
    return Unread(game.variant or game.name, render_all(errors, game.sources, False), _files(game, path))


def _tables(game: Game, books: dict[str, Book]) -> tuple[tuple[int, ...], dict[str, str]]:
    packs = _packs(game, books)
    data = {f"{pack_name(game, players)}.js": made for players, made in packs.items()}
    if packs:
        data |= {f"{examples_name(book)}.js": examples_script(game, book) for book in books.values() if book.examples}
    return tuple(packs), data


def _packs(game: Game, books: dict[str, Book]) -> dict[int, str]:
    """A table for each number of players; without wasmtime, or where the engine cannot, none."""
    try:
        return {players: script(pack(game, players, books=books)) for players in game.players}
    except (Unfit, ImportError):
        return {}


def _files(game: Game, path: Path) -> tuple[Path, ...]:
    """All that the pages of a game depend on; also files that are not there yet."""
    beside = [companion(path, end) for end in ("en.toml", "ja.toml", "verdicts.json", "odds.json")]
    beside += [companion(home, "verdicts.json") for home in game.homes[1:]]
    beside += [path.with_name(name) for name in USUAL_PARTS if is_folder(path)]
    return tuple(dict.fromkeys([path, *(Path(name) for name in game.sources), *beside]))


def all_shelved(paths: Iterable[Path], crew: Executor, prints: bool = False) -> dict[Path, Shelved | Unread]:
    """All of them, side by side; a variant brings its base along."""
    found: dict[Path, Shelved | Unread] = {}
    missing = list(paths)
    while missing:
        found |= zip(missing, crew.map(shelve, missing, repeat(prints)), strict=True)
        names = {one.name for one in found.values()}
        bases = [base for one in found.values() if isinstance(one, Shelved) for base in _base_of(one, names)]
        missing = [base for base in dict.fromkeys(bases) if base not in found]
    return found


def _base_of(one: Shelved, names: set[str]) -> list[Path]:
    base = one.books["en"].base
    return [home for home in one.homes if name_of(home) == base] if base not in names else []


def libraries_of(games: Sequence[Shelved]) -> list[Library]:
    """A library for each language: finished games first, each with its variants behind it."""
    drafts = {one.name: one.books["en"].draft for one in games}
    bases = {one.name: one.books["en"].base or one.name for one in games}
    games = sorted(games, key=lambda one: (
        drafts.get(bases[one.name], False), bases[one.name], one.name != bases[one.name], one.name))
    return [Library(language, {one.name: one.books[language] for one in games},
                    {one.name: one.drawn[language] for one in games}, {one.name: one.tables for one in games},
                    {one.name: one.prints.get(language, ()) for one in games})
            for language in BOTH]


def shared_of(games: Sequence[Shelved]) -> dict[str, str | bytes]:
    """Files that belong to no language: of the tables, and all that is to be printed."""
    files: dict[str, str | bytes] = {f"data/{name}": text for one in games for name, text in one.data.items()}
    return files | {f"print/{made.file}": made.data for one in games for paper in one.prints.values() for made in paper}
