"""Books to look at: of the shipped games, each read once, and of README's first game; and all that a Book points at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

from qedeck.site.book.answers import Promise
from qedeck.site.book.making import book_of
from qedeck.site.book.prose import Paragraph, Phrase
from qedeck.site.book.record import Book, Language
from qedeck.site.book.rules import Rule
from qedeck.spec.files import shipped_games
from qedeck.spec.game import Game, load

from ..docs.blocks import ROOT, blocks

LANGUAGES: tuple[Language, ...] = ("en", "ja")
SHIPPED = sorted(shipped_games())


@cache
def game(name: str) -> Game:
    found = load(name)
    assert found.sound
    return found


@cache
def book(name: str, language: Language) -> Book:
    return book_of(game(name), shipped_games()[name], language)


def first_game() -> str:
    """README's sun_and_moon, whole."""
    return next(block.text for block in blocks(ROOT / "README.md") if block.info[:2] == ("qed", "file"))


def written(folder: Path, text: str, **files: str) -> Path:
    """A game in a folder, with whatever lies beside it: `ja="…"` are its Japanese texts."""
    path = folder / "sun_and_moon.qed"
    path.write_text(text, "utf-8")
    for language, texts in files.items():
        (folder / f"sun_and_moon.{language}.toml").write_text(texts, "utf-8")
    return path


def read(path: Path, language: Language = "en") -> Book:
    found = load(path)
    assert found.sound, found.diagnostics
    return book_of(found, path, language)


def parts(record: Any) -> Iterator[Any]:
    """Everything in a Book, however deep."""
    yield record
    if is_dataclass(record):
        for field in fields(record):
            yield from parts(getattr(record, field.name))
    elif isinstance(record, tuple | list):
        for one in record:
            yield from parts(one)
    elif isinstance(record, dict):
        for one in record.values():
            yield from parts(one)


def anchors(book: Book) -> dict[str, list[str]]:
    """Everything that can be pointed at, by kind."""
    return {
        "rule": [rule.anchor for rule in (*book.rules, *book.tools)],
        "card": [card.anchor for cards in book.box.sets for card in cards.cards],
        "example": [example.anchor for example in book.examples],
        "promise": [promise.anchor for promise in book.promises],
        "statement": [statement.anchor for statement in book.statements],
        "chapter": [chapter.anchor for chapter in book.chapters],
    }


def pointed(book: Book) -> Iterator[tuple[str, str, str]]:
    """Every reference: the kind of what it leads to, its anchor, and where it stands."""
    base = {change.anchor for change in book.changes if change.kind == "removed"}
    changes = tuple(change for change in book.changes)
    for part in (one for name in (field.name for field in fields(book)) if name != "changes"
                 for one in parts(getattr(book, name))):
        match part:
            case Phrase(words, to) if to is not None:
                yield to.kind, to.anchor, words
            case Rule():
                lists = {"uses": part.uses, "used by": part.used_by, "see also": part.see_also,
                         "readings": part.readings, "within": (part.within,) if part.within else (),
                         "code": [token.to for token in part.code.tokens if token.to]}
                yield from (("rule", one, f"{part.anchor}, {name}") for name, found in lists.items() for one in found)
                yield from (("card", one, part.anchor) for one in part.cards)
                yield from (("example", one, part.anchor) for one in part.examples)
                yield from (("promise", need.promise, part.anchor) for need in part.needed_by)
                yield from (("promise", one, part.anchor) for one in part.mark.promises)
                yield from (("rule", one, part.anchor) for one in part.mark.readings)
            case Promise():
                yield from (("rule", one, part.anchor) for one in (*part.needs, *part.readings))
                yield from (("promise", one, part.anchor) for one in part.follows)
            case _:
                pass
    for stage in parts(book.course):
        if hasattr(stage, "stages"):
            yield "rule", stage.rule, "course"
    for row in book.setup.rows:
        if row.rule:
            yield row.rule.kind, row.rule.anchor, row.key
    for cards in book.box.sets:
        yield "rule", cards.anchor, "box"
        for card in cards.cards:
            yield from (("rule", one, card.anchor) for one in card.rules)
            named = (card.copies.parameter, *(attribute.parameter for attribute in card.attributes))
            yield from (("rule", one, card.anchor) for one in named if one)
    for example in book.examples:
        yield from (("rule", one, example.anchor) for one in example.rules)
    for statement in book.statements:
        yield from (("rule", one, statement.id) for one in statement.encoded_by)
        yield from (("example", one, statement.id) for one in statement.examples)
        yield from (("promise", one, statement.id) for one in statement.needed_by)
    for point in book.points:
        yield from (("rule", one, point.anchor) for one in (point.anchor, *point.touches))
        yield from (("promise", one, point.anchor) for one in (*point.promises, *point.default_only))
        yield from (("promise", one.promise, point.anchor) for one in point.partings)
    for table in book.odds.tables if book.odds else ():
        yield from (("rule", one.rule, "odds") for one in table.endings if one.rule)
        yield from (("rule", one.rule, "odds") for one in table.clauses)
        yield from (("rule", one, "odds") for one in table.never)
        yield from (("card", one.card, "odds") for one in table.cards)
    yield from (("rule", one, "script") for one in book.script)
    yield from (("rule", change.anchor, "changes") for change in changes if change.anchor not in base)


def prose(book: Book) -> Iterator[Paragraph]:
    return (part for part in parts(book) if isinstance(part, Paragraph))
