"""What both languages share when clauses are put into words: names that lead to rules, and names that a clause binds.

While it is put together a sentence is text; a word that leads somewhere carries its anchor in signs that no game can
contain. `prose_of` takes them out again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from qedeck.site.book.fill.desk import Desk
from qedeck.site.book.prose import Phrase, Prose, Ref, anchor_of, card_anchor
from qedeck.spec import tree as t

_LINK = re.compile("\x02([rc])([^\x03]*)\x03([^\x04]*)\x04")
_KINDS = {"rule": "r", "card": "c"}


def linked(words: str, kind: str, anchor: str) -> str:
    """Words that lead to a rule or to a card."""
    return f"\x02{_KINDS[kind]}{anchor}\x03{words}\x04"


def prose_of(text: str) -> Prose:
    """A sentence with its links as data."""
    phrases: list[Phrase] = []
    at = 0
    for found in _LINK.finditer(text):
        phrases += [Phrase(text[at : found.start()])] if found.start() > at else []
        phrases.append(Phrase(found[3], Ref("card" if found[1] == "c" else "rule", found[2])))
        at = found.end()
    return tuple(phrases + ([Phrase(text[at:])] if at < len(text) else []))


def bare(text: str) -> str:
    """The same without links."""
    return _LINK.sub(lambda found: found[3], text)


def capital(text: str) -> str:
    """The first letter made large, also inside a link."""
    found = _LINK.match(text)
    if found:
        said = found[3]
        return f"\x02{found[1]}{found[2]}\x03{said[:1].upper()}{said[1:]}\x04{text[found.end():]}"
    return text[:1].upper() + text[1:]


@dataclass(frozen=True, slots=True)
class Said:
    """A line of a list while it is put together: no capital letter yet, and no full stop."""

    text: str
    depth: int
    ordered: bool = True
    opens: bool = False
    """More stands under it."""


@dataclass(frozen=True, slots=True)
class Known:
    """What a bound name is called: in full, and whether the sentence has just said what it is."""

    type: str
    words: str
    silent: bool = False
    whose: str = ""
    """How it owns something, if not in the usual way: their."""


@dataclass(frozen=True)
class Env:
    """The names that a clause has bound so far."""

    names: dict[str, Known] = field(default_factory=dict)
    lettered: frozenset[str] = frozenset()
    """Kinds of things that go by their letters, because several are spoken of at once: place i, place j."""

    def others(self, name: str, type_: str) -> int:
        """How many things of a kind are known by other names: one of the same name is not meant any more."""
        return sum(known.type == type_ for other, known in self.names.items() if other != name)

    def bind(self, name: str, known: Known) -> Env:
        return replace(self, names={**self.names, name: known})

    def chooser(self, name: str, words: str = "", whose: str = "") -> Env:
        """While somebody chooses, what is theirs is their own."""
        known = self.names[name]
        return self.bind(name, replace(known, words=words or known.words, whose=whose))

    def chosen(self, name: str, words: str) -> Env:
        """From here on it is what was chosen; a second one of its kind is told apart by its letter."""
        known = self.names[name]
        twice = any(other.words == words for key, other in self.names.items() if key != name)
        return self.bind(name, replace(known, words=f"{words} {name}" if twice else words))

    def loud(self) -> Env:
        """Nothing goes without saying any more."""
        return replace(self, names={name: replace(known, silent=False) for name, known in self.names.items()})


class Lore:
    """What a word of the game stands for, as far as sentences depend on it."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        parts = desk.written.values()
        self.zones = {part.name.text: part for part in parts if isinstance(part, t.Zone)}
        self.sets = {part.name.text if part.name else "card" for part in parts if isinstance(part, t.Cards)}
        self.readings = {part.name.text for part in parts if isinstance(part, t.Reading)}
        self.families = set(desk.families)
        self.several = {
            line.family.text for part in parts if isinstance(part, t.Cards) for line in part.lines if line.spreads
        }
        """Families with more than one face: `chest`, and not `seer`."""
        self.yes_no = {
            part.name.text for part in parts
            if (isinstance(part, t.Define) and len(part.parts) == 1 and isinstance(part.parts[0].type, t.TypeYesNo))
            or (isinstance(part, t.Remembered | t.Parameter) and isinstance(part.type, t.TypeYesNo))
        }
        self.of_places = {
            part.name.text: tuple(param.type.text == "place" for param in part.params)
            for part in parts if isinstance(part, t.Define)
        }
        defines = [part for part in parts if isinstance(part, t.Define)]
        self.finds_place = {part.name.text for part in defines if isinstance(part.parts[0].type, t.TypePlace)}
        self.defines = {part.name.text for part in parts if isinstance(part, t.Define)}

    def name(self, word: str) -> str:
        """A word of the game, leading to the rule that says what it is."""
        said, key = self.desk.word(word), self.desk.named.get(word)
        if key is None or key not in self.desk.anchored or self.desk.clauses[key].kind in ("values", "cards"):
            return said
        return linked(said, "rule", anchor_of(key))

    def fact(self, word: str, so: bool, args: list[str], value: str = "") -> str:
        """That something is so, or is not, as the text file says it under [facts]; nothing if it does not say it."""
        facts = self.desk.texts.files.get(self.desk.language, {}).get("facts", {})
        said = facts.get(word if so else f"{word}.not")
        if said is None or word not in self.desk.named:
            return ""
        found = str(said).replace("{value}", value)
        for place, arg in enumerate(args, 1):
            found = found.replace(f"{{{place}}}", arg)
        return found

    def place(self, number: int) -> str:
        """A place of a row by its number: what lies there."""
        card = self.desk.word("card")
        return f"{number}番目の{card}" if self.desk.ja else f"{card.lower()} {number}"

    def kind(self, word: str) -> str:
        """What kind of thing a name is bound to: `cards` and `card` are the same."""
        known = {"player", "number", "place", "gap", *self.desk.kinds}
        return word[:-1] if word not in known and word.endswith("s") and word[:-1] in known else word

    def fixed(self, word: str) -> bool:
        """Whether a word is the same at any time: a member of a list or a card, not a value, a zone or a definition."""
        key = self.desk.named.get(word)
        return key is None or self.desk.clauses[key].kind in ("values", "cards")

    def counter(self, type_: str) -> str:
        """The word that things of a kind are counted with: 3人, 3枚."""
        kind = self.kind(type_)
        told = self.desk.texts.files.get(self.desk.language, {}).get("counters", {}).get(kind)
        usual = "人" if kind == "player" else "枚" if kind in self.sets else "つ"
        return str(told) if told else usual

    def alive(self, type_: str) -> bool:
        """Whether somebody is there (いる), or something (ある)."""
        return self.counter(type_) in ("人", "匹", "頭", "羽")

    def card(self, word: str) -> str:
        """A card by its whole name."""
        return linked(self.desk.word(word), "card", card_anchor(word))

    def reading(self, name: str, word: str) -> str:
        return self.desk.texts.alternative(self.desk.language, name, word)


def simple(expr: t.Expr) -> bool:
    """Whether it is one word or number, that needs no brackets anywhere."""
    match expr:
        case t.Integer() | t.YesNo() | t.Nothing() | t.PlayerCount() | t.Name() | t.Numbered():
            return True
        case _:
            return False


__all__ = ["Env", "Known", "Lore", "Said", "bare", "capital", "linked", "prose_of", "simple"]
