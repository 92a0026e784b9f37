"""The story of an evening, to be shared when it is over; and what would be taken back: an evening in, lines out."""

from __future__ import annotations

from dataclasses import dataclass

from qedeck.evening.evening import Evening
from qedeck.evening.people import people
from qedeck.interpreter.events import Happened
from qedeck.interpreter.telling import COMMA, lines_of
from qedeck.spec import core as c

QUOTED = {"en": "“{}”", "ja": "「{}」"}
HEAD = {"en": "{title}: an evening with {n} players", "ja": "{title}　{n}人の夜"}
PERSON = {"en": "{name}: {cards}", "ja": "{name}：{cards}"}
OUT = {"en": " (out)", "ja": "（脱落）"}
UNFINISHED = {"en": "The evening is not over yet.", "ja": "まだ続いています。"}


def story(evening: Evening, language: str) -> list[str]:
    """All of it: who was there and what they were in the end, and everything that was said and happened."""
    words, title = evening.play.rules.words, evening.game.texts.title(language, evening.game.variant or evening.game.name)
    found = [HEAD[language].format(title=title, n=len(evening.sheet.names)), ""]
    for person in people(evening, language):
        told = PERSON[language].format(name=person.name, cards=person.cards) if person.cards else person.name
        found.append(told + ("" if person.living else OUT[language]))
    for step in range(len(evening.ends)):
        found += _told(evening, step, language)
    return found if evening.play.over else [*found, "", UNFINISHED[language]]


def _told(evening: Evening, step: int, language: str) -> list[str]:
    """What came of an entry; before whatever is announced, an empty line."""
    found: list[str] = []
    for text, events in lines_of(evening.play.rules.words, evening.events(step), language):
        first = events[0]
        aloud = isinstance(first, Happened) and first.telling.kind.startswith(c.ANNOUNCED)
        found += ["", QUOTED[language].format(text)] if aloud else [text]
    return found


@dataclass(frozen=True, slots=True)
class Taken:
    """An entry that would be taken back: what was entered, and what people have learned by it all the same."""

    step: int
    entered: str
    learned: tuple[str, ...]


def taken_back(evening: Evening, step: int, language: str) -> list[Taken]:
    """What goes if play goes back to before an entry: the last entry first. What somebody was shown stays known."""
    found = []
    for at in (one for one in evening.mine() if one >= step):
        lines = lines_of(evening.play.rules.words, evening.events(at), language)
        entered = lines[0][0] if lines else str(evening.sheet.entries[at - 1]["phase"])
        cues = [cue for leaf in evening.leaves(at, language) for cue in leaf.cues]
        found.append(Taken(at, entered, tuple(_learned(evening, cue.text, cue.seats, language) for cue in cues
                                              if cue.kind in ("some", "all"))))
    return found


def _learned(evening: Evening, text: str, seats: tuple[int, ...], language: str) -> str:
    words = evening.play.rules.words
    names = COMMA[language].join(words.name(language, words.player(seat)) for seat in seats)
    return f"{names}{': ' if language == 'en' else '：'}{text}" if names else text


def last_aloud(evening: Evening, language: str) -> str:
    """What was announced last before the leaves that lie open."""
    for step in range(evening.since - 1, -1, -1):
        for leaf in reversed(evening.leaves(step, language)):
            if leaf.aloud:
                return leaf.aloud
    return ""
