"""The rulebook as plain data for the template: a Book and its pictures in, cover, chapters and rules out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from qedeck.site.book.prose import plain
from qedeck.site.book.record import Book
from qedeck.site.book.rules import Chapter, Rule, Stage
from qedeck.site.book.worked import WorkedExample
from qedeck.site.pages.cards import copies, in_words, named, used
from qedeck.site.pages.examples import GLYPHS
from qedeck.site.pages.front import in_short, telling
from qedeck.site.pages.parts import MARK_TONES, titled
from qedeck.site.pages.place import Library, Place
from qedeck.site.pages.rules import LONGEST_MANNER
from qedeck.site.print.drawn import Art
from qedeck.site.print.runs import Labels, words

ENOUGH = 8
"""Examples that the chapter of the examples has, if there are so many; every long one that a rule calls for has to."""
SHORT = 8
"""Lines of an example that may stand beside its rule; a longer one stands in the chapter of the examples."""
LONG = 600
"""Letters of a rule that may be broken over two pages."""
GLANCE = 3
"""How deep the course of play is shown in front of its chapter."""
MANY = 6
"""Columns of a table that have room for words."""
SEE_ALSO = 3
DEEPEST = 3
"""Rules that are nested deeper have headings like those above them."""


def place_of(book: Book) -> Place:
    return Place(book, Library(book.language, {book.name: book}), "print")


def counts_of(place: Place) -> list[str]:
    """The head of the set-up table: of many columns, the numbers alone."""
    counts = place.book.setup.players
    if len(counts) > MANY:
        return [place.say("players word"), *map(str, counts)]
    return ["", *(place.say("players count", count=count) for count in counts)]


def manuscript(book: Book, art: Art) -> dict[str, Any]:
    """Everything that is printed, in order."""
    return _Writer(place_of(book), art).whole()


@dataclass
class _Writer:
    place: Place
    art: Art
    labels: Labels = field(default_factory=Labels)
    level: int = 1

    def __post_init__(self) -> None:
        self.book = self.place.book
        for chapter in self.book.chapters:
            self.labels.give(chapter.anchor, str(chapter.number))
            for rule in chapter.rules:
                self.labels.give(rule.anchor, rule.number)
        self.points = {point.anchor: point for point in self.book.points}
        told = dict.fromkeys(anchor for rule in self.book.rules for anchor in rule.examples[:1])
        examples = [self.place.examples[anchor] for anchor in told if anchor in self.place.examples]
        self.beside = {one.anchor for one in examples if _is_short(one)}
        apart = {one.anchor for one in examples} - self.beside
        more = [one.anchor for one in self.book.examples if one.anchor not in self.beside | apart]
        apart |= set(more[: max(0, ENOUGH - len(apart))])
        self.apart = [one for one in self.book.examples if one.anchor in apart]
        self.untold = len(self.book.missing) * 2 > len(self.book.rules)
        for example in self.apart:
            self.labels.give(example.anchor)

    def whole(self) -> dict[str, Any]:
        book, say = self.book, self.place.say
        return {
            "title": words(book.title), "facts": in_short(self.place),
            "draft": f"{say('draft')} {say('draft means')}" if book.draft else "",
            "fan": [self.art.cards[card.word] for card in telling(book.box) if card.word in self.art.cards],
            "about": self.labels.paragraphs(book.about), "contents": say("contents"),
            "chapters": [made for chapter in book.chapters if (made := self.chapter(chapter))["blocks"]],
            "colophon": [
                *([say("print untold")] if self.untold else []), say("print marks"),
                say("print colophon", digest=words(book.digest)[:12])],
            "words": {"see": say("see also"), "changed": say("changed here"), "computed": say("computed"),
                      "page": say("page number")},
        }

    def chapter(self, chapter: Chapter) -> dict[str, Any]:
        self.level = 1
        return {
            "number": str(chapter.number), "title": words(chapter.title), "label": self.labels.place(chapter.anchor),
            "blocks": [*self.extra(chapter), *(self.rule(rule) for rule in chapter.rules)],
        }

    # ---- what a chapter has beside its rules --------------------------------------------------------

    def extra(self, chapter: Chapter) -> Iterator[dict[str, Any]]:
        match chapter.key:
            case "box":
                yield from self.box()
            case "setup":
                yield from self.table()
            case "course" if self.book.course:
                yield {"is": "course", "stages": self.stages(self.book.course)}
            case "examples":
                yield from (self.example(example, apart=True) for example in self.apart)
                rest = len(self.book.examples) - len(self.apart) - len(self.beside)
                if rest > 0:
                    yield {"is": "note", "runs": [{"t": self.place.say("print more examples", count=rest)}]}
            case _:
                pass

    def box(self) -> Iterator[dict[str, Any]]:
        for one in self.book.box.sets:
            cards = [{"svg": self.art.small[card.word], "name": words(card.name),
                      "copies": copies(self.place, card.copies)} for card in one.cards if card.word in self.art.small]
            count, how = in_words(self.place, one.total), used(self.place, one.in_play)
            yield {"is": "cards", "name": words(named(self.place, one)), "cards": cards,
                   "count": words(f"{count} · {how}" if how else count)}
        if self.book.box.other:
            yield {"is": "text", "paragraphs": self.labels.paragraphs(self.book.box.other)}

    def table(self) -> Iterator[dict[str, Any]]:
        """What depends on the number of players, column by column; then what does not."""
        setup = self.book.setup
        alone = len(setup.players) == 1
        rows = [[self.labels.runs(row.label), *([{"t": words(value)}] for value in row.values)]
                for row in setup.rows if row.differs or alone]
        if rows:
            yield {"is": "table", "head": counts_of(self.place), "rows": rows}
        same = [[*self.labels.runs(row.label), {"t": ("：" if self.book.language == "ja" else ": ")
                 + words(row.values[0])}] for row in setup.rows if not row.differs and not alone and row.values]
        if same:
            yield {"is": "list", "title": self.place.say("setup always"), "items": same}

    def stages(self, stages: Sequence[Stage], deep: int = 0) -> list[dict[str, Any]]:
        """The course of play at a glance: what is done in several ways stands once."""
        shown = []
        for stage in {stage.rule: stage for stage in reversed(stages)}.values():
            long = len(plain(stage.manner)) > LONGEST_MANNER[self.book.language]
            shown.append({
                "t": words(stage.heading), "to": self.labels.of(stage.rule),
                "n": self.labels.numbers.get(stage.rule, ""),
                "manner": [] if long else self.labels.runs(stage.manner),
                "inside": [] if stage.again or deep == GLANCE else self.stages(stage.stages, deep + 1),
            })
        return shown[::-1]

    # ---- rules and examples -------------------------------------------------------------------------

    def rule(self, rule: Rule) -> dict[str, Any]:
        # A heading is never more than one level below the one before it.
        self.level = min(self.level + 1, 2 + min(rule.depth, DEEPEST))
        mark = rule.mark if rule.mark.kind not in ("nothing", "stale") else None
        first = [self.place.examples[anchor] for anchor in rule.examples[:1] if anchor in self.place.examples]
        see = [self.place.rules[anchor] for anchor in rule.see_also if self.labels.of(anchor)][:SEE_ALSO]
        beside = [self.example(one) for one in first if one.anchor in self.beside]
        self.beside -= {one.anchor for one in first}
        apart = [{"t": self.place.say("example of", title=titled(words(one.title))), "to": self.labels.of(one.anchor)}
                 for one in first if self.labels.of(one.anchor)]
        return {
            "is": "rule", "number": rule.number, "heading": words(rule.heading), "level": self.level,
            "long": sum(len(plain(one)) for one in rule.prose) > LONG,
            "label": self.labels.place(rule.anchor), "paragraphs": self.labels.paragraphs(rule.prose),
            "mark": {"t": words(mark.words), "tone": MARK_TONES[mark.kind]} if mark else None,
            "changed": rule.changed, "computed": rule.computed and bool(self.book.missing) and not self.untold,
            "readings": self.readings(rule), "see": self.labels.rules(see), "apart": apart, "examples": beside,
        }

    def readings(self, rule: Rule) -> list[dict[str, Any]]:
        """Of something left open: the ways to read it, and which of them is played."""
        point = self.points.get(rule.anchor)
        if point is None:
            return []
        played = self.place.say("default mark")
        return [{"runs": self.labels.runs(one.words), "played": played if one.default else ""}
                for one in point.alternatives]

    def example(self, example: WorkedExample, apart: bool = False) -> dict[str, Any]:
        pictures = self.art.examples.get(example.anchor, ())
        captions = ("before", "after") if len(pictures) == 2 else ("",)
        title = titled(words(example.title))
        return {
            "is": "example", "title": title if apart else self.place.say("example of", title=title),
            "label": self.labels.place(example.anchor) if apart else "",
            "frames": [{"svg": picture, "caption": self.place.say(key) if key else "", "alt": title}
                       for picture, key in zip(pictures, captions, strict=False)],
            "lines": [{"sign": GLYPHS.get(line.kind, ""), "runs": self.labels.runs(line.words)}
                      for line in example.lines],
        }


def _is_short(example: WorkedExample) -> bool:
    return len(example.lines) <= SHORT
