"""What was claimed, as it stands in the game: a property and the place of one of its claims in, its words out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from qedeck.spec import tree as t
from qedeck.spec.source import Source


@dataclass(frozen=True, slots=True)
class Wording:
    """A claim in the words of the file, and all that it is said under."""

    words: str = ""
    title: str = ""
    under: tuple[str, ...] = ()
    """What narrows it down: `with … `, `assuming …`."""
    cites: tuple[str, ...] = ()
    file: str = ""
    line: int = 0
    """Where it is written; what every game is asked is written nowhere."""
    number: int = 1
    of: int = 1
    """Which of the property's claims it is."""

    @property
    def short(self) -> str:
        """One line for it: as its author calls it, or else as it is written."""
        return self.title or self.words

    @property
    def stock(self) -> bool:
        """Whether every game is asked this, and nobody wrote it down."""
        return not self.file

    @property
    def order(self) -> tuple[bool, str, int, str]:
        """Where it stands among others: what is written in the game first, as it is written."""
        return self.stock, self.file, self.line, self.words

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}" if self.file else ""


def wording(prop: t.Property, place: int, sources: Mapping[str, Source]) -> Wording:
    """One claim of a property, counted from 0."""
    claim = prop.claims[place]
    source = sources.get(claim.span.file)
    cites = tuple(word.text for word in prop.cites)
    if source is None:
        # A stock property says in its name what it claims.
        return Wording(prop.name.text, prop.title or "", cites=cites, number=place + 1, of=len(prop.claims))
    narrowed = [f"with {source.words(setting.span)}" for setting in prop.settings]
    narrowed += ["with default readings"] if prop.default_readings else []
    narrowed += [f"assuming {source.words(held.span)}" for held in prop.assuming]
    return Wording(
        source.words(claim.span),
        prop.title or "",
        tuple(narrowed),
        cites,
        claim.span.file,
        source.line_of(claim.span.start),
        place + 1,
        len(prop.claims),
    )
