"""What was claimed, as it stands in the game: a property and the place of one of its claims in, its words out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from qedeck.spec import tree as t
from qedeck.spec.plain import and_so_on, counted
from qedeck.spec.source import Source
from qedeck.spec.variants import clause_name

NAMED = 3
"""So many changes of a game are told one by one."""


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
        f"{source.words(claim.span)} {_listed(claim.changes, source)}".strip(),
        prop.title or "",
        tuple(narrowed),
        cites,
        claim.span.file,
        source.line_of(claim.span.start),
        place + 1,
        len(prop.claims),
    )


# ---- what is changed -------------------------------------------------------------------------------


def _listed(changes: tuple[t.Clause, ...], source: Source) -> str:
    """The changes of `same game with`, each in a word or two."""
    told = [_told(change, source) for change in changes[:NAMED]]
    left = len(changes) - len(told)
    return and_so_on([*told, counted(left, "more change")] if left else told)


def _told(change: t.Clause, source: Source) -> str:
    match change:
        case t.ReplaceClause(clause):
            return f"{'other' if isinstance(clause, _LISTS) else 'another'} {_called(clause)}"
        case t.ReplaceRow(key, define):
            return f"another row {key} of {define}"
        case t.Amend(name):
            return f"{name} changed"
        case t.Remove(name):
            return f"no {name}"
        case t.RestrictPlayers(low, high):
            return f"{low} to {high} players" if low < high else f"{low} players"
        case t.Restrict(name):
            return f"a narrower {name}"
        case t.Set(setting):
            return f"{source.words(setting.span)} by default"
        case _:
            return f"{'more' if isinstance(change, _LISTS) else 'a new'} {_called(change)}"


_LISTS = (t.Zones, t.Cards, t.Remember)
"""Clauses of which a game may have several."""


def _called(clause: t.Clause) -> str:
    return "to remember" if isinstance(clause, t.Remember) else clause_name(clause)
