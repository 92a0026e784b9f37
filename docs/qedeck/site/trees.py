"""Games in, the whole site as text out: for each language a tree of Markdown with its contents, and what both share."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path

from qedeck.site.book.record import Book
from qedeck.site.config import Entry, base, of_language
from qedeck.site.pages.api import api_page
from qedeck.site.pages.game import game_contents, game_files
from qedeck.site.pages.handbook import Manual, manual
from qedeck.site.pages.home import home_page
from qedeck.site.pages.phrases import say
from qedeck.site.pages.place import Library
from qedeck.site.pages.verbs import commands_page
from qedeck.site.scripts import DRAW, EVENING, NAME, draw_script, evening_script, page_script

Files = dict[str, str | bytes]
"""The content of each file, by its name in a folder."""
Parsers = Sequence[tuple[str, argparse.ArgumentParser]]


@dataclass(frozen=True, slots=True)
class Tree:
    """The pages of one language, by file; the contents; for a folder, what stands before its titles in the search."""

    language: str
    files: Files
    contents: tuple[Entry, ...]
    crumbs: dict[str, str]


@dataclass(frozen=True, slots=True)
class Site:
    """All that a builder is given."""

    trees: tuple[Tree, ...]
    shared: Files = field(default_factory=dict)
    """Files outside of both trees: data of the tables."""
    missing: tuple[str, ...] = ()
    """Texts that games lack, in words; a strict build fails with them."""


def site_of(libraries: Sequence[Library], parsers: Parsers = (), root: Path | None = None,
            shared: Files | None = None) -> Site:
    """A library for each language; with `root`, a checkout, its documentation comes along."""
    trees = tuple(_tree(library, parsers, root) for library in libraries)
    missing = tuple(f"{book.file}: {anchor.replace('.', ' ')} has no {library.language} text"
                    for library in libraries for book in library.books.values() for anchor in book.missing)
    return Site(trees, shared or {}, missing)


def _tree(library: Library, parsers: Parsers, root: Path | None) -> Tree:
    language, books = library.language, list(library.books.values())
    files: Files = {f"static/{name}": text for name, text in _static().items()}
    files["index.md"] = home_page(library)
    parts = [Entry(say(language, "games"), "index.md")]
    for book in books:
        files |= {f"games/{book.name}/{name}": text for name, text in game_files(library, book).items()}
        if book.base not in library.books:
            parts.append(_game(library, book))
    contents = [Entry(say(language, "games"), tuple(parts))]
    if root is not None:
        written = manual(root, [book.name for book in books])
        files |= written.tree()
        files |= {to: (root / file).read_bytes() for file, to in written.places.items() if to.endswith(".svg")}
        files["reference/commands.md"] = commands_page(parsers)
        files["reference/api.md"] = api_page()
        contents += _handbook(language, written)
    return Tree(language, files, tuple(contents), {f"games/{book.name}/": book.title for book in books})


def _game(library: Library, book: Book) -> Entry:
    """A game in the contents: its pages, and behind them its variants."""
    pages = [Entry(title, f"games/{book.name}/{file}") for title, file in game_contents(library, book)]
    variants = [_game(library, other) for other in library.books.values()
                if other.base == book.name and not other.for_proofs]
    return Entry(book.title, (*pages, *variants))


def _handbook(language: str, pages: Manual) -> list[Entry]:
    """The contents of what is beside the games."""
    def under(folder: str) -> tuple[Entry, ...]:
        return tuple(Entry(_title(pages, file), to) for file, to in pages.places.items()
                     if to.rpartition("/")[0] == folder and to.endswith(".md"))

    return [
        Entry(say(language, "guide"), "guide/first-game.md"),
        Entry(say(language, "reference"), (
            *under("reference"), Entry(say(language, "commands"), "reference/commands.md"),
            Entry(say(language, "messages"), under("reference/messages")),
            Entry(say(language, "python"), "reference/api.md"))),
        Entry(say(language, "project"), (
            *under("project"), Entry(say(language, "decisions"), under("project/decisions")),
            Entry(say(language, "reports"), under("project/reports")))),
    ]


def _title(pages: Manual, file: str) -> str:
    first = pages.read(file).lstrip().partition("\n")[0]
    return first.removeprefix("# ").replace("`", "") if first.startswith("# ") else file.rpartition("/")[2].title()


def _static() -> dict[str, bytes]:
    folder = resources.files("qedeck.site").joinpath("static")
    files = {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}
    made = {NAME: page_script(), DRAW: draw_script(), EVENING: evening_script()}
    return files | {name: text.encode("utf-8") for name, text in made.items()}


def theme_files() -> dict[str, bytes]:
    """What we change of the theme's templates."""
    found: dict[str, bytes] = {}
    folders = [(resources.files("qedeck.site").joinpath("static/theme"), "")]
    while folders:
        folder, name = folders.pop()
        for file in folder.iterdir():
            if file.is_dir():
                folders.append((file, f"{name}{file.name}/"))
            else:
                found[f"{name}{file.name}"] = file.read_bytes()
    return found


def to_build(site: Site, live: bool = False) -> Files:
    """The folder that a builder works in, by file."""
    files: Files = {"base.yml": base()}
    files |= {f"theme/{name}": text for name, text in theme_files().items()}
    for tree in site.trees:
        files[f"{tree.language}.yml"] = of_language(tree.language, tree.contents, f"out/{tree.language}", live)
        files |= {f"{tree.language}/{name}": text for name, text in tree.files.items()}
    return files
