"""Terms: pure, typed, finite; partial ones say where they are defined."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from qedeck.spec.core.types import Domain, Type, Whole
from qedeck.spec.source import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class Const:
    value: bool | int


@dataclass(frozen=True, slots=True)
class Local:
    """A variable bound by a fold, a find, a definition, a loop, or a pick."""

    name: str


@dataclass(frozen=True, slots=True)
class Read:
    var: str
    index: tuple[Expr, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Op:
    """and or not implies | eq ne lt le | add sub mul div mod min max.

    `div` and `mod` round down (-7 div 2 is -4) and are undefined for a divisor of 0.
    """

    op: str
    args: tuple[Expr, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Ite:
    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Fold:
    """all any sum max min of `body` over local in low..high-1 where `where`; max and min of nothing are undefined."""

    kind: str
    local: str
    low: int
    high: int
    where: Expr | None
    body: Expr
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Find:
    """The first, last or only local in low..high-1 where; undefined without one (only: without exactly one)."""

    which: str
    local: str
    low: int
    high: int
    where: Expr
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Call:
    """A definition applied; undefined where an argument is outside its domain."""

    define: str
    args: tuple[Expr, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Table:
    """A printed attribute: one constant for each member, None where the card has none."""

    name: str
    values: tuple[int | bool | None, ...]
    index: Expr
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Need:
    """`value`, defined only where `condition` holds."""

    condition: Expr
    value: Expr
    code: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Try:
    """`left` where it is defined, else `right`."""

    left: Expr
    right: Expr
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """`body` in the other position, where two are compared; with only one, in this."""

    body: Expr


@dataclass(frozen=True, slots=True)
class CaseRow:
    name: str
    guard: Expr
    value: Expr
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Cases:
    """Rows with no order: two that apply with different values are a conflict (Q501), none a gap (Q502)."""

    rows: tuple[CaseRow, ...]
    default: Expr | None
    span: Span = field(default=NOWHERE, compare=False, repr=False)


Expr: TypeAlias = Const | Local | Read | Op | Ite | Fold | Find | Call | Table | Need | Try | Elsewhere | Cases


@dataclass(frozen=True, slots=True)
class Define:
    name: str
    params: tuple[tuple[str, Domain | Whole], ...]
    """Each parameter ranges over a domain, or over whole numbers."""
    type: Type
    body: Expr
    clause: str
