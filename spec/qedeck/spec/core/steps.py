"""Steps: what happens between two decisions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from qedeck.spec.core.sights import EVERYBODY
from qedeck.spec.core.terms import Expr
from qedeck.spec.core.types import Type
from qedeck.spec.source import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class ZoneRef:
    """A zone, whose (owner) and which place of it (grids and rows); `also`: which one, besides whose."""

    zone: str
    owner: Expr | None = None
    place: Expr | None = None
    also: tuple[Expr, ...] = ()

    @property
    def index(self) -> tuple[Expr, ...]:
        """Which of the zones of this name: the first indices of its cells."""
        return self.also if self.owner is None else (self.owner, *self.also)


@dataclass(frozen=True, slots=True)
class Assign:
    """The cell becomes the value; outside the variable's type it is undefined (Q503)."""

    var: str
    index: tuple[Expr, ...]
    value: Expr
    clause: str = ""
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Move:
    """One card (or, with None, all of them) from zone to zone: the only way cards travel.

    From a pile the card must be there; from a row or a grid it is taken from `place`, or, from
    a row without a place, the last one of that face. Later cards of a row close up. Onto a row
    it comes last and remembers `by`. Sizes are kept here and nowhere else. Undefined: Q504.
    noticed: by whom at all, over the local VIEWER; everybody but where eyes are closed.
    """

    card: Expr | None
    source: ZoneRef
    target: ZoneRef
    by: Expr
    clause: str = ""
    span: Span = field(default=NOWHERE, compare=False, repr=False)
    noticed: Expr = EVERYBODY


@dataclass(frozen=True, slots=True)
class Tell:
    """Shown to those for whom `audience` holds over the local "viewer": part of their history.

    kind "show": some values; "show ZONE": all that lies there (a pile: how many of each card;
    a row or grid: the card at each place); "swap": two places changed cards (whose, which place; twice);
    "together": what a group has chosen, one of them for all; "announce NAME": said aloud, in words of the text files.
    """

    kind: str
    values: tuple[tuple[Expr, Type], ...]
    audience: Expr
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """Undefined unless it holds."""

    condition: Expr
    code: str
    clause: str = ""
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class When:
    condition: Expr
    then: tuple[Step, ...]
    otherwise: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Each:
    """The body for local = low..high-1 in this order, where."""

    local: str
    low: int
    high: int
    where: Expr | None
    body: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Let:
    """Evaluated once, then fixed for the body."""

    local: str
    value: Expr
    body: tuple[Step, ...]


ANNOUNCED = "announce "
"""How the kind of a Tell begins that is an announcement; its name comes next."""

Step: TypeAlias = Assign | Move | Tell | Check | When | Each | Let
