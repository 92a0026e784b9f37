"""The small language that staging writes: pure operations, loads and stores, real branches, loops and faults.

A name is assigned once, except the accumulators of loops and the results of branches. Everything is a whole number;
names in `wide` are sets of up to 64 cards. Two printers read it: `to_wat` and `to_python`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

Atom: TypeAlias = int | str


@dataclass(eq=False, slots=True)
class Region:
    """Cells of one kind, one after the other. kind: state, scratch, table (never changes)."""

    name: str
    count: int
    low: int
    high: int
    kind: str
    bits: bool = False
    """Each cell is a set of cards, one bit for each."""
    values: tuple[int, ...] = ()
    start: int = -1
    """Where it begins: in bytes for WebAssembly, in cells for Python."""
    cell: int = -1

    @property
    def width(self) -> int:
        if self.bits:
            return 8
        sizes = ((1, 0, 255), (1, -128, 127), (2, 0, 65535), (2, -32768, 32767))
        return next((size for size, low, high in sizes if low <= self.low and self.high <= high), 4)


@dataclass(slots=True)
class Let:
    """name = op(args), for an op that has no effect and never fails."""

    name: str
    op: str
    args: tuple[Atom, ...]


@dataclass(slots=True)
class Load:
    name: str
    region: Region
    index: Atom
    safe: bool
    """The index lies in the region wherever this is put."""
    many: int = 0
    """Not one cell, but of so many from there on the set of those that are not below 0: the taken places of a grid."""


@dataclass(slots=True)
class Store:
    region: Region
    index: Atom
    value: Atom


@dataclass(slots=True)
class Set:
    name: str
    value: Atom


@dataclass(slots=True)
class If:
    condition: Atom
    then: list[Statement]
    otherwise: list[Statement]


@dataclass(slots=True)
class Loop:
    """For name = low, low + 1, … below high."""

    name: str
    low: Atom
    high: Atom
    body: list[Statement]


@dataclass(slots=True)
class Bits:
    """For each card of a set, the lowest first."""

    name: str
    mask: Atom
    body: list[Statement]


@dataclass(slots=True)
class Break:
    """Out of the innermost loop."""


@dataclass(slots=True)
class Fault:
    """Something undefined: on to the nearest handler. `site` says what and where."""

    site: Atom
    circle: bool = False
    """A definition that needs itself: `otherwise` does not catch it."""


@dataclass(slots=True)
class Attempt:
    """The body; where it meets a fault, the handler instead. Unless `every`, circles pass through."""

    body: list[Statement]
    handler: list[Statement]
    every: bool
    onward: bool = False
    """After the handler the fault goes on."""


@dataclass(slots=True)
class Call:
    name: str
    to: Function
    args: tuple[Atom, ...]


@dataclass(slots=True)
class Return:
    value: Atom


@dataclass(slots=True)
class Tell:
    """Written into the log, where somebody listens: some numbers, then perhaps a set of cards."""

    values: tuple[Atom, ...]
    cards: Atom | None = None


Statement: TypeAlias = Let | Load | Store | Set | If | Loop | Bits | Break | Fault | Attempt | Call | Return | Tell


@dataclass(eq=False, slots=True)
class Function:
    name: str
    params: tuple[str, ...]
    body: list[Statement] = field(default_factory=list)
    wide: set[str] = field(default_factory=set)
    faults: bool = True
    """Whether it may meet something undefined; until it is written nobody knows."""
    circles: bool = True
    pure: bool = True
    """It changes no state."""
    done: bool = False


def blocks(statement: Statement) -> tuple[list[Statement], ...]:
    """The blocks inside a statement."""
    match statement:
        case If(_, then, otherwise):
            return then, otherwise
        case Loop(body=body) | Bits(body=body):
            return (body,)
        case Attempt(body, handler):
            return body, handler
        case _:
            return ()


def walk(block: list[Statement]) -> Iterator[Statement]:
    for statement in block:
        yield statement
        for inner in blocks(statement):
            yield from walk(inner)


def escapes(block: list[Statement]) -> tuple[bool, bool]:
    """Whether a fault, and whether a circle of definitions, can leave this block."""
    faults = circles = False
    for statement in block:
        match statement:
            case Fault(circle=circle):
                found = [(True, circle)]
            case Call(to=to):
                found = [(to.faults, to.circles)]
            case Attempt(body, onward=True):
                found = [escapes(body)]
            case Attempt(body, handler, every):
                circle = not every and escapes(body)[1]
                found = [escapes(handler), (circle, circle)]
            case _:
                found = [escapes(inner) for inner in blocks(statement)]
        faults = faults or any(fault for fault, _ in found)
        circles = circles or any(circle for _, circle in found)
    return faults, circles


def atoms(statement: Statement) -> tuple[Atom, ...]:
    """What a statement uses, apart from the blocks inside it."""
    match statement:
        case Let(_, _, args) | Call(_, _, args):
            return args
        case Load(_, _, index):
            return (index,)
        case Store(_, index, value):
            return index, value
        case Set(_, value) | Return(value) | Fault(value):
            return (value,)
        case If(condition):
            return (condition,)
        case Loop(_, low, high):
            return low, high
        case Bits(_, mask):
            return (mask,)
        case Tell(values, cards):
            return values if cards is None else (*values, cards)
        case _:
            return ()
