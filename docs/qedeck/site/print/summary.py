"""The summary: a Book in, one page for the table out, as plain data, from the fullest telling to the shortest.

Phases in order, who chooses what, what cards do, the end and the scoring: what of it is told, and in which type, is
tried until it fits on its page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from qedeck.site.book.prose import Paragraph, plain
from qedeck.site.book.record import Book
from qedeck.site.book.rules import ChapterKey, Choice, Rule, Stage
from qedeck.site.pages.front import in_short, telling
from qedeck.site.pages.place import Place
from qedeck.site.pages.rules import LONGEST_MANNER
from qedeck.site.print.drawn import Art
from qedeck.site.print.manuscript import counts_of, place_of
from qedeck.site.print.runs import words

# Where one sentence ends and the next begins; and sentences that only send the reader elsewhere.
_SENTENCES = {"en": re.compile(r"(?<=[.!?]) (?=[A-Z“(])"), "ja": re.compile(r"(?<=。)(?!」)")}
_ELSEWHERE = {"en": re.compile(r"^(?:But s|S)ee “"), "ja": re.compile(r"」[もを]見てください。$")}
# Of what is chosen, the condition that it has to meet: its rule says that better.
_CONDITION = {"en": re.compile(r" such that .*"), "ja": re.compile(r".*(?:成り立つ|成り立たない|でない|である)")}
_CLUMSY = re.compile(r"[“”「」]|'s\b|\bwhose\b")


@dataclass(frozen=True, slots=True)
class Telling:
    """How much is told: how deep phases go, how many sentences a rule has, and which rules of a chapter there are."""

    depth: int
    sentences: int
    most: int
    size: tuple[float, float]
    """From the smallest type that is good for so many words to the largest."""


TELLINGS = (
    Telling(3, 9, 99, (8.5, 12.5)), Telling(2, 9, 99, (8, 10)), Telling(2, 2, 99, (7.5, 9.5)),
    Telling(2, 1, 99, (7.5, 9)), Telling(2, 1, 8, (7, 9)), Telling(1, 1, 6, (6.5, 9)), Telling(0, 0, 6, (6, 9)),
    Telling(0, 0, 0, (5, 9)),
)
STEP = 0.25


def tellings(book: Book, art: Art) -> Iterator[list[dict[str, Any]]]:
    """One page after the other, with fewer and fewer words; each in type that grows."""
    for telling_ in TELLINGS:
        page = _Page(place_of(book), art, telling_).whole()
        least, most = telling_.size
        yield [{**page, "size": least + STEP * k} for k in range(round((most - least) / STEP) + 1)]


@dataclass
class _Page:
    place: Place
    art: Art
    telling: Telling

    def whole(self) -> dict[str, Any]:
        book, say = self.place.book, self.place.say
        small = [self.art.small[card.word] for card in telling(book.box) if card.word in self.art.small]
        parts: list[dict[str, Any]] = [
            {"title": say("setup by players"), "table": self.table(), "items": []},
            {"title": say("course"), "items": self.phases(book.course)},
            {"title": self.title("cards"), "items": self.rules("cards")},
            {"title": self.title("end"), "items": self.rules("end")},
            {"title": self.title("scoring"), "items": self.rules("scoring")},
        ]
        return {
            "title": words(book.title), "summary": say("print summary"), "facts": in_short(self.place), "fan": small,
            "parts": [part for part in parts if part["items"] or part.get("table")],
        }

    def title(self, key: ChapterKey) -> str:
        return next((words(chapter.title) for chapter in self.place.book.chapters if chapter.key == key), "")

    def table(self) -> dict[str, Any] | None:
        setup = self.place.book.setup
        rows = [row for row in setup.rows if row.differs or len(setup.players) == 1]
        if not rows or not self.telling.most:
            return None
        return {"head": counts_of(self.place), "rows": [[words(plain(row.label)), *map(words, row.values)]
                                                          for row in rows]}

    def phases(self, stages: Sequence[Stage], depth: int = 0) -> list[dict[str, Any]]:
        found = []
        for stage in {stage.rule: stage for stage in reversed(stages) if not stage.again}.values():
            rule = self.place.rules.get(stage.rule)
            manner = words(plain(stage.manner))
            inside = self.phases(stage.stages, depth + 1) if depth < self.telling.depth else []
            found.append({
                "heading": words(stage.heading), "depth": depth, "inside": inside,
                "manner": manner if len(manner) <= LONGEST_MANNER[self.place.language] else "",
                "text": self.short(rule.prose) if rule else "",
                "choices": self.choices(rule.choices) if rule and self.telling.sentences else [],
            })
        return found[::-1]

    def rules(self, key: ChapterKey) -> list[dict[str, Any]]:
        """The rules of a chapter that stand on their own; what only helps another is told by that."""
        own = [rule for chapter in self.place.book.chapters if chapter.key == key for rule in chapter.rules]
        deepest = 0 if key == "cards" else min(1, self.telling.depth // 2)
        shown = [(rule, self.short(rule.prose)) for rule in own if rule.depth <= deepest]
        told = [(rule, text) for rule, text in shown if text or not self.telling.sentences]
        return [{"heading": words(rule.heading), "depth": rule.depth, "inside": [], "manner": "", "text": text,
                 "choices": []} for rule, text in self.first(told)]

    def first(self, told: list[tuple[Rule, str]]) -> list[tuple[Rule, str]]:
        """If there is no room for all: those that speak of cards, then the others."""
        if len(told) <= self.telling.most:
            return told
        chosen = sorted(told, key=lambda one: not one[0].cards)[: self.telling.most]
        return [one for one in told if one in chosen]

    def short(self, prose: Sequence[Paragraph]) -> str:
        language = self.place.language
        said = [sentence for paragraph in prose for sentence in _SENTENCES[language].split(words(plain(paragraph)))]
        kept = [sentence for sentence in said if sentence and not _ELSEWHERE[language].search(sentence)]
        return ("" if language == "ja" else " ").join(kept[: self.telling.sentences])

    def choices(self, choices: Sequence[Choice]) -> list[str]:
        """Who chooses what, where a few words say it."""
        told = []
        for choice in choices:
            what = words(" / ".join(choice.options) or _CONDITION[self.place.language].sub("", choice.what))
            by = "" if _CLUMSY.search(choice.by) else words(choice.by)
            if not what or _CLUMSY.search(what) or (not by and len(choice.options) < 2):
                continue
            what = what if choice.options else self.place.say("print choose", what=what)
            said = self.place.say("choice", who=by, what=what) if by else what
            told.append(f"{said} ({self.place.say('may decline')})" if choice.optional else said)
        return list(dict.fromkeys(told))
