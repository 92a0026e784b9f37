"""The [look] of a text file: which symbol, colour and finish a word of the game is drawn with.

`chest = "chest gold"`: a few words, in any order. Here are the words there are, and the check both ways: a look for
a word that the game does not have, and a look that nobody can draw. What they look like is the site's affair.
"""

from __future__ import annotations

from dataclasses import dataclass

from qedeck.spec import tree as t
from qedeck.spec.diagnostic import Report, did_you_mean
from qedeck.spec.source import Source, Span
from qedeck.spec.texts import Texts

SYMBOLS = (
    "wolf", "hound", "sheep", "bird", "rat", "fish", "cat", "paw",
    "mask", "eye", "hand", "skull", "heart", "person", "people", "cap", "horns",
    "chest", "knife", "sword", "bow", "shield", "crown", "key", "lantern", "coin", "bone", "meat", "blanket", "cup",
    "bell", "scroll", "flask", "flute", "hourglass", "house", "gem", "anchor", "ship", "die", "flag",
    "sun", "moon", "star", "drop", "leaf", "flame", "flower", "tree", "snow", "bolt", "mountain", "wave", "cloud",
    "circle", "ring", "square", "triangle", "hexagon", "cross", "diamond", "spade", "club", "petals", "bars",
    "crescents",
)
COLOURS = ("blue", "orange", "green", "purple", "gold", "rose", "teal", "brown", "red", "slate", "ink", "sky")
FINISHES = ("open", "solid", "round")
"""open: ink on paper. solid: a panel of the colour. round: no card but a chip."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a text file says of how a word looks; None where it says nothing."""

    symbol: str | None = None
    colour: str | None = None
    finish: str | None = None


def wanted(texts: Texts, language: str, word: str) -> Wanted:
    """The look of a word: as its own language says, or else as another does. Looks need no translation."""
    first = texts.files.get(language, {}).get("look", {})
    for look in (first, *(file.get("look", {}) for file in texts.files.values())):
        if word in look:
            return parsed(str(look[word]))
    return Wanted()


def parsed(look: str) -> Wanted:
    """The words of a look; what is no such word is passed over, for `check_looks` has told it."""
    words = look.split()

    def first(known: tuple[str, ...]) -> str | None:
        return next((word for word in words if word in known), None)

    return Wanted(first(SYMBOLS), first(COLOURS), first(FINISHES))


def check_looks(texts: Texts, sources: dict[str, Source], written: tuple[t.Clause, ...], report: Report) -> None:
    """Both ways: a look of nothing (Q415), and a look that says what nobody can draw, or says it twice (Q428)."""
    known = _words(written)
    for language, file in texts.files.items():
        for name, look in file.get("look", {}).items():
            place = _place(sources[language], name)
            if name not in known:
                report.error("Q415", f"this look belongs to no word of the game: {name}", place,
                             did_you_mean(name, known))
                continue
            words = str(look).split()
            strange = [word for word in words if word not in (*SYMBOLS, *COLOURS, *FINISHES)]
            if strange:
                report.error("Q428", f"no symbol, colour or finish is called {strange[0]}", place,
                             did_you_mean(strange[0], (*SYMBOLS, *COLOURS, *FINISHES)))
            for what, names in (("symbol", SYMBOLS), ("colour", COLOURS), ("finish", FINISHES)):
                several = [word for word in words if word in names]
                if len(several) > 1:
                    report.error("Q428", f"{name} can have one {what}, not {' and '.join(several)}", place)


def _words(written: tuple[t.Clause, ...]) -> set[str]:
    """All that is drawn: sets of cards, families, cards, words of lists, zones, what is remembered or left open."""
    found = {"card"}
    for clause in written:
        if isinstance(clause, t.Values):
            found |= {member.text for member in clause.members}
        elif isinstance(clause, t.Cards):
            if clause.name is not None:
                found.add(clause.name.text)
            for line in clause.lines:
                found.add(line.family.text)
                for _, low, high in line.spreads:
                    found |= {f"{line.family.text} {number}" for number in range(low, high + 1)}
        elif isinstance(clause, t.Parameter):
            found.add(clause.name.text)
        elif isinstance(clause, t.Zones | t.Remember):
            found |= {line.name.text for line in clause.lines}
    return found


def _place(source: Source, name: str) -> Span:
    """Where the look stands, as far as that can be told from the text."""
    section = max(0, source.text.find("[look]"))
    offset = source.text.find(name, section)
    offset = offset if offset >= 0 else section
    return Span(source.name, offset, offset + len(name))
