"""What the meaning works on and hands back: cells, faults, tellings, arrivals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic

from qedeck.interpreter.algebra import Algebra, B, N, Value
from qedeck.spec.core import Type
from qedeck.spec.source import Span


@dataclass(frozen=True, slots=True)
class Fault(Generic[B]):
    """Where `guard` holds, something undefined was used. Afterwards the state means nothing."""

    guard: B
    code: str
    span: Span
    clause: str


@dataclass(frozen=True, slots=True)
class Side(Generic[N]):
    """One end of a move: the zone, whose it is, and which place of it; `also`: which one, besides whose."""

    zone: str
    owner: N | None
    place: N | None
    also: tuple[N, ...] = ()

    @property
    def index(self) -> tuple[N, ...]:
        """Which of the zones of this name: the first indices of its cells."""
        return self.also if self.owner is None else (self.owner, *self.also)


@dataclass(frozen=True, slots=True)
class Travel(Generic[B, N]):
    """How cards go: move, move all or deal; from where, to where; for each player, whether their faces were seen."""

    kind: str
    source: Side[N]
    target: Side[N]
    seen: tuple[B, ...]
    awake: tuple[B, ...] = ()
    """For each player, whether they notice anything of it; without a word of that, everybody does."""


@dataclass(frozen=True, slots=True)
class Telling(Generic[B, N]):
    """Something happened where `guard` holds, and this is what each player noticed of it.

    kind "move": one card, its face in `values`; "move all" and "deal": how many of each card;
    otherwise the kind and the values of a Tell. `seen`, for each player: notices that it happens;
    `faces`: also sees the values. `by` is who laid the card, none for chance.
    """

    guard: B
    kind: str
    values: tuple[Value, ...]
    types: tuple[Type, ...]
    seen: tuple[B, ...]
    faces: tuple[B, ...]
    source: Side[N] | None
    target: Side[N] | None
    by: N | None
    clause: str


class Cells(Mapping[str, tuple[Value, ...]]):
    """A state: for each variable its cells, flattened with the last dimension running fastest.

    Never changed in place: `put` makes another state. So what definitions are worth can be
    remembered with it.
    """

    __slots__ = ("_hash", "memo", "rows")

    def __init__(self, rows: Mapping[str, tuple[Value, ...]], memo: dict[str, dict[Any, Any]] | None = None) -> None:
        self.rows: dict[str, tuple[Value, ...]] = dict(rows)
        self.memo: dict[str, dict[Any, Any]] = {} if memo is None else memo
        self._hash: int | None = None

    def __getitem__(self, name: str) -> tuple[Value, ...]:
        return self.rows[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(tuple(self.rows.values()))
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cells) and self.rows == other.rows

    def put(self, name: str, row: tuple[Value, ...], readers: Iterable[str] = ()) -> Cells:
        """The state with another row; `readers` are the definitions whose worth it may change."""
        stale = set(readers)
        memo = {define: worth for define, worth in self.memo.items() if define not in stale} if self.memo else None
        changed = Cells(self.rows, memo)
        changed.rows[name] = row
        return changed


@dataclass(frozen=True, slots=True)
class Arrival(Generic[B, N]):
    """Where a step ends, under `guard`: a node of the control graph, or None when the game is over.

    Tellings and faults are those of the whole step, each with its own guard; all arrivals of one
    step share them.
    """

    guard: B
    node: int | None
    cells: Cells
    tellings: tuple[Telling[B, N], ...]
    faults: tuple[Fault[B], ...]


def gather(algebra: Algebra[B, N], faults: Iterable[Fault[B]]) -> tuple[Fault[B], ...]:
    """The same faults, each code and place only once."""
    found: dict[tuple[str, Span, str], B] = {}
    for fault in faults:
        key = (fault.code, fault.span, fault.clause)
        found[key] = algebra.or_(found[key], fault.guard) if key in found else fault.guard
    return tuple(Fault(guard, *key) for key, guard in found.items())
