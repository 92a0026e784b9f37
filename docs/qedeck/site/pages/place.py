"""Where a page stands, and how it leads to the others: one address for each thing of a Book."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import assert_never
from urllib.parse import quote

from qedeck.site.book.answers import Point, Promise, Statement
from qedeck.site.book.box import CardFace
from qedeck.site.book.prose import Ref
from qedeck.site.book.record import Book
from qedeck.site.book.rules import Rule
from qedeck.site.book.worked import WorkedExample
from qedeck.site.pages.escaping import file_name, fragment, text
from qedeck.site.pages.phrases import say
from qedeck.site.print.record import Printed


@dataclass(frozen=True, slots=True)
class Drawn:
    """The pictures of a game in one language, as SVG that was made by `draw`, and what replays show."""

    cards: Mapping[str, str]
    """By the word of a card."""
    small: Mapping[str, str]
    """The same for small pictures."""
    examples: Mapping[str, tuple[str, ...]]
    """By the anchor of an example: the table at first, and as it is in the end."""
    shared: str
    """What the pictures of examples have in common, to stand once on a page."""
    replays: Mapping[str, str]
    """Recorded plays by `replay_key`: what <qed-replay> reads."""


NOTHING_DRAWN = Drawn({}, {}, {}, "", {})


def replay_key(promise: str, claim: int, players: int) -> str:
    """A play of a promise, among all plays of a game."""
    return f"{promise} {claim} {players}"


@dataclass(frozen=True)
class Library:
    """All Books of a site in one language, and the pictures of their cards."""

    language: str
    books: Mapping[str, Book]
    drawn: Mapping[str, Drawn] = field(default_factory=dict)
    """By game."""
    tables: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """By game: the player counts that there is a table for."""
    prints: Mapping[str, tuple[Printed, ...]] = field(default_factory=dict)
    """By game: what was printed of it, if anything was."""


@dataclass(frozen=True)
class Place:
    """A page of a game: `rules`, `cards`, `promises/never.stuck`."""

    book: Book
    library: Library
    page: str

    @property
    def language(self) -> str:
        return self.book.language

    @property
    def drawn(self) -> Drawn:
        return self.library.drawn.get(self.book.name, NOTHING_DRAWN)

    @property
    def tables(self) -> tuple[int, ...]:
        return self.library.tables.get(self.book.name, ())

    @property
    def usual_table(self) -> int:
        """How many sit at the table if nobody says so: four, or as near to it as there is a table for."""
        return max((count for count in self.tables if count <= 4), default=self.tables[0] if self.tables else 0)

    def say(self, key: str, **parts: object) -> str:
        return say(self.language, key, **parts)

    def tell(self, key: str, **parts: object) -> str:
        """The same, ready for the page."""
        return text(self.say(key, **parts))

    @property
    def up(self) -> str:
        """From this page to the folder of the game."""
        return "../" * self.page.count("/")

    @property
    def outside(self) -> str:
        """From this page to the folder that holds both languages."""
        return f"{self.up}../../../"

    def at(self, page: str, game: str | None = None) -> str:
        """The address of another page of this game, or of another game."""
        return f"{self.up}{f'../{game}/' if game and game != self.book.name else ''}{page}.html"

    def to(self, ref: Ref) -> str:
        """The address of anything that can be pointed at."""
        match ref.kind:
            case "rule" | "chapter":
                page = "promises" if ref.anchor in self.tools else "rules"
            case "card":
                page = "cards"
            case "example":
                page = "examples"
            case "promise" if self.asked_of_base(ref.anchor):
                return quote(self.at(f"promises/{file_name(ref.anchor)}", self.book.base), safe="/.~-_")
            case "promise":
                return quote(self.at(f"promises/{file_name(ref.anchor)}"), safe="/.~-_")
            case "statement":
                page = "promises"
            case "point":
                page = "open"
            case _:
                assert_never(ref.kind)
        here = "" if page == self.page else self.at(page)
        return f"{here}#{fragment(ref.anchor)}"

    def asked_of_base(self, anchor: str) -> bool:
        """A promise that a variant takes from its base, and of which nobody asked whether the variant keeps it: what
        is known of it was found of the base."""
        promise = self.promises.get(anchor)
        if promise is None or anchor not in self.inherited:
            return False
        return all(one.carried or one.grade == "not asked" for claim in promise.claims for one in claim.answers)

    # ---- things of the Book by their anchors: built once for a Book, not for each page

    @cached_property
    def rules(self) -> Mapping[str, Rule]:
        return {rule.anchor: rule for rule in (*self.book.rules, *self.book.tools)}

    @cached_property
    def tools(self) -> frozenset[str]:
        """What only promises speak of; it stands with them."""
        return frozenset(rule.anchor for rule in self.book.tools)

    @cached_property
    def inherited(self) -> frozenset[str]:
        """Promises of the base, where that has pages on this site."""
        base = self.library.books.get(self.book.base or "")
        return frozenset(promise.anchor for promise in base.promises) if base else frozenset()

    @cached_property
    def promises(self) -> Mapping[str, Promise]:
        return {promise.anchor: promise for promise in self.book.promises}

    @cached_property
    def points(self) -> Mapping[str, Point]:
        return {point.anchor: point for point in self.book.points}

    @cached_property
    def examples(self) -> Mapping[str, WorkedExample]:
        return {example.anchor: example for example in self.book.examples}

    @cached_property
    def statements(self) -> Mapping[str, Statement]:
        return {statement.id: statement for statement in self.book.statements}

    @cached_property
    def cards(self) -> Mapping[str, CardFace]:
        return {card.anchor: card for one in self.book.box.sets for card in one.cards}

    def elsewhere(self, page: str) -> Place:
        """The same game, another page; what was looked up stays."""
        other = Place(self.book, self.library, page)
        for name in ("rules", "tools", "inherited", "promises", "points", "examples", "statements", "cards"):
            other.__dict__[name] = getattr(self, name)
        return other
