"""What every part of the Book is made from: the game, its file, the language, and its clauses by name.

A rule is a clause that says something of the game: no example, no property, and no definition that only proofs use.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from qedeck.site.book.fill.runs import runs_of
from qedeck.site.book.prose import anchor_of
from qedeck.site.book.record import Language
from qedeck.site.book.words.common import JAPANESE
from qedeck.spec import core as c
from qedeck.spec import tree as t
from qedeck.spec.checker.citing import clauses_of
from qedeck.spec.diagnostic import Report
from qedeck.spec.files import shown
from qedeck.spec.game import Game
from qedeck.spec.home import companion, short
from qedeck.spec.readings import with_readings
from qedeck.spec.source import Source, Span
from qedeck.spec.text_files import read_texts
from qedeck.spec.texts import LANGUAGES, Texts, combined, only_for_proofs, spoken

TRIALS = ("example", "property")

Written = t.Clause | t.Zone | t.Remembered
"""What stands behind a name: a clause, or a line of `zones` or `remember`."""


@dataclass(frozen=True)
class Desk:
    """A game opened in one language."""

    game: Game
    path: Path
    language: Language

    @property
    def ja(self) -> bool:
        return self.language == "ja"

    @property
    def texts(self) -> Texts:
        return self.game.texts

    @property
    def name(self) -> str:
        return self.game.variant or self.game.name

    @cached_property
    def head(self) -> t.Game:
        return next(clause for clause in self.game.clauses if isinstance(clause, t.Game))

    @cached_property
    def clauses(self) -> dict[str, c.Clause]:
        """Every clause by the name that texts, proofs and anchors use."""
        return clauses_of(self.game.clauses)

    @cached_property
    def keys(self) -> dict[Span, str]:
        """The name of the clause that stands somewhere."""
        return {clause.span: name for name, clause in self.clauses.items()}

    @cached_property
    def written(self) -> dict[str, Written]:
        """The same names, with what is written there."""
        parts = _by_place(self.game.clauses)
        return {name: parts[clause.span] for name, clause in self.clauses.items()}

    @cached_property
    def every_way(self) -> dict[str, Written]:
        """The same names, with what is written there and below the readings that change it."""
        parts = {part.span: part for part in _parts(self.game.rules)}
        return {name: parts.get(part.span, part) for name, part in self.written.items()}

    @cached_property
    def named(self) -> dict[str, str]:
        """Words that a clause can name, each with the clause that says what it is; the plainest meaning wins."""
        found: dict[str, str] = {}
        later: dict[str, str] = {}
        last: dict[str, str] = {}
        for key, part in self.written.items():
            match part:
                case t.Values():
                    last.setdefault(part.name.text, key)
                    for member in part.members:
                        last.setdefault(member.text, key)
                case t.Cards():
                    later.setdefault(part.name.text if part.name else "card", key)
                    for line in part.lines:
                        later.setdefault(line.family.text, key)
                case t.Zone() | t.Remembered() | t.Parameter() | t.Reading() | t.Define() | t.Phase() | t.Event():
                    found.setdefault(part.name.text, key)
                case t.Ending() | t.Example() | t.Property():
                    later.setdefault(part.name.text, key)
                case _:
                    pass
        return last | later | found

    @cached_property
    def kinds(self) -> dict[str, str]:
        """Words that say of what kind something is, each with its clause: suits, cards."""
        found: dict[str, str] = {}
        for key, part in self.written.items():
            if isinstance(part, t.Values):
                found.setdefault(part.name.text, key)
            elif isinstance(part, t.Cards):
                found.setdefault(part.name.text if part.name else "card", key)
        return found

    @cached_property
    def families(self) -> dict[str, str]:
        """Card families, each with the clause that lists it."""
        return {
            line.family.text: key
            for key, part in self.written.items()
            if isinstance(part, t.Cards)
            for line in part.lines
        }

    @cached_property
    def rules(self) -> tuple[str, ...]:
        """The names of the clauses that are rules, in the order of the file."""
        said = (name for name, clause in self.clauses.items() if clause.kind not in TRIALS)
        return tuple(name for name in said if name not in self.tools)

    @cached_property
    def anchored(self) -> frozenset[str]:
        """The names of all clauses that can be pointed at as rules: tools of proofs too."""
        return frozenset(self.rules) | self.tools

    def counter(self, word: str) -> str:
        """The word that a remembered number is counted with; nothing where the text file names none."""
        return str(self.texts.files.get(self.language, {}).get("counters", {}).get(word, ""))

    @cached_property
    def tools(self) -> frozenset[str]:
        """Clauses that only proofs need, definitions mostly: they cite nothing but promises."""
        return frozenset(
            name
            for name, clause in self.clauses.items()
            if clause.kind not in TRIALS and only_for_proofs(clause)
        )

    def written_name(self, name: str) -> str:
        """What a clause is called in the text and in Core: a second one of its name has a number in ours."""
        word = getattr(self.written[name], "name", None)
        return word.text if isinstance(word, t.Word) else name

    def source(self, span: Span) -> Source | None:
        return self.game.sources.get(span.file)

    def line(self, span: Span) -> int:
        source = self.source(span)
        return source.line_of(span.start) if source else 0

    def file(self, span: Span) -> str:
        """The file of a clause without its folder."""
        return short(Path(span.file))

    def words(self, span: Span) -> str:
        """What stands there, on one line."""
        source = self.source(span)
        return source.words(span) if source else ""

    # ---- a variant and its base ----------------------------------------------------------------------

    @cached_property
    def own_texts(self) -> Texts:
        """What stands in the text files of this very game: a variant is heard over its base."""
        own = self._text_file(self.path, self.language)
        return read_texts({self.language: own} if own else {}, Report())

    @cached_property
    def base_texts(self) -> Texts:
        """The texts of the game that a variant varies."""
        found = [{language: self._text_file(home, language) for language in LANGUAGES} for home in self.game.homes[1:]]
        return combined([
            read_texts({language: file for language, file in files.items() if file}, Report()) for files in found])

    def _text_file(self, home: Path, language: str) -> Source | None:
        return self.game.sources.get(shown(companion(home, f"{language}.toml")))

    @cached_property
    def changed(self) -> frozenset[str]:
        """Of a variant: clauses that are not as in the base."""
        if not self.game.variant:
            return frozenset()
        base = {name: clause.span for name, clause in clauses_of(self.game.base).items()}
        parts = _by_place(self.game.base)
        return frozenset(name for name, part in self.written.items() if name not in base or parts[base[name]] != part)

    @cached_property
    def outdated(self) -> frozenset[str]:
        """Of a variant: examples of its base that do not come out as they say here."""
        runs = runs_of(self.game) if self.game.inherited else {}
        return frozenset(name for name, part in self.written.items() if isinstance(part, t.Example)
                         and part.name.text in self.game.inherited and not runs[part.name.text].passed)

    def text(self, name: str) -> str:
        """What somebody wrote about a clause; of a clause that a variant changed, its base has nothing to say."""
        texts = self.own_texts if name in self.changed else self.texts
        return texts.clause(self.language, name) or ""

    @property
    def book_title(self) -> str:
        """What the game is called; a variant without a name of its own is called after its base."""
        own = self.own_texts.files.get(self.language, {}).get("title", {}).get("name")
        base = self.texts.title(self.language, self.game.name)
        base = base if self.texts.files.get(self.language, {}).get("title") else base[:1].upper() + base[1:]
        if own or not self.game.variant:
            return str(own or base)
        return called_after(base, self.name.removeprefix(f"{self.game.name}_"), self.ja)

    # ---- names in the language -------------------------------------------------------------------

    def word(self, word: str) -> str:
        """A word of the game, as people say it."""
        names = self.texts.files.get(self.language, {}).get("names", {})
        if self.ja and word in JAPANESE and word not in names:
            return JAPANESE[word]
        return self.texts.name(self.language, word)

    def announced(self, what: str) -> str:
        """What is said aloud, to be put between quotation marks."""
        return self.texts.announced(self.language, what).rstrip(".。")

    def heading(self, name: str) -> str:
        """What a clause is called, as the title of a rule."""
        said = self._heading(name)
        return said if self.ja else said[:1].upper() + said[1:]

    def _heading(self, name: str) -> str:
        file = self.texts.files.get(self.language, {})
        for section in (file.get("headings", {}), file.get("names", {})):
            if name in section:
                return str(section[name])
        part = self.written.get(name)
        match part:
            case t.Game():
                return "このゲームについて" if self.ja else "about the game"
            case t.Values():
                return self.word(part.name.text)
            case t.Cards(set_name):
                plain = "カード" if self.ja else "cards"
                return self.word(set_name.text) if set_name else plain
            case t.LeaveOut(players):
                return f"{players}人で遊ぶとき" if self.ja else f"with {players} players"
            case t.Trigger(event):
                said = self.word(event.text)
                return f"「{said}」が起きたら" if self.ja else f"when {said} happens"
            case _:
                return self.word(name)

    def title(self, name: str, written: str | None) -> tuple[str, bool]:
        """What an example or a property is called, and whether that is in this language."""
        text = self.texts.clause(self.language, name)
        if text is not None:
            return text, True
        if written:
            return written, self.language == "en"
        return self.word(name), self.language == "en"

    def anchor(self, word: str) -> str | None:
        """The anchor of the clause that says what a word is; None if none does."""
        key = self.named.get(word)
        return anchor_of(key) if key in self.anchored else None


def _by_place(clauses: tuple[t.Clause, ...]) -> dict[Span, Written]:
    """What is written, by where it stands; what a reading adds is no clause of the file.

    A rule that a reading changes is shown as it reads by default.
    """
    return {part.span: part for part in _parts((*with_readings(clauses, Report()), *clauses))}


def _parts(clauses: tuple[t.Clause, ...]) -> Iterator[Written]:
    """Each zone and each remembered value by itself."""
    for clause in clauses:
        yield from clause.lines if isinstance(clause, t.Zones | t.Remember) else (clause,)


def called_after(base: str, more: str, ja: bool) -> str:
    """The title of a variant that has none of its own."""
    return f"{base}：{spoken(more)}" if ja else f"{base}: {spoken(more)}"
