"""Variants: what one changes, rule by rule, from and to; and which variants lie beside a game."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path

from qedeck.site.book.fill.desk import Desk, called_after
from qedeck.site.book.fill.order import Spot
from qedeck.site.book.fill.ruling import Rulebook
from qedeck.site.book.prose import Paragraph, anchor_of
from qedeck.site.book.record import Change, ChangeKind, VariantLink
from qedeck.site.book.rules import Rule
from qedeck.site.book.words.speaker import Linker, Speaker, condition, speaker_of
from qedeck.site.book.words.speech import prose_of
from qedeck.site.book.words.trial_lines import setting_in_words
from qedeck.spec import tree as t
from qedeck.spec.diagnostic import Diagnostic, Report
from qedeck.spec.files import beside, read_source, shown
from qedeck.spec.game import Game
from qedeck.spec.home import companion, neighbours, parts
from qedeck.spec.reader import read
from qedeck.spec.source import Source
from qedeck.spec.text_files import read_texts
from qedeck.spec.variants import clause_name

MOST_FILES = 500
"""Files beside a game that are looked at."""
_HEAD = re.compile(r"(?m)^variant[ ]+(\S+)[ ]+of[ ]+(\S+)[ ]*(?:\[([^\]\n]*)\])?")
_WORDS: dict[str, tuple[str, str]] = {
    "replaced": ("This rule is replaced.", "このルールが変わります。"),
    "part": ("Part of this rule changes.", "このルールの一部が変わります。"),
    "row": ("One line of this rule changes.", "このルールの1行が変わります。"),
    "added": ("This rule is new.", "このルールが加わります。"),
    "removed": ("This rule is gone.", "このルールがなくなります。"),
    "cards": ("More cards come in.", "カードが加わります。"),
    "players": ("The number of players changes: {}.", "遊べる人数が変わります：{}。"),
    "set": ("This is settled: {}.", "次のように決めます：{}。"),
    "restricted": ("Fewer values are allowed: {}.", "選べる値が減ります：{}。"),
}


@dataclass(frozen=True)
class Variation:
    """A variant beside its base."""

    book: Rulebook

    @property
    def desk(self) -> Desk:
        return self.book.desk

    @cached_property
    def base(self) -> Rulebook:
        """The rulebook of the game that it varies; what was recorded of its rules stands on its own pages."""
        game = self.desk.game
        made = Game(game.name, game.sources, game.base, self.desk.base_texts, [])
        return Rulebook(Desk(made, game.homes[1], self.desk.language), known=())

    @cached_property
    def speaker(self) -> Speaker:
        return speaker_of(self.desk)

    def changes(self) -> tuple[Change, ...]:
        """In the order of the variant's file; examples and properties are no rules."""
        game = self.desk.game
        own = [self.desk.path, *parts(self.desk.path)] if game.variant else []
        sources = [game.sources[shown(file)] for file in own if shown(file) in game.sources]
        return tuple(one for source in sources for clause in read(source)[0].clauses for one in self._changes(clause))

    def _changes(self, clause: t.Clause) -> list[Change]:
        cites = tuple(word.text for word in getattr(clause, "cites", ()))
        match clause:
            case t.ReplaceClause(inner):
                return self._one("replaced", clause_name(inner), tuple(word.text for word in _cites(inner)))
            case t.ReplaceRow(_, define):
                return self._one("row", define.text, cites)
            case t.Amend(name):
                return self._one("part", name.text, cites)
            case t.Remove(name):
                return self._one("removed", name.text, cites)
            case t.RestrictPlayers(low, high):
                counts = f"{low}–{high}" if high > low else str(low)
                return self._one("players", "game", cites, counts)
            case t.Restrict(name):
                return self._one("restricted", name.text, cites, condition(self.speaker, clause.condition))
            case t.Set(setting):
                target = setting.target
                word = target.word if isinstance(target, t.Name | t.Of | t.Call) else ""
                return self._one("set", self.desk.named.get(word, word), cites,
                                 setting_in_words(self.speaker, setting))
            case t.Zones(lines) | t.Remember(lines):
                return [one for line in lines for one in self._one("added", line.name.text, cites)]
            case t.Cards():
                called = clause_name(clause)
                return self._one("cards" if called in self.base.desk.clauses else "added", called, cites)
            case t.Variant() | t.Example() | t.Property() | t.Game():
                return []
            case t.Values(name):
                return self._one("added", f"{name} is one of", cites)
            case _:
                return self._one("added", clause_name(clause), cites)

    def _one(self, kind: ChangeKind, name: str, cites: tuple[str, ...], more: str = "") -> list[Change]:
        before, after = self._rule(self.base, name), self._rule(self.book, name)
        if before is None and after is None:
            return []
        home = self.desk if name in self.desk.clauses else self.base.desk
        words = Paragraph(prose_of(_WORDS[kind][self.desk.ja].format(more)))
        return [Change(kind, anchor_of(name), home.heading(name), cites, before, after, (words,))]

    def _rule(self, book: Rulebook, name: str) -> Rule | None:
        spot = next((spot for spot in book.order.spots if spot.name == name), None)
        return book.rule(spot, "") if isinstance(spot, Spot) else None


def variants_of(desk: Desk) -> tuple[VariantLink, ...]:
    """The variants of this game in its folder, by their names; none of them is checked here."""
    found: list[VariantLink] = []
    for path in islice(neighbours(desk.path), MOST_FILES):
        source = read_source(path)
        head = None if isinstance(source, Diagnostic) else _HEAD.search(source.text)
        if head is not None and head[2] == desk.name and path != desk.path and not _promises_only(head[3]):
            found.append(_link(desk, path, head[1]))
    return tuple(found)


def _link(desk: Desk, path: Path, name: str) -> VariantLink:
    file = beside(path, companion(path, f"{desk.language}.toml").name)
    source = read_source(file, "a file of texts") if isinstance(file, Path) else None
    texts = read_texts({desk.language: source} if isinstance(source, Source) else {}, Report())
    own = texts.files.get(desk.language, {}).get("title", {}).get("name")
    text = texts.clause(desk.language, "game") or ""
    title = str(own) if own else called_after(desk.book_title, name.removeprefix(f"{desk.name}_"), desk.ja)
    return VariantLink(name, title, Linker(desk).paragraphs(text))


def only_for_proofs(desk: Desk) -> bool:
    """Whether a variant is no game for a table, but a way to ask something about its base."""
    source = next(iter(desk.game.sources.values()), None)
    head = _HEAD.search(source.text) if source is not None and desk.game.variant else None
    return head is not None and _promises_only(head[3])


def _promises_only(cites: str | None) -> bool:
    return bool(cites) and all("-P-" in word for word in (cites or "").split())


def about(desk: Desk) -> tuple[Paragraph, ...]:
    """What a game says of itself; a variant, what its own text says."""
    texts = desk.own_texts if desk.game.variant else desk.texts
    own = texts.clause(desk.language, "game")
    return Linker(desk).paragraphs(own) if own else ()


def _cites(clause: t.Clause) -> t.Cites:
    found: t.Cites = getattr(clause, "cites", ())
    return found
