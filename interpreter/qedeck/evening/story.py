"""The story of an evening, to be shared when it is over; and what would be taken back: an evening in, lines out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from qedeck.evening.evening import Evening
from qedeck.evening.people import COLON, people
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
    title = evening.game.texts.title(language, evening.game.variant or evening.game.name)
    found = [HEAD[language].format(title=title, n=len(evening.sheet.names)), ""]
    for person in people(evening, language):
        told = PERSON[language].format(name=person.name, cards=person.cards) if person.cards else person.name
        found.append(told + ("" if person.living else OUT[language]))
    found.append("")
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
    found, play = [], evening.play
    for at in (one for one in evening.mine() if one >= step):
        lines = lines_of(play.rules.words, evening.events(at), language)
        chosen = isinstance(play.core.nodes[play.actions[at - 1].node], c.Decision) and bool(lines)
        entered = lines[0][0] if chosen else play.actions[at - 1].label(language)
        found.append(Taken(at, entered, tuple(_learned(evening, at, language))))
    return found


def _learned(evening: Evening, at: int, language: str) -> Iterator[str]:
    """What people saw or heard after an entry, as far as the leaves were turned."""
    words, leaves = evening.play.rules.words, evening.leaves(at, language)
    if at == evening.since:
        leaves = leaves[: evening.sheet.turned + 1]
    for cue in (cue for leaf in leaves for cue in leaf.cues if cue.kind in ("some", "all")):
        names = COMMA[language].join(words.name(language, words.player(seat)) for seat in cue.seats)
        yield f"{names}{COLON[language]}{cue.text}" if names else cue.text


def last_aloud(evening: Evening, language: str) -> str:
    """What was announced last before the leaves that lie open."""
    for step in range(evening.since - 1, -1, -1):
        for leaf in reversed(evening.leaves(step, language)):
            if leaf.aloud:
                return leaf.aloud
    return ""
