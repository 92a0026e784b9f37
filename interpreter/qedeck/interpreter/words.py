"""Values and words: what a number of the state is called, and which number a word stands for.

In: a Core and the texts of its game; out: words for scripts and traces, names for people.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from qedeck.interpreter.state import Side
from qedeck.spec import core as c
from qedeck.spec.texts import Texts, spoken

Word: TypeAlias = str | int | bool
"""A member's name ("chest 7", "player 2", "none"), a number, or yes and no as True and False."""

_SLOT = re.compile(r"\{([^{}]+)\}")
YES_NO = {"en": ("no", "yes"), "ja": ("いいえ", "はい")}
NONE = {"en": "none", "ja": "なし"}


def in_words(word: object) -> str:
    """A word as a spec writes it: yes and no, never True and False."""
    return YES_NO["en"][word] if isinstance(word, bool) else str(word)


@dataclass(frozen=True, slots=True)
class Words:
    """The vocabulary of one game at one player count."""

    core: c.Core
    texts: Texts

    # ---- the spec's own words ------------------------------------------------------------

    def word(self, type_: c.Type, value: int) -> Word:
        match type_:
            case c.YesNo():
                return bool(value)
            case c.Whole():
                return int(value)
            case c.Member(domain):
                return domain.members[value] if 0 <= value < domain.size else "none"
            case _:
                assert_never(type_)

    def value(self, type_: c.Type, word: Word) -> int | None:
        """The value that a word stands for, or None where the type has nothing of that name."""
        match type_:
            case c.YesNo():
                if isinstance(word, bool):
                    return word
                return {"yes": True, "no": False}.get(str(word).lower())
            case c.Whole(low, high):
                number = as_number(word)
                return number if number is not None and low <= number <= high else None
            case c.Member(domain, optional):
                text = " ".join(str(word).split())
                if optional and text == "none":
                    return c.NONE
                return domain.members.index(text) if not isinstance(word, bool) and text in domain.members else None
            case _:
                assert_never(type_)

    def values(self, type_: c.Type) -> range:
        match type_:
            case c.YesNo():
                return range(2)
            case c.Whole(low, high):
                return range(low, high + 1)
            case c.Member(domain, optional):
                return range(c.NONE if optional else 0, domain.size)
            case _:
                assert_never(type_)

    def player(self, seat: int) -> str:
        """The word for a seat, counted from 1."""
        return self.core.domains["player"].members[seat - 1]

    def is_card(self, type_: c.Type) -> bool:
        return isinstance(type_, c.Member) and type_.domain.name in self.core.families

    # ---- names for people ------------------------------------------------------------------

    def name(self, language: str, word: Word) -> str:
        if isinstance(word, bool):
            return YES_NO[language][word]
        if isinstance(word, int):
            return str(word)
        return NONE[language] if word == "none" else self.texts.name(language, word)

    def listing(self, language: str, counts: Mapping[str, int]) -> str:
        """Cards with how many there are of each: chest 1, knife ×2."""
        names = [self.name(language, card) + (f" ×{n}" if n > 1 else "") for card, n in counts.items() if n]
        return ("、" if language == "ja" else ", ").join(names)

    def which(self, language: str, side: Side[int]) -> list[str]:
        """Which of the zones of its name it is, besides whose: the words of its list."""
        kinds = self.core.zones[side.zone].also
        return [self.name(language, self.word(c.Member(kind), k)) for kind, k in zip(kinds, side.also, strict=True)]

    def place(self, language: str, side: Side[int]) -> str:
        """One end of a move: Player 3's hand, the column (left)."""
        zone = self.core.zones[side.zone]
        name, which = self.texts.name(language, side.zone), self.which(language, side)
        if language == "ja":
            name = "の".join([*which, name])
        if side.owner is not None:
            owner = self.name(language, self.core.domains["player"].members[side.owner])
            name = f"{owner}の{name}" if language == "ja" else f"{owner}'s {name}"
        elif language == "en":
            name = f"the {name}"
        spot = [] if language == "ja" else which
        if zone.kind == "grid" and zone.places is not None and side.place is not None and side.place >= 0:
            spot = [*spot, self.name(language, zone.places.members[side.place])]
        if spot:
            name = f"{name}（{spot[0]}）" if language == "ja" else f"{name} ({', '.join(spot)})"
        return name

    def clause(self, language: str, name: str) -> str:
        return self.texts.name(language, name) if name else ""


def as_number(word: Word) -> int | None:
    if isinstance(word, bool):
        return None
    if isinstance(word, int):
        return word
    text = word.strip()
    return int(text) if text.isascii() and text.removeprefix("-").isdigit() and len(text) < 12 else None


def slots(template: str) -> list[str]:
    """What is to be filled in."""
    return _SLOT.findall(template)


def fill(template: str, slots: Mapping[str, str]) -> str:
    """The template with {player} and the like filled in; a slot nobody knows stays as it is."""
    return _SLOT.sub(lambda found: slots.get(found.group(1), found.group(0)), template)


__all__ = ["Word", "Words", "as_number", "fill", "spoken"]
