"""The state: variables, and the zones that are made of them."""

from __future__ import annotations

from dataclasses import dataclass

from qedeck.spec.core.sights import EVERYBODY, NOBODY
from qedeck.spec.core.terms import Expr
from qedeck.spec.core.types import Domain, Type

RIGID = ("parameter", "reading")
"""The roles of variables that no step changes."""


@dataclass(frozen=True, slots=True)
class Var:
    """A cell of the state, or an array of cells: one for each combination of `dims`.

    role: parameter and reading (fixed while a game lasts), remembered, zone, control
    (loop counters and pending choices: part of the state, shown to nobody).
    sight: whether a seat sees it (`sights`), with WHOSE for the first dimension.
    init: the first value, over locals "#0", "#1" that hold the indices.
    lasting: of control: asked for when the game is over, too (what came of it, what a claim remembers).
    """

    name: str
    type: Type
    dims: tuple[Domain, ...]
    role: str
    sight: Expr
    init: Expr
    clause: str = ""
    lasting: bool = False

    @property
    def rigid(self) -> bool:
        """What it is at first it is as long as the game lasts."""
        return self.role in RIGID

    @property
    def rests(self) -> bool:
        """A counter or a choice: nobody needs it any more when the game is over."""
        return self.role == "control" and not self.lasting


@dataclass(frozen=True, slots=True)
class Zone:
    """Where cards lie. Its cells are variables named after it (`cells_of`):

    pile  NAME[owner?, also…, card] counts, NAME.size[owner?, also…]
    row   NAME.card[owner?, also…, place], NAME.by[owner?, also…, place] (who laid it), NAME.size[owner?, also…]
    grid  NAME.card[owner?, also…, place]

    A row that keeps gaps is a grid whose places have numbers.
    """

    name: str
    kind: str
    owned: bool
    cards: Domain
    places: Domain | None
    sight: Expr
    """Whether a seat sees the faces there (`sights`), with WHOSE for the owner."""
    counted: bool = True
    """Everyone sees how many cards lie there; otherwise those who see the faces do."""
    also: tuple[Domain, ...] = ()
    """What there is one of it each of, besides each player who owns one: words of a list, a second player."""
    firm: int | None = None
    """How many of the places of a grid are there whatever lies in it; the others as far as its last card. None: all."""

    @property
    def alone(self) -> bool:
        """There is one such zone, and no other beside it."""
        return not (self.owned or self.also)


def held(zone: Zone) -> bool:
    """Whether it is held like a hand: somebody's, and some see it and some do not."""
    return zone.owned and zone.sight not in (EVERYBODY, NOBODY)


def card_of(zone: str) -> str:
    """The variable that says which card lies at each place of a row or a grid."""
    return f"{zone}.card"


def by_of(zone: str) -> str:
    """The variable that says who laid each card of a row."""
    return f"{zone}.by"


def size_of(zone: str) -> str:
    """The variable that says how many cards lie in a pile or a row."""
    return f"{zone}.size"


def known_in(zone: str) -> str:
    """The variable that says who remembers the card at each place of a zone: [player, owner?, also…, place].

    It is no for those who see the zone, and where no card lies.
    """
    return f"{zone}.known"


def remembers(name: str) -> str | None:
    """Of a variable that says who remembers which card, the zone."""
    zone, dot, part = name.partition(".")
    return zone if dot and part == "known" else None


def mark_of(mark: str, zone: str) -> str:
    """The variable that says which mark lies on the card at each place of a row or a grid: [owner?, also…, place]."""
    return f"{mark} in {zone}"


def marked(name: str) -> tuple[str, str] | None:
    """Of a variable of marks, the mark and the zone; no other has such a name."""
    mark, lying, zone = name.partition(" in ")
    return (mark, zone) if lying else None


def faces_of(zone: Zone) -> str:
    """The variable that says which cards lie there."""
    return zone.name if zone.kind == "pile" else card_of(zone.name)


def cells_of(zone: Zone) -> tuple[str, ...]:
    """All variables that a zone is made of."""
    more = {"pile": (size_of,), "row": (by_of, size_of), "grid": ()}[zone.kind]
    return faces_of(zone), *(part(zone.name) for part in more)


def places_there(zone: Zone, last: int) -> int:
    """How many places of a grid there are, its last card lying at this one (-1: it is empty)."""
    assert zone.places is not None
    return zone.places.size if zone.firm is None else max(zone.firm, last + 1)
